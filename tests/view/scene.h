/* Recordings made by hand, for tests of the screen. */
#ifndef TESTS_VIEW_SCENE_H
#define TESTS_VIEW_SCENE_H

#include "core/analysis/costs.h"

struct scene { struct wl_trace *trace; struct wl_analysis *analysis; };

/* A recording by name, with the value of its parameter; aborts if there is none
 * of that name. */
struct scene scene_create(const char *name, int value);
void scene_destroy(struct scene s);

/* Models the caches of a recording that was analyzed anew. */
void scene_cache(struct wl_analysis *a, const struct wl_trace *t);

/* A recording of `steps` steps in one block or in many, for tests of speed. */
struct scene scene_long(size_t steps, bool one_block);

#endif
