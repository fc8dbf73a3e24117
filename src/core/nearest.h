/* The name that was meant by one that nobody knows. */
#ifndef WL_CORE_NEAREST_H
#define WL_CORE_NEAREST_H

#include <stdbool.h>

/* The candidate that took the fewest edits of those tried, and whether that is near enough to be
 * told. */
struct wl_guess { const char *name; unsigned distance; };
void wl_guess_try(struct wl_guess *n, const char *name, const char *candidate);
bool wl_guess_good(const struct wl_guess *n, const char *name);

#endif
