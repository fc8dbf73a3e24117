/* Loads of neighbours in shared memory that nvcc merges into one of 8 or 16 bytes. */
#ifndef WL_INPUT_CUDA_SHARED_LOADS_H
#define WL_INPUT_CUDA_SHARED_LOADS_H

#include "input/cuda/function_body.h"

/* Finds them in a function; false when memory ran out. */
bool wl_shared_loads_find(struct wl_body *b);

/* What is known of the load in a line; NULL: it is an access of its own. */
const struct wl_merged_load *wl_shared_load(const struct wl_body *b, const char *line);

#endif
