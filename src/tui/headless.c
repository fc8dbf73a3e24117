#include "tui/headless.h"

#include <time.h>

#include "view/course.h"
#include "view/input.h"
#include "view/keymap.h"
#include "view/model_play.h"
#include "view/want.h"

enum { MAX_FDS = 512 };

static int64_t clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits for the script as long as it runs, unless a key may come meanwhile. */
static void pump(struct wl_feed *f, struct wl_side *s, struct wl_model *m,
                 struct wl_keyboard *k) {
  struct pollfd fds[2 * MAX_FDS];
  size_t count = wl_feed_descriptors(f, fds, MAX_FDS);
  count += wl_side_descriptors(s, fds + count, MAX_FDS);
  int64_t began = clock_ms();
  int key = wl_keyboard_wait(k, true);
  poll(fds, count, key >= 0 && key < WL_FEED_MS ? key : WL_FEED_MS);
  wl_keyboard_pass(k, m, (int)(clock_ms() - began), true);
  wl_feed_pump(f, clock_ms());
  wl_side_pump(s, clock_ms());
}

/* Milliseconds that pass until something happens: the next key, or a picture of a replay
 * that somebody wants to see. */
static int next_wait(const struct wl_keyboard *k, struct wl_model *m, bool seen) {
  int wait = wl_keyboard_wait(k, false), tick = seen ? wl_model_tick(m, 0) : -1;
  return tick > 0 && tick < wait ? tick : wait;
}

static bool busy(const struct wl_headless *h) {
  return wl_feed_busy(h->feed) || wl_side_busy(h->side);
}

/* Gives the model a key, if there is one, and does what it wants. False: to leave. */
static bool press(struct wl_headless *h, uint32_t key, bool *fresh) {
  if (key != WL_KEY_NONE) {
    h->look(h->of);
    wl_model_key(h->model, key);
  }
  unsigned wants = wl_model_wants(h->model);
  if (wants & WL_WANT_QUIT) return false;
  *fresh |= wants != 0;
  wl_feed_take(h->feed, wants);
  wl_side_take(h->side, wants);
  if (wants & WL_WANT_LESSON) h->turn(h->of, wl_model_lesson_turn(h->model) > 0);
  return true;
}

bool wl_headless(struct wl_headless *h, struct wl_keyboard *k, wl_headless_frame *frame,
                 void *to) {
  uint64_t ms = 0;
  bool fresh = true; /* the picture has not been seen */
  wl_feed_start(h->feed);
  for (;;) {
    uint32_t key = wl_keyboard_take(k, busy(h));
    if (!press(h, key, &fresh)) return true;
    if (key != WL_KEY_NONE) continue;
    if (busy(h)) {
      pump(h->feed, h->side, h->model, k);
      fresh = true;
      continue;
    }
    bool plays = wl_keyboard_plays(k);
    bool due = fresh || !plays; /* the end has a time */
    if (frame && due && !frame(to, h->model, ms)) return false;
    fresh = false;
    if (!plays) return true;
    int wait = next_wait(k, h->model, frame != NULL);
    wl_keyboard_pass(k, h->model, wait, false);
    ms += (unsigned)wait;
  }
}
