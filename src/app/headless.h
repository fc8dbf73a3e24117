/* The screen without a terminal: keys of a file, as fast as they can be played. */
#ifndef WL_APP_HEADLESS_H
#define WL_APP_HEADLESS_H

#include "app/app.h"
#include "app/key_player.h"

/* Takes a picture that is there from `ms` after the beginning on; false: that is enough. */
typedef bool wl_headless_frame(void *to, struct wl_session *m, uint64_t ms);

/* Runs the script and what is asked for beside it, and gives the session the keys of `k` until they
 * end or leave, from one lesson to the next as the screen does. Every picture goes to `frame`,
 * unless that is NULL; time is that of the keys, which stands still while the script runs.
 * False if `frame` was. */
bool wl_headless(struct wl_app *e, struct wl_keyboard *k, wl_headless_frame *frame, void *to);

#endif
