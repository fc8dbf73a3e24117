/* Packed steps: what goes in comes out, and no bytes do harm. */
#include "core/trace/step.h"

#include <stdlib.h>
#include <string.h>

#include "core/trace/pack_lanes.h"
#include "steps.h"
#include "test.h"

/* What is taken in is what was packed, but for what loads have read. */
static void take_and_pack(const struct wl_step *step, const uint8_t *packed, size_t size) {
  struct wl_step taken, want = *step;
  uint8_t again[WL_STEP_MAX];
  const struct wl_access *a = &want.access;
  bool loads = step->kind == WL_STEP_ACCESS && (a->op == WL_LOAD || a->op == WL_MATRIX_LOAD);
  bool even = step->kind == WL_STEP_ACCESS && a->mask == UINT32_MAX;
  for (unsigned i = 2; i < WL_LANES; i++)
    even = even && a->address[i] - a->address[i - 1] == a->address[1] - a->address[0];
  memset(&taken, 0, sizeof taken);
  assert_int_equal(wl_step_take(packed, size, &taken), size);
  assert_true(taken.access.even == even);
  want.access.even = even;
  if (loads) memset(want.value, 0, sizeof want.value);
  assert_memory_equal(&taken, &want, sizeof want);
  if (loads) return;
  assert_int_equal(wl_step_pack(&taken, again), size);
  assert_memory_equal(again, packed, size);
}

static void round_trips(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int round = 0; round < 200000; round++) {
    struct wl_step step, back;
    uint8_t packed[WL_STEP_MAX];
    random_step(&seed, &step);
    memset(&back, 0x5a, sizeof back);
    size_t size = wl_step_pack(&step, packed);
    assert_true(size > 0 && size <= WL_STEP_MAX);
    assert_int_equal(wl_step_unpack(packed, size, &back), size);
    assert_memory_equal(&back, &step, sizeof step);
    take_and_pack(&step, packed, size);
    bool asked;
    memset(&back, 0x5a, sizeof back);
    assert_true(wl_step_glance(packed, size, &back, &asked));
    assert_int_equal(asked, step.question != 0);
    assert_memory_equal(&back.place, &step.place, sizeof step.place);
    assert_true(back.kind == step.kind && back.block == step.block && back.warp == step.warp &&
                back.phase == step.phase && back.live == step.live && back.array == step.array &&
                back.iteration == step.iteration && back.access.mask == step.access.mask);
    for (size_t few = 0; few < 2; few++)
      assert_false(wl_step_glance(packed, few, &back, &asked));
  }
}

/* Lanes outside the mask and fields without meaning leave no trace. */
static void what_has_no_meaning_is_dropped(void **state) {
  (void)state;
  uint64_t seed = 4;
  for (int round = 0; round < 20000; round++) {
    struct wl_step clean, dirty, back;
    uint8_t packed[WL_STEP_MAX], same[WL_STEP_MAX];
    random_step(&seed, &clean);
    dirty = clean;
    for (unsigned i = 0; i < WL_LANES; i++) {
      bool on = clean.access.mask >> i & 1;
      if (!on || clean.kind != WL_STEP_ACCESS) dirty.access.address[i] = test_random(&seed);
      if (!on || !clean.has_values) dirty.value[i] = test_random(&seed);
      if (!on || !clean.has_values) dirty.result[i] = test_random(&seed);
      if (!on || clean.kind != WL_STEP_SHUFFLE) dirty.source[i] = (uint8_t)test_random(&seed);
    }
    if (clean.kind != WL_STEP_MARK) strcpy(dirty.text, "not a mark");
    size_t size = wl_step_pack(&clean, same);
    assert_int_equal(wl_step_pack(&dirty, packed), size);
    assert_memory_equal(packed, same, size);
    assert_int_equal(wl_step_unpack(packed, size, &back), size);
    assert_memory_equal(&back, &clean, sizeof back);
  }
}

/* Unpacks from a heap block of just that size, so that a read past it is seen. */
static size_t unpack_exactly(const uint8_t *bytes, size_t size, struct wl_step *step) {
  uint8_t *copy = malloc(size ? size : 1);
  assert_non_null(copy);
  memcpy(copy, bytes, size);
  size_t length = wl_step_unpack(copy, size, step);
  free(copy);
  return length;
}

