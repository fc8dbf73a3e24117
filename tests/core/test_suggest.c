/* Layouts of shared arrays, against a reference that places element by element and
 * counts every instruction for every layout. */
#include <stdlib.h>
#include <string.h>

#include "core/count/count.h"
#include "core/gpu/sm.h"
#include "core/layout/suggest.h"
#include "test.h"

enum { STEPS = 12 };

struct kernel {
  struct wl_head head;
  struct wl_access access[STEPS];
  int steps;
};

static void add_array(struct wl_head *h, const char *name, struct wl_type type, unsigned dimensions,
                      uint32_t a, uint32_t b, uint32_t c) {
  struct wl_array *x = &h->array[h->arrays++];
  uint32_t align = wl_type_align(type);
  *x = (struct wl_array){.space = WL_SHARED, .dimensions = (uint8_t)dimensions, .type = type,
                         .extent = {a, b, c}, .element_bytes = wl_type_bytes(type)};
  strcpy(x->name, name);
  x->base = (h->shared_bytes + align - 1) / align * align;
  x->bytes = (uint64_t)a * b * c * x->element_bytes;
  h->shared_bytes = (uint32_t)(x->base + x->bytes);
}

static struct wl_head new_head(void) {
  return (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}};
}

/* Every lane at an element that depends on it in one of a few ways. */
static void add_access(struct kernel *k, uint64_t *seed) {
  const struct wl_array *x = &k->head.array[test_below(seed, k->head.arrays)];
  uint64_t elements = x->bytes / x->element_bytes;
  uint64_t row = x->extent[x->dimensions - 1], start = test_below(seed, (uint32_t)elements);
  uint64_t strides[] = {1, row, row + 1, 2, test_below(seed, 70), 0};
  uint64_t stride = strides[test_below(seed, 6)];
  struct wl_access *a = &k->access[k->steps++];
  *a = (struct wl_access){.space = WL_SHARED, .op = test_below(seed, 2) ? WL_LOAD : WL_STORE,
                          .width = (uint8_t)x->element_bytes,
                          .mask = test_below(seed, 3) ? UINT32_MAX
                                                      : (uint32_t)test_random(seed) | 1};
  for (unsigned i = 0; i < WL_LANES; i++)
    a->address[i] = x->base + (start + i * stride) % elements * x->element_bytes;
}

static struct wl_trace *record(const struct kernel *k) {
  struct wl_trace *t = wl_trace_create(1, 100000);
  uint8_t packed[WL_STEP_MAX];
  wl_trace_set_source(t, "x.lua", "", 0);
  wl_trace_set_head(t, &k->head);
  for (int i = 0; i < k->steps; i++) {
    struct wl_step s = {.kind = WL_STEP_ACCESS, .type = {WL_FLOAT, 1}, .live = UINT32_MAX,
                        .access = k->access[i]};
    for (int times = 0; times <= i % 3; times++)
      assert_true(wl_trace_add(t, 0, s.block, packed, wl_step_pack(&s, packed)));
  }
  wl_trace_close(t, 0);
  return t;
}

/* Where element (z, y, x) goes, said in another way than the program does. */
static long place(const struct wl_array *a, struct wl_remap r, long i) {
  long rows = a->dimensions == 3 ? a->extent[1] : 1L << 40;
  long row = a->dimensions == 1 ? 128 / a->element_bytes : a->extent[a->dimensions - 1];
  long x = i % row, y = i / row % rows, z = i / row / rows;
  if (r.kind == WL_REMAP_SWIZZLE) {
    long mix = 0;
    for (int bit = 0; bit < r.bits; bit++) mix |= (y >> (r.down + bit) & 1) << (r.shift + bit);
    x ^= mix;
    if (x >= row) return -1;
    return (z * (a->dimensions == 3 ? rows : 0) + y) * row + x;
  }
  long wide = row + (r.dimension == a->dimensions - 1 || a->dimensions == 1 ? r.pad : 0);
  long high = a->dimensions == 3 ? rows + (r.dimension == 1 ? r.pad : 0) : 0;
  return (z * high + y) * wide + x;
}

