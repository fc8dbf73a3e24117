#include "core/measured.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/analysis.h"
#include "core/target.h"

static bool ends(const char *field, size_t size) { return memchr(field, '\0', size) != NULL; }

bool wl_measured_valid(const struct wl_measured *m) {
  if (!ends(m->chip, sizeof m->chip) || !ends(m->with, sizeof m->with) ||
      !ends(m->size, sizeof m->size))
    return false;
  if (m->applies > 1 || m->figures > WL_MEASURED_FIGURES || m->times == 0) return false;
  for (unsigned i = 0; i < m->figures; i++) {
    const struct wl_measured_figure *f = &m->figure[i];
    if (f->space >= WL_SPACES || f->op >= WL_OPS || f->figure >= WL_FIGURES) return false;
  }
  return isfinite(m->gbps) && m->gbps >= 0;
}

bool wl_measured_compares(const struct wl_measured *m, const struct wl_arch *arch) {
  struct wl_target target;
  struct wl_diag d;
  return m->applies && wl_target_find(m->chip, &target, &d) && strcmp(target.arch->cc, arch->cc) == 0;
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
