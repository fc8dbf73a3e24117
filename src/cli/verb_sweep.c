/* `warplens sweep`: which runs to make, and how to write their results. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/runs/runs_left.h"
#include "canvas/write/write.h"
#include "cli/job.h"
#include "cli/verbs.h"
#include "core/trace/setting.h"
#include "report/sweep/sweep.h"
#include "script/judge/sweep_runs.h"
#include "view/views/sweep_columns.h"
#include "words/occupancy_text.h"

enum { MEASURES = 8, PROPOSAL = 3 * WL_SWEEP_TEXT + 4 /* bytes of a range */ };

/* A setting that stands for several values. */
struct axis {
  const char *name;
  char (*value)[WL_SWEEP_TEXT];
  size_t count;
};

/* What the verb works with. */
struct plan {
  const struct wl_command *command;
  struct wl_command fixed;  /* its settings that have one value only */
  struct wl_job job;        /* of these */
  struct wl_input *head;      /* what the script declares; NULL: of -e */
  struct axis axis[WL_SWEEP_FIXED + 1]; /* the first one is that of the plot */
  size_t axes;
  struct wl_sweep sweep;
  struct wl_measure measure[MEASURES];
  size_t measures;
};

/* Settings with several values are taken out: the script has its own for them. */
static bool split_settings(struct plan *p, const char *text[WL_SWEEP_FIXED + 1],
                           struct wl_diag *d) {
  const struct wl_command *c = p->command;
  p->fixed = *c;
  p->fixed.setting_count = 0;
  for (size_t i = 0; i < c->setting_count; i++) {
    const struct wl_setting *s = &c->settings[i];
    if (!wl_sweep_several(s->name, s->value)) {
      p->fixed.settings[p->fixed.setting_count++] = *s;
      continue;
    }
    if (p->axes == WL_SWEEP_FIXED + 1)
      return wl_diag_fail(d, WL_USAGE, "at most %d parameters can have several values",
                          WL_SWEEP_FIXED + 1);
    text[p->axes] = s->value;
    p->axis[p->axes++].name = s->name;
  }
  return true;
}

static const struct wl_param *param_named(const struct wl_head *head, const char *name) {
  for (unsigned i = 0; head && i < head->params; i++)
    if (strcmp(head->param[i].name, name) == 0) return &head->param[i];
  return NULL;
}

/* Whether these are values of a parameter that can be swept. */
static bool can_sweep(const struct wl_param *p, const char *values) {
  char (*value)[WL_SWEEP_TEXT] = NULL;
  struct wl_diag unheard;
  size_t count = 0;
  bool good = wl_sweep_range(p->name, values, p, &value, &count, &unheard);
  bool within = good && count > 1, limits = p->min <= p->max;
  for (size_t i = 0; within && p->kind != WL_PARAM_CHOICE && i < count; i++) {
    double v = strtod(value[i], NULL);
    within = (!limits || (v >= p->min && v <= p->max)) &&
             (p->kind != WL_PARAM_INTEGER || v == floor(v));
  }
  free(value);
  return within;
}

/* Whether a script says what a parameter can be, in both directions. */
static bool is_limited(const struct wl_param *p) {
  if (p->kind == WL_PARAM_CHOICE) return true;
  return p->min <= p->max && p->min > -WL_PARAM_UNLIMITED && p->max < WL_PARAM_UNLIMITED;
}

/* Values to sweep a parameter by: between its limits, else around its own. False: none are known
 * that can be. */
static bool propose(const struct wl_param *p, char text[PROPOSAL]) {
  enum { STEPS = 8 };
  bool whole = p->kind == WL_PARAM_INTEGER;
  double min = whole ? ceil(p->min) : p->min, max = whole ? floor(p->max) : p->max;
  double own = strtod(p->initial, NULL), part = (max - min) / STEPS;
  if (p->kind == WL_PARAM_CHOICE) {
    snprintf(text, PROPOSAL, "..");
    return can_sweep(p, text);
  }
  char from[WL_SWEEP_TEXT], to[WL_SWEEP_TEXT], step[WL_SWEEP_TEXT];
  wl_sweep_number(min, from);
  wl_sweep_number(max, to);
  wl_sweep_number(whole ? ceil(part) : part, step);
  snprintf(text, PROPOSAL, "%s..%s", from, to);
  if (is_limited(p) && can_sweep(p, text)) return true;
  snprintf(text, PROPOSAL, "%s..%s:%s", from, to, step);
  if (is_limited(p) && can_sweep(p, text)) return true;
  wl_sweep_number(own > 0 ? 2 * own : own + 1, to);
  snprintf(text, PROPOSAL, "%s,%s", p->initial, to);
  if (can_sweep(p, text)) return true;
  wl_sweep_number(own - 1, from);
  snprintf(text, PROPOSAL, "%s,%s", from, p->initial);
  return can_sweep(p, text);
}

