/* Transactions of cc 1.0 to 3.7 against the vectors of the rule book (J.1, J.2). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/count/count.h"
#include "core/count/legacy_global.h"

/* Expected: transactions of 32, 64 and 128 bytes for 1.0 and for 1.2; lines of
 * 2.x `ca`; segments of 2.x `cg`. Vectors of the address a(t) for lane t. */
#define GLOBAL_VECTORS(V) \
  V(G01, 4, ~0u, 4 * t, 0, 2, 0, 0, 2, 0, 1, 4) \
  V(G02, 4, ~0u, 132 + 4 * t, 32, 0, 0, 1, 1, 1, 2, 5) \
  V(G03, 4, ~0u, 4 * (31 - t), 32, 0, 0, 0, 2, 0, 1, 4) \
  V(G04, 4, ~0u, 4 * (t ^ 1), 32, 0, 0, 0, 2, 0, 1, 4) \
  V(G05, 4, 0x55555555u, 4 * t, 0, 2, 0, 0, 2, 0, 1, 4) \
  V(G06, 4, ~0u, 0 * t, 32, 0, 0, 2, 0, 0, 1, 1) \
  V(G07, 4, ~0u, 64 + 4 * t, 0, 2, 0, 0, 2, 0, 2, 4) \
  V(G08, 4, ~0u, 16 + 4 * t, 32, 0, 0, 1, 1, 1, 2, 5) \
  V(G09, 4, ~0u, 124 + 4 * t, 32, 0, 0, 1, 1, 1, 2, 5) \
  V(G10, 4, ~0u, 8 * t, 32, 0, 0, 0, 0, 2, 2, 8) \
  V(G11, 4, ~0u, 12 * t, 32, 0, 0, 0, 2, 2, 3, 12) \
  V(G12, 4, ~0u, 16 * t, 32, 0, 0, 0, 0, 4, 4, 16) \
  V(G13, 4, ~0u, 32 * t, 32, 0, 0, 0, 0, 8, 8, 32) \
  V(G14, 4, ~0u, 64 * t, 32, 0, 0, 0, 0, 16, 16, 32) \
  V(G15, 4, ~0u, 128 * t, 32, 0, 0, 32, 0, 0, 32, 32) \
  V(G16, 4, ~0u, 132 * t, 32, 0, 0, 32, 0, 0, 32, 32) \
  V(G17, 4, ~0u, 256 * t, 32, 0, 0, 32, 0, 0, 32, 32) \
  V(G18, 4, ~0u, 4096 * t, 32, 0, 0, 32, 0, 0, 32, 32) \
  V(G19, 4, ~0u, 128 * (t % 4), 32, 0, 0, 8, 0, 0, 4, 4) \
  V(G20, 4, ~0u, 640 * (t % 4), 32, 0, 0, 8, 0, 0, 4, 4) \
  V(G21, 4, ~0u, 4 * (t % 8) + 4096 * (t / 8), 32, 0, 0, 4, 0, 0, 4, 4) \
  V(G22, 4, ~0u, 4 * (t % 16) + 4096 * (t / 16), 0, 2, 0, 0, 2, 0, 2, 4) \
  V(G23, 4, 1u, 0 * t, 0, 1, 0, 1, 0, 0, 1, 1) \
  V(G24, 4, 0xffu, 4 * t, 0, 1, 0, 1, 0, 0, 1, 1) \
  V(G25, 4, ~0u, 4 * (t / 2), 32, 0, 0, 2, 0, 0, 1, 2) \
  V(G26, 1, ~0u, t, 32, 0, 0, 2, 0, 0, 1, 1) \
  V(G27, 1, ~0u, t + 20, 32, 0, 0, 3, 0, 0, 1, 2) \
  V(G28, 1, ~0u, 4 * t, 32, 0, 0, 4, 0, 0, 1, 4) \
  V(G29, 2, ~0u, 2 * t, 32, 0, 0, 2, 0, 0, 1, 2) \
  V(G30, 2, ~0u, 2 * t + 2, 32, 0, 0, 2, 1, 0, 1, 3) \
  V(G31, 8, ~0u, 8 * t, 0, 0, 2, 0, 0, 2, 2, 8) \
  V(G32, 8, ~0u, 8 * t + 8, 32, 0, 0, 2, 0, 2, 4, 10) \
  V(G33, 8, ~0u, 16 * t, 32, 0, 0, 0, 0, 4, 4, 16) \
  V(G34, 8, ~0u, 0 * t, 32, 0, 0, 2, 0, 0, 2, 2) \
  V(G35, 8, ~0u, 64 * t, 32, 0, 0, 0, 0, 16, 16, 32) \
  V(G36, 16, ~0u, 16 * t, 0, 0, 4, 0, 0, 4, 4, 16) \
  V(G37, 16, ~0u, 16 * t + 16, 32, 0, 0, 2, 0, 4, 8, 20) \
  V(G38, 16, ~0u, 32 * t, 32, 0, 0, 0, 0, 8, 8, 32) \
  V(G39, 16, ~0u, 0 * t, 32, 0, 0, 2, 0, 0, 4, 4) \
  V(G40, 16, ~0u, 128 * t, 32, 0, 0, 32, 0, 0, 32, 32) \
  V(G41, 16, ~0u, 144 * t, 32, 0, 0, 32, 0, 0, 32, 32) \
  V(G42, 4, ~0u, 144 * t, 32, 0, 0, 32, 0, 0, 32, 32)

