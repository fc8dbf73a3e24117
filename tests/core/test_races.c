/* Races that are found, and those that a plain reference finds (races.h): of a word that has
 * any, one is told, and the two that are named are such that clash. Random traces of a few
 * threads that touch few words, with barriers, fences and atomics among them.
 * Kernels without fences, and those without __syncwarp() as well, are looked at in
 * simpler ways: they have traces of their own. Crowds are many threads at few words,
 * some of them in order. */
#include <stdio.h>
#include <string.h>

#include "core/hazard/hazard.h"
#include "core/hazard/hazards.h"
#include "core/hazard/reader_groups.h"
#include "races.h"
#include "test.h"

enum { ROUNDS = 4000 };

/* What may be in a trace. */
struct sort {
  unsigned names;  /* of those below that synchronise */
  unsigned words;  /* of each array that are touched */
  bool crowd;      /* one long phase, mostly of reads and atomics */
};
static const struct sort any = {3, RACE_WORDS, false}, no_fence = {1, RACE_WORDS, false},
                         barriers = {0, RACE_WORDS, false}, crowd = {3, 2, true},
                         crowd_of_warps = {1, 2, true};

struct trace { struct wl_step step[RACE_STEPS]; size_t steps; };

static void random_access(uint64_t *seed, const struct sort *sort, struct wl_step *s) {
  static const uint8_t all[] = {WL_LOAD, WL_LOAD, WL_STORE, WL_STORE, WL_REDUCE, WL_ATOMIC, WL_CAS};
  static const uint8_t few[] = {WL_LOAD, WL_LOAD, WL_LOAD, WL_LOAD, WL_STORE, WL_REDUCE, WL_ATOMIC};
  const uint8_t *ops = sort->crowd ? few : all;
  struct wl_access *a = &s->access;
  s->kind = WL_STEP_ACCESS;
  a->space = test_below(seed, 3) ? WL_GLOBAL : WL_SHARED;
  s->array = a->space == WL_SHARED;
  a->op = ops[test_below(seed, sizeof all)];
  a->width = !wl_op_is_atomic((enum wl_op)a->op) && test_below(seed, 4) == 0 ? 8 : 4;
  bool same = test_below(seed, 2);
  unsigned words = sort->words / (a->width / 4u), word = test_below(seed, words);
  for (unsigned i = 0; i < RACE_LANES; i++)
    a->address[i] = (uint64_t)a->width * (same ? word : test_below(seed, words));
}

static void random_sync(uint64_t *seed, const struct sort *sort, struct wl_step *s) {
  static const uint16_t names[] = {WL_NAME_SYNCWARP, WL_NAME_THREADFENCE,
                                   WL_NAME_THREADFENCE_BLOCK};
  s->kind = WL_STEP_BARRIER;
  s->name = names[test_below(seed, sort->names)];
}

/* One block after the other, in each phase one warp after the other, as runs are
 * recorded; every step has a line of its own. */
static void make_trace(uint64_t *seed, const struct sort *sort, struct trace *t) {
  unsigned phases = sort->crowd ? 1 : 1 + test_below(seed, 3);
  unsigned most = sort->crowd ? 16 : 1 + test_below(seed, 5);
  memset(t, 0, sizeof *t);
  for (uint32_t block = 0; block < 1 + test_below(seed, RACE_BLOCKS); block++)
    for (unsigned phase = 0; phase < phases; phase++)
      for (unsigned warp = 0; warp < RACE_WARPS; warp++)
        for (unsigned n = test_below(seed, most + 1); n > 0 && t->steps < RACE_STEPS; n--) {
          struct wl_step *s = &t->step[t->steps++];
          *s = (struct wl_step){.array = WL_NO_ARRAY, .iteration = WL_NO_ITERATION,
                                .type = {WL_INT, 1}, .block = block, .warp = (uint16_t)warp,
                                .phase = (uint16_t)phase, .live = UINT32_MAX,
                                .place = {(uint32_t)t->steps, 1, 2}};
          if (sort->names == 0 || test_below(seed, 3)) random_access(seed, sort, s);
          else random_sync(seed, sort, s);
          s->access.mask = 1 + test_below(seed, (1 << RACE_LANES) - 1);
        }
}

