#include "view/draw/large_letters.h"

#include <limits.h>
#include <string.h>

#include "core/base/text.h"
#include "view/draw/draw.h"

/* ROWS: dots of a letter, its space to the next row among them. BLANK: columns of a space. */
enum { ROWS = 8, BLANK = 3, COLUMNS = 1024, LETTER = 9 };

/* Letters, and below each its dots: half a row high, half a cell wide, and again the one behind. */
static const struct { const char *letters; const char *row[ROWS]; } sheets[] = {
  {"abcdefghijklmnop", {
    "..... #.... .... ....# ..... ..## ..... #.... .# ..# #... ## ....... ..... ..... .....",
    "..... #.... .... ....# ..... .#.. ..... #.... .. ... #... .# ....... ..... ..... .....",
    ".###. ####. .### .#### .###. #### .#### ####. ## .## #..# .# ######. ####. .###. ####.",
    "....# #...# #... #...# #...# .#.. #...# #...# .# ..# #.#. .# #..#..# #...# #...# #...#",
    ".#### #...# #... #...# ##### .#.. #...# #...# .# ..# ##.. .# #..#..# #...# #...# #...#",
    "#...# #...# #... #...# #.... .#.. .#### #...# .# ..# #.#. .# #..#..# #...# #...# ####.",
    ".#### ####. .### .#### .###. .#.. ....# #...# .# ..# #..# .# #..#..# #...# .###. #....",
    "..... ..... .... ..... ..... .... .###. ..... .. ##. .... .. ....... ..... ..... #...."}},
  {"qrstuvwxyzABCDE", {
    "..... .... ..... .#.. ..... ..... ....... ..... ..... ..... .###. ####. .###. ####. #####",
    "..... .... ..... .#.. ..... ..... ....... ..... ..... ..... #...# #...# #...# #...# #....",
    ".#### #.## .#### #### #...# #...# #..#..# #...# #...# ##### #...# #...# #.... #...# #....",
    "#...# ##.. #.... .#.. #...# #...# #..#..# .#.#. #...# ...#. ##### ####. #.... #...# ####.",
    "#...# #... .###. .#.. #...# #...# #..#..# ..#.. #...# ..#.. #...# #...# #.... #...# #....",
    ".#### #... ....# .#.. #...# .#.#. #..#..# .#.#. .#### .#... #...# #...# #...# #...# #....",
    "....# #... ####. ..## .#### ..#.. .##.##. #...# ....# ##### #...# ####. .###. ####. #####",
    "....# .... ..... .... ..... ..... ....... ..... .###. ..... ..... ..... ..... ..... ....."}},
  {"FGHIJKLMNOPQRS", {
    "##### .###. #...# ### ..### #...# #.... #.....# #....# .###. ####. .###. ####. .####",
    "#.... #...# #...# .#. ...#. #..#. #.... ##...## ##...# #...# #...# #...# #...# #....",
    "#.... #.... #...# .#. ...#. #.#.. #.... #.#.#.# ##...# #...# #...# #...# #...# #....",
    "####. #..## ##### .#. ...#. ##... #.... #..#..# #.#..# #...# ####. #...# ####. .###.",
    "#.... #...# #...# .#. ...#. #.#.. #.... #.....# #..#.# #...# #.... #...# #.#.. ....#",
    "#.... #...# #...# .#. #..#. #..#. #.... #.....# #...## #...# #.... #..#. #..#. ....#",
    "#.... .###. #...# ### .##.. #...# ##### #.....# #....# .###. #.... .##.# #...# ####.",
    "..... ..... ..... ... ..... ..... ..... ....... ...... ..... ..... ..... ..... ....."}},
  {"TUVWXYZ01234567", {
    "##### #...# #...# #.....# #...# #...# ##### .###. .#. .###. ####. ...#. ##### ..##. #####",
    "..#.. #...# #...# #.....# #...# #...# ....# #...# ##. #...# ....# ..##. #.... .#... ....#",
    "..#.. #...# #...# #..#..# .#.#. .#.#. ...#. #...# .#. ....# ....# .#.#. ####. #.... ...#.",
    "..#.. #...# #...# #..#..# ..#.. ..#.. ..#.. #...# .#. ..##. .###. #..#. ....# ####. ...#.",
    "..#.. #...# .#.#. #..#..# .#.#. ..#.. .#... #...# .#. .#... ....# ##### ....# #...# ..#..",
    "..#.. #...# .#.#. #..#..# #...# ..#.. #.... #...# .#. #.... ....# ...#. ....# #...# ..#..",
    "..#.. .###. ..#.. .##.##. #...# ..#.. ##### .###. ### ##### ####. ...#. ####. .###. ..#..",
    "..... ..... ..... ....... ..... ..... ..... ..... ... ..... ..... ..... ..... ..... ....."}},
  {"89.,:;!?'\"()[]<>=+-*", {
    ".###. .###. . .. . .. # .###. # #..# ..# #.. ### ### ...# #... .... ..... .... .....",
    "#...# #...# . .. . .. # #...# # #..# .#. .#. #.. ..# ..#. .#.. .... ..#.. .... .....",
    "#...# #...# . .. # .# # ....# . .... #.. ..# #.. ..# .#.. ..#. #### ..#.. .... #...#",
    ".###. .#### . .. # .# # ..##. . .... #.. ..# #.. ..# #... ...# .... ##### #### .#.#.",
    "#...# ....# . .. . .. # ..#.. . .... #.. ..# #.. ..# .#.. ..#. #### ..#.. .... ..#..",
    "#...# ...#. # .# # .# . ..... . .... .#. .#. #.. ..# ..#. .#.. .... ..#.. .... .#.#.",
    ".###. .##.. # .# # .# # ..#.. . .... ..# #.. ### ### ...# #... .... ..... .... #...#",
    "..... ..... . #. . #. . ..... . .... ... ... ... ... .... .... .... ..... .... ....."}},
  {"/%&#_^|~→×≈–…", {
    "....# ##..# .##.. .#..#. ..... ..#.. # ...... ...... ..... ...... ..... .......",
    "....# ##.#. #..#. .#..#. ..... .#.#. # ...... ...#.. ..... .##..# ..... .......",
    "...#. ...#. #..#. ###### ..... #...# # .##..# ....#. #...# #..##. ..... .......",
    "..#.. ..#.. .##.. .#..#. ..... ..... # #..##. ###### .#.#. ...... ##### .......",
    ".#... .#... #..## ###### ..... ..... # ...... ....#. ..#.. .##..# ..... .......",
    "#.... .#.## #..#. .#..#. ..... ..... # ...... ...#.. .#.#. #..##. ..... .......",
    "#.... #..## .##.# .#..#. ..... ..... # ...... ...... #...# ...... ..... #..#..#",
    "..... ..... ..... ...... ##### ..... # ...... ...... ..... ...... ..... ......."}},
};
enum { SHEETS = sizeof sheets / sizeof sheets[0] };

