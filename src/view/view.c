#include "view/view.h"

static const struct {
  void (*draw)(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
  void (*say)(struct wl_model *m, const struct wl_prose *p);
} rows[] = {
#define X(id, name, waves, open, tab, help) {wl_view_##name, wl_say_##name},
  WL_VIEW_ROWS(X)
#undef X
};

void wl_view_draw(struct wl_model *m, enum wl_view_id view, struct wl_canvas *c,
                  struct wl_rect r) {
  rows[view].draw(m, c, r);
}

void wl_view_say(struct wl_model *m, enum wl_view_id view, const struct wl_prose *p) {
  rows[view].say(m, p);
}
