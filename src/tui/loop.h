/* The screen: a terminal, a model, and the script that drives it. */
#ifndef WL_TUI_LOOP_H
#define WL_TUI_LOOP_H

#include "app/app.h"

/* Runs the screen until the user leaves; `*lesson` is the one that was shown last. WL_TERMINAL
 * and a diag when the terminal cannot be used; nothing has been written to it then. */
enum wl_status wl_tui(const struct wl_tui_options *options, int *lesson, struct wl_diag *d);

#endif
