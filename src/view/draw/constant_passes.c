#include "view/draw/constant_passes.h"

#include <stdio.h>

#include "canvas/canvas.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/memory_cells.h"
#include "words/format.h"

enum { HEAD = 2, ELEMENT = 11, LANES = 26, GROUP = 8, GAP = 2, WORDS = 12 };

/* Where the words stand: behind the strip of all lanes, if there is one. */
static int words_at(struct wl_rect r) {
  int strip = wl_words_cells(1, WL_LANES, GROUP) + GAP;
  return LANES + (r.w >= LANES + strip + WORDS ? strip : 0);
}

/* The lanes of a pass among all lanes: each by its number, where it has room. */
static void draw_strip(struct wl_session *m, struct wl_canvas *c, int x, int y, uint32_t lanes,
                       enum wl_style style) {
  struct wl_cell_word words[WL_LANES] = {0};
  for (unsigned i = 0; i < WL_LANES; i++)
    words[i] = (struct wl_cell_word){lanes & 1u << i, false, (uint8_t)style};
  wl_draw_words(c, x, y, (struct wl_cell_words){words, WL_LANES, GROUP, 1, false, false}, m->lane);
}

static void draw_pass(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y, int i) {
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_wavefront *w = &s->explain.wavefront[i];
  struct wl_replay_state now = wl_session_moment(m);
  bool here = now.replay && i == (int)now.index, done = now.replay && i < (int)now.index;
  char lanes[48], element[48];
  unsigned lane = (unsigned)__builtin_ctz(w->lanes);
  enum wl_style style = here ? WL_STYLE_NOW : done ? WL_STYLE_DONE : WL_STYLE_DIM;
  int words = words_at(r);
  wl_canvas_printf(c, r.x + 1, y, style, "pass %3d", i + 1);
  wl_canvas_fit(c, r.x + ELEMENT, y, LANES - ELEMENT - 1, WL_STYLE_TEXT,
                wl_format_element(wl_session_head(m), &s->step, lane, true, element,
                                  sizeof element));
  if (words > LANES)
    draw_strip(m, c, r.x + LANES, y, w->lanes, here || done ? style : WL_STYLE_USED);
  wl_canvas_fit(c, r.x + words, y, r.w - words,
                w->lanes >> m->lane & 1 ? WL_STYLE_KEY : WL_STYLE_LANE,
                wl_format_lane_set(w->lanes, lanes, sizeof lanes));
}

void wl_draw_passes(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_explain *e = &wl_session_spot(m)->explain;
  struct wl_replay_state now = wl_session_moment(m);
  wl_canvas_fit(c, r.x + 1, r.y, r.w - 2, WL_STYLE_DIM,
                "one address a pass, for every lane that asks for it");
  int shown = r.h - HEAD, first = 0;
  if (now.replay && (int)now.index >= shown) first = (int)now.index - shown / 2;
  if (first + shown > e->wavefront_count) first = e->wavefront_count - shown;
  if (first < 0) first = 0;
  if (shown < e->wavefront_count) {
    char rows[48];
    snprintf(rows, sizeof rows, "%d–%d of %d passes", first + 1, first + shown, e->wavefront_count);
    wl_canvas_right(c, r.x + r.w - 1, r.y + 1, WL_STYLE_NOTE, rows);
  }
  for (int i = first; i < e->wavefront_count && i < first + shown; i++)
    draw_pass(m, c, r, r.y + HEAD + i - first, i);
}
