#include "core/cache/l1_replay.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/cache/step_request.h"

enum { EVERY = 4096 /* events between two kept states, at least */, STATES = 64 /* at most */ };

/* Events of one step stand together: where they begin. */
struct step_events { uint32_t step, first; };

struct wl_l1_replay {
  struct wl_target target;
  struct wl_cache_model model;
  const struct wl_trace *trace;
  uint32_t sm;
  bool cut, failed;
  struct wl_l1_event *event;
  size_t events, event_room;
  struct step_events *step; /* by step, once all is played */
  size_t steps, step_room;
  struct wl_l1_line *now, *state; /* before event `at`; kept ones, before every `every`th event */
  size_t at, every, states;
};

/* What the multiprocessor tells while it plays. */
static void take(void *to, const struct wl_l1_event *e) {
  struct wl_l1_replay *r = to;
  if (r->events == WL_L1_EVENTS) r->cut = true;
  if (r->failed || r->cut) return;
  if (r->events == r->event_room) {
    struct wl_l1_event *grown = wl_grow(r->event, sizeof *grown, &r->event_room, 4096);
    if (grown != NULL) r->event = grown;
    else r->failed = true;
  }
  if (r->steps == r->step_room && !r->failed) {
    struct step_events *grown = wl_grow(r->step, sizeof *grown, &r->step_room, 1024);
    if (grown != NULL) r->step = grown;
    else r->failed = true;
  }
  if (r->failed) return;
  if (r->events == 0 || r->event[r->events - 1].site != e->site)
    r->step[r->steps++] = (struct step_events){e->site, (uint32_t)r->events};
  r->event[r->events++] = *e;
}

/* The first kept step of a block, or where it would be. */
static size_t block_begin(const struct wl_trace *t, uint64_t block) {
  static const struct wl_step none;
  size_t low = 0, high = wl_trace_count(t);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    struct wl_step s = none;
    if (!wl_trace_glance(t, middle, &s, NULL) || s.block >= block) high = middle;
    else low = middle + 1;
  }
  return low;
}

/* Puts what a block asks into the queues of its warps. False when memory ran out. */
static bool fill(const struct wl_l1_replay *r, struct wl_warp_queue *queue, uint64_t block) {
  uint16_t phase[WL_LANES] = {0};
  struct wl_step s;
  for (size_t i = block_begin(r->trace, block); wl_trace_get(r->trace, i, &s); i++) {
    struct wl_cache_request ask;
    if (s.block != block) break;
    if (!wl_step_request(r->target.arch, &r->model, wl_trace_head(r->trace), &s, &ask)) continue;
    if (s.phase != phase[s.warp]) {
      struct wl_cache_request wait = {.kind = WL_ASK_PHASE,
                                      .site = (uint32_t)s.phase - phase[s.warp]};
      if (!wl_warp_queue_put(&queue[s.warp], &wait)) return false;
      phase[s.warp] = s.phase;
    }
    ask.site = (uint32_t)i;
    if (!wl_warp_queue_put(&queue[s.warp], &ask)) return false;
  }
  return true;
}

static bool play(struct wl_l1_replay *r) {
  struct wl_multiprocessor *p = wl_multiprocessor_create(&r->model);
  size_t kept = wl_trace_count(r->trace);
  struct wl_step last = {.block = 0};
  bool fine = p != NULL;
  if (kept > 0 && fine) fine = wl_trace_glance(r->trace, kept - 1, &last, NULL);
  if (fine) wl_multiprocessor_watch(p, take, r);
  for (uint64_t b = r->sm; fine && b < r->model.blocks && b <= last.block && !r->cut;
       b += r->model.sms) {
    struct wl_warp_queue *queue = wl_multiprocessor_room(p);
    fine = queue != NULL && fill(r, queue, b);
    if (!fine) break;
    wl_multiprocessor_enter(p);
    fine = wl_multiprocessor_play(p, false, NULL);
  }
  fine = fine && wl_multiprocessor_play(p, true, NULL) && !r->failed;
  wl_multiprocessor_destroy(p);
  return fine;
}

/* What an event leaves. */
static void change(struct wl_l1_replay *r, size_t i) {
  const struct wl_l1_event *e = &r->event[i];
  if (e->kind == WL_ASK_FENCE) {
    memset(r->now, 0, r->model.l1_lines * sizeof *r->now);
    return;
  }
  if (e->place < r->model.l1_lines)
    r->now[e->place] = (struct wl_l1_line){e->line, (uint32_t)i, e->valid};
}

