#include "races.h"

#include <stdlib.h>
#include <string.h>

struct clock { uint32_t of[RACE_THREADS]; };
enum fence { IN_BLOCK, ON_DEVICE, FENCES };
enum role { READS, WRITES, ATOMIC };
enum race { NONE, DOUBTFUL, SURE };

struct event {
  uint32_t thread, tick;
  size_t step;
  int word;
  enum role role;
  bool result; /* an atomic whose result is used */
};

struct races {
  bool in_step;
  uint32_t block;
  uint16_t phase;
  size_t steps;
  struct clock now[RACE_THREADS];
  struct clock fenced[FENCES][RACE_THREADS]; /* what each thread has fenced off */
  struct clock released[RACE_PLACES];        /* with a word, to whoever asks */
  struct clock in_block[RACE_PLACES][RACE_BLOCKS]; /* to threads of one block */
  struct event event[RACE_EVENTS];
  size_t events;
  uint8_t race[RACE_PLACES][RACE_STEPS][RACE_STEPS]; /* enum race */
};

struct races *races_create(bool in_step) {
  struct races *r = calloc(1, sizeof *r);
  if (r) r->in_step = in_step;
  return r;
}

void races_destroy(struct races *r) { free(r); }

static void join(struct clock *to, const struct clock *from) {
  for (int i = 0; i < RACE_THREADS; i++)
    if (from->of[i] > to->of[i]) to->of[i] = from->of[i];
}

static uint32_t thread_of(const struct wl_step *s, unsigned lane) {
  return (s->block * RACE_WARPS + s->warp) * RACE_LANES + lane;
}

/* All threads first … first + count - 1 of `mask` know what any of them knows. */
static void meet(struct races *r, uint32_t first, uint32_t count, uint32_t mask) {
  struct clock all = {{0}}, fenced[FENCES] = {{{0}}, {{0}}};
  for (uint32_t i = 0; i < count; i++) {
    if (!(mask >> i & 1)) continue;
    join(&all, &r->now[first + i]);
    for (int f = 0; f < FENCES; f++) join(&fenced[f], &r->fenced[f][first + i]);
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!(mask >> i & 1)) continue;
    r->now[first + i] = all;
    for (int f = 0; f < FENCES; f++) r->fenced[f][first + i] = fenced[f];
  }
}

static bool is_ordered(const struct races *r, const struct event *e, uint32_t thread) {
  return e->tick <= r->now[thread].of[e->thread];
}

static bool same_warp(uint32_t a, uint32_t b) { return a / RACE_LANES == b / RACE_LANES; }

/* Lanes that keep step take turns at a volatile word. */
static bool before(const struct races *r, const struct event *e, uint32_t thread) {
  return is_ordered(r, e, thread) || (r->in_step && same_warp(e->thread, thread));
}

/* Whether a thread comes after a later turn of the warp at the word: then there is room to say
 * that it comes after this one, too. */
static bool is_doubtful(const struct races *r, const struct event *e, uint32_t thread) {
  for (const struct event *b = e + 1; b < r->event + r->events && r->in_step; b++)
    if (b->word == e->word && same_warp(b->thread, e->thread) && is_ordered(r, b, thread))
      return true;
  return false;
}

/* Whether an atomic comes before a thread that got the result of a later one of its word:
 * atomics of a word follow each other. */
static bool atomics_before(const struct races *r, const struct event *e, uint32_t thread) {
  for (const struct event *b = e + 1; b < r->event + r->events && e->role == ATOMIC; b++)
    if (b->word == e->word && b->role == ATOMIC && b->result && before(r, b, thread)) return true;
  return false;
}

