/* The values of arrays at the end of a run, and those that a check fills in before. */
#ifndef WL_SCRIPT_RESULTS_FINAL_ARRAYS_H
#define WL_SCRIPT_RESULTS_FINAL_ARRAYS_H

#include "script/machine/device_memory.h"
#include "script/machine/vm.h"

/* Room for global and constant memory as the arrays lie in them, shared between
 * processes; pages come when touched. NULL where there is no address space. */
uint8_t *wl_values_create(void);
void wl_values_destroy(uint8_t *values);

/* Where the bytes of an array lie in it; NULL for one that is neither in global
 * nor in constant memory. */
uint8_t *wl_values_of(uint8_t *values, const struct wl_array *a);

/* Sets the arrays whose bit is in options->filled to what options->fill holds. */
void wl_values_fill(struct wl_vm *vm);

/* Copies what the arrays of `vm` hold, over whatever is there. */
void wl_values_publish(const struct wl_vm *vm, uint8_t *values);

/* Copies the words that this worker has written. */
void wl_values_overlay(const struct wl_vm *vm, uint8_t *values);

#endif