/* Expected packets of 1, 2 and 4 segments. */
#define STORE_VECTORS(V) \
  V(W01, 4, 4 * t, 0, 0, 1) \
  V(W02, 4, 64 + 4 * t, 0, 2, 0) \
  V(W03, 4, 4 * (t % 16), 0, 1, 0) \
  V(W04, 4, 128 * (t % 3), 3, 0, 0) \
  V(W05, 4, t % 2 * 96, 0, 0, 1) \
  V(W06, 4, 4 + 4 * t, 1, 0, 1) \
  V(W07, 4, 32 * t, 0, 0, 8) \
  V(W08, 4, 128 * t, 32, 0, 0) \
  V(W09, 4, 0 * t, 1, 0, 0) \
  V(W10, 8, 8 * t, 0, 0, 2) \
  V(W11, 16, 16 * t, 0, 0, 4) \
  V(W12, 1, t, 1, 0, 0) \
  V(W13, 4, 64 * (t % 3), 1, 0, 1)

#define ADDRESS(id, width, mask, address, ...) \
  static uint64_t at_##id(unsigned t) { return (uint64_t)(address); }
GLOBAL_VECTORS(ADDRESS)
#define STORE_ADDRESS(id, width, address, ...) \
  static uint64_t at_##id(unsigned t) { return (uint64_t)(address); }
STORE_VECTORS(STORE_ADDRESS)

