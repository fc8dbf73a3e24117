/* Shared memory of cc 1.x to 3.x against the vectors of the rule book (J.3, J.4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/count/legacy_shared.h"

/* Lanes t and t^k share one element; elements are numbered by first lane. */
static unsigned dense(unsigned t, unsigned k) {
  unsigned number = 0, leader = t < (t ^ k) ? t : t ^ k;
  for (unsigned i = 0; i < leader; i++) number += i < (i ^ k);
  return number;
}

static unsigned special16(unsigned t) {
  static const unsigned first[] = {0, 32, 64, 1, 33};
  return t < 5 ? first[t] : t;
}

/* Expected passes on 1.x, 2.x, 3.x in 4-byte mode and in 8-byte mode; 0: the
 * rule book has no number. Vectors of the byte address for lane t. */
#define VECTORS(V) \
  V(S01, 4, 4 * (t), 2, 1, 1, 1) \
  V(S02, 4, 4 * (0*t), 2, 1, 1, 1) \
  V(S03, 4, 4 * (2*t), 4, 2, 1, 1) \
  V(S04, 4, 4 * (3*t), 2, 1, 1, 2) \
  V(S05, 4, 4 * (4*t), 8, 4, 2, 2) \
  V(S06, 4, 4 * (8*t), 16, 8, 4, 4) \
  V(S07, 4, 4 * (16*t), 32, 16, 8, 8) \
  V(S08, 4, 4 * (32*t), 32, 32, 16, 16) \
  V(S09, 4, 4 * (33*t), 2, 1, 1, 1) \
  V(S10, 4, 4 * (64*t), 32, 32, 32, 32) \
  V(S11, 4, 4 * (t<16?0:1), 2, 1, 1, 1) \
  V(S12, 4, 4 * (t<16?0:32), 2, 2, 1, 1) \
  V(S13, 4, 4 * (t/2), 4, 1, 1, 1) \
  V(S14, 4, 4 * (32*(t/2)), 16, 16, 8, 8) \
  V(S15, 4, 4 * (t<31?0:32), 3, 2, 1, 1) \
  V(S16, 4, 4 * (special16(t)), 4, 3, 2, 2) \
  V(S17, 4, 4 * (t^5), 2, 1, 1, 1) \
  V(S18, 4, 4 * (t+1), 2, 1, 1, 1) \
  V(S19, 4, 4 * (16*t+5), 32, 16, 8, 8) \
  V(S20, 4, 4 * (t+5), 2, 1, 1, 1) \
  V(S21, 4, 4 * (t%16+32*(t/16)), 2, 2, 1, 1) \
  V(S22, 4, 4 * (t<16?t:t+16), 2, 2, 1, 1) \
  V(S23, 1, t, 8, 1, 1, 1) \
  V(S24, 1, 4*t, 2, 1, 1, 1) \
  V(S25, 2, 2*t, 4, 1, 1, 1) \
  V(S30, 8, 4 * (2*t), 0, 2, 1, 1) \
  V(S31, 8, 4 * (0*t), 0, 2, 1, 1) \
  V(S32, 8, 4 * (2*(t/2)), 0, 2, 1, 1) \
  V(S33, 8, 4 * (2*dense(t,2)), 0, 2, 1, 1) \
  V(S34, 8, 4 * (2*dense(t,3)), 0, 2, 1, 1) \
  V(S35, 8, 4 * (2*(t%16)), 0, 2, 1, 1) \
  V(S36, 8, 4 * (2*(t/4)), 0, 2, 1, 1) \
  V(S37, 8, 4 * (4*t), 0, 4, 2, 2) \
  V(S38, 8, 4 * (8*t), 0, 8, 4, 4) \
  V(S39, 8, 4 * (32*t), 0, 32, 16, 16) \
  V(S40, 8, 4 * (32*(t/2)), 0, 16, 8, 8) \
  V(S41, 8, 4 * (t<14?2*(t+1):t==14?0:t==15?32:16), 0, 3, 1, 1) \
  V(S42, 8, 4 * (t<15?2*(t+1):t==15?0:t==16?32:16), 0, 2, 1, 1) \
  V(S43, 8, 4 * (2*(t%2*32+t/2)), 0, 4, 2, 2) \
  V(S44, 8, 4 * (t==14||t==15?32:2*(t/2)), 0, 3, 1, 1) \
  V(S45, 8, 4 * (6*t), 0, 2, 2, 1) \
  V(S50, 16, 4 * (4*t), 0, 2, 0, 0) \
  V(S51, 16, 4 * (0*t), 0, 2, 0, 0) \
  V(S52, 16, 4 * (4*(t/2)), 0, 2, 0, 0) \
  V(S53, 16, 4 * (4*dense(t,2)), 0, 2, 0, 0) \
  V(S54, 16, 4 * (4*dense(t,4)), 0, 2, 0, 0) \
  V(S55, 16, 4 * (8*t), 0, 3, 0, 0) \
  V(S56, 16, 4 * (16*t), 0, 5, 0, 0) \
  V(S57, 16, 4 * (32*t), 0, 9, 0, 0) \
  V(S58, 16, 4 * (t==0?0:t==1?128:t<8?4*(t+1):16), 0, 4, 0, 0) \
  V(S59, 16, 4 * (t<6?4*(t+1):t==6?0:t==7?128:28), 0, 3, 0, 0) \
  V(S60, 16, 4 * (t<7?4*(t+1):t==7?0:t==8?128:28), 0, 2, 0, 0) \
  V(S61, 16, 4 * (4*t+4*(t/8)), 0, 2, 0, 0) \
  V(S62, 16, 4 * (20*t), 0, 2, 0, 0) \
  V(S63, 16, 4 * (36*t), 0, 2, 0, 0) \
  V(S64, 16, 4 * (t<16?4*dense(t,1):4*dense(t,2)), 0, 2, 0, 0)

