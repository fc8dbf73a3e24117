/* Key names and codes, and which action a key means. */
#ifndef WL_VIEW_KEYMAP_H
#define WL_VIEW_KEYMAP_H

#include <stddef.h>
#include <stdint.h>

#include "view/action.h"

/* A key is a Unicode code point, or one of these for keys without one. */
enum wl_key {
  WL_KEY_NONE = 0, WL_KEY_ENTER = '\r', WL_KEY_TAB = '\t', WL_KEY_ESCAPE = 27,
  WL_KEY_BACKSPACE = 127, WL_KEY_SPECIAL = 0x110000,
  WL_KEY_UP = WL_KEY_SPECIAL, WL_KEY_DOWN, WL_KEY_LEFT, WL_KEY_RIGHT, WL_KEY_HOME, WL_KEY_END,
  WL_KEY_PAGE_UP, WL_KEY_PAGE_DOWN, WL_KEY_DELETE, WL_KEY_INSERT, WL_KEY_BACKTAB,
  WL_KEY_F1, WL_KEY_F12 = WL_KEY_F1 + 11,
  WL_KEY_LAST = WL_KEY_F12
};

/* "Right", "Space", "a", "Ctrl-L" … to a code; WL_KEY_NONE if unknown. */
uint32_t wl_key_parse(const char *name);

/* The name of a key, as help shows it; into `buffer` of at least 16 bytes. */
const char *wl_key_name(uint32_t key, char *buffer);

/* The action that a key means; WL_ACTION_COUNT if none. */
enum wl_action wl_keymap_find(uint32_t key);

/* The first key of an action, WL_KEY_NONE if it has none. */
uint32_t wl_keymap_key(enum wl_action action);

#endif
