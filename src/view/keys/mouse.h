/* The mouse: clicks and the wheel, as keys that have a place. */
#ifndef WL_VIEW_KEYS_MOUSE_H
#define WL_VIEW_KEYS_MOUSE_H

#include <stdbool.h>
#include <stdint.h>

struct wl_session;

/* A key of session/state/keymap.h that has a place: does what is there on the last picture. False:
 * it is another key. */
bool wl_mouse_key(struct wl_session *m, uint32_t key);

#endif
