#include "core/trace/measured.h"

#include <math.h>
#include <string.h>

#include "core/access/access.h"
#include "core/base/bytes.h"
#include "core/explain/metric.h"

bool wl_measured_valid(const struct wl_measured *m) {
  if (!wl_field_ends(m->chip, sizeof m->chip) || !wl_field_ends(m->with, sizeof m->with) ||
      !wl_field_ends(m->size, sizeof m->size))
    return false;
  if (m->applies > 1 || m->figures > WL_MEASURED_FIGURES || m->times == 0) return false;
  for (unsigned i = 0; i < m->figures; i++) {
    const struct wl_measured_figure *f = &m->figure[i];
    if (f->space >= WL_SPACES || f->op >= WL_OPS || f->figure >= WL_FIGURES) return false;
  }
  return isfinite(m->gbps) && m->gbps >= 0;
}