static struct wl_head make_head(const struct sort *sort) {
  struct wl_head h = {.syncwarps = sort->names > 0, .fences = sort->names > 1,
                      .grid = {RACE_BLOCKS, 1, 1}, .block = {RACE_WARPS * WL_LANES, 1, 1},
                      .arrays = 2};
  for (int i = 0; i < 2; i++)
    h.array[i] = (struct wl_array){.space = i ? WL_SHARED : WL_GLOBAL, .dimensions = 1,
                                   .type = {WL_INT, 1}, .extent = {RACE_WORDS, 1, 1},
                                   .element_bytes = 4, .bytes = 4 * RACE_WORDS, .place = {1, 1, 2}};
  return h;
}

static void print_trace(const struct trace *t) {
  for (size_t i = 0; i < t->steps; i++) {
    const struct wl_step *s = &t->step[i];
    fprintf(stderr, "%3zu block %u phase %u warp %u mask %02x %s", i, s->block, s->phase, s->warp,
            s->access.mask, s->kind == WL_STEP_ACCESS ? wl_op_names[s->access.op]
                                                      : wl_step_names[s->name]);
    for (unsigned k = 0; k < RACE_LANES && s->kind == WL_STEP_ACCESS; k++)
      if (s->access.mask >> k & 1)
        fprintf(stderr, " %u:%s%llu", k, s->array ? "s" : "g",
                (unsigned long long)s->access.address[k] / 4);
    fprintf(stderr, "%s\n", s->access.width == 8 ? " two words" : "");
  }
}

/* Whether the barrier that a race asks for ends one at the word, too: each step has a line of its
 * own, and they come in the order of the program. */
static bool ends_at(const struct wl_hazard *z, const struct races *r, int word, size_t steps) {
  for (size_t a = z->from; a-- > 0;)
    for (size_t b = z->to - 1; b < steps; b++)
      if (races_between(r, a, b, word)) return true;
  return false;
}

/* Whether a race is told at the word: one of its pairs, or one that ends with it. */
static bool told_at(struct wl_hazards *h, const struct races *r, int word, size_t steps) {
  const struct wl_hazard *z;
  for (int notes = 0; notes < 2; notes++)
    for (size_t i = 0; (z = wl_hazards_get(h, notes == 1, i)) != NULL; i++)
      if (z->kind <= WL_HAZARD_WAW && (races_between(r, z->first.step, z->second.step, word) ||
                                       (z->from < z->to && ends_at(z, r, word, steps))))
        return true;
  return false;
}

/* How many races are told of two that do not clash, and how many words have one that is not
 * told. */
static int compare(struct wl_hazards *h, const struct races *r, const struct trace *t) {
  const struct wl_hazard *z;
  int bad = 0;
  for (size_t i = 0; (z = wl_hazards_get(h, false, i)) != NULL; i++) {
    if (z->kind > WL_HAZARD_WAW || races_between(r, z->first.step, z->second.step, -1))
      continue;
    fprintf(stderr, "false alarm: %s of steps %llu and %llu\n", wl_hazard_keys[z->kind],
            (unsigned long long)z->first.step, (unsigned long long)z->second.step);
    bad++;
  }
  for (int word = 0; word < RACE_PLACES; word++)
    if (races_at(r, word) && !told_at(h, r, word, t->steps)) {
      fprintf(stderr, "missed at word %d\n", word);
      bad++;
    }
  if (bad) print_trace(t);
  return bad;
}

/* How lanes of a warp go on: apart; in step, with or without volatile, which is in order or not. */
enum lanes { APART, IN_STEP, IN_STEP_VOLATILE };

static void test_against_reference(const struct sort *sort, enum lanes lanes) {
  static struct trace t;
  bool lockstep = lanes != APART;
  struct wl_head head = make_head(sort);
  for (int i = 0; i < 2; i++) head.array[i].is_volatile = lanes == IN_STEP_VOLATILE;
  uint64_t seed = 1;
  size_t racy = 0, clean = 0;
  for (int round = 0; round < ROUNDS; round++) {
    make_trace(&seed, sort, &t);
    struct races *r = races_create(lanes == IN_STEP_VOLATILE);
    struct wl_hazards *h = wl_hazards_create(&head, lockstep, 1);
    for (size_t i = 0; i < t.steps; i++) {
      races_add(r, &t.step[i]);
      assert_true(wl_hazards_add(h, 0, &t.step[i]));
    }
    wl_hazards_close(h, 0);
    if (compare(h, r, &t)) fail_msg("round %d", round);
    for (int word = 0; word < RACE_PLACES; word++) *(races_at(r, word) ? &racy : &clean) += 1;
    wl_hazards_destroy(h);
    races_destroy(r);
  }
  assert_true(racy > ROUNDS / 4 && clean > ROUNDS); /* both are there to be told apart */
}

