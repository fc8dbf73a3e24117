/* A figure of a sweep as columns, one for each value of the parameter. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/views/sweep_columns.h"
#include "words/format.h"

enum { AXIS = WL_SWEEP_AXIS - 2, FOOT = 2, LEAST = 3 /* rows of a plot */,
       MOST_PITCH = 12, LISTED = 4 /* best values */,
       SIGN = 2 };

/* What is plotted, and where. */
struct plot {
  const struct wl_sweep *s;
  const struct wl_sweep_columns *of;
  struct wl_rect r;        /* of the columns themselves */
  size_t first, count;     /* values that have room */
  int pitch;
  size_t present;          /* s->values: it is none of them */
  double most, best;
  bool told;               /* there is a best */
  bool numbered;           /* columns have their numbers above them */
  size_t open, stopped, known; /* values: still to come, came to a limit, have a number */
};

/* "1,048,576", "1.08e9" where that is too long for the axis; "3.1 %". */
static const char *number_text(const struct wl_measure *m, double v, char text[32]) {
  enum wl_measured_in unit = wl_measure_unit(m);
  if (unit == WL_SHARE) snprintf(text, 32, "%.3g %%", v * 100);
  else if (unit == WL_MICROSECONDS) snprintf(text, 32, "%.3g us", v);
  else wl_format_count((uint64_t)v, text);
  if (strlen(text) >= AXIS) snprintf(text, 32, "%.2e", v);
  return text;
}

static double value_of(const struct plot *p, size_t i) {
  double v;
  return wl_sweep_get(p->s, p->of->line, i, &p->of->measure, &v) == WL_KNOWN ? v : NAN;
}

/* Where there is room for some values only, the present one is among them. */
static void measure(struct plot *p) {
  char (*value)[WL_SWEEP_TEXT] = p->s->value;
  p->present = 0;
  while (p->present < p->s->values && strcmp(value[p->present], p->of->now) != 0) p->present++;
  size_t room = (size_t)p->r.w;
  p->count = p->s->values < room ? p->s->values : room;
  if (p->present < p->s->values && p->present > p->count / 2) p->first = p->present - p->count / 2;
  if (p->first + p->count > p->s->values) p->first = p->s->values - p->count;
  p->pitch = p->r.w / (int)p->count;
  if (p->pitch > MOST_PITCH) p->pitch = MOST_PITCH;
  for (size_t i = 0; i < p->s->lines * p->s->values; i++) {
    double v;
    enum wl_meaning known = wl_sweep_get(p->s, i / p->s->values, i % p->s->values,
                                         &p->of->measure, &v);
    if (known == WL_KNOWN && v > p->most) p->most = v;
  }
  p->told = wl_sweep_best(p->s, p->of->line, &p->of->measure, &p->best);
  p->known = wl_sweep_known(p->s, p->of->line, &p->of->measure);
  for (size_t i = 0; i < p->s->values; i++) {
    p->open += wl_sweep_at(p->s, p->of->line, i)->state == WL_POINT_OPEN;
    p->stopped += wl_sweep_stopped(wl_sweep_at(p->s, p->of->line, i));
  }
}

/* What the values come to, or how far it is known: values with which the kernel cannot run
 * are no rivals of the best one, but those that were stopped may be better. */
static void sum_up(const struct plot *p, char text[256]) {
  char number[32];
  const char *value = number_text(&p->of->measure, p->best, number);
  size_t all = p->s->values;
  if (p->known == 0) snprintf(text, 256, "none is known");
  else if (!p->told && p->known == all) snprintf(text, 256, "the same everywhere");
  else if (!p->told && p->known > 1)
    snprintf(text, 256, "the same so far, %zu of %zu known", p->known, all);
  else if (!p->told) snprintf(text, 256, "1 of %zu is known", all);
  else if (p->stopped)
    snprintf(text, 256, "best so far, %zu of %zu known: %s at %s=", p->known, all, value,
             p->s->name);
  else snprintf(text, 256, "✓ best: %s at %s=", value, p->s->name);
}

/* "best 65,536 at 1, 3, 5", or how many runs are still to come. Where there is no room
 * for all of it, what is not known is said alone. */
