#include "verbs.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "core/chip.h"
#include "core/text.h"
#include "help.h"
#include "new.h"
#include "out/array.h"
#include "out/calibrate.h"
#include "out/diff.h"
#include "out/error_json.h"
#include "out/out.h"
#include "out/suggest.h"
#include "output.h"
#include "patterns.h"
#include "tui/tui.h"
#include "view/model.h"
#include "view/reanalyze.h"
#include "view/view.h"

enum { DIFFERENCES = 10 /* that calibrate shows unless told */ };

bool wl_wants_ascii(const struct wl_command *c) {
  return c->value[WL_OPT_ASCII].given || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

/* A run of the script that the command names, not yet started. */
struct source {
  struct wl_run_options run;
  char *path, *text;
};

static void source_free(struct source *s) {
  free(s->path);
  free(s->text);
}

/* Where a file is missing, the name may be a slip of a verb or a bundled one. */
static void hint_name(const char *name, struct wl_diag *d) {
  size_t count;
  struct wl_pattern *list = wl_pattern_list(&count);
  const char *names[WL_VERBS + 64];
  size_t n = 0;
  if (access(name, F_OK) != 0 && !strchr(name, '/')) {
    for (size_t i = WL_REPORT; i < WL_VERBS; i++) names[n++] = wl_verbs[i].name;
    for (size_t i = 0; i < count && i < 64; i++) names[n++] = list[i].name;
    const char *near = wl_nearest(name, names, n);
    if (near) wl_diag_hint(d, "did you mean '%s'?", near);
    else wl_diag_hint(d, "`warplens` alone lists the bundled scripts");
  }
  wl_pattern_free(list, count);
}

/* A generation or chip that nobody knows: what was meant. */
static void hint_arch(const char *name, struct wl_diag *d) {
  const char *names[64];
  size_t n = 0;
  for (size_t i = 0; i < wl_chip_count && n < 64; i++) names[n++] = wl_chips[i].name;
  for (size_t i = 0; i < wl_sm_count && n < 64; i++) names[n++] = wl_sms[i].cc;
  const char *near = wl_nearest(name, names, n);
  if (near) wl_diag_hint(d, "did you mean '%s'?", near);
  else wl_diag_hint(d, "`warplens arch` lists generations and chips");
}

static bool source_read(const struct wl_command *c, struct source *s, struct wl_diag *d) {
  struct wl_run_options *run = &s->run;
  *s = (struct source){.run = wl_run_defaults};
  run->settings = c->settings;
  run->setting_count = c->setting_count;
  run->arch = c->arch;
  if (c->value[WL_OPT_TIMEOUT].given) run->seconds = c->value[WL_OPT_TIMEOUT].number;
  if (c->value[WL_OPT_MEMORY].given)
    run->memory = (size_t)c->value[WL_OPT_MEMORY].number << 20;
  if (c->value[WL_OPT_ACCESSES].given)
    run->accesses = (uint64_t)c->value[WL_OPT_ACCESSES].number;
  run->want_values = c->value[WL_OPT_ARRAY].given;
  if (c->value[WL_OPT_JOBS].given) run->workers = (unsigned)c->value[WL_OPT_JOBS].number;
  if (c->expression) {
    run->name = "-e";
    run->text = c->expression;
    run->size = strlen(c->expression);
    run->one_line = true;
    return true;
  }
  s->path = wl_pattern_path(c->file);
  if (!s->path) return wl_diag_fail(d, WL_INTERNAL, "out of memory");
  if (!wl_script_read(s->path, &s->text, &run->size, d)) {
    hint_name(c->file, d);
    return false;
  }
  run->name = s->path;
  run->text = s->text;
  return true;
}

/* Runs the script of `c` to its end. NULL and a diag where that fails; `s`
 * is to be freed either way. */
static struct wl_run *run_source(const struct wl_command *c, struct source *s,
                                 struct wl_diag *d) {
  if (!source_read(c, s, d)) return NULL;
  struct wl_run *run = wl_run_start(&s->run, d);
  if (run && wl_run_wait(run) != WL_RUN_DONE) {
    *d = *wl_run_diag(run);
    wl_run_destroy(run);
    run = NULL;
  }
  return run;
}

/* Opens the output of `c` before any work is done for it. */
static struct wl_output *open_output(const struct wl_command *c, struct wl_diag *d) {
  char *input = c->file ? wl_pattern_path(c->file) : NULL;
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, input, d);
  free(input);
  return o;
}

