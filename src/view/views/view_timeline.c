/* View 5: the instructions of the selected block, warp by warp, and the whole
 * recording as one strip. Looks at no more steps than the window holds. */
#include <stdio.h>
#include <string.h>

#include "session/search/cost_peaks.h"
#include "session/search/hazard_summary.h"
#include "session/search/search.h"
#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/phrases.h"
#include "words/figures.h"
#include "words/format.h"

enum { LABEL = 9, MAX_WARPS = 64, MAX_PITCH = 3, MAX_CELL = 5, MAX_STRIP = 4, SAID = 16,
       SAID_BEFORE = 4 };

/* 1 for a cost of 1, one more for each doubling: 8 from 128 on. */
static int height_of(uint32_t cost) {
  int height = 0;
  for (; cost; cost >>= 1) height++;
  return height > 8 ? 8 : height;
}

/* A column that grows up from the last row of `r`. */
static void draw_bar(struct wl_canvas *c, struct wl_rect r, int height, enum wl_style style) {
  int x = r.x, y = r.y + r.h - 1;
  if (height < 1) wl_canvas_glyph(c, x, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
  else if (r.h == 1 && wl_canvas_ascii(c)) wl_canvas_printf(c, x, y, style, "%d", height);
  else wl_canvas_column(c, r, height / 8.0, style);
}

/* Steps that are no access have a sign of their own. */
static bool draw_sign(struct wl_canvas *c, int x, int y, uint8_t kind, enum wl_style style) {
  switch (kind) {
  case WL_STEP_BARRIER: wl_canvas_glyph(c, x, y, WL_GLYPH_V, 1, style); return true;
  case WL_STEP_MARK: wl_canvas_glyph(c, x, y, WL_GLYPH_BULLET, 1, style); return true;
  case WL_STEP_SHUFFLE: wl_canvas_text(c, x, y, style, "s"); return true;
  case WL_STEP_VOTE: wl_canvas_text(c, x, y, style, "v"); return true;
  default: return false;
  }
}

/* Cells of the whole recording, and the steps [from, to) that cell `i` stands for. */
struct overview { int cells, pitch; size_t count; };

static struct overview overview_of(const struct wl_session *m, int cells) {
  struct overview o = {cells, 1, m->count};
  while (o.pitch < MAX_PITCH && m->count * (size_t)(o.pitch + 1) <= (size_t)cells) o.pitch++;
  if (m->count < (size_t)cells) o.cells = (int)m->count;
  return o;
}

static size_t cell_from(const struct overview *o, int i) {
  return o->count * (size_t)i / (size_t)o->cells;
}

/* Whether all of many cells would look the same, as those of a kernel do whose blocks all do the
 * same: there is nothing to see in them then. */
static bool is_uniform(struct wl_session *m, const struct overview *o) {
  if (o->count < 2 * (size_t)o->cells) return false;
  for (int i = 0; i < o->cells; i++)
    if (wl_peak_among(m, cell_from(o, i), cell_from(o, i + 1)) != wl_session_peak(m)) return false;
  return true;
}

/* Whether a cell of the strip has the sign of what is found in the place of its own: that of
 * the selected step says where one is. */
static bool is_found(struct wl_session *m, size_t from, size_t to) {
  return wl_found_among(m, from, to) && (m->selected < from || m->selected >= to);
}

/* Where in the recording the selected step is, and in words what would be the same all along. */
static void draw_uniform(struct wl_session *m, struct wl_canvas *c, int x, int y,
                         const struct overview *o) {
  uint32_t worst = wl_session_peak(m);
  char text[64];
  snprintf(text, sizeof text, " waste throughout, up to %u", worst);
  if (!worst) snprintf(text, sizeof text, " no waste in any part");
  int line = o->cells - wl_canvas_cells(c, text, -1);
  for (int i = 0; i < line; i++) {
    size_t from = o->count * (size_t)i / (size_t)line;
    size_t to = o->count * ((size_t)i + 1) / (size_t)line;
    bool here = m->selected >= from && m->selected < to;
    wl_canvas_hit(c, (struct wl_rect){x + i, y, 1, 1}, WL_HIT_STEP, from);
    if (is_found(m, from, to)) wl_canvas_text(c, x + i, y, WL_STYLE_FOUND, "/");
    else wl_canvas_glyph(c, x + i, y, here ? WL_GLYPH_BULLET : WL_GLYPH_H, 1,
                         here ? WL_STYLE_KEY : WL_STYLE_RULE);
  }
  wl_canvas_text(c, x + line, y, worst ? WL_STYLE_BAD : WL_STYLE_GOOD, text);
}

/* A cell of it: the steps from `from` to before `to`. No excess is a dot, not a low bar. */
static void draw_cell(struct wl_session *m, struct wl_canvas *c, int x, int y, size_t from,
                      size_t to) {
  uint32_t peak = wl_peak_among(m, from, to);
  bool here = m->selected >= from && m->selected < to;
  enum wl_style style = here ? WL_STYLE_HERE : !peak ? WL_STYLE_GOOD
                      : peak == wl_session_peak(m) ? WL_STYLE_BAD : WL_STYLE_WARN;
  if (peak) draw_bar(c, (struct wl_rect){x, y, 1, 1}, height_of(peak), style);
  else wl_canvas_glyph(c, x, y, WL_GLYPH_DOT, 1, style);
}

/* The same where costs would tell what is going to be asked. */
static void draw_bare_cell(struct wl_session *m, struct wl_canvas *c, int x, int y, size_t from,
                           size_t to) {
  bool here = m->selected >= from && m->selected < to;
  wl_canvas_glyph(c, x, y, here ? WL_GLYPH_BULLET : WL_GLYPH_DOT, 1,
                  here ? WL_STYLE_KEY : WL_STYLE_GHOST);
}

/* The whole recording: each cell as high as the worst excess it covers. What is found has a sign
 * in the row `below` the strip, else behind its cell or in its place. */
static void draw_overview(struct wl_session *m, struct wl_canvas *c, int x, int y, int cells,
                          bool below) {
  bool costs = wl_session_costs(m) != NULL;
  struct overview o = overview_of(m, cells);
  if (costs && is_uniform(m, &o)) {
    draw_uniform(m, c, x, y, &o);
    return;
  }
  for (int i = 0; i < o.cells; i++, x += o.pitch) {
    size_t from = cell_from(&o, i), to = cell_from(&o, i + 1);
    wl_canvas_hit(c, (struct wl_rect){x, y, o.pitch, 1}, WL_HIT_STEP, from);
    bool apart = below || o.pitch > 1;
    if (apart && wl_found_among(m, from, to))
      wl_canvas_text(c, x + !below, y + below, WL_STYLE_FOUND, "/");
    if (!apart && is_found(m, from, to)) wl_canvas_text(c, x, y, WL_STYLE_FOUND, "/");
    else if (costs) draw_cell(m, c, x, y, from, to);
    else draw_bare_cell(m, c, x, y, from, to);
  }
}

/* Which part of the window is on screen. */
struct frame {
  size_t column, warp;   /* of the selection */
  size_t first_column, first_warp, warps, columns;
  int cell, rows;        /* of a column; of a warp */
};

static void measure(struct wl_session *m, const struct wl_window *w, int width, int rows,
                    struct frame *f) {
  size_t seen[MAX_WARPS] = {0}, here = m->selected - w->first;
  *f = (struct frame){.cell = 1, .rows = 1};
  for (size_t i = 0; i < w->count; i++) {
    size_t warp = w->entry[i].warp;
    if (warp >= MAX_WARPS) continue;
    if (i == here) f->column = seen[warp], f->warp = warp;
    if (++seen[warp] > f->columns) f->columns = seen[warp];
    if (warp + 1 > f->warps) f->warps = warp + 1;
  }
  while (f->cell < MAX_CELL && f->columns * (size_t)(f->cell + 1) <= (size_t)width) f->cell++;
  size_t shown = (size_t)(width / f->cell), half = shown / 2;
  if (f->columns > shown) {
    f->first_column = f->column > half ? f->column - half : 0;
    if (f->first_column + shown > f->columns) f->first_column = f->columns - shown;
  }
  while (f->rows < MAX_STRIP && f->warps * (size_t)(f->rows + 1) <= (size_t)rows) f->rows++;
  if (f->warps > (size_t)rows) {
    f->first_warp = f->warp > (size_t)rows / 2 ? f->warp - (size_t)rows / 2 : 0;
    if (f->first_warp + (size_t)rows > f->warps) f->first_warp = f->warps - (size_t)rows;
  }
}

/* Cells of the column itself: behind it are its sign, that of a search, and a gap. */
static int thick_of(int cell) { return cell > MAX_PITCH + 1 ? 2 : 1; }

/* What a step costs, as high as that is, and a mark of excess, which needs no colour: beside it
 * where there is room, else at its foot, or in its place. */
static void draw_cost(struct wl_canvas *c, struct wl_rect r, const struct wl_cost *cost,
                      bool here) {
  int x = r.x, y = r.y + r.h - 1;
  bool digit = r.h == 1 && wl_canvas_ascii(c);
  struct wl_rect bar = {x, r.y, digit ? 1 : thick_of(r.w), r.h};
  bool sectors = wl_moves_sectors((enum wl_space)cost->space);
  uint32_t excess = wl_cost_excess(cost), n = sectors ? cost->sectors : cost->wavefronts;
  enum wl_style style = !cost->judged ? WL_STYLE_TEXT : !excess ? WL_STYLE_GOOD
                      : excess * 2 <= n ? WL_STYLE_WARN : WL_STYLE_BAD;
  if (!cost->known) wl_canvas_text(c, x, y, here ? WL_STYLE_HERE : WL_STYLE_DIM, "?");
  else draw_bar(c, bar, height_of(n), here ? WL_STYLE_HERE : style);
  if (!excess || !cost->known) return;
  bool beside = r.w > 1;
  wl_canvas_text(c, beside ? x + bar.w : x, y, here && !beside ? WL_STYLE_HERE : style,
                 excess * 2 <= n ? "!" : "✗");
}

/* One step as a column. */
static void draw_tick(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, size_t step,
                      uint8_t kind) {
  const struct wl_analysis *costs = wl_session_costs(m);
  const struct wl_cost *cost = costs ? wl_analysis_cost(costs, step) : NULL;
  bool here = step == m->selected;
  int y = r.y + r.h - 1;
  if (here) wl_canvas_fill(c, (struct wl_rect){r.x, r.y, thick_of(r.w), r.h}, WL_STYLE_HERE);
  if (wl_hazard_at(m, step) && wl_hazards_open(m))
    wl_canvas_text(c, r.x, y, here ? WL_STYLE_HERE : WL_STYLE_BAD, "H");
  else if (draw_sign(c, r.x, y, kind, here ? WL_STYLE_HERE : WL_STYLE_NOTE)) return;
  else if (cost) draw_cost(c, r, cost, here);
  else wl_canvas_text(c, r.x, y, here ? WL_STYLE_HERE : WL_STYLE_DIM, "?");
}

/* What a search has found: a sign behind the column, or its last cell lit. */
static void draw_found(struct wl_canvas *c, int x, int y, int cell) {
  int last = cell > 2 ? x + thick_of(cell) + 1 : x + cell - 1;
  if (cell > 1 && wl_canvas_cell(c, last, y)->code == ' ')
    wl_canvas_text(c, last, y, WL_STYLE_FOUND, "/");
  else
    wl_canvas_restyle(c, (struct wl_rect){last, y, 1, 1}, WL_STYLE_FOUND);
}

/* What of the block has room. */
static void draw_warps(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                       const struct frame *f) {
  const struct wl_window *w = wl_session_window(m);
  size_t seen[MAX_WARPS] = {0};
  for (int i = 0; (i + 1) * f->rows <= r.h && f->first_warp + (size_t)i < f->warps; i++) {
    size_t warp = f->first_warp + (size_t)i;
    wl_canvas_printf(c, r.x, r.y + (i + 1) * f->rows - 1,
                     warp == f->warp ? WL_STYLE_STRONG : WL_STYLE_DIM, "warp %2zu", warp);
  }
  for (size_t i = 0; i < w->count; i++) {
    size_t warp = w->entry[i].warp;
    if (warp >= MAX_WARPS) continue;
    size_t column = seen[warp]++;
    if (column < f->first_column || warp < f->first_warp) continue;
    int x = r.x + LABEL + (int)(column - f->first_column) * f->cell;
    int y = r.y + (int)(warp - f->first_warp) * f->rows;
    if (x + f->cell > r.x + r.w || y + f->rows > r.y + r.h) continue;
    struct wl_rect at = {x, y, f->cell, f->rows};
    size_t step = w->first + i;
    wl_canvas_hit(c, at, WL_HIT_STEP, step);
    draw_tick(m, c, at, step, w->entry[i].kind);
    if (wl_found_step(m, step) && (f->cell > 1 || step != m->selected))
      draw_found(c, x, y + f->rows - 1, f->cell);
  }
}

/* All warps, or some and which of how many these are: in row `note`, else in the last one of `r`;
 * where that is the only one, instead of its name. */
static void draw_block(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                       struct wl_rect note) {
  const struct wl_window *w = wl_session_window(m);
  struct frame f;
  char text[64];
  if (r.h < 1) return;
  measure(m, w, r.w - LABEL, r.h, &f);
  bool some = f.warps > (size_t)r.h;
  if (some && note.h == 0 && r.h > 1) {
    note = (struct wl_rect){r.x, r.y + --r.h, r.w, 1};
    measure(m, w, r.w - LABEL, r.h, &f);
  }
  f.first_warp = (size_t)wl_scroll_window(m, (int)f.first_warp, (int)f.warps, r.h);
  draw_warps(m, c, r, &f);
  if (!some) return;
  if (note.h == 0) {
    wl_canvas_fill(c, (struct wl_rect){r.x, r.y, LABEL, 1}, WL_STYLE_TEXT);
    wl_canvas_printf(c, r.x, r.y, WL_STYLE_NOTE, "%zu of %zu", f.first_warp, f.warps);
    return;
  }
  snprintf(text, sizeof text, "%swarps %zu–%zu of %zu%s", note.x > r.x ? ": " : "",
           f.first_warp, f.first_warp + (size_t)r.h - 1, f.warps, wl_scroll_keys(m));
  wl_canvas_fill(c, note, WL_STYLE_TEXT);
  wl_canvas_fit(c, note.x, note.y, note.w, WL_STYLE_NOTE, text);
}

/* What signs the columns of the block have. */
static uint32_t kinds_of(const struct wl_window *w) {
  uint32_t kinds = 0;
  for (size_t i = 0; i < w->count; i++) kinds |= 1u << w->entry[i].kind;
  return kinds;
}

static void draw_legend(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                        bool found) {
  uint32_t kinds = kinds_of(wl_session_window(m));
  bool costs = wl_session_costs(m) != NULL;
  const struct { const char *sign, *text; enum wl_style style; bool shown; } rows[] = {
    {"/", "found", WL_STYLE_FOUND, found},
    {"H", "hazard", WL_STYLE_BAD, wl_hazards_open(m) && wl_session_hazards(m) > 0},
    {"!", "excess", WL_STYLE_WARN, costs},
    {"✗", "over half", WL_STYLE_BAD, costs},
    {"│", "barrier", WL_STYLE_NOTE, kinds >> WL_STEP_BARRIER & 1},
    {"•", "mark", WL_STYLE_NOTE, kinds >> WL_STEP_MARK & 1},
    {"s", "shuffle", WL_STYLE_NOTE, kinds >> WL_STEP_SHUFFLE & 1},
    {"v", "vote", WL_STYLE_NOTE, kinds >> WL_STEP_VOTE & 1},
  };
  const char *cost[] = {"each step up doubles the cost", "cost 1 2 4…", "cost"};
  int x = r.x, others = 0;
  bool ascii = wl_canvas_ascii(c);
  size_t brief = 0;
  if (ascii) cost[1] = "doubling cost"; /* heights are digits there */
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].shown) others += 4 + wl_canvas_cells(c, rows[i].text, -1);
  while (brief < 2 && 4 + wl_canvas_cells(c, cost[brief], -1) + others > r.w) brief++;
  if (wl_session_costs(m)) {
    for (int i = 0; i < 3 && !ascii; i++)
      draw_bar(c, (struct wl_rect){x + i, y, 1, 1}, i + 1, WL_STYLE_GOOD);
    if (ascii) wl_canvas_text(c, x, y, WL_STYLE_GOOD, "1-8");
    x = wl_canvas_text(c, x + 4, y, WL_STYLE_DIM, cost[brief]) + 2;
  } else {
    wl_canvas_text(c, x, y, WL_STYLE_DIM, "?");
    x = wl_canvas_text(c, x + 2, y, WL_STYLE_DIM, "cost hidden") + 2;
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (!rows[i].shown || x + 2 + wl_canvas_cells(c, rows[i].text, -1) > r.x + r.w) continue;
    wl_canvas_text(c, x, y, rows[i].style, rows[i].sign);
    x = wl_canvas_text(c, x + 2, y, WL_STYLE_DIM, rows[i].text) + 2;
  }
}

