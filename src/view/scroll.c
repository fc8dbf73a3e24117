#include "view/scroll.h"

#include "view/basics.h"
#include "view/canvas.h"
#include "view/picture.h"
#include "view/state.h"

static int within(int n, int least, int most) { return n < least ? least : n > most ? most : n; }

int wl_scroll_window(struct wl_model *m, int first, int count, int shown) {
  int last = count > shown ? count - shown : 0, top = within(first, 0, last);
  if (m->drawn.aside) return top;
  m->drawn.above = top;
  m->drawn.below = last - top;
  return within(top + m->scroll, 0, last);
}

/* The picture once more, for nobody: it knows how far its view can be scrolled. */
static void measure(struct wl_model *m) {
  struct wl_canvas *c = wl_canvas_create(m->drawn.width, m->drawn.height, false);
  if (c) wl_model_draw(m, c);
  wl_canvas_destroy(c);
}

void wl_model_scroll(struct wl_model *m, int rows) {
  const struct wl_drawn *d = &m->drawn;
  if (d->width) measure(m);
  if (!d->width && !d->above && !d->below) { /* nobody has looked yet */
    m->scroll += rows;
    return;
  }
  int now = within(m->scroll, -d->above, d->below);
  m->scroll = within(now + rows, -d->above, d->below);
  if (m->scroll != now) return;
  if (!d->above && !d->below) wl_model_say(m, "there is nothing to scroll here");
  else wl_model_say(m, rows > 0 ? "there are no more rows below" : "there are no more rows above");
}