/* Ends the output. Where the verb stopped at its input, a program that asked for
 * JSON on standard output gets the error as an object: nothing went there yet. */
static bool close_output(const struct wl_command *c, struct wl_output *o, bool good,
                         struct wl_diag *d) {
  bool stopped = d->status == WL_SCRIPT || d->status == WL_LIMIT || d->status == WL_INPUT;
  bool waits = c->value[WL_OPT_JSON].given && !c->value[WL_OPT_OUTPUT].given;
  struct wl_diag second;
  if (!good && stopped && waits) wl_error_json(wl_output_file(o), d, &second);
  return wl_output_close(o, good, d);
}

static struct wl_registers registers_of(const struct wl_command *c) {
  bool given = c->value[WL_OPT_REGISTERS].given;
  uint32_t count = given ? (uint32_t)c->value[WL_OPT_REGISTERS].number : WL_ASSUMED_REGISTERS;
  return (struct wl_registers){count, !given};
}

static bool write_array(const struct wl_command *c, struct wl_run *run, FILE *f,
                        struct wl_diag *d) {
  const struct wl_array *array;
  struct wl_range range;
  const struct wl_head *head = wl_trace_head(wl_run_trace(run));
  return wl_range_read(c->value[WL_OPT_ARRAY].text, head, &array, &range, d) &&
         wl_array_write(f, head, array, wl_run_values(run, array), &range,
                        c->value[WL_OPT_JSON].given, d);
}

static bool write_report(const struct wl_command *c, struct wl_run *run, FILE *f,
                         struct wl_diag *d) {
  const struct wl_trace *t = wl_run_trace(run);
  const struct wl_analysis *a = wl_run_analysis(run);
  bool given = c->value[WL_OPT_LIMIT].given, json = c->value[WL_OPT_JSON].given;
  struct wl_report_options options = {
    .limit = given ? (size_t)c->value[WL_OPT_LIMIT].number : json ? SIZE_MAX : 50,
    .registers = registers_of(c),
    .ascii = wl_wants_ascii(c),
  };
  return json ? wl_report_json(f, t, a, &options, d) : wl_report_text(f, t, a, &options, d);
}

typedef bool writer(const struct wl_command *c, struct wl_run *run, FILE *f, struct wl_diag *d);

/* Runs the script and has `write` put what it gave where -o says. */
static bool run_and_write(const struct wl_command *c, writer *write, struct wl_diag *d) {
  struct source s;
  struct wl_output *o = open_output(c, d);
  if (!o) return false;
  struct wl_run *run = run_source(c, &s, d);
  bool good = run && write(c, run, wl_output_file(o), d);
  if (!close_output(c, o, good, d)) good = false;
  wl_run_destroy(run);
  source_free(&s);
  return good;
}

static enum wl_status status_of(bool good, const struct wl_diag *d) {
  return good ? WL_OK : d->status;
}

static enum wl_status do_report(const struct wl_command *c, struct wl_diag *d) {
  bool array = c->value[WL_OPT_ARRAY].given;
  return status_of(run_and_write(c, array ? write_array : write_report, d), d);
}

static enum wl_status do_check(const struct wl_command *c, struct wl_diag *d) {
  struct source s;
  struct wl_diag unreadable = {0};
  struct wl_output *o = open_output(c, d);
  if (!o) return d->status;
  bool readable = source_read(c, &s, &unreadable);
  struct wl_grade_job job = {.run = s.run, .unreadable = readable ? NULL : &unreadable};
  enum wl_status status = wl_check(c, &job, o, d);
  source_free(&s);
  return status;
}

/* Replaces the value of a setting among the first `*count`, or adds it. */
static void put_setting(struct wl_setting list[WL_MAX_SETTINGS], size_t *count,
                        const struct wl_setting *s) {
  size_t i = 0;
  while (i < *count && strcmp(list[i].name, s->name) != 0) i++;
  list[i] = *s;
  if (i == *count) ++*count;
}

