/* All figures and lines of a sweep as one picture. */
#include <stdio.h>

#include "view/draw/draw.h"
#include "view/views/sweep_columns.h"

enum { LEAST = 100 /* columns */, ROWS = 18 /* of a figure */, ENOUGH = 100 /* rows of text */ };

/* Lines of one figure follow each other. */
static struct wl_sweep_columns plot_at(const struct wl_sweep_picture *p, size_t i) {
  const struct wl_sweep *s = p->sweep;
  return (struct wl_sweep_columns){.sweep = s, .line = i % s->lines, .now = s->initial,
                                   .measure = p->measure[i / s->lines]};
}

/* With which values the kernel cannot run: the first one has the reason. */
static int draw_note(struct wl_canvas *c, struct wl_rect r, const struct wl_sweep *s) {
  size_t failed = 0, first = 0;
  for (size_t i = s->lines * s->values; i-- > 0;)
    if (s->point[i].state == WL_POINT_FAILED) failed++, first = i;
  if (!failed) return 0;
  char text[sizeof s->point->problem.what + 2 * WL_SWEEP_TEXT + 64], more[48] = "";
  if (failed > 1) snprintf(more, sizeof more, " (and %zu more)", failed - 1);
  snprintf(text, sizeof text, "%s=%s%s: %s", s->name, s->value[first % s->values], more,
           s->point[first].problem.what);
  wl_canvas_glyph(c, r.x, r.y, WL_GLYPH_FAIL, 1, WL_STYLE_BAD);
  r.x += 2, r.w -= 2;
  return wl_draw_wrapped(c, r, ENOUGH, WL_STYLE_TEXT, text);
}

/* Draws as much as the canvas has rows for; returns the rows of it all. */
static int draw_rows(struct wl_canvas *c, const struct wl_sweep_picture *p) {
  struct wl_rect r = {1, 0, wl_canvas_width(c) - 2, 1};
  r.y += wl_draw_wrapped(c, r, ENOUGH, WL_STYLE_STRONG, p->title);
  r.y += wl_draw_wrapped(c, r, ENOUGH, WL_STYLE_DIM, p->subtitle);
  for (size_t i = 0; i < p->measures * p->sweep->lines; i++, r.y += ROWS) {
    struct wl_sweep_columns of = plot_at(p, i);
    r.y++;
    r.y += wl_draw_wrapped(c, r, ENOUGH, WL_STYLE_TEXT, p->sweep->line[of.line].label);
    wl_sweep_columns_draw(c, (struct wl_rect){0, r.y, wl_canvas_width(c), ROWS}, &of);
  }
  return r.y + draw_note(c, r, p->sweep);
}

struct wl_canvas *wl_sweep_picture_draw(const struct wl_sweep_picture *p, bool ascii) {
  int width = (int)p->sweep->values + WL_SWEEP_AXIS;
  if (width < LEAST) width = LEAST;
  struct wl_canvas *c = wl_canvas_create(width, 1, ascii);
  if (!c) return NULL;
  int rows = draw_rows(c, p);
  wl_canvas_destroy(c);
  c = wl_canvas_create(width, rows, ascii);
  if (c) draw_rows(c, p);
  return c;
}

void wl_sweep_picture_say(const struct wl_sweep_picture *picture, const struct wl_prose *p) {
  for (size_t i = 0; i < picture->measures * picture->sweep->lines; i++) {
    struct wl_sweep_columns of = plot_at(picture, i);
    wl_sweep_columns_say(&of, p);
  }
}
