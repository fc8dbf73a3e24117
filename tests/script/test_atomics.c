/* Atomics: what they come to, and what compilers make of them. */
#include <stdio.h>
#include <string.h>

#include "core/access/access.h"
#include "script.h"

static const struct {
  const char *type, *call; /* on element 0, which holds 12 */
  double after;
} atomics[] = {
  {"int", "atomicAdd(a, 0, 5)", 17}, {"int", "atomicSub(a, 0, 20)", -8},
  {"uint", "atomicSub(a, 0, 13)", 4294967295.0}, {"int", "atomicMin(a, 0, -3)", -3},
  {"uint", "atomicMin(a, 0, -3)", 12}, {"int", "atomicMax(a, 0, 90)", 90},
  {"uint", "atomicMax(a, 0, -3)", 4294967293.0}, {"int", "atomicExch(a, 0, 4)", 4},
  {"int", "atomicCAS(a, 0, 12, 3)", 3}, {"int", "atomicCAS(a, 0, 11, 3)", 12},
  {"int", "atomicAnd(a, 0, 10)", 8}, {"int", "atomicOr(a, 0, 3)", 15},
  {"int", "atomicXor(a, 0, 5)", 9}, {"uint", "atomicInc(a, 0, 12)", 0},
  {"uint", "atomicInc(a, 0, 13)", 13}, {"uint", "atomicDec(a, 0, 20)", 11},
  {"uint", "atomicDec(a, 0, 5)", 5}, {"float", "atomicAdd(a, 0, 0.25)", 12.25},
  {"double", "atomicAdd(a, 0, 0.1)", 12.1}, {"longlong", "atomicMax(a, 0, 1 << 40)", 0x1p40},
  {"ulonglong", "atomicMax(a, 0, -1)", 18446744073709551615.0},
};

static void test_atomics(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
    char text[256];
    snprintf(text, sizeof text, "local a = global('a', %s, 1):fill(12)\nblock(1)\n"
             "function kernel()\n  local old = %s\n  a[0] = a[0]\nend", atomics[i].type,
             atomics[i].call);
    struct wl_run *run = run_kernel(text);
    struct wl_step atomic = step_at(run, 4, 0), load = step_at(run, 5, 0);
    bool swap = strstr(atomics[i].call, "CAS") != NULL;
    assert_int_equal(atomic.access.op, swap ? WL_CAS : WL_ATOMIC);
    assert_true(wl_scalar_to_double((enum wl_scalar)atomic.type.scalar, atomic.result[0]) == 12);
    if (stored(&load, 0) != atomics[i].after)
      fail_msg("%s on %s gives %g", atomics[i].call, atomics[i].type, stored(&load, 0));
    wl_run_destroy(run);
  }
}

/* A call whose result nobody takes is a reduction. */
static void test_reductions(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a = global('a', int, 32)\n"
                                  "local function add(i) atomicAdd(a, i, 1) end\n"
                                  "function kernel()\n"
                                  "  local i = laneid() atomicAdd(a, i, 1)\n"
                                  "  if i < 4 then atomicAdd(a, i, 1) end\n"
                                  "  local old = atomicAdd(a, i, 1);\n"
                                  "  add(i);\n"
                                  "  a[i] = atomicAdd(a, i, 1)\n"
                                  "  ;(atomicAdd)(a, i, 1)\n"
                                  "  atomicCAS(a, i, 1, 2)\n" /* that has no reduction */
                                  "  atomicExch(a, i, 3)\n"
                                  "  old = atomicExch(a, i, 4) + atomicCAS(a, i, 4, 5)\n"
                                  /* lane by lane, too */
                                  "  if i < 4 then atomicExch(a, i, 3) end\n"
                                  "end");
  static const struct { unsigned line, at, op; bool unused; } wanted[] = {
    {4, 0, WL_REDUCE, false}, {5, 0, WL_REDUCE, false}, {6, 0, WL_ATOMIC, false},
    {2, 0, WL_REDUCE, false}, {8, 0, WL_ATOMIC, false}, {9, 0, WL_REDUCE, false},
    {10, 0, WL_CAS, true}, {11, 0, WL_ATOMIC, true}, {12, 0, WL_ATOMIC, false},
    {12, 1, WL_CAS, false}, {13, 0, WL_ATOMIC, true}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    struct wl_step s = step_at(run, wanted[i].line, wanted[i].at);
    assert_int_equal(s.access.op, wanted[i].op);
    assert_int_equal(s.access.unused, wanted[i].unused);
  }
  wl_run_destroy(run);
}