/* Wavefronts of all steps with one array laid out anew; UINT64_MAX: impossible. */
static uint64_t cost(const struct kernel *k, unsigned array, struct wl_remap r) {
  const struct wl_array *x = &k->head.array[array];
  uint64_t sum = 0;
  if (r.kind == WL_REMAP_SWIZZLE) /* no two elements in one place, none outside */
    for (long i = 0; i < (long)(x->bytes / x->element_bytes); i++)
      if (place(x, r, i) < 0 || place(x, r, i) >= (long)(x->bytes / x->element_bytes))
        return UINT64_MAX;
  for (int s = 0; s < k->steps; s++) {
    struct wl_access a = k->access[s];
    struct wl_counts c;
    bool here = a.address[0] >= x->base && a.address[0] < x->base + x->bytes;
    for (int i = 0; i < WL_LANES && here; i++)
      a.address[i] =
          x->base + (uint64_t)place(x, r, (long)(a.address[i] - x->base) / x->element_bytes) *
                        x->element_bytes;
    wl_count(wl_arch_default(), &a, &c);
    sum += (uint64_t)(1 + s % 3) * c.wavefronts;
  }
  return sum;
}

static uint64_t best_of_reference(const struct kernel *k, unsigned array) {
  uint64_t best = UINT64_MAX, n;
  const struct wl_array *x = &k->head.array[array];
  for (uint8_t dimension = 1; dimension < (x->dimensions > 1 ? x->dimensions : 2); dimension++)
    for (uint8_t pad = 0; pad <= WL_MAX_PAD; pad++)
      if ((n = cost(k, array, (struct wl_remap){WL_REMAP_PAD, dimension, pad, 0, 0, 0})) < best)
        best = n;
  unsigned least = x->element_bytes < 4 ? 4 / x->element_bytes / 2 : 0;
  for (uint8_t shift = (uint8_t)least; shift <= 5; shift++)
    for (uint8_t down = 0; down < 5; down++)
      for (uint8_t bits = 1; bits <= 5; bits++) {
        n = cost(k, array, (struct wl_remap){WL_REMAP_SWIZZLE, 0, 0, bits, down, shift});
        if (n < best) best = n;
      }
  return best;
}

/* The best that is found for each array is the best there is, and every figure is
 * what the layout really costs. */
static void test_reference(void **state) {
  (void)state;
  uint64_t seed = 7;
  struct wl_diag d;
  static struct kernel k;
  for (int round = 0; round < 60; round++) {
    static const struct wl_type types[] = {
      {WL_FLOAT, 1}, {WL_DOUBLE, 1}, {WL_SHORT, 1}, {WL_FLOAT, 4}};
    k = (struct kernel){.head = new_head()};
    for (unsigned i = 0; i <= test_below(&seed, 2); i++) {
      unsigned dimensions = 1 + test_below(&seed, 3), row = 8u << test_below(&seed, 4);
      struct wl_type type = types[test_below(&seed, 4)];
      if (dimensions == 1) add_array(&k.head, "one", type, 1, 512, 1, 1);
      else if (dimensions == 2) add_array(&k.head, "two", type, 2, 32, row, 1);
      else add_array(&k.head, "three", type, 3, 4, 8, row);
    }
    while (k.steps < STEPS) add_access(&k, &seed);
    struct wl_trace *t = record(&k);
    struct wl_suggestions *s = wl_suggest(t, wl_arch_default(), &d);
    assert_non_null(s);
    for (unsigned array = 0; array < k.head.arrays; array++) {
      uint64_t best = best_of_reference(&k, array), found = s->wavefronts;
      for (size_t i = 0; i < s->count; i++) {
        const struct wl_suggestion *n = &s->list[i];
        if (n->array != array) continue;
        assert_int_equal(n->wavefronts, cost(&k, array, n->remap[array]));
        if (n->wavefronts < found) found = n->wavefronts;
      }
      assert_int_equal(found, best);
    }
    for (size_t i = 0; i < s->count; i++) {
      assert_true(s->list[i].wavefronts < s->wavefronts);
      if (i) assert_true(s->list[i - 1].wavefronts <= s->list[i].wavefronts);
    }
    wl_suggestions_destroy(s);
    wl_trace_destroy(t);
  }
}