static int by_step(const void *a, const void *b) {
  const struct step_events *x = a, *y = b;
  return (x->step > y->step) - (x->step < y->step);
}

/* Keeps states along the way, so that going back takes no longer than going on. */
static bool keep_states(struct wl_l1_replay *r) {
  size_t lines = r->model.l1_lines + 1u;
  r->every = r->events / STATES > EVERY ? r->events / STATES : EVERY;
  r->states = r->events / r->every + 1;
  r->now = calloc(lines, sizeof *r->now);
  r->state = calloc(r->states * lines, sizeof *r->state);
  if (r->now == NULL || r->state == NULL) return false;
  for (size_t i = 0; i < r->events; i++) {
    if (i % r->every == 0) memcpy(&r->state[i / r->every * lines], r->now, lines * sizeof *r->now);
    change(r, i);
  }
  if (r->events % r->every == 0)
    memcpy(&r->state[r->events / r->every * lines], r->now, lines * sizeof *r->now);
  r->at = r->events;
  return true;
}

struct wl_l1_replay *wl_l1_replay_create(struct wl_target target, const struct wl_trace *trace,
                                         uint32_t sm) {
  struct wl_l1_replay *r = calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  r->target = target;
  r->trace = trace;
  r->sm = sm;
  r->model = wl_cache_model_make(target, wl_trace_head(trace));
  r->cut = wl_trace_count(trace) < wl_trace_total(trace);
  bool cut = r->cut;
  r->cut = false; /* what is kept is played */
  bool fine = play(r) && keep_states(r);
  r->cut = r->cut || cut;
  if (fine && r->steps > 0) qsort(r->step, r->steps, sizeof *r->step, by_step);
  if (fine) return r;
  wl_l1_replay_destroy(r);
  return NULL;
}

void wl_l1_replay_destroy(struct wl_l1_replay *r) {
  if (r == NULL) return;
  free(r->event);
  free(r->step);
  free(r->now);
  free(r->state);
  free(r);
}

const struct wl_cache_model *wl_l1_replay_model(const struct wl_l1_replay *r) { return &r->model; }
uint32_t wl_l1_replay_sm(const struct wl_l1_replay *r) { return r->sm; }
bool wl_l1_replay_cut(const struct wl_l1_replay *r) { return r->cut; }
size_t wl_l1_replay_count(const struct wl_l1_replay *r) { return r->events; }
const struct wl_l1_event *wl_l1_replay_event(const struct wl_l1_replay *r, size_t i) {
  return &r->event[i];
}

size_t wl_l1_replay_find(const struct wl_l1_replay *r, uint32_t step, size_t *first) {
  const struct step_events key = {step, 0};
  const struct step_events *s =
    r->steps ? bsearch(&key, r->step, r->steps, sizeof *r->step, by_step) : NULL;
  *first = 0;
  if (s == NULL) return 0;
  *first = s->first;
  size_t end = s->first;
  while (end < r->events && r->event[end].site == step) end++;
  return end - s->first;
}

const struct wl_l1_line *wl_l1_replay_lines(struct wl_l1_replay *r, size_t i, size_t *count) {
  size_t lines = r->model.l1_lines + 1u, near = i / r->every;
  *count = r->model.l1_lines;
  if (i < r->at || near * r->every > r->at) {
    memcpy(r->now, &r->state[near * lines], lines * sizeof *r->now);
    r->at = near * r->every;
  }
  for (; r->at < i; r->at++) change(r, r->at);
  return r->now;
}

size_t wl_l1_replay_evictor(const struct wl_l1_replay *r, size_t i) {
  uint64_t line = r->event[i].line;
  size_t last = i;
  while (last > 0 && (r->event[last - 1].line != line || r->event[last - 1].kind == WL_ASK_FENCE))
    last--;
  if (last == 0) return SIZE_MAX;
  uint32_t place = r->event[last - 1].place;
  uint8_t kind = r->event[last - 1].kind;
  if (place == UINT32_MAX || kind == WL_ASK_ATOMIC || kind == WL_ASK_PAST) return SIZE_MAX;
  for (size_t k = last; k < i; k++) {
    if (r->event[k].kind == WL_ASK_FENCE) return k;
    if (r->event[k].place == place) return k;
  }
  return SIZE_MAX;
}