/* The settings of one group of `diff`: those after "--" change those before it. */
static void choose_settings(const struct wl_command *c, bool second, struct wl_command *out) {
  *out = *c;
  if (!c->divided) return;
  out->setting_count = c->second;
  for (size_t i = c->second; second && i < c->setting_count; i++)
    put_setting(out->settings, &out->setting_count, &c->settings[i]);
}

/* "pad=1 n=64", or "as it is" where a group has no settings of its own. */
static void name_settings(const struct wl_command *c, bool second, char *text, size_t size) {
  size_t used = 0, from = second ? c->second : 0, to = second ? c->setting_count : c->second;
  snprintf(text, size, "as it is");
  for (size_t i = from; i < to && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? " " : "",
                             c->settings[i].name, c->settings[i].value);
}

/* What `diff` compares: each group of settings on each generation. */
struct comparison {
  struct wl_run *run[WL_MAX_SIDES + 2];
  size_t runs, sides;
  struct wl_diff_side side[WL_MAX_SIDES];
};

/* Runs the script with one group of settings on one generation. */
static struct wl_run *run_side(const struct wl_command *c, bool second,
                               const struct wl_arch *arch, struct comparison *k,
                               struct wl_diag *d) {
  struct source s;
  struct wl_command chosen;
  choose_settings(c, second, &chosen);
  chosen.arch = arch;
  struct wl_run *run = run_source(&chosen, &s, d);
  source_free(&s);
  if (run) k->run[k->runs++] = run;
  return run;
}

static void label_side(const struct wl_command *c, bool second, struct wl_diff_side *side) {
  char settings[32];
  name_settings(c, second, settings, sizeof settings);
  if (!c->divided) snprintf(side->label, sizeof side->label, "cc %s", side->arch->cc);
  else if (c->arch_count < 2) snprintf(side->label, sizeof side->label, "%s", settings);
  else snprintf(side->label, sizeof side->label, "%s %s", side->arch->cc, settings);
}

/* The script runs once for all generations, on the one with the widest limits: the
 * others are checked afterwards. What -e has ready may be less on some of them, so
 * that it gets another chance there. */
static bool add_sides(const struct wl_command *c, bool second, struct comparison *k,
                      struct wl_diag *d) {
  size_t archs = c->arch_count ? c->arch_count : 1;
  struct wl_run *run = run_side(c, second, wl_arch_default(), k, d);
  if (!run) return false;
  for (size_t i = 0; i < archs && k->sides < WL_MAX_SIDES; i++) {
    struct wl_diff_side *side = &k->side[k->sides++];
    *side = (struct wl_diff_side){.arch = c->arch_count ? c->archs[i] : c->arch};
    label_side(c, second, side);
    side->trace = wl_run_trace(run);
    side->analysis = wl_reanalyze(side->trace, side->arch, &side->problem);
    if (side->analysis || !c->expression) continue;
    struct wl_diag again;
    struct wl_run *own = run_side(c, second, side->arch, k, &again);
    if (!own) continue;
    side->trace = wl_run_trace(own);
    side->analysis = wl_reanalyze(side->trace, side->arch, &side->problem);
  }
  return true;
}

static enum wl_status do_diff(const struct wl_command *c, struct wl_diag *d) {
  struct comparison k = {.sides = 0};
  struct wl_output *o = open_output(c, d);
  if (!o) return d->status;
  bool good = add_sides(c, false, &k, d) && (!c->divided || add_sides(c, true, &k, d));
  struct wl_diff *diff = good ? wl_diff_create(k.side, k.sides) : NULL;
  if (good && !diff) wl_diag_fail(d, WL_LIMIT, "out of memory");
  FILE *f = wl_output_file(o);
  if (diff) good = c->value[WL_OPT_JSON].given ? wl_diff_json(f, diff, d)
                                               : wl_diff_text(f, diff, wl_wants_ascii(c), d);
  else good = false;
  if (!close_output(c, o, good, d)) good = false;
  wl_diff_destroy(diff);
  for (size_t i = 0; i < k.sides; i++) wl_analysis_destroy((struct wl_analysis *)k.side[i].analysis);
  for (size_t i = 0; i < k.runs; i++) wl_run_destroy(k.run[i]);
  return status_of(good, d);
}

