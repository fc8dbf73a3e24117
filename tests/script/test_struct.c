/* Structs: what accesses they make, what they hold, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "script.h"

#define VEC "local V = struct('V', {'x', float}, {'y', float}, {'z', float})\n"

/* The steps on a source line: how many, each so wide, `stride` bytes from lane to
 * lane, and beginning at these offsets of the array. */
static void expect_accesses(struct wl_run *run, uint32_t line, enum wl_op op, unsigned width,
                            uint64_t stride, unsigned count, const uint64_t *offset) {
  const struct wl_trace *t = wl_run_trace(run);
  unsigned found = 0;
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(t, i, &s); i++) {
    if (s.place.line != line || s.access.op != op) continue;
    uint64_t base = wl_trace_head(t)->array[s.array].base;
    assert_true(found < count);
    assert_int_equal(s.access.width, width);
    for (unsigned lane = 0; lane < 32; lane++)
      assert_int_equal(s.access.address[lane] - base, offset[found] + lane * stride);
    found++;
  }
  assert_int_equal(found, count);
}

/* What nvcc 13.0 makes of `T q = in[i]; out[i] = q;` (ld.global, st.global of its
 * PTX for sm_90): pieces of the alignment, 16 bytes at most, padding and all. */
static void test_whole(void **state) {
  (void)state;
  static const struct { const char *type; unsigned bytes, width; } rows[] = {
    {"struct('T', {'x', float}, {'y', float}, {'z', float})", 12, 4},
    {"struct('T', {'x', float}, {'y', float}, {'z', float}, {'w', float})", 16, 4},
    {"struct('T', {'x', float}, {'y', float}, {'z', float}, {align = 16})", 16, 16},
    {"struct('T', {'x', float}, {'y', float}, {'z', float}, {align = 8})", 16, 8},
    {"struct('T', {'v', float4})", 16, 16},
    {"struct('T', {'v', float3}, {'id', int})", 16, 4},
    {"struct('T', {'v', float, 5})", 20, 4},
    {"struct('T', {'c', char}, {'f', float}, {'s', short}, {'d', double})", 24, 8},
    {"struct('T', {'p', struct('P', {'x', float}, {'y', float})}, {'q', float4}, {'n', int})",
     48, 16},
    {"struct('T', {'a', short}, {'b', short})", 4, 2},
    {"struct('T', {'d', double2}, {'i', int})", 32, 16},
    {"float3", 12, 4},
    {"double4", 32, 16},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[512];
    uint64_t offset[8];
    unsigned count = rows[i].bytes / rows[i].width;
    for (unsigned k = 0; k < count; k++) offset[k] = k * rows[i].width;
    snprintf(text, sizeof text, "local T = %s\nlocal a, b = global('a', T, 32), global('b', T, 32)"
             "\nfunction kernel()\nlocal i = threadIdx.x\nlocal q = a[i]\nb[i] = q\nend",
             rows[i].type);
    struct wl_run *run = run_kernel(text);
    expect_accesses(run, 5, WL_LOAD, rows[i].width, rows[i].bytes, count, offset);
    expect_accesses(run, 6, WL_STORE, rows[i].width, rows[i].bytes, count, offset);
    wl_run_destroy(run);
  }
}

/* A member is an access of its own, however deep it lies. */
static void test_members(void **state) {
  (void)state;
  struct wl_run *run = run_kernel(
      VEC
      "local P = struct('P', {'c', char}, {'pos', V}, {'v', float4}, {'k', int, 3}, {'n', V, 2})\n"
      "local p, s = global('p', P, 40), shared('s', P, 32)\n"
      "function kernel()\n"
      "  local i = threadIdx.x\n"
      "  p[i].pos.y = 1\n"               /* line 6: 8 */
      "  local a = p[i].pos\n"           /* 4, 8, 12 */
      "  local b = p[i].v\n"             /* 16 */
      "  p[i].v.w = b.x + a.x\n"         /* 28 */
      "  p[i + 1].k[i % 1 + 2] = 1\n"    /* 80 + 40 */
      "  p[i].n[1] = p[i].n[0]\n"        /* 44 … 52, 56 … 64 */
      "  p[i].n[1].z = 1\n"              /* 64 */
      "  s[i].k[0] = i\n"                /* 32 */
      "  p[i]['c'] = 1\n"                /* 0 */
      "end");
  expect_accesses(run, 6, WL_STORE, 4, 80, 1, (uint64_t[]){8});
  expect_accesses(run, 7, WL_LOAD, 4, 80, 3, (uint64_t[]){4, 8, 12});
  expect_accesses(run, 8, WL_LOAD, 16, 80, 1, (uint64_t[]){16});
  expect_accesses(run, 9, WL_STORE, 4, 80, 1, (uint64_t[]){28});
  expect_accesses(run, 10, WL_STORE, 4, 80, 1, (uint64_t[]){120});
  expect_accesses(run, 11, WL_LOAD, 4, 80, 3, (uint64_t[]){44, 48, 52});
  expect_accesses(run, 11, WL_STORE, 4, 80, 3, (uint64_t[]){56, 60, 64});
  expect_accesses(run, 12, WL_STORE, 4, 80, 1, (uint64_t[]){64});
  expect_accesses(run, 13, WL_STORE, 4, 80, 1, (uint64_t[]){32});
  expect_accesses(run, 14, WL_STORE, 1, 80, 1, (uint64_t[]){0});
  assert_int_equal(step_at(run, 8, 0).type.components, 4);
  assert_int_equal(step_at(run, 10, 0).type.scalar, WL_INT);
  wl_run_destroy(run);
}