static void a_part_of_a_step_wants_more(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 2000; round++) {
    struct wl_step step, back;
    uint8_t packed[WL_STEP_MAX + 8];
    random_step(&seed, &step);
    size_t size = wl_step_pack(&step, packed);
    for (size_t part = 0; part < size; part++)
      assert_int_equal(unpack_exactly(packed, part, &back), 0);
    memset(packed + size, 0xff, 8); /* the next step does not matter */
    assert_int_equal(unpack_exactly(packed, size + 8, &back), size);
    assert_memory_equal(&back, &step, sizeof back);
  }
}

static void assert_step_is_sound(const struct wl_step *s) {
  assert_true(s->kind < WL_STEP_KINDS);
  assert_true(s->type.scalar < WL_SCALARS && s->type.components <= 4);
  assert_true(s->name < WL_STEP_NAMES && s->shuffle_mode < WL_SHFL_MODES);
  assert_non_null(memchr(s->text, '\0', sizeof s->text));
  for (unsigned i = 0; i < WL_LANES; i++) assert_true(s->source[i] < WL_LANES);
  assert_int_equal(s->goes_on & ~s->access.mask, 0);
  if (s->kind == WL_STEP_SHUFFLE) {
    unsigned width = s->shuffle_width;
    assert_true(width >= 1 && width <= 32 && (width & (width - 1)) == 0);
  }
  if (s->kind != WL_STEP_ACCESS) return;
  unsigned width = s->access.width;
  assert_true(width >= 1 && width <= 16 && (width & (width - 1)) == 0);
  assert_true(s->access.space < WL_SPACES && s->access.op < WL_OPS);
  assert_true(s->access.cache < WL_CACHES && s->type.components >= 1);
}

/* Whatever is taken for a step is one, and packs and unpacks to itself. */
static void try_bytes(const uint8_t *bytes, size_t size) {
  struct wl_step step, back;
  uint8_t packed[WL_STEP_MAX];
  size_t length = unpack_exactly(bytes, size, &step);
  if (length == 0 || length == SIZE_MAX) return;
  assert_true(length <= size);
  assert_step_is_sound(&step);
  size_t again = wl_step_pack(&step, packed);
  assert_true(again <= WL_STEP_MAX);
  assert_int_equal(wl_step_unpack(packed, again, &back), again);
  assert_memory_equal(&back, &step, sizeof step);
}

static void garbage_does_no_harm(void **state) {
  (void)state;
  uint64_t seed = 6;
  uint8_t bytes[WL_STEP_MAX + 64];
  for (int round = 0; round < 100000; round++) {
    size_t size = test_below(&seed, sizeof bytes);
    for (size_t i = 0; i < size; i += 8) {
      uint64_t eight = test_random(&seed);
      memcpy(bytes + i, &eight, size - i < 8 ? size - i : 8);
    }
    if (size > 0) bytes[0] &= 0xfb; /* kinds that exist */
    if (size > 1) bytes[1] = (uint8_t)(bytes[1] & 0x37);
    try_bytes(bytes, size);
  }
  for (int round = 0; round < 100000; round++) { /* damaged steps */
    struct wl_step step;
    random_step(&seed, &step);
    size_t size = wl_step_pack(&step, bytes);
    for (uint32_t n = 1 + test_below(&seed, 3); n > 0; n--)
      bytes[test_below(&seed, (uint32_t)size)] ^= (uint8_t)(1u << test_below(&seed, 8));
    try_bytes(bytes, size);
  }
}

/* Only lanes that take part in a step of a loop can go on to its next one: where none takes part,
 * none can. */
