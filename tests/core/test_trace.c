/* Traces: order over segments, what is kept, memory and access time. */
#include "core/trace/trace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/trace/block_log.h"
#include "steps.h"
#include "test.h"

static void source_lines(void **state) {
  (void)state;
  struct wl_trace *t = wl_trace_create(1, 10);
  size_t size;
  assert_string_equal(wl_trace_name(t), "");
  assert_string_equal(wl_trace_text(t, &size), "");
  assert_int_equal(size, 0);
  assert_int_equal(wl_trace_lines(t), 0);
  assert_null(wl_trace_line(t, 1, &size));
  assert_true(wl_trace_set_source(t, "k.lua", "one\r\ntwo\n\nfour", 14));
  assert_true(wl_trace_set_source(t, "k.lua", "one\r\ntwo\n\nfour", 14)); /* replaces */
  assert_string_equal(wl_trace_name(t), "k.lua");
  assert_string_equal(wl_trace_text(t, &size), "one\r\ntwo\n\nfour");
  assert_int_equal(size, 14);
  assert_int_equal(wl_trace_lines(t), 4);
  static const char *const want[] = {"one", "two", "", "four"};
  for (uint32_t i = 0; i < 4; i++) {
    const char *line = wl_trace_line(t, i + 1, &size);
    assert_int_equal(size, strlen(want[i]));
    assert_memory_equal(line, want[i], size);
  }
  assert_null(wl_trace_line(t, 0, &size));
  assert_null(wl_trace_line(t, 5, &size));
  assert_null(wl_trace_head(t));
  static struct wl_head head;
  strcpy(head.title, "a title");
  wl_trace_set_head(t, &head);
  assert_string_equal(wl_trace_head(t)->title, "a title");
  wl_trace_destroy(t);
  wl_trace_destroy(NULL);
}

/* The reference: records of each block, which stream it comes in, and how far streams are. */
enum { STREAMS = 5, BLOCKS = 40, MOST = 600 };
struct reference {
  unsigned stream[BLOCKS];
  size_t count[BLOCKS];
  uint32_t at[STREAMS]; /* the block of its last record, 0 before the first */
  bool closed[STREAMS];
};

static size_t reference_reach(const struct reference *r, size_t keep) {
  uint32_t frontier = BLOCKS;
  size_t reach = 0;
  for (unsigned s = 0; s < STREAMS; s++)
    if (!r->closed[s] && r->at[s] < frontier) frontier = r->at[s];
  for (uint32_t b = 0; b < BLOCKS && b <= frontier; b++) reach += r->count[b];
  return reach < keep ? reach : keep;
}

static void assert_log(const struct wl_log *log, const struct reference *r, size_t keep) {
  size_t reach = reference_reach(r, keep), i = 0, size;
  assert_int_equal(wl_log_count(log), reach);
  assert_null(wl_log_get(log, reach, &size));
  for (uint32_t b = 0; b < BLOCKS && i < reach; b++)
    for (uint32_t n = 0; n < r->count[b] && i < reach; n++, i++) {
      const uint8_t *record = wl_log_get(log, i, &size);
      assert_non_null(record);
      assert_int_equal(size, 8 + n % 5);
      assert_memory_equal(record, ((uint32_t[]){b, n}), 8);
      for (size_t k = 8; k < size; k++) assert_int_equal(record[k], n & 0xff);
    }
}

/* A stream brings some records, of its block at work and perhaps of the next ones. */
static size_t bring(struct wl_log *log, struct reference *r, unsigned s, uint64_t *seed) {
  size_t total = 0;
  for (uint32_t b = r->at[s]; b < BLOCKS; b++) {
    if (r->stream[b] != s) continue;
    for (uint32_t n = test_below(seed, MOST / 2); n > 0 && r->count[b] < MOST; n--, total++) {
      uint32_t number = (uint32_t)r->count[b]++;
      uint8_t record[16];
      memcpy(record, (uint32_t[]){b, number}, 8);
      memset(record + 8, (int)(number & 0xff), 8);
      assert_true(wl_log_add(log, s, b, record, 8 + number % 5));
      r->at[s] = b;
    }
    if (test_below(seed, 2)) break;
  }
  return total;
}