/* The kernel stores `expression`, the same in all lanes. */
static void expect_number(const char *file, const char *statements, const char *expression,
                         double value) {
  char text[1024];
  snprintf(text, sizeof text, VEC "local o = global('out', double, 32) %s\n"
           "function kernel() local i = threadIdx.x %s\no[i] = %s\nend", file, statements,
           expression);
  struct wl_run *run = run_kernel(text);
  struct wl_step s = step_at(run, 4, 0);
  for (unsigned n = 1; s.access.op != WL_STORE; n++) s = step_at(run, 4, n);
  double found = wl_scalar_to_double(WL_DOUBLE, s.value[0]);
  if (found != value) fail_msg("%s: %g, not %g", expression, found, value);
  wl_run_destroy(run);
}

static void test_values(void **state) {
  (void)state;
  const char *fill = "local p = global('p', V, 32)"
                     ":fill(function(i) return V{1, 2.5, z = i + 3} end)";
  expect_number(fill, "", "p[0].x + p[0].y + p[0].z", 6.5);
  expect_number(fill, "local q = p[0] q.x = 9", "q.x + q.y + q.z + p[0].x", 15.5);
  expect_number(fill, "p[i] = {x = 1, y = 1, z = 0.1}", "p[i].z", (double)0.1f);
  expect_number(fill, "p[i] = V{}", "p[i].y", 0);
  expect_number("local p = global('p', V, 32):fill(V{4, 5, 6}) p[2].y = 7", "",
               "p[2].x + p[2].y", 11);
  expect_number("local B = struct('B', {'n', uchar, 4}, {'v', V}) local b = global('b', B, 32)"
               ":fill(B{{1, 2, 300}, {7, y = 8}})", "local q = b[i]",
               "q.n[0] + q.n[1] * 10 + q.n[2] * 100 + q.n[3] * 1000 + q.v.x + q.v.y", 4436);
  expect_number("local p = shared('p', V, 32)", "p[i] = V{i, 1} __syncwarp()", "p[31 - i].x", 31);
  expect_number("local g = global('g', float, 96):fill(function(i) return i end)",
               "local p = as(V, g)", "p[2].z + #p + #g", 136);
  expect_number("local p = localmem('p', V, 8)", "p[3] = V{i, 2} p[3].z = 5",
                "p[3].y + p[3].z", 7);
  expect_number(fill, "", "as(float, p)[1] + as(float2, p, 2)[0].y", 5);
  expect_number(fill, "local function norm(q) return q.x * q.y end", "norm(p[i])", 2.5);
}

static void test_sizes(void **state) {
  (void)state;
  expect_number("", "", "sizeof(V)", 12);
  expect_number("local W = struct('W', {'v', V}, {'d', double})", "", "sizeof(W)", 24);
  expect_number("", "", "sizeof(float4) + sizeof(uchar)", 17);
  expect_number("local p = global('p', V, 4, 8)", "", "sizeof(p) + sizeof(p[0])", 384 + 96);
}

static void expect_error(const char *text, const char *what, const char *hint) {
  struct wl_run *run = run_text(text, NULL, 1);
  const struct wl_diag *d = expect_failure(run);
  assert_string_equal(d->what, what);
  if (hint != NULL) assert_non_null(strstr(d->hint, hint));
  wl_run_destroy(run);
}

#define KERNEL(statements) VEC "local p = global('p', V, 8)\nfunction kernel() " statements " end"

