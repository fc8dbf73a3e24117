/* View 8 with a second run: the pictures of both if there is room, and their figures with a sign
 * between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/costs.h"
#include "session/compare/figure_text.h"
#include "session/predict/redact_source.h"
#include "session/select/second_run.h"
#include "session/state/panels.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/phrases.h"
#include "words/figures.h"
#include "words/format.h"

enum {
  PICTURES = 100,   /* columns from which two pictures have room */
  LEAST = 8,        /* rows of a picture */
  HEAD = 3,         /* label and verdict */
  TITLE = 22, NUMBER = 14, /* columns of the table */
  SIGN = 2,         /* of the better one, behind it */
  MAX_ROWS = 16,
};

/* One figure on both sides: as text, and as numbers where it has one. */
struct row {
  const char *title;
  char text[2][32];
  double number[2];
  int best; /* -1: the lesser one; 1: the greater one; 0: nobody says */
  bool partial; /* a sum of a run that goes on: there is nothing to judge yet */
};
struct table { struct row row[MAX_ROWS]; int count; };

static struct row *add_row(struct table *t, const char *title, int best) {
  if (t->count == MAX_ROWS) return NULL;
  struct row *r = &t->row[t->count++];
  *r = (struct row){.title = title, .text = {"-", "-"}, .best = best};
  return r;
}

/* Sums over all that has run, of a memory that either uses, unless they are still asked for. */
static void add_sum(struct wl_session *m, struct wl_session *o, enum wl_space s, const char *title,
                    struct table *t) {
  uint64_t sum[2] = {0, 0};
  if (!wl_session_costs(m)) return;
  struct wl_session *side[2] = {m, o};
  for (int k = 0; k < 2; k++)
    for (unsigned op = 0; side[k]->analysis && op < WL_OPS; op++)
      sum[k] += wl_analysis_sum(side[k]->analysis, s, (enum wl_op)op)->value[wl_main_figure(s)];
  struct row *r = sum[0] || sum[1] ? add_row(t, title, -1) : NULL;
  for (int k = 0; r && k < 2; k++) {
    char count[28];
    bool runs = side[k]->of > 0;
    snprintf(r->text[k], sizeof r->text[k], "%s%s", wl_format_count(sum[k], count),
             runs ? "+" : "");
    r->number[k] = (double)sum[k];
    r->partial |= runs;
  }
}

/* A figure of the two steps; `o` NULL: there is none at that side. */
static void add_figure(struct wl_session *m, struct wl_session *o, unsigned figure, int best,
                       struct table *t) {
  struct wl_figure_text a, b;
  bool here = wl_figure_show(m, figure, &a), there = o && wl_figure_show(o, figure, &b);
  struct row *r = here || there ? add_row(t, here ? a.title : b.title, best) : NULL;
  if (!r) return;
  if (here) memcpy(r->text[0], a.value, sizeof a.value);
  if (there) memcpy(r->text[1], b.value, sizeof b.value);
  for (int k = 0; k < 2; k++) { /* behind the sign of an estimate, if it is one */
    const char *number = strpbrk(r->text[k], "0123456789");
    r->number[k] = number ? strtod(number, NULL) : 0;
  }
}

/* What matters first comes first: small screens show no more. */
static void fill(struct wl_session *m, bool met, struct table *t) {
  static const struct { uint8_t figure; int8_t best; } first[] = {
    {WL_TRANSACTIONS, -1}, {WL_SECTORS, -1}, {WL_WAVEFRONTS, -1}, {WL_SHOW_EXCESS, -1},
    {WL_SHOW_EFFICIENCY, 1}, {WL_BYTES_MOVED, -1}}, then[] = {
    {WL_WAYS, -1}, {WL_LINE_COUNT, -1}, {WL_TAG_WAVEFRONTS, -1}, {WL_L2_REQUESTS, -1},
    {WL_SHOW_LANES, 0}};
  struct wl_session *o = met ? m->beside : NULL;
  for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
    add_figure(m, o, first[i].figure, first[i].best, t);
  add_sum(m, m->beside, WL_GLOBAL, "all global sectors", t);
  add_sum(m, m->beside, WL_SHARED, "all shared wavefronts", t);
  for (size_t i = 0; i < sizeof then / sizeof then[0]; i++)
    add_figure(m, o, then[i].figure, then[i].best, t);
}

static bool numbers(const struct row *r) {
  return !r->partial && strcspn(r->text[0], "-?") && strcspn(r->text[1], "-?");
}

/* An estimate that comes to the same is no other figure. */
static bool differs(const struct row *r) {
  return strcmp(r->text[0], r->text[1]) != 0 && !(numbers(r) && r->number[0] == r->number[1]);
}

