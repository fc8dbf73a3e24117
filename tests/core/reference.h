/* The rules of cc 9.0 in their plainest form: slow, obvious, and written apart
 * from src/core, so that the two can be held against each other. */
#ifndef TESTS_CORE_REFERENCE_H
#define TESTS_CORE_REFERENCE_H

#include "core/count.h"

/* What wl_count() has to give for the access. */
void reference_count(const struct wl_access *a, struct wl_counts *out);

/* Tag set of a 128-byte line, by its index (address / 128). */
unsigned reference_tag_set(uint64_t line);

#endif
