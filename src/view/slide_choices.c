#include "view/slide_choices.h"

#include <string.h>

#include "view/big.h"
#include "view/poll.h"
#include "view/state.h"

/* LETTER: and the sign of the chosen one. */
enum { LETTER = 2, BETWEEN = 3, COLUMNS = 2 /* of words */ };

/* How they stand, row by row: as large digits or as text. */
struct grid { bool big; int columns, rows, cell, pitch; };

static int cells_of(const struct wl_canvas *c, const char *answer, bool big) {
  return big ? wl_big_cells(answer, 1) : wl_canvas_cells(c, answer, -1);
}

/* The widest answer in so many cells; -1: some of them has no large digits. */
static int widest(const struct wl_poll *p, const struct wl_canvas *c, bool big) {
  int most = 0;
  for (unsigned i = 0; i < p->question.choices; i++) {
    const char *answer = p->said[i].answer;
    if (big && strspn(answer, "0123456789.%") < strlen(answer)) return -1;
    int cells = cells_of(c, answer, big);
    if (cells > most) most = cells;
  }
  return most;
}

/* As few rows as their width allows; false where they do not fit. */
static bool arrange(const struct wl_poll *p, const struct wl_canvas *c, struct wl_rect r, bool big,
                    struct grid *g) {
  int count = p->question.choices, most = widest(p, c, big), high = big ? WL_BIG_ROWS : 1;
  if (count == 0 || most < 0) return false;
  int columns = (r.w + BETWEEN) / (LETTER + most + BETWEEN);
  if (columns < 1 && big) return false;
  columns = columns < 1 ? 1 : !big && columns > COLUMNS ? COLUMNS : columns; /* a cut has a sign */
  g->big = big;
  g->rows = (count + columns - 1) / columns;
  g->columns = (count + g->rows - 1) / g->rows;
  g->cell = (r.w + BETWEEN) / g->columns;
  g->pitch = g->rows * (high + 1) - 1 <= r.h ? high + 1 : high;
  if (big && g->rows > 1 && g->pitch == high) return false; /* digits would touch */
  return (g->rows - 1) * g->pitch + high <= r.h;
}

static bool choose(const struct wl_poll *p, const struct wl_canvas *c, struct wl_rect r,
                   struct grid *g) {
  return arrange(p, c, r, true, g) || arrange(p, c, r, false, g);
}

int wl_choices_rows(const struct wl_model *m, const struct wl_canvas *c, struct wl_rect r) {
  struct grid g;
  if (m->poll.state != WL_POLL_OPEN || !choose(&m->poll, c, r, &g)) return 0;
  return (g.rows - 1) * g.pitch + (g.big ? WL_BIG_ROWS : 1);
}

void wl_choices_draw(const struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_poll *p = &m->poll;
  struct grid g;
  if (!choose(p, c, r, &g)) return;
  for (int i = 0; i < p->question.choices; i++) {
    const char *answer = p->said[i].answer;
    bool chosen = strcmp(p->typed, answer) == 0;
    enum wl_style style = chosen ? WL_STYLE_TAB_ON : WL_STYLE_STRONG;
    int x = r.x + i % g.columns * g.cell, y = r.y + i / g.columns * g.pitch;
    int middle = y + (g.big ? WL_BIG_ROWS / 2 : 0), room = g.cell - BETWEEN - LETTER;
    wl_canvas_printf(c, x, middle, WL_STYLE_KEY, "%c", (m->present ? 'A' : 'a') + i);
    if (chosen) wl_canvas_glyph(c, x + 1, middle, WL_GLYPH_RIGHT, 1, WL_STYLE_KEY);
    if (g.big) wl_big_text(c, x + LETTER, y, 1, chosen ? WL_STYLE_KEY : style, answer);
    else wl_canvas_fit(c, x + LETTER, y, room, style, answer);
  }
}
