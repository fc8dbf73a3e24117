/* The screen as text: commands in, sentences out, appended only. */
#ifndef WL_APP_PLAIN_H
#define WL_APP_PLAIN_H

#include <stdio.h>

#include "app/app.h"

/* Says what the screen would show, reads a line from standard input (or first from
 * `options->keys`), does it, says what that has changed, and so on until the input ends
 * or says so. Every line waits for the script that the one before it began; of those that
 * are typed at a terminal, what stops it or leaves does not. A script that gives no picture
 * makes the status. */
enum wl_status wl_plain(const struct wl_tui_options *options, FILE *out, struct wl_diag *d);

#endif
