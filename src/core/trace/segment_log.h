/* Records of bytes in order, filled in several segments side by side. */
#ifndef WL_CORE_TRACE_SEGMENT_LOG_H
#define WL_CORE_TRACE_SEGMENT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_log;

/* Keeps the first `keep` records, in the order segment 0, 1, …: which these are
 * does not depend on how the segments take turns. A record of an earlier
 * segment pushes out the last one kept. */
struct wl_log *wl_log_create(unsigned segments, size_t keep);
void wl_log_destroy(struct wl_log *log);

/* Adds a record at the end of an open segment. False when memory ran out. */
bool wl_log_add(struct wl_log *log, unsigned segment, const void *bytes, size_t size);

/* No more records will come for a segment. */
void wl_log_close(struct wl_log *log, unsigned segment);

/* Records that wl_log_get() reaches: the kept ones of the closed segments from
 * the first on, and of the first open one. */
size_t wl_log_count(const struct wl_log *log);

/* Records added, kept or not. */
uint64_t wl_log_total(const struct wl_log *log);

/* Record `i` and its size; NULL past the end. Valid until the next add. */
const void *wl_log_get(const struct wl_log *log, size_t i, size_t *size);

/* Bytes of memory held, counted each time: for tests, which keep them within bounds. */
size_t wl_log_bytes(const struct wl_log *log);

#endif
