/* View R: the roofline of the launch. Along it the float operations for a byte, up it what they
 * allow in a second: a slope for each level of memory, a letter where the kernel stands on it, and
 * on top what the multiprocessors can compute. Below, the same as numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/analysis/roofline.h"
#include "core/trace/lesson_data.h"
#include "session/compare/line_costs.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "words/format.h"
#include "words/memory_chart.h"

enum {
  ROWS = WL_ROOFLINE_LEVELS + 2, /* of the table at most, with its head and arithmetic */
  LEVEL = 2, BYTES = 27, PER_BYTE = 37, MOST = 53, TIME = 64, /* where columns begin or end */
  LABEL = 11,
  LEAST = 5, MOST_HIGH = 18, /* rows of the picture */
  AXIS = 13,                 /* columns of what stands at its left */
  WIDEST = 84,
  TEXT = 192,
};

static const char letters[WL_ROOFLINE_LEVELS] = {
  [WL_ROOF_DRAM] = 'D', [WL_ROOF_L2] = '2', [WL_ROOF_L1] = '1', [WL_ROOF_SHARED] = 'S'};

static bool stands(const struct wl_roofline *r, enum wl_roof i) {
  return r->level[i].bytes > 0 && r->level[i].bandwidth > 0;
}

static double per_byte(const struct wl_roofline *r, enum wl_roof i) {
  return (double)r->operations / r->level[i].bytes;
}

/* "3.92 Tflop/s", of operations in a microsecond. */
static const char *rate_text(double rate, char text[32]) {
  static const char units[] = "MGTP";
  int u = 0;
  while (rate >= 999.5 && units[u + 1]) rate /= 1000, u++;
  snprintf(text, 32, "%.3g %cflop/s", rate, units[u]);
  return text;
}

/* What stands in the way of a picture; NULL: nothing. */
static const char *missing(struct wl_session *m, struct wl_roofline *r) {
  if (!wl_session_costs(m)) return "an open question hides what the kernel moves";
  if (!m->analysis || !wl_roofline(m->analysis, r)) return "the caches of this run are not known";
  if (!r->counted) return "float operations are not counted: its threads run one by one";
  if (r->operations == 0) return "no float operations: this kernel only moves bytes";
  if (r->peak <= 0) return "how fast this chip computes is not known";
  return NULL;
}

/* "L1 allows at most 2.1 Tflop/s of 67 Tflop/s; 4,194,304 float operations". */
static void sum_text(const struct wl_roofline *r, char text[TEXT]) {
  char count[28], most[32], peak[32];
  snprintf(text, TEXT, "%s allows at most %s of %s; %s float operations",
           r->limit == WL_ROOF_ATOMICS ? "arithmetic" : wl_roofs[r->limit].title,
           rate_text(r->most, most), rate_text(r->peak, peak),
           wl_format_count(r->operations, count));
}

/* What has to be known of the bounds; "": nothing. */
static void note_text(struct wl_session *m, const struct wl_roofline *r, char text[TEXT]) {
  struct wl_time_bound b;
  const struct wl_cache_model *model = wl_caches_model(wl_analysis_caches(m->analysis));
  bool tells = wl_time_bound(m->analysis, &b) && b.tells;
  text[0] = '\0';
  if (!tells) snprintf(text, TEXT, "too short: any launch takes longer than these bounds");
  size_t used = strlen(text);
  if (r->limit == WL_ROOF_DRAM)
    used += (size_t)snprintf(text + used, TEXT - used, "%sDRAM: if caches are empty before",
                             used ? "; " : "");
  if (model->blocks < model->sms)
    snprintf(text + used, TEXT - used, "%s%u of %u SMs have a block", used ? "; " : "",
             (unsigned)model->blocks, model->sms);
}

/* What a row allows at most, and what that takes at least. */
static void draw_rate(const struct wl_roofline *r, struct wl_canvas *c, struct wl_rect at, int y,
                      double most, bool limit) {
  enum wl_style style = limit ? WL_STYLE_STRONG : WL_STYLE_TEXT;
  char text[WL_CHART_TEXT];
  wl_canvas_right(c, at.x + MOST, y, style, rate_text(most, text));
  if (at.w < TIME) return;
  wl_canvas_right(c, at.x + TIME, y, style,
                  wl_chart_number(WL_CHART_TIME, (double)r->operations / most, text));
  if (limit && at.w >= TIME + 11)
    wl_canvas_text(c, at.x + TIME + 2, y, WL_STYLE_DIM, "the limit");
}

