#include "core/trace/segment_log.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

enum { CHUNK = 1024 /* records */, FIRST_BYTES = 4096 };

/* CHUNK records behind each other; record i ends at end[i]. Every chunk of a
 * segment but the last is full. */
struct chunk {
  uint8_t *bytes;
  size_t capacity;
  uint32_t end[CHUNK];
};

struct segment {
  struct chunk **chunk;
  size_t chunks, capacity; /* pointers in use, allocated */
  size_t count;            /* records kept */
  bool closed;
};

/* Invariants: `kept` is the sum of the counts, and at most `keep`. Once it is
 * `keep`, it stays so. Segments after `last` keep nothing. `reached` segments
 * are closed and none before them is open; first[s] counts the records before
 * segment s, for s up to `reached`. */
struct wl_log {
  size_t keep, kept;
  uint64_t total;
  unsigned segments, last, reached;
  struct segment *segment;
  size_t *first;
};

struct wl_log *wl_log_create(unsigned segments, size_t keep) {
  struct wl_log *log = calloc(1, sizeof *log);
  if (log == NULL) return NULL;
  log->keep = keep;
  log->segments = segments;
  log->segment = calloc(segments, sizeof *log->segment);
  log->first = calloc(segments + 1u, sizeof *log->first);
  if (log->segment && log->first) return log;
  wl_log_destroy(log);
  return NULL;
}

static void drop_chunk(struct segment *s) {
  struct chunk *chunk = s->chunk[--s->chunks];
  free(chunk->bytes);
  free(chunk);
}

void wl_log_destroy(struct wl_log *log) {
  if (log == NULL) return;
  for (unsigned i = 0; log->segment && i < log->segments; i++) {
    while (log->segment[i].chunks > 0) drop_chunk(&log->segment[i]);
    free(log->segment[i].chunk);
  }
  free(log->segment);
  free(log->first);
  free(log);
}

static bool resize(struct chunk *chunk, size_t capacity) {
  uint8_t *bytes = realloc(chunk->bytes, capacity);
  if (bytes == NULL) return false;
  chunk->bytes = bytes;
  chunk->capacity = capacity;
  return true;
}

static struct chunk *add_chunk(struct segment *s) {
  if (s->chunks == s->capacity) {
    struct chunk **grown = wl_grow(s->chunk, sizeof *grown, &s->capacity, 4);
    if (grown == NULL) return NULL;
    s->chunk = grown;
  }
  struct chunk *chunk = malloc(sizeof *chunk);
  if (chunk == NULL) return NULL;
  chunk->bytes = NULL;
  chunk->capacity = 0;
  return s->chunk[s->chunks++] = chunk;
}

static size_t start(const struct chunk *chunk, size_t i) { return i > 0 ? chunk->end[i - 1] : 0; }

static bool append(struct segment *s, const void *bytes, size_t size) {
  size_t i = s->count % CHUNK;
  bool full = s->count == s->chunks * CHUNK;
  struct chunk *chunk = full ? add_chunk(s) : s->chunk[s->chunks - 1];
  if (chunk == NULL) return false;
  size_t at = start(chunk, i), capacity = chunk->capacity ? chunk->capacity : FIRST_BYTES;
  while (capacity < at + size) capacity *= 2;
  if (capacity != chunk->capacity && !resize(chunk, capacity)) return false;
  if (size > 0) memcpy(chunk->bytes + at, bytes, size);
  chunk->end[i] = (uint32_t)(at + size);
  s->count++;
  /* A full chunk never grows again; when giving back its spare room fails, it
   * only stays larger. */
  if (i == CHUNK - 1 && at + size > 0) (void)resize(chunk, at + size);
  return true;
}

/* Drops the last record of all. */
static void push_out(struct wl_log *log) {
  while (log->segment[log->last].count == 0) log->last--;
  struct segment *s = &log->segment[log->last];
  s->count--;
  log->kept--;
  if (s->count % CHUNK == 0) drop_chunk(s);
}

bool wl_log_add(struct wl_log *log, unsigned segment, const void *bytes, size_t size) {
  log->total++;
  if (log->kept == log->keep) {
    while (log->last > 0 && log->segment[log->last].count == 0) log->last--;
    if (segment >= log->last) return true;
    push_out(log);
  }
  if (!append(&log->segment[segment], bytes, size)) return false;
  log->kept++;
  if (segment > log->last) log->last = segment;
  return true;
}

void wl_log_close(struct wl_log *log, unsigned segment) {
  log->segment[segment].closed = true;
  for (; log->reached < log->segments && log->segment[log->reached].closed; log->reached++)
    log->first[log->reached + 1] = log->first[log->reached] + log->segment[log->reached].count;
}

size_t wl_log_count(const struct wl_log *log) {
  size_t closed = log->first[log->reached];
  return log->reached < log->segments ? closed + log->segment[log->reached].count : closed;
}

uint64_t wl_log_total(const struct wl_log *log) { return log->total; }

const void *wl_log_get(const struct wl_log *log, size_t i, size_t *size) {
  if (i >= wl_log_count(log)) return NULL;
  unsigned low = 0, high = log->reached < log->segments ? log->reached : log->segments - 1;
  while (low < high) { /* the last segment that starts at or before i */
    unsigned middle = low + (high - low + 1) / 2;
    if (log->first[middle] <= i) low = middle;
    else high = middle - 1;
  }
  i -= log->first[low];
  const struct chunk *chunk = log->segment[low].chunk[i / CHUNK];
  size_t at = start(chunk, i % CHUNK);
  *size = chunk->end[i % CHUNK] - at;
  return chunk->bytes + at;
}

size_t wl_log_bytes(const struct wl_log *log) {
  size_t bytes = sizeof *log + log->segments * (sizeof *log->segment + sizeof *log->first);
  for (unsigned i = 0; i < log->segments; i++) {
    const struct segment *s = &log->segment[i];
    bytes += s->capacity * sizeof *s->chunk;
    for (size_t k = 0; k < s->chunks; k++) bytes += sizeof *s->chunk[k] + s->chunk[k]->capacity;
  }
  return bytes;
}
