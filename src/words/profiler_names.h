/* What the vendor's profiler calls a figure. */
#ifndef WL_VIEW_COUNTER_H
#define WL_VIEW_COUNTER_H

#include <stddef.h>

#include "core/access.h"

/* Its metric for a figure (core/metric.h) of an access on a generation, "" where it has none. */
void wl_counter_name(const struct wl_arch *arch, const struct wl_access *a, unsigned figure,
                     char *text, size_t size);

#endif
