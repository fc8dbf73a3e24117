/* Heads: coordinates, elements by address, and what is refused. */
#include "core/trace/trace_head.h"

#include <string.h>

#include "test.h"

static struct wl_head sound(void) {
  struct wl_head h;
  memset(&h, 0, sizeof h);
  for (unsigned i = 0; i < 3; i++) h.grid[i] = 2 + i, h.block[i] = 1;
  h.block[0] = 40;
  h.block[1] = 2;
  h.arrays = h.params = 1;
  h.array[0] = (struct wl_array){.name = "a", .dimensions = 2, .type = {WL_FLOAT, 1},
                                 .extent = {4, 33, 1}, .element_bytes = 4, .base = 4096,
                                 .bytes = 4 * 33 * 4};
  return h;
}

static void coordinates(void **state) {
  (void)state;
  struct wl_head h = sound();
  uint32_t xyz[3];
  assert_int_equal(wl_head_blocks(&h), 24);
  assert_int_equal(wl_head_warps(&h), 3); /* 80 threads */
  wl_head_block(&h, 23, xyz);
  assert_memory_equal(xyz, ((uint32_t[]){1, 2, 3}), sizeof xyz);
  wl_head_block(&h, 7, xyz);
  assert_memory_equal(xyz, ((uint32_t[]){1, 0, 1}), sizeof xyz);
  wl_head_thread(&h, 1, 8, xyz);
  assert_memory_equal(xyz, ((uint32_t[]){0, 1, 0}), sizeof xyz);
}

static void elements(void **state) {
  (void)state;
  struct wl_head h = sound();
  struct wl_array *a = &h.array[0];
  char text[32];
  wl_head_element(&h, 0, 4096, text, sizeof text);
  assert_string_equal(text, "[0][0]");
  wl_head_element(&h, 0, 4096 + (3 * 33 + 17) * 4 + 2, text, sizeof text);
  assert_string_equal(text, "[3][17]");
  wl_head_element(&h, 0, 4095, text, sizeof text);
  assert_string_equal(text, "");
  wl_head_element(&h, 0, 4096 + 4 * 33 * 4, text, sizeof text);
  assert_string_equal(text, "");
  a->dimensions = 3;
  a->extent[0] = 2, a->extent[1] = 2, a->extent[2] = 33;
  wl_head_element(&h, 0, 4096 + (3 * 33 + 17) * 4, text, sizeof text);
  assert_string_equal(text, "[1][1][17]");
  wl_head_element(&h, 0, 4096 + (3 * 33 + 17) * 4, text, 6);
  assert_string_equal(text, "[1][1");
}

/* Sets one byte of a sound head; every such head is refused. */
#define REFUSED(change)             \
  do {                              \
    struct wl_head h = sound();     \
    assert_true(wl_head_valid(&h)); \
    change;                         \
    assert_false(wl_head_valid(&h)); \
  } while (0)

static void bad_heads(void **state) {
  (void)state;
  REFUSED(memset(h.title, 'x', sizeof h.title));
  REFUSED(memset(h.about, 'x', sizeof h.about));
  REFUSED(h.grid[1] = 0);
  REFUSED(h.block[2] = 0);
  REFUSED(h.block[0] = h.block[1] = 65536);
  REFUSED(h.grid[0] = h.grid[1] = h.grid[2] = UINT32_MAX);
  REFUSED(h.arrays = WL_MAX_ARRAYS + 1);
  REFUSED(h.params = WL_MAX_PARAMS + 1);
  REFUSED(memset(h.array[0].name, 'x', sizeof h.array[0].name));
  REFUSED(h.array[0].space = WL_SPACES);
  REFUSED(h.array[0].dimensions = 0);
  REFUSED(h.array[0].dimensions = 4);
  REFUSED(h.array[0].type.scalar = WL_SCALARS);
  REFUSED(h.array[0].type.components = 0);
  REFUSED(h.array[0].type.components = 5);
  REFUSED(h.array[0].extent[1] = 0);
  REFUSED(h.array[0].extent[2] = 2);
  REFUSED(h.array[0].element_bytes = 0);
  REFUSED(h.array[0].base = UINT64_MAX);
  REFUSED((h.array[0].space = WL_SHARED, h.array[0].base = UINT32_MAX));
  REFUSED(h.structs = WL_MAX_STRUCTS + 1);
  REFUSED(h.structs = 1); /* one without members */
  REFUSED(h.array[0].type.scalar = WL_STRUCT);
  REFUSED(h.param[0].kind = WL_PARAM_CHOICE + 1);
  REFUSED(h.param[0].choices = WL_MAX_CHOICES + 1);
  REFUSED(memset(h.param[0].name, 'x', sizeof h.param[0].name));
  REFUSED(memset(h.param[0].value, 'x', sizeof h.param[0].value));
  REFUSED(memset(h.param[0].initial, 'x', sizeof h.param[0].initial));
  REFUSED(memset(h.param[0].help, 'x', sizeof h.param[0].help));
  REFUSED((h.param[0].choices = 1, memset(h.param[0].choice[0], 'x', 32)));
}

static void no_bytes_do_harm(void **state) {
  (void)state;
  uint64_t seed = 31;
  for (int round = 0; round < 20000; round++) {
    static struct wl_head h;
    h = sound();
    for (uint32_t n = 1 + test_below(&seed, 4); n > 0; n--)
      ((uint8_t *)&h)[test_below(&seed, 16) ? test_below(&seed, 1000)
                                           : test_below(&seed, sizeof h)] ^=
        (uint8_t)(1u << test_below(&seed, 8));
    if (!wl_head_valid(&h)) continue;
    uint32_t xyz[3];
    char text[64];
    wl_head_block(&h, (uint32_t)test_random(&seed), xyz);
    wl_head_thread(&h, 0, 31, xyz);
    for (unsigned i = 0; i < h.arrays; i++)
      wl_head_element(&h, i, h.array[i].base + test_below(&seed, 600), text, sizeof text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(coordinates),
    cmocka_unit_test(elements),
    cmocka_unit_test(bad_heads),
    cmocka_unit_test(no_bytes_do_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