/* "step 80 of 0–139,271, 278,528 ran: worst waste along the whole run", as much of it as has
 * room; and what a search has found. */
static void draw_head(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                      bool found,
                      size_t count, const char *text) {
  char a[32], b[32], ran[48] = "", found_text[48];
  const char *what[] = {": worst waste along the whole run", ": worst waste", ""};
  if (!wl_session_costs(m)) what[0] = ": all steps of the run", what[1] = "";
  int x = wl_canvas_printf(c, r.x, y, WL_STYLE_STRONG, "step %s of 0–%s",
                           wl_format_count(m->selected, a), wl_format_count(m->count - 1, b));
  if (wl_trace_total(m->trace) > m->count)
    snprintf(ran, sizeof ran, ", %s ran", wl_format_count(wl_trace_total(m->trace), a));
  x = wl_canvas_fit(c, x, y, r.x + r.w - x, WL_STYLE_NOTE, ran);
  snprintf(found_text, sizeof found_text, "   / %s with ", wl_format_count(count, b));
  int left = r.x + r.w - x - (found ? wl_canvas_cells(c, found_text, -1) + 8 : 0), i = 0;
  while (wl_canvas_cells(c, what[i], -1) > left && what[i][0]) i++;
  x = wl_canvas_text(c, x, y, WL_STYLE_DIM, what[i]);
  if (!found) return;
  x = wl_canvas_fit(c, x, y, r.x + r.w - x, WL_STYLE_KEY, found_text);
  wl_canvas_fit(c, x, y, r.x + r.w - x, WL_STYLE_KEY, text);
}

