/* Where the steps of a run go: sinks, each of which gets all of them. */
#include "core/analysis/recording.h"

#include <assert.h>
#include <stdlib.h>

#include "core/analysis/costs.h"
#include "core/cache/caches.h"
#include "core/hazard/hazards.h"
#include "core/trace/trace.h"

/* How far a segment is: what its last step was of, and where its blocks end. */
struct position { uint64_t last, end; };

struct wl_recording {
  struct wl_sink sink[WL_MAX_SINKS];
  unsigned sinks, segments; /* 0 segments: it has not begun */
  struct position *at;
};

uint64_t wl_segment_begin(const struct wl_head *head, unsigned segments, unsigned segment) {
  return wl_head_blocks(head) * segment / segments;
}

struct wl_recording *wl_recording_create(void) { return calloc(1, sizeof(struct wl_recording)); }

void wl_recording_destroy(struct wl_recording *r) {
  if (r == NULL) return;
  free(r->at);
  free(r);
}

void wl_recording_add(struct wl_recording *r, struct wl_sink sink) {
  assert(r->sinks < WL_MAX_SINKS && r->segments == 0);
  r->sink[r->sinks++] = sink;
}

/* Steps in their order: block, phase, warp. */
static uint64_t place_of(uint64_t block, uint16_t phase, uint16_t warp) {
  return block << 32 | (uint64_t)phase << 16 | warp;
}

bool wl_recording_begin(struct wl_recording *r, const struct wl_head *head, unsigned segments) {
  r->at = calloc(segments, sizeof *r->at);
  if (r->at == NULL) return false;
  r->segments = segments;
  for (unsigned s = 0; s < segments; s++)
    r->at[s] = (struct position){place_of(wl_segment_begin(head, segments, s), 0, 0),
                                 place_of(wl_segment_begin(head, segments, s + 1), 0, 0)};
  for (unsigned i = 0; i < r->sinks; i++)
    if (r->sink[i].begin != NULL && !r->sink[i].begin(r->sink[i].to, head, segments)) return false;
  return true;
}

bool wl_recording_follows(const struct wl_recording *r, unsigned segment,
                          const struct wl_step *step) {
  uint64_t place = place_of(step->block, step->phase, step->warp);
  return segment < r->segments && place >= r->at[segment].last && place < r->at[segment].end;
}

bool wl_recording_step(struct wl_recording *r, unsigned segment, const struct wl_step *step,
                       const uint8_t *packed, size_t size) {
  r->at[segment].last = place_of(step->block, step->phase, step->warp);
  for (unsigned i = 0; i < r->sinks; i++)
    if (!r->sink[i].step(r->sink[i].to, segment, step, packed, size)) return false;
  return true;
}

void wl_recording_close(struct wl_recording *r) {
  for (unsigned s = 0; s < r->segments; s++)
    for (unsigned i = 0; i < r->sinks; i++) r->sink[i].close(r->sink[i].to, s);
}

bool wl_recording_end(struct wl_recording *r) {
  for (unsigned i = 0; i < r->sinks; i++)
    if (r->sink[i].end != NULL && !r->sink[i].end(r->sink[i].to)) return false;
  return true;
}

static bool begin_trace(void *to, const struct wl_head *head, unsigned segments) {
  (void)segments;
  wl_trace_set_head(to, head);
  return true;
}

static bool add_to_trace(void *to, unsigned segment, const struct wl_step *step,
                         const uint8_t *packed, size_t size) {
  (void)step;
  return wl_trace_add(to, segment, packed, size);
}

static void close_trace(void *to, unsigned segment) { wl_trace_close(to, segment); }

struct wl_sink wl_sink_trace(struct wl_trace *t) {
  return (struct wl_sink){begin_trace, add_to_trace, close_trace, NULL, t};
}

static bool add_cost(void *to, unsigned segment, const struct wl_step *step, const uint8_t *packed,
                     size_t size) {
  (void)packed;
  (void)size;
  return wl_analysis_add(to, segment, step);
}

static void close_costs(void *to, unsigned segment) { wl_analysis_close(to, segment); }

struct wl_sink wl_sink_costs(struct wl_analysis *a) {
  return (struct wl_sink){NULL, add_cost, close_costs, NULL, a};
}

static bool begin_hazards(void *to, const struct wl_head *head, unsigned segments) {
  return head->unordered || wl_analysis_watch(to, head, segments);
}

static bool look_for_hazards(void *to, unsigned segment, const struct wl_step *step,
                             const uint8_t *packed, size_t size) {
  (void)packed;
  (void)size;
  struct wl_hazards *h = wl_analysis_hazards(to);
  return h == NULL || wl_hazards_add(h, segment, step);
}

static void close_hazards(void *to, unsigned segment) {
  struct wl_hazards *h = wl_analysis_hazards(to);
  if (h != NULL) wl_hazards_close(h, segment); /* none of an unordered run, nor without memory */
}

static bool end_hazards(void *to) {
  return wl_analysis_hazards(to) == NULL || wl_hazards_end(wl_analysis_hazards(to));
}

struct wl_sink wl_sink_hazards(struct wl_analysis *a) {
  return (struct wl_sink){begin_hazards, look_for_hazards, close_hazards, end_hazards, a};
}

static bool begin_caches(void *to, const struct wl_head *head, unsigned segments) {
  return wl_caches_begin(to, head, segments);
}

static bool add_to_caches(void *to, unsigned segment, const struct wl_step *step,
                          const uint8_t *packed, size_t size) {
  (void)packed;
  (void)size;
  return wl_caches_add(to, segment, step);
}

static void close_caches(void *to, unsigned segment) { wl_caches_close(to, segment); }

static bool end_caches(void *to) { return wl_caches_end(to); }

struct wl_sink wl_sink_caches(struct wl_caches *c) {
  return (struct wl_sink){begin_caches, add_to_caches, close_caches, end_caches, c};
}
