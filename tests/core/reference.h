/* The rules in their plainest form: slow, obvious, and written apart from src/core,
 * so that the two can be held against each other. reference.c: from cc 5.0 on;
 * reference_early.c: before; reference_spaces.c: local memory and textures. */
#ifndef TESTS_CORE_REFERENCE_H
#define TESTS_CORE_REFERENCE_H

#include "core/count/count.h"

/* What wl_count() has to give for the access. */
void reference_count_on(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out);

/* The same on cc 9.0. */
void reference_count(const struct wl_access *a, struct wl_counts *out);

/* Tag set of a 128-byte line, by its index (address / 128). */
unsigned reference_tag_set(const struct wl_arch *arch, uint64_t line);

/* The parts; bytes_asked and, but for transactions, requests are set already. */
void reference_sectored(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out);
void reference_transactions(const struct wl_arch *arch, const struct wl_access *a,
                            struct wl_counts *out);
void reference_passes(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_counts *out);
void reference_local(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out);
void reference_texture(const struct wl_access *a, struct wl_counts *out);

#endif
