#include "tui/headless.h"

#include <time.h>

#include "view/keymap.h"

enum { MAX_FDS = 512 };

static int64_t clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits for the script as long as it runs, unless a key may come meanwhile. */
static void pump(struct wl_feed *f) {
  struct pollfd fds[MAX_FDS];
  size_t count = wl_feed_descriptors(f, fds, MAX_FDS);
  poll(fds, count, WL_FEED_MS);
  wl_feed_pump(f, clock_ms());
}

void wl_headless(struct wl_feed *f, struct wl_model *m, struct wl_keyboard *k) {
  wl_feed_start(f);
  for (;;) {
    bool busy = wl_feed_busy(f);
    uint32_t key = wl_keyboard_take(k, busy);
    if (key != WL_KEY_NONE) wl_model_key(m, key);
    unsigned wants = wl_model_wants(m);
    if (wants & WL_WANT_QUIT) return;
    wl_feed_take(f, wants);
    if (key != WL_KEY_NONE) continue;
    if (wl_feed_busy(f)) pump(f);
    else if (wl_keyboard_plays(k)) wl_keyboard_pass(k, m, wl_keyboard_wait(k, false), false);
    else return;
  }
}