static void draw_table(const struct wl_roofline *r, struct wl_canvas *c, struct wl_rect at) {
  char text[64];
  int y = at.y;
  wl_canvas_text(c, at.x + LEVEL, y, WL_STYLE_DIM, "level");
  wl_canvas_right(c, at.x + BYTES, y, WL_STYLE_DIM, "bytes");
  wl_canvas_right(c, at.x + PER_BYTE, y, WL_STYLE_DIM, "op/byte");
  wl_canvas_right(c, at.x + MOST, y, WL_STYLE_DIM, "at most");
  if (at.w >= TIME) wl_canvas_right(c, at.x + TIME, y, WL_STYLE_DIM, "at least");
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++) {
    const struct wl_roofline_level *l = &r->level[i];
    bool limit = i == r->limit;
    enum wl_style style = limit ? WL_STYLE_STRONG : WL_STYLE_TEXT;
    if (!stands(r, i) || ++y >= at.y + at.h) continue;
    wl_canvas_printf(c, at.x, y, limit ? WL_STYLE_WARN : WL_STYLE_LANE, "%c", letters[i]);
    wl_canvas_text(c, at.x + LEVEL, y, style, wl_roofs[i].title);
    wl_canvas_right(c, at.x + BYTES, y, style, wl_format_bytes((uint64_t)l->bytes, text));
    snprintf(text, sizeof text, "%.3g", per_byte(r, i));
    wl_canvas_right(c, at.x + PER_BYTE, y, style, text);
    draw_rate(r, c, at, y, l->most, limit);
  }
  if (++y >= at.y + at.h) return;
  bool limit = r->limit == WL_ROOF_ATOMICS;
  wl_canvas_text(c, at.x + LEVEL, y, limit ? WL_STYLE_STRONG : WL_STYLE_TEXT, "arithmetic");
  draw_rate(r, c, at, y, r->peak, limit);
}

/* The picture, in logarithms of 2. */
struct plane { struct wl_rect r; double left, right, bottom, top; };

static int column_of(const struct plane *p, double x) {
  return p->r.x + (int)lround((log2(x) - p->left) / (p->right - p->left) * (p->r.w - 1));
}
static int row_of(const struct plane *p, double y) {
  return p->r.y + (int)lround((p->top - log2(y)) / (p->top - p->bottom) * (p->r.h - 1));
}

/* Room for all slopes up to the top, and for where the kernel is on them. */
static struct plane plane_of(const struct wl_roofline *r, struct wl_rect at) {
  struct plane p = {at, 100, -100, 100, log2(r->peak)};
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++) {
    if (!stands(r, i)) continue;
    double x = log2(per_byte(r, i)), ridge = log2(r->peak / r->level[i].bandwidth);
    p.left = fmin(p.left, fmin(x, ridge) - 1);
    p.right = fmax(p.right, fmax(x, ridge) + 1);
    p.bottom = fmin(p.bottom, fmin(log2(r->level[i].most), p.top - 2) - 1);
  }
  return p;
}

static void draw_slope(const struct wl_roofline *r, struct wl_canvas *c, const struct plane *p,
                       enum wl_roof i) {
  for (int k = 0; k < p->r.w; k++) {
    double x = exp2(p->left + (p->right - p->left) * k / (p->r.w > 1 ? p->r.w - 1 : 1));
    double y = x * r->level[i].bandwidth;
    if (y > r->peak || log2(y) < p->bottom) continue;
    wl_canvas_glyph(c, p->r.x + k, row_of(p, y), WL_GLYPH_DOT, 1,
                    i == r->limit ? WL_STYLE_WARN : WL_STYLE_DIM);
  }
}

/* Beside another letter where they would be one. */
static void draw_letter(const struct wl_roofline *r, struct wl_canvas *c, const struct plane *p,
                        enum wl_roof i) {
  int x = column_of(p, per_byte(r, i)), y = row_of(p, fmin(r->level[i].most, r->peak));
  for (uint32_t code; (code = wl_canvas_cell(c, x, y)->code) < 128 && code > ' ' && code != '-' &&
                      code != '.' && x + 1 < p->r.x + p->r.w;)
    x++;
  wl_canvas_printf(c, x, y, i == r->limit ? WL_STYLE_NOW : WL_STYLE_STRONG, "%c", letters[i]);
}

