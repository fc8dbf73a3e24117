/* The name that was meant by one that nobody knows. */
#ifndef WL_CORE_BASE_NEAREST_H
#define WL_CORE_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* The closest of the candidates so far; all 0: none. */
struct wl_guess { const char *name; unsigned distance; };

/* Keeps a candidate that is closer to `name`; capitals and underscores count as one edit. */
void wl_guess_try(struct wl_guess *n, const char *name, const char *candidate);

/* Whether it is close enough to be what was meant. */
bool wl_guess_good(const struct wl_guess *n, const char *name);

/* The one of `count` names that was meant; NULL: none is close enough. */
const char *wl_nearest(const char *name, const char *const *names, size_t count);

#endif