/* Lanes of `steps` warp instructions in each of two segments read a word that the first of
 * them has written. */
static struct wl_hazards *crowded(const struct wl_head *head, size_t steps) {
  struct wl_hazards *h = wl_hazards_create(head, false, 2);
  struct wl_step s = {.kind = WL_STEP_ACCESS, .array = 0, .iteration = WL_NO_ITERATION,
                      .type = {WL_INT, 1}, .live = UINT32_MAX};
  for (unsigned segment = 0; segment < 2; segment++) {
    s.block = segment;
    s.place.line = 1;
    s.access = (struct wl_access){.space = WL_GLOBAL, .op = WL_STORE, .width = 4, .mask = 1};
    assert_true(wl_hazards_add(h, segment, &s));
    s.place.line = 2;
    s.access.mask = UINT32_MAX;
    s.access.op = WL_LOAD;
    for (size_t i = 0; i < steps; i++) assert_true(wl_hazards_add(h, segment, &s));
    wl_hazards_close(h, segment);
  }
  return h;
}

/* Where more lanes read than can be kept, that is said, whoever looked at them. */
static void test_limit(void **state) {
  enum { STEPS = WL_HAZARD_CROWD / 2 / WL_LANES };
  struct wl_head fences = make_head(&any), none = make_head(&no_fence);
  const struct { const struct wl_head *head; size_t steps; bool partial; } rows[] = {
    {&fences, STEPS, false}, {&fences, STEPS + 1, true}, {&none, STEPS + 1, false}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_hazards *h = crowded(rows[i].head, rows[i].steps);
    assert_int_equal(wl_hazards_partial(h), rows[i].partial);
    assert_int_equal(wl_hazards_count(h, false) > 0, !rows[i].partial);
    wl_hazards_destroy(h);
  }
}

/* READERS blocks each read a word and tell of it at LINES others; then threads of `updates`
 * blocks each hear of one of these and update the word. `silent`: a block before them tells
 * nobody that it has read. */
enum { READERS = 3000, LINES = WL_GATES + 4 };

static struct wl_hazards *handed_on(bool silent, unsigned updates) {
  struct wl_head head = make_head(&any);
  head.array[0].bytes = 4 * (1 + LINES);
  struct wl_hazards *h = wl_hazards_create(&head, false, 1);
  struct wl_step s = {.iteration = WL_NO_ITERATION, .type = {WL_INT, 1}, .live = UINT32_MAX,
                      .access = {.space = WL_GLOBAL, .width = 4}};
  for (unsigned block = silent ? 0 : 1; block < 1 + READERS + updates; block++) {
    static const struct { uint8_t kind, op; uint16_t name; } reads[] = {
      {WL_STEP_ACCESS, WL_LOAD, 0}, {WL_STEP_BARRIER, 0, WL_NAME_SYNCWARP},
      {WL_STEP_BARRIER, 0, WL_NAME_THREADFENCE}, {WL_STEP_ACCESS, WL_REDUCE, 0}};
    bool reader = block < 1 + READERS;
    for (unsigned i = 0; i < (block == 0 ? 1u : reader ? 4u : 2u); i++) {
      s.block = block;
      s.place.line = i + 1 + 4 * !reader;
      s.kind = reader ? reads[i].kind : WL_STEP_ACCESS;
      s.name = reads[i].name;
      s.access.op = reader ? reads[i].op : i == 0 ? WL_ATOMIC : WL_REDUCE;
      s.access.mask = reader && i > 0 ? (1u << LINES) - 1 : 1;
      for (unsigned k = 0; k < LINES; k++) s.access.address[k] = reader && i > 0 ? 4 + 4 * k : 0;
      if (!reader && i == 0) s.access.address[0] = 4 + 4 * (block % LINES);
      assert_true(wl_hazards_add(h, 0, &s));
    }
  }
  wl_hazards_close(h, 0);
  return h;
}