/* The columns of a letter, a bit for each dot from above. Returns how many; 0: there is none. */
static int columns_of(uint32_t code, uint8_t column[LETTER]) {
  struct wl_glyph g;
  if (code == ' ') memset(column, 0, LETTER);
  if (code == ' ') return BLANK;
  for (size_t i = 0; i < SHEETS; i++) {
    const char *letters = sheets[i].letters, *end = letters + strlen(letters);
    for (size_t at = 0; wl_text_next(&letters, end, &g); at++) {
      size_t width = strcspn(sheets[i].row[0] + at, " ");
      for (size_t x = 0; g.code == code && x < width; x++) {
        column[x] = 0;
        for (int y = 0; y < ROWS; y++)
          column[x] |= (uint8_t)((sheets[i].row[y][at + x] == '#') << y);
      }
      if (g.code == code) return (int)width;
      at += width;
    }
  }
  return 0;
}

/* All columns of `size` bytes: a stroke is two wide, as a row is twice as high as a cell is wide,
 * and one column parts letters. Returns how many; 0: one has none. */
static int columns_of_text(const char *text, size_t size, uint8_t column[COLUMNS]) {
  int n = 0;
  struct wl_glyph g;
  for (const char *s = text; wl_text_next(&s, text + size, &g);) {
    if (n + LETTER >= COLUMNS) return 0;
    int width = columns_of(g.code, column + n);
    if (!width) return 0;
    column[n + width] = 0;
    for (int x = n + width; x > n; x--) column[x] |= column[x - 1];
    n += width + 1;
    column[n++] = 0;
  }
  return n;
}

static int cells_of(int columns, int scale) { return (columns * scale + 1) / 2; }

/* Bytes of the first row of a text, and its columns; 0: a word has no room, or no letters. */
static size_t row_of(const char *text, int cells, int scale, uint8_t column[COLUMNS], int *n) {
  size_t size = strlen(text);
  while (size) {
    *n = columns_of_text(text, size, column);
    if (!*n && size < COLUMNS / LETTER) return 0;
    if (*n && cells_of(*n - 1, scale) <= cells) return size;
    do size--;
    while (size && text[size] != ' ');
  }
  return 0;
}

int wl_large_rows(const struct wl_canvas *c, int cells, int scale, const char *text) {
  enum { NEVER = INT_MAX / 16 };
  uint8_t column[COLUMNS];
  int rows = 0, n;
  if (!scale) return wl_centred_rows(c, cells, text);
  if (wl_canvas_ascii(c) && scale % 2) return NEVER; /* it has no halves of cells */
  for (; *text; text += strspn(text, " "), rows++) {
    size_t size = row_of(text, cells, scale, column, &n);
    if (!size) return NEVER;
    text += size;
  }
  return rows * scale * ROWS / 2;
}

static void draw_row(struct wl_canvas *c, int x, int y, int scale, enum wl_style style,
                     const uint8_t *column, int n) {
  for (int row = 0; row < scale * ROWS / 2; row++)
    for (int cell = 0; cell < cells_of(n, scale); cell++) {
      int bits = 0;
      for (int i = 0; i < 4; i++) {
        int dot = (2 * cell + i % 2) / scale;
        if (dot < n && column[dot] >> (2 * row + i / 2) / scale & 1) bits |= 1 << i;
      }
      if (bits)
        wl_canvas_glyph(c, x + cell, y + row, (enum wl_glyph_id)(WL_GLYPH_QUARTERS + bits), 1,
                        style);
    }
}

int wl_draw_large(struct wl_canvas *c, struct wl_rect r, int y, int scale, enum wl_style style,
                  const char *text) {
  uint8_t column[COLUMNS];
  int n;
  if (!scale) return wl_draw_text(c, r, y, style, text);
  for (size_t size; *text && (size = row_of(text, r.w, scale, column, &n));) {
    draw_row(c, r.x, y, scale, style, column, n);
    y += scale * ROWS / 2;
    text += size + strspn(text + size, " ");
  }
  return y;
}
