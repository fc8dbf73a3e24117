/* Sends keys and the mouse to the part that handles them. */
#ifndef WL_VIEW_KEYS_INPUT_H
#define WL_VIEW_KEYS_INPUT_H

#include <stdbool.h>
#include <stdint.h>

struct wl_session;

/* A key as theme-independent code (session/state/keymap.h): looks it up and does it. */
void wl_session_key(struct wl_session *m, uint32_t key);

/* Whether a key is about instructions, so that it does nothing where there are none yet. */
bool wl_session_key_moves(const struct wl_session *m, uint32_t key);

#endif
