/* Random steps of every kind, for the tests of packing and of traces. */
#ifndef WL_TESTS_STEPS_H
#define WL_TESTS_STEPS_H

#include "core/trace/step.h"

/* A step that wl_step_unpack(wl_step_pack()) gives back bit by bit: fields
 * without meaning are 0. */
void random_step(uint64_t *seed, struct wl_step *step);

/* A typical step: thread `i` of a grid reads or writes float `i` of an array. */
void typical_step(uint32_t i, struct wl_step *step);

#endif
