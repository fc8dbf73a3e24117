/* L1 of the multiprocessor that runs the selected block, as the selected step finds it. */
#ifndef WL_SESSION_SEARCH_L1_LOOKUPS_H
#define WL_SESSION_SEARCH_L1_LOOKUPS_H

#include "core/cache/l1_replay.h"

struct wl_session;

/* The events of the selected step: `count` from `first` on. Where it asks nothing of L1 there are
 * none, and `first` is behind those of the last step of its warp that did. */
struct wl_l1_moment {
  struct wl_l1_replay *replay; /* the session's */
  size_t first, count;
};

/* False: caches are not modelled, or nothing may be told of them, or memory ran out; then `why`
 * says so. */
bool wl_session_l1(struct wl_session *m, struct wl_l1_moment *out, const char **why);

/* Another recording is shown. */
void wl_session_l1_drop(struct wl_session *m);

/* Selects the next step on the multiprocessor with a load that misses, in the order in which they
 * run there; behind the last one, the first. */
void wl_l1_next_miss(struct wl_session *m);

#endif
