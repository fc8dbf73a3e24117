/* Which lanes of a warp continue after they diverged. Internal to src/script. */
#ifndef WL_SCRIPT_ENGINE_SCHEDULE_H
#define WL_SCRIPT_ENGINE_SCHEDULE_H

#include "script/engine/warp.h"

/* Forgets what earlier phases of the block have left in the warp's lanes. */
void wl_schedule_begin(struct wl_lane *lane, unsigned lanes);

/* Chooses the lanes of g->live that go on: g->mask, all at one place; 0: none can. *turn: they
 * stand before an access. Else their logs begin with the same event, and g->met are the lanes
 * that take part in it, here and at other places. False and vm->diag: they wait for ever. */
bool wl_schedule(struct wl_vm *vm, struct wl_lane_group *g, bool *turn);

/* The lanes of `among` at the place that comes first in the program. */
uint32_t wl_schedule_lowest(const struct wl_vm *vm, const struct wl_lane *lane, uint32_t among);

/* After the step of g->mask, before its events are taken off. */
void wl_schedule_done(struct wl_vm *vm, const struct wl_lane_group *g);

#endif
