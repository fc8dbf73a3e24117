#include "view/view.h"

static const struct {
  void (*draw)(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
  int (*rows)(struct wl_model *m, struct wl_canvas *c, int w);
  void (*say)(struct wl_model *m, const struct wl_prose *p);
} rows[] = {
#define X(id, name, waves, open, tab, help, key, shows) \
  {wl_view_##name, wl_rows_##name, wl_say_##name},
  WL_VIEW_ROWS(X)
#undef X
};

void wl_view_draw(struct wl_model *m, enum wl_view_id view, struct wl_canvas *c,
                  struct wl_rect r) {
  rows[view].draw(m, c, r);
}

int wl_view_rows(struct wl_model *m, enum wl_view_id view, struct wl_canvas *c, int w) {
  return rows[view].rows(m, c, w);
}

void wl_view_say(struct wl_model *m, enum wl_view_id view, const struct wl_prose *p) {
  rows[view].say(m, p);
}
