/* Keeps the screen from flashing more than three times a second, however long a key is held (WCAG
 * 2.3.1): a picture that changes the brightness of the whole screen waits. It has no clock:
 * milliseconds come from outside. */
#ifndef WL_TUI_FLASH_LIMIT_H
#define WL_TUI_FLASH_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

enum { WL_FLASH_MS = 334 };

/* All 0 to begin with. */
struct wl_flash {
  bool any, held;
  unsigned light; /* of the picture that is shown */
  int64_t turned; /* since when it is that, in milliseconds; 0: from the beginning */
};

/* Whether a picture may be shown now; `light` is another number where it is lighter or darker all
 * over. One that may not is held: it is to be asked for again, as it is then. */
bool wl_flash_take(struct wl_flash *f, unsigned light, int64_t now);

/* Milliseconds until it may; -1: none is held. */
int wl_flash_wait(const struct wl_flash *f, int64_t now);

#endif
