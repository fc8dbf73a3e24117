/* The screen without a terminal: plays the keys of a file without waiting. */
#ifndef WL_APP_HEADLESS_H
#define WL_APP_HEADLESS_H

#include "app/app.h"
#include "app/key_player.h"

/* Runs the script and what is asked for beside it, and gives the session the keys of `k` until they
 * end or leave, from one lesson to the next as the screen does. Time is that of the keys, which
 * stands still while the script runs. */
void wl_headless(struct wl_app *e, struct wl_keyboard *k);

#endif
