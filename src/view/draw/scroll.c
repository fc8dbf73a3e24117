#include "view/draw/scroll.h"

#include "session/state/session_state.h"

int wl_scroll_window(struct wl_session *m, int first, int count, int shown) {
  int last = count > shown ? count - shown : 0, top = wl_within(first, 0, last);
  if (m->drawn.aside) return top;
  m->drawn.above = top;
  m->drawn.below = last - top;
  return wl_within(top + m->scroll, 0, last);
}