static void draw_picture(const struct wl_roofline *r, struct wl_canvas *c, struct wl_rect at) {
  struct plane p = plane_of(r, (struct wl_rect){at.x + AXIS, at.y, at.w - AXIS, at.h - 1});
  char text[64];
  wl_canvas_right(c, p.r.x - 1, p.r.y, WL_STYLE_DIM, rate_text(r->peak, text));
  wl_canvas_right(c, p.r.x - 1, p.r.y + p.r.h - 1, WL_STYLE_DIM,
                  rate_text(exp2(p.bottom), text));
  wl_canvas_glyph(c, p.r.x, p.r.y, WL_GLYPH_H, p.r.w, WL_STYLE_RULE);
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++)
    if (stands(r, i)) draw_slope(r, c, &p, i);
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++)
    if (stands(r, i)) draw_letter(r, c, &p, i);
  int y = p.r.y + p.r.h;
  wl_canvas_printf(c, p.r.x, y, WL_STYLE_DIM, "%.2g", exp2(p.left));
  snprintf(text, sizeof text, "%.3g", exp2(p.right));
  wl_canvas_right(c, p.r.x + p.r.w, y, WL_STYLE_DIM, text);
  static const char title[] = "float operations for a byte";
  wl_canvas_text(c, p.r.x + (p.r.w - (int)strlen(title)) / 2, y, WL_STYLE_DIM, title);
}

/* "H200 1616 GB/s, with pad=1 2900 GB/s": bandwidths that were measured; "" for none. */
static void measured_text(struct wl_session *m, char text[TEXT]) {
  const struct wl_lesson_data *l = wl_trace_lesson(m->trace);
  size_t used = 0;
  text[0] = '\0';
  for (unsigned i = 0; l && i < l->measurements && used + 100 < TEXT; i++) {
    const struct wl_measured *f = &l->measured[i];
    if (f->gbps <= 0) continue;
    used += (size_t)snprintf(text + used, TEXT - used, "%s%.20s %.30s%s%.0f GB/s", used ? "; " : "",
                             f->chip, f->with, *f->with ? " " : "", f->gbps);
  }
}

void wl_view_roof(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct wl_roofline roof;
  char text[TEXT], note[TEXT];
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2 < WIDEST ? r.w - 2 : WIDEST, r.h};
  const char *why = missing(m, &roof);
  if (why) {
    wl_view_elsewhere(m, c, r, why);
    return;
  }
  int table = 2, y = r.y, end = r.y + r.h;
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++) table += stands(&roof, i);
  sum_text(&roof, text);
  wl_draw_clauses(c, r.x, y++, r.w, WL_STYLE_STRONG, text);
  measured_text(m, text);
  note_text(m, &roof, note);
  bool noted = *note && end - y > table, measured = *text && end - y > table + noted;
  int high = end - y - table - measured - noted;
  if (high >= LEAST && r.w > 2 * AXIS) {
    high = wl_within(high - (high > LEAST + 1), LEAST, MOST_HIGH);
    draw_picture(&roof, c, (struct wl_rect){r.x, y, r.w, high});
    y += high + (end - y - table - measured - noted > high);
  }
  draw_table(&roof, c, (struct wl_rect){r.x, y, r.w, end - y});
  y += table;
  if (noted) wl_draw_clauses(c, r.x, y++, r.w, WL_STYLE_NOTE, note);
  if (!measured || y >= end) return;
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "measured");
  wl_draw_clauses(c, r.x + LABEL, y, r.w - LABEL, WL_STYLE_TEXT, text);
}

int wl_rows_roof(struct wl_session *m, struct wl_canvas *c, int w) {
  struct wl_roofline roof;
  (void)c, (void)w;
  return missing(m, &roof) ? WL_ELSEWHERE : 1 + MOST_HIGH + 1 + ROWS + 2;
}

void wl_say_roof(struct wl_session *m, const struct wl_prose *p) {
  struct wl_roofline roof;
  char text[TEXT], most[32], bytes[16];
  const char *why = missing(m, &roof);
  if (why) {
    wl_say(p, "Roofline: %s", why);
    return;
  }
  sum_text(&roof, text);
  wl_say(p, "Roofline: %s", text);
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++)
    if (stands(&roof, i))
      wl_say(p, "%s: %s, %.3g operations for a byte, at most %s", wl_roofs[i].title,
             wl_format_bytes((uint64_t)roof.level[i].bytes, bytes), per_byte(&roof, i),
             rate_text(roof.level[i].most, most));
  note_text(m, &roof, text);
  if (*text) wl_say(p, "%s", text);
  measured_text(m, text);
  if (*text) wl_say(p, "Measured bandwidth: %s", text);
}
