/* What is an access, which chip counts it, and what the figures are called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/explain/metric.h"
#include "core/explain/rule.h"

/* 32 lanes, 4 bytes each, side by side. */
static struct wl_access side_by_side(enum wl_space space, enum wl_op op) {
  struct wl_access a = {.space = (uint8_t)space, .op = (uint8_t)op, .width = 4, .mask = ~0u};
  for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = 4 * i;
  return a;
}

#define GUIDE "(CUDA Programming Guide 13.1 and older editions, compute capabilities)"
#define GUIDE4 "(CUDA C Programming Guide 4, appendix F)"
#define FEATURES "(CUDA Programming Guide, features by compute capability)"

static void refused(struct wl_access a, const char *message) {
  struct wl_diag d;
  assert_false(wl_access_check(wl_arch_default(), &a, &d));
  assert_string_equal(d.what, message);
  assert_int_equal(d.status, WL_INPUT);
  assert_false(wl_access_check(wl_arch_default(), &a, NULL));
}

static void test_kinds(void **state) {
  (void)state;
  for (unsigned op = 0; op <= WL_CAS; op++) {
    struct wl_access a = side_by_side(WL_GLOBAL, op);
    assert_true(wl_access_check(wl_arch_default(), &a, NULL));
    a.space = WL_SHARED;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL));
    a.space = WL_CONSTANT;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL) == (op == WL_LOAD));
    a.space = WL_LOCAL;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL) == (op <= WL_STORE));
    a.space = WL_TEXTURE;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL) == (op == WL_LOAD));
  }
  refused(side_by_side(WL_CONSTANT, WL_STORE),
          "constant memory has no store, only loads (PTX ISA, st)");
  refused(side_by_side(WL_LOCAL, WL_ATOMIC), "local memory has no atomic (PTX ISA, atom)");
  refused(side_by_side(WL_SHARED, WL_COPY), "shared memory has no cp.async (PTX ISA, cp.async)");

  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.width = 3;
  refused(a, "width 3 is none of 1, 2, 4, 8 and 16 (PTX ISA, ld and st)");
  a.width = 0;
  refused(a, "width 0 is none of 1, 2, 4, 8 and 16 (PTX ISA, ld and st)");
  a.width = 32;
  refused(a, "width 32: cc 9.0 has no such accesses: they came with cc 10.0, for global memory "
             "(PTX ISA 8.8, ld and st)");
  a = side_by_side(WL_SHARED, WL_ATOMIC);
  a.width = 1;
  refused(a, "no atomic of shared memory is 1 byte wide: use 2, 4, 8 or 16 (PTX ISA, atom)");
  a.op = WL_CAS;
  refused(a, "no cas of shared memory is 1 byte wide: use 2, 4, 8 or 16 (PTX ISA, atom)");
  a = side_by_side(WL_GLOBAL, WL_COPY);
  a.width = 2;
  refused(a, "no cp.async is 2 bytes wide: use 4, 8 or 16 (PTX ISA, cp.async)");
  a = side_by_side(WL_SHARED, WL_MATRIX_LOAD);
  refused(a, "no ldmatrix is 4 bytes wide: use 16 (PTX ISA, ldmatrix)");
  a.width = 16;
  for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = 16 * i;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.mask = 0x1ff;
  refused(a, "ldmatrix takes 1, 2 or 4 matrices: row addresses from lanes 0 to 7, 15 or 31 (PTX "
             "ISA, ldmatrix)");
  for (unsigned op = WL_REDUCE; op <= WL_CAS; op++) { /* exchanges, but no vectors */
    a = side_by_side(WL_SHARED, op);
    a.width = 16;
    for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = 16 * i;
    assert_int_equal(wl_access_check(wl_arch_default(), &a, NULL), op != WL_REDUCE);
    a.space = WL_GLOBAL;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  }
  a = side_by_side(WL_SHARED, WL_REDUCE);
  a.width = 16;
  refused(a, "no reduction of shared memory is 16 bytes wide: use 2, 4 or 8 (PTX ISA, red)");
  a = side_by_side(WL_SPACES, WL_LOAD);
  refused(a, "no such memory space: 5");
  a = side_by_side(WL_GLOBAL, WL_OPS);
  refused(a, "no such operation: 9");
}

static void test_cache(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.cache = WL_NC;
  a.hit = true;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.cache = WL_CG;
  refused(a, "no load hits: cache \"cg\" goes past L1 (PTX ISA, cache operators)");
  a.op = WL_STORE;
  refused(a, "cache \"cg\" has a meaning for loads from global memory only");
  a.cache = WL_PLAIN;
  refused(a, "\"hit\" has a meaning for loads from global and local memory only");
  a.cache = WL_CACHES;
  refused(a, "no such cache: 4");
}

