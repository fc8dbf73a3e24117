/* Finds the hazards of a run while its steps arrive. */
#ifndef WL_CORE_HAZARD_HAZARDS_H
#define WL_CORE_HAZARD_HAZARDS_H

#include "core/hazard/hazard.h"
#include "core/trace/trace_head.h"

struct wl_hazards;

/* `lockstep`: lanes of a warp keep step, as before cc 7.0: that puts in order what they do to
 * volatile arrays, and the rest as far as the compiler pleases. NULL: no memory left. */
struct wl_hazards *wl_hazards_create(const struct wl_head *head, bool lockstep,
                                     unsigned streams);
void wl_hazards_destroy(struct wl_hazards *h);

/* Looks at the next step of a stream, which has whole blocks as stream.h says. Streams may be added
 * to at the same time; all else is asked while nobody adds. False when memory ran out. */
bool wl_hazards_add(struct wl_hazards *h, unsigned stream, const struct wl_step *step);

/* From now on looks at each lane by itself, though it takes longer: for tests, which compare. */
void wl_hazards_by_lane(struct wl_hazards *h);

/* Marks the last step of a stream as added. */
void wl_hazards_close(struct wl_hazards *h, unsigned stream);

/* Once all streams are closed: makes one list of theirs. False when memory ran out; without
 * it the list is made when it is asked for, and is empty where that cannot be done. */
bool wl_hazards_end(struct wl_hazards *h);

/* All hazards in the order in which they were met, but divergent barriers first, and then those
 * that __syncthreads() mends; without the notes or with nothing but notes. Valid until the next
 * add; NULL past the end. */
const struct wl_hazard *wl_hazards_get(struct wl_hazards *h, bool notes, size_t i);
size_t wl_hazards_count(struct wl_hazards *h, bool notes);

/* Whether global memory was not looked at, for the memory or time that this takes: the run
 * touches more pages than WL_HAZARD_PAGES, or is beyond WL_HAZARD_CROWD, WL_HAZARD_LOOKS or
 * WL_HAZARD_KNOWN. Of these, whether a block is beyond the last: from there to its end no race
 * in shared memory is told, as fences may put all in order. */
bool wl_hazards_partial(struct wl_hazards *h);
bool wl_hazards_lost(const struct wl_hazards *h);

#endif
