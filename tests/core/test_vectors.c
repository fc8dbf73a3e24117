/* Known accesses by name: figures of the CUDA Programming Guide, published
 * counters and derived cases, as they hold from cc 5.0 on (before: reference_early.c). In
 * each row `t` is the lane. G: global loads, W: stores, S: shared, C: constant, A:
 * atomics, P: cp.async, H: shuffles. L and T, local memory and textures, are in
 * test_texture.c; O, occupancy, in test_occupancy.c; A06 in test_passes.c; vectors.sh
 * looks whether each has a row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/access/shuffle.h"
#include "core/explain/metric.h"

static struct wl_access access_of(enum wl_space space, enum wl_op op, unsigned width,
                                  uint32_t mask, const uint64_t address[WL_LANES]) {
  struct wl_access a = {.space = (uint8_t)space, .op = (uint8_t)op, .width = (uint8_t)width,
                        .mask = mask};
  memcpy(a.address, address, sizeof a.address);
  return a;
}

static struct wl_counts count_on(const struct wl_arch *arch, const struct wl_access *a) {
  struct wl_counts c;
  struct wl_diag d = {.what = ""};
  if (!wl_access_check(arch, a, &d)) fail_msg("cc %s: %s", arch->cc, d.what);
  wl_count(arch, a, &c);
  return c;
}

static struct wl_counts count(enum wl_space space, enum wl_op op, unsigned width, uint32_t mask,
                              const uint64_t address[WL_LANES]) {
  struct wl_access a = access_of(space, op, width, mask, address);
  return count_on(wl_arch_default(), &a);
}

#define EACH_ARCH(arch, first)                                        \
  for (const struct wl_arch *arch = &wl_archs[first]; arch < wl_archs + WL_CCS; arch++)

static void same(const char *id, const char *what, unsigned got, unsigned want) {
  if (got != want) fail_msg("%s: %s is %u, should be %u", id, what, got, want);
}

#define EACH_LANE(expression)                                        \
  uint64_t at[WL_LANES];                                             \
  for (unsigned t = 0; t < WL_LANES; t++) at[t] = (uint64_t)(expression)

/* What a load costs that hits, where there is an L1 to hit. Tag wavefronts are `fold`
 * where the address is folded. */
struct load_cost { uint8_t sectors, lines, fewest_tags, fold, data; };

static void check_load(const char *id, unsigned width, uint32_t mask,
                       const uint64_t at[WL_LANES], struct load_cost want) {
  EACH_ARCH(arch, WL_CC_50) {
    struct wl_access a = access_of(WL_GLOBAL, WL_LOAD, width, mask, at);
    a.hit = arch->plain == WL_CA;
    struct wl_counts c = count_on(arch, &a);
    bool tags = arch->family == WL_TAGGED;
    same(id, "requests", c.requests, 1);
    same(id, "sectors", c.sectors, want.sectors);
    same(id, "lines", c.lines, want.lines);
    same(id, "data wavefronts", c.wavefronts, tags ? want.data : 0);
    if (arch->id == WL_CC_90) assert_true(c.tag_wavefronts >= want.fewest_tags);
    else same(id, "tag wavefronts", c.tag_wavefronts, tags ? want.fold : 0);
  }
}

/* id, width, mask, address; then a struct load_cost. */
#define G(id, width, mask, expression, ...)                               \
  do {                                                                    \
    EACH_LANE(expression);                                                \
    check_load(id, width, mask, at, (struct load_cost){__VA_ARGS__});     \
  } while (0)

