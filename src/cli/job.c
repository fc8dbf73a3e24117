#include "cli/job.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/runs/runs_left.h"
#include "cli/input_files.h"
#include "core/base/text.h"
#include "report/counters/counters.h"
#include "report/error_json.h"
#include "script/process/launches.h"
#include "script/process/regular_file.h"

/* The console of Linux has a font of 256 or 512 characters, few of ours among them. */
static bool is_console(void) {
  const char *type = getenv("TERM");
  bool linux_type = type && strncmp(type, "linux", 5) == 0 && (type[5] == '\0' || type[5] == '-');
  return linux_type && isatty(STDOUT_FILENO);
}

bool wl_wants_ascii(const struct wl_command *c) {
  if (c->value[WL_OPT_ASCII].given) return true;
  bool shown = !c->value[WL_OPT_OUTPUT].given; /* files are the same wherever they are written */
  return strcmp(nl_langinfo(CODESET), "UTF-8") != 0 || (shown && is_console());
}

bool wl_wants_still(const struct wl_command *c) {
  return c->verb == WL_SHOW && c->value[WL_OPT_FORMAT].choice > WL_FORMAT_ANSI;
}

void wl_job_free(struct wl_job *j) {
  wl_counters_free(j->counters);
  free(j->path);
  free(j->text);
}

/* For who waits at a terminal for a run that takes long. */
static void tell_run(void *to, struct wl_run *run) {
  struct wl_progress p = {0};
  if (!run) {
    wl_waiting_run(to, NULL);
    return;
  }
  const struct wl_run_options *o = wl_run_asked(run);
  p.most = o->accesses;
  p.limit = o->seconds;
  p.used = wl_run_used(run);
  wl_run_progress(run, &p.done, &p.of);
  const struct wl_analysis *a = wl_run_analysis(run);
  for (enum wl_space s = 0; a && s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) p.accesses += wl_analysis_sum(a, s, op)->lanes;
  wl_waiting_run(to, &p);
}

/* Where there is no bundled script of that name, it may be a slip of a verb's or of another one's,
 * unless a file here is called so. */
static void hint_name(const char *name, struct wl_diag *d) {
  if (wl_bundled_hint(WL_BUNDLED_SCRIPT, name, d) || strpbrk(name, "/.") || d->hint[0]) return;
  size_t count;
  struct wl_pattern *list = wl_pattern_list(NULL, &count);
  const char *names[WL_VERBS + 64];
  size_t n = 0;
  for (size_t i = WL_REPORT; i < WL_VERBS; i++) names[n++] = wl_verbs[i].name;
  for (size_t i = 0; i < count && i < 64; i++) names[n++] = list[i].name;
  const char *near = wl_nearest(name, names, n);
  if (near) wl_diag_hint(d, "did you mean '%s'?", near);
  else wl_diag_hint(d, "`warplens` alone lists the bundled scripts");
  wl_pattern_free(list, count);
}

void wl_job_note(enum wl_bundle bundle, const char *name) {
  static bool said[2];
  char *note = said[bundle] ? NULL : wl_bundled_note(bundle, name), text[1024];
  if (note) {
    wl_text_clean(note, strlen(note), strcmp(nl_langinfo(CODESET), "UTF-8") != 0, text,
                  sizeof text);
    fprintf(stderr, "warplens: note: %s\n", text);
    said[bundle] = true;
  }
  free(note);
}

/* What a profiler counted; true where nobody gives it. */
static bool read_counters(const struct wl_command *c, struct wl_job *j, struct wl_diag *d) {
  const char *text = c->value[WL_OPT_COUNTERS].text, *launch;
  if (!text) return true;
  char *path = wl_counters_file(text, &launch);
  FILE *f = path ? wl_regular_open(path, d) : NULL;
  if (!path) wl_diag_refused(d, "out of memory");
  if (f) j->counters = wl_counters_read(f, path, launch, d);
  if (f) fclose(f);
  free(path);
  for (size_t i = 0; j->counters && i < c->setting_count; i++) { /* of a program */
    const struct wl_setting *s = &c->settings[i];
    if (strcmp(s->name, "launch") == 0) j->counters->nth = (uint32_t)strtoul(s->value, NULL, 10);
    j->counters->of_kernel |= strcmp(s->name, "kernel") == 0;
  }
  return j->counters != NULL;
}

