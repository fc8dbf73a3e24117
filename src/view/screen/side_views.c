#include "view/screen/side_views.h"

#include "session/state/action.h"
#include "session/state/panels.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"

enum {
  LEAST_WIDTH = 78,  /* in so many columns most views are whole */
  MOST_COLUMNS = 5,
  HEAD = 1, AIR = 1, /* rows above each of them */
  LEAST = 9,         /* rows below that; with fewer a view is not worth its head */
  SHARE = 24,        /* what a view may have at least, half of the height if that is more */
  WHY = 40,          /* rows of what explains a figure */
};

/* Columns that are filled from the top. */
struct wall {
  struct wl_rect r;
  int columns, first, used[MOST_COLUMNS]; /* columns of the chosen view's; rows */
};

/* Where column `k` begins, of which the first has cells of its own and the others the same. */
static int begin_of(const struct wall *w, int k) {
  int rest = w->r.w - w->first;
  return w->r.x + (k ? w->first + rest * (k - 1) / (w->columns - 1) : 0);
}

/* What the selected step is, as views show it. */
static unsigned shows_of(const struct wl_step *s) {
  if (s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE) return WL_SHOWS_EXCHANGES;
  if (s->kind != WL_STEP_ACCESS || !s->access.mask) return WL_SHOWS_OTHERS;
  return WL_SHOWS_ACCESSES | (s->access.space == WL_SHARED ? WL_SHOWS_SHARED : 0);
}

/* Whether a view has something to say of the selected step, and may. */
static bool says(struct wl_session *m, enum wl_view_id view) {
  const struct wl_step *s = &wl_session_spot(m)->step;
  bool constant = s->kind == WL_STEP_ACCESS && s->access.space == WL_CONSTANT;
  if (constant && m->view == WL_VIEW_BANKS && view == WL_VIEW_LINES) return false; /* passes, too */
  return !wl_view_hidden(m, view) && (wl_views[view].steps & shows_of(s));
}

/* The views beside the chosen one, what tells most of the step first. */
static unsigned choose(struct wl_session *m, enum wl_view_id view[WL_VIEWS]) {
  unsigned n = 0;
  enum wl_view_id first = wl_view_best(&wl_session_spot(m)->step).view;
  if (first != m->view && says(m, first)) view[n++] = first;
  for (unsigned rank = 1; rank <= WL_VIEWS; rank++)
    for (enum wl_view_id v = 0; v < WL_VIEWS; v++)
      if (wl_views[v].rank == rank && v != m->view && v != first && says(m, v)) view[n++] = v;
  return n;
}

/* The row above one of them. Returns what it leaves. */
static struct wl_rect frame(struct wl_canvas *c, struct wl_rect r) {
  wl_canvas_fill(c, (struct wl_rect){r.x, r.y, r.w, HEAD}, WL_STYLE_TAB);
  return (struct wl_rect){r.x, r.y + HEAD, r.w, r.h - HEAD};
}

/* Draws a view as if it were the chosen one; the keys are those of the chosen one, so that none are
 * named. */
static void draw_body(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                      enum wl_view_id view) {
  unsigned chosen = m->view;
  bool still = m->still;
  struct wl_rect old = wl_canvas_clip(c, r);
  m->still = true;
  m->drawn.aside = true;
  m->view = view;
  wl_view_draw(m, view, c, r);
  m->view = chosen;
  m->still = still;
  m->drawn.aside = false;
  wl_canvas_clip(c, old);
}

/* One of them, under its key and its name. */
static void draw_view(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                      enum wl_view_id view) {
  const struct wl_view_row *v = &wl_views[view];
  struct wl_rect body = frame(c, r);
  int x = r.x + 1;
  if (!m->still) x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB, "%c ",
                                      wl_actions[WL_ACT_VIEWS + view].keys[0]);
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB, "%s", v->name) + 2;
  wl_canvas_fit(c, x, r.y, r.x + r.w - x, WL_STYLE_TAB, v->help);
  wl_canvas_hit(c, (struct wl_rect){r.x, r.y, r.w, HEAD}, WL_HIT_ACTION, WL_ACT_VIEWS + view);
  draw_body(m, c, body, view);
}