static void test_global_loads(void **state) {
  (void)state;
  const uint32_t all = 0xffffffff;
  G("G01", 4, all, 4 * t, 4, 1, 1, 1, 1);
  G("G02", 4, all, 132 + 4 * t, 5, 2, 1, 1, 1);
  G("G03", 4, all, 4 * (31 - t), 4, 1, 1, 1, 1);
  G("G04", 4, all, 4 * (t ^ 1), 4, 1, 1, 1, 1);
  G("G05", 4, 0x55555555, 4 * t, 4, 1, 1, 1, 1);
  G("G06", 4, all, 0, 1, 1, 1, 1, 1);
  G("G07", 4, all, 64 + 4 * t, 4, 2, 1, 1, 1);
  G("G08", 4, all, 16 + 4 * t, 5, 2, 1, 1, 1);
  G("G09", 4, all, 124 + 4 * t, 5, 2, 1, 1, 1);
  G("G10", 4, all, 8 * t, 8, 2, 1, 1, 2);
  G("G11", 4, all, 12 * t, 12, 3, 1, 1, 1);
  G("G12", 4, all, 16 * t, 16, 4, 1, 1, 4);
  G("G13", 4, all, 32 * t, 32, 8, 2, 2, 8);
  G("G14", 4, all, 64 * t, 32, 16, 4, 4, 16);
  G("G15", 4, all, 128 * t, 32, 32, 8, 8, 32);
  G("G16", 4, all, 132 * t, 32, 32, 8, 8, 1);
  G("G17", 4, all, 256 * t, 32, 32, 8, 8, 32);
  G("G18", 4, all, 4096 * t, 32, 32, 8, 8, 32);
  G("G19", 4, all, 128 * (t % 4), 4, 4, 1, 1, 4);
  G("G20", 4, all, 640 * (t % 4), 4, 4, 1, 4, 4);
  G("G21", 4, all, 4 * (t % 8) + 4096 * (t / 8), 4, 4, 1, 1, 4);
  G("G22", 4, all, 4 * (t % 16) + 4096 * (t / 16), 4, 2, 1, 1, 2);
  G("G23", 4, 1, 0, 1, 1, 1, 1, 1);
  G("G24", 4, 0xff, 4 * t, 1, 1, 1, 1, 1);
  G("G25", 4, all, 4 * (t / 2), 2, 1, 1, 1, 1);
  G("G26", 1, all, t, 1, 1, 1, 1, 1);
  G("G27", 1, all, t + 20, 2, 1, 1, 1, 1);
  G("G28", 1, all, 4 * t, 4, 1, 1, 1, 1);
  G("G29", 2, all, 2 * t, 2, 1, 1, 1, 1);
  G("G30", 2, all, 2 * t + 2, 3, 1, 1, 1, 1);
  G("G31", 8, all, 8 * t, 8, 2, 1, 1, 2);
  G("G32", 8, all, 8 * t + 8, 9, 3, 1, 1, 2);
  G("G33", 8, all, 16 * t, 16, 4, 1, 1, 4);
  G("G34", 8, all, 0, 1, 1, 1, 1, 2);
  G("G35", 8, all, 64 * t, 32, 16, 4, 4, 16);
  G("G36", 16, all, 16 * t, 16, 4, 1, 1, 4);
  G("G37", 16, all, 16 * t + 16, 17, 5, 2, 2, 4);
  G("G38", 16, all, 32 * t, 32, 8, 2, 2, 8);
  G("G39", 16, all, 0, 1, 1, 1, 1, 4);
  G("G40", 16, all, 128 * t, 32, 32, 8, 8, 32);
  G("G41", 16, all, 144 * t, 32, 32, 8, 9, 4);
  G("G42", 4, all, 144 * t, 32, 32, 8, 9, 4);

  /* A miss is served one tag wavefront at a time: the same load costs one more. */
  EACH_LANE(16 * t + 16);
  same("G37", "cold data wavefronts", count(WL_GLOBAL, WL_LOAD, 16, all, at).wavefronts, 5);
}

#define W(id, width, expression, sector_count)                                       \
  do {                                                                               \
    EACH_LANE(expression);                                                           \
    struct wl_access a = access_of(WL_GLOBAL, WL_STORE, width, ~0u, at);             \
    EACH_ARCH(arch, WL_CC_50)                                                        \
      same(id, "sectors", count_on(arch, &a).sectors, sector_count);                 \
  } while (0)

static void test_stores(void **state) {
  (void)state;
  W("W01", 4, 4 * t, 4);
  W("W02", 4, 64 + 4 * t, 4);
  W("W03", 4, 4 * (t % 16), 2);
  W("W04", 4, 128 * (t % 3), 3);
  W("W05", 4, t % 2 ? 96 : 0, 2);
  W("W06", 4, 4 + 4 * t, 5);
  W("W07", 4, 32 * t, 32);
  W("W08", 4, 128 * t, 32);
  W("W09", 4, 0, 1);
  W("W10", 8, 8 * t, 8);
  W("W11", 16, 16 * t, 16);
  W("W12", 1, t, 1);
  W("W13", 4, 64 * (t % 3), 3);
}

