#include "view/screen/side_views.h"
#include "session/predict/redact_source.h"

#include <stdio.h>
#include <string.h>

#include "session/predict/question.h"
#include "session/state/action.h"
#include "session/state/panels.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/phrases.h"
#include "words/figures.h"

enum {
  LEAST_WIDTH = 78,  /* in so many columns most views are whole */
  MOST_COLUMNS = 5,
  HEAD = 1, AIR = 1, /* rows above each of them */
  LEAST = 9,         /* rows below that; with fewer a view is not worth its head */
  SHARE = 24,        /* what a view may have at least, half of the height if that is more */
  WHY = 20,          /* rows of what explains a figure, and beside others */
  STEPS = 64,        /* other instructions, at most */
};

/* Columns that are filled from the top. */
struct wall {
  struct wl_rect r;
  int columns, used[MOST_COLUMNS];
};

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

/* Draws a view as if it were the chosen one, or why the figure `why` is what it is; the keys
 * are those of the chosen one, so that none are named. */
static void draw_body(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, unsigned view,
                      unsigned why) {
  unsigned chosen = m->view, asked = m->why_figure;
  bool still = m->still;
  struct wl_rect old = wl_canvas_clip(c, r);
  m->still = true;
  m->drawn.aside = true;
  m->why_figure = why;
  if (view < WL_VIEWS) m->view = view, wl_view_draw(m, (enum wl_view_id)view, c, r);
  else wl_view_why(m, c, r);
  m->view = chosen;
  m->why_figure = asked;
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
  if (!m->still) x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB, "%u ", (view + 1) % 10);
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB, "%s", v->name) + 2;
  wl_canvas_fit(c, x, r.y, r.x + r.w - x, WL_STYLE_TAB, v->help);
  wl_canvas_hit(c, (struct wl_rect){r.x, r.y, r.w, HEAD}, WL_HIT_ACTION, WL_ACT_VIEWS + view);
  draw_body(m, c, body, view, m->why_figure);
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
  int x = w->r.x + w->r.w * k / w->columns, end = w->r.x + w->r.w * (k + 1) / w->columns;
  struct wl_rect r = {x + (k > 0), w->r.y + w->r.h - left, end - x - (k > 0), h};
  w->used[k] = w->r.h - left + h;
  return r;
}

static bool has_room(const struct wall *w) {
  for (int k = 0; k < w->columns; k++)
    if (w->r.h - w->used[k] >= AIR + HEAD + LEAST) return true;
  return false;
}

static int width_of(const struct wall *w) { return w->r.w / w->columns - 1; }

/* Other instructions of the selected warp: the first of each other place of the script, in the
 * order in which the warp comes to them, then those behind the selected one, then those before
 * it, back from there. */
struct others {
  size_t step[STEPS];
  unsigned count;
};

/* One that asks a question does not show the answer. */
static void add(struct wl_session *m, struct others *o, size_t step) {
  for (unsigned k = 0; k < o->count; k++)
    if (o->step[k] == step) return;
  if (o->count < STEPS && !wl_question_at(m, step)) o->step[o->count++] = step;
}

/* An instruction of the same warp that there is a picture of. */
static bool same_warp(const struct wl_entry *e, const struct wl_entry *here) {
  return e->warp == here->warp && e->kind != WL_STEP_BARRIER && e->kind != WL_STEP_MARK;
}

static void list_others(struct wl_session *m, struct others *o) {
  const struct wl_window *w = wl_session_window(m);
  const struct wl_entry *here = &w->entry[m->selected - w->first], *end = w->entry + w->count;
  struct wl_entry seen[STEPS] = {*here};
  unsigned places = 1;
  o->count = 0;
  for (const struct wl_entry *e = w->entry; e < end && places < STEPS; e++) {
    unsigned k = 0;
    while (k < places && (seen[k].line != e->line || seen[k].column != e->column)) k++;
    if (k < places || !same_warp(e, here)) continue;
    seen[places++] = *e;
    add(m, o, w->first + (size_t)(e - w->entry));
  }
  for (const struct wl_entry *e = here + 1; e < end && o->count < STEPS; e++)
    if (same_warp(e, here)) add(m, o, w->first + (size_t)(e - w->entry));
  for (const struct wl_entry *e = here; e-- > w->entry && o->count < STEPS;)
    if (same_warp(e, here)) add(m, o, w->first + (size_t)(e - w->entry));
}

