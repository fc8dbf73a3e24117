#include "view/picture.h"

#include "session/predict/redact_source.h"
#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "view/draw/draw.h"
#include "view/screen/side_views.h"
#include "view/screen/view_functions.h"

/* The picture stays but steps back behind an error. */
static void dim(struct wl_canvas *c, const struct wl_layout *l) {
  static const uint8_t parts[] = {WL_PART_SOURCE, WL_PART_VERDICT, WL_PART_RULE, WL_PART_VIEW,
                                  WL_PART_PANEL, WL_PART_LANE, WL_PART_FIGURES, WL_PART_STRIP};
  for (unsigned i = 0; i < sizeof parts; i++)
    wl_canvas_restyle(c, l->part[parts[i]], WL_STYLE_DIM);
}

/* From under the top bar to above the status line. */
static struct wl_rect between(const struct wl_layout *l, int width, int height) {
  int top = l->part[WL_PART_BAR].h, bottom = l->part[WL_PART_STATUS].h;
  return (struct wl_rect){0, top, width, height - top - bottom};
}

/* Where the panel stands: over the tabs, the view and, on smaller screens, over
 * what is around them, so that the figures stay in sight. */
static struct wl_rect why_place(const struct wl_layout *l) {
  struct wl_rect r = l->part[WL_PART_VIEW];
  const struct wl_rect *first = &l->part[l->size < WL_SIZE_NORMAL ? WL_PART_VERDICT : WL_PART_TABS];
  int top = first->h > 0 ? first->y : r.y; /* an error can have its rows */
  bool above = l->size < WL_SIZE_FULL && l->part[WL_PART_FIGURES].h > 0;
  int bottom = above ? l->part[WL_PART_FIGURES].y : r.y + r.h;
  return (struct wl_rect){r.x, top, r.w, bottom - top};
}

static void draw_view(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  bool why = wl_panel_on(m, WL_PANEL_WHY);
  struct wl_rect r = why ? why_place(l) : l->part[WL_PART_VIEW];
  struct wl_rect old = wl_canvas_clip(c, r);
  if (why) wl_canvas_fill(c, r, WL_STYLE_TEXT);
  else wl_view_draw(m, m->view, c, r);
  if (l->size < WL_SIZE_WALL) wl_canvas_clip(c, old); /* its title goes over the figures, too */
  if (why) wl_view_why(m, c, r);
  wl_canvas_clip(c, old);
}

/* Whether two pictures are side by side. */
static bool is_pair(const struct wl_session *m) {
  return m->beside && m->view == WL_VIEW_COMPARE;
}

/* Draws what has room beside and below the view on large screens, and makes that smaller; its
 * tabs, too. */
static void draw_wall(struct wl_session *m, struct wl_canvas *c, struct wl_layout *l) {
  struct wl_rect *tabs = &l->part[WL_PART_TABS], *view = &l->part[WL_PART_VIEW], r = *view;
  if (l->size < WL_SIZE_FULL || (is_pair(m) && !wl_panel_on(m, WL_PANEL_WHY))) return;
  if (l->size < WL_SIZE_WALL) {
    *view = wl_side_views_below(m, c, r);
    return;
  }
  r.y -= tabs->h, r.h += tabs->h;
  r = wl_side_views_draw(m, c, r);
  if (r.w == view->w) return;
  tabs->w = r.w, r.y += tabs->h, r.h -= tabs->h;
  *view = r;
}

/* What a lesson is about stands above its first picture, which has the rows that this leaves; on
 * walls a view beside it says so. */
static void introduce(struct wl_session *m, struct wl_canvas *c, struct wl_layout *l) {
  enum { MOST = 76 /* cells that are read in one go */ };
  struct wl_rect *view = &l->part[WL_PART_VIEW];
  struct wl_rect text = {view->x + 1, view->y, view->w - 2 < MOST ? view->w - 2 : MOST, view->h};
  if (!m->opening.introduces || l->size >= WL_SIZE_WALL || wl_panel_on(m, WL_PANEL_WHY)) return;
  int rows = wl_draw_wrapped(c, text, view->h, WL_STYLE_STRONG, wl_source_about(m)) + 1;
  if (rows > view->h) rows = view->h;
  view->y += rows, view->h -= rows;
}

