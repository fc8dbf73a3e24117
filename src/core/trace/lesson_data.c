#include "core/trace/lesson_data.h"

#include <math.h>

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

bool wl_lesson_data_valid(const struct wl_lesson_data *l) {
  if (l->stops > WL_MAX_STOPS || l->measurements > WL_MAX_MEASURED ||
      !wl_field_ends(l->flip, sizeof l->flip))
    return false;
  for (unsigned i = 0; i < l->measurements; i++)
    if (!wl_measured_valid(&l->measured[i])) return false;
  for (unsigned i = 0; i < l->stops; i++) {
    const struct wl_lesson_stop *s = &l->stop[i];
    if (!wl_field_ends(s->notes, sizeof s->notes) || s->asks > 1) return false;
    if (s->asks && !wl_question_valid(&s->question)) return false;
  }
  return true;
}