static struct wl_suggestions *suggest(const struct kernel *k) {
  struct wl_diag d;
  struct wl_trace *t = record(k);
  struct wl_suggestions *s = wl_suggest(t, wl_arch_default(), &d);
  assert_non_null(s);
  wl_trace_destroy(t);
  return s;
}

static void column(struct kernel *k, unsigned array, unsigned width) {
  const struct wl_array *x = &k->head.array[array];
  struct wl_access *a = &k->access[k->steps++];
  *a = (struct wl_access){.space = WL_SHARED, .width = (uint8_t)width, .mask = UINT32_MAX};
  for (unsigned i = 0; i < WL_LANES; i++)
    a->address[i] = x->base + (uint64_t)i * x->extent[1] * x->element_bytes;
}

static void expect_text(const struct kernel *k, const struct wl_suggestion *n, const char *text) {
  char found[256];
  wl_remap_text(&k->head, n->array, &n->remap[n->array], found, sizeof found);
  assert_string_equal(found, text);
}

/* The tile of every lecture. */
static void test_tile(void **state) {
  (void)state;
  struct kernel k = {.head = new_head()};
  add_array(&k.head, "tile", (struct wl_type){WL_FLOAT, 1}, 2, 32, 32, 1);
  column(&k, 0, 4);
  struct wl_suggestions *s = suggest(&k);
  assert_int_equal(s->wavefronts, 32);
  assert_int_equal(s->count, 2);
  expect_text(&k, &s->list[0], "tile[y][x ~ (y & 31)]");
  expect_text(&k, &s->list[1], "shared(\"tile\", float, 32, 33)");
  assert_int_equal(s->list[0].shared_bytes, 4096);
  assert_int_equal(s->list[1].shared_bytes, 4224);
  struct wl_trace *t = record(&k), *moved = wl_remap_trace(t, s->list[1].remap);
  struct wl_step step;
  assert_true(wl_trace_get(moved, 0, &step));
  for (unsigned i = 0; i < WL_LANES; i++) assert_int_equal(step.access.address[i], i * 33 * 4);
  assert_int_equal(wl_trace_head(moved)->shared_bytes, 4224);
  assert_int_equal(wl_trace_head(moved)->array[0].extent[1], 33);
  wl_trace_destroy(moved);
  wl_trace_destroy(t);
  wl_suggestions_destroy(s);
}

/* Accesses of 16 bytes to an array of floats must not be torn. */
static void test_wide(void **state) {
  (void)state;
  struct kernel k = {.head = new_head()};
  add_array(&k.head, "tile", (struct wl_type){WL_FLOAT, 1}, 2, 32, 32, 1);
  column(&k, 0, 16);
  struct wl_suggestions *s = suggest(&k);
  assert_int_equal(s->count, 2);
  expect_text(&k, &s->list[0], "tile[y][x ~ ((y & 7) << 2)]");
  expect_text(&k, &s->list[1], "shared(\"tile\", float, 32, 36)");
  wl_suggestions_destroy(s);
}

/* Two arrays: each on its own, then together, which is best. */
static void test_together(void **state) {
  (void)state;
  struct kernel k = {.head = new_head()};
  add_array(&k.head, "a", (struct wl_type){WL_FLOAT, 1}, 2, 32, 32, 1);
  add_array(&k.head, "b", (struct wl_type){WL_FLOAT, 1}, 2, 32, 32, 1);
  column(&k, 0, 4);
  column(&k, 1, 4);
  struct wl_suggestions *s = suggest(&k);
  assert_int_equal(s->count, 5);
  assert_int_equal(s->list[0].array, WL_NO_ARRAY);
  assert_int_equal(s->list[0].wavefronts, 1 + 2 * 1);
  assert_int_equal(s->list[1].wavefronts, 32 + 2 * 1); /* b is used twice as often */
  wl_suggestions_destroy(s);
}