/* What another wavefront changes; and the tabs, which make room for views beside the view. */
static const uint8_t moving[] = {WL_PART_VERDICT, WL_PART_RULE, WL_PART_NOW, WL_PART_LANE,
                                 WL_PART_VIEW, WL_PART_TABS};

static void draw_moving(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  struct wl_layout chosen = *l;
  bool alone = l->part[WL_PART_FIGURES].h == 0 && l->part[WL_PART_PANEL].w == 0;
  wl_part_verdict(m, c, l);
  wl_part_now(m, c, l->part[WL_PART_NOW], alone);
  wl_part_lane(m, c, l->part[WL_PART_LANE]);
  introduce(m, c, &chosen);
  draw_wall(m, c, &chosen);
  draw_view(m, c, &chosen);
  if (wl_panel_on(m, WL_PANEL_ERROR)) dim(c, l);
  if (l->part[WL_PART_TABS].h && !wl_panel_on(m, WL_PANEL_WHY))
    wl_part_tabs(m, c, chosen.part[WL_PART_TABS]);
}

static void draw_parts(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  wl_part_source(m, c, l->part[WL_PART_SOURCE], false);
  wl_part_figures(m, c, l->part[WL_PART_FIGURES]);
  wl_part_panel(m, c, l->part[WL_PART_PANEL]);
  wl_part_strip(m, c, l->part[WL_PART_STRIP]);
  draw_moving(m, c, l);
  if (wl_panel_on(m, WL_PANEL_ERROR)) wl_part_error(m, c, l->part[WL_PART_ERROR]);
  else wl_part_answer(m, c, l->part[WL_PART_ERROR]);
}

/* A screen that is small at first, or has become smaller, says what it leaves out, until the next
 * action; what it still does then, if it grows meanwhile: terminals come to a size in steps. */
static void note_size(struct wl_session *m, enum wl_size size) {
  unsigned now = (unsigned)size + 1;
  bool first = !m->drawn.size;
  if (first ? size < WL_SIZE_NORMAL : m->drawn.size > now) m->drawn.shrunk = now;
  else if (m->drawn.size < now)
    m->drawn.shrunk = m->drawn.shrunk && size < WL_SIZE_NORMAL ? now : 0;
  m->drawn.size = now;
}

/* Two pictures side by side have both columns of figures; code has the width, and the figures
 * are below it. */
static void widen(const struct wl_session *m, struct wl_layout *l) {
  enum { ROWS = 3 };
  struct wl_rect *panel = &l->part[WL_PART_PANEL], *view = &l->part[WL_PART_VIEW];
  bool code = m->view == WL_VIEW_SOURCE;
  if (!panel->w || !(code || is_pair(m)) || wl_panel_on(m, WL_PANEL_WHY)) return;
  view->w += panel->w;
  *panel = (struct wl_rect){0};
  if (!code) return;
  view->h -= ROWS;
  l->part[WL_PART_NOW].y -= ROWS;
  l->part[WL_PART_LANE].y -= ROWS;
  l->part[WL_PART_FIGURES] =
    (struct wl_rect){0, l->part[WL_PART_LANE].y + l->part[WL_PART_LANE].h, view->w, ROWS};
}

/* The strip is a small timeline: beside the whole one it would say the same again, and the view
 * has its rows. */
static void spare_strip(const struct wl_session *m, struct wl_layout *l) {
  int rows = l->part[WL_PART_STRIP].h;
  if (m->view != WL_VIEW_TIMELINE || wl_panel_on(m, WL_PANEL_WHY) ||
      l->size >= WL_SIZE_WALL)
    return;
  l->part[WL_PART_STRIP] = (struct wl_rect){0};
  l->part[WL_PART_VIEW].h += rows;
  l->part[WL_PART_PANEL].h += rows;
  l->part[WL_PART_NOW].y += rows;
  l->part[WL_PART_LANE].y += rows;
}

/* A picture to be taken home says all of how to come back to it, where the view can spare the
 * rows for that. */