static enum wl_style best_text(const struct wl_canvas *c, const struct plot *p, int room,
                               char text[256]) {
  size_t listed = 0;
  if (p->open) {
    snprintf(text, 256, "%zu of %zu runs to come", p->open, p->s->values);
    return WL_STYLE_NOTE;
  }
  sum_up(p, text);
  size_t n = strlen(text);
  for (size_t i = 0; p->told && i < p->s->values; i++)
    if (value_of(p, i) == p->best && listed++ < LISTED)
      n += (size_t)snprintf(text + n, 256 - n, "%s%s", listed > 1 ? ", " : "", p->s->value[i]);
  if (listed > LISTED) snprintf(text + n, 256 - n, "…");
  bool part = p->stopped || (!p->told && p->known < p->s->values);
  if (part && wl_canvas_cells(c, text, -1) > room)
    snprintf(text, 256, "%zu of %zu known", p->known, p->s->values);
  return part ? WL_STYLE_WARN : p->told ? WL_STYLE_GOOD : WL_STYLE_DIM;
}

static void draw_head(struct wl_canvas *c, struct wl_rect r, const struct plot *p) {
  enum { GAP = 2 };
  char title[WL_MEASURE_NAME], text[256];
  wl_measure_title(&p->of->measure, title);
  int all = r.w - 2, room = all - wl_canvas_cells(c, title, -1) - GAP;
  enum wl_style style = best_text(c, p, room, text);
  if (p->open && wl_canvas_cells(c, text, -1) > room)
    snprintf(text, sizeof text, "%zu to come", p->open);
  int cells = wl_canvas_cells(c, text, -1);
  if (p->open || cells <= room) {
    wl_canvas_right(c, r.x + r.w - 1, r.y, style, text);
    all -= cells + GAP;
  }
  wl_canvas_fit(c, r.x + 1, r.y, all, WL_STYLE_STRONG, title);
}

/* Behind a sign, and apart from the next column. */
static bool has_numbers(const struct wl_canvas *c, const struct plot *p) {
  char text[32];
  for (size_t i = p->first; i < p->first + p->count; i++) {
    double v = value_of(p, i);
    if (isnan(v)) continue;
    const char *number = number_text(&p->of->measure, v, text);
    if (SIGN + wl_canvas_cells(c, number, -1) >= p->pitch) return false;
  }
  return p->known && p->r.h > LEAST;
}

static void draw_axis(struct wl_canvas *c, const struct plot *p) {
  char text[32];
  int x = p->r.x - 1, base = p->r.y + p->r.h - 1;
  for (int y = p->r.y; y <= base; y++) wl_canvas_glyph(c, x, y, WL_GLYPH_V, 1, WL_STYLE_RULE);
  wl_canvas_right(c, x, base, WL_STYLE_DIM, "0");
  if (!(p->most > 0)) return;
  wl_canvas_right(c, x, p->r.y, WL_STYLE_DIM, number_text(&p->of->measure, p->most, text));
  if (p->r.h > 4)
    wl_canvas_right(c, x, p->r.y + p->r.h / 2, WL_STYLE_DIM,
                    number_text(&p->of->measure, p->most / 2, text));
}

static void draw_column(struct wl_canvas *c, const struct plot *p, size_t i) {
  int x = p->r.x + (int)(i - p->first) * p->pitch, base = p->r.y + p->r.h - 1;
  int width = p->pitch > 2 ? p->pitch - 1 : 1;
  double v = value_of(p, i);
  enum wl_point_state state = wl_sweep_at(p->s, p->of->line, i)->state;
  bool good = p->told && v == p->best, here = i == p->present;
  wl_canvas_hit(c, (struct wl_rect){x, p->r.y, p->pitch, p->r.h + 1}, WL_HIT_VALUE, i);
  if (isnan(v)) {
    bool failed = state == WL_POINT_FAILED;
    bool cut = failed && wl_sweep_stopped(wl_sweep_at(p->s, p->of->line, i));
    enum wl_glyph_id g = cut ? WL_GLYPH_ELLIPSIS : failed ? WL_GLYPH_FAIL : WL_GLYPH_DOT;
    wl_canvas_glyph(c, x, base, g, 1, cut ? WL_STYLE_WARN : failed ? WL_STYLE_BAD : WL_STYLE_GHOST);
    if (cut && width > 8) wl_canvas_text(c, x + 2, base, WL_STYLE_WARN, "stopped");
    return;
  }
  enum wl_style style = good ? WL_STYLE_GOOD : here ? WL_STYLE_KEY : WL_STYLE_LANE_OFF;
  double share = p->most > 0 ? v / p->most : 0;
  struct wl_rect column = {x, base - p->r.h + 1, width, p->r.h};
  wl_canvas_column(c, column, share, style);
  int top = base - (int)ceil(share * p->r.h);
  int above = top >= p->r.y || p->numbered ? top : p->r.y; /* or within a column up to the top */
  if (good) wl_canvas_glyph(c, x, above, WL_GLYPH_CHECK, 1, WL_STYLE_GOOD);
  char text[32];
  if (!p->numbered) return;
  style = good || here ? style : WL_STYLE_DIM;
  wl_canvas_text(c, good ? x + SIGN : x, top, style, number_text(&p->of->measure, v, text));
}

