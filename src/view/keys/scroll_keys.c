#include "view/keys/scroll_keys.h"

#include "canvas/canvas.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/scroll.h"
#include "view/picture.h"

/* The picture once more, for nobody: it knows how far its view can be scrolled. */
static void measure(struct wl_session *m) {
  struct wl_canvas *c = wl_canvas_create(m->drawn.width, m->drawn.height, false);
  if (c) wl_session_draw(m, c);
  wl_canvas_destroy(c);
}

void wl_session_scroll(struct wl_session *m, int rows) {
  const struct wl_drawn *d = &m->drawn;
  if (d->width) measure(m);
  if (!d->width && !d->above && !d->below) { /* nobody has looked yet */
    m->scroll += rows;
    return;
  }
  int now = wl_within(m->scroll, -d->above, d->below);
  m->scroll = wl_within(now + rows, -d->above, d->below);
  if (m->scroll != now) return;
  if (!d->above && !d->below) wl_session_say(m, "there is nothing to scroll here");
  else wl_session_say(m, rows > 0 ?
                      "there are no more rows below" : "there are no more rows above");
}