static void lengthen(struct wl_session *m, const struct wl_canvas *c, struct wl_layout *l) {
  enum { LEAST = 7 };
  struct wl_rect *view = &l->part[WL_PART_VIEW], *status = &l->part[WL_PART_STATUS];
  if (!m->still || l->size < WL_SIZE_NARROW) return;
  int more = wl_part_back_rows(m, c, status->w) - 1;
  if (more < 1 || more > view->h - LEAST) return;
  view->h -= more;
  l->part[WL_PART_PANEL].h = l->part[WL_PART_PANEL].w ? view->h : 0;
  status->h += more;
  for (enum wl_part p = 0; p < WL_PARTS; p++)
    if (l->part[p].y > view->y && p != WL_PART_PANEL) l->part[p].y -= more;
}

/* A question comes whole also on small screens, where the view has rows for it. */
static void make_room(const struct wl_session *m, struct wl_layout *l) {
  enum { LEAST = 2 };
  struct wl_rect *verdict = &l->part[WL_PART_VERDICT], *view = &l->part[WL_PART_VIEW];
  if (m->poll.state != WL_PREDICT_ASKED || wl_panel_on(m, WL_PANEL_ERROR) || verdict->h == 0 ||
      l->size >= WL_SIZE_NORMAL)
    return;
  int more = wl_wrapped_rows(m->poll.question.text, verdict->w - 4) - verdict->h;
  if (more > view->h - LEAST) more = view->h - LEAST;
  if (more < 1) return;
  verdict->h += more;
  view->y += more;
  view->h -= more;
}

/* Whether the step is all that there is to see. */
static bool is_plain(const struct wl_session *m) {
  bool over = m->present || wl_panel_top(m) < WL_PANELS || m->still;
  return !over && m->poll.state == WL_PREDICT_FREE;
}

void wl_session_draw(struct wl_session *m, struct wl_canvas *c) {
  struct wl_layout l;
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  enum wl_panel top = wl_panel_top(m);
  m->drawn.width = width;
  m->drawn.height = height;
  m->drawn.plain = false;
  m->drawn.above = m->drawn.below = 0;
  bool help = wl_panel_on(m, WL_PANEL_HELP), failed = wl_panel_on(m, WL_PANEL_ERROR);
  int rows = failed ? wl_part_error_rows(m, width) : wl_part_answer_rows(m, width);
  wl_canvas_clear(c);
  if (!wl_layout(width, height, rows, &l)) {
    wl_draw_too_small(c);
    return;
  }
  widen(m, &l);
  spare_strip(m, &l);
  lengthen(m, c, &l);
  make_room(m, &l);
  if (m->present && (top == WL_PANEL_BLANK || !wl_panel_covers(m)) && wl_present_draw(m, c)) return;
  note_size(m, l.size);
  struct wl_rect middle = between(&l, width, height);
  wl_part_bar(m, c, &l);
  if (help) {
    wl_view_help(m, c, middle);
  } else if (wl_session_spot(m)) {
    draw_parts(m, c, &l);
    m->drawn.plain = is_plain(m);
    m->drawn.layout = l;
  } else {
    if (failed) wl_part_error(m, c, (struct wl_rect){0, middle.y + 1, width, middle.h - 1});
    else if (wl_panel_on(m, WL_PANEL_ANSWER)) wl_part_answer(m, c, middle);
    else if (!wl_part_coming(m, c, &l)) wl_part_start(m, c, middle);
  }
  if (wl_panel_on(m, WL_PANEL_RESTORE)) wl_part_bookmark(m, c, middle);
  if (help || top == WL_PANEL_PROMPT) wl_part_prompt(m, c, l.part[WL_PART_STATUS]);
  else wl_part_status(m, c, &l);
}

void wl_session_draw_wave(struct wl_session *m, struct wl_canvas *c) {
  const struct wl_drawn *last = &m->drawn;
  bool fits = last->width == wl_canvas_width(c) && last->height == wl_canvas_height(c);
  if (!fits || !last->plain) {
    wl_session_draw(m, c);
    return;
  }
  m->drawn.above = m->drawn.below = 0;
  for (unsigned i = 0; i < sizeof moving; i++)
    wl_canvas_fill(c, last->layout.part[moving[i]], WL_STYLE_TEXT);
  draw_moving(m, c, &last->layout);
}
