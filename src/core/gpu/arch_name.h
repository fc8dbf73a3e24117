/* Generations by what people call them. */
#ifndef WL_CORE_GPU_ARCH_NAME_H
#define WL_CORE_GPU_ARCH_NAME_H

#include "core/gpu/arch.h"

/* Finds a generation by compute capability or chip, case-insensitive ("9.0",
 * "90", "sm_90", "H200", "Tesla V100", "V100"); NULL if there is none. */
const struct wl_arch *wl_arch_find(const char *name);

/* What somebody may have meant who wrote an unknown name: a compute capability
 * or a chip; NULL if nothing is close. */
const char *wl_arch_nearest(const char *name);

#endif
