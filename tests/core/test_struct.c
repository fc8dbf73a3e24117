/* Layouts against those of the C compiler, and what is shown of them. */
#include "core/trace/struct_layout.h"

#include <stddef.h>
#include <string.h>

#include "test.h"

typedef struct { float x, y, z; } vec;                      /* float3 too */
typedef struct { _Alignas(16) float x; float y, z, w; } quad; /* float4 */
typedef struct { _Alignas(8) int x; int y; } pair;          /* int2 */
typedef struct { char c; float f; short s; double d; } mixed;
typedef struct { vec pos; float m; unsigned char c; quad v; int k[3]; vec ns[2]; } nested;
typedef struct { short a; pair p[2]; char tail; } pairs;
typedef struct { _Alignas(16) float x; float y, z; } padded;

enum { VEC, MIXED, NESTED, PAIRS, PADDED, STRUCTS };

struct expected { struct wl_type type; uint16_t count; size_t offset; };
#define T(scalar, components) {(uint8_t)(scalar), (uint8_t)(components)}

static const struct {
  size_t bytes, align;
  uint32_t asked;
  unsigned members;
  struct expected member[8];
} structs[STRUCTS] = {
  [VEC] = {sizeof(vec), _Alignof(vec), 1, 3,
           {{T(WL_FLOAT, 1), 0, offsetof(vec, x)}, {T(WL_FLOAT, 1), 0, offsetof(vec, y)},
            {T(WL_FLOAT, 1), 0, offsetof(vec, z)}}},
  [MIXED] = {sizeof(mixed), _Alignof(mixed), 1, 4,
             {{T(WL_CHAR, 1), 0, offsetof(mixed, c)}, {T(WL_FLOAT, 1), 0, offsetof(mixed, f)},
              {T(WL_SHORT, 1), 0, offsetof(mixed, s)}, {T(WL_DOUBLE, 1), 0, offsetof(mixed, d)}}},
  [NESTED] = {sizeof(nested), _Alignof(nested), 1, 6,
              {{T(WL_STRUCT, VEC), 0, offsetof(nested, pos)},
               {T(WL_FLOAT, 1), 0, offsetof(nested, m)},
               {T(WL_UCHAR, 1), 0, offsetof(nested, c)}, {T(WL_FLOAT, 4), 0, offsetof(nested, v)},
               {T(WL_INT, 1), 3, offsetof(nested, k)},
               {T(WL_STRUCT, VEC), 2, offsetof(nested, ns)}}},
  [PAIRS] = {sizeof(pairs), _Alignof(pairs), 1, 3,
             {{T(WL_SHORT, 1), 0, offsetof(pairs, a)}, {T(WL_INT, 2), 2, offsetof(pairs, p)},
              {T(WL_CHAR, 1), 0, offsetof(pairs, tail)}}},
  [PADDED] = {sizeof(padded), _Alignof(padded), 16, 2,
              {{T(WL_FLOAT, 1), 0, offsetof(padded, x)}, {T(WL_FLOAT, 2), 0, 8}}},
};

/* All of them; members are called a, b, c … */
static void build(struct wl_struct all[STRUCTS]) {
  memset(all, 0, STRUCTS * sizeof *all);
  for (unsigned i = 0; i < STRUCTS; i++) {
    all[i].align = 1;
    for (unsigned k = 0; k < structs[i].members; k++) {
      const struct expected *e = &structs[i].member[k];
      assert_true(wl_struct_add(all, &all[i], e->type, e->count));
      all[i].member[k].name[0] = (char)('a' + k);
    }
    wl_struct_close(&all[i], structs[i].asked);
  }
}

static void as_the_compiler(void **state) {
  (void)state;
  struct wl_struct all[STRUCTS];
  build(all);
  for (unsigned i = 0; i < STRUCTS; i++) {
    assert_int_equal(all[i].bytes, structs[i].bytes);
    assert_int_equal(all[i].align, structs[i].align);
    assert_int_equal(wl_sizeof(all, (struct wl_type){WL_STRUCT, (uint8_t)i}), structs[i].bytes);
    assert_true(wl_struct_valid(all, i));
    for (unsigned k = 0; k < structs[i].members; k++)
      assert_int_equal(all[i].member[k].offset, structs[i].member[k].offset);
  }
}

