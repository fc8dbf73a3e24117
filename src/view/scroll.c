#include "view/scroll.h"

#include "view/present.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/views.h"
#include "view/want.h"

/* Whether more may come of what the picture is made of. */
static bool is_early(const struct wl_model *m) {
  bool beside = m->recall.left[WL_MARK_BESIDE] || m->beside_words[0];
  return m->of || (beside && (!m->beside || m->beside->of));
}

void wl_scroll_recall(struct wl_model *m, int rows) {
  m->scroll = m->recall.scroll = rows;
  m->recall.held = is_early(m);
  m->wants |= WL_WANT_DRAW;
}

/* Whether the view, or that of a slide, is hidden. */
static bool is_hidden(struct wl_model *m) {
  const struct wl_spot *s = m->present ? wl_model_spot(m) : NULL;
  return wl_view_hidden(m, m->view) || (s && wl_view_hidden(m, wl_present_view(s)));
}

int wl_scroll_told(struct wl_model *m) {
  if (is_hidden(m)) return 0;
  return m->recall.held && is_early(m) ? m->recall.scroll : m->scroll;
}

void wl_scroll_draw(struct wl_model *m) {
  m->drawn.scrolls = false;
  if (!m->recall.held || m->help) return; /* help scrolls by itself */
  m->scroll = m->recall.scroll;
  m->recall.held = is_early(m);
}

int wl_scroll_window(struct wl_model *m, int first, int count, int shown) {
  int last = count > shown ? count - shown : 0;
  int wanted = (first < 0 ? 0 : first > last ? last : first) + m->scroll;
  int top = wanted < 0 ? 0 : wanted > last ? last : wanted;
  m->scroll += top - wanted;
  m->drawn.scrolls = last > 0;
  return top;
}