/* Streams take turns at random, bring their blocks and close in any order. */
static void order_does_not_depend_on_turns(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int round = 0; round < 100; round++) {
    size_t keep = round % 3 == 0 ? SIZE_MAX : test_below(&seed, 20 * MOST), total = 0;
    struct wl_log *log = wl_log_create(STREAMS, keep);
    struct reference r = {0};
    for (unsigned b = 0; b < BLOCKS; b++) r.stream[b] = test_below(&seed, STREAMS);
    for (uint32_t left = STREAMS; left > 0;) {
      uint32_t s = test_below(&seed, STREAMS);
      if (r.closed[s]) continue;
      total += bring(log, &r, s, &seed);
      if (test_below(&seed, 20) == 0) {
        assert_true(wl_log_close(log, s));
        r.closed[s] = true;
        left--;
      }
      if (test_below(&seed, 3) > 0) continue;
      assert_true(wl_log_settle(log));
      assert_log(log, &r, keep);
    }
    assert_log(log, &r, keep);
    assert_int_equal(wl_log_total(log), total);
    wl_log_destroy(log);
  }
}

static void what_is_pushed_out_is_freed(void **state) {
  (void)state;
  struct wl_log *log = wl_log_create(2, 10000);
  uint8_t record[100] = {0};
  size_t empty = wl_log_bytes(log);
  for (int i = 0; i < 10000; i++) assert_true(wl_log_add(log, 1, 1, record, sizeof record));
  size_t full = wl_log_bytes(log);
  for (int i = 0; i < 10000; i++) assert_true(wl_log_add(log, 0, 0, record, sizeof record));
  assert_true(wl_log_settle(log));
  assert_true(wl_log_bytes(log) < full + 200000);
  assert_true(full > empty + 1000000);
  for (uint32_t i = 2; i < 100000; i++)
    assert_true(wl_log_add(log, i % 2, i, record, sizeof record));
  assert_true(wl_log_bytes(log) < full + 200000);
  wl_log_destroy(log);
  log = wl_log_create(1, 0);
  assert_true(wl_log_add(log, 0, 0, record, 1) && wl_log_settle(log));
  assert_int_equal(wl_log_count(log), 0);
  assert_int_equal(wl_log_total(log), 1);
  wl_log_destroy(log);
  wl_log_destroy(NULL);
}

/* Of processor time: a busy machine has nothing to do with it. */
static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

enum { MILLION = 1000000, WORKERS = 4 };

static struct wl_trace *a_million(bool wild) {
  struct wl_trace *t = wl_trace_create(WORKERS, MILLION);
  struct wl_step step;
  uint8_t packed[WL_STEP_MAX];
  uint64_t seed = 12;
  for (uint32_t i = 0; i < MILLION; i++) {
    uint32_t stream = i % WORKERS, number = stream * (MILLION / WORKERS) + i / WORKERS;
    typical_step(number, &step);
    for (unsigned lane = 0; wild && lane < WL_LANES; lane++) {
      step.access.address[lane] = UINT64_C(0x7f0000000000) + (test_random(&seed) >> 32);
      step.value[lane] = test_random(&seed) >> 32;
    }
    assert_true(wl_trace_add(t, stream, stream, packed, wl_step_pack(&step, packed)));
  }
  for (unsigned s = 0; s < WORKERS; s++) wl_trace_close(t, s);
  assert_int_equal(wl_trace_count(t), MILLION);
  assert_int_equal(wl_trace_total(t), MILLION);
  return t;
}

static void a_million_steps(void **state) {
  (void)state;
  struct wl_trace *t = a_million(false);
  assert_true(wl_trace_bytes(t) < 50000000);
  struct wl_step step, want;
  uint64_t seed = 13;
  enum { LOOKS = 100000 };
  double start = now_us();
  for (int i = 0; i < LOOKS; i++) assert_true(wl_trace_get(t, test_below(&seed, MILLION), &step));
  double each = (now_us() - start) / LOOKS;
  print_message("%.1f MB, %.2f us a look\n", (double)wl_trace_bytes(t) / 1e6, each);
  assert_true(each < 100); /* looking through a part of them would take milliseconds */
  for (int i = 0; i < LOOKS; i++) {
    uint32_t number = test_below(&seed, MILLION);
    assert_true(wl_trace_get(t, number, &step));
    typical_step(number, &want);
    assert_memory_equal(&step, &want, sizeof step);
  }
  assert_false(wl_trace_get(t, MILLION, &step));
  wl_trace_destroy(t);
}

static void a_million_wild_steps(void **state) {
  (void)state;
  struct wl_trace *t = a_million(true);
  assert_true(wl_trace_bytes(t) < 400u * MILLION);
  wl_trace_destroy(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(source_lines),
    cmocka_unit_test(order_does_not_depend_on_turns),
    cmocka_unit_test(what_is_pushed_out_is_freed),
    cmocka_unit_test(a_million_steps),
    cmocka_unit_test(a_million_wild_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
