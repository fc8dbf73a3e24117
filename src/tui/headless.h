/* The screen without a terminal: keys of a file, as fast as they can be played. */
#ifndef WL_TUI_HEADLESS_H
#define WL_TUI_HEADLESS_H

#include "script/run.h"
#include "tui/feed.h"
#include "tui/keyboard.h"

/* Runs the script of `f`, which has not been started, and gives the model the keys of
 * `k` until they end or leave. */
void wl_headless(struct wl_feed *f, struct wl_model *m, struct wl_keyboard *k);

#endif