static void happen(struct races *r, const struct event *e) {
  for (const struct event *o = r->event; o < r->event + r->events; o++) {
    if (o->word != e->word || (o->role == e->role && e->role != WRITES)) continue;
    if (o->step == e->step || before(r, o, e->thread)) continue;
    if (e->role != ATOMIC && atomics_before(r, o, e->thread)) continue;
    uint8_t race = is_doubtful(r, o, e->thread) ? DOUBTFUL : SURE;
    if (r->race[e->word][o->step][e->step] == SURE) race = SURE;
    r->race[e->word][o->step][e->step] = r->race[e->word][e->step][o->step] = race;
  }
}

static void access_word(struct races *r, const struct wl_step *s, unsigned lane, int word,
                        bool told) {
  uint32_t t = thread_of(s, lane);
  uint8_t op = s->access.op;
  struct event e = {.thread = t, .step = r->steps, .word = word,
                    .result = op == WL_ATOMIC || op == WL_CAS,
                    .role = op == WL_LOAD ? READS : op == WL_STORE ? WRITES : ATOMIC};
  if (e.role == ATOMIC && e.result && !told) {
    join(&r->now[t], &r->released[word]);
    join(&r->now[t], &r->in_block[word][s->block]);
  }
  e.tick = ++r->now[t].of[t];
  happen(r, &e);
  if (e.role == ATOMIC && !told) {
    join(&r->released[word], &r->fenced[ON_DEVICE][t]);
    join(&r->in_block[word][s->block], &r->fenced[IN_BLOCK][t]);
  }
  r->event[r->events++] = e;
}

/* One of the lanes that store to a word wins, and the others are told of. */
static bool loses(struct races *r, const struct wl_step *s, unsigned lane, int word) {
  for (unsigned i = 0; i < lane && s->access.op == WL_STORE; i++)
    if ((s->access.mask >> i & 1) && s->access.address[i] == s->access.address[lane]) {
      r->race[word][r->steps][r->steps] = SURE;
      return true;
    }
  return false;
}

static void access_step(struct races *r, const struct wl_step *s) {
  int from = s->access.space == WL_GLOBAL ? 0 : RACE_WORDS * (1 + (int)s->block);
  for (unsigned lane = 0; lane < RACE_LANES; lane++) {
    if (!(s->access.mask >> lane & 1)) continue;
    int word = from + (int)(s->access.address[lane] / 4);
    if (loses(r, s, lane, word)) continue;
    for (unsigned i = 0; i < s->access.width / 4u; i++)
      access_word(r, s, lane, word + (int)i, i > 0);
  }
}

void races_add(struct races *r, const struct wl_step *s) {
  enum { ALL = RACE_WARPS * RACE_LANES };
  if (s->block != r->block) r->phase = 0;
  if (s->block == r->block && s->phase != r->phase)
    meet(r, s->block * ALL, ALL, UINT32_MAX);
  r->block = s->block;
  r->phase = s->phase;
  bool fence = s->kind == WL_STEP_BARRIER && s->name >= WL_NAME_THREADFENCE;
  if (s->kind == WL_STEP_ACCESS) access_step(r, s);
  else if (s->name == WL_NAME_SYNCWARP) meet(r, thread_of(s, 0), RACE_LANES, s->access.mask);
  for (unsigned lane = 0; lane < RACE_LANES && fence; lane++) {
    uint32_t t = thread_of(s, lane);
    if (!(s->access.mask >> lane & 1)) continue;
    r->fenced[IN_BLOCK][t] = r->now[t];
    if (s->name != WL_NAME_THREADFENCE_BLOCK) r->fenced[ON_DEVICE][t] = r->now[t];
  }
  r->steps++;
}

bool races_between(const struct races *r, size_t a, size_t b, int word) {
  if (word >= 0) return r->race[word][a][b];
  for (int w = 0; w < RACE_PLACES; w++)
    if (r->race[w][a][b]) return true;
  return false;
}

bool races_at(const struct races *r, int word) {
  for (size_t a = 0; a < r->steps; a++)
    for (size_t b = a; b < r->steps; b++)
      if (r->race[word][a][b] == SURE) return true;
  return false;
}