static void test_addresses(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.address[3] = 6;
  a.address[9] = 7;
  refused(a, "lane 3: address 6 is not a multiple of the access width 4 (PTX ISA, addresses as "
             "operands)");
  a.mask = 0;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL)); /* inactive lanes do not matter */

  a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.address[31] = UINT64_MAX - 3;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a = side_by_side(WL_SHARED, WL_LOAD);
  a.address[31] = 232448 - 4;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.address[31] = 232448;
  refused(a, "lane 31: address 232448 is past the end of shared memory: cc 9.0 has 232448 bytes a "
             "block " GUIDE);
  a = side_by_side(WL_CONSTANT, WL_LOAD);
  a.address[0] = 65536;
  refused(a, "lane 0: address 65536 is past the end of constant memory: cc 9.0 has 65536 bytes a "
             "module " GUIDE);
  a = side_by_side(WL_LOCAL, WL_LOAD);
  a.address[7] = 512 << 10;
  refused(a, "lane 7: address 524288 is past the end of local memory: cc 9.0 has 524288 bytes a "
             "thread " GUIDE);
  a = side_by_side(WL_GLOBAL, WL_COPY);
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.second[5] = 232448;
  refused(a, "lane 5: address 232448 is past the end of shared memory: cc 9.0 has 232448 bytes a "
             "block " GUIDE);
  a.second[5] = 6;
  refused(a, "lane 5: address 6 is not a multiple of the access width 4 (PTX ISA, addresses as "
             "operands)");
}

static void test_texels(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_TEXTURE, WL_LOAD);
  a.address[3] = 6; /* columns, not bytes */
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.layout = WL_LAYOUT_PITCH;
  a.pitch = 500;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.pitch = 496;
  refused(a, "lane 31: column 124 is past the end of a row of 496 bytes");
  a.pitch = 4098;
  refused(a, "a pitch of 4098 bytes is not a multiple of the texel, 4 bytes");
  a.layout = WL_LAYOUTS;
  refused(a, "no such texture layout: 2");
}

