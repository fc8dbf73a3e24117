#include "app/runs/debounce.h"

void wl_debounce_note(struct wl_debounce *s, enum wl_debounce_event event, int64_t now) {
  if (!s->pending) *s = (struct wl_debounce){.pending = true, .first = now};
  s->last = now;
  if (event != WL_DEBOUNCE_TOUCHED) s->held = event == WL_DEBOUNCE_BEGUN;
}

int wl_debounce_wait(const struct wl_debounce *s, int64_t now) {
  if (!s->pending) return -1;
  int64_t due = s->first + WL_DEBOUNCE_HELD;
  if (!s->held) {
    int64_t quiet = s->last + WL_DEBOUNCE_QUIET, bound = s->first + WL_DEBOUNCE_BOUND;
    due = quiet < bound ? quiet : bound;
  }
  return due > now ? (int)(due - now) : 0;
}

bool wl_debounce_take(struct wl_debounce *s, int64_t now) {
  if (wl_debounce_wait(s, now) != 0) return false;
  s->pending = s->held = false;
  return true;
}
