/* The second terminal: notes of a presentation that another warplens gives. */
#ifndef WL_TUI_NOTES_SCREEN_H
#define WL_TUI_NOTES_SCREEN_H

#include "app/app.h"

/* Shows the notes for the script of `options`, or where it names none, or nobody presents that,
 * for whatever is presented, until the user leaves; follows one presentation after the other. */
enum wl_status wl_tui_notes(const struct wl_tui_options *options, struct wl_diag *d);

#endif
