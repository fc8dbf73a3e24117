/* The arguments that come back to the picture, over its lower part. */
#include <stdlib.h>
#include <string.h>

#include "view/bookmark.h"
#include "view/part.h"

enum { BEHIND = 2 }; /* cells of the sign that the next row goes on */

/* One argument: its bytes, and whether the row ends behind it. */
static const char *next_row(const struct wl_canvas *c, const char *text, int cells, int *size) {
  const char *end = strchr(text, '\n');
  if (!end) end = text + strlen(text);
  while (*end) { /* as many arguments as fit, with " \\" behind them */
    const char *next = strchr(end + 1, '\n');
    if (!next) next = end + 1 + strlen(end + 1);
    if (wl_canvas_cells(c, text, (int)(next - text)) + BEHIND > cells) break;
    end = next;
  }
  *size = (int)(end - text);
  return *end ? end + 1 : end;
}

/* An argument that is longer than a row is cut where that ends. */
static int cells_of(int width) { return width - 2; }

static int count_rows(const struct wl_canvas *c, const char *text, int cells) {
  int rows = 0, size;
  while (*text) {
    text = next_row(c, text, cells, &size);
    rows++;
  }
  return rows;
}

/* The rows from `y` on; `behind`: the sign that the next one goes on. */
static void draw_rows(struct wl_canvas *c, struct wl_rect r, int y, char *text,
                      enum wl_style style, enum wl_style behind) {
  int size;
  for (char *s = text, *next; *s && y < r.y + r.h; s = next, y++) {
    next = s + (next_row(c, s, cells_of(r.w), &size) - s);
    for (int i = 0; i < size; i++)
      if (s[i] == '\n') s[i] = ' ';
    int room = cells_of(r.w) - (*next ? BEHIND : 0);
    int x = wl_canvas_fit_bytes(c, (struct wl_rect){r.x + 1, y, room, 1}, style, s, (size_t)size);
    if (*next) wl_canvas_text(c, x, y, behind, " \\");
  }
}

int wl_part_back_rows(struct wl_model *m, const struct wl_canvas *c, int width) {
  char *text = wl_bookmark_write(m, '\n');
  int rows = text ? count_rows(c, text, cells_of(width)) : 1;
  free(text);
  return rows;
}

void wl_part_back(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  char *text = wl_bookmark_write(m, '\n'), *s = text;
  for (; s && r.h == 1 && *s; s++) /* no room for more: cut where it ends */
    if (*s == '\n') *s = ' ';
  if (text && r.h == 1) wl_canvas_fit(c, r.x + 1, r.y, r.w - 2, WL_STYLE_BAR_DIM, text);
  else if (text) draw_rows(c, r, r.y, text, WL_STYLE_BAR_DIM, WL_STYLE_BAR_KEY);
  free(text);
}

void wl_part_bookmark(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  char *text = wl_bookmark_write(m, '\n');
  if (!text) return;
  int heading = r.h > 6, rows = count_rows(c, text, cells_of(r.w)) + heading;
  int y = rows < r.h ? r.y + r.h - rows : r.y;
  struct wl_rect old = wl_canvas_clip(c, r);
  wl_canvas_fill(c, (struct wl_rect){r.x, y, r.w, r.y + r.h - y}, WL_STYLE_TEXT);
  if (heading) {
    wl_canvas_fill(c, (struct wl_rect){r.x, y, r.w, 1}, WL_STYLE_TAB);
    wl_canvas_text(c, r.x + 1, y++, WL_STYLE_TAB, "this picture again, from a shell:");
  }
  draw_rows(c, r, y, text, WL_STYLE_STRONG, WL_STYLE_DIM);
  wl_canvas_clip(c, old);
  free(text);
}