/* The figure of the present value, or why it has none; "" where no value is the present one. */
static void now_text(const struct plot *p, char text[160]) {
  bool among = p->present < p->s->values;
  double v = among ? value_of(p, p->present) : NAN;
  char number[32];
  const char *now = p->of->now;
  const struct wl_sweep_point *point = among ? wl_sweep_at(p->s, p->of->line, p->present) : NULL;
  if (point && point->state == WL_POINT_FAILED)
    snprintf(text, 160, "%s=%s: %.100s", p->s->name, now, point->problem.what);
  else if (isnan(v)) snprintf(text, 160, "%s%s%s", *now ? p->s->name : "", *now ? "=" : "", now);
  else snprintf(text, 160, "%s=%s: %s", p->s->name, now, number_text(&p->of->measure, v, number));
}

/* Where a plot has no room, what it comes to: the figure now, and the best one. */
static void draw_short(struct wl_canvas *c, struct wl_rect r,
                       const struct plot *p) {
  char title[WL_MEASURE_NAME], now[160], best[256];
  int y = r.y, room = r.w - 2;
  enum wl_style style = best_text(c, p, room, best);
  now_text(p, now);
  if (r.h > 2)
    wl_canvas_fit(c, r.x + 1, y++, room, WL_STYLE_STRONG, wl_measure_title(&p->of->measure, title));
  int end = wl_canvas_fit(c, r.x + 1, y, room, WL_STYLE_KEY, now), behind = r.x + r.w - 1 - end;
  bool beside = wl_canvas_cells(c, best, -1) + 2 <= behind;
  if (beside) wl_canvas_text(c, end + 2, y, style, best);
  else if (r.h > 1) wl_canvas_fit(c, r.x + 1, y + 1, room, style, best);
  else if (behind > 8) wl_canvas_fit(c, end + 2, y, behind - 2, style, best);
}

/* "0–63 of those from 0 to 64", where `count` values leave out some that the script takes. */
static bool tell_part(const struct wl_param *p, char (*value)[WL_SWEEP_TEXT], size_t count,
                      char text[128]) {
  if (!p || p->kind == WL_PARAM_CHOICE || p->min > p->max) return false;
  char limits[WL_PARAM_LIMITS];
  const char *first = value[0], *last = value[count - 1];
  double step = p->step > 0 ? p->step : 1, near = 1e-9 * step;
  if (strtod(first, NULL) - step < p->min - near && strtod(last, NULL) + step > p->max + near)
    return false;
  snprintf(text, 128, "%s–%s of those %s", first, last, wl_param_limits(p, limits));
  return true;
}

/* Names of values, as many as fit, each as far from the next; below, the present one and its
 * figure. */
