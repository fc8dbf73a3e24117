/* What every sink may rely on: each step once, in the order of its stream; whole blocks. */
#include <string.h>

#include "core/analysis/costs.h"
#include "core/analysis/recording.h"
#include "core/hazard/hazards.h"
#include "core/trace/trace.h"
#include "steps.h"
#include "test.h"

enum { STREAMS = 3, ROOM = 4096 };
static const uint64_t base = UINT64_C(1) << 32;

/* A sink that writes down what it gets: of each stream the steps, by number. */
struct notes {
  unsigned begun, ended, settled, closed[STREAMS];
  unsigned count[STREAMS];
  uint32_t line[STREAMS][ROOM];
  unsigned *clock, first; /* when it got its first step, of all sinks */
  unsigned room;          /* steps before it fails */
};

static bool note_begin(void *to, const struct wl_head *head, unsigned streams) {
  struct notes *n = to;
  assert_int_equal(streams, STREAMS);
  assert_int_equal(head->block[0], 64);
  n->begun++;
  return true;
}

static bool note_step(void *to, unsigned stream, const struct wl_step *step,
                      const uint8_t *packed, size_t size) {
  struct notes *n = to;
  struct wl_step again;
  assert_int_equal(n->begun, 1);
  assert_int_equal(n->closed[stream], 0);
  assert_int_equal(wl_step_unpack(packed, size, &again), size);
  assert_int_equal(again.place.line, step->place.line);
  if (n->first == 0) n->first = ++*n->clock;
  n->line[stream][n->count[stream]++] = step->place.line;
  return n->room == 0 || n->count[stream] < n->room;
}

static bool note_settle(void *to) {
  ((struct notes *)to)->settled++;
  return true;
}

static bool note_close(void *to, unsigned stream) {
  ((struct notes *)to)->closed[stream]++;
  return true;
}

static bool note_end(void *to) {
  struct notes *n = to;
  for (unsigned s = 0; s < STREAMS; s++) assert_int_equal(n->closed[s], 1);
  n->ended++;
  return true;
}

static struct wl_sink sink_of(struct notes *n) {
  return (struct wl_sink){note_begin, note_step, note_settle, note_close, note_end, n};
}

/* Blocks 0, 3, 6 stand on multiprocessor 0, and so on: each has a stream. */
static const struct wl_head head = {.grid = {8, 1, 1}, .block = {64, 1, 1}, .multiprocessors = 3};

static struct wl_step step_of(uint32_t block, uint16_t phase, uint16_t warp, uint32_t line) {
  struct wl_step s = {.kind = WL_STEP_MARK, .block = block, .phase = phase, .warp = warp,
                      .array = WL_NO_ARRAY, .place = {line, 1, 2}};
  s.access.mask = s.live = UINT32_MAX;
  return s;
}

static bool add(struct wl_recording *r, unsigned stream, const struct wl_step *s) {
  uint8_t packed[WL_STEP_MAX];
  assert_true(wl_recording_follows(r, stream, s));
  return wl_recording_step(r, stream, s, packed, wl_step_pack(s, packed));
}

/* Streams in a random order, each block by block, phase by phase, warp by warp. */
static void test_order(void **state) {
  (void)state;
  static struct notes a, b;
  unsigned clock = 0;
  uint64_t seed = 1;
  a = (struct notes){.clock = &clock};
  b = (struct notes){.clock = &clock};
  struct wl_recording *r = wl_recording_create();
  wl_recording_add(r, sink_of(&a));
  wl_recording_add(r, sink_of(&b));
  assert_true(wl_recording_begin(r, &head, STREAMS));
  unsigned done[STREAMS] = {0}, all = 0, expected[STREAMS];
  for (unsigned s = 0; s < STREAMS; s++)
    all += expected[s] = 12 * (unsigned)wl_stream_rank(&head, STREAMS, s, 8);
  for (unsigned n = 0; n < all;) { /* 12 steps a block: 3 phases, 2 warps, 2 steps each */
    unsigned s = test_below(&seed, STREAMS), i = done[s];
    if (i == expected[s]) continue;
    uint32_t block = s + i / 12 * STREAMS;
    struct wl_step step = step_of(block, (uint16_t)(i / 4 % 3), (uint16_t)(i / 2 % 2), i + 1);
    assert_true(add(r, s, &step));
    done[s]++;
    n++;
    if (n == all / 2) assert_true(wl_recording_settle(r));
  }
  wl_recording_close(r);
  assert_true(wl_recording_end(r));
  for (unsigned s = 0; s < STREAMS; s++) {
    assert_int_equal(a.count[s], expected[s]);
    for (unsigned i = 0; i < expected[s]; i++) assert_int_equal(a.line[s][i], i + 1);
  }
  assert_int_equal(a.ended, 1);
  assert_int_equal(a.settled, 2); /* when it was asked for, and after the end */
  assert_memory_equal(a.line, b.line, sizeof a.line);
  assert_true(a.first < b.first);
  wl_recording_destroy(r);
}