static void too_large(void **state) {
  (void)state;
  struct wl_struct all[STRUCTS], s = {.align = 1};
  build(all);
  assert_false(wl_struct_add(all, &s, (struct wl_type){WL_FLOAT, 1}, 1025));
  assert_false(wl_struct_add(all, &s, (struct wl_type){WL_STRUCT, NESTED}, UINT16_MAX));
  assert_int_equal(s.members, 0);
  assert_true(wl_struct_add(all, &s, (struct wl_type){WL_FLOAT, 1}, 1024));
  assert_false(wl_struct_add(all, &s, (struct wl_type){WL_CHAR, 1}, 0));
}

static void expect_piece(const struct wl_struct *all, unsigned s, uint32_t offset, uint32_t bytes,
                         enum wl_scalar scalar, unsigned components) {
  struct wl_type t = wl_struct_piece(all, (struct wl_type){WL_STRUCT, (uint8_t)s}, offset, bytes);
  assert_int_equal(t.scalar, scalar);
  assert_int_equal(t.components, components);
}

static void pieces(void **state) {
  (void)state;
  struct wl_struct all[STRUCTS];
  build(all);
  expect_piece(all, VEC, 8, 4, WL_FLOAT, 1);
  expect_piece(all, NESTED, 0, 16, WL_FLOAT, 4);   /* pos and m */
  expect_piece(all, NESTED, 16, 16, WL_UINT, 4);   /* c and padding */
  expect_piece(all, NESTED, 32, 16, WL_FLOAT, 4);
  expect_piece(all, NESTED, 48, 16, WL_UINT, 4);   /* k and a float */
  expect_piece(all, NESTED, 80, 16, WL_FLOAT, 4);  /* one float, the rest padding */
  expect_piece(all, MIXED, 0, 8, WL_UINT, 2);
  expect_piece(all, MIXED, 16, 8, WL_DOUBLE, 1);
  expect_piece(all, PAIRS, 8, 8, WL_INT, 2);
}

static void expect_path(const struct wl_struct *all, unsigned s, uint32_t offset,
                        const char *path) {
  char text[32];
  wl_struct_path(all, (struct wl_type){WL_STRUCT, (uint8_t)s}, offset, text, sizeof text);
  assert_string_equal(text, path);
}

static void paths(void **state) {
  (void)state;
  struct wl_struct all[STRUCTS];
  char text[4];
  build(all);
  expect_path(all, VEC, 4, ".b");
  expect_path(all, NESTED, 8, ".a.c");
  expect_path(all, NESTED, 17, ""); /* padding */
  expect_path(all, NESTED, 36, ".d");
  expect_path(all, NESTED, 56, ".e[2]");
  expect_path(all, NESTED, 76, ".f[1].b");
  wl_struct_path(all, (struct wl_type){WL_STRUCT, NESTED}, 76, text, sizeof text);
  assert_string_equal(text, ".f[");
}

/* Whatever bytes pass as sound can be shown. */
static void no_bytes_do_harm(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int round = 0; round < 20000; round++) {
    struct wl_struct all[STRUCTS];
    char text[64];
    unsigned sound = 0;
    build(all);
    for (uint32_t n = 1 + test_below(&seed, 3); n > 0; n--)
      ((uint8_t *)all)[test_below(&seed, STRUCTS) * sizeof *all + test_below(&seed, 200)] ^=
          (uint8_t)(1u << test_below(&seed, 8));
    while (sound < STRUCTS && wl_struct_valid(all, sound)) sound++;
    for (unsigned i = 0; i < sound; i++)
      wl_struct_path(all, (struct wl_type){WL_STRUCT, (uint8_t)i}, test_below(&seed, 120), text,
                     sizeof text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(as_the_compiler), cmocka_unit_test(too_large), cmocka_unit_test(pieces),
    cmocka_unit_test(paths), cmocka_unit_test(no_bytes_do_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