static void draw_foot(struct wl_canvas *c, const struct plot *p) {
  int y = p->r.y + p->r.h, widest = 0;
  char text[160];
  for (size_t i = p->first; i < p->first + p->count; i++) {
    int cells = wl_canvas_cells(c, p->s->value[i], -1);
    if (cells > widest) widest = cells;
  }
  bool among = p->present < p->s->values;
  int every = (widest + 1 + p->pitch - 1) / p->pitch;
  for (size_t i = p->first; i < p->first + p->count; i += (size_t)every) {
    int from_left = (int)(i - p->first) * p->pitch;
    wl_canvas_fit(c, p->r.x + from_left, y, p->r.w + 1 - from_left,
                  i == p->present ? WL_STYLE_KEY : WL_STYLE_DIM, p->s->value[i]);
  }
  int clear = among ? p->r.x + (int)(p->present - p->first) * p->pitch : -1;
  now_text(p, text);
  int cells = wl_canvas_cells(c, text, -1) + 2, x = among ? clear : p->r.x;
  if (x + cells > p->r.x + p->r.w) x = p->r.x + p->r.w - cells;
  if (x < p->r.x) x = p->r.x;
  if (among) wl_canvas_glyph(c, clear, y + 1, WL_GLYPH_UP, 1, WL_STYLE_KEY);
  int room = p->r.x + p->r.w - x - 2;
  int from = among ? clear : p->r.x, to; /* of what is told of now */
  if (x >= clear || !among) to = wl_canvas_fit(c, x + 2, y + 1, room, WL_STYLE_KEY, text);
  else {
    to = clear - 1;
    from = to - cells;
    wl_canvas_right(c, to, y + 1, WL_STYLE_KEY, text);
  }
  if (!tell_part(p->of->param, p->s->value + p->first, p->count, text)) return;
  cells = wl_canvas_cells(c, text, -1) + 2;
  if (to + cells <= p->r.x + p->r.w)
    wl_canvas_right(c, p->r.x + p->r.w, y + 1, WL_STYLE_DIM, text);
  else if (p->r.x + cells <= from) wl_canvas_text(c, p->r.x, y + 1, WL_STYLE_DIM, text);
}

void wl_sweep_columns_draw(struct wl_canvas *c, struct wl_rect r,
                           const struct wl_sweep_columns *of) {
  struct plot p = {.s = of->sweep, .of = of};
  p.r = (struct wl_rect){r.x + AXIS + 1, r.y + 1, r.w - AXIS - 2, r.h - 1 - FOOT};
  bool room = p.r.h >= LEAST && p.r.w >= 8;
  if (!room) p.r.w = INT_MAX; /* nothing is drawn into it */
  measure(&p);
  if (!room) {
    draw_short(c, r, &p);
    return;
  }
  p.numbered = has_numbers(c, &p);
  if (p.numbered) p.r.y++, p.r.h--;
  draw_head(c, r, &p);
  draw_axis(c, &p);
  for (size_t i = p.first; i < p.first + p.count; i++) draw_column(c, &p, i);
  draw_foot(c, &p);
}

static void say_value(const struct plot *k, size_t i, const struct wl_prose *p) {
  const struct wl_sweep_point *point = wl_sweep_at(k->s, k->of->line, i);
  char number[32];
  double v = value_of(k, i);
  const char *name = k->s->name, *value = k->s->value[i], *now = i == k->present ? ", now" : "";
  if (point->state == WL_POINT_FAILED)
    wl_say(p, "%s %s%s: %s: %s", name, value, now,
           wl_sweep_stopped(point) ? "stopped" : "the kernel cannot run", point->problem.what);
  else if (isnan(v)) wl_say(p, "%s %s%s: not known", name, value, now);
  else
    wl_say(p, "%s %s%s: %s%s", name, value, now, number_text(&k->of->measure, v, number),
           k->told && v == k->best ? ", the best" : "");
}

void wl_sweep_columns_say(const struct wl_sweep_columns *of, const struct wl_prose *p) {
  struct plot k = {.s = of->sweep, .of = of, .r = {.w = INT_MAX}};
  const char *label = k.s->line[of->line].label;
  char title[WL_MEASURE_NAME], part[128];
  measure(&k);
  wl_say(p, "The whole grid%s%s: %s, for each %s", *label ? ", " : "", label,
         wl_measure_title(&of->measure, title), k.s->name);
  if (tell_part(of->param, k.s->value, k.s->values, part)) wl_say(p, "The values are %s", part);
  for (size_t i = 0; i < k.s->values; i++)
    if (wl_sweep_at(k.s, of->line, i)->state != WL_POINT_OPEN) say_value(&k, i, p);
  if (k.open) wl_say(p, "%zu of %zu runs are still to come", k.open, k.s->values);
  else if (!k.told && k.known == k.s->values) wl_say(p, "All are the same");
  else if (k.stopped) wl_say(p, "%zu of %zu are known", k.known, k.s->values);
}
