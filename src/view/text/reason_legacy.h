/* Why a transaction cannot cover more. Internal to src/view. */
#ifndef WL_VIEW_TEXT_REASON_LEGACY_H
#define WL_VIEW_TEXT_REASON_LEGACY_H

#include <stdbool.h>
#include <stddef.h>

struct wl_step_info;

/* Of transaction `index`, "lane 0 is at byte 4 of its 64-byte segment, not at 0"; or why a lane
 * waits, `picked` if that is one that does. False where its rule says as much. */
bool wl_say_transaction(const struct wl_step_info *s, unsigned index, unsigned picked, char *text,
                        size_t size);

/* "; 30 more wait" behind what was said of `told` of the lanes that wait. */
void wl_say_more(unsigned waiting, unsigned told, char *text, size_t size);

#endif
