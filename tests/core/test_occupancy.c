/* Occupancy against the vectors of the rule book: blocks per SM, warps, limiter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/gpu/occupancy.h"

#define BLOCKS (1u << WL_LIMIT_BLOCKS)
#define WARPS (1u << WL_LIMIT_WARPS)
#define SHARED (1u << WL_LIMIT_SHARED)
#define REGS (1u << WL_LIMIT_REGISTERS)

static const struct {
  const char *id, *cc;
  uint32_t threads, registers, shared, blocks, warps, limiters;
} vectors[] = {
  {"O01", "9.0", 256, 32, 0, 8, 64, WARPS | REGS},
  {"O02", "9.0", 256, 33, 0, 6, 48, REGS},
  {"O03", "9.0", 256, 40, 0, 6, 48, REGS},
  {"O04", "9.0", 256, 64, 0, 4, 32, REGS},
  {"O05", "9.0", 1024, 64, 0, 1, 32, REGS},
  {"O06", "9.0", 1024, 65, 0, 0, 0, REGS},
  {"O07", "9.0", 128, 255, 0, 2, 8, REGS},
  {"O08", "9.0", 128, 32, 102400, 2, 8, SHARED},
  {"O09", "9.0", 128, 32, 232448, 1, 4, SHARED},
  {"O10", "9.0", 32, 16, 0, 32, 32, BLOCKS},
  {"O11", "8.0", 128, 32, 49152, 3, 12, SHARED},
  {"O12", "8.0", 256, 72, 0, 3, 24, REGS},
  {"O13", "8.6", 256, 32, 32768, 3, 24, SHARED},
  {"O14", "8.6", 128, 32, 50176, 2, 8, SHARED},
  {"O15", "8.6", 128, 32, 51200, 1, 4, SHARED},
  {"O16", "8.9", 64, 32, 0, 24, 48, WARPS | BLOCKS},
  {"O17", "12.0", 768, 40, 0, 2, 48, WARPS | REGS},
  {"O18", "7.0", 256, 32, 32768, 3, 24, SHARED},
  {"O19", "7.5", 256, 65, 0, 3, 24, REGS},
  {"O20", "6.0", 192, 100, 0, 3, 18, REGS},
  {"O21", "5.2", 256, 48, 24576, 4, 32, SHARED},
  {"O22", "3.5", 256, 64, 0, 4, 32, REGS},
  /* The rule book names only warps; a fourth block would want 10,240 of 8,192 registers too. */
  {"O23", "1.0", 256, 10, 0, 3, 24, WARPS | REGS},
  {"O24", "1.0", 256, 11, 0, 2, 16, REGS},
  {"O25", "1.3", 256, 17, 0, 3, 24, REGS},
  /* Of 16,384 registers a sub-partition gives 12 warps 1,280 each; of 65,536 there were 51. */
  {"O26", "9.0", 64, 40, 0, 24, 48, REGS},
};

static void test_vectors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    struct wl_occupancy o;
    struct wl_diag d;
    const struct wl_sm *sm = wl_sm_find(vectors[i].cc);
    assert_non_null(sm);
    bool launches = wl_occupancy(sm, vectors[i].threads, vectors[i].registers, vectors[i].shared,
                                 &o, &d);
    assert_int_equal(launches, vectors[i].blocks > 0);
    if (!launches) continue;
    if (o.blocks != vectors[i].blocks || o.warps != vectors[i].warps ||
        o.limiters != vectors[i].limiters)
      fail_msg("%s: blocks %u warps %u limiters %x, expected %u %u %x", vectors[i].id, o.blocks,
               o.warps, o.limiters, vectors[i].blocks, vectors[i].warps, vectors[i].limiters);
  }
}

static void test_limits(void **state) {
  (void)state;
  static const struct {
    const char *cc;
    uint32_t threads, registers, shared;
    const char *what;
  } bad[] = {
    {"1.3", 513, 8, 0, "a block of 513 threads; cc 1.3 has at most 512 ("},
    {"9.0", 1025, 8, 0, "a block of 1025 threads; cc 9.0 has at most 1024 ("},
    {"3.0", 256, 64, 0, "64 registers a thread; cc 3.0 has at most 63 ("},
    {"9.0", 32, 8, 232449, "232449 bytes of shared memory in a block; cc 9.0 has at most 232448 ("},
    {"9.0", 1024, 65, 0, "1024 threads of 65 registers take 73728; cc 9.0 has at most 65536 for a "
                         "block ("},
    {"1.3", 512, 33, 0, "512 threads of 33 registers take 16896; cc 1.3 has at most 16384 for a "
                        "block ("},
    {"3.7", 1024, 65, 0, "1024 threads of 65 registers take 73728; cc 3.7 has at most 65536 "},
    {"1.0", 32, 8, 16369, "16369 bytes of shared memory in a block; cc 1.0 has at most 16384 ("},
    {"9.0", 0, 8, 0, "a block needs at least one thread"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct wl_occupancy o;
    struct wl_diag d = {0};
    assert_false(wl_occupancy(wl_sm_find(bad[i].cc), bad[i].threads, bad[i].registers,
                              bad[i].shared, &o, &d));
    assert_int_equal(d.status, WL_SCRIPT);
    assert_memory_equal(d.what, bad[i].what, strlen(bad[i].what));
    if (bad[i].threads) assert_non_null(strstr(d.what, " (CUDA ")); /* who says so */
  }
  assert_null(wl_sm_find("4.0"));
}

/* What can be launched has a place on an SM that is empty, and the room that is told of
 * is where the limit lies. */
static void test_room(void **state) {
  (void)state;
  for (size_t i = 0; i < wl_sm_count; i++) {
    const struct wl_sm *sm = &wl_sms[i];
    for (uint32_t threads = 1; threads <= sm->block_threads; threads += threads < 96 ? 1 : 31) {
      uint32_t most = wl_sm_registers_room(sm, threads);
      struct wl_occupancy o;
      for (uint32_t n = 1; n <= sm->thread_registers; n++) {
        assert_int_equal(n <= most, wl_occupancy(sm, threads, n, 0, &o, NULL));
        assert_true(n > most || o.blocks >= 1);
      }
      assert_true(wl_sm_assumed_registers(sm, threads) <= most);
      assert_true(wl_occupancy(sm, threads, 1, wl_sm_shared_room(sm), &o, NULL) && o.blocks >= 1);
      assert_false(wl_occupancy(sm, threads, 1, wl_sm_shared_room(sm) + 1, &o, NULL));
    }
  }
  assert_int_equal(wl_sm_shared_room(wl_sm_find("1.3")), 16384 - 16);
  assert_int_equal(wl_sm_shared_room(wl_sm_find("9.0")), 227 << 10);
  assert_int_equal(wl_sm_registers_room(wl_sm_find("9.0"), 1024), 64);
  assert_int_equal(wl_sm_assumed_registers(wl_sm_find("1.1"), 512), 16);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors), cmocka_unit_test(test_limits),
                                     cmocka_unit_test(test_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
