#include "core/teach/measured_check.h"

#include <stdio.h>
#include <string.h>

#include "core/gpu/target.h"

bool wl_measured_compares(const struct wl_measured *m, const struct wl_arch *arch) {
  struct wl_target target;
  struct wl_diag d;
  return m->applies && wl_target_find(m->chip, &target, &d) &&
         strcmp(target.arch->cc, arch->cc) == 0;
}

uint64_t wl_measured_model(const struct wl_measured *m, unsigned i, const struct wl_analysis *a) {
  const struct wl_measured_figure *f = &m->figure[i];
  uint64_t value = wl_analysis_sum(a, f->space, f->op)->value[f->figure];
  if (f->space == WL_SHARED && f->op == WL_ATOMIC) /* a profiler tells them not apart */
    value += wl_analysis_sum(a, WL_SHARED, WL_REDUCE)->value[f->figure];
  return value * m->times;
}

const char *wl_measured_name(const struct wl_measured *m, unsigned i, char text[64]) {
  const struct wl_measured_figure *f = &m->figure[i];
  snprintf(text, 64, "%s %s %s", wl_space_names[f->space], wl_op_names[f->op],
           wl_metrics[f->figure].title);
  return text;
}
