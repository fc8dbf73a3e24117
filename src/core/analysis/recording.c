/* Gives the steps of a run to its sinks. */
#include "core/analysis/recording.h"

#include <assert.h>
#include <stdlib.h>

#include "core/analysis/costs.h"
#include "core/cache/caches.h"
#include "core/hazard/hazards.h"
#include "core/trace/trace.h"

/* How far a stream is: block, phase and warp of its last step, or the first block that it has. */
struct position {
  uint64_t last;
  uint8_t apart[56]; /* each in a cache line of its own, for speed */
};

struct wl_recording {
  struct wl_sink sink[WL_MAX_SINKS];
  unsigned sinks, streams; /* 0 streams: it has not begun */
  bool failed;             /* closing has */
  struct wl_head head;
  uint64_t blocks;
  struct position *at;
};

struct wl_recording *wl_recording_create(void) { return calloc(1, sizeof(struct wl_recording)); }

void wl_recording_destroy(struct wl_recording *r) {
  if (r == NULL) return;
  free(r->at);
  free(r);
}

void wl_recording_add(struct wl_recording *r, struct wl_sink sink) {
  assert(r->sinks < WL_MAX_SINKS && r->streams == 0);
  r->sink[r->sinks++] = sink;
}

/* Steps in their order: block, phase, warp. */
static uint64_t place_of(uint64_t block, uint16_t phase, uint16_t warp) {
  return block << 32 | (uint64_t)phase << 16 | warp;
}

bool wl_recording_begin(struct wl_recording *r, const struct wl_head *head, unsigned streams) {
  r->at = calloc(streams, sizeof *r->at);
  if (r->at == NULL) return false;
  r->streams = streams;
  r->head = *head;
  r->blocks = wl_head_blocks(head);
  for (unsigned s = 0; s < streams; s++)
    r->at[s].last = place_of(wl_stream_next(head, streams, s, 0), 0, 0);
  for (unsigned i = 0; i < r->sinks; i++)
    if (r->sink[i].begin != NULL && !r->sink[i].begin(r->sink[i].to, head, streams)) return false;
  return true;
}

bool wl_recording_follows(const struct wl_recording *r, unsigned stream,
                          const struct wl_step *step) {
  if (stream >= r->streams || step->block >= r->blocks) return false;
  uint64_t last = r->at[stream].last;
  return place_of(step->block, step->phase, step->warp) >= last &&
         (step->block == last >> 32 || wl_stream_of(&r->head, r->streams, step->block) == stream);
}

bool wl_recording_step(struct wl_recording *r, unsigned stream, const struct wl_step *step,
                       const uint8_t *packed, size_t size) {
  r->at[stream].last = place_of(step->block, step->phase, step->warp);
  for (unsigned i = 0; i < r->sinks; i++)
    if (!r->sink[i].step(r->sink[i].to, stream, step, packed, size)) return false;
  return true;
}

bool wl_recording_settle(struct wl_recording *r) {
  for (unsigned i = 0; i < r->sinks; i++)
    if (r->sink[i].settle != NULL && !r->sink[i].settle(r->sink[i].to)) return false;
  return true;
}

void wl_recording_close(struct wl_recording *r) {
  for (unsigned s = 0; s < r->streams; s++)
    for (unsigned i = 0; i < r->sinks; i++)
      if (r->sink[i].close != NULL && !r->sink[i].close(r->sink[i].to, s)) r->failed = true;
  if (r->streams > 0 && !wl_recording_settle(r)) r->failed = true;
}

bool wl_recording_end(struct wl_recording *r) {
  for (unsigned i = 0; i < r->sinks; i++)
    if (r->sink[i].end != NULL && !r->sink[i].end(r->sink[i].to)) return false;
  return !r->failed;
}

static bool begin_trace(void *to, const struct wl_head *head, unsigned streams) {
  wl_trace_begin(to, head, streams);
  return true;
}

static bool add_to_trace(void *to, unsigned stream, const struct wl_step *step,
                         const uint8_t *packed, size_t size) {
  return wl_trace_add(to, stream, step->block, packed, size);
}

static bool settle_trace(void *to) { return wl_trace_settle(to); }
static bool close_trace(void *to, unsigned stream) { return wl_trace_close(to, stream); }

struct wl_sink wl_sink_trace(struct wl_trace *t) {
  return (struct wl_sink){.begin = begin_trace, .step = add_to_trace, .settle = settle_trace,
                          .close = close_trace, .to = t};
}

static bool begin_costs(void *to, const struct wl_head *head, unsigned streams) {
  (void)head;
  wl_analysis_begin(to, streams);
  return true;
}

static bool add_cost(void *to, unsigned stream, const struct wl_step *step, const uint8_t *packed,
                     size_t size) {
  (void)packed;
  (void)size;
  return wl_analysis_add(to, stream, step);
}

static bool settle_costs(void *to) { return wl_analysis_settle(to); }
static bool close_costs(void *to, unsigned stream) { return wl_analysis_close(to, stream); }

struct wl_sink wl_sink_costs(struct wl_analysis *a) {
  return (struct wl_sink){.begin = begin_costs, .step = add_cost, .settle = settle_costs,
                          .close = close_costs, .to = a};
}

static bool begin_hazards(void *to, const struct wl_head *head, unsigned streams) {
  return head->unordered || wl_analysis_watch(to, head, streams);
}

static bool look_for_hazards(void *to, unsigned stream, const struct wl_step *step,
                             const uint8_t *packed, size_t size) {
  (void)packed;
  (void)size;
  struct wl_hazards *h = wl_analysis_hazards(to);
  return h == NULL || wl_hazards_add(h, stream, step);
}

static bool close_hazards(void *to, unsigned stream) {
  struct wl_hazards *h = wl_analysis_hazards(to);
  if (h != NULL) wl_hazards_close(h, stream); /* none of an unordered run, nor without memory */
  return true;
}

static bool end_hazards(void *to) {
  return wl_analysis_hazards(to) == NULL || wl_hazards_end(wl_analysis_hazards(to));
}

struct wl_sink wl_sink_hazards(struct wl_analysis *a) {
  return (struct wl_sink){.begin = begin_hazards, .step = look_for_hazards,
                          .close = close_hazards, .end = end_hazards, .to = a};
}

static bool begin_caches(void *to, const struct wl_head *head, unsigned streams) {
  return wl_caches_begin(to, head, streams);
}

static bool add_to_caches(void *to, unsigned stream, const struct wl_step *step,
                          const uint8_t *packed, size_t size) {
  (void)packed;
  (void)size;
  return wl_caches_add(to, stream, step);
}

static bool settle_caches(void *to) { return wl_caches_settle(to); }

static bool close_caches(void *to, unsigned stream) { return wl_caches_close(to, stream); }

static bool end_caches(void *to) { return wl_caches_end(to); }

struct wl_sink wl_sink_caches(struct wl_caches *c) {
  return (struct wl_sink){.begin = begin_caches, .step = add_to_caches, .settle = settle_caches,
                          .close = close_caches, .end = end_caches, .to = c};
}
