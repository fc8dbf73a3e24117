#include "core/analysis/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

bool wl_sweep_several(const char *name, const char *text) {
  bool shape = strcmp(name, "grid") == 0 || strcmp(name, "block") == 0;
  return strstr(text, "..") || (!shape && strchr(text, ','));
}

/* Values as they are read. */
struct list {
  const char *name;
  char (*value)[WL_SWEEP_TEXT];
  size_t count, room;
  struct wl_diag *diag;
};

static bool add(struct list *l, const char *text, size_t size) {
  if (l->count == WL_SWEEP_VALUES)
    return wl_diag_fail(l->diag, WL_USAGE, "%s has more than %d values", l->name, WL_SWEEP_VALUES);
  if (size == 0 || size >= WL_SWEEP_TEXT)
    return wl_diag_fail(l->diag, WL_USAGE, "a value of %s has 1 to %d bytes, not %zu", l->name,
                        WL_SWEEP_TEXT - 1, size);
  if (l->count == l->room) {
    void *more = wl_grow(l->value, sizeof *l->value, &l->room, 16);
    if (!more) return wl_diag_fail(l->diag, WL_LIMIT, "out of memory");
    l->value = more;
  }
  snprintf(l->value[l->count], WL_SWEEP_TEXT, "%.*s", (int)size, text);
  for (size_t i = 0; i < l->count; i++)
    if (strcmp(l->value[i], l->value[l->count]) == 0)
      return wl_diag_fail(l->diag, WL_USAGE, "%s has the value %s twice", l->name, l->value[i]);
  l->count++;
  return true;
}

