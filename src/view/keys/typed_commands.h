/* Commands as typed lines, for use without a screen. */
#ifndef WL_VIEW_KEYS_TYPED_COMMANDS_H
#define WL_VIEW_KEYS_TYPED_COMMANDS_H

#include "core/base/diag.h"
#include "session/state/action.h"

struct wl_session;

struct wl_order_row { const char *form, *help; };
enum { WL_ORDER_ROWS = 6 };
extern const struct wl_order_row wl_order_rows[];

enum wl_ordered {
  WL_ORDERED,         /* it was done: say what is new */
  WL_ORDERED_NOTHING, /* a comment, or a wait of a recording */
  WL_ORDERED_UNKNOWN, /* a diag says why */
};

/* Does a line without its end. `action`: what it came to, WL_ACTION_COUNT for what is no
 * action. */
enum wl_ordered wl_order(struct wl_session *m, const char *line, enum wl_action *action,
                         struct wl_diag *d);

/* The same for a line of a recording (keymap.h), where a letter is a key and no more. */
enum wl_ordered wl_order_key(struct wl_session *m, const char *line, enum wl_action *action,
                             struct wl_diag *d);

/* Whether the line stops a script or leaves: it waits for nothing. */
bool wl_order_urgent(const char *line);

#endif