/* The hint proposes what the script has: numbers with limits, then names, then other numbers. */
static bool nothing_swept(const struct wl_head *head, struct wl_diag *d) {
  const struct wl_param *best = NULL;
  char text[PROPOSAL];
  wl_diag_fail(d, WL_USAGE, "sweep needs a parameter with several values");
  if (!head) return wl_diag_hint(d, "such as stride=1..32 or n=256,512");
  for (unsigned i = 0; i < head->params; i++) {
    const struct wl_param *p = &head->param[i];
    bool choice = p->kind == WL_PARAM_CHOICE;
    if (!propose(p, text)) continue;
    if (!best || (is_limited(p) && (!choice || !is_limited(best)))) best = p;
    if (is_limited(p) && !choice) break;
  }
  if (best && propose(best, text)) return wl_diag_hint(d, "such as %s=%s", best->name, text);
  return wl_diag_hint(d, "the script has none to sweep; its blocks are: block=32..256:32");
}

/* What the script declares, with its own values where several are asked for. What -e
 * has no default for is given the first of its values by the points themselves. */
static bool read_head(struct plan *p, struct wl_diag *d) {
  struct wl_run_options o = p->job.run;
  if (p->command->expression) return true;
  if (!wl_input_can(&p->job.run, WL_CAN_SET, d)) return false;
  o.head_only = true;
  o.arch = wl_arch_default(); /* what is declared is the same everywhere, if there is room */
  o.arch_given = true;
  o.registers = 0; /* that it cannot be launched is for its points to say */
  p->head = wl_input_start(&o, d);
  if (!p->head) return false;
  if (wl_input_wait(p->head) == WL_RUN_DONE) return true;
  *d = *wl_input_diag(p->head);
  return false;
}

static bool read_axes(struct plan *p, const char *text[], struct wl_diag *d) {
  const struct wl_head *head = p->head ? wl_trace_head(wl_input_trace(p->head)) : NULL;
  char shape[32];
  if (p->axes == 0) return nothing_swept(head, d);
  for (size_t i = 0; i < p->axes; i++)
    if (!wl_sweep_range(p->axis[i].name, text[i], param_named(head, p->axis[i].name),
                        &p->axis[i].value, &p->axis[i].count, d))
      return false;
  struct wl_sweep *s = &p->sweep;
  const struct wl_param *first = param_named(head, p->axis[0].name);
  snprintf(s->name, sizeof s->name, "%s", p->axis[0].name);
  if (first) snprintf(s->initial, sizeof s->initial, "%s", first->initial);
  else if (head && strcmp(s->name, "grid") == 0)
    snprintf(s->initial, sizeof s->initial, "%s", wl_head_shape_text(head->grid, shape));
  else if (head && strcmp(s->name, "block") == 0)
    snprintf(s->initial, sizeof s->initial, "%s", wl_head_shape_text(head->block, shape));
  s->value = p->axis[0].value;
  s->values = p->axis[0].count;
  p->axis[0].value = NULL;
  return true;
}

/* One line for each combination of the other settings and the generations. */
static void make_line(struct plan *p, size_t number, struct wl_sweep_line *line) {
  const struct wl_command *c = p->command;
  size_t targets = c->target_count ? c->target_count : 1, rest = number / targets, used = 0;
  char title[WL_TARGET_TEXT];
  line->target = c->target_count ? c->targets[number % targets] : p->job.target;
  for (size_t i = p->axes; i-- > 1; rest /= p->axis[i].count) {
    unsigned k = (unsigned)i - 1;
    snprintf(line->with[k].name, WL_SWEEP_TEXT, "%s", p->axis[i].name);
    memcpy(line->with[k].value, p->axis[i].value[rest % p->axis[i].count], WL_SWEEP_TEXT);
  }
  line->fixed = (unsigned)p->axes - 1;
  for (unsigned k = 0; k < line->fixed && used < sizeof line->label; k++)
    used += (size_t)snprintf(line->label + used, sizeof line->label - used, "%s%s=%s",
                             used ? ", " : "", line->with[k].name, line->with[k].value);
  if (targets > 1 && used < sizeof line->label)
    snprintf(line->label + used, sizeof line->label - used, "%s%s", used ? ", " : "",
             wl_target_title(line->target, title));
}