/* Lanes of one instruction at the arrays before and behind `b`, at all banks: a column more
 * of b moves one of them, and that is counted. */
static void test_around(void **state) {
  (void)state;
  struct kernel k = {.head = new_head()};
  add_array(&k.head, "a", (struct wl_type){WL_FLOAT, 1}, 1, 32, 1, 1);
  add_array(&k.head, "b", (struct wl_type){WL_FLOAT, 1}, 2, 31, 32, 1);
  add_array(&k.head, "c", (struct wl_type){WL_FLOAT, 1}, 1, 32, 1, 1);
  struct wl_access *both = &k.access[k.steps++];
  *both = (struct wl_access){.space = WL_SHARED, .width = 4, .mask = UINT32_MAX};
  for (unsigned i = 0; i < WL_LANES; i++)
    both->address[i] = k.head.array[i % 2 ? 2 : 0].base + 4 * i;
  column(&k, 1, 4);
  k.access[1].mask = INT32_MAX; /* b has 31 rows */
  struct wl_suggestions *s = suggest(&k);
  assert_int_equal(s->wavefronts, 1 + 2 * 31);
  bool padded = false;
  for (size_t i = 0; i < s->count; i++) {
    const struct wl_suggestion *n = &s->list[i];
    if (n->array != 1 || n->remap[1].kind != WL_REMAP_PAD) continue;
    assert_int_equal(n->remap[1].pad, 1);
    assert_int_equal(n->wavefronts, 2 + 2 * 1);
    padded = true;
  }
  assert_true(padded);
  wl_suggestions_destroy(s);
}

static void test_nothing(void **state) {
  (void)state;
  struct kernel k = {.head = new_head()};
  add_array(&k.head, "tile", (struct wl_type){WL_FLOAT, 1}, 2, 32, 33, 1);
  column(&k, 0, 4);
  struct wl_suggestions *s = suggest(&k);
  assert_int_equal(s->count, 0);
  assert_int_equal(s->wavefronts, s->ideal);
  wl_suggestions_destroy(s);
  k.steps = 0; /* declared, never used */
  k.head.array[0].extent[1] = 32;
  s = suggest(&k);
  assert_int_equal(s->count, 0);
  wl_suggestions_destroy(s);
  /* A padding that no block could have is none. */
  struct kernel full = {.head = new_head()};
  uint32_t words = wl_arch_default()->sm->block_shared / 4;
  add_array(&full.head, "s", (struct wl_type){WL_FLOAT, 1}, 2, words / 32, 32, 1);
  column(&full, 0, 4);
  s = suggest(&full);
  assert_int_equal(s->count, 1);
  assert_int_equal(s->list[0].remap[0].kind, WL_REMAP_SWIZZLE);
  wl_suggestions_destroy(s);
}

/* A copy is judged by where it goes, wherever it comes from. */
static void test_copies(void **state) {
  (void)state;
  for (unsigned spread = 0; spread < 2; spread++) {
    struct kernel k = {.head = new_head()};
    add_array(&k.head, "tile", (struct wl_type){WL_FLOAT, 1}, 2, 32, 32, 1);
    struct wl_access *a = &k.access[k.steps++];
    *a = (struct wl_access){.space = WL_GLOBAL, .op = WL_COPY, .width = 16, .mask = UINT32_MAX};
    for (unsigned i = 0; i < WL_LANES; i++) {
      a->address[i] = 1 << 20 | (spread ? i * 4096 : i * 16);
      a->second[i] = i * 16;
    }
    struct wl_suggestions *s = suggest(&k);
    assert_int_equal(s->wavefronts, 4);
    assert_int_equal(s->ideal, 4);
    wl_suggestions_destroy(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_tile), cmocka_unit_test(test_wide), cmocka_unit_test(test_together),
    cmocka_unit_test(test_around), cmocka_unit_test(test_nothing),
    cmocka_unit_test(test_reference), cmocka_unit_test(test_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
