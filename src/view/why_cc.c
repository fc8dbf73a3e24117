/* Why the selected instruction costs what it does on another generation. */
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/why_kinds.h"
#include "view/why_rows.h"

/* The generation cannot do it: the limit, and where that is from. */
static void refuse(const struct wl_diag *d, struct wl_why *w) {
  w->help = "whether the generation has such an instruction";
  snprintf(w->value, sizeof w->value, "none");
  snprintf(w->sentence, sizeof w->sentence, "%.380s", d->what);
  w->made = (struct wl_rule){"not on this generation", w->sentence, WL_VENDOR, "", 0};
  static const char tag[] = "source: ";
  const char *source = strstr(d->hint, tag);
  wl_why_note(w, "here", "%.150s", d->hint[0] ? d->hint : d->what);
  w->made.source = source ? "see above" : "CUDA Programming Guide, compute capabilities";
  w->rule = &w->made;
  w->certainty = WL_VENDOR;
}

bool wl_why_cc(struct wl_model *m, unsigned n, struct wl_why *w) {
  static struct wl_spot other; /* too large for a stack that draws */
  const struct wl_spot *s = wl_model_spot(m);
  const struct wl_arch *arch = &wl_archs[n];
  struct wl_diag d;
  if (s->step.kind != WL_STEP_ACCESS || !s->step.access.mask || s->covered) return false;
  if (strcmp(arch->cc, wl_model_arch(m)->cc) == 0) arch = wl_model_arch(m); /* with its mode */
  if (!wl_access_check(arch, &s->step.access, &d)) {
    snprintf(w->name, sizeof w->name, "cc %s%s", arch->cc, arch->mode);
    w->title = w->name;
    refuse(&d, w);
    return true;
  }
  enum wl_space space = (enum wl_space)s->step.access.space;
  enum wl_op op = (enum wl_op)s->step.access.op;
  enum wl_figure figure = wl_figure_telling(arch, space, op);
  other.step = s->step;
  wl_explain(arch, &s->step.access, &other.explain);
  snprintf(w->name, sizeof w->name, "cc %s%s: %s", arch->cc, arch->mode,
           wl_figure_title(arch, figure, space, op));
  w->title = w->name;
  bool known = wl_figure_meaning(arch, figure, space, op) == WL_KNOWN;
  w->estimate = wl_figure_estimates(arch, &s->step.access) >> figure & 1;
  snprintf(w->value, sizeof w->value, "%s", "?");
  if (known) snprintf(w->value, sizeof w->value, "%s%u", w->estimate ? "≈" : "",
                      wl_figure_get(&other.explain.counts, figure));
  wl_why_figure_on(m, arch, &other, figure, w);
  return true;
}