#define ADDRESS(id, width, address, ...) \
  static uint64_t at_##id(unsigned t) { return (uint64_t)(address); }
VECTORS(ADDRESS)

static const struct {
  const char *id;
  uint8_t width;
  uint64_t (*at)(unsigned);
  unsigned passes[4];
} vectors[] = {
#define ROW(id, width, address, a, b, c, d) {#id, width, at_##id, {a, b, c, d}},
  VECTORS(ROW)
};

/* What every rule must keep: each active lane gets each of its words, and no
 * bank serves more than one word of a pass, beyond what its row allows. */
static void check_service(const char *id, const struct wl_access *a, const struct wl_word *word,
                          unsigned count) {
  unsigned components = a->width > 4 ? a->width / 4 : 1;
  for (unsigned lane = 0; lane < WL_LANES; lane++)
    for (unsigned c = 0; c < components; c++) {
      unsigned found = 0;
      for (unsigned i = 0; i < count; i++)
        if (word[i].lanes >> lane & 1 && word[i].index == a->address[lane] / 4 + c) found++;
      if (found != (a->mask >> lane & 1))
        fail_msg("%s: lane %u word %u served %u times", id, lane, c, found);
    }
}

/* 16 bytes on cc 2.x: the vectors have the vendor's ways, and nobody knows the passes. */
static bool ways_only(unsigned rule, const struct wl_access *a) {
  return rule == 1 && a->width == 16;
}

/* The generations of a rule say the same. */
static void count_on(const char *id, unsigned rule, const struct wl_access *access, unsigned want) {
  static const struct { uint8_t first, last, banks; } of[4] = {
    {WL_CC_10, WL_CC_13, 0}, {WL_CC_20, WL_CC_21, 0}, {WL_CC_30, WL_CC_37, 4},
    {WL_CC_30, WL_CC_37, 8},
  };
  for (unsigned cc = of[rule].first; cc <= of[rule].last; cc++) {
    struct wl_access a = *access;
    struct wl_counts c;
    struct wl_diag d = {.what = ""};
    a.banks = of[rule].banks;
    if (!wl_access_check(&wl_archs[cc], &a, &d)) fail_msg("%s: %s", id, d.what);
    wl_count(&wl_archs[cc], &a, &c);
    unsigned got = ways_only(rule, &a) ? c.ways : c.wavefronts;
    if (got != want)
      fail_msg("%s on cc %s: %u passes, expected %u", id, wl_archs[cc].cc, got, want);
    if (ways_only(rule, &a)) assert_int_equal(c.wavefronts + c.ideal_wavefronts + c.bytes_moved, 0);
    if (a.banks != 4) continue;
    a.banks = 0; /* the default mode */
    wl_count(&wl_archs[cc], &a, &c);
    assert_int_equal(c.wavefronts, want);
  }
}

static void test_vectors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    struct wl_access a = {.space = WL_SHARED, .width = vectors[i].width, .mask = ~0u};
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = vectors[i].at(t);
    for (unsigned rule = 0; rule < 4; rule++) {
      struct wl_word word[WL_MAX_WORDS];
      unsigned count, want = vectors[i].passes[rule];
      struct wl_pass_count took = wl_passes(WL_BANKS_HALF_WARP + rule, &a, word, &count);
      unsigned passes = ways_only(rule, &a) ? took.ways : took.passes;
      check_service(vectors[i].id, &a, word, count);
      if (want && passes != want)
        fail_msg("%s rule %u: %u passes, expected %u", vectors[i].id, rule, passes, want);
      if (want) count_on(vectors[i].id, rule, &a, want);
    }
  }
}

static void test_no_lanes(void **state) {
  (void)state;
  struct wl_access a = {.space = WL_SHARED, .width = 4};
  struct wl_word word[WL_MAX_WORDS];
  for (unsigned rule = WL_BANKS_HALF_WARP; rule < WL_BANKS_GROUPS; rule++) {
    unsigned count;
    assert_int_equal(wl_passes(rule, &a, word, &count).passes, 0);
    assert_int_equal(count, 0);
  }
}

/* All lanes on one word, and lanes whose words share a lock. */
static void test_locks(void **state) {
  (void)state;
  static const struct { const char *id; unsigned stride, trips; } rows[] = {
    {"A06", 0, 32}, {"a lock each", 4, 1}, {"one lock", 4096, 32}, {"two locks", 2048, 16},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_access a = {.space = WL_SHARED, .op = WL_ATOMIC, .width = 4, .mask = ~0u};
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = t * rows[i].stride % 32768;
    for (unsigned cc = WL_CC_20; cc <= WL_CC_37; cc++) {
      struct wl_counts c;
      wl_count(&wl_archs[cc], &a, &c);
      if (c.wavefronts != rows[i].trips || c.ways != rows[i].trips)
        fail_msg("%s on cc %s: %u trips", rows[i].id, wl_archs[cc].cc, c.wavefronts);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors),
                                     cmocka_unit_test(test_no_lanes),
                                     cmocka_unit_test(test_locks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
