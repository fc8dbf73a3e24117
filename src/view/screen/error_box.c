/* An error: above the last good picture, or alone. */
#include <stdio.h>
#include <string.h>

#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "words/format.h"

enum { MARGIN = 3, HEADLINE = 1024 }; /* HEADLINE: file, line and what of a diag */

/* "FILE:LINE: what"; without the directory where there is little room. */
static void headline(const struct wl_diag *d, int cells, char *text, size_t size) {
  enum { NARROW = 40 };
  const char *file = d->file, *slash = strrchr(file, '/');
  if (slash && slash[1] && cells < NARROW) file = slash + 1;
  if (file[0] && d->line) snprintf(text, size, "%s:%u: %s", file, d->line, d->what);
  else if (file[0]) snprintf(text, size, "%s: %s", file, d->what);
  else snprintf(text, size, "%s", d->what);
}

int wl_part_error_rows(const struct wl_session *m, int width) {
  const struct wl_diag *d = &m->diag;
  char text[HEADLINE];
  if (!wl_panel_on(m, WL_PANEL_ERROR)) return 0;
  int cells = width - MARGIN - 1;
  headline(d, cells, text, sizeof text);
  return wl_wrapped_rows(text, cells) + (d->source[0] ? 2 : 0) + wl_wrapped_rows(d->where, cells) +
         (d->callers > 0) + wl_wrapped_rows(d->hint, cells) + 1;
}

/* The source line and a caret under the place. */
static int draw_place(struct wl_canvas *c, struct wl_rect r, const struct wl_diag *d) {
  char line[sizeof d->source];
  size_t size = strlen(d->source);
  for (size_t i = 0; i <= size; i++) line[i] = d->source[i] == '\t' ? ' ' : d->source[i];
  size_t from = 0, column = d->column ? d->column - 1u : 0;
  if (column > size) column = size;
  while (from < column && line[from] == ' ') from++;
  while (from < column && wl_canvas_cells(c, line + from, (int)(column - from)) > r.w - 8) from++;
  int before = wl_canvas_cells(c, line + from, (int)(column - from));
  size_t end = d->end_column > d->column ? d->end_column - 1u : column + 1;
  if (end > size) end = size;
  int marks = end > column ? wl_canvas_cells(c, line + column, (int)(end - column)) : 1;
  wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_TEXT, line + from);
  if (d->column) {
    wl_canvas_glyph(c, r.x + before, r.y + 1, WL_GLYPH_UP, 1, WL_STYLE_ERROR);
    wl_canvas_glyph(c, r.x + before + 1, r.y + 1, WL_GLYPH_H, marks - 1, WL_STYLE_ERROR);
  }
  return d->column ? 2 : 1;
}

void wl_part_error(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_diag *d = &m->diag;
  char text[HEADLINE];
  if (!wl_panel_on(m, WL_PANEL_ERROR) || r.h < 1) return;
  wl_canvas_glyph(c, r.x + 1, r.y, WL_GLYPH_FAIL, 1, WL_STYLE_ERROR);
  int x = r.x + MARGIN, w = r.w - MARGIN - 1, y = r.y;
  /* A line below, where there is room for more than the message, or for all of it. */
  bool ruled = r.h >= 6 || r.h >= wl_part_error_rows(m, r.w);
  int end = r.y + r.h - ruled;
  headline(d, w, text, sizeof text);
  char calls[160];
  wl_diag_calls(d, calls, sizeof calls);
  int hint = wl_wrapped_rows(d->hint, w);
  int after = (d->source[0] ? 2 : 0) + (d->where[0] != 0); /* what goes before the hint */
  int rows = ruled ? r.h - 1 - after : r.h;
  y += wl_draw_wrapped(c, (struct wl_rect){x, y, w, 1}, rows < 1 ? 1 : rows, WL_STYLE_ERROR, text);
  if (d->source[0] && y + 1 < end) y += draw_place(c, (struct wl_rect){x, y, w, 2}, d);
  int spare = end - y - hint - (calls[0] != 0); /* rows of the place, beside what goes before it */
  if (d->where[0] && y < end)
    y += wl_draw_wrapped(c, (struct wl_rect){x, y, w, 1}, spare > 1 ? spare : 1, WL_STYLE_TEXT,
                         d->where);
  int last = y + (calls[0] != 0) + (d->hint[0] != 0); /* with a row of each that is left */
  if (calls[0] && y < end) wl_canvas_fit(c, x, y++, w, WL_STYLE_TEXT, calls);
  if (d->hint[0] && y < end)
    y += wl_draw_wrapped(c, (struct wl_rect){x, y, w, 1}, end - y, WL_STYLE_NOTE, d->hint);
  if (last > end) wl_draw_more(c, x + w - 1, end - 1);
  if (ruled) wl_canvas_glyph(c, r.x, y, WL_GLYPH_H, r.w, WL_STYLE_ERROR);
}

/* What there is to see before the first step has come. */
void wl_part_start(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  static const char *const idle[] = {"nothing to show yet",
                                     "no step of the script has come: run it again"};
  static const char *const none[] = {"this kernel touches no memory yet",
                                     "write an access, such as  a[threadIdx.x], and run it again"};
  char done[64], a[32], b[32];
  const char *lines[2] = {idle[0], idle[1]};
  if (m->of > 0) {
    snprintf(done, sizeof done, "block %s of %s", wl_format_count(m->done, a),
             wl_format_count(m->of, b));
    lines[0] = "the script is running";
    lines[1] = done;
  } else if (wl_session_head(m)) {
    lines[0] = none[0];
    lines[1] = none[1];
  }
  int y = r.y + (r.h - 6) / 2;
  if (y < r.y) y = r.y;
  const struct { const char *text; enum wl_style style; int row; } rows[] = {
    {"warplens", WL_STYLE_STRONG, 0},
    {"a microscope for GPU memory access", WL_STYLE_DIM, 1},
    {lines[0], WL_STYLE_TEXT, 3},
    {lines[1], WL_STYLE_DIM, 4},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    int cells = wl_canvas_cells(c, rows[i].text, -1);
    int x = r.x + (cells < r.w ? (r.w - cells) / 2 : 0);
    if (y + rows[i].row < r.y + r.h)
      wl_canvas_fit(c, x, y + rows[i].row, r.w, rows[i].style, rows[i].text);
  }
}