bool wl_job_read(const struct wl_command *c, struct wl_job *j, struct wl_diag *d) {
  struct wl_run_options *run = &j->run;
  *j = (struct wl_job){.run = wl_run_defaults, .target = c->target};
  run->settings = c->settings;
  run->setting_count = c->setting_count;
  run->arch = c->target.arch;
  run->chip = c->target.chip;
  static struct wl_waiting waiting;
  if (isatty(STDERR_FILENO)) {
    run->tell = tell_run;
    run->tell_to = &waiting;
  }
  run->arch_given = c->value[WL_OPT_ARCH].given;
  j->rubric = c->value[WL_OPT_RUBRIC].text;
  run->registers = (uint32_t)c->value[WL_OPT_REGISTERS].number;
  if (c->value[WL_OPT_TIMEOUT].given) run->seconds = c->value[WL_OPT_TIMEOUT].number;
  if (c->value[WL_OPT_MEMORY].given)
    run->memory = (size_t)c->value[WL_OPT_MEMORY].number << 20;
  if (c->value[WL_OPT_ACCESSES].given)
    run->accesses = (uint64_t)c->value[WL_OPT_ACCESSES].number;
  run->want_values = c->value[WL_OPT_ARRAY].given;
  if (c->value[WL_OPT_JOBS].given) run->workers = (unsigned)c->value[WL_OPT_JOBS].number;
  if (!read_counters(c, j, d)) return false;
  if (c->expression) {
    run->name = "-e";
    run->text = c->expression;
    run->size = strlen(c->expression);
    run->one_line = true;
    bool good = wl_command_target(c, c->target, &j->target, d);
    run->arch = j->target.arch;
    run->chip = j->target.chip;
    return good;
  }
  j->path = wl_pattern_path(c->file, d);
  if (!j->path || !wl_script_read(j->path, &j->text, &run->size, d)) {
    if (d->status == WL_INPUT) hint_name(c->file, d);
    return false;
  }
  wl_job_note(WL_BUNDLED_SCRIPT, c->file);
  run->name = wl_script_shown(c->file, j->path);
  run->text = j->text;
  wl_input_prepare(run);
  bool names = c->verb == WL_CHECK_VERB && wl_rubric_named(j->text, run->size, j->named);
  if (!j->rubric && names) j->rubric = j->named;
  /* Who grades decides what is counted on, not who is graded. */
  if (j->rubric) run->arch_given = true;
  struct wl_target own = j->rubric ? c->target : wl_script_target(j->text, run->size);
  bool good = wl_command_target(c, own, &j->target, d);
  run->arch = j->target.arch;
  run->chip = j->target.chip;
  return good && (!run->want_values || wl_input_can(run, WL_CAN_EVALUATE, d));
}

/* What a program has printed, as it is. */
static void put_printed(const struct wl_input *run) {
  const struct wl_launches *l = wl_input_launches(run);
  if (l && l->printed_size > 0) fwrite(l->printed, 1, l->printed_size, stderr);
}

struct wl_input *wl_job_run(const struct wl_job *j, struct wl_diag *d) {
  struct wl_input *run = wl_input_start(&j->run, d);
  bool done = run && wl_input_wait(run) == WL_RUN_DONE;
  if (run) put_printed(run);
  if (run && !done) {
    *d = *wl_input_diag(run);
    wl_input_destroy(run);
    run = NULL;
  }
  return run;
}

struct wl_output *wl_verb_open(const struct wl_command *c, struct wl_diag *d) {
  return wl_output_open(c->value[WL_OPT_OUTPUT].text, d);
}

enum wl_format wl_verb_format(const struct wl_command *c) {
  return c->value[WL_OPT_JSON].given ? WL_FORMAT_JSON
                                     : (enum wl_format)c->value[WL_OPT_FORMAT].choice;
}

void wl_verb_tell(const struct wl_command *c, FILE *f, const struct wl_diag *d) {
  bool stopped = d->status >= WL_USAGE && d->status <= WL_INPUT;
  bool json = wl_verb_format(c) == WL_FORMAT_JSON || c->verb == WL_BATCH;
  struct wl_diag second;
  if (stopped && json && !c->value[WL_OPT_OUTPUT].given) wl_error_json(f, d, &second);
}

bool wl_verb_close(const struct wl_command *c, struct wl_output *o, bool good, struct wl_diag *d) {
  if (!good) wl_verb_tell(c, wl_output_file(o), d);
  return wl_output_close(o, good, d);
}

enum wl_status wl_verb_write(const struct wl_command *c, wl_verb_writer *write, struct wl_diag *d) {
  struct wl_job j;
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  struct wl_input *run = wl_job_read(c, &j, d) ? wl_job_run(&j, d) : NULL;
  struct wl_command chosen = *c;
  chosen.target = j.target;
  bool good = run && write(&chosen, &j, run, wl_output_file(o), d);
  if (!wl_verb_close(c, o, good, d)) good = false;
  wl_input_destroy(run);
  wl_job_free(&j);
  return good ? WL_OK : d->status;
}
