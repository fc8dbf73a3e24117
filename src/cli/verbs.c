#include "cli/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/input_files.h"
#include "cli/job.h"
#include "cli/try_settings.h"
#include "report/array_page.h"
#include "report/report.h"
#include "report/suggest_page.h"
#include "script/process/launches.h"
#include "script/process/regular_file.h"
#include "words/quote.h"

static struct wl_registers registers_of(const struct wl_command *c) {
  return wl_registers_given((uint32_t)c->value[WL_OPT_REGISTERS].number);
}

static bool write_array(const struct wl_command *c, const struct wl_job *j, struct wl_input *run,
                        FILE *f, struct wl_diag *d) {
  (void)j;
  struct wl_array_part part = {.head = wl_trace_head(wl_input_trace(run))};
  if (!wl_elements_read(c->value[WL_OPT_ARRAY].text, part.head, &part.array, &part.range, d))
    return false;
  part.bytes = wl_input_values(run, part.array);
  return wl_array_write(f, &part, wl_verb_format(c) == WL_FORMAT_JSON, d);
}

static bool write_report(const struct wl_command *c, const struct wl_job *j, struct wl_input *run,
                         FILE *f, struct wl_diag *d) {
  const struct wl_trace *t = wl_input_trace(run);
  const struct wl_analysis *a = wl_input_analysis(run);
  bool given = c->value[WL_OPT_LIMIT].given, json = wl_verb_format(c) == WL_FORMAT_JSON;
  struct wl_report_options options = {
    .limit = given ? (size_t)c->value[WL_OPT_LIMIT].number : json ? SIZE_MAX : 50,
    .registers = registers_of(c),
    .ascii = wl_wants_ascii(c),
    .counters = j->counters,
  };
  const struct wl_launches *launches = wl_input_launches(run);
  if (launches) {
    options.launch = launches->launch;
    options.launches = launches->count;
  }
  return json ? wl_report_json(f, t, a, &options, d) : wl_report_text(f, t, a, &options, d);
}

static enum wl_status status_of(bool good, const struct wl_diag *d) {
  return good ? WL_OK : d->status;
}

static enum wl_status do_report(const struct wl_command *c, struct wl_diag *d) {
  return wl_verb_write(c, c->value[WL_OPT_ARRAY].given ? write_array : write_report, d);
}

static enum wl_status do_check(const struct wl_command *c, struct wl_diag *d) {
  struct wl_job j;
  struct wl_diag unreadable = {0};
  if (!wl_check_foretell(c, d)) return d->status;
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  bool readable = wl_job_read(c, &j, &unreadable);
  if (readable && !wl_input_can(&j.run, WL_CAN_CHECK, d)) {
    wl_verb_close(c, o, false, d);
    wl_job_free(&j);
    return d->status;
  }
  struct wl_grade_job job = {.run = j.run, .chip = j.target.chip, .rubric = j.rubric,
                             .unreadable = readable ? NULL : &unreadable};
  enum wl_status status = wl_check(c, &job, o, d);
  wl_job_free(&j);
  return status;
}

static bool write_suggestions(const struct wl_command *c, const struct wl_job *j,
                              struct wl_input *run, FILE *f, struct wl_diag *d) {
  const struct wl_trace *t = wl_input_trace(run);
  struct wl_settings_tried settings;
  struct wl_rearrangements global;
  struct wl_suggestions *shared = wl_suggest(t, c->target.arch, d);
  if (!shared || !wl_rearrange(t, c->target.arch, &global, d) ||
      !wl_try_settings(&j->run, run, &settings, d)) {
    wl_suggestions_destroy(shared);
    return false;
  }
  struct wl_suggested s = {t, c->target, registers_of(c), shared, &global, &settings};
  bool json = wl_verb_format(c) == WL_FORMAT_JSON;
  bool good = json ? wl_suggest_json(f, &s, d) : wl_suggest_text(f, &s, wl_wants_ascii(c), d);
  wl_suggestions_destroy(shared);
  return good;
}

static enum wl_status do_suggest(const struct wl_command *c, struct wl_diag *d) {
  return wl_verb_write(c, write_suggestions, d);
}

/* Bad lines have their error in the output, which is kept. */
static enum wl_status do_batch(const struct wl_command *c, struct wl_diag *d) {
  bool named = c->file && strcmp(c->file, "-") != 0;
  FILE *in = named ? wl_regular_open(c->file, d) : stdin;
  if (!in) {
    if (errno == 0) wl_diag_hint(d, "use - to read from standard input");
    return d->status;
  }
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, d);
  enum wl_status status = o ? wl_batch(in, wl_output_file(o), c->target.arch, d) : d->status;
  if (o && !wl_verb_close(c, o, status == WL_OK || status == WL_INPUT, d)) status = WL_OUTPUT;
  if (named) fclose(in);
  return status;
}

static enum wl_status do_tables(const struct wl_command *c, struct wl_diag *d) {
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, d);
  if (!o) return d->status;
  bool good = wl_arch_write(wl_output_file(o), c->file, wl_verb_format(c) == WL_FORMAT_JSON,
                            wl_wants_ascii(c), d);
  if (!wl_verb_close(c, o, good, d)) good = false;
  return status_of(good, d);
}

