/* Below the columns of banks: the ruler, and what colours and signs mean. */
#include "view/views/banks_chart.h"

#include <stdio.h>

#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/memory_cells.h"

enum { AIR = 3 /* between entries */ };

/* Whether they are those of L1, which keeps its data as shared memory does. */
static bool are_of_l1(struct wl_session *m) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  bool apart = a->space == WL_SHARED || a->space == WL_CONSTANT;
  return !apart && !wl_op_is_copy((enum wl_op)a->op);
}

/* The ruler, and below it a mark at the banks of the picked lane. */
void wl_banks_ruler(struct wl_session *m, struct wl_canvas *c, struct wl_banks_chart *k, int y) {
  int last = -1;
  if (are_of_l1(m)) wl_canvas_right(c, k->r.x - 1, y + 1, WL_STYLE_DIM, "of L1");
  k->named.from = k->named.to = k->r.x + k->banks * k->cell;
  wl_canvas_right(c, k->r.x - 1, y, WL_STYLE_DIM, "bank");
  for (int b = 0; b < k->banks; b++) {
    int x = k->r.x + b * k->cell;
    bool marked = b % 4 == 0 || b == k->banks - 1;
    if (marked && (k->cell > 1 || b % 4 == 0))
      wl_canvas_number(c, x, y, k->picked >> b & 1 ? WL_STYLE_KEY : WL_STYLE_DIM, (unsigned)b);
    if (!(k->picked >> b & 1)) continue;
    wl_canvas_glyph(c, x, y + 1, WL_GLYPH_UP, 1, WL_STYLE_KEY);
    if (last < 0) k->named.from = x;
    last = x;
  }
  char name[16];
  int cells = snprintf(name, sizeof name, "lane %u", m->lane);
  if (last < 0) {
    k->named.to = k->r.x;
  } else if (last + 2 + cells <= k->r.x + k->r.w) {
    k->named.to = wl_canvas_text(c, last + 2, y + 1, WL_STYLE_DIM, name);
  } else {
    k->named.to = last + 1;
    k->named.from -= cells + 1; /* before its marks */
    wl_canvas_text(c, k->named.from, y + 1, WL_STYLE_DIM, name);
  }
}

/* The first sample that has room from `x` to `end`, with what it means. */
static bool draw_sample(struct wl_canvas *c, int x, int end, int y, const char *const text[][2]) {
  for (int i = 0; text[i][0]; i++) {
    int sample = wl_canvas_cells(c, text[i][0], -1);
    if (x + sample + 1 + wl_canvas_cells(c, text[i][1], -1) > end) continue;
    wl_canvas_text(c, x, y, WL_STYLE_USED, text[i][0]);
    wl_canvas_text(c, x + sample + 1, y, WL_STYLE_DIM, text[i][1]);
    return true;
  }
  return false;
}

/* What stands in the words of a grid that have no room for the number of their lane: behind
 * narrow ones, at the right of the ruler; below wide ones, on either side of the picked lane,
 * where the legend leaves room from `x` to `end`. */
static void draw_labels(struct wl_canvas *c, const struct wl_banks_chart *k, int x, int end,
                        int y) {
  static const char *const bare[][2] = {{"•", "a lane"}, {0}};
  static const char *const some[][2] = {{"×", "several lanes"}, {0}};
  static const char *const many[][2] = {{"×4", "four lanes, ×× ten or more"},
                                        {"×4", "four, ×× from ten"}, {"×4", "four lanes"},
                                        {0}};
  int right = k->r.x + k->r.w - 1, behind = k->r.x + k->banks * k->cell + 2;
  if (k->cell == 1 && k->shared) draw_sample(c, behind, right, y - 1, some);
  else if (k->cell == 1 && k->narrow) draw_sample(c, behind, right, y - 1, bare);
  else if (k->cell > 1 && k->shared && !draw_sample(c, k->named.to + AIR, x, y, many)) {
    int before = k->named.from < x ? k->named.from : x;
    if (!draw_sample(c, k->r.x, before - 2, y, many)) draw_sample(c, end, right, y, many);
  }
}

/* A colour and the sign that stands beside it in the picture; `lane`, instead of a sign: the
 * number of a lane. */
struct entry {
  bool shown;
  enum wl_style style;
  enum wl_glyph_id sign;
  int lane;
  const char *text;
};
enum { ENTRIES = 6 };

/* The lane that is served now: in columns it has its number there. */
static int serving(const struct wl_banks_chart *k) {
  for (int b = 0; b < k->banks; b++)
    if (k->serving[b]) return k->serving[b] - 1;
  return 0;
}

static void list(const struct wl_banks_chart *k, bool grid, struct entry entry[ENTRIES]) {
  bool now = k->now.replay && !k->now.tag && !k->now.over, clash = k->clashing != 0;
  bool data = now || k->now.served, turns = k->lanes && k->most > 1;
  bool waits = data && k->now.served + now < k->rows;
  const struct entry all[ENTRIES] = {
    {!clash && !data && !turns, WL_STYLE_USED, WL_GLYPH_CHECK, -1, "no conflict"},
    {!clash && !data && turns, WL_STYLE_USED, WL_GLYPH_SPACE, -1, "one lane at a time"},
    {clash, WL_STYLE_CLASH, WL_GLYPH_FAIL, -1, "conflict"},
    {!clash && waits, WL_STYLE_USED, WL_GLYPH_SPACE, -1, "waits"},
    {now, WL_STYLE_NOW, WL_GLYPH_PLAY, grid ? -1 : serving(k), "now"},
    {data, WL_STYLE_DONE, grid ? WL_GLYPH_CHECK : WL_GLYPH_LIGHT, -1, "served"},
  };
  for (int i = 0; i < ENTRIES; i++) entry[i] = all[i];
}

static int sample_cells(const struct entry *e) { return e->lane > 9 ? 2 : 1; }

/* Where the legend begins that has so many cells: below the columns, beside the picked lane. -1:
 * there is no room. */
static int place(const struct wl_banks_chart *k, int cells) {
  int x = k->r.x + k->banks * k->cell - cells;
  if (k->named.to > x - AIR) x = k->r.x + k->r.w - 1 - cells;
  if (k->named.to <= x - AIR) return x;
  return k->named.from >= k->r.x + cells + AIR ? k->r.x : -1; /* the lane is at the right */
}

void wl_banks_legend(struct wl_canvas *c, const struct wl_banks_chart *k, bool grid, int y) {
  struct entry entry[ENTRIES];
  int cells = -AIR, right = k->r.x + k->r.w - 1;
  list(k, grid, entry);
  for (int i = 0; i < ENTRIES; i++)
    if (entry[i].shown)
      cells += sample_cells(&entry[i]) + 1 + wl_canvas_cells(c, entry[i].text, -1) + AIR;
  int x = place(k, cells);
  if (grid) draw_labels(c, k, x > k->r.x ? x - AIR : right, x < 0 ? right : x + cells + AIR, y);
  for (int i = 0; x >= 0 && i < ENTRIES; i++) {
    const struct entry *e = &entry[i];
    if (!e->shown) continue;
    if (e->lane < 0) wl_canvas_glyph(c, x, y, e->sign, 1, e->style);
    else wl_canvas_number(c, x, y, e->style, (unsigned)e->lane);
    x = wl_canvas_text(c, x + sample_cells(e) + 1, y, WL_STYLE_DIM, e->text) + AIR;
  }
}