static void test_errors(void **state) {
  (void)state;
  expect_error(KERNEL("p[0].w = 1"), "V has no member \"w\"", NULL);
  expect_error(KERNEL("local a = p[0].X"), "V has no member \"X\"", "its members are x, y, z");
  expect_error(KERNEL("p[0] = 1"), "p holds V, and the value is a number", NULL);
  expect_error(KERNEL("p[0] = {x = 1, y = 2}"),
               "p holds V, and the value is a table whose .z is nil", NULL);
  expect_error(KERNEL("p[0] = {x = 1, y = 2, z = 3, w = 4}"),
               "p holds V, and the value is a table with a field w, which V does not have", NULL);
  expect_error(KERNEL("local f = as(float4, p, 0) local v = f[0] v.q = 1 f[0] = v"),
               "p holds float4, and the value is a table with a field q, which float4 does "
               "not have",
               NULL);
  for (int i = 0; i < 8; i++) /* of several it is always the same one */
    expect_error(KERNEL("as(float2, p, 0)[0] = {x = 1, y = 2, z = 3, w = 4, v = 5, u = 6}"),
                 "p holds float2, and the value is a table with a field u, which float2 does "
                 "not have", NULL);
  for (int i = 0; i < 8; i++)
    expect_error(KERNEL("p[0] = {x = 1, y = 2, z = 3, d = 4, c = 5, b = 6, [9] = 0}"),
                 "p holds V, and the value is a table with a field 9, which V does not have", NULL);
  expect_error(KERNEL("as(float2, p, 0)[0] = {x = 1, y = 2, [3] = 3}"),
               "p holds float2, and the value is a table with a field 3, which float2 does "
               "not have",
               NULL);
  expect_error(KERNEL("as(float2, p, 0)[0] = {x = 1, y = 2, [{}] = 3}"),
               "p holds float2, and the value is a table with a field ?, which float2 does "
               "not have",
               NULL);
  expect_error(KERNEL("p[0] = V{1, 2, 3, 4}"),
               "V: it is a table with a field 4, which V does not have", NULL);
  expect_error(KERNEL("p[0] = V(1, 2, 3)"), "write V{...}, with the members in order or by name",
               NULL);
  expect_error(KERNEL("p[0][1] = 1"), "a V has members with names, such as .x", NULL);
  expect_error(KERNEL("p[9].x = 1"), "p[9]: index 9 is outside 0 … 7", NULL);
  expect_error(KERNEL("atomicAdd(p, 0, 1)"), "atomicAdd() does not work on V", NULL);
  expect_error(KERNEL("local a = __ldg(p, 0)"), "__ldg() loads numbers and vectors, not structs",
               NULL);
  expect_error("local B = struct('B', {'n', int, 4})\nlocal b = global('b', B, 8)\n"
               "function kernel() b[2].n[4] = 1 end",
               "b[2].n[4]: index 4 is outside 0 … 3", NULL);
  expect_error("local B = struct('B', {'n', int, 4})\nlocal b = global('b', B, 8)\n"
               "function kernel() b[2].n = 1 end", "b[2].n is a whole row, not an element", NULL);
  expect_error(VEC "texture('t', V, 8)", "texture(): no texel is a V: it has 1, 2 or 4 components "
               "of at most 4 bytes", NULL);
  expect_error("struct('B')", "struct(): \"B\" has no members", "struct(name");
  expect_error("struct('B', {'x', 'float'})", "struct(): the type of \"x\" is a string",
               "without quotes");
  expect_error("struct('B', {'x', float}, {'x', int})", "struct(): there are two members \"x\"",
               NULL);
  expect_error("struct('B', {'x y', float})", "struct(): \"x y\" cannot be the name of a member",
               NULL);
  expect_error("struct('B', {'x', float}, {align = 12})",
               "struct(): an alignment is a power of two, not 12", NULL);
  expect_error("struct('B', {'x', float, 2000})", "struct(): more than 4096 bytes", NULL);
  expect_error("struct('B', {'x', char, 300})",
               "struct(): to move a whole \"B\" takes more than 256 accesses", NULL);
  expect_error("struct('B', float)", "struct(): argument 2 is a type, not a member in braces",
               NULL);
  expect_error("sizeof(3)", "sizeof(): argument 1 is a number, not a type or an array", NULL);
}

/* Structs of 32 bytes that are aligned to as many: one access from cc 10.0 on, which nobody has
 * counted; two elsewhere. 0: an error. */
static void test_wide(void **state) {
  static const struct { const char *cc, *space, *align, *body; unsigned accesses; } rows[] = {
    {"9.0", "global", "32", "local v = a[t]", 2}, {"10.0", "global", "32", "local v = a[t]", 0},
    {"12.0", "global", "32", "local v = a[t]", 0}, {"10.0", "global", "64", "a[t] = a[t]", 0},
    {"10.0", "global", "16", "local v = a[t]", 2}, {"10.0", "shared", "32", "local v = a[t]", 2},
    {"10.0", "global", "32", "local v = a[t].a[3]", 1}, {"8.9", "global", "32", "a[t] = a[t]", 4},
    {"10.0", "global", "32", "a[t] = V{a = {1, 2, 3, 4, 5, 6, 7, 8}}", 0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[256];
    snprintf(text, sizeof text, "local V = struct('V', {'a', float, 8}, {align = %s})\n"
             "local a = %s('a', V, 32)\nfunction kernel() local t = threadIdx.x\n%s\nend",
             rows[i].align, rows[i].space, rows[i].body);
    struct wl_run *run = run_on(rows[i].cc, text, 1);
    bool done = wl_run_pump(run, 0) == WL_RUN_DONE;
    if (done != (rows[i].accesses > 0)) fail_msg("%s on cc %s", rows[i].body, rows[i].cc);
    if (!done) {
      assert_non_null(strstr(wl_run_diag(run)->what, "moves 32 bytes of a V at once"));
      assert_int_equal(wl_run_diag(run)->line, 4);
    } else {
      assert_int_equal(wl_trace_count(wl_run_trace(run)), rows[i].accesses);
    }
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_wide), cmocka_unit_test(test_whole), cmocka_unit_test(test_members),
    cmocka_unit_test(test_values),
    cmocka_unit_test(test_sizes), cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