/* Groups of loads merge from cc 7.0 on; before, a load is as a store. */
static void check_shared(const char *id, unsigned width, const uint64_t at[WL_LANES],
                         unsigned load, unsigned store) {
  struct wl_access a = access_of(WL_SHARED, WL_LOAD, width, ~0u, at), b = a;
  b.op = WL_STORE;
  EACH_ARCH(arch, WL_CC_50) {
    bool merges = arch->id >= WL_CC_70;
    same(id, "wavefronts of the load", count_on(arch, &a).wavefronts, merges ? load : store);
    same(id, "wavefronts of the store", count_on(arch, &b).wavefronts, store);
  }
}

/* id, width, byte offset; wavefronts of a load and of a store. */
#define SB(id, width, expression, load, store)  \
  do {                                          \
    EACH_LANE(expression);                      \
    check_shared(id, width, at, load, store);   \
  } while (0)
/* The same by the index of the lane's first word. */
#define S(id, width, expression, load, store) SB(id, width, 4ull * (expression), load, store)

/* Number of the element that lanes t and t^k share, in order of first lane. */
static unsigned dense(unsigned t, unsigned k) {
  unsigned first = t < (t ^ k) ? t : t ^ k, number = 0;
  for (unsigned i = 0; i < first; i++) number += i < (i ^ k);
  return number;
}

static void test_shared_words(void **state) {
  (void)state;
  static const unsigned s16[5] = {0, 32, 64, 1, 33};
  S("S01", 4, t, 1, 1);
  S("S02", 4, 0, 1, 1);
  S("S03", 4, 2 * t, 2, 2);
  S("S04", 4, 3 * t, 1, 1);
  S("S05", 4, 4 * t, 4, 4);
  S("S06", 4, 8 * t, 8, 8);
  S("S07", 4, 16 * t, 16, 16);
  S("S08", 4, 32 * t, 32, 32);
  S("S09", 4, 33 * t, 1, 1);
  S("S10", 4, 64 * t, 32, 32);
  S("S11", 4, t < 16 ? 0 : 1, 1, 1);
  S("S12", 4, t < 16 ? 0 : 32, 2, 2);
  S("S13", 4, t / 2, 1, 1);
  S("S14", 4, 32 * (t / 2), 16, 16);
  S("S15", 4, t < 31 ? 0 : 32, 2, 2);
  S("S16", 4, t < 5 ? s16[t] : t, 3, 3);
  S("S17", 4, t ^ 5, 1, 1);
  S("S18", 4, t + 1, 1, 1);
  S("S19", 4, 16 * t + 5, 16, 16);
  S("S20", 4, t + 5, 1, 1);
  S("S21", 4, t % 16 + 32 * (t / 16), 2, 2);
  S("S22", 4, t < 16 ? t : t + 16, 2, 2);
  SB("S23", 1, t, 1, 1);
  SB("S24", 1, 4 * t, 1, 1);
  SB("S25", 2, 2 * t, 1, 1);
}

static void test_shared_wide(void **state) {
  (void)state;
  S("S30", 8, 2 * t, 2, 2);
  S("S31", 8, 0, 1, 2);
  S("S32", 8, 2 * (t / 2), 1, 2);
  S("S33", 8, 2 * dense(t, 2), 1, 2);
  S("S34", 8, 2 * dense(t, 3), 2, 2);
  S("S35", 8, 2 * (t % 16), 2, 2);
  S("S36", 8, 2 * (t / 4), 1, 2);
  S("S37", 8, 4 * t, 4, 4);
  S("S38", 8, 8 * t, 8, 8);
  S("S39", 8, 32 * t, 32, 32);
  S("S40", 8, 32 * (t / 2), 16, 16);
  S("S41", 8, t < 14 ? 2 * (t + 1) : t == 14 ? 0 : t == 15 ? 32 : 16, 3, 3);
  S("S42", 8, t < 15 ? 2 * (t + 1) : t == 15 ? 0 : t == 16 ? 32 : 16, 2, 2);
  S("S43", 8, 2 * (t % 2 * 32 + t / 2), 4, 4);
  S("S44", 8, t / 2 == 7 ? 32 : 2 * (t / 2), 2, 3);
  S("S45", 8, 6 * t, 2, 2);
  S("S50", 16, 4 * t, 4, 4);
  S("S51", 16, 0, 2, 4);
  S("S52", 16, 4 * (t / 2), 2, 4);
  S("S53", 16, 4 * dense(t, 2), 2, 4);
  S("S54", 16, 4 * dense(t, 4), 4, 4);
  S("S55", 16, 8 * t, 8, 8);
  S("S56", 16, 16 * t, 16, 16);
  S("S57", 16, 32 * t, 32, 32);
  S("S58", 16, t == 0 ? 0 : t == 1 ? 128 : t < 8 ? 4 * (t + 1) : 16, 6, 6);
  S("S59", 16, t < 6 ? 4 * (t + 1) : t == 6 ? 0 : t == 7 ? 128 : 28, 5, 5);
  S("S60", 16, t < 7 ? 4 * (t + 1) : t == 7 ? 0 : t == 8 ? 128 : 28, 4, 4);
  S("S61", 16, 4 * t + 4 * (t / 8), 4, 4);
  S("S62", 16, 20 * t, 4, 4);
  S("S63", 16, 36 * t, 4, 4);
  S("S64", 16, 4 * (t < 16 ? dense(t, 1) : dense(t, 2)), 4, 4);
}

