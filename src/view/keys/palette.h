/* Help that can be used: typing keeps the rows that match (view/help/help_list.h), Enter runs the
 * chosen one. */
#ifndef WL_VIEW_KEYS_PALETTE_H
#define WL_VIEW_KEYS_PALETTE_H

#include <stddef.h>
#include <stdint.h>

struct wl_session;

/* Does what the tip at a place of the list says. */
void wl_palette_run(struct wl_session *m, size_t place);

/* A key while it is open. */
void wl_palette_key(struct wl_session *m, uint32_t key);

#endif
