/* The menu on the terminal. */
#ifndef WL_TUI_MENU_SCREEN_H
#define WL_TUI_MENU_SCREEN_H

#include "canvas/theme.h"
#include "core/base/diag.h"
#include "view/screen/lesson_menu.h"

struct wl_menu_screen_options {
  bool ascii, have_tier;
  enum wl_tier tier;      /* where have_tier */
  enum wl_scheme *scheme; /* that the user chose last */
};

/* Shows the menu until a script is chosen or the user leaves; `*event` says which.
 * WL_TERMINAL and a diag where the terminal cannot be used. */
enum wl_status wl_tui_pick(struct wl_menu *m, const struct wl_menu_screen_options *o,
                           enum wl_menu_event *event, struct wl_diag *d);

#endif