/* What a generation lacks is refused with the limit and its source. */
static void test_generations(void **state) {
  (void)state;
  struct wl_access load = side_by_side(WL_GLOBAL, WL_LOAD), hit = load, ca = load, cg = load;
  struct wl_access far = side_by_side(WL_SHARED, WL_LOAD), banks = far;
  struct wl_access atomic = side_by_side(WL_GLOBAL, WL_ATOMIC);
  struct wl_access shared_atomic = side_by_side(WL_SHARED, WL_ATOMIC), wide = shared_atomic;
  struct wl_access copy = side_by_side(WL_GLOBAL, WL_COPY);
  struct wl_access spill = side_by_side(WL_LOCAL, WL_LOAD);
  hit.hit = spill.hit = true;
  ca.cache = WL_CA;
  cg.cache = WL_CG;
  far.address[31] = 16384;
  banks.banks = 8;
  wide.width = 8;
  for (unsigned i = 0; i < WL_LANES; i++) wide.address[i] = 8 * i;
  const struct { enum wl_cc cc; const struct wl_access *a; const char *what; } rows[] = {
    {WL_CC_10, &load, NULL},
    {WL_CC_13, &far, "lane 31: address 16384 is past the end of shared memory: cc 1.3 has 16384 "
                     "bytes a block " GUIDE4},
    {WL_CC_20, &far, NULL},
    {WL_CC_13, &ca,
     "cc 1.3 has no cache \"ca\" for loads from global memory: it has no choice " GUIDE4},
    {WL_CC_30, &ca, "cc 3.0 has no cache \"ca\" for loads from global memory: it has \"cg\" "
                    GUIDE4},
    {WL_CC_50, &ca, "cc 5.0 has no cache \"ca\" for loads from global memory: it has \"cg\", "
                    "\"nc\" " GUIDE},
    {WL_CC_20, &ca, NULL}, {WL_CC_35, &ca, NULL}, {WL_CC_52, &ca, NULL}, {WL_CC_20, &cg, NULL},
    {WL_CC_13, &hit, "no load hits: cc 1.3 has no L1 for global memory " GUIDE4},
    {WL_CC_30, &hit, "no load hits: plain loads of cc 3.0 go past L1 " GUIDE4},
    {WL_CC_13, &spill, "no load hits: cc 1.3 has no L1 for local memory " GUIDE4},
    {WL_CC_30, &spill, NULL}, {WL_CC_61, &spill, NULL},
    {WL_CC_50, &spill, "no load hits: local loads of cc 5.0 go past L1 " GUIDE},
    {WL_CC_60, &hit, NULL},
    {WL_CC_35, &banks, NULL},
    {WL_CC_50, &banks, "cc 5.0 has no bank modes, only cc 3.x chooses between banks of 4 and of 8 "
                       "bytes " GUIDE},
    {WL_CC_10, &atomic, "cc 1.0 has no 32-bit atomics on global memory: they came with cc 1.1 "
                        FEATURES},
    {WL_CC_11, &atomic, NULL},
    {WL_CC_11, &shared_atomic, "cc 1.1 has no 32-bit atomics on shared memory: they came with cc "
                               "1.2 " FEATURES},
    {WL_CC_13, &wide, "cc 1.3 has no 64-bit atomics on shared memory: they came with cc 2.0 "
                      FEATURES},
    {WL_CC_75, &copy, "cc 7.5 has no cp.async: it came with cc 8.0 (PTX ISA, target notes of the "
                      "instruction)"},
    {WL_CC_80, &copy, NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_diag d = {.what = ""};
    bool good = wl_access_check(&wl_archs[rows[i].cc], rows[i].a, &d);
    assert_string_equal(d.what, rows[i].what ? rows[i].what : "");
    assert_int_equal(good, rows[i].what == NULL);
  }
}

static void test_no_lanes(void **state) {
  (void)state;
  for (unsigned space = 0; space < WL_SPACES; space++)
    for (unsigned op = 0; op < WL_OPS; op++) {
      struct wl_access a = side_by_side(space, op);
      struct wl_counts c, none = {0};
      a.mask = 0;
      for (unsigned cc = 0; cc < WL_CCS; cc++) {
        wl_count(&wl_archs[cc], &a, &c);
        assert_memory_equal(&c, &none, sizeof c);
      }
    }
}

static void test_exact(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.address[7] = (2u << 20) - 4;
  assert_true(wl_tags_known(wl_arch_default(), &a));
  a.address[7] = 2u << 20;
  assert_false(wl_tags_known(wl_arch_default(), &a));
  /* Elsewhere one line is sure, and where no tags are counted nothing is guessed. */
  assert_false(wl_tags_known(&wl_archs[WL_CC_80], &a));
  assert_true(wl_tags_known(&wl_archs[WL_CC_61], &a));
  assert_true(wl_tags_known(&wl_archs[WL_CC_20], &a));
  a.mask = ~(1u << 7);
  assert_true(wl_tags_known(wl_arch_default(), &a));
  assert_true(wl_tags_known(&wl_archs[WL_CC_80], &a));
  a.address[31] = 128;
  assert_false(wl_tags_known(&wl_archs[WL_CC_80], &a));
}

static enum wl_meaning meaning(unsigned cc, const struct wl_access *a, enum wl_figure f) {
  return wl_figure_meaning(&wl_archs[cc], a, f);
}

/* What nobody knows: 16 bytes of shared memory on cc 2.x, how many turns lanes take that
 * change one address before cc 9.0, and what cp.async.cg asks of L2. */
static void test_unknown(void **state) {
  (void)state;
  static const enum wl_figure passes[] = {WL_WAVEFRONTS, WL_IDEAL_WAVEFRONTS, WL_BYTES_MOVED,
                                          WL_EXCESS};
  struct wl_access wide = side_by_side(WL_SHARED, WL_LOAD),
                   turns = side_by_side(WL_GLOBAL, WL_REDUCE);
  struct wl_access copy = side_by_side(WL_GLOBAL, WL_COPY_CG);
  struct wl_counts c;
  for (unsigned i = 0; i < 4; i++) {
    wide.width = 16;
    assert_int_equal(meaning(WL_CC_20, &wide, passes[i]), WL_UNKNOWN);
    assert_int_equal(meaning(WL_CC_30, &wide, passes[i]), WL_KNOWN);
    wide.width = 8;
    assert_int_equal(meaning(WL_CC_20, &wide, passes[i]), WL_KNOWN);
  }
  wide.width = 16;
  assert_int_equal(meaning(WL_CC_20, &wide, WL_WAYS), WL_KNOWN);
  struct wl_sum sum = {0};
  wl_count(&wl_archs[WL_CC_20], &wide, &c);
  wl_sum_add(&sum, &wl_archs[WL_CC_20], &wide, &c);
  assert_int_equal(c.ways, 2);
  assert_int_equal(wl_sum_meaning(&wl_archs[WL_CC_20], WL_SHARED, WL_LOAD, &sum, WL_WAVEFRONTS),
                   WL_UNKNOWN);
  assert_true(wl_efficiency(WL_SHARED, &sum) < 0);
  for (unsigned cc = WL_CC_11; cc < WL_CCS; cc++) {
    bool tells = cc >= WL_CC_90, moves = cc >= WL_CC_20 && (cc < WL_CC_50 || tells);
    for (unsigned i = 0; i < WL_LANES; i++) turns.address[i] = 4 * i;
    assert_int_equal(meaning(cc, &turns, WL_EXCESS), cc >= WL_CC_20 ? WL_KNOWN : WL_UNKNOWN);
    turns.address[9] = 0;
    assert_int_equal(meaning(cc, &turns, WL_EXCESS), tells ? WL_KNOWN : WL_UNKNOWN);
    assert_int_equal(meaning(cc, &turns, WL_WAVEFRONTS), tells ? WL_KNOWN : WL_UNKNOWN);
    assert_int_equal(meaning(cc, &turns, WL_SECTORS), moves ? WL_KNOWN : WL_UNKNOWN);
    assert_int_equal(meaning(cc, &turns, WL_BYTES_MOVED), moves ? WL_KNOWN : WL_UNKNOWN);
  }
  assert_int_equal(meaning(WL_CC_90, &copy, WL_L2_REQUESTS), WL_UNKNOWN);
  copy.op = WL_LOAD;
  assert_int_equal(meaning(WL_CC_90, &copy, WL_L2_REQUESTS), WL_MEANINGLESS);
}

static void test_figures(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  struct wl_counts c;
  struct wl_sum sum = {0};
  wl_count(wl_arch_default(), &a, &c);
  wl_sum_add(&sum, wl_arch_default(), &a, &c);
  for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = 128 * i;
  wl_count(wl_arch_default(), &a, &c);
  wl_sum_add(&sum, wl_arch_default(), &a, &c);
  assert_int_equal(sum.instructions, 2);
  assert_int_equal(sum.value[WL_SECTORS], 36);
  assert_int_equal(sum.value[WL_WAYS], 32); /* the maximum, not the sum */
  assert_int_equal(sum.value[WL_BYTES_MOVED], 36 * 32);
  assert_float_equal(wl_efficiency(WL_GLOBAL, &sum), 8.0 / 36, 1e-12);
  assert_float_equal(wl_lanes_share(&sum), 1, 0);
  assert_true(wl_efficiency(WL_CONSTANT, &(struct wl_sum){0}) < 0);
  struct wl_access same = side_by_side(WL_CONSTANT, WL_LOAD);
  struct wl_sum passes = {0};
  for (unsigned i = 0; i < WL_LANES; i++) same.address[i] = i < 24 ? 0 : 4;
  wl_count(wl_arch_default(), &same, &c);
  wl_sum_add(&passes, wl_arch_default(), &same, &c);
  assert_float_equal(wl_efficiency(WL_CONSTANT, &passes), 0.5, 1e-12);
  assert_true(wl_efficiency(WL_GLOBAL, &(struct wl_sum){0}) < 0);
  assert_true(wl_lanes_share(&(struct wl_sum){0}) < 0);
  same = side_by_side(WL_GLOBAL, WL_LOAD); /* a broadcast to 8 lanes: no more than all of it */
  struct wl_sum few = {0};
  same.mask = 0xff;
  for (unsigned i = 0; i < WL_LANES; i++) same.address[i] = 64;
  wl_count(wl_arch_default(), &same, &c);
  wl_sum_add(&few, wl_arch_default(), &same, &c);
  assert_float_equal(wl_efficiency(WL_GLOBAL, &few), 1, 0);
  assert_float_equal(wl_lanes_share(&few), 0.25, 0);

  for (unsigned f = 0; f < WL_FIGURES; f++) {
    const struct wl_metric *m = &wl_metrics[f];
    assert_true(m->key && m->title && m->unit && m->help && m->spaces != 0);
    for (unsigned s = 0; s < WL_SPACES; s++)
      if (m->profiler[s] != NULL) assert_true(wl_figure_applies(f, s));
    for (unsigned g = 0; g < f; g++) assert_string_not_equal(m->key, wl_metrics[g].key);
  }
  for (unsigned r = 0; r < WL_RULES; r++)
    assert_true(wl_rules[r].name && wl_rules[r].sentence && wl_rules[r].source &&
                (wl_rules[r].certainty < WL_CERTAINTIES || r == WL_RULE_UNKNOWN));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_kinds),    cmocka_unit_test(test_cache),
    cmocka_unit_test(test_addresses), cmocka_unit_test(test_no_lanes),
    cmocka_unit_test(test_exact),    cmocka_unit_test(test_texels),
    cmocka_unit_test(test_generations), cmocka_unit_test(test_unknown),
    cmocka_unit_test(test_figures),
  };
  return cmocka_run_group_tests_name("access", tests, NULL, NULL);
}
