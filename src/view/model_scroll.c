#include "view/model_scroll.h"

#include "view/basics.h"
#include "view/canvas.h"
#include "view/picture.h"
#include "view/state.h"

/* The picture once more, for nobody: its view takes of what is scrolled what it has. */
static bool try(struct wl_model *m) {
  struct wl_canvas *c = wl_canvas_create(m->drawn.width, m->drawn.height, false);
  if (c) wl_model_draw(m, c);
  wl_canvas_destroy(c);
  return c;
}

void wl_model_scroll(struct wl_model *m, int rows) {
  int before = m->scroll;
  m->scroll += rows;
  if (!m->drawn.width || !try(m)) return; /* there is prose, and no picture */
  if (!m->drawn.scrolls) {
    m->scroll = before;
    wl_model_say(m, "there is nothing to scroll here");
  } else if (rows > 0 ? m->scroll <= before : m->scroll >= before) {
    wl_model_say(m, rows > 0 ? "there are no more rows below" : "there are no more rows above");
  }
}