/* Picks the step that --step or --line names. */
static bool select_step(const struct wl_command *c, struct wl_model *m, const struct wl_trace *t,
                        struct wl_diag *d) {
  size_t count = wl_trace_count(t);
  if (c->value[WL_OPT_STEP].given) {
    size_t step = (size_t)c->value[WL_OPT_STEP].number;
    if (wl_model_select(m, step)) return true;
    wl_diag_fail(d, WL_USAGE, "no step %zu: %s %zu, counted from 0", step,
                 count < wl_trace_total(t) ? "the recording keeps the first" : "the run has", count);
    return wl_diag_hint(d, "the title counts the instructions of a warp, from 1");
  }
  if (!c->value[WL_OPT_LINE].given) return true;
  struct wl_step step;
  uint32_t line = (uint32_t)c->value[WL_OPT_LINE].number;
  for (size_t i = 0; i < count && wl_trace_get(t, i, &step); i++)
    if (step.place.line == line) return wl_model_select(m, i);
  return wl_diag_fail(d, WL_USAGE, "line %u of %s makes no step", line, wl_trace_name(t));
}

static bool write_canvas(const struct wl_command *c, const struct wl_canvas *canvas,
                         const char *title, FILE *f, struct wl_diag *d) {
  static const enum wl_tier tiers[] = {WL_256, WL_MONO, WL_16, WL_256, WL_TRUE};
  enum wl_tier tier = tiers[c->value[WL_OPT_COLOR].choice];
  enum wl_scheme scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice;
  const char *plain = getenv("NO_COLOR");
  if (plain && *plain && c->value[WL_OPT_COLOR].choice == 0) tier = WL_MONO;
  switch (c->value[WL_OPT_FORMAT].choice) {
  case 1: return wl_write_ansi(f, canvas, tier, scheme, d);
  case 2: return wl_write_svg(f, canvas, scheme, title, d);
  default: return wl_write_text(f, canvas, d);
  }
}

static void fail_view(const char *name, struct wl_diag *d) {
  char list[256] = "";
  for (size_t i = 0; i < WL_VIEWS; i++) {
    if (i) strncat(list, ", ", sizeof list - strlen(list) - 1);
    strncat(list, wl_views[i].name, sizeof list - strlen(list) - 1);
  }
  wl_diag_fail(d, WL_USAGE, "unknown view '%s'", name);
  wl_diag_hint(d, "there are %s", list);
}

/* Opens the panel that --why asks for. */
static bool ask_why(const struct wl_command *c, struct wl_model *m, struct wl_diag *d) {
  const char *figure = c->value[WL_OPT_WHY].text;
  if (!c->value[WL_OPT_WHY].given || wl_model_ask_why(m, figure)) return true;
  char list[256] = "excess, active_lanes, efficiency";
  for (size_t i = 0; i < WL_FIGURES; i++) {
    strncat(list, ", ", sizeof list - strlen(list) - 1);
    strncat(list, wl_metrics[i].key, sizeof list - strlen(list) - 1);
  }
  wl_diag_fail(d, WL_USAGE, "the step has no figure '%s'", figure);
  return wl_diag_hint(d, "figures are %s; not every memory has all of them", list);
}

static bool write_view(const struct wl_command *c, struct wl_run *run, FILE *f,
                       struct wl_diag *d) {
  const struct wl_trace *t = wl_run_trace(run);
  bool sized = c->value[WL_OPT_SIZE].given;
  struct wl_model *m = wl_model_create();
  struct wl_canvas *canvas = wl_canvas_create(sized ? (int)c->value[WL_OPT_SIZE].number : 80,
                                              sized ? c->value[WL_OPT_SIZE].choice : 24,
                                              wl_wants_ascii(c));
  const char *view = c->value[WL_OPT_VIEW].text;
  bool good = m && canvas;
  if (!good) wl_diag_fail(d, WL_INTERNAL, "out of memory");
  if (good) {
    if (c->value[WL_OPT_REGISTERS].given)
      wl_model_set_registers(m, (uint32_t)c->value[WL_OPT_REGISTERS].number);
    wl_model_show(m, t, wl_run_analysis(run));
    good = !view || wl_model_set_view(m, view);
    if (!good) fail_view(view, d);
  }
  if (good) good = select_step(c, m, t, d) && ask_why(c, m, d);
  if (good) {
    wl_model_draw(m, canvas);
    good = write_canvas(c, canvas, wl_trace_name(t), f, d);
  }
  wl_canvas_destroy(canvas);
  wl_model_destroy(m);
  return good;
}