#define C(id, width, mask, expression, passes)                                      \
  do {                                                                              \
    EACH_LANE(expression);                                                          \
    struct wl_access a = access_of(WL_CONSTANT, WL_LOAD, width, mask, at);          \
    EACH_ARCH(arch, WL_CC_20) same(id, "passes", count_on(arch, &a).wavefronts, passes); \
  } while (0)

/* The same by half-warps on cc 1.x. */
#define C1(id, expression, passes)                                                  \
  do {                                                                              \
    EACH_LANE(expression);                                                          \
    struct wl_access a = access_of(WL_CONSTANT, WL_LOAD, 4, ~0u, at);               \
    same(id, "passes on 1.x", count_on(&wl_archs[WL_CC_13], &a).wavefronts, passes); \
  } while (0)

static void test_constant(void **state) {
  (void)state;
  C("C01", 4, ~0u, 0, 1);
  C("C02", 4, ~0u, 4 * t, 32);
  C("C03", 4, ~0u, 4 * (t / 16), 2);
  C("C04", 4, ~0u, 4 * (t % 4), 4);
  C("C05", 4, 1u << 7, 4 * t, 1);
  C("C06 same line", 4, ~0u, 4 * 2 * (t % 2), 2);
  C("C06 two lines", 4, ~0u, 4 * 16 * (t % 2), 2);
  C("half words of one word", 2, ~0u, 2 * (t % 2), 2);
  C1("C01", 0, 2);
  C1("C02", 4 * t, 32);
  C1("C03", 4 * (t / 16), 2);
  C1("C04", 4 * (t % 4), 8);
  C1("C06 same line", 4 * 2 * (t % 2), 4);
}

/* id, address; sectors and tag wavefronts of a reduction: where lanes share an address only on
 * generations that are known to make them take turns so. */
#define A(id, expression, sector_count, tags)                                       \
  do {                                                                              \
    EACH_LANE(expression);                                                          \
    struct wl_access a = access_of(WL_GLOBAL, WL_REDUCE, 4, ~0u, at);               \
    EACH_ARCH(arch, WL_CC_70) {                                                     \
      bool known = !wl_share_address(&a) || arch->turns;                            \
      same(id, "sectors", count_on(arch, &a).sectors, known ? sector_count : 0);    \
      same(id, "tag wavefronts", count_on(arch, &a).tag_wavefronts, known ? tags : 0); \
      same(id, "meaning", wl_figure_meaning(arch, &a, WL_SECTORS),                  \
           known ? WL_KNOWN : WL_UNKNOWN);                                          \
    }                                                                               \
  } while (0)

/* The same before cc 5.0: sectors once, and whether what is wasted is known. */
#define A_EARLY(id, expression, sector_count, known)                                \
  do {                                                                              \
    EACH_LANE(expression);                                                          \
    struct wl_access a = access_of(WL_GLOBAL, WL_REDUCE, 4, ~0u, at);               \
    for (unsigned cc = WL_CC_20; cc < WL_CC_50; cc++) {                             \
      same(id, "sectors", count_on(&wl_archs[cc], &a).sectors, sector_count);       \
      same(id, "excess", wl_figure_meaning(&wl_archs[cc], &a, WL_EXCESS), known);   \
    }                                                                               \
  } while (0)