/* The better one of two that differ: 0 or 1; -1 where neither is, or nobody knows. */
static int better(const struct row *r) {
  if (!r->best || !numbers(r) || r->number[0] == r->number[1]) return -1;
  return (r->number[1] > r->number[0]) == (r->best > 0);
}

/* "32 times fewer", from the first to the second, or "32×"; nothing for shares. */
static void say_ratio(const struct row *r, bool brief, char text[40]) {
  double a = r->number[0], b = r->number[1];
  text[0] = '\0';
  if (r->best > 0 || !numbers(r) || a <= 0 || b <= 0 || a == b) return;
  double times = a > b ? a / b : b / a;
  if (brief) snprintf(text, 40, "%.3g×", times);
  else snprintf(text, 40, "%.3g times %s", times, a > b ? "fewer" : "as many");
}

/* The labels of both above their numbers. */
static void draw_labels(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                        int middle) {
  char label[2][WL_SECOND_RUN_LABEL];
  for (int k = 0; k < 2; k++) wl_second_run_label(m, k == 1, label[k]);
  int end = middle - 1 - SIGN, room = end - r.x - 1, cells = wl_canvas_cells(c, label[0], -1);
  if (cells > room) cells = room;
  int x = wl_canvas_fit(c, middle + 3, y, r.x + r.w - middle - 3, WL_STYLE_STRONG, label[1]);
  wl_canvas_fit(c, end - cells, y, cells, WL_STYLE_STRONG, label[0]);
  const int air[] = {end - cells - 1, end, middle + 2, x}; /* in a rule */
  for (size_t i = 0; i < sizeof air / sizeof air[0]; i++)
    wl_canvas_text(c, air[i], y, WL_STYLE_TEXT, " ");
}

/* Where the signs stand in a table: further left where numbers would be cut at the right, which
 * matter more than the end of a title. */
static int middle_of(const struct wl_canvas *c, struct wl_rect r, const struct table *t) {
  int middle = r.x + TITLE + NUMBER, widest = 0;
  for (int i = 0; i < t->count; i++) {
    int cells = wl_canvas_cells(c, t->row[i].text[1], -1) + SIGN * (better(&t->row[i]) == 1);
    if (cells > widest) widest = cells;
  }
  int last = r.x + r.w - 3 - widest;
  return middle < last ? middle : last;
}

/* One figure around column `middle`: title, number, sign, number, ratio. */
static void draw_row(struct wl_canvas *c, struct wl_rect r, int y, int middle,
                     const struct row *row) {
  bool other = differs(row);
  int good = better(row);
  enum wl_style style[2] = {WL_STYLE_DIM, WL_STYLE_DIM};
  for (int k = 0; k < 2 && other; k++)
    style[k] = good < 0 ? WL_STYLE_STRONG : k == good ? WL_STYLE_GOOD : WL_STYLE_BAD;
  const char *sign = row->partial      ? "~"
                     : !other          ? "="
                     : !numbers(row)   ? "~"
                     : row->number[0] < row->number[1] ? "<" : ">";
  char ratio[40];
  int left = middle - NUMBER - TITLE, x = middle + 3 + NUMBER;
  if (left < r.x) left = r.x;
  int title = middle - 1 - SIGN - wl_canvas_cells(c, row->text[0], -1) - 1 - (left + 1);
  if (title > TITLE - 1) title = TITLE - 1;
  wl_canvas_fit(c, left + 1, y, title, other ? WL_STYLE_TEXT : WL_STYLE_DIM, row->title);
  wl_canvas_right(c, middle - 1 - SIGN, y, style[0], row->text[0]);
  if (good == 0) wl_canvas_glyph(c, middle - SIGN, y, WL_GLYPH_CHECK, 1, WL_STYLE_GOOD);
  wl_canvas_text(c, middle, y, other ? WL_STYLE_KEY : WL_STYLE_DIM, sign);
  int end = wl_canvas_text(c, middle + 3, y, style[1], row->text[1]);
  if (good == 1) wl_canvas_glyph(c, end + 1, y, WL_GLYPH_CHECK, 1, WL_STYLE_GOOD);
  say_ratio(row, false, ratio);
  if (x + wl_canvas_cells(c, ratio, -1) > r.x + r.w) say_ratio(row, true, ratio);
  const char *behind = row->partial ? "so far" : ratio;
  enum wl_style quiet = row->partial ? WL_STYLE_DIM : good == 1 ? WL_STYLE_GOOD : WL_STYLE_TEXT;
  if (other || row->partial) /* whole, or not at all: the sign has said as much */
    if (x + wl_canvas_cells(c, behind, -1) <= r.x + r.w) wl_canvas_text(c, x, y, quiet, behind);
}