void wl_sweep_number(double v, char text[WL_SWEEP_TEXT]) {
  snprintf(text, WL_SWEEP_TEXT, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.10g", v);
}

/* Numbers from `from` to `to`; `step` is positive. */
static bool add_numbers(struct list *l, double from, double to, double step) {
  double count = floor((to - from) / step + 1e-9) + 1;
  if (!(count <= WL_SWEEP_VALUES))
    return wl_diag_fail(l->diag, WL_USAGE, "%s has more than %d values", l->name, WL_SWEEP_VALUES);
  for (double i = 0; i < count; i++) {
    char text[WL_SWEEP_TEXT];
    double v = from + i * step;
    wl_sweep_number(fabs(v) < 1e-9 * step ? 0 : v, text); /* -0.6 + 3 * 0.2 is not quite 0 */
    if (!add(l, text, strlen(text))) return false;
  }
  return true;
}

static bool hint_range(struct list *l) {
  return wl_diag_hint(l->diag, "ranges are written %s=0..8, %s=32..256:32 or %s=1,2,4", l->name,
                      l->name, l->name);
}

/* "0..8" or "32..256:32", of `size` bytes. */
static bool add_range(struct list *l, const char *text, size_t size, const struct wl_param *p) {
  char copy[96], *end;
  if (size >= sizeof copy)
    return wl_diag_fail(l->diag, WL_USAGE, "%s has too long a range", l->name);
  memcpy(copy, text, size);
  copy[size] = '\0';
  char *dots = strstr(copy, ".."), *colon = strchr(dots, ':');
  double step = p && p->kind != WL_PARAM_CHOICE && p->step > 0 ? p->step : 1;
  *dots = '\0';
  double from = strtod(copy, &end);
  bool good = end != copy && end == dots && isfinite(from);
  double to = strtod(dots + 2, &end);
  good = good && end != dots + 2 && (*end == '\0' || end == colon) && isfinite(to);
  if (good && colon) {
    step = strtod(colon + 1, &end);
    good = end != colon + 1 && *end == '\0' && isfinite(step) && step > 0;
  }
  if (!good) {
    wl_diag_fail(l->diag, WL_USAGE, "'%.*s' is no range of %s", (int)size, text, l->name);
    return hint_range(l);
  }
  if (to < from) {
    wl_diag_fail(l->diag, WL_USAGE, "'%.*s' runs backwards", (int)size, text);
    return wl_diag_hint(l->diag, "begin with the smaller one: %s=%.10g..%.10g", l->name, to, from);
  }
  return add_numbers(l, from, to, step);
}

/* All that the script allows. */
static bool add_all(struct list *l, const struct wl_param *p) {
  if (!p) {
    wl_diag_fail(l->diag, WL_USAGE, "the script does not say what %s can be", l->name);
    return hint_range(l);
  }
  if (p->kind == WL_PARAM_CHOICE) {
    for (unsigned i = 0; i < p->choices; i++)
      if (!add(l, p->choice[i], strlen(p->choice[i]))) return false;
    return true;
  }
  if (p->min > p->max || !isfinite(p->min) || !isfinite(p->max)) {
    wl_diag_fail(l->diag, WL_USAGE, "the script sets no limits to %s", l->name);
    return hint_range(l);
  }
  return add_numbers(l, p->min, p->max, p->step > 0 ? p->step : 1);
}

bool wl_sweep_range(const char *name, const char *text, const struct wl_param *param,
                    char (**values)[WL_SWEEP_TEXT], size_t *count, struct wl_diag *d) {
  struct list l = {.name = name, .diag = d};
  bool good = true, shape = strcmp(name, "grid") == 0 || strcmp(name, "block") == 0;
  if (strcmp(text, "..") == 0) good = add_all(&l, param);
  else
    for (const char *s = text; good; s++) {
      size_t n = shape ? strlen(s) : strcspn(s, ",");
      bool range = memmem(s, n, "..", 2) != NULL;
      if (n == 0) good = wl_diag_fail(d, WL_USAGE, "%s has an empty value", name) || hint_range(&l);
      else good = range ? add_range(&l, s, n, param) : add(&l, s, n);
      s += n;
      if (!*s) break;
    }
  if (!good) {
    free(l.value);
    return false;
  }
  *values = l.value;
  *count = l.count;
  return true;
}

bool wl_sweep_prepare(struct wl_sweep *s) {
  s->point = calloc(s->lines * s->values + 1, sizeof *s->point);
  return s->point;
}

void wl_sweep_clear(struct wl_sweep *s) {
  free(s->value);
  free(s->point);
  s->value = NULL;
  s->point = NULL;
}

struct wl_sweep_point *wl_sweep_at(const struct wl_sweep *s, size_t line, size_t value) {
  return &s->point[line * s->values + value];
}

size_t wl_sweep_present(const struct wl_sweep *s) {
  size_t i = 0;
  while (i < s->values && strcmp(s->value[i], s->initial) != 0) i++;
  return i;
}

enum wl_meaning wl_sweep_get(const struct wl_sweep *s, size_t line, size_t value,
                             const struct wl_measure *m, double *out) {
  const struct wl_sweep_point *p = wl_sweep_at(s, line, value);
  *out = 0;
  return p->state == WL_POINT_DONE ? wl_measure_get(m, &p->outcome, s->registers, out)
                                   : WL_MEANINGLESS;
}

bool wl_sweep_best(const struct wl_sweep *s, size_t line, const struct wl_measure *m,
                   double *best) {
  double v;
  bool any = false, differ = false, more = wl_measure_rises(m);
  for (size_t i = 0; i < s->values; i++) {
    if (wl_sweep_get(s, line, i, m, &v) != WL_KNOWN) continue;
    differ |= any && v != *best;
    if (!any || (more ? v > *best : v < *best)) *best = v;
    any = true;
  }
  return differ;
}

size_t wl_sweep_known(const struct wl_sweep *s, size_t line, const struct wl_measure *m) {
  double v;
  size_t known = 0;
  for (size_t i = 0; i < s->values; i++) known += wl_sweep_get(s, line, i, m, &v) == WL_KNOWN;
  return known;
}

bool wl_sweep_stopped(const struct wl_sweep_point *p) {
  return p->state == WL_POINT_FAILED && p->problem.status == WL_LIMIT;
}

bool wl_sweep_uses(const struct wl_sweep *s, enum wl_space space) {
  for (size_t i = 0; i < s->lines * s->values; i++)
    for (unsigned op = 0; s->point[i].state == WL_POINT_DONE && op < WL_OPS; op++)
      if (s->point[i].outcome.sum[space][op].instructions) return true;
  return false;
}

/* Whether a measure is not the same everywhere. */
static bool differs(const struct wl_sweep *s, const struct wl_measure *m) {
  double first = 0, v;
  bool any = false;
  for (size_t l = 0; l < s->lines; l++)
    for (size_t i = 0; i < s->values; i++) {
      if (wl_sweep_get(s, l, i, m, &v) != WL_KNOWN) continue;
      if (any && v != first) return true;
      first = v;
      any = true;
    }
  return false;
}

size_t wl_sweep_measures(const struct wl_sweep *s, struct wl_measure *out, size_t room) {
  size_t n = 0, apart = 0;
  for (enum wl_space space = 0; space < WL_SPACES && n < room; space++)
    if (wl_sweep_uses(s, space))
      out[n++] = (struct wl_measure){.kind = WL_MEASURE_FIGURE, .space = (uint8_t)space,
                                     .op = WL_OPS, .figure = (uint8_t)wl_main_figure(space)};
  for (size_t i = 0; i < n; i++)
    if (differs(s, &out[i])) out[apart++] = out[i];
  return apart ? apart : n;
}
