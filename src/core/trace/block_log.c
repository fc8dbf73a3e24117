#include "core/trace/block_log.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

enum { CHUNK = 1024 /* records */, FIRST_BYTES = 4096 };

/* CHUNK records behind each other; record i ends at end[i]. Every chunk of a stream but the last
 * is full. */
struct chunk {
  uint8_t *bytes;
  size_t capacity;
  uint32_t end[CHUNK];
};

/* The records of a block, from the `at`th of its stream to that of the next run. */
struct run { size_t at; uint32_t block; };

/* What one stream has brought: nobody else touches it while it is added to. */
struct stream {
  struct chunk **chunk;
  size_t chunks, capacity;  /* pointers in use, allocated */
  struct run *run;
  size_t runs, run_capacity;
  size_t ordered;           /* runs that are in the order of all */
  size_t count;             /* records kept */
  uint64_t total;
  uint32_t block;           /* the last one that it has brought anything of */
  bool closed;
  uint8_t apart[64];        /* from the cache line of the next one, for speed */
};

/* A run in the order of blocks: the record `first` of all is the one `at` of its stream. */
struct place { size_t first, at; unsigned stream; };

/* Blocks from `limit` on keep nothing. `place`: in order, all complete but perhaps the last. */
struct wl_log {
  size_t keep, count;
  uint64_t limit;
  unsigned streams;
  struct stream *stream;
  struct place *place;
  size_t places, capacity;
};

struct wl_log *wl_log_create(unsigned streams, size_t keep) {
  struct wl_log *log = calloc(1, sizeof *log);
  if (log == NULL) return NULL;
  log->keep = keep;
  log->limit = UINT64_MAX;
  log->streams = streams;
  log->stream = calloc(streams, sizeof *log->stream);
  if (log->stream) return log;
  free(log);
  return NULL;
}

void wl_log_use(struct wl_log *log, unsigned streams) {
  for (unsigned i = streams; i < log->streams; i++) log->stream[i].closed = true;
}

static void drop_chunk(struct stream *s) {
  struct chunk *chunk = s->chunk[--s->chunks];
  free(chunk->bytes);
  free(chunk);
}

void wl_log_destroy(struct wl_log *log) {
  if (log == NULL) return;
  for (unsigned i = 0; i < log->streams; i++) {
    struct stream *s = &log->stream[i];
    while (s->chunks > 0) drop_chunk(s);
    free(s->chunk);
    free(s->run);
  }
  free(log->stream);
  free(log->place);
  free(log);
}

static bool resize(struct chunk *chunk, size_t capacity) {
  uint8_t *bytes = realloc(chunk->bytes, capacity);
  if (bytes == NULL) return false;
  chunk->bytes = bytes;
  chunk->capacity = capacity;
  return true;
}

