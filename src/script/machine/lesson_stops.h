/* The stops of at(): which lanes have passed a label, and which steps have a question. Both ways
 * to run a kernel use it: thread by thread, and all lanes at once. */
#ifndef WL_SCRIPT_MACHINE_LESSON_STOPS_H
#define WL_SCRIPT_MACHINE_LESSON_STOPS_H

#include "script/machine/vm.h"

/* A block begins, or begins again. */
void wl_stops_begin(struct wl_vm *vm);

/* A lane passes the label that ends at a token. Returns the stops that are due here, as bits;
 * questions that are due wait in the lane for a step that they can be about. */
uint32_t wl_stop_pass(struct wl_lane *lane, uint32_t label);

/* Which question, from 1, is about what a lane does at `site`; 0: none. It waits no longer. */
uint8_t wl_stop_take(struct wl_lane *lane, uint64_t site);

/* Puts question `ask`, from 1, to a step that has none yet, where no step has had it before. */
void wl_stop_ask(struct wl_vm *vm, unsigned ask, struct wl_step *s);

/* Makes a step, otherwise whole, the stop of vm->at[at]. False: it has been made before. */
bool wl_stop_mark(struct wl_vm *vm, unsigned at, struct wl_step *s);

#endif
