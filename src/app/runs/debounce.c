#include "app/runs/debounce.h"

void wl_settle_note(struct wl_settle *s, enum wl_settle_event event, int64_t now) {
  if (!s->pending) *s = (struct wl_settle){.pending = true, .first = now};
  s->last = now;
  if (event != WL_SETTLE_TOUCHED) s->held = event == WL_SETTLE_BEGUN;
}

int wl_settle_wait(const struct wl_settle *s, int64_t now) {
  if (!s->pending) return -1;
  int64_t due = s->first + WL_SETTLE_HELD;
  if (!s->held) {
    int64_t quiet = s->last + WL_SETTLE_QUIET, bound = s->first + WL_SETTLE_BOUND;
    due = quiet < bound ? quiet : bound;
  }
  return due > now ? (int)(due - now) : 0;
}

bool wl_settle_take(struct wl_settle *s, int64_t now) {
  if (wl_settle_wait(s, now) != 0) return false;
  s->pending = s->held = false;
  return true;
}