/* What compilers make of atomics on shared memory, and of which that is nothing else. */
static const struct { const char *call; enum wl_form form; } forms[] = {
  {"atomicAdd(u, 0, 1)", WL_FORM_INCREMENT},
  {"atomicAdd(u[0] == 0 and u or u, 0, 1)", WL_FORM_INCREMENT},
  {"local old = atomicAdd(u, 0, 1)", WL_FORM_NATIVE},
  {"local one = 1 atomicAdd(u, 0, one)", WL_FORM_NATIVE},
  {"local zero = 0 atomicAdd(u, 0, zero + 1)", WL_FORM_NATIVE},
  {"atomicAdd(u, 0, -1)", WL_FORM_NATIVE},
  {"atomicAdd(u, 0, 2)", WL_FORM_NATIVE},
  {"atomicSub(u, 0, 1)", WL_FORM_NATIVE},
  {"atomicInc(u, 0, 0xffffffff)", WL_FORM_INCREMENT},
  {"atomicInc(u, 0, 7)", WL_FORM_NATIVE},
  {"atomicAdd(g, 0, 1)", WL_FORM_NATIVE},
  {"atomicAdd(gf, 0, 1)", WL_FORM_NATIVE},
  {"atomicAdd(f, 0, 1)", WL_FORM_LOOP},
  {"local old = atomicAdd(f, 0, 1)", WL_FORM_LOOP},
  {"atomicExch(f, 0, 1)", WL_FORM_NATIVE},
  {"atomicAdd(d, 0, 1)", WL_FORM_LOOP},
  {"atomicXor(l, 0, 1)", WL_FORM_LOOP},
  {"atomicExch(l, 0, 1)", WL_FORM_NATIVE},
  {"atomicCAS(l, 0, 1, 2)", WL_FORM_NATIVE},
};

static void test_forms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    char text[512];
    snprintf(text, sizeof text, "local u, f = shared('u', uint, 1), shared('f', float, 1)\n"
             "local d, l = shared('d', double, 1), shared('l', longlong, 1)\n"
             "local g, gf = global('g', uint, 1), global('gf', float, 1)\n"
             "function kernel() u[0] = 0 f[0] = 0 d[0] = 0 l[0] = 0\n%s\nend", forms[i].call);
    struct wl_run *run = run_kernel(text);
    struct wl_step s = step_at(run, 5, forms[i].call[10] == 'u' && forms[i].call[11] == '[');
    if (s.access.form != forms[i].form ||
        (s.access.op == WL_LOAD) != (s.access.form == WL_FORM_LOOP))
      fail_msg("%s: %s %s", forms[i].call, wl_op_names[s.access.op], wl_form_names[s.access.form]);
    wl_run_destroy(run);
  }
}

/* Turn by turn the lowest lane of the bank gets through; a load finds what it then adds to. */
static void test_loop(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local f, out = shared('f', float, 1), global('out', float, 1)\n"
                                  "block(3)\nfunction kernel()\n"
                                  "  if laneid() == 0 then f[0] = 2 end\n"
                                  "  __syncwarp()\n"
                                  "  atomicAdd(f, 0, laneid() + 0.5)\n"
                                  "  __syncwarp()\n"
                                  "  out[0] = f[0]\nend");
  static const double found[] = {2, 2.5, 4};
  for (unsigned turn = 0; turn < 3; turn++) {
    struct wl_step load = step_at(run, 6, 2 * turn), try = step_at(run, 6, 2 * turn + 1);
    assert_int_equal(load.access.op, WL_LOAD);
    assert_int_equal(try.access.op, WL_REDUCE);
    assert_int_equal(load.access.form, turn ? WL_FORM_AGAIN : WL_FORM_LOOP);
    assert_int_equal(load.access.mask, 7u >> turn << turn);
    assert_int_equal(try.access.mask, load.access.mask);
    assert_true(stored(&load, turn) == found[turn] && stored(&try, turn) == turn + 0.5);
  }
  struct wl_step last = step_at(run, 8, 0);
  assert_true(stored(&last, 0) == 6.5);
  assert_int_equal(wl_hazards_count(wl_analysis_hazards(wl_run_analysis(run)), false), 0);
  wl_run_destroy(run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_atomics), cmocka_unit_test(test_reductions), cmocka_unit_test(test_forms),
    cmocka_unit_test(test_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