static void test_atomics(void **state) {
  (void)state;
  A("A01", 0, 32, 32);
  A("A02", 4 * t, 4, 1);
  A("A03", 4 * (t % 4), 8, 8);
  A("A04", 128 * t, 32, 8);
  A_EARLY("A01", 0, 1, WL_UNKNOWN);
  A_EARLY("A02", 4 * t, 4, WL_KNOWN);
  A_EARLY("A03", 4 * (t % 4), 1, WL_UNKNOWN);
  A_EARLY("A04", 128 * t, 32, WL_KNOWN);
}

/* Two warps of a GT200 that change words 4 bytes apart collide, 32 bytes apart they do
 * not (Robertson's timings). Each is an instruction of its own, and what it moves or how
 * long it takes, alone or not, nobody has told: no figure of either says a number. */
static void test_two_warps(void **state) {
  (void)state;
  static const struct { const char *id; uint64_t warps[2]; } rows[] = {
    {"A05 collide", {0, 4}}, {"A05 apart", {0, 32}},
  };
  static const enum wl_figure figures[] = {WL_TRANSACTIONS, WL_SECTORS, WL_WAVEFRONTS,
                                           WL_BYTES_MOVED, WL_EXCESS};
  for (size_t i = 0; i < 2; i++)
    for (unsigned warp = 0; warp < 2; warp++) {
      EACH_LANE(rows[i].warps[warp]);
      struct wl_access a = access_of(WL_GLOBAL, WL_REDUCE, 4, ~0u, at);
      const struct wl_arch *gt200 = &wl_archs[WL_CC_13];
      struct wl_counts c = count_on(gt200, &a);
      for (size_t f = 0; f < sizeof figures / sizeof figures[0]; f++)
        same(rows[i].id, "figure", wl_figure_meaning(gt200, &a, figures[f]), WL_UNKNOWN);
      same(rows[i].id, "bytes moved", c.bytes_moved, 0);
      same(rows[i].id, "bytes asked", c.bytes_asked, 128);
    }
}

/* id, width, source and destination; tag wavefronts and those in shared memory. */
#define P(id, width, from, to, tags, shared)                                  \
  do {                                                                        \
    EACH_LANE(from);                                                          \
    struct wl_access a = access_of(WL_GLOBAL, WL_COPY, width, ~0u, at);       \
    for (unsigned t = 0; t < WL_LANES; t++) a.second[t] = (uint32_t)(to);     \
    EACH_ARCH(arch, WL_CC_80) {                                               \
      same(id, "tag wavefronts", count_on(arch, &a).tag_wavefronts, tags);    \
      same(id, "wavefronts", count_on(arch, &a).wavefronts, shared);          \
    }                                                                         \
  } while (0)

static void test_copies(void **state) {
  (void)state;
  P("P01", 16, 16 * t, 16 * t, 1, 4);
  P("P02", 16, 16 * t + 16, 16 * t, 2, 5);
  P("P03", 16, 128 * t, 16 * t, 8, 32);
  P("P04", 16, 16 * t, 128 * t, 1, 32);
  P("P05", 16, 32 * t, 16 * t, 2, 8);
  P("P05", 16, 64 * t, 16 * t, 4, 16);
  P("P06", 16, 16 * t, 0, 1, 32);
  P("4 bytes, one destination", 4, 4 * t, 0, 1, 32);
}

/* A wavefront for every matrix whose rows lie in different banks. */
static void test_matrices(void **state) {
  (void)state;
  static const struct { uint32_t mask; unsigned stride, wavefronts; } rows[] = {
    {0xff, 16, 1}, {0xffff, 16, 2}, {UINT32_MAX, 16, 4}, {0xff, 128, 8},
    {UINT32_MAX, 128, 32}, {UINT32_MAX, 144, 4}, {0xffff, 64, 8},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    EACH_LANE(rows[i].stride * t);
    struct wl_access a = access_of(WL_SHARED, WL_MATRIX_LOAD, 16, rows[i].mask, at);
    EACH_ARCH(arch, WL_CC_75)
      same("ldmatrix", "wavefronts", count_on(arch, &a).wavefronts, rows[i].wavefronts);
    a.op = WL_MATRIX_STORE;
    EACH_ARCH(arch, WL_CC_90)
      same("stmatrix", "wavefronts", count_on(arch, &a).wavefronts, rows[i].wavefronts);
  }
  EACH_LANE(0);
  same("ldmatrix", "rows of one address",
       count(WL_SHARED, WL_MATRIX_LOAD, 16, UINT32_MAX, at).wavefronts, 4);
}

