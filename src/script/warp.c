/* Runs a warp: threads freely until they must wait, then their logs together. */
#include "script/warp.h"

#include <stdlib.h>

#include "script/error.h"
#include "script/need.h"
#include "script/position.h"

/* Paths that are kept before they are sorted out. */
enum { MAX_PATHS = 1 << 18 };

static bool has_event(const struct wl_lane *lane) { return lane->log->head < lane->log->tail; }

/* Lets the threads from `first` on run whose events have all been taken. Returns
 * the first that fails, `lanes` if none does. */
static unsigned refill(struct wl_vm *vm, struct wl_lane *lane, unsigned first, unsigned lanes) {
  for (unsigned i = first; i < lanes; i++) {
    if (lane[i].state != WL_LANE_READY || has_event(&lane[i])) continue;
    if (!wl_thread_resume(vm, &lane[i])) return i;
  }
  return lanes;
}

/* The lanes whose next event is the lowest: one instruction. 0: none is left. */
static uint32_t choose(const struct wl_vm *vm, const struct wl_lane *lane, unsigned lanes) {
  uint32_t mask = 0;
  const struct wl_event *best = NULL;
  for (unsigned i = 0; i < lanes; i++) {
    if (!has_event(&lane[i])) continue;
    const struct wl_event *e = wl_head_event(&lane[i]);
    if (best != NULL && e->site == best->site && e->path == best->path) {
      mask |= UINT32_C(1) << i;
    } else if (best == NULL ||
               wl_position_before(&vm->positions, e->path, e->site, best->path, best->site)) {
      best = e;
      mask = UINT32_C(1) << i;
    }
  }
  return mask;
}

/* Throws away the paths that no event refers to. */
static void sweep_paths(struct wl_vm *vm) {
  struct wl_positions old = vm->positions, fresh;
  uint32_t *map = wl_need(calloc(old.count, sizeof *map));
  wl_positions_init(&fresh);
  for (unsigned i = 0; i < WL_LANES; i++) {
    struct wl_lane_log *log = &vm->log[i];
    for (uint32_t k = log->head; k < log->tail; k++)
      log->event[k].path = wl_position_move(&old, &fresh, map, log->event[k].path);
  }
  fresh.generation = old.generation + 1;
  vm->positions = fresh;
  wl_positions_finish(&old);
  free(map);
}

/* One instruction of the warp. *any: there was one. */
static bool step(struct wl_vm *vm, struct wl_lane_group *g, unsigned lanes, bool *any) {
  g->mask = choose(vm, g->lane, lanes);
  *any = g->mask != 0;
  if (!*any) return true;
  bool returning = wl_site_stage(wl_head_event(&g->lane[__builtin_ctz(g->mask)])->site) ==
                   WL_STAGE_RETURN;
  if (returning) g->live &= ~g->mask;
  else if (!wl_group_step(vm, g)) return false;
  for (unsigned i = 0; i < lanes; i++)
    if (g->mask >> i & 1) g->lane[i].log->head++;
  return true;
}

/* Lane `failed` has met an error. What it did before is told as far as it goes:
 * the lanes behind it run too, so that masks are those of the whole warp. What
 * goes wrong on the way does not count any more. */
static void finish_steps(struct wl_vm *vm, struct wl_lane_group *g, unsigned failed,
                         unsigned lanes) {
  if (vm->diag.status != WL_SCRIPT) return; /* a limit: nothing may run any longer */
  const struct wl_diag diag = vm->diag;
  struct wl_lane *lane = &g->lane[failed];
  bool any = true;
  lane->state = WL_LANE_RETURNED;
  while (any && has_event(lane)) {
    for (unsigned i = 0; i < lanes;) {
      i = refill(vm, g->lane, i, lanes);
      if (i < lanes) g->lane[i].state = WL_LANE_RETURNED;
    }
    if (vm->diag.status != WL_SCRIPT || !step(vm, g, lanes, &any)) break;
  }
  vm->diag = diag;
}

bool wl_warp_run(struct wl_vm *vm, unsigned warp) {
  struct wl_lane_group g = {.lane = &vm->lane[warp * WL_LANES], .warp = warp};
  unsigned lanes = vm->threads - warp * WL_LANES;
  if (lanes > WL_LANES) lanes = WL_LANES;
  for (unsigned i = 0; i < lanes; i++)
    if (g.lane[i].state != WL_LANE_RETURNED) g.live |= UINT32_C(1) << i;
  for (bool any = true; any;) {
    unsigned failed = refill(vm, g.lane, 0, lanes);
    if (failed < lanes) {
      finish_steps(vm, &g, failed, lanes);
      return false;
    }
    if (!step(vm, &g, lanes, &any)) return false;
    if (vm->positions.count > MAX_PATHS) sweep_paths(vm);
  }
  if (vm->positions.count > MAX_PATHS / 4) wl_positions_clear(&vm->positions);
  return true;
}