void wl_view_timeline(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_window *w = wl_session_window(m);
  const char *text;
  size_t count;
  bool found = wl_found(m, &count, &text), costs = wl_session_costs(m) != NULL;
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2, r.h};
  int y = r.y;
  struct wl_rect note = {r.x, r.y, r.w, 0};
  if (r.h >= 7) {
    draw_head(m, c, r, y, found, count, text);
    bool air = r.h >= 16;
    draw_overview(m, c, r.x, y + 1, r.w, air);
    y += 2 + air;
    bool whole = w->starts && w->ends;
    int x = wl_canvas_printf(c, r.x, y, WL_STYLE_STRONG, "%sblock %u", whole ? "" : "part of ",
                             w->block);
    note = (struct wl_rect){x, y, r.x + r.w - x, 1};
    wl_canvas_fit(c, x, y++, note.w, WL_STYLE_DIM,
                  costs ? ": one column per instruction"
                        : ": one column per instruction; its cost is hidden");
  }
  bool legend = r.y + r.h - y >= (note.h ? 4 : 5), air = r.h >= 16;
  struct wl_rect warps = {r.x, y, r.w, r.y + r.h - y - legend - air};
  draw_block(m, c, warps, note);
  if (legend) draw_legend(m, c, r, r.y + r.h - 1, found);
}

