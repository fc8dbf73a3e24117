/* The manual on the terminal that the screen has. */
#ifndef WL_TUI_PAGER_H
#define WL_TUI_PAGER_H

#include "core/base/diag.h"
#include "tui/terminal.h"

/* Lends the terminal to man(1), and takes it back when that has ended. `page` is "warplens.1",
 * `path` its file; NULL: man knows where it is. False and a diag where it cannot be shown. */
bool wl_pager_show(struct wl_term *t, const char *page, char *path, struct wl_diag *d);

#endif