/* What may not come next: another stream's block, and what goes back. */
static void test_disorder(void **state) {
  (void)state;
  static struct notes n;
  unsigned clock = 0;
  n = (struct notes){.clock = &clock};
  struct wl_recording *r = wl_recording_create();
  struct wl_step step = step_of(4, 1, 1, 1);
  assert_false(wl_recording_follows(r, 0, &step)); /* before it has begun */
  wl_recording_add(r, sink_of(&n));
  assert_true(wl_recording_begin(r, &head, STREAMS));
  assert_true(add(r, 1, &step));
  static const struct { uint32_t block; uint16_t phase, warp; bool follows; } rows[] = {
    {4, 1, 1, true},  {4, 2, 0, true},  {7, 0, 0, true},  {4, 1, 0, false}, {4, 0, 1, false},
    {3, 3, 1, false}, {5, 0, 0, false}, {1, 0, 0, false}, {10, 0, 0, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_step next = step_of(rows[i].block, rows[i].phase, rows[i].warp, 1);
    assert_int_equal(wl_recording_follows(r, 1, &next), rows[i].follows);
  }
  struct wl_step other = step_of(5, 0, 0, 1);
  assert_true(wl_recording_follows(r, 2, &other)); /* no stream waits for another */
  assert_false(wl_recording_follows(r, 3, &other));
  wl_recording_destroy(r);
}

/* Every block is in one stream, with all of its multiprocessor, in order. */
static void test_streams(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int i = 0; i < 300; i++) {
    struct wl_head h = {.grid = {1 + test_below(&seed, 500), 1 + test_below(&seed, 3), 1},
                        .block = {32, 1, 1},
                        .multiprocessors = (uint16_t)test_below(&seed, i % 2 ? 10 : 200)};
    unsigned streams = 1 + test_below(&seed, 16);
    uint64_t blocks = wl_head_blocks(&h), used = wl_head_multiprocessors(&h), seen = 0;
    assert_int_equal(used, h.multiprocessors && h.multiprocessors < blocks ? h.multiprocessors
                                                                           : blocks);
    for (unsigned s = 0; s < streams; s++) {
      uint64_t rank = 0, from = 0, b;
      for (; (b = wl_stream_next(&h, streams, s, from)) < blocks; from = b + 1, seen++) {
        assert_true(b >= from);
        assert_int_equal(wl_stream_of(&h, streams, b), s);
        assert_int_equal(wl_stream_of(&h, streams, b % used), s);
        assert_int_equal(wl_stream_rank(&h, streams, s, b), rank++);
      }
      assert_int_equal(wl_stream_rank(&h, streams, s, blocks), rank);
      if (streams <= used) assert_true(rank > 0);
    }
    assert_int_equal(seen, blocks);
  }
}

/* A sink that has no memory left ends the run. */
static void test_full(void **state) {
  (void)state;
  static struct notes n;
  unsigned clock = 0;
  n = (struct notes){.clock = &clock, .room = 2};
  struct wl_recording *r = wl_recording_create();
  wl_recording_add(r, sink_of(&n));
  assert_true(wl_recording_begin(r, &head, STREAMS));
  struct wl_step step = step_of(0, 0, 0, 1);
  assert_true(add(r, 0, &step));
  assert_false(add(r, 0, &step));
  wl_recording_destroy(r);
}

/* The sinks of a run: what they keep is what they keep when fed by hand, also without a head. */
static void test_sinks(void **state) {
  (void)state;
  uint64_t seed = 3;
  struct wl_trace *t = wl_trace_create(2, ROOM);
  struct wl_analysis *a = wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 2, ROOM);
  struct wl_analysis *alone = wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 2, ROOM);
  struct wl_recording *r = wl_recording_create();
  struct wl_head h = {.grid = {2, 1, 1}, .block = {32, 1, 1}, .arrays = 1};
  h.array[0] = (struct wl_array){.space = WL_GLOBAL, .dimensions = 1, .type = {WL_FLOAT, 1},
                                 .extent = {1024, 1, 1}, .element_bytes = 4,
                                 .base = base, .bytes = 4096};
  wl_recording_add(r, wl_sink_trace(t));
  wl_recording_add(r, wl_sink_costs(a));
  wl_recording_add(r, wl_sink_hazards(a));
  wl_recording_close(r);
  assert_true(wl_recording_end(r)); /* a run that failed before its head */
  assert_true(wl_recording_begin(r, &h, 2));
  assert_non_null(wl_trace_head(t));
  for (uint32_t i = 0; i < 200; i++) {
    struct wl_step s = step_of(i / 100, 0, 0, 1);
    s.kind = WL_STEP_ACCESS;
    s.array = 0;
    s.access.space = WL_GLOBAL;
    s.access.op = i % 2 ? WL_STORE : WL_LOAD;
    s.access.width = 4;
    for (unsigned l = 0; l < WL_LANES; l++)
      s.access.address[l] = base + 4 * test_below(&seed, 1024);
    assert_true(add(r, i / 100, &s));
    assert_true(wl_analysis_add(alone, i / 100, &s));
  }
  wl_recording_close(r);
  assert_true(wl_recording_end(r));
  for (unsigned s = 0; s < 2; s++) assert_true(wl_analysis_close(alone, s));
  assert_int_equal(wl_trace_total(t), 200);
  assert_memory_equal(wl_analysis_sum(a, WL_GLOBAL, WL_STORE),
                      wl_analysis_sum(alone, WL_GLOBAL, WL_STORE), sizeof(struct wl_sum));
  assert_true(wl_hazards_count(wl_analysis_hazards(a), false) > 0);
  assert_null(wl_analysis_hazards(alone));
  wl_recording_destroy(r);
  wl_trace_destroy(t);
  wl_analysis_destroy(a);
  wl_analysis_destroy(alone);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_order), cmocka_unit_test(test_disorder),
    cmocka_unit_test(test_streams), cmocka_unit_test(test_full), cmocka_unit_test(test_sinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