/* What stands where a side has nothing to show. */
static const char *missing(const struct wl_session *o) {
  if (wl_panel_on(o, WL_PANEL_ERROR)) return o->diag.what;
  if (o->of) return "it runs";
  return o->count ? "makes no step like this one" : "makes no step at all";
}

/* What the step costs in words, with the sign of its grade; a side without a step says why.
 * Returns the rows used. */
static int draw_words(struct wl_session *side, struct wl_canvas *c, struct wl_rect r, bool met) {
  const struct wl_step_info *s = met ? wl_session_spot(side) : NULL;
  if (!s) return wl_draw_wrapped(c, r, r.h, WL_STYLE_NOTE, missing(side));
  enum wl_style style = wl_grade_style(s->verdict.grade);
  wl_canvas_glyph(c, r.x, r.y, wl_grade_sign(s->verdict.grade), 1, style);
  r.x += SIGN, r.w -= SIGN;
  if (r.h > 1) return wl_draw_wrapped(c, r, r.h, style, s->verdict.text);
  wl_draw_clauses(c, r.x, r.y, r.w, style, s->verdict.text);
  return 1;
}

/* Label, and under it what the step costs. */
static int draw_head(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool other,
                     bool met, int rows) {
  struct wl_session *side = other ? m->beside : m;
  char label[WL_SECOND_RUN_LABEL];
  wl_second_run_label(m, other, label);
  int x = wl_canvas_fit(c, r.x + 1, r.y, r.w - 1, WL_STYLE_TITLE, label);
  if (other && met && wl_session_moment(side).over) {
    char over[WL_PHRASE];
    wl_phrase_now(side, over);
    x = wl_canvas_fit(c, x + 2, r.y, r.x + r.w - x - 2, WL_STYLE_DIM, over);
  }
  if (side->of && side->count)
    x = wl_canvas_fit(c, x + 2, r.y, r.x + r.w - x - 2, WL_STYLE_DIM, "still running");
  const struct wl_step_info *s = met ? wl_session_spot(side) : NULL;
  struct wl_rect words = {r.x + 1, r.y + 1, r.w - 2, rows};
  if (!s) return 1 + draw_words(side, c, words, met);
  size_t size;
  const char *line = wl_source_line(side, s->step.place.line, &size);
  const char *name = wl_trace_name(side->trace);
  bool foreign = strcmp(name, wl_trace_name(m->trace)) != 0;
  while (line && size && (*line == ' ' || *line == '\t')) line++, size--;
  struct wl_rect rest = {x + 2, r.y, r.x + r.w - x - 2, 1};
  if (line && foreign) wl_canvas_fit_bytes(c, rest, WL_STYLE_DIM, line, size);
  return 1 + draw_words(side, c, words, met);
}

/* The same of both where rows are few: the labels before what is said. Returns the rows used. */
static int draw_heads(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool met,
                      int spare) {
  char label[2][WL_SECOND_RUN_LABEL];
  int widest = 0, y = r.y;
  for (int k = 0; k < 2; k++) {
    wl_second_run_label(m, k == 1, label[k]);
    int cells = wl_canvas_cells(c, label[k], -1);
    if (cells > widest) widest = cells;
  }
  if (widest > r.w / 3) widest = r.w / 3;
  for (int k = 0; k < 2; k++) {
    wl_canvas_fit(c, r.x + 1, y, widest, WL_STYLE_TITLE, label[k]);
    struct wl_rect words = {r.x + widest + 3, y, r.w - widest - 4, 1 + spare};
    int rows = draw_words(k == 0 ? m : m->beside, c, words, k == 0 || met);
    spare -= rows - 1;
    y += rows;
  }
  return y - r.y;
}

/* The view that has most to show of a step in half a screen, if its figures may be seen. */
static void draw_picture(struct wl_session *side, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(side);
  if (!s || s->covered) return;
  struct wl_rect old = wl_canvas_clip(c, r);
  bool banks = s->step.access.space == WL_SHARED || s->step.access.space == WL_CONSTANT;
  if (s->step.kind == WL_STEP_SHUFFLE || s->step.kind == WL_STEP_VOTE) wl_view_shuffle(side, c, r);
  else if (s->step.kind == WL_STEP_ACCESS && banks) wl_view_banks(side, c, r);
  else if (s->step.kind == WL_STEP_ACCESS) wl_view_lines(side, c, r);
  wl_canvas_clip(c, old);
}

