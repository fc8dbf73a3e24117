/* Why the selected instruction costs what it does on another generation. */
#include <stdio.h>
#include <string.h>

#include "core/analysis/other_generation.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/why/why.h"
#include "session/why/why_rows.h"
#include "words/figures.h"

/* The generation cannot do it: what it lacks, and who says so, stand in the message. */
static void refuse(const struct wl_access *a, const struct wl_diag *d, struct wl_why *w) {
  w->help = "whether the generation has such an instruction";
  snprintf(w->value, sizeof w->value, "none");
  snprintf(w->sentence, sizeof w->sentence, "%.380s", d->what);
  w->made = (struct wl_rule){"not on this generation", w->sentence, WL_VENDOR,
                             "what the brackets above name", 0};
  wl_why_say(wl_why_add(w, a->mask, -1, "here"), "%s %s of %u byte%s a lane",
             wl_space_names[a->space], wl_op_names[a->op], a->width, a->width == 1 ? "" : "s");
  if (d->hint[0]) wl_why_note(w, "but", "%.150s", d->hint);
  w->rule = &w->made;
  w->certainty = WL_VENDOR;
}

bool wl_why_cc(struct wl_session *m, unsigned n, struct wl_why *w) {
  static struct wl_step_info other; /* too large for a stack that draws */
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_arch *arch = &wl_archs[n];
  struct wl_diag d;
  if (s->step.kind != WL_STEP_ACCESS || !s->step.access.mask || s->covered) return false;
  if (strcmp(arch->cc, wl_session_arch(m)->cc) == 0) arch = wl_session_arch(m); /* with its mode */
  if (!wl_step_check(m->trace, arch, &s->step, &d)) {
    snprintf(w->name, sizeof w->name, "cc %s%s", arch->cc, arch->mode);
    w->title = w->name;
    refuse(&s->step.access, &d, w);
    return true;
  }
  enum wl_space space = (enum wl_space)s->step.access.space;
  enum wl_op op = (enum wl_op)s->step.access.op;
  enum wl_figure figure = wl_figure_telling(arch, &s->step.access);
  other.step = s->step;
  wl_explain(arch, &s->step.access, &other.explain);
  snprintf(w->name, sizeof w->name, "cc %s%s: %s", arch->cc, arch->mode,
           wl_figure_title(arch, figure, space, op));
  w->title = w->name;
  bool known = wl_figure_meaning(arch, &s->step.access, figure) == WL_KNOWN;
  w->estimate = wl_figure_estimates(arch, &s->step.access, &other.explain.counts) >> figure & 1;
  snprintf(w->value, sizeof w->value, "%s", "?");
  if (known) snprintf(w->value, sizeof w->value, "%s%u", w->estimate ? "≈" : "",
                      wl_figure_get(&other.explain.counts, figure));
  wl_why_figure_on(m, arch, &other, figure, w);
  return true;
}