/* The one access of very many that another one clashes with is found, and it is said where
 * looking for it would take too long. */
static void test_old_clash(void **state) {
  unsigned few = WL_HAZARD_LOOKS / READERS;
  unsigned many = WL_HAZARD_LOOKS / (READERS - WL_HAZARD_FREE) + 50;
  const struct { bool silent; unsigned updates; size_t hazards; bool partial; } rows[] = {
    {false, 1, 0, false}, {true, 1, 1, false}, {false, few, 0, false}, {false, many, 0, true}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_hazards *h = handed_on(rows[i].silent, rows[i].updates);
    assert_int_equal(wl_hazards_count(h, false), rows[i].hazards);
    assert_int_equal(wl_hazards_partial(h), rows[i].partial);
    if (rows[i].hazards) assert_int_equal(wl_hazards_get(h, false, 0)->first.block, 0);
    wl_hazards_destroy(h);
  }
}

/* What one lane of the first warp of a block does, at a line of its own. */
struct act { uint32_t block; uint8_t lane, op, width; uint64_t address; };
enum { FENCE = WL_OPS }; /* in place of an operation */

static void add_act(struct wl_hazards *h, uint32_t line, struct act a) {
  struct wl_step s = {.kind = a.op == FENCE ? WL_STEP_BARRIER : WL_STEP_ACCESS,
                      .iteration = WL_NO_ITERATION, .type = {WL_INT, 1}, .live = UINT32_MAX,
                      .block = a.block, .place.line = line, .name = WL_NAME_THREADFENCE,
                      .access = {.space = WL_GLOBAL, .mask = 1u << a.lane, .width = a.width}};
  if (a.op != FENCE) s.access.op = a.op;
  s.access.address[a.lane] = a.address;
  assert_true(wl_hazards_add(h, 0, &s));
}

/* A thread that has read a word is not forgotten when it reads one of its bytes again. */
static void test_bytes(void **state) {
  static const struct act acts[] = {
    {0, 0, WL_LOAD, 4, 0}, {0, 1, WL_LOAD, 1, 0}, {0, 0, WL_LOAD, 1, 0}, {0, 2, WL_LOAD, 1, 0},
    {0, 3, WL_LOAD, 1, 0}, {0, 4, WL_STORE, 1, 2},
  };
  struct wl_head head = make_head(&any);
  struct wl_hazards *h = wl_hazards_create(&head, false, 1);
  (void)state;
  for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) add_act(h, (uint32_t)i + 1, acts[i]);
  wl_hazards_close(h, 0);
  assert_int_equal(wl_hazards_count(h, false), 1);
  assert_int_equal(wl_hazards_get(h, false, 0)->first.place.line, 1);
  wl_hazards_destroy(h);
}

/* A word that nobody has written is told once in a phase, whoever reads it then. */
static void test_unset(void **state) {
  struct wl_head head = make_head(&any);
  struct wl_hazards *h = wl_hazards_create(&head, false, 1);
  (void)state;
  for (uint32_t line = 1; line <= 2; line++) {
    struct wl_step s = {.kind = WL_STEP_ACCESS, .array = 1, .iteration = WL_NO_ITERATION,
                        .type = {WL_INT, 1}, .live = UINT32_MAX, .place.line = line,
                        .access = {.space = WL_SHARED, .op = WL_LOAD, .width = 4, .mask = 7}};
    assert_true(wl_hazards_add(h, 0, &s));
  }
  wl_hazards_close(h, 0);
  assert_int_equal(wl_hazards_count(h, false), 1);
  assert_int_equal(wl_hazards_get(h, false, 0)->kind, WL_HAZARD_UNSET);
  assert_int_equal(wl_hazards_get(h, false, 0)->count, 1);
  assert_int_equal(wl_hazards_get(h, false, 0)->first.place.line, 1);
  wl_hazards_destroy(h);
}

/* A read of what the same lane of another warp writes later is a race, and was not meant to
 * find nothing; of what its own thread writes later it is a read too early. */
