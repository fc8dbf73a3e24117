#include "view/draw/big_digits.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "view/draw/draw.h"

/* A figure takes one row in SHARE of those that there are, unless it is as small as can be. */
enum { LARGEST = 4 /* scale */, SHARE = 2 };

/* Rows of dots, from the top; a dot is as wide as it is high: two cells. */
static const struct { uint32_t code; uint8_t width; const char *dots; } shapes[] = {
  {'0', 3, "###" "#.#" "#.#" "#.#" "###"},
  {'1', 3, ".#." "##." ".#." ".#." "###"},
  {'2', 3, "###" "..#" "###" "#.." "###"},
  {'3', 3, "###" "..#" "###" "..#" "###"},
  {'4', 3, "#.#" "#.#" "###" "..#" "..#"},
  {'5', 3, "###" "#.." "###" "..#" "###"},
  {'6', 3, "###" "#.." "###" "#.#" "###"},
  {'7', 3, "###" "..#" "..#" "..#" "..#"},
  {'8', 3, "###" "#.#" "###" "#.#" "###"},
  {'9', 3, "###" "#.#" "###" "..#" "###"},
  {'?', 3, "###" "..#" ".##" "..." ".#."},
  {'.', 1, "." "." "." "." "#"},
  {',', 1, "." "." "." "#" "#"},
  {'%', 5, "##..#" "##.#." "..#.." ".#.##" "#..##"},
  {'-', 2, ".." ".." "##" ".." ".."},
  {0x2248, 4, "...." ".#.#" "#.#." ".#.#" "#.#."}, /* ≈ */
  {0x2192, 4, "..#." "...#" "####" "...#" "..#."}, /* → */
  {0xd7, 3, "..." "#.#" ".#." "#.#" "..."},        /* × */
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], GAP = 2 };

static int shape_of(uint32_t code) {
  int i = 0;
  while (i < SHAPES && shapes[i].code != code) i++;
  return i;
}

bool wl_big_digits_whole(const char *text) {
  struct wl_glyph g;
  for (const char *s = text; wl_text_next(&s, text + strlen(text), &g);)
    if (g.code != ' ' && shape_of(g.code) == SHAPES) return false;
  return *text;
}

int wl_big_digits_cells(const char *text, int scale) {
  struct wl_glyph g;
  int dots = 0;
  for (const char *s = text; wl_text_next(&s, text + strlen(text), &g);) {
    int i = shape_of(g.code);
    dots += (i < SHAPES ? shapes[i].width : GAP) + 1;
  }
  return dots ? 2 * scale * (dots - 1) : 0;
}

int wl_big_digits_text(struct wl_canvas *c, int x, int y, int scale, enum wl_style style,
                       const char *text) {
  struct wl_glyph g;
  int end = x;
  for (const char *s = text; wl_text_next(&s, text + strlen(text), &g);) {
    int i = shape_of(g.code), width = i < SHAPES ? shapes[i].width : GAP;
    for (int dot = 0; i < SHAPES && dot < WL_BIG_DIGITS_ROWS * width; dot++) {
      if (shapes[i].dots[dot] == '.') continue;
      for (int row = 0; row < scale; row++)
        wl_canvas_glyph(c, x + dot % width * 2 * scale, y + dot / width * scale + row,
                        WL_GLYPH_FULL, 2 * scale, style);
    }
    end = x + 2 * scale * width;
    x = end + 2 * scale;
  }
  return end;
}

int wl_big_digits_figure(struct wl_canvas *c, struct wl_rect r, enum wl_style style,
                         const char *figure,
                         const char *label) {
  int scale = r.h / (SHARE * WL_BIG_DIGITS_ROWS);
  scale = scale < 1 ? 1 : scale > LARGEST ? LARGEST : scale;
  const char *arrow = strstr(figure, "→"), *now = arrow ? arrow + strlen("→") : NULL;
  char text[160];
  int tail = 3 + wl_canvas_cells(c, label, -1);
  while (scale > 1 && wl_big_digits_cells(figure, scale) + tail > r.w) scale--;
                                             /* the label beside it */
  if (!wl_big_digits_whole(figure)) scale = 0;
  while (scale > 0 && wl_big_digits_cells(figure, scale) > r.w) scale--;
  if (scale == 0 && now && wl_big_digits_cells(now, 1) <= r.w && r.h >= WL_BIG_DIGITS_ROWS) {
    snprintf(text, sizeof text, "%.60s, before: %.*s%s", label, (int)(arrow - figure), figure,
             strchr(arrow, '%') ? " %" : "");
    return wl_big_digits_figure(c, r, style, now, text); /* it was that before: small */
  }
  int x = r.x + wl_big_digits_cells(figure, scale) + 3, y = r.y + WL_BIG_DIGITS_ROWS * scale;
  bool beside = x + wl_canvas_cells(c, label, -1) <= r.x + r.w;
  if (scale == 0 || r.h < WL_BIG_DIGITS_ROWS * scale + (beside ? 0 : 2)) { /* no room: as text */
    snprintf(text, sizeof text, "%s %s", figure, label);
    return wl_draw_text(c, r, r.y, style, text) + (r.h > WL_BIG_DIGITS_ROWS);
  }
  wl_big_digits_text(c, r.x, r.y, scale, style, figure);
  if (beside) wl_canvas_text(c, x, y - 1, WL_STYLE_STRONG, label);
  if (beside) return y + 1;
  bool fits = wl_canvas_cells(c, label, -1) <= r.w; /* else it takes the row of air, too */
  return wl_draw_text(c, r, y + fits, WL_STYLE_STRONG, label);
}
