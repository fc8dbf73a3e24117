#include "view/wall.h"

#include "view/action.h"
#include "view/draw.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/view.h"

/* A picture of this size is the whole of most views. */
enum { LEAST_WIDTH = 78, LEAST_HEIGHT = 22, MOST_COLUMNS = 5 };

/* Whether a view has something to say of the selected step, and may. */
static bool says(struct wl_model *m, enum wl_view_id view) {
  const struct wl_step *s = &wl_model_spot(m)->step;
  bool moves = s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE;
  bool access = s->kind == WL_STEP_ACCESS && s->access.mask;
  bool banks = access && (s->access.space == WL_SHARED || s->access.space == WL_CONSTANT);
  if (wl_model_masked(m) && !wl_views[view].open) return false;
  switch (view) {
  case WL_VIEW_SWEEP: return false; /* its runs take time: they are to be asked for */
  case WL_VIEW_SHUFFLE: return moves;
  case WL_VIEW_BANKS: return banks;
  case WL_VIEW_LINES: return access;
  case WL_VIEW_LANES: case WL_VIEW_COMPARE: return access || moves;
  default: return true;
  }
}

/* The views beside the chosen one, what tells most of the step first. */
static unsigned choose(struct wl_model *m, enum wl_view_id view[WL_VIEWS]) {
  static const uint8_t order[] = {
    WL_VIEW_SOURCE, WL_VIEW_LANES, WL_VIEW_TIMELINE, WL_VIEW_MEMORY, WL_VIEW_COMPARE,
    WL_VIEW_LINES, WL_VIEW_BANKS, WL_VIEW_SHUFFLE, WL_VIEW_TEXT};
  unsigned n = 0;
  enum wl_view_id best = wl_view_best(&wl_model_spot(m)->step)[0] - '1';
  if (best != m->view && says(m, best)) view[n++] = best;
  for (unsigned k = 0; k < sizeof order / sizeof order[0]; k++)
    if (order[k] != m->view && order[k] != best && says(m, order[k])) view[n++] = order[k];
  return n;
}

/* One of them, under its key and its name. */
static void draw_tile(struct wl_model *m, struct wl_canvas *c, struct wl_rect r,
                      enum wl_view_id view) {
  const struct wl_view_row *v = &wl_views[view];
  struct wl_rect head = {r.x, r.y, r.w, 1}, body = {r.x + 1, r.y + 1, r.w - 1, r.h - 1};
  unsigned chosen = m->view;
  int scroll = m->scroll;
  wl_canvas_fill(c, head, WL_STYLE_TAB);
  int x = m->still ? r.x + 2
                   : wl_canvas_printf(c, r.x + 2, r.y, WL_STYLE_TAB, "%u ", (view + 1) % 10);
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB, "%s", v->name) + 2;
  wl_canvas_fit(c, x, r.y, r.x + r.w - x, WL_STYLE_TAB, v->help, -1);
  wl_canvas_hit(c, head, WL_HIT_ACTION, WL_ACT_VIEW_1 + view);
  for (int y = body.y; y < body.y + body.h; y++)
    wl_canvas_glyph(c, r.x, y, WL_GLYPH_V, 1, WL_STYLE_RULE);
  struct wl_rect old = wl_canvas_clip(c, body);
  m->view = view;
  m->scroll = 0;
  wl_view_draw(m, view, c, body);
  m->view = chosen;
  m->scroll = scroll;
  wl_canvas_clip(c, old);
}

struct wl_rect wl_wall_draw(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  enum wl_view_id view[WL_VIEWS];
  unsigned n = choose(m, view), drawn = 0;
  int columns = r.w / LEAST_WIDTH < MOST_COLUMNS ? r.w / LEAST_WIDTH : MOST_COLUMNS;
  int rows = r.h / LEAST_HEIGHT;
  if (columns < 2 || rows < 1 || n == 0) return r;
  if ((unsigned)(columns - 1) > n) columns = (int)n + 1;
  int beside = columns - 1, most = ((int)n + beside - 1) / beside;
  if (rows > most) rows = most;
  if (n > (unsigned)(beside * rows)) n = (unsigned)(beside * rows);
  for (int k = 0; k < beside; k++) {
    int x = r.x + r.w * (k + 1) / columns, end = r.x + r.w * (k + 2) / columns;
    unsigned left = n - drawn, here = (left + (unsigned)(beside - k) - 1) / (unsigned)(beside - k);
    for (unsigned i = 0; i < here; i++) {
      int y = r.y + r.h * (int)i / (int)here, bottom = r.y + r.h * (int)(i + 1) / (int)here;
      draw_tile(m, c, (struct wl_rect){x, y, end - x, bottom - y}, view[drawn++]);
    }
  }
  return (struct wl_rect){r.x, r.y, r.w / columns, r.h};
}
