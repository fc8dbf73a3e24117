/* The screen without a terminal: keys of a file, as fast as they can be played. */
#ifndef WL_TUI_HEADLESS_H
#define WL_TUI_HEADLESS_H

#include "script/run.h"
#include "tui/feed.h"
#include "tui/keyboard.h"
#include "tui/side.h"

/* Takes a picture that is there from `ms` after the beginning on; false: that is enough. */
typedef bool wl_headless_frame(void *to, struct wl_model *m, uint64_t ms);

/* What the screen would show: a script, which has not been started. */
struct wl_headless {
  struct wl_feed *feed;
  struct wl_side *side;
  struct wl_model *model;
  void *of;                             /* of the functions */
  void (*look)(void *of);               /* a key comes: which lessons are around has to be known */
  void (*turn)(void *of, bool on);      /* puts the next lesson, or the one before, in its place,
                                         * or says why not */
};

/* Runs the script and what is asked for beside it, and gives the model the keys of `k` until they
 * end or leave, from one lesson to the next as the screen does. Every picture goes to `frame`,
 * unless that is NULL; time is that of the keys, which stands still while the script runs.
 * False if `frame` was. */
bool wl_headless(struct wl_headless *h, struct wl_keyboard *k, wl_headless_frame *frame,
                 void *to);

#endif