/* "step 35   29  output[i] = tile[i][5]   STORE global float", and what it costs. */
static struct wl_rect draw_words(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  char kind[WL_PHRASE];
  size_t size, from = 0;
  const char *code = wl_source_line(m, s->step.place.line, &size);
  struct wl_rect body = frame(c, r);
  wl_phrase_kind(&s->step, kind);
  int x = wl_canvas_printf(c, r.x + 1, r.y, WL_STYLE_TAB, "step %zu  line %u  ", m->selected,
                           s->step.place.line);
  int end = r.x + r.w - 1 - wl_canvas_cells(c, kind, -1);
  while (code && from < size && (code[from] == ' ' || code[from] == '\t')) from++;
  struct wl_rect room = {x, r.y, end - 2 - x, 1};
  if (code && size > from) wl_canvas_fit_bytes(c, room, WL_STYLE_TAB, code + from, size - from);
  wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_TAB, kind);
  wl_canvas_hit(c, (struct wl_rect){r.x, r.y, r.w, HEAD}, WL_HIT_STEP, m->selected);
  wl_draw_verdict(c, (struct wl_rect){body.x + 1, body.y, body.w - 2, 1}, &s->verdict);
  return (struct wl_rect){body.x, body.y + 1, body.w, body.h - 1};
}

/* Another instruction as if it were selected, if it has room. */
static void draw_step(struct wl_session *m, struct wl_canvas *c, struct wall *w, size_t step) {
  struct wl_step_info kept = m->shown;
  size_t selected = m->selected;
  unsigned wave = m->wave, lit = m->poll.lit;
  m->selected = step;
  m->wave = 0;
  m->poll.lit = 0;
  if (wl_step_info_take_shown(m, step, &m->shown)) {
    enum wl_view_id view = wl_view_best(&m->shown.step).view;
    struct wl_rect r = take(w, 1 + wl_view_rows(m, view, c, width_of(w)));
    if (r.h) draw_body(m, c, draw_words(m, c, r), view, m->why_figure);
  }
  m->shown = kept;
  m->selected = selected;
  m->wave = wave;
  m->poll.lit = lit;
}

/* Why the figure that the step is judged by is what it is. */
static void draw_why(struct wl_session *m, struct wl_canvas *c, struct wall *w) {
  const struct wl_step *s = &wl_session_spot(m)->step;
  if (wl_panel_on(m, WL_PANEL_WHY) || wl_session_masked(m)) return;
  if (s->kind != WL_STEP_ACCESS || !s->access.mask) return;
  struct wl_rect r = take(w, WHY);
  if (!r.h) return;
  draw_body(m, c, r, WL_VIEWS, wl_figure_telling(wl_session_arch(m), &s->access));
  wl_canvas_restyle(c, (struct wl_rect){r.x, r.y, r.w, HEAD}, WL_STYLE_TAB);
  wl_canvas_hit(c, (struct wl_rect){r.x, r.y, r.w, HEAD}, WL_HIT_ACTION, WL_ACT_WHY);
}

/* Lines between the columns, from the row below their heads. */
static void draw_lines(struct wl_canvas *c, const struct wall *w) {
  for (int k = 1; k < w->columns; k++)
    for (int y = w->r.y + HEAD; y < w->r.y + w->r.h; y++)
      wl_canvas_glyph(c, w->r.x + w->r.w * k / w->columns, y, WL_GLYPH_V, 1, WL_STYLE_RULE);
}

/* Rows of the chosen view, or of what stands over it. */
static int chosen_rows(struct wl_session *m, struct wl_canvas *c, int width) {
  return wl_panel_on(m, WL_PANEL_WHY) ? 2 * WHY : wl_view_rows(m, m->view, c, width);
}

struct wl_rect wl_side_views_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct wall w = {.r = r, .columns = r.w / LEAST_WIDTH};
  enum wl_view_id view[WL_VIEWS];
  struct others others = {.count = 0};
  unsigned n = choose(m, view);
  if (w.columns > MOST_COLUMNS) w.columns = MOST_COLUMNS;
  if (w.columns < 2) return r;
  int rows = HEAD + chosen_rows(m, c, width_of(&w));
  w.used[0] = rows < r.h ? rows : r.h;
  struct wl_rect left = {r.x, r.y, r.w / w.columns, w.used[0]};
  draw_lines(c, &w);
  for (unsigned i = 0; i < n && has_room(&w); i++) {
    if (i == 2) draw_why(m, c, &w);
    struct wl_rect at = take(&w, wl_view_rows(m, view[i], c, width_of(&w)));
    if (at.h) draw_view(m, c, at, view[i]);
  }
  if (!wl_session_masked(m) && has_room(&w)) list_others(m, &others);
  for (unsigned i = 0; i < others.count && has_room(&w); i++) draw_step(m, c, &w, others.step[i]);
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
