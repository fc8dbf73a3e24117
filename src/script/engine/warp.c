/* Runs a warp: its threads run until they must wait, then their logs are merged. */
#include "script/engine/warp.h"

#include <stdlib.h>

#include "script/engine/schedule.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/errors.h"
#include "script/machine/path_position.h"

/* Paths that are kept before they are sorted out. */
enum { MAX_PATHS = 1 << 18 };

/* Lets the threads from `first` on run whose events have all been taken. Returns
 * the first that fails, `lanes` if none does. */
static unsigned refill(struct wl_vm *vm, struct wl_lane *lane, unsigned first, unsigned lanes) {
  for (unsigned i = first; i < lanes; i++) {
    if (lane[i].state != WL_LANE_READY || wl_has_event(&lane[i])) continue;
    if (!wl_thread_resume(vm, &lane[i])) return i;
  }
  return lanes;
}

/* Throws away the paths that nothing refers to. */
static void sweep_paths(struct wl_vm *vm, struct wl_lane *lane, unsigned lanes) {
  struct wl_positions old = vm->positions, fresh;
  uint32_t *map = wl_alloc_or_die(calloc(old.count, sizeof *map));
  wl_positions_init(&fresh);
  for (unsigned i = 0; i < WL_LANES; i++) {
    struct wl_lane_log *log = &vm->log[i];
    for (uint32_t k = log->head; k < log->tail; k++)
      log->event[k].path = wl_position_move(&old, &fresh, map, log->event[k].path);
  }
  for (unsigned i = 0; i < lanes; i++) {
    lane[i].stop.path = wl_position_move(&old, &fresh, map, lane[i].stop.path);
    lane[i].yielded = wl_position_move(&old, &fresh, map, lane[i].yielded);
    lane[i].spinning = wl_position_move(&old, &fresh, map, lane[i].spinning);
  }
  fresh.generation = old.generation + 1;
  vm->positions = fresh;
  wl_positions_finish(&old);
  free(map);
}

/* Lets the lanes of the group do what they stand before. Returns the first that fails, `lanes` if
 * none does. */
static unsigned take_turn(struct wl_vm *vm, const struct wl_lane_group *g, unsigned lanes) {
  for (uint32_t left = g->mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    g->lane[i].state = WL_LANE_READY;
    g->lane[i].granted = true;
    if (!wl_thread_resume(vm, &g->lane[i])) return i;
  }
  return lanes;
}

/* The step of the lanes g->met, place by place. */
static bool step_places(struct wl_vm *vm, struct wl_lane_group *g) {
  for (uint32_t left = g->met; left != 0; left &= ~g->mask) {
    g->mask = wl_schedule_lowest(vm, g->lane, left);
    if (!wl_group_step(vm, g)) return false;
  }
  g->mask = g->met;
  return true;
}

/* One instruction of the warp: a step, or the turn of lanes that stand before an access.
 * *any: there was one. *failed: the lane that met an error, if any did. */
static bool step(struct wl_vm *vm, struct wl_lane_group *g, unsigned lanes, bool *any,
                 unsigned *failed) {
  bool turn;
  *failed = lanes;
  if (!wl_schedule(vm, g, &turn)) return false;
  *any = g->mask != 0;
  if (!*any) return true;
  if (turn) {
    *failed = take_turn(vm, g, lanes);
    return true;
  }
  bool returning = wl_site_stage(wl_head_event(&g->lane[__builtin_ctz(g->mask)])->site) ==
                   WL_STAGE_RETURN;
  if (returning) g->live &= ~g->mask;
  else if (!step_places(vm, g)) return false;
  wl_schedule_done(vm, g);
  for (uint32_t left = g->mask; left != 0; left &= left - 1)
    g->lane[__builtin_ctz(left)].log->head++;
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
  while (any && wl_has_event(lane)) {
    for (unsigned i = 0; i < lanes;) {
      i = refill(vm, g->lane, i, lanes);
      if (i < lanes) g->lane[i].state = WL_LANE_RETURNED;
    }
    if (vm->diag.status != WL_SCRIPT || !step(vm, g, lanes, &any, &failed)) break;
    if (failed < lanes) g->lane[failed].state = WL_LANE_RETURNED;
  }
  vm->diag = diag;
}

bool wl_warp_run(struct wl_vm *vm, unsigned warp) {
  struct wl_lane_group g = {.lane = &vm->lane[warp * WL_LANES], .warp = warp};
  unsigned lanes = vm->threads - warp * WL_LANES;
  if (lanes > WL_LANES) lanes = WL_LANES;
  for (unsigned i = 0; i < lanes; i++)
    if (g.lane[i].state != WL_LANE_RETURNED) g.live |= UINT32_C(1) << i;
  wl_schedule_begin(g.lane, lanes);
  for (bool any = true; any;) {
    unsigned failed = refill(vm, g.lane, 0, lanes);
    if (failed == lanes && !step(vm, &g, lanes, &any, &failed)) return false;
    if (failed < lanes) {
      finish_steps(vm, &g, failed, lanes);
      return false;
    }
    if (vm->positions.count > MAX_PATHS) sweep_paths(vm, g.lane, lanes);
  }
  if (vm->positions.count > MAX_PATHS / 4) wl_positions_clear(&vm->positions);
  return true;
}
