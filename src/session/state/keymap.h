/* Key names and codes, which action a key means, and keys as a file. */
#ifndef WL_SESSION_STATE_KEYMAP_H
#define WL_SESSION_STATE_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/state/action.h"

/* A key is a Unicode code point, or one of these for keys without one. */
enum wl_key {
  WL_KEY_NONE = 0, WL_KEY_ENTER = '\r', WL_KEY_TAB = '\t', WL_KEY_ESCAPE = 27,
  WL_KEY_BACKSPACE = 127, WL_KEY_SPECIAL = 0x110000,
  WL_KEY_UP = WL_KEY_SPECIAL, WL_KEY_DOWN, WL_KEY_LEFT, WL_KEY_RIGHT, WL_KEY_HOME, WL_KEY_END,
  WL_KEY_PAGE_UP, WL_KEY_PAGE_DOWN, WL_KEY_DELETE, WL_KEY_INSERT, WL_KEY_BACKTAB,
  WL_KEY_F1, WL_KEY_F12 = WL_KEY_F1 + 11,
  WL_KEY_LAST = WL_KEY_F12,
  /* The mouse: with the cell where it is, from wl_key_at(). */
  WL_KEY_CLICK = 0x1000000, WL_KEY_WHEEL_UP = 0x2000000, WL_KEY_WHEEL_DOWN = 0x3000000,
};
enum { WL_KEY_MOST_CELLS = 4096 }; /* of a side of the screen */

/* A key of the mouse at a cell, counted from 0; WL_KEY_NONE where no screen has it. */
uint32_t wl_key_at(enum wl_key kind, int x, int y);

/* What of the mouse a key is, and where; WL_KEY_NONE if it is another key. */
uint32_t wl_key_place(uint32_t key, int *x, int *y);

/* "Right", "Space", "a", "Ctrl-L", "Click-12,5" … to a code; WL_KEY_NONE if unknown. */
uint32_t wl_key_parse(const char *name);

/* The name of a key, as help shows it; into `buffer` of at least WL_KEY_NAME bytes. */
enum { WL_KEY_NAME = 24 };
const char *wl_key_name(uint32_t key, char *buffer);

/* The action that a key means; WL_ACTION_COUNT if none. */
enum wl_action wl_keymap_find(uint32_t key);

/* The first key of an action, WL_KEY_NONE if it has none. */
uint32_t wl_keymap_key(enum wl_action action);

/* Keys as a file: recorded lectures, and how tests drive the screen. A line has the name of a key,
 * `wait MS`, or a comment: "#", or "# " and a text that begins so; blanks around it and empty lines
 * mean nothing. The key # is called Hash. */
enum wl_keys_kind {
  WL_KEYS_NOTHING, WL_KEYS_KEY, WL_KEYS_WAIT, WL_KEYS_UNKNOWN
};
enum { WL_KEYS_LONGEST = 86400000 }; /* milliseconds of a wait: a day */

/* What one line says, without its end; `value`: the key, or the number. */
enum wl_keys_kind wl_keys_line(const char *line, uint32_t *value);

#endif
