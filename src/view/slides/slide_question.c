#include "view/slides/slide_question.h"

#include <stdio.h>

#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/big_digits.h"
#include "view/draw/draw.h"
#include "view/slides/slide_choices.h"
#include "view/slides/slide_parts.h"
#include "view/text/phrases.h"

int wl_slide_asks(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r) {
  enum { LEAST = 2, MOST = 4, INDENT = 4 };
  int rows = LEAST, need = wl_centred_rows(c, r.w - INDENT, m->poll.question.text);
  bool grid = wl_choices_rows(m, c, wl_slide_margins((struct wl_rect){0, 0, r.w, r.h - rows}));
  while (rows < need && rows < MOST && (grid || r.h - rows > WL_BIG_DIGITS_ROWS)) {
    struct wl_rect below = wl_slide_margins((struct wl_rect){0, 0, r.w, r.h - rows - 1});
    if (grid && !wl_choices_rows(m, c, below)) break;
    rows++;
  }
  return rows;
}

int wl_slide_spare(struct wl_session *m, const struct wl_canvas *c, struct wl_rect r,
                   int *question) {
  int more = m->still ? wl_part_back_rows(m, c, r.w) - 1 : 0;
  int least = *question && wl_wrapped_rows(m->poll.question.text, r.w - 4) == 1 ? 1 : *question;
  if (more < 1 || r.h - more < WL_SLIDE_ASKS) return 0;
  int was = wl_choices_rows(m, c, wl_slide_margins((struct wl_rect){0, 0, r.w, r.h - *question}));
  for (int q = *question; q >= least; q--) {
    struct wl_rect now = wl_slide_margins((struct wl_rect){0, 0, r.w, r.h - q - more});
    if (wl_choices_rows(m, c, now) != was) continue;
    *question = q;
    return more;
  }
  return 0;
}

bool wl_slide_kind(const struct wl_session *m, struct wl_canvas *c, int y) {
  enum { APART = 3 };
  char kind[WL_PHRASE];
  wl_phrase_kind(&wl_session_spot(m)->step, kind);
  int width = wl_canvas_width(c), from = width - 1 - wl_canvas_cells(c, kind, -1);
  for (int x = from - APART; x < width; x++)
    if (x < 0 || wl_canvas_cell(c, x, y)->code != ' ') return false;
  wl_canvas_text(c, from, y, WL_STYLE_DIM, kind);
  return true;
}

void wl_slide_votes(const struct wl_session *m, struct wl_canvas *c, int top, int question,
                     int height) {
  char text[32];
  if (!m->poll.count) return;
  snprintf(text, sizeof text, "  %u answer%s", m->poll.count, m->poll.count == 1 ? "" : "s");
  int width = wl_canvas_width(c), from = width - 1 - wl_canvas_cells(c, text, -1);
  for (int n = height - 1; n >= 0 && from > 0; n--) {
    int y = top + (n + question) % height, x = from; /* up to the top, and then from the bottom */
    while (x < width && wl_canvas_cell(c, x, y)->code == ' ') x++;
    if (x < width) continue;
    wl_canvas_text(c, from, y, WL_STYLE_DIM, text);
    return;
  }
}