static bool make_lines(struct plan *p, struct wl_diag *d) {
  struct wl_sweep *s = &p->sweep;
  size_t lines = p->command->target_count ? p->command->target_count : 1;
  for (size_t i = 1; i < p->axes; i++) lines *= p->axis[i].count;
  if (lines > WL_SWEEP_LINES)
    return wl_diag_fail(d, WL_USAGE, "that makes %zu lines of a plot, more than %d", lines,
                        WL_SWEEP_LINES);
  if (lines * s->values > WL_SWEEP_POINTS)
    return wl_diag_fail(d, WL_USAGE, "that makes %zu runs, more than %d", lines * s->values,
                        WL_SWEEP_POINTS);
  s->lines = lines;
  for (size_t i = 0; i < lines; i++) make_line(p, i, &s->line[i]);
  return wl_sweep_prepare(s) || wl_diag_fail(d, WL_LIMIT, "out of memory");
}

static bool read_measures(struct plan *p, struct wl_diag *d) {
  const char *s = p->command->value[WL_OPT_FIGURE].text;
  for (; s; s++) {
    size_t n = strcspn(s, ",");
    if (p->measures == MEASURES)
      return wl_diag_fail(d, WL_USAGE, "--figure takes at most %d figures", MEASURES);
    if (!wl_measure_find(s, n, &p->measure[p->measures++], d)) return false;
    s += n;
    if (!*s) break;
  }
  return true;
}

/* What went wrong at a point, and at which. */
static bool blame(const struct wl_sweep *s, size_t point, struct wl_diag *d) {
  char name[2 * WL_SWEEP_TEXT + 2];
  const char *what = s->point[point].problem.what;
  *d = s->point[point].problem;
  int n = snprintf(name, sizeof name, "%s=%s", s->name, s->value[point % s->values]);
  if (strncmp(what, name, (size_t)n) != 0) /* the script may have said so itself */
    snprintf(d->what, sizeof d->what, "%s: %.400s", name, what);
  return false;
}

/* That a kernel cannot run with some value is something to show. A value that the script
 * does not take is a mistake, and a limit of this machine says nothing of the kernel;
 * neither does a sweep where nothing runs. */
static bool judge(const struct wl_sweep *s, struct wl_diag *d) {
  size_t points = s->lines * s->values, failed = 0, first = 0;
  assert(points > 0); /* every axis has a value, and every sweep a line */
  for (size_t i = points; i-- > 0;) {
    const struct wl_sweep_point *p = &s->point[i];
    if (p->state != WL_POINT_FAILED) continue;
    if (p->problem.status != WL_SCRIPT) return blame(s, i, d);
    failed++;
    first = i;
  }
  return failed < points || blame(s, first, d);
}

static void tell_left(void *to, size_t left) { wl_waiting_tell(to, left); }

static bool run_points(struct plan *p, struct wl_diag *d) {
  const struct wl_command *c = p->command;
  unsigned jobs = c->value[WL_OPT_JOBS].given ? (unsigned)c->value[WL_OPT_JOBS].number : 0;
  p->sweep.registers = (uint32_t)c->value[WL_OPT_REGISTERS].number;
  struct wl_sweeper *w = wl_sweeper_create(&p->job.run, &p->sweep, jobs, d);
  if (!w) return false;
  struct wl_waiting waiting = {.began = 0};
  wl_sweeper_wait(w, tell_left, &waiting);
  wl_sweeper_destroy(w);
  return judge(&p->sweep, d);
}

/* Whether another setting of that name comes behind it, or each run has a value of its own,
 * which counts instead. */
static bool is_replaced(const struct plan *p, size_t at) {
  const struct wl_command *c = &p->fixed;
  const char *name = c->settings[at].name;
  for (size_t i = at + 1; i < c->setting_count; i++)
    if (strcmp(c->settings[i].name, name) == 0) return true;
  for (size_t i = 0; i < p->axes; i++)
    if (strcmp(p->axis[i].name, name) == 0) return true;
  return false;
}

/* What all runs are given: without it two plots of different runs look alike. In words, too. */
static char *list_settings(const struct plan *p, struct wl_sweep_page *page,
                           struct wl_sweep_setting list[WL_MAX_SETTINGS], struct wl_diag *d) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  page->setting = list;
  for (size_t i = 0; f && i < p->fixed.setting_count; i++) {
    const struct wl_setting *s = &p->fixed.settings[i];
    if (is_replaced(p, i)) continue;
    fprintf(f, "%s%s=%s", page->settings ? " " : "", s->name, s->value);
    list[page->settings++] = (struct wl_sweep_setting){s->name, s->value};
  }
  if (f && fclose(f) == 0) {
    page->with = text;
    return text;
  }
  free(text);
  wl_diag_fail(d, WL_LIMIT, "out of memory");
  return NULL;
}