/* A course rather than a script: a directory, which no bundled script is called by. */
static bool is_course(const struct wl_command *c) {
  struct stat s;
  if (c->expression || !c->file) return !c->expression;
  char *path = wl_pattern_path(c->file, NULL);
  bool course = stat(path ? path : c->file, &s) == 0 && S_ISDIR(s.st_mode);
  free(path);
  return course;
}

/* Whether there is a terminal that a menu can be shown on. */
static bool has_screen(const struct wl_command *c) {
  const char *type = getenv("TERM");
  bool dumb = type && strcmp(type, "dumb") == 0;
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !dumb && !c->value[WL_OPT_PLAIN].given;
}

/* What only a screen can do is refused where there is none, rather than left out. Colours are
 * not: who always asks for them wants them where they can be. */
static bool check_no_screen(const struct wl_command *c, struct wl_diag *d) {
  for (size_t i = 0; i < WL_OPTIONS; i++) {
    unsigned verbs = wl_options[i].verbs;
    bool colours = i == WL_OPT_COLOR || i == WL_OPT_THEME;
    if (!c->value[i].given || (verbs >> WL_REPORT & 1) || colours) continue;
    if (c->value[WL_OPT_OUTPUT].given)
      wl_diag_fail(d, WL_USAGE, "--%s is for the screen, and -o writes the report",
                   wl_options[i].name);
    else
      wl_diag_fail(d, WL_TERMINAL, "--%s is for the screen, and there is no terminal for one",
                   wl_options[i].name);
    if (verbs >> WL_SHOW & 1)
      wl_diag_hint(d, "`warplens show` draws a picture without one, --plain writes sentences");
    else
      wl_diag_hint(d, "--plain writes sentences without one");
    return false;
  }
  return true;
}

static enum wl_status do_screen(const struct wl_command *c, struct wl_diag *d) {
  bool course = is_course(c);
  bool screen = !c->value[WL_OPT_OUTPUT].given && (course ? has_screen(c) : isatty(STDOUT_FILENO));
  if (!screen && !c->value[WL_OPT_PLAIN].given) {
    if (!check_no_screen(c, d)) return d->status;
    return course ? wl_verb_list(c, d) : do_report(c, d);
  }
  bool notes = c->value[WL_OPT_NOTES].given && !c->file;
  if (course && !notes) return screen ? wl_verb_menu(c, d) : wl_verb_list(c, d);
  return wl_verb_screen(c, d);
}

static void put_argument(FILE *f, const char *word) {
  wl_shell_quote(f, word);
  putc('\n', f);
}

static enum wl_status do_new(const struct wl_command *c, struct wl_diag *d) {
  char path[8192], *from = NULL, *text = NULL;
  size_t size = 0;
  const char *name = c->value[WL_OPT_FROM].text;
  struct wl_output *o = wl_output_open(NULL, d);
  if (!o) return d->status;
  bool cuda = c->value[WL_OPT_CUDA].given;
  bool good = !name || ((from = wl_pattern_path(name, d)) && wl_script_read(from, &text, &size, d));
  good = good && (cuda ? wl_new_cuda(c->file, path, sizeof path, d)
                       : wl_new_script(c->file, text, size, path, sizeof path, d));
  char rubric[WL_RUBRIC_NAME];
  FILE *f = wl_output_file(o);
  if (good) fprintf(f, "%s is written; see it: warplens ", path), put_argument(f, path);
  if (good && text && wl_rubric_named(text, size, rubric))
    fputs("have it graded: warplens check ", f), put_argument(f, path);
  free(from);
  free(text);
  if (!wl_output_close(o, good, d)) good = false;
  return status_of(good, d);
}

static enum wl_status do_help(const struct wl_command *c, struct wl_diag *d) {
  struct wl_output *o = wl_output_open(NULL, d);
  if (!o) return d->status;
  if (c->help) wl_help_print(wl_output_file(o), c->topic);
  else wl_version_print(wl_output_file(o));
  return status_of(wl_output_close(o, true, d), d);
}

enum wl_status wl_verb_run(const struct wl_command *c, struct wl_diag *d) {
  static enum wl_status (*const verbs[WL_VERBS])(const struct wl_command *, struct wl_diag *) = {
    [WL_SCREEN] = do_screen, [WL_REPORT] = do_report, [WL_CHECK_VERB] = do_check,
    [WL_SHOW] = wl_verb_show, [WL_DIFF] = wl_verb_diff, [WL_SWEEP] = wl_verb_sweep,
    [WL_SUGGEST] = do_suggest,
    [WL_BATCH] = do_batch,
    [WL_TABLES] = do_tables,
    [WL_LIST] = wl_verb_list, [WL_NEW] = do_new, [WL_HELP] = do_help,
  };
  if (c->help || c->version) return do_help(c, d);
  bool good = wl_files_spared(c, d) && wl_command_named(c, d);
  return good ? verbs[c->verb](c, d) : d->status;
}
