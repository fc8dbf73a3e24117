/* `warplens show`: the picture of one instruction. */
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "out/out.h"
#include "verbs.h"
#include "view/model.h"
#include "view/view.h"

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
  if (!c->value[WL_OPT_WHY].given) return true;
  if (c->value[WL_OPT_MASK].given)
    return wl_diag_fail(d, WL_USAGE, "--why explains what --mask hides: give one of them");
  if (wl_model_ask_why(m, figure)) return true;
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
    wl_model_mask(m, c->value[WL_OPT_MASK].given);
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

enum wl_status wl_verb_show(const struct wl_command *c, struct wl_diag *d) {
  return wl_verb_write(c, write_view, d);
}