int wl_rows_timeline(struct wl_session *m, struct wl_canvas *c, int w) {
  enum { HEAD = 4, FOOT = 2, ENOUGH = 32 };
  struct frame f;
  (void)c;
  measure(m, wl_session_window(m), w - 2 - LABEL, ENOUGH, &f);
  int warps = f.warps * (size_t)f.rows < ENOUGH ? (int)f.warps * f.rows : ENOUGH;
  return HEAD + warps + FOOT;
}

/* The strip under the tall layout: the overview, and the selected warp. */
void wl_part_strip(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  if (r.h < 1 || wl_session_empty(m)) return;
  wl_canvas_glyph(c, r.x, r.y, WL_GLYPH_H, r.w, WL_STYLE_RULE);
  if (r.h < 3) return;
  wl_canvas_text(c, r.x + 1, r.y + 1, WL_STYLE_DIM, "whole run");
  draw_overview(m, c, r.x + 11, r.y + 1, r.w - 12, false);
  struct wl_rect warp = {r.x + 2, r.y + 2, r.w - 3, 1};
  struct frame f;
  measure(m, wl_session_window(m), warp.w - LABEL, warp.h, &f);
  draw_warps(m, c, warp, &f);
}

/* "Step 7, line 52: LOAD shared float, 32 wavefronts, 31 wasted". */
static void say_entry(struct wl_session *m, size_t step, const struct wl_prose *p) {
  const struct wl_analysis *costs = wl_session_costs(m);
  const struct wl_cost *cost = costs ? wl_analysis_cost(costs, step) : NULL;
  char kind[WL_PHRASE], text[96] = "";
  struct wl_step s;
  if (!wl_trace_get(m->trace, step, &s)) return;
  wl_phrase_kind(&s, kind);
  if (s.kind == WL_STEP_ACCESS && cost) {
    enum wl_space space = (enum wl_space)s.access.space;
    uint32_t n = wl_moves_sectors(space) ? cost->sectors : cost->wavefronts;
    const char *title = wl_figure_title(wl_session_arch(m), wl_main_figure(space), space,
                                        (enum wl_op)s.access.op);
    int unit = wl_figure_unit_length(title, n);
    if (!cost->known) snprintf(text, sizeof text, ", how many %s is not known", title);
    else if (!cost->judged)
      snprintf(text, sizeof text, ", %u %.*s, excess not known", n, unit, title);
    else
      snprintf(text, sizeof text, ", %u %.*s, %u wasted", n, unit, title, wl_cost_excess(cost));
  }
  wl_say(p, "%sStep %zu, line %u: %s%s%s", step == m->selected ? "Here: " : "", step, s.place.line,
         kind, text, wl_hazards_open(m) && wl_hazard_at(m, step) ? ", a hazard" : "");
}

/* The instructions of the selected warp from a few before the selected one on. */
void wl_say_timeline(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_window *w = wl_session_window(m);
  int count = 0, here = 0, place = 0;
  uint16_t warp = w->entry[m->selected - w->first].warp;
  for (size_t i = 0; i < w->count; i++) {
    if (w->first + i == m->selected) here = count;
    count += w->entry[i].warp == warp;
  }
  int first = wl_scroll_window(m, here - SAID_BEFORE, count, SAID);
  int end = first + SAID < count ? first + SAID : count;
  wl_say(p, "Instructions %d to %d of %d of warp %u in block %u%s", first + 1, end, count, warp,
         w->block, w->starts && w->ends ? "" : ", as far as it is at hand");
  if (!wl_session_costs(m)) wl_say(p, "What they cost is hidden");
  for (size_t i = 0; i < w->count && place < end; i++) {
    if (w->entry[i].warp != warp) continue;
    if (place++ >= first) say_entry(m, w->first + i, p);
  }
  if (end < count) wl_say(p, "scroll-down goes on");
}