static void test_written_later(void **state) {
  struct wl_head head = make_head(&any);
  (void)state;
  for (uint16_t warp = 0; warp < RACE_WARPS; warp++) {
    struct wl_hazards *h = wl_hazards_create(&head, false, 1);
    struct wl_step s = {.kind = WL_STEP_ACCESS, .array = 1, .iteration = WL_NO_ITERATION,
                        .type = {WL_INT, 1}, .live = UINT32_MAX, .place.line = 1,
                        .access = {.space = WL_SHARED, .op = WL_LOAD, .width = 4, .mask = 1}};
    assert_true(wl_hazards_add(h, 0, &s));
    s.warp = warp;
    s.place.line = 2;
    s.access.op = WL_STORE;
    assert_true(wl_hazards_add(h, 0, &s));
    wl_hazards_close(h, 0);
    assert_int_equal(wl_hazards_count(h, false), 1);
    assert_int_equal(wl_hazards_get(h, false, 0)->kind, warp ? WL_HAZARD_WAR : WL_HAZARD_UNSET);
    wl_hazards_destroy(h);
  }
}

/* Blocks read word 0 and tell of it at word 1, the last two also at word 2, where block 2
 * tells what it has heard of block 1. Who hears of word 1 may update word 0, and what it
 * learns then is no leave for who hears of word 2. */
static void test_half_heard(void **state) {
  enum { LAST = 60 };
  struct wl_head head = make_head(&any);
  (void)state;
  for (uint64_t heard = 1; heard <= 2; heard++) {
    struct wl_hazards *h = wl_hazards_create(&head, false, 1);
    for (uint32_t b = 1; b <= LAST; b++) {
      add_act(h, 1, (struct act){b, 0, b == 2 ? WL_ATOMIC : WL_LOAD, 4, b == 2 ? 4 : 0});
      add_act(h, 2, (struct act){b, 0, FENCE, 0, 0});
      if (b != 2) add_act(h, 3, (struct act){b, 0, WL_REDUCE, 4, 4});
      if (b == 2 || b + 2 > LAST) add_act(h, 4, (struct act){b, 0, WL_REDUCE, 4, 8});
    }
    for (uint64_t word = 1; word <= heard; word++) {
      add_act(h, 5, (struct act){LAST + (uint32_t)word, 0, WL_ATOMIC, 4, 4 * word});
      add_act(h, 6, (struct act){LAST + (uint32_t)word, 0, WL_REDUCE, 4, 0});
    }
    wl_hazards_close(h, 0);
    assert_int_equal(wl_hazards_count(h, false), heard - 1);
    wl_hazards_destroy(h);
  }
}

/* Two lanes each write a word, hear of one that another block has written, and fence. Once they
 * have met at __syncwarp(), whichever of them tells hands on what both did and heard. */
static void test_met(void **state) {
  struct wl_head head = make_head(&any);
  const struct wl_step meet = {.kind = WL_STEP_BARRIER, .name = WL_NAME_SYNCWARP, .block = 2,
                               .array = WL_NO_ARRAY, .iteration = WL_NO_ITERATION,
                               .live = UINT32_MAX, .place.line = 7, .access.mask = 3};
  head.array[0].bytes = 4 * 7;
  (void)state;
  for (unsigned row = 0; row < 4; row++) {
    bool meets = row & 1;
    struct wl_hazards *h = wl_hazards_create(&head, false, 1);
    for (uint8_t i = 0; i < 2; i++) {
      add_act(h, 1, (struct act){i, 0, WL_STORE, 4, 4u * i});
      add_act(h, 2, (struct act){i, 0, FENCE, 0, 0});
      add_act(h, 3, (struct act){i, 0, WL_REDUCE, 4, 4u * (2 + i)});
    }
    for (uint8_t i = 0; i < 2; i++) {
      add_act(h, 4, (struct act){2, i, WL_ATOMIC, 4, 4u * (2 + i)});
      add_act(h, 5, (struct act){2, i, WL_STORE, 4, 4u * (4 + i)});
      add_act(h, 6, (struct act){2, i, FENCE, 0, 0});
    }
    if (meets) assert_true(wl_hazards_add(h, 0, &meet));
    add_act(h, 8, (struct act){2, row > 1, WL_REDUCE, 4, 4 * 6});
    add_act(h, 9, (struct act){3, 0, WL_ATOMIC, 4, 4 * 6});
    for (unsigned i = 0; i < 4; i++)
      add_act(h, 10 + i, (struct act){3, 0, WL_LOAD, 4, 4u * (i < 2 ? i : 2 + i)});
    wl_hazards_close(h, 0);
    assert_int_equal(wl_hazards_count(h, false), meets ? 0 : 2); /* of the lane that kept still */
    wl_hazards_destroy(h);
  }
}

