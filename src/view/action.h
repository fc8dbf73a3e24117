/* Everything the screen can do, as one table: names, keys and help come from it. */
#ifndef WL_VIEW_ACTION_H
#define WL_VIEW_ACTION_H

#include <stddef.h>
#include <stdint.h>

/* X(ID, "name", "default keys, space-separated", "help, one line") — owned by
 * the views; the order is the order of the help screen. */
#define WL_ACTIONS(X) \
  X(NEXT, "next", "Right l", "next warp instruction") \
  X(PREVIOUS, "previous", "Left h", "the one before") \
  X(QUIT, "quit", "q", "leave warplens")

enum wl_action {
#define X(id, name, keys, help) WL_ACT_##id,
  WL_ACTIONS(X)
#undef X
  WL_ACTION_COUNT
};

struct wl_action_row { const char *name, *keys, *help; };
extern const struct wl_action_row wl_actions[WL_ACTION_COUNT];

#endif
