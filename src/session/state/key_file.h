/* Keys as a file: recorded lectures, and how tests drive the screen. A line has the name
 * of a key (keymap.h), `wait MS`, or a comment: "#", or "# " and a text that begins so; blanks
 * around it and empty lines mean nothing. The key # is called Hash. */
#ifndef WL_SESSION_STATE_KEY_FILE_H
#define WL_SESSION_STATE_KEY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wl_keys_kind {
  WL_KEYS_NOTHING, WL_KEYS_KEY, WL_KEYS_WAIT, WL_KEYS_UNKNOWN
};
enum { WL_KEYS_LONGEST = 86400000 }; /* milliseconds of a wait: a day */

/* What one line says, without its end; `value`: the key, or the number. */
enum wl_keys_kind wl_keys_line(const char *line, uint32_t *value);

#endif
