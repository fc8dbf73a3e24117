#include "view/screen/view_functions.h"

#include "session/state/selection.h"
#include "view/draw/draw.h"

static const struct {
  void (*draw)(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
  int (*rows)(struct wl_session *m, struct wl_canvas *c, int w);
  void (*say)(struct wl_session *m, const struct wl_prose *p);
} rows[] = {
#define X(id, name, steps, rank, waves, open, tab, help, key, shows) \
  {wl_view_##name, wl_rows_##name, wl_say_##name},
  WL_VIEW_ROWS(X)
#undef X
};

void wl_view_draw(struct wl_session *m, enum wl_view_id view, struct wl_canvas *c,
                  struct wl_rect r) {
  if (wl_view_hidden(m, view)) wl_view_masked(m, c, r);
  else rows[view].draw(m, c, r);
}

int wl_view_rows(struct wl_session *m, enum wl_view_id view, struct wl_canvas *c, int w) {
  return wl_view_hidden(m, view) ? WL_ELSEWHERE : rows[view].rows(m, c, w);
}

void wl_view_say(struct wl_session *m, enum wl_view_id view, const struct wl_prose *p) {
  if (wl_view_hidden(m, view))
    wl_say(p, "The figures of this view are hidden. mask shows them");
  else rows[view].say(m, p);
}
