#include "app/headless.h"

#include "app/runs/runs_left.h"
#include "script/machine/clock.h"
#include "session/playback.h"
#include "session/state/keymap.h"
#include "session/state/requests.h"
#include "view/keys/input.h"

/* Waits for the script as long as it runs. */
static void pump(struct wl_app *e, struct wl_waiting *waiting) {
  struct pollfd fds[WL_APP_FDS];
  poll(fds, wl_app_descriptors(e, fds), WL_RUNNER_MS);
  wl_app_pump(e, wl_clock_ms());
  wl_waiting_tell(waiting, wl_runner_left(e->feed));
}

/* Milliseconds that pass until something happens: the next key, or a picture of a replay
 * that somebody requests to see. */
static int next_wait(const struct wl_keyboard *k, struct wl_session *m, bool seen) {
  int wait = wl_keyboard_wait(k, false), tick = seen ? wl_session_tick(m, 0) : -1;
  return tick > 0 && tick < wait ? tick : wait;
}

/* Does what the session requests. False: to leave. */
static bool serve(struct wl_app *e, bool *fresh) {
  unsigned requests = wl_session_requests(e->model);
  if (requests & WL_REQUEST_QUIT) return false;
  *fresh |= requests != 0;
  wl_app_take(e, requests);
  if (requests & WL_REQUEST_LESSON) wl_app_turn(e);
  return true;
}

bool wl_headless(struct wl_app *e, struct wl_keyboard *k, wl_headless_frame *frame, void *to) {
  uint64_t ms = 0;
  struct wl_waiting waiting = {.began = 0};
  bool fresh = true; /* the picture has not been seen */
  wl_runner_start(e->feed);
  for (;;) {
    if (!serve(e, &fresh)) { /* what a run that has ended requests, too: a sweep, say */
      wl_waiting_tell(&waiting, 0);
      return true;
    }
    uint32_t key = wl_keyboard_take(k, wl_app_busy(e));
    if (key != WL_KEY_NONE) {
      wl_app_look(e);
      wl_session_key(e->model, key);
      continue;
    }
    if (wl_app_busy(e)) {
      pump(e, &waiting);
      fresh = true;
      continue;
    }
    bool plays = wl_keyboard_plays(k);
    bool due = fresh || !plays; /* the end has a time */
    if (frame && due && !frame(to, e->model, ms)) return false;
    fresh = false;
    if (!plays) return true;
    int wait = next_wait(k, e->model, frame != NULL);
    wl_keyboard_pass(k, e->model, wait, false);
    ms += (unsigned)wait;
  }
}