/* Where the next one goes, `rows` of it with head and air; where there are fewer, those, if
 * they are worth it. h 0: nowhere. */
static struct wl_rect take(struct wall *w, int rows) {
  int k = 0, most = w->r.h / 2 > SHARE ? w->r.h / 2 : SHARE;
  for (int i = 1; i < w->columns; i++)
    if (w->used[i] < w->used[k]) k = i;
  int left = w->r.h - w->used[k] - AIR * (w->used[k] > 0), h = HEAD + (rows < most ? rows : most);
  if (h > left) h = left;
  if (h < HEAD + (rows < LEAST ? rows : LEAST)) return (struct wl_rect){0};
  int x = begin_of(w, k), end = begin_of(w, k + 1);
  struct wl_rect r = {x + (k > 0), w->r.y + w->r.h - left, end - x - (k > 0), h};
  w->used[k] = w->r.h - left + h;
  return r;
}

static bool has_room(const struct wall *w) {
  for (int k = 0; k < w->columns; k++)
    if (w->r.h - w->used[k] >= AIR + HEAD + LEAST) return true;
  return false;
}

static int width_of(const struct wall *w) { return (w->r.w - w->first) / (w->columns - 1) - 1; }

/* Lines between the columns, from the row below their heads. */
static void draw_lines(struct wl_canvas *c, const struct wall *w) {
  for (int k = 1; k < w->columns; k++)
    for (int y = w->r.y + HEAD; y < w->r.y + w->r.h; y++)
      wl_canvas_glyph(c, begin_of(w, k), y, WL_GLYPH_V, 1, WL_STYLE_RULE);
}

/* Rows of the chosen view, or of what stands over it. */
static int chosen_rows(struct wl_session *m, struct wl_canvas *c, int width) {
  return wl_panel_on(m, WL_PANEL_WHY) ? WHY : wl_view_rows(m, m->view, c, width);
}

struct wl_rect wl_side_views_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct wall w = {.r = r, .columns = r.w / LEAST_WIDTH};
  enum wl_view_id view[WL_VIEWS];
  unsigned n = choose(m, view);
  if (w.columns > MOST_COLUMNS) w.columns = MOST_COLUMNS;
  if (w.columns < 2) return r;
  int wanted = m->view == WL_VIEW_SOURCE ? wl_cells_source(m) : 0;
  while (w.columns > 2 && r.w - LEAST_WIDTH * (w.columns - 1) < wanted) w.columns--;
  int most = r.w - LEAST_WIDTH * (w.columns - 1);
  w.first = r.w / w.columns;
  if (w.first < wanted) w.first = wanted < most ? wanted : most;
  int rows = HEAD + chosen_rows(m, c, w.first);
  w.used[0] = rows < r.h ? rows : r.h;
  struct wl_rect left = {r.x, r.y, w.first, w.used[0]};
  draw_lines(c, &w);
  for (unsigned i = 0; i < n && has_room(&w); i++) {
    struct wl_rect at = take(&w, wl_view_rows(m, view[i], c, width_of(&w)));
    if (at.h) draw_view(m, c, at, view[i]);
  }
  return left;
}

struct wl_rect wl_side_views_below(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum wl_view_id view[WL_VIEWS];
  int rows = wl_panel_on(m, WL_PANEL_WHY) ? r.h : chosen_rows(m, c, r.w);
  int left = r.h - rows - AIR;
  unsigned n = left < HEAD + LEAST ? 0 : choose(m, view), i = 0;
  if (n && view[0] == WL_VIEW_TIMELINE) i++; /* the strip below has it already */
  if (i >= n) return r;
  draw_view(m, c, (struct wl_rect){r.x, r.y + r.h - left, r.w, left}, view[i]);
  return (struct wl_rect){r.x, r.y, r.w, rows};
}