/* Steps are numbered through all segments. */
static void test_segments(void **state) {
  enum { BEFORE = 5 };
  struct wl_head head = make_head(&no_fence);
  struct wl_hazards *h = wl_hazards_create(&head, false, 2);
  (void)state;
  for (unsigned i = 0; i < BEFORE + 2; i++) {
    bool later = i >= BEFORE;
    struct wl_step s = {.kind = WL_STEP_ACCESS, .iteration = WL_NO_ITERATION, .type = {WL_INT, 1},
                        .live = UINT32_MAX, .block = later, .place.line = i + 1,
                        .warp = i == BEFORE + 1,
                        .access = {.space = WL_GLOBAL, .op = WL_LOAD, .width = 4, .mask = 1}};
    if (i == BEFORE) s.access.op = WL_STORE;
    s.access.address[0] = later ? 0 : 4;
    assert_true(wl_hazards_add(h, later, &s));
  }
  for (unsigned segment = 0; segment < 2; segment++) wl_hazards_close(h, segment);
  assert_int_equal(wl_hazards_count(h, false), 1);
  assert_int_equal(wl_hazards_get(h, false, 0)->first.step, BEFORE);
  assert_int_equal(wl_hazards_get(h, false, 0)->second.step, BEFORE + 1);
  wl_hazards_destroy(h);
}

#define TEST(name, sort)                                   \
  static void test_##name(void **state) {                  \
    (void)state;                                           \
    test_against_reference(sort, APART);                   \
  }                                                        \
  static void test_##name##_in_lockstep(void **state) {    \
    (void)state;                                           \
    test_against_reference(sort, IN_STEP);                 \
  }                                                        \
  static void test_##name##_volatile(void **state) {       \
    (void)state;                                           \
    test_against_reference(sort, IN_STEP_VOLATILE);        \
  }
TEST(lanes, &any)
TEST(no_fence, &no_fence)
TEST(barriers, &barriers)
TEST(crowd, &crowd)
TEST(crowd_of_warps, &crowd_of_warps)
#define ALL(name) cmocka_unit_test(test_##name), cmocka_unit_test(test_##name##_in_lockstep), \
                  cmocka_unit_test(test_##name##_volatile)

/* With an argument, what takes long. */
/* Accesses of a whole warp, as kernels have them: side by side, shifted, one word for all, one for
 * each half, each half a row or both the same, anywhere; most lanes or all. */
static void warp_access(uint64_t *seed, unsigned words, struct wl_step *s) {
  static const uint8_t ops[] = {WL_LOAD, WL_LOAD, WL_LOAD, WL_LOAD, WL_STORE, WL_STORE, WL_REDUCE};
  enum { SIDE_BY_SIDE, SHIFTED = 4, ONE, HALVES = 7, ROWS, ROW = 11, ANYWHERE = 14, PATTERNS };
  struct wl_access *a = &s->access;
  s->kind = WL_STEP_ACCESS;
  s->array = (uint16_t)test_below(seed, 3);
  a->space = s->array == 1 ? WL_SHARED : WL_GLOBAL;
  a->op = ops[test_below(seed, sizeof ops)];
  a->width = s->array == 2 ? 1 : test_below(seed, 8) ? 4 : 8;
  a->mask = test_below(seed, 8) ? UINT32_MAX : 1 + test_below(seed, UINT32_MAX);
  unsigned pattern = test_below(seed, PATTERNS), word = test_below(seed, words);
  unsigned row = word / 16, other = pattern < ROW ? test_below(seed, words) / 16 : row;
  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned at = pattern >= ROWS && pattern < ANYWHERE ? (i < 16 ? row : other) * 16 + i % 16 :
                  pattern < SHIFTED ? word / WL_LANES * WL_LANES + i : pattern < ONE ? word + i
                  : pattern < HALVES ? word : pattern < ROWS ? word + i / 16
                                                             : test_below(seed, words);
    a->address[i] = (uint64_t)a->width * at;
    s->value[i] = i;
  }
  a->even = a->mask == UINT32_MAX && pattern < HALVES && test_below(seed, 2);
  s->has_values = test_below(seed, 2);
}

