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

/* Does what the session requests. False: to leave. */
static bool serve(struct wl_app *e) {
  unsigned requests = wl_session_requests(e->model);
  if (requests & WL_REQUEST_QUIT) return false;
  wl_app_take(e, requests);
  if (requests & WL_REQUEST_LESSON) wl_app_turn(e);
  return true;
}

void wl_headless(struct wl_app *e, struct wl_keyboard *k) {
  struct wl_waiting waiting = {.began = 0};
  wl_runner_start(e->feed);
  while (serve(e)) {
    uint32_t key = wl_keyboard_take(k, wl_app_busy(e));
    if (key != WL_KEY_NONE) {
      wl_app_look(e);
      wl_session_key(e->model, key);
    } else if (wl_app_busy(e)) {
      pump(e, &waiting);
    } else if (wl_keyboard_plays(k)) {
      wl_keyboard_pass(k, e->model, wl_keyboard_wait(k, false), false);
    } else {
      return;
    }
  }
  wl_waiting_tell(&waiting, 0); /* of what a run that has ended requests, too: a sweep, say */
}
