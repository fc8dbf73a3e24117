#include "view/slides/slide_question.h"

#include <stdio.h>
#include <string.h>

#include "session/predict/answers.h"
#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/big_digits.h"
#include "view/draw/draw.h"
#include "view/draw/large_letters.h"
#include "view/slides/slide_parts.h"
#include "view/text/phrases.h"

/* LETTER: and the sign of the chosen one, on a screen of large letters LARGE. */
enum { LETTER = 2, LARGE = 6, BETWEEN = 3, COLUMNS = 2 /* of words */ };

/* How they stand, row by row: as digits of a scale, or as letters of one (0: the terminal's). */
struct grid { int scale, letters, columns, rows, cell, pitch; };

static int rows_of(int scale) { return scale ? WL_BIG_DIGITS_ROWS * scale : 1; }

static int rows_of_one(const struct grid *g) {
  return g->letters ? WL_LARGE_ROWS * g->letters : rows_of(g->scale);
}

static int cells_of(const struct wl_canvas *c, const char *answer, int scale) {
  return scale ? wl_big_digits_cells(answer, scale) : wl_canvas_cells(c, answer, -1);
}

static int letter_cells(const struct wl_canvas *c) { return wl_slide_large(c) ? LARGE : LETTER; }

/* The widest answer in so many cells; -1: some of them is no number. */
static int widest(const struct wl_poll *p, const struct wl_canvas *c, int scale) {
  int most = 0;
  for (unsigned i = 0; i < p->question.choices; i++) {
    const char *answer = p->said[i].answer;
    if (scale && !wl_big_digits_whole(answer)) return -1;
    int cells = cells_of(c, answer, scale);
    if (cells > most) most = cells;
  }
  return most;
}

/* As few rows as their width allows; false where they do not fit. */
static bool arrange(const struct wl_poll *p, const struct wl_canvas *c, struct wl_rect r,
                    int scale, struct grid *g) {
  int count = p->question.choices, most = widest(p, c, scale), high = rows_of(scale);
  if (count == 0 || most < 0) return false;
  int columns = (r.w + BETWEEN) / (letter_cells(c) + most + BETWEEN);
  if (columns < 1 && scale) return false;
  if (columns < 1) columns = 1; /* a text that is cut has a sign */
  if (!scale && columns > COLUMNS) columns = COLUMNS;
  g->scale = scale;
  g->rows = (count + columns - 1) / columns;
  g->columns = (count + g->rows - 1) / g->rows;
  g->cell = (r.w + BETWEEN) / g->columns;
  g->pitch = g->rows * (high + 1) - 1 <= r.h ? high + 1 : high;
  if (scale && g->rows > 1 && g->pitch == high) return false; /* digits would touch */
  return (g->rows - 1) * g->pitch + high <= r.h;
}

/* Words as large letters, each in one row of them. */
static bool arrange_letters(const struct wl_poll *p, const struct wl_canvas *c, struct wl_rect r,
                            int letters, int columns, struct grid *g) {
  int count = p->question.choices, high = WL_LARGE_ROWS * letters;
  *g = (struct grid){.letters = letters, .columns = columns,
                     .rows = (count + columns - 1) / columns,
                     .cell = (r.w + BETWEEN) / columns, .pitch = high + 1};
  for (int i = 0; i < count; i++)
    if (wl_large_rows(c, g->cell - BETWEEN - letter_cells(c), letters, p->said[i].answer) != high)
      return false;
  return count && g->rows * g->pitch - 1 <= r.h;
}

static bool choose(const struct wl_poll *p, const struct wl_canvas *c, struct wl_rect r,
                   struct grid *g) {
  enum { MOST = 4 };
  *g = (struct grid){0};
  for (int scale = MOST; scale > 0; scale--)
    if (arrange(p, c, r, scale, g)) return true;
  for (int letters = wl_slide_large(c) ? 2 : 0; letters > 0; letters--)
    for (int columns = 1; columns <= COLUMNS; columns++)
      if (arrange_letters(p, c, r, letters, columns, g)) return true;
  *g = (struct grid){0};
  return arrange(p, c, r, 0, g);
}

int wl_choices_rows(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r) {
  struct grid g;
  if (m->poll.state != WL_PREDICT_ASKED || !choose(&m->poll, c, r, &g)) return 0;
  return (g.rows - 1) * g.pitch + rows_of_one(&g);
}

void wl_choices_draw(const struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_poll *p = &m->poll;
  struct grid g;
  if (!choose(p, c, r, &g)) return;
  for (int i = 0; i < p->question.choices; i++) {
    const char *answer = p->said[i].answer;
    bool chosen = strcmp(p->typed, answer) == 0;
    enum wl_style style = chosen ? WL_STYLE_TAB_ON : WL_STYLE_STRONG;
    int x = r.x + i % g.columns * g.cell, y = r.y + i / g.columns * g.pitch;
    int middle = y + rows_of_one(&g) / 2, room = g.cell - BETWEEN - letter_cells(c);
    const char letter[] = {(char)((m->present ? 'A' : 'a') + i), '\0'};
    enum wl_style large = chosen ? WL_STYLE_KEY : style;
    struct wl_rect in = {x + letter_cells(c), y, room, g.pitch};
    bool tall = rows_of_one(&g) >= WL_LARGE_ROWS && in.x > x + LETTER && !wl_canvas_ascii(c);
    struct wl_rect before = {x, y, LARGE, g.pitch};
    if (tall) wl_draw_large(c, before, middle - WL_LARGE_ROWS / 2, 1, WL_STYLE_KEY, letter);
    else wl_canvas_text(c, x, middle, WL_STYLE_KEY, letter);
    if (chosen) wl_canvas_glyph(c, in.x - 1, middle, WL_GLYPH_RIGHT, 1, WL_STYLE_KEY);
    if (g.scale) wl_big_digits_text(c, in.x, y, g.scale, large, answer);
    else if (g.letters) wl_draw_large(c, in, y, g.letters, large, answer);
    else wl_canvas_fit(c, in.x, y, room, style, answer);
  }
}

int wl_slide_asks_large(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r) {
  struct wl_rect in = wl_slide_margins(r);
  struct grid before, g = {0};
  int rows = wl_large_rows(c, in.w, 1, m->poll.question.text) + 1;
  if (!wl_slide_large(c) || rows > r.h - WL_BIG_DIGITS_ROWS) return 0;
  bool choices = m->poll.question.choices, grid = choices && choose(&m->poll, c, in, &before);
  in.h -= rows + 1; /* and one of its lanes */
  if (!choices || (choose(&m->poll, c, in, &g) && (g.scale || g.letters))) return rows;
  return !grid || (!before.scale && !before.letters && g.rows) ? rows : 0;
}

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
  bool short_one = *question == 2 && wl_wrapped_rows(m->poll.question.text, r.w - 4) == 1;
  int least = short_one ? 1 : *question;
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