/* Two pictures, and the table under them. */
static void draw_pictures(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool met,
                          const struct table *t) {
  int half = (r.w - 1) / 2, rows = t->count, middle = r.x + half;
  if (rows > (r.h - HEAD) / 3) rows = (r.h - HEAD) / 3;
  struct wl_rect a = {r.x, r.y, half, r.h - rows - 1}, b = a;
  b.x = middle + 1;
  b.w = r.x + r.w - b.x;
  for (int y = r.y; y < r.y + a.h; y++) wl_canvas_glyph(c, middle, y, WL_GLYPH_V, 1, WL_STYLE_RULE);
  draw_head(m, c, a, false, true, HEAD - 1);
  draw_head(m, c, b, true, met, HEAD - 1);
  a.y += HEAD, b.y += HEAD;
  a.h -= HEAD, b.h -= HEAD;
  draw_picture(m, c, a);
  if (met) draw_picture(m->beside, c, b);
  wl_canvas_glyph(c, r.x, a.y + a.h, WL_GLYPH_H, r.w, WL_STYLE_RULE);
  wl_canvas_glyph(c, middle, a.y + a.h, WL_GLYPH_TEE_U, 1, WL_STYLE_RULE);
  if (!rows) return;
  int first = wl_scroll_window(m, 0, t->count, rows), y = a.y + a.h;
  draw_labels(m, c, r, y, middle);
  for (int i = 0; i < rows; i++) draw_row(c, r, y + 1 + i, middle, &t->row[first + i]);
  if (rows == t->count) return;
  char text[64];
  snprintf(text, sizeof text, " rows %d–%d of %d%s ", first + 1, first + rows, t->count,
           wl_scroll_keys(m));
  wl_canvas_right(c, r.x + r.w - 1, y, WL_STYLE_NOTE, text);
}

/* The table alone, its columns named, and what is said of each. */
static void draw_table(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool met,
                       const struct table *t) {
  enum { HEADS = 2 * HEAD, LEAST_HEADS = 2, LEAST_ROWS = 6, ROWS = 12 };
  int middle = middle_of(c, r, t), y = r.y, named = t->count > 0;
  int spare = r.h - t->count - named - LEAST_HEADS;
  if (spare >= HEADS - LEAST_HEADS) {
    y += draw_head(m, c, (struct wl_rect){r.x, y, r.w, HEAD}, false, true, HEAD - 1);
    y += draw_head(m, c, (struct wl_rect){r.x, y, r.w, HEAD}, true, met, HEAD - 1);
  } else if (r.h >= LEAST_ROWS || !met) {
    if (spare < 1) spare = r.h >= ROWS; /* the table scrolls, a sentence does not */
    y += draw_heads(m, c, r, met, spare);
  }
  int rows = r.y + r.h - y;
  named = named && rows > 1;
  if (named) draw_labels(m, c, r, y++, middle), rows--;
  for (int i = wl_scroll_window(m, 0, t->count, rows); i < t->count && y < r.y + r.h; i++, y++)
    draw_row(c, r, y, middle, &t->row[i]);
}

/* A barrier or a mark costs nothing on either side. */
static void draw_nothing(struct wl_canvas *c, struct wl_rect r) {
  static const char text[] = "no figure to compare here: w goes to the costliest";
  int cells = wl_canvas_cells(c, text, -1), x = r.x + (cells < r.w ? (r.w - cells) / 2 : 0);
  wl_canvas_fit(c, x, r.y + r.h - 1 - r.h / 4, r.w, WL_STYLE_DIM, text);
}

void wl_view_beside(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct table t = {.count = 0};
  bool met = wl_second_run_meet(m);
  fill(m, met, &t);
  bool wide = r.w >= PICTURES && r.h >= HEAD + LEAST + 3;
  (wide ? draw_pictures : draw_table)(m, c, r, met, &t);
  if (wide) r.w = (r.w - 1) / 2;
  if (met && !t.count && !m->still && r.h > 2 * HEAD) draw_nothing(c, r);
}

void wl_say_beside(struct wl_session *m, const struct wl_prose *p) {
  struct table t = {.count = 0};
  char label[2][WL_SECOND_RUN_LABEL], ratio[40];
  bool met = wl_second_run_meet(m);
  fill(m, met, &t);
  for (int k = 0; k < 2; k++) {
    wl_second_run_label(m, k == 1, label[k]);
    const struct wl_step_info *s = k == 0 ? wl_session_spot(m) : met ? wl_session_spot(m->beside)
                               : NULL;
    wl_say(p, "%s: %s", label[k], s ? s->verdict.text : missing(m->beside));
  }
  for (int i = 0; i < t.count; i++) {
    const struct row *r = &t.row[i];
    say_ratio(r, false, ratio);
    if (r->partial)
      wl_say(p, "%s: %s with %s and %s with %s, so far", r->title, r->text[0], label[0],
             r->text[1], label[1]);
    else if (differs(r))
      wl_say(p, "%s: %s with %s, %s with %s%s%s", r->title, r->text[0], label[0], r->text[1],
             label[1], ratio[0] ? ", " : "", ratio);
    else wl_say(p, "%s: %s with both", r->title, r->text[0]);
  }
}
