#include "report/diff/diff_origin.h"

#include <string.h>

bool wl_diff_target(const struct wl_diff *d, struct wl_target *out) {
  *out = wl_target_make(d->side[0].arch, d->side[0].chip);
  for (size_t i = 1; i < d->sides; i++) {
    struct wl_target t = wl_target_make(d->side[i].arch, d->side[i].chip);
    if (t.arch != out->arch || t.chip != out->chip) return false;
  }
  return true;
}

const struct wl_trace *wl_diff_trace(const struct wl_diff *d, bool second) {
  for (size_t i = 0; i < d->sides; i++)
    if (d->side[i].trace && d->side[i].second == second) return d->side[i].trace;
  return NULL;
}

const char *wl_diff_script(const struct wl_diff *d, bool second) {
  const struct wl_trace *t = wl_diff_trace(d, second);
  const char *name = t ? wl_trace_called(t) : "", *slash = strrchr(name, '/');
  return slash && !wl_trace_is_line(t) ? slash + 1 : name;
}

const char *wl_diff_name(const struct wl_diff_side *s) {
  return s->whole[0] ? s->whole : s->label;
}