static struct chunk *add_chunk(struct stream *s) {
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

static bool append(struct stream *s, const void *bytes, size_t size) {
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

static bool begin_run(struct stream *s, uint32_t block) {
  if (s->runs == s->run_capacity) {
    struct run *grown = wl_grow(s->run, sizeof *grown, &s->run_capacity, 16);
    if (grown == NULL) return false;
    s->run = grown;
  }
  s->run[s->runs++] = (struct run){s->count, block};
  return true;
}

bool wl_log_add(struct wl_log *log, unsigned stream, uint32_t block, const void *bytes,
                size_t size) {
  struct stream *s = &log->stream[stream];
  s->total++;
  s->block = block;
  if (block >= log->limit || s->count >= log->keep) return true;
  if ((s->runs == 0 || s->run[s->runs - 1].block != block) && !begin_run(s, block)) return false;
  return append(s, bytes, size);
}

/* The end of a run of a stream, as a number of its records. */
static size_t end_of(const struct stream *s, size_t run) {
  return run + 1 < s->runs ? s->run[run + 1].at : s->count;
}

/* The stream that has brought the last block of all that are kept. */
static struct stream *last_stream(const struct wl_log *log) {
  struct stream *last = NULL;
  for (unsigned i = 0; i < log->streams; i++) {
    struct stream *s = &log->stream[i];
    if (s->runs == 0) continue;
    if (last == NULL || s->run[s->runs - 1].block > last->run[last->runs - 1].block) last = s;
  }
  return last;
}

/* Drops the last records of all that are more than are kept. From a block that lost one on nothing
 * comes back. */
static void push_out(struct wl_log *log) {
  size_t kept = 0;
  for (unsigned i = 0; i < log->streams; i++) kept += log->stream[i].count;
  while (kept > log->keep) {
    struct stream *s = last_stream(log);
    const struct run *run = &s->run[s->runs - 1];
    size_t here = s->count - run->at, more = kept - log->keep, n = here < more ? here : more;
    s->count -= n;
    kept -= n;
    while (s->chunks > 0 && (s->chunks - 1) * CHUNK >= s->count) drop_chunk(s);
    log->limit = run->block;
    if (n == here) s->runs--;
  }
}

/* The first block of which more may come; UINT64_MAX: none. */
static uint64_t frontier(const struct wl_log *log) {
  uint64_t first = UINT64_MAX;
  for (unsigned i = 0; i < log->streams; i++)
    if (!log->stream[i].closed && log->stream[i].block < first) first = log->stream[i].block;
  return first;
}

/* The stream whose next run comes next, if it is not behind block `last`. */
static struct stream *next_stream(const struct wl_log *log, uint64_t last) {
  struct stream *next = NULL;
  for (unsigned i = 0; i < log->streams; i++) {
    struct stream *s = &log->stream[i];
    if (s->ordered == s->runs || s->run[s->ordered].block > last) continue;
    if (next == NULL || s->run[s->ordered].block < next->run[next->ordered].block) next = s;
  }
  return next;
}

/* The last run in order has grown or lost records since. */
static void count_again(struct wl_log *log) {
  if (log->places == 0) return;
  const struct place *last = &log->place[log->places - 1];
  const struct stream *s = &log->stream[last->stream];
  log->count = last->first + (end_of(s, s->ordered - 1) - last->at);
}

bool wl_log_settle(struct wl_log *log) {
  uint64_t last = frontier(log);
  push_out(log);
  count_again(log);
  for (struct stream *s; (s = next_stream(log, last)) != NULL; s->ordered++) {
    if (log->places == log->capacity) {
      struct place *grown = wl_grow(log->place, sizeof *grown, &log->capacity, 64);
      if (grown == NULL) return false;
      log->place = grown;
    }
    size_t at = s->run[s->ordered].at;
    log->place[log->places++] = (struct place){log->count, at, (unsigned)(s - log->stream)};
    log->count += end_of(s, s->ordered) - at;
  }
  return true;
}

bool wl_log_close(struct wl_log *log, unsigned stream) {
  log->stream[stream].closed = true;
  return wl_log_settle(log);
}

size_t wl_log_count(const struct wl_log *log) { return log->count; }

uint64_t wl_log_total(const struct wl_log *log) {
  uint64_t total = 0;
  for (unsigned i = 0; i < log->streams; i++) total += log->stream[i].total;
  return total;
}

/* The run in order that has record `i`. Most blocks have as many records as others: it is near
 * where it would be if all had, and looked for from there in growing steps. */
static const struct place *find(const struct wl_log *log, size_t i) {
  size_t low = (size_t)((double)i / (double)log->count * (double)log->places), high;
  if (low >= log->places) low = log->places - 1;
  high = low + 1;
  for (size_t by = 1; log->place[low].first > i; by *= 2) {
    high = low;
    low = low > by ? low - by : 0;
  }
  for (size_t by = 1; high < log->places && log->place[high].first <= i; by *= 2) {
    low = high;
    high = log->places - high > by ? high + by : log->places;
  }
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (log->place[middle].first <= i) low = middle;
    else high = middle;
  }
  return &log->place[low];
}

const void *wl_log_get(const struct wl_log *log, size_t i, size_t *size) {
  if (i >= log->count) return NULL;
  const struct place *p = find(log, i);
  i = p->at + (i - p->first);
  const struct chunk *chunk = log->stream[p->stream].chunk[i / CHUNK];
  size_t at = start(chunk, i % CHUNK);
  *size = chunk->end[i % CHUNK] - at;
  return chunk->bytes + at;
}

size_t wl_log_bytes(const struct wl_log *log) {
  size_t bytes = sizeof *log + log->streams * sizeof *log->stream;
  bytes += log->capacity * sizeof *log->place;
  for (unsigned i = 0; i < log->streams; i++) {
    const struct stream *s = &log->stream[i];
    bytes += s->capacity * sizeof *s->chunk + s->run_capacity * sizeof *s->run;
    for (size_t k = 0; k < s->chunks; k++) bytes += sizeof *s->chunk[k] + s->chunk[k]->capacity;
  }
  return bytes;
}
