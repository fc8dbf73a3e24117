/* Records of bytes in the order of their blocks, filled by several streams. */
#ifndef WL_CORE_TRACE_BLOCK_LOG_H
#define WL_CORE_TRACE_BLOCK_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_log;

/* Each block comes whole in one stream, and in each stream blocks ascend (stream.h). Keeps the
 * first `keep` records in the order of blocks: which these are does not depend on how the streams
 * take turns, nor on how many they are. NULL when memory ran out. */
struct wl_log *wl_log_create(unsigned streams, size_t keep);
void wl_log_destroy(struct wl_log *log);

/* No more streams than these will come: nobody waits for the others. */
void wl_log_use(struct wl_log *log, unsigned streams);

/* Adds a record at the end of an open stream, whose block is its last one or a later one. Different
 * streams may be added to at the same time. False when memory ran out. */
bool wl_log_add(struct wl_log *log, unsigned stream, uint32_t block, const void *bytes,
                size_t size);

/* Puts in order what has come, while nobody adds: what is asked for below is as of the last time.
 * Records beyond `keep` are dropped. False when memory ran out. */
bool wl_log_settle(struct wl_log *log);

/* No more records will come for a stream. Settles. */
bool wl_log_close(struct wl_log *log, unsigned stream);

/* Records that wl_log_get() reaches: the kept ones of the complete blocks from the first on, and
 * of the first block that may not be complete. */
size_t wl_log_count(const struct wl_log *log);

/* Records added, kept or not. */
uint64_t wl_log_total(const struct wl_log *log);

/* Record `i` and its size; NULL past the end. Valid until the next add. */
const void *wl_log_get(const struct wl_log *log, size_t i, size_t *size);

/* Bytes of memory held, counted each time: for tests, which keep them within bounds. */
size_t wl_log_bytes(const struct wl_log *log);

#endif