/* What all runs are counted on; NULL where lines differ in that. */
static const struct wl_target *one_target(const struct wl_sweep *s) {
  const struct wl_target *first = &s->line[0].target;
  for (size_t i = 1; i < s->lines; i++)
    if (s->line[i].target.arch != first->arch || s->line[i].target.chip != first->chip) return NULL;
  return first;
}

/* A picture in words: what it is of, and all its values. To be freed. */
static char *describe(const struct wl_sweep_picture *picture) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (f) fprintf(f, "%s. ", picture->subtitle);
  if (f) wl_sweep_picture_say(picture, &(struct wl_prose){f, false});
  if (f && fclose(f) == 0) {
    for (char *at = text; (at = strchr(at, '\n')) != NULL;) *at = ' ';
    return text;
  }
  free(text);
  return NULL;
}

/* Figures as the view of the screen draws them. */
static bool write_svg(const struct wl_command *c, const struct wl_sweep_page *page, FILE *f,
                      struct wl_diag *d) {
  char target[WL_TARGET_TEXT] = "", *runs = NULL;
  if (page->target) wl_target_title(*page->target, target);
  if (asprintf(&runs, "%s%s%s%s%s", page->script, *target ? " · " : "", target,
               *page->with ? " · " : "", page->with) < 0)
    return wl_diag_fail(d, WL_LIMIT, "out of memory");
  struct wl_sweep_picture picture = {page->sweep, page->title, runs, page->measure, page->measures};
  struct wl_canvas *canvas = wl_sweep_picture_draw(&picture, c->value[WL_OPT_ASCII].given);
  char *words = describe(&picture);
  bool good = canvas && words
                  ? wl_write_svg(f, canvas, (enum wl_scheme)c->value[WL_OPT_THEME].choice,
                                 page->title[0] ? page->title : page->script, words, d)
                  : wl_diag_fail(d, WL_LIMIT, "out of memory");
  wl_canvas_destroy(canvas);
  free(words);
  free(runs);
  return good;
}

static bool write_page(const struct plan *p, const struct wl_sweep_page *page, FILE *f,
                       struct wl_diag *d) {
  switch (wl_verb_format(p->command)) {
  case WL_FORMAT_SVG: return write_svg(p->command, page, f, d);
  case WL_FORMAT_CSV: return wl_sweep_csv(f, page, d);
  case WL_FORMAT_JSON: return wl_sweep_json(f, page, d);
  default: return wl_sweep_text(f, page, d);
  }
}

static bool write_sweep(struct plan *p, FILE *f, struct wl_diag *d) {
  const struct wl_command *c = p->command;
  const struct wl_head *head = p->head ? wl_trace_head(wl_input_trace(p->head)) : NULL;
  const char *name = p->job.run.name, *slash = strrchr(name, '/');
  if (p->measures == 0) p->measures = wl_sweep_measures(&p->sweep, p->measure, MEASURES);
  struct wl_sweep_setting setting[WL_MAX_SETTINGS];
  struct wl_sweep_page page = {
    .sweep = &p->sweep,
    .title = head ? head->title : "",
    .script = c->expression ? c->expression : slash ? slash + 1 : name,
    .target = one_target(&p->sweep),
    .measure = p->measure,
    .measures = p->measures,
    .ascii = wl_wants_ascii(c),
  };
  char *with = list_settings(p, &page, setting, d);
  bool good = with && write_page(p, &page, f, d);
  free(with);
  return good;
}

enum wl_status wl_verb_sweep(const struct wl_command *c, struct wl_diag *d) {
  const char *text[WL_SWEEP_FIXED + 1];
  struct plan *p = calloc(1, sizeof *p);
  if (!p) {
    wl_diag_fail(d, WL_LIMIT, "out of memory");
    return WL_LIMIT;
  }
  p->command = c;
  struct wl_output *o = wl_verb_open(c, d);
  bool good = o && read_measures(p, d) && split_settings(p, text, d) &&
              wl_job_read(&p->fixed, &p->job, d) && read_head(p, d) && read_axes(p, text, d) &&
              make_lines(p, d) && run_points(p, d) && write_sweep(p, wl_output_file(o), d);
  if (o && !wl_verb_close(c, o, good, d)) good = false;
  for (size_t i = 0; i < p->axes; i++) free(p->axis[i].value);
  wl_sweep_clear(&p->sweep);
  wl_input_destroy(p->head);
  wl_job_free(&p->job);
  free(p);
  return good ? WL_OK : d->status;
}