static void only_active_lanes_go_on(void **state) {
  (void)state;
  static const struct { uint32_t mask, goes_on; bool good; } rows[] = {
    {0xff, 0xff, true}, {0xff, 0x0f, true},  {0xff, 0, true},           {0, 0, true},
    {0xff, 0x1ff, false}, {0xfe, 1, false}, {0xff, 1u << 31, false}, {0, 1, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_step step, back;
    uint8_t packed[WL_STEP_MAX];
    typical_step(0, &step);
    step.has_values = false;
    step.access.space = WL_SHARED;
    step.access.form = WL_FORM_LOOP;
    step.access.mask = rows[i].mask;
    step.goes_on = rows[i].goes_on;
    size_t size = wl_step_pack(&step, packed);
    assert_int_equal(wl_step_unpack(packed, size, &back), rows[i].good ? size : SIZE_MAX);
    if (rows[i].good) assert_int_equal(back.goes_on, rows[i].goes_on);
  }
}

static void enough_bytes_never_want_more(void **state) {
  (void)state;
  uint64_t seed = 8;
  uint8_t bytes[WL_STEP_MAX];
  for (int round = 0; round < 100000; round++) {
    struct wl_step step;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(test_random(&seed) | 0x80);
    bytes[0] = (uint8_t)test_random(&seed);
    size_t size = wl_step_unpack(bytes, sizeof bytes, &step);
    assert_true(size != 0);
    assert_int_equal(wl_step_take(bytes, sizeof bytes, &step), size);
  }
}

static void usual_steps_are_small(void **state) {
  (void)state;
  struct wl_step step;
  uint8_t packed[WL_STEP_MAX];
  typical_step(100000, &step);
  assert_true(wl_step_pack(&step, packed) <= 32);
  uint64_t seed = 9;
  for (unsigned i = 0; i < WL_LANES; i++) { /* random floats in random places of 4 GB */
    step.access.address[i] = UINT64_C(0x7f0000000000) + (test_random(&seed) >> 32);
    step.value[i] = test_random(&seed) >> 32;
  }
  assert_true(wl_step_pack(&step, packed) < 300);
}

/* Every width of a lane's number, at its very end and just past it. */
static void numbers_at_the_ends_of_widths(void **state) {
  (void)state;
  for (unsigned bits = 1; bits <= 64; bits++)
    for (uint64_t past = 0; past < 2; past++)
      for (unsigned sign = 0; sign < 2; sign++) {
        uint64_t reach = (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1) + past;
        uint64_t v[WL_LANES] = {0, reach, 1}, back[WL_LANES];
        uint8_t packed[WL_PACK_MAX];
        if (sign) v[1] = 0 - reach;
        uint8_t *end = wl_pack_lanes(packed, v, 7, WL_ULONGLONG);
        assert_true((size_t)(end - packed) <= sizeof packed);
        struct wl_reader in = {.at = packed, .end = end};
        wl_unpack_lanes(&in, back, 7, WL_ULONGLONG);
        assert_int_equal(in.state, WL_READ_OK);
        assert_ptr_equal(in.at, end);
        assert_memory_equal(back, v, sizeof v);
      }
}

static void bad_bytes_are_told_from_missing_ones(void **state) {
  (void)state;
  static const struct {
    uint8_t bytes[12];
    size_t size;
    uint64_t most, value;
    int state;
  } rows[] = {
    {{0x7f}, 1, UINT64_MAX, 0x7f, WL_READ_OK},
    {{0x80, 0x01}, 2, UINT64_MAX, 0x80, WL_READ_OK},
    {{0x80, 0x01}, 1, UINT64_MAX, 0, WL_READ_EMPTY},
    {{0}, 0, UINT64_MAX, 0, WL_READ_EMPTY},
    {{0x80, 0x01}, 2, 0x80, 0x80, WL_READ_OK},
    {{0x80, 0x01}, 2, 0x7f, 0, WL_READ_BAD},
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, 10, UINT64_MAX, UINT64_MAX, WL_READ_OK},
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 2}, 10, UINT64_MAX, 0, WL_READ_BAD},
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, 11, UINT64_MAX, 0, WL_READ_BAD},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_reader in = {.at = rows[i].bytes, .end = rows[i].bytes + rows[i].size};
    assert_int_equal(wl_read_varint(&in, rows[i].most), rows[i].value);
    assert_int_equal(in.state, rows[i].state);
  }
  for (unsigned form = 6; form < 256; form++) { /* 8 … 13: floats */
    uint8_t bytes[20] = {(uint8_t)form};
    uint64_t v[WL_LANES];
    struct wl_reader in = {.at = bytes, .end = bytes + sizeof bytes};
    wl_unpack_lanes(&in, v, 1, WL_ULONGLONG);
    assert_int_equal(in.state, WL_READ_BAD);
    in = (struct wl_reader){.at = bytes, .end = bytes + sizeof bytes};
    wl_unpack_lanes(&in, v, 1, WL_FLOAT);
    assert_int_equal(in.state, form >= 8 && form <= 13 ? WL_READ_OK : WL_READ_BAD);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(round_trips),
    cmocka_unit_test(what_has_no_meaning_is_dropped),
    cmocka_unit_test(a_part_of_a_step_wants_more),
    cmocka_unit_test(garbage_does_no_harm),
    cmocka_unit_test(only_active_lanes_go_on),
    cmocka_unit_test(enough_bytes_never_want_more),
    cmocka_unit_test(usual_steps_are_small),
    cmocka_unit_test(numbers_at_the_ends_of_widths),
    cmocka_unit_test(bad_bytes_are_told_from_missing_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