static enum wl_status do_show(const struct wl_command *c, struct wl_diag *d) {
  return status_of(run_and_write(c, write_view, d), d);
}

static bool write_suggestions(const struct wl_command *c, struct wl_run *run, FILE *f,
                              struct wl_diag *d) {
  const struct wl_trace *t = wl_run_trace(run);
  const struct wl_arch *arch = wl_analysis_arch(wl_run_analysis(run));
  struct wl_suggestions *s = wl_suggest(t, arch, d);
  if (!s) return false;
  bool good = c->value[WL_OPT_JSON].given
                  ? wl_suggest_json(f, t, arch, s, registers_of(c), d)
                  : wl_suggest_text(f, t, arch, s, registers_of(c), wl_wants_ascii(c), d);
  wl_suggestions_destroy(s);
  return good;
}

static enum wl_status do_suggest(const struct wl_command *c, struct wl_diag *d) {
  return status_of(run_and_write(c, write_suggestions, d), d);
}

/* Puts the input that the command names through `filter`. The output is kept if
 * the filter ends well, or with the status `too`. */
static enum wl_status run_filter(const struct wl_command *c, enum wl_status too,
                                 enum wl_status (*filter)(const struct wl_command *c, FILE *in,
                                                          FILE *out, struct wl_diag *d),
                                 struct wl_diag *d) {
  bool named = c->file && strcmp(c->file, "-") != 0;
  FILE *in = named ? fopen(c->file, "re") : stdin;
  if (!in) {
    wl_diag_fail(d, WL_INPUT, "cannot read %s: %m", c->file);
    return WL_INPUT;
  }
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, named ? c->file : NULL, d);
  enum wl_status status = o ? filter(c, in, wl_output_file(o), d) : d->status;
  if (o && !close_output(c, o, status == WL_OK || status == too, d)) status = WL_OUTPUT;
  if (named) fclose(in);
  return status;
}

static enum wl_status filter_batch(const struct wl_command *c, FILE *in, FILE *out,
                                   struct wl_diag *d) {
  return wl_batch(in, out, c->arch, d);
}

static enum wl_status do_batch(const struct wl_command *c, struct wl_diag *d) {
  /* Bad lines have their error in the output. */
  return run_filter(c, WL_INPUT, filter_batch, d);
}

static enum wl_status filter_results(const struct wl_command *c, FILE *in, FILE *out,
                                     struct wl_diag *d) {
  struct wl_calibrate_options options = {
    .arch = c->value[WL_OPT_ARCH].given ? c->arch : NULL,
    .limit = c->value[WL_OPT_LIMIT].given ? (size_t)c->value[WL_OPT_LIMIT].number : DIFFERENCES,
    .ascii = wl_wants_ascii(c),
    .json = c->value[WL_OPT_JSON].given,
  };
  return wl_calibrate(in, strcmp(c->file, "-") != 0 ? c->file : "standard input", out, &options, d);
}

static enum wl_status do_calibrate(const struct wl_command *c, struct wl_diag *d) {
  return run_filter(c, WL_CHECK, filter_results, d);
}

static enum wl_status do_tables(const struct wl_command *c, struct wl_diag *d) {
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, NULL, d);
  if (!o) return d->status;
  bool good = wl_arch_write(wl_output_file(o), c->file, c->value[WL_OPT_JSON].given,
                            wl_wants_ascii(c), d);
  if (!good && d->status == WL_USAGE) hint_arch(c->file, d);
  if (!wl_output_close(o, good, d)) good = false;
  return status_of(good, d);
}