static void check_shuffle(const char *id, enum wl_shuffle_mode mode, int arg, unsigned width,
                          const char *sources, uint32_t out_of_range) {
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    bool in_range;
    int want, length;
    assert_int_equal(sscanf(sources, "%d%n", &want, &length), 1);
    sources += length;
    same(id, "source lane", wl_shuffle_source(mode, width, arg, lane, &in_range), (unsigned)want);
    same(id, "out of range", !in_range, out_of_range >> lane & 1);
  }
}

static void test_shuffles(void **state) {
  (void)state;
  static const struct {
    const char *id;
    enum wl_shuffle_mode mode;
    int arg;
    unsigned width;
    const char *sources;
    uint32_t out_of_range;
  } rows[] = {
    {"H01", WL_SHFL_UP, 1, 32,
     "0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 "
     "15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30",
     0x00000001},
    {"H02", WL_SHFL_UP, 2, 8,
     "0 1 0 1 2 3 4 5 8 9 8 9 10 11 12 13 "
     "16 17 16 17 18 19 20 21 24 25 24 25 26 27 28 29",
     0x03030303},
    {"H03", WL_SHFL_DOWN, 1, 32,
     "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 "
     "17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 31",
     0x80000000},
    {"H04", WL_SHFL_DOWN, 3, 8,
     "3 4 5 6 7 5 6 7 11 12 13 14 15 13 14 15 "
     "19 20 21 22 23 21 22 23 27 28 29 30 31 29 30 31",
     0xe0e0e0e0},
    {"H05", WL_SHFL_DOWN, 16, 16,
     "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 "
     "16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31",
     0xffffffff},
    {"H06", WL_SHFL_DOWN, 33, 32,
     "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 "
     "17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 31",
     0x80000000},
    {"H07", WL_SHFL_XOR, 1, 32,
     "1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 "
     "17 16 19 18 21 20 23 22 25 24 27 26 29 28 31 30",
     0x00000000},
    {"H08", WL_SHFL_XOR, 16, 32,
     "16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 "
     "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
     0x00000000},
    {"H09", WL_SHFL_XOR, 4, 8,
     "4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 "
     "20 21 22 23 16 17 18 19 28 29 30 31 24 25 26 27",
     0x00000000},
    {"H10", WL_SHFL_XOR, 8, 8,
     "0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 "
     "16 17 18 19 20 21 22 23 16 17 18 19 20 21 22 23",
     0x00ff00ff},
    {"H11", WL_SHFL_XOR, 16, 16,
     "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 "
     "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
     0x0000ffff},
    {"H12", WL_SHFL_IDX, 0, 32,
     "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
     "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
     0x00000000},
    {"H13", WL_SHFL_IDX, 5, 8,
     "5 5 5 5 5 5 5 5 13 13 13 13 13 13 13 13 "
     "21 21 21 21 21 21 21 21 29 29 29 29 29 29 29 29",
     0x00000000},
    {"H14", WL_SHFL_IDX, 9, 8,
     "1 1 1 1 1 1 1 1 9 9 9 9 9 9 9 9 "
     "17 17 17 17 17 17 17 17 25 25 25 25 25 25 25 25",
     0x00000000},
    {"H15", WL_SHFL_IDX, 31, 16,
     "15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 "
     "31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31",
     0x00000000},
    {"H16", WL_SHFL_IDX, 33, 32,
     "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
     "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
     0x00000000},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_shuffle(rows[i].id, rows[i].mode, rows[i].arg, rows[i].width, rows[i].sources,
                  rows[i].out_of_range);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_global_loads), cmocka_unit_test(test_stores),
    cmocka_unit_test(test_shared_words), cmocka_unit_test(test_shared_wide),
    cmocka_unit_test(test_constant),     cmocka_unit_test(test_atomics),
    cmocka_unit_test(test_two_warps),
    cmocka_unit_test(test_copies),       cmocka_unit_test(test_matrices),
    cmocka_unit_test(test_shuffles),
  };
  return cmocka_run_group_tests_name("vectors", tests, NULL, NULL);
}