static const struct global_vector {
  const char *id;
  uint8_t width;
  uint32_t mask;
  uint64_t (*at)(unsigned);
  unsigned strict[3], shrink[3], lines, segments;
} globals[] = {
#define ROW(id, width, mask, address, a, b, c, d, e, f, lines, segments) \
  {#id, width, mask, at_##id, {a, b, c}, {d, e, f}, lines, segments},
  GLOBAL_VECTORS(ROW)
};

static const struct {
  const char *id;
  uint8_t width;
  uint64_t (*at)(unsigned);
  unsigned packets[3];
} stores[] = {
#define STORE_ROW(id, width, address, a, b, c) {#id, width, at_##id, {a, b, c}},
  STORE_VECTORS(STORE_ROW)
};

static struct wl_access access_of(uint8_t width, uint32_t mask, uint64_t (*at)(unsigned)) {
  struct wl_access a = {.space = WL_GLOBAL, .width = width, .mask = mask};
  for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = at(t);
  return a;
}

/* Request by request, and of each the lowest lane that is left first. */
static void check_made(const char *id, const struct wl_transaction *t, unsigned n) {
  for (unsigned i = 1; i < n; i++) {
    bool both = t[i].lanes && t[i - 1].lanes; /* 16 bytes a lane: a half may have no lane */
    bool lower = both && __builtin_ctz(t[i].lanes) < __builtin_ctz(t[i - 1].lanes);
    if (t[i].request < t[i - 1].request || (t[i].request == t[i - 1].request && lower))
      fail_msg("%s: transaction %u comes too late", id, i);
  }
}

/* Counts by size, and checks what every rule must keep: aligned, in order, and
 * every active lane inside exactly one transaction. */
static void run(const char *id, enum wl_coalescing rule, const struct wl_access *a,
                unsigned sizes[3]) {
  struct wl_transaction t[WL_LANE_TRANSACTIONS];
  unsigned n = wl_transactions(rule, a, t, NULL);
  uint32_t served = 0;
  check_made(id, t, n);
  wl_sort_transactions(t, n);
  memset(sizes, 0, 3 * sizeof *sizes);
  for (unsigned i = 0; i < n; i++) {
    sizes[t[i].bytes / 64]++;
    bool after = i == 0 || t[i].address > t[i - 1].address ||
                 (t[i].address == t[i - 1].address && t[i].bytes >= t[i - 1].bytes);
    if (t[i].address % t[i].bytes || !after ||
        (served & t[i].lanes))
      fail_msg("%s: transaction %u is misplaced", id, i);
    served |= t[i].lanes;
    for (unsigned lane = 0; lane < WL_LANES; lane++)
      if (t[i].lanes >> lane & 1 && a->address[lane] - t[i].address >= t[i].bytes)
        fail_msg("%s: lane %u is outside its transaction", id, lane);
  }
  if (served != a->mask) fail_msg("%s: served %08x of %08x", id, served, a->mask);
}

static void expect(const char *id, const char *rule, const unsigned got[3],
                   const unsigned want[3]) {
  if (memcmp(got, want, 3 * sizeof *got))
    fail_msg("%s %s: %ux32 %ux64 %ux128, expected %ux32 %ux64 %ux128", id, rule, got[0], got[1],
             got[2], want[0], want[1], want[2]);
}

/* The generations that a column of the rule book is about say the same. */
static void count_on(const char *id, enum wl_cc first, enum wl_cc last, enum wl_cache cache,
                     struct wl_access a, const unsigned want[3]) {
  a.cache = (uint8_t)cache;
  for (unsigned cc = first; cc <= last; cc++) {
    struct wl_counts c;
    struct wl_diag d = {.what = ""};
    if (!wl_access_check(&wl_archs[cc], &a, &d)) fail_msg("%s: %s", id, d.what);
    wl_count(&wl_archs[cc], &a, &c);
    unsigned moved = 32 * want[0] + 64 * want[1] + 128 * want[2];
    if (c.transactions != want[0] + want[1] + want[2] || c.bytes_moved != moved ||
        c.sectors != moved / 32)
      fail_msg("%s on cc %s: %u transactions, %u bytes, expected %u bytes", id, wl_archs[cc].cc,
               c.transactions, c.bytes_moved, moved);
  }
}

static void test_loads(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof globals / sizeof globals[0]; i++) {
    const struct global_vector *v = &globals[i];
    struct wl_access a = access_of(v->width, v->mask, v->at);
    unsigned got[3];
    run(v->id, WL_COALESCE_STRICT, &a, got);
    expect(v->id, "strict", got, v->strict);
    run(v->id, WL_COALESCE_SHRINK, &a, got);
    expect(v->id, "shrink", got, v->shrink);
    run(v->id, WL_COALESCE_LINES, &a, got);
    expect(v->id, "lines", got, (unsigned[]){0, 0, v->lines});
    run(v->id, WL_COALESCE_SEGMENTS, &a, got);
    expect(v->id, "segments", got, (unsigned[]){v->segments, 0, 0});
    const unsigned *lines = (unsigned[]){0, 0, v->lines};
    const unsigned *segments = (unsigned[]){v->segments, 0, 0};
    count_on(v->id, WL_CC_10, WL_CC_11, WL_PLAIN, a, v->strict);
    count_on(v->id, WL_CC_12, WL_CC_13, WL_PLAIN, a, v->shrink);
    count_on(v->id, WL_CC_20, WL_CC_21, WL_PLAIN, a, lines);
    count_on(v->id, WL_CC_20, WL_CC_21, WL_CA, a, lines);
    count_on(v->id, WL_CC_20, WL_CC_37, WL_CG, a, segments);
    count_on(v->id, WL_CC_30, WL_CC_37, WL_PLAIN, a, segments);
    count_on(v->id, WL_CC_35, WL_CC_37, WL_CA, a, lines);
    count_on(v->id, WL_CC_35, WL_CC_37, WL_NC, a, segments);
  }
}

