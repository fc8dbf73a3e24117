/* Keys and the mouse: who gets them. */
#ifndef WL_VIEW_KEYS_INPUT_H
#define WL_VIEW_KEYS_INPUT_H

#include <stdbool.h>
#include <stdint.h>

struct wl_model;

/* A key as theme-independent code (session/state/keymap.h): looks it up and does it. */
void wl_model_key(struct wl_model *m, uint32_t key);

/* Whether a key is about instructions, so that it does nothing where there are none yet. */
bool wl_model_key_moves(const struct wl_model *m, uint32_t key);

#endif
