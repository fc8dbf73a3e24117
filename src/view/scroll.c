#include "view/scroll.h"

#include "view/state.h"

int wl_scroll_window(struct wl_model *m, int first, int count, int shown) {
  int last = count > shown ? count - shown : 0;
  int wanted = (first < 0 ? 0 : first > last ? last : first) + m->scroll;
  int top = wanted < 0 ? 0 : wanted > last ? last : wanted;
  m->scroll += top - wanted;
  m->drawn.scrolls = last > 0;
  return top;
}
