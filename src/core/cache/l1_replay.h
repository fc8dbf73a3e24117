/* Replays L1 of one multiprocessor from the steps of a trace: what each step looks up, and which
 * lines L1 holds at any time. */
#ifndef WL_CORE_CACHE_L1_REPLAY_H
#define WL_CORE_CACHE_L1_REPLAY_H

#include "core/cache/multiprocessor.h"
#include "core/gpu/target.h"
#include "core/trace/trace.h"

/* One line of L1, and who used it last: the index of its event. */
struct wl_l1_line {
  uint64_t line;     /* address / 128 */
  uint32_t last;
  uint8_t valid;     /* sectors with a word that is there, as bits; 0: the place is free */
};

struct wl_l1_replay;

/* Plays all kept blocks of a multiprocessor. NULL when memory ran out. The trace is borrowed, until
 * it is destroyed. */
struct wl_l1_replay *wl_l1_replay_create(struct wl_target target, const struct wl_trace *trace,
                                         uint32_t sm);
void wl_l1_replay_destroy(struct wl_l1_replay *r); /* NULL is fine */

const struct wl_cache_model *wl_l1_replay_model(const struct wl_l1_replay *r);
uint32_t wl_l1_replay_sm(const struct wl_l1_replay *r);

/* Whether its lookups end before the run does: the trace keeps no more steps, or it is more than
 * WL_L1_EVENTS. */
enum { WL_L1_EVENTS = 1 << 22 };
bool wl_l1_replay_cut(const struct wl_l1_replay *r);

/* What was looked up, in order; the step of an event is its site. */
size_t wl_l1_replay_count(const struct wl_l1_replay *r);
const struct wl_l1_event *wl_l1_replay_event(const struct wl_l1_replay *r, size_t i);

/* The events of a step: the first, and how many; 0: it has none. */
size_t wl_l1_replay_find(const struct wl_l1_replay *r, uint32_t step, size_t *first);

/* The places of L1 before event `i`; `*count` of them. Valid until the next call. */
const struct wl_l1_line *wl_l1_replay_lines(struct wl_l1_replay *r, size_t i, size_t *count);

/* The event before `i` that took the place of what it looked up; SIZE_MAX: it was dropped. */
size_t wl_l1_replay_evictor(const struct wl_l1_replay *r, size_t i);

#endif
