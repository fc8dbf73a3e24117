/* The vendor profiler's names of figures. */
#ifndef WL_WORDS_PROFILER_NAMES_H
#define WL_WORDS_PROFILER_NAMES_H

#include <stddef.h>

#include "core/access/access.h"

/* Its metric for a figure (metric.h) of an access on a generation, "" where it has none. */
void wl_counter_name(const struct wl_arch *arch, const struct wl_access *a, unsigned figure,
                     char *text, size_t size);

#endif