/* Adds a trace to both; some have few accesses to a phase, and few races. */
static void add_to_both(uint64_t *seed, struct wl_hazards *h[2]) {
  unsigned words = 32u << test_below(seed, 3), most = 1 + test_below(seed, 10);
  unsigned warps = 2 + test_below(seed, 4), phases = 1 + test_below(seed, 4);
  for (uint32_t block = 0, blocks = 1 + test_below(seed, 3); block < blocks; block++)
    for (unsigned phase = 0; phase < phases; phase++)
      for (unsigned warp = 0; warp < warps; warp++)
        for (unsigned n = test_below(seed, most); n > 0; n--) {
          struct wl_step s = {.iteration = WL_NO_ITERATION, .type = {WL_INT, 1}, .block = block,
                              .warp = (uint16_t)warp, .phase = (uint16_t)phase,
                              .live = UINT32_MAX, .place = {1 + test_below(seed, 8), 1, 2}};
          s.way.token = s.place.line;
          if (test_below(seed, 2)) {
            s.iteration = test_below(seed, 3);
            s.way = (struct wl_program_point){.token = s.place.line, .turns = 1, .at = {1},
                                              .iteration = {s.iteration}};
          }
          warp_access(seed, words, &s);
          for (int i = 0; i < 2; i++) assert_true(wl_hazards_add(h[i], 0, &s));
        }
}

/* What is found of whole warps at once is what is found lane by lane, to the byte. */
static void test_whole_warps(void **state) {
  (void)state;
  uint64_t seed = 5;
  size_t found = 0, clean = 0;
  for (int round = 0; round < 5 * ROUNDS; round++) {
    struct wl_head head = make_head(round % 8 ? &barriers : &no_fence);
    head.arrays = 3;
    head.array[2] = head.array[0];
    head.array[2].type.scalar = WL_UCHAR;
    for (int i = 0; i < 3; i++) {
      head.array[i].bytes = i == 2 ? 300 : 1200;
      head.array[i].is_volatile = round % 3 == 0;
    }
    struct wl_hazards *h[2];
    for (int i = 0; i < 2; i++) assert_non_null(h[i] = wl_hazards_create(&head, round % 2, 1));
    wl_hazards_by_lane(h[1]);
    add_to_both(&seed, h);
    for (int i = 0; i < 2; i++) wl_hazards_close(h[i], 0);
    for (int notes = 0; notes < 2; notes++) {
      size_t count = wl_hazards_count(h[0], notes);
      assert_int_equal(count, wl_hazards_count(h[1], notes));
      for (size_t i = 0; i < count; i++)
        assert_memory_equal(wl_hazards_get(h[0], notes, i), wl_hazards_get(h[1], notes, i),
                            sizeof(struct wl_hazard));
      *(count ? &found : &clean) += 1;
    }
    for (int i = 0; i < 2; i++) wl_hazards_destroy(h[i]);
  }
  assert_true(found > ROUNDS && clean > ROUNDS / 2);
}

int main(int argc, char **argv) {
  (void)argv;
  const struct CMUnitTest crowds[] = {
    cmocka_unit_test(test_limit), cmocka_unit_test(test_old_clash),
  }, tests[] = {
    ALL(lanes), ALL(no_fence), ALL(barriers), ALL(crowd), ALL(crowd_of_warps),
    cmocka_unit_test(test_bytes), cmocka_unit_test(test_unset),
    cmocka_unit_test(test_written_later), cmocka_unit_test(test_half_heard),
    cmocka_unit_test(test_met), cmocka_unit_test(test_segments),
    cmocka_unit_test(test_whole_warps),
  };
  return argc > 1 ? cmocka_run_group_tests(crowds, NULL, NULL)
                  : cmocka_run_group_tests(tests, NULL, NULL);
}