static void test_stores(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++) {
    struct wl_access a = access_of(stores[i].width, ~0u, stores[i].at);
    unsigned got[3];
    a.op = WL_STORE;
    run(stores[i].id, WL_COALESCE_PACKETS, &a, got);
    expect(stores[i].id, "packets", got, stores[i].packets);
    count_on(stores[i].id, WL_CC_20, WL_CC_37, WL_PLAIN, a, stores[i].packets);
  }
}

/* The vendor's own figure of a misaligned warp (guide 4, F-1). */
static void test_vendor_figure(void **state) {
  (void)state;
  static const struct {
    uint64_t address;
    unsigned bytes;
  } want[] = {{128, 128}, {192, 64}, {256, 32}};
  struct wl_access a = access_of(4, ~0u, at_G02);
  struct wl_transaction t[WL_LANE_TRANSACTIONS];
  unsigned requests;
  assert_int_equal(wl_transactions(WL_COALESCE_SHRINK, &a, t, &requests), 3);
  assert_int_equal(requests, 2);
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(t[i].address, want[i].address);
    assert_int_equal(t[i].bytes, want[i].bytes);
  }
}

static void test_requests(void **state) {
  (void)state;
  static const struct {
    enum wl_coalescing rule;
    uint8_t width;
    uint32_t mask;
    unsigned requests;
  } rows[] = {
    {WL_COALESCE_STRICT, 16, ~0u, 2},    {WL_COALESCE_SHRINK, 4, 0xffffu, 1},
    {WL_COALESCE_LINES, 4, ~0u, 1},      {WL_COALESCE_LINES, 8, ~0u, 2},
    {WL_COALESCE_SEGMENTS, 16, ~0u, 4},  {WL_COALESCE_SEGMENTS, 16, 0xff00ffu, 2},
    {WL_COALESCE_PACKETS, 8, 0x10000u, 1}, {WL_COALESCE_LINES, 4, 0, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_access a = access_of(rows[i].width, rows[i].mask, at_G36);
    struct wl_transaction t[WL_LANE_TRANSACTIONS];
    unsigned requests;
    wl_transactions(rows[i].rule, &a, t, &requests);
    assert_int_equal(requests, rows[i].requests);
  }
}

/* Two half-warps ask for one place, the first for more of it: the smaller comes first. */
static void test_order(void **state) {
  (void)state;
  static const uint16_t at[] = {252, 220, 260, 316, 224, 240, 236, 304, 248, 216, 272, 232,
                                196, 296, 300, 268, 292, 204, 200, 284, 256, 208, 308};
  struct wl_access a = {.space = WL_GLOBAL, .width = 4, .mask = (1u << 23) - 1};
  for (unsigned t = 0; t < 23; t++) a.address[t] = at[t];
  unsigned sizes[3];
  run("order", WL_COALESCE_SHRINK, &a, sizes);
  struct wl_transaction t[WL_LANE_TRANSACTIONS];
  wl_sort_transactions(t, wl_transactions(WL_COALESCE_SHRINK, &a, t, NULL));
  assert_int_equal(t[0].address, 192);
  assert_int_equal(t[0].bytes, 32);
  assert_int_equal(t[1].address, 192);
  assert_int_equal(t[1].bytes, 64);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_loads),
    cmocka_unit_test(test_stores),
    cmocka_unit_test(test_vendor_figure),
    cmocka_unit_test(test_requests),
    cmocka_unit_test(test_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
