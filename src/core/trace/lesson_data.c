#include "core/trace/lesson_data.h"

#include "core/base/bytes.h"

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
