/* Forms warp instructions: merges the logs of 32 lanes into one sequence of steps. */
#ifndef WL_SCRIPT_ENGINE_WARP_H
#define WL_SCRIPT_ENGINE_WARP_H

#include "script/machine/event.h"

/* A group of lanes of one warp that do the same thing: the heads of their logs
 * have equal sites and paths. */
struct wl_lane_group {
  struct wl_lane *lane; /* of lane 0 of the warp */
  uint32_t mask, live;
  uint32_t met;         /* functions of all lanes: those that take part, at this place or others */
  unsigned warp;
  bool by_turns;        /* lanes have parted at a loop that waits for what others write */
};

static inline bool wl_has_event(const struct wl_lane *lane) {
  return lane->log->head < lane->log->tail;
}
static inline struct wl_event *wl_head_event(const struct wl_lane *lane) {
  return &lane->log->event[lane->log->head];
}

/* The lanes that lane `i` of a group meets: of its mask those that have come. */
static inline uint32_t wl_group_partners(const struct wl_lane_group *g, unsigned i) {
  uint32_t named = (uint32_t)wl_head_event(&g->lane[i])->result;
  return named != 0 ? g->met & named : g->mask;
}

/* The type that shows what the lanes of a group gave, whose bits become value[];
 * Lua's numbers have no CUDA type. */
enum wl_scalar wl_group_scalar(const struct wl_lane_group *g, uint64_t value[WL_LANES]);

/* One of these bits. */
uint64_t wl_figure_text_bits(enum wl_scalar s, const struct wl_event *e);

/* Completes and sends the step of a match or a reduction. */
void wl_group_collective(struct wl_vm *vm, const struct wl_lane_group *g, struct wl_step *s);

/* What an event is as a memory instruction: enum wl_op, enum wl_cache. */
struct wl_stage_access { uint8_t op, cache; bool unused; };
extern const struct wl_stage_access wl_stage_access[WL_STAGES];

/* Begins vm->step with all that depends on the site alone. */
struct wl_step *wl_group_begin(struct wl_vm *vm, uint64_t site, enum wl_step_kind kind);

/* Sends the step of a group and lets warp operations take effect. False and
 * vm->diag when the limit on accesses is reached. */
bool wl_group_step(struct wl_vm *vm, const struct wl_lane_group *g);

/* Readies vm->L and the threads for a run of blocks. */
void wl_threads_open(struct wl_vm *vm);

/* Begins a block: all its threads are new. */
void wl_threads_begin(struct wl_vm *vm, uint32_t block);

/* Resumes a thread until it has something to wait for. False and vm->diag. */
bool wl_thread_resume(struct wl_vm *vm, struct wl_lane *lane);

/* Runs a warp until all its threads have returned or wait at a barrier of the
 * block, and sends the steps. False and vm->diag. */
bool wl_warp_run(struct wl_vm *vm, unsigned warp);

/* Runs a block from its first phase to its last. False and vm->diag. */
bool wl_block_run(struct wl_vm *vm, uint32_t block);

#endif