/* Names and titles are outside text: titles come from files. */
static void print_pattern(FILE *f, const struct wl_pattern *p, bool ascii) {
  char name[256], title[512];
  wl_text_clean(p->name, strlen(p->name), ascii, name, sizeof name);
  wl_text_clean(p->title, strlen(p->title), ascii, title, sizeof title);
  fprintf(f, "  warplens %-14s %s\n", name, title);
}

static enum wl_status list_patterns(const struct wl_command *c, struct wl_diag *d) {
  size_t count;
  struct wl_pattern *list = wl_pattern_list(&count);
  if (!count) {
    char *directory = wl_pattern_directory();
    wl_diag_fail(d, WL_INPUT, "no bundled scripts in %s", directory ? directory : "?");
    wl_diag_hint(d, "name a file, or set WARPLENS_DATA to the directory that has patterns/");
    free(directory);
    wl_pattern_free(list, count);
    return WL_INPUT;
  }
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, NULL, d);
  if (o) {
    FILE *f = wl_output_file(o);
    fputs("Bundled scripts, each started by its name:\n\n", f);
    for (size_t i = 0; i < count; i++) print_pattern(f, &list[i], wl_wants_ascii(c));
    fputs("\nOr one line of your own:  warplens -e 'g[tid * stride]' stride=2\n"
          "`warplens --help` lists verbs and options.\n", f);
  }
  wl_pattern_free(list, count);
  return status_of(o && wl_output_close(o, true, d), d);
}

static enum wl_status do_screen(const struct wl_command *c, struct wl_diag *d) {
  static const enum wl_tier tiers[] = {WL_MONO, WL_MONO, WL_16, WL_256, WL_TRUE};
  if (!c->file && !c->expression) return list_patterns(c, d);
  if (c->value[WL_OPT_OUTPUT].given || !isatty(STDOUT_FILENO)) return do_report(c, d);
  struct source s;
  enum wl_status status = WL_OK;
  if (source_read(c, &s, d)) {
    struct wl_tui_options options = {
      .run = s.run,
      /* Bundled scripts, named without a path, do not change. */
      .watched = c->file && strcmp(c->file, "-") != 0 && strcmp(c->file, s.path) == 0,
      .ascii = wl_wants_ascii(c),
      .have_tier = c->value[WL_OPT_COLOR].choice != 0,
      .tier = tiers[c->value[WL_OPT_COLOR].choice],
      .scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice,
      .registers = (uint32_t)c->value[WL_OPT_REGISTERS].number,
    };
    status = wl_tui(&options, d);
  } else {
    status = d->status;
  }
  source_free(&s);
  return status;
}

static enum wl_status do_new(const struct wl_command *c, struct wl_diag *d) {
  char path[8192];
  struct wl_output *o = wl_output_open(NULL, NULL, d);
  if (!o) return d->status;
  bool good = wl_new_script(c->file, path, sizeof path, d);
  if (good) fprintf(wl_output_file(o), "%s is written; see it: warplens %s\n", path, path);
  if (!wl_output_close(o, good, d)) good = false;
  return status_of(good, d);
}

static enum wl_status do_help(const struct wl_command *c, struct wl_diag *d) {
  struct wl_output *o = wl_output_open(NULL, NULL, d);
  if (!o) return d->status;
  if (c->help) wl_help_print(wl_output_file(o), c->topic);
  else wl_version_print(wl_output_file(o));
  return status_of(wl_output_close(o, true, d), d);
}

enum wl_status wl_verb_run(const struct wl_command *c, struct wl_diag *d) {
  static enum wl_status (*const verbs[WL_VERBS])(const struct wl_command *, struct wl_diag *) = {
    [WL_SCREEN] = do_screen, [WL_REPORT] = do_report, [WL_CHECK_VERB] = do_check,
    [WL_SHOW] = do_show, [WL_DIFF] = do_diff, [WL_SUGGEST] = do_suggest,
    [WL_BATCH] = do_batch,
    [WL_CALIBRATE] = do_calibrate, [WL_TABLES] = do_tables, [WL_NEW] = do_new, [WL_HELP] = do_help,
  };
  return c->help || c->version ? do_help(c, d) : verbs[c->verb](c, d);
}
