/* How lanes that part ways and meet again become warp instructions. */
#include <stdlib.h>

#include "script.h"

#define HEAD "local g, h = global('g', float, 4096), global('h', float, 4096)\n"

static void test_straight_line(void **state) {
  (void)state;
  expect_steps(HEAD
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  g[i] = h[i] + h[i + 1]\n"
               "end",
               "4 load h ffffffff\n4 load h ffffffff\n4 store g ffffffff\n");
}

static void test_nested_ifs(void **state) {
  (void)state;
  expect_steps(HEAD
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  if i < 16 then\n"
               "    if i < 8 then g[i] = 1\n"
               "    else g[i] = 2 end\n"
               "    h[i] = 3\n"
               "  else\n"
               "    g[i] = 4\n"
               "  end\n"
               "  h[i] = 5\n"
               "end",
               "5 store g 000000ff\n6 store g 0000ff00\n7 store h 0000ffff\n"
               "9 store g ffff0000\n11 store h ffffffff\n");
}

static void test_trip_counts(void **state) {
  (void)state;
  expect_steps(HEAD
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  for k = 0, i // 8 do\n"
               "    g[i + k] = k\n"
               "  end\n"
               "  h[i] = 1\n"
               "end",
               "5 store g ffffffff #0\n5 store g ffffff00 #1\n5 store g ffff0000 #2\n"
               "5 store g ff000000 #3\n7 store h ffffffff\n");
}

/* Lanes at the same line in different iterations do different things. */
static void test_one_lane_each(void **state) {
  (void)state;
  expect_steps(HEAD
               "block(4)\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  for k = 0, 3 do\n"
               "    if k == i then g[i] = k end\n"
               "  end\n"
               "end",
               "6 store g 00000001 #0\n6 store g 00000002 #1\n6 store g 00000004 #2\n"
               "6 store g 00000008 #3\n");
}

static void test_nested_loops(void **state) {
  (void)state;
  expect_steps(HEAD
               "block(2)\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  for a = 0, 1 do\n"
               "    for b = 0, i do g[b] = a end\n"
               "    h[i] = a\n"
               "  end\n"
               "end",
               "6 store g 00000003 #0\n6 store g 00000002 #1\n7 store h 00000003 #0\n"
               "6 store g 00000003 #0\n6 store g 00000002 #1\n7 store h 00000003 #1\n");
}

/* A loop's condition belongs to the iteration that it decides about. */
/* Loads in the header of a `for` are of the loop outside, and the iterations count all the same:
 * a row of a sparse matrix. */
static void test_loads_in_header(void **state) {
  (void)state;
  expect_steps(HEAD
               "local row = global('row', int, 8):fill(function(i) return 2 * i end)\n"
               "function kernel()\n"
               "  for k = row[0], row[1] do\n"
               "    for j = row[1], row[2], 2 do h[j] = k end\n"
               "  end\n"
               "  for k = 1, 2 do h[k] = 0 end\n"
               "end",
               "4 load row ffffffff\n4 load row ffffffff\n"
               "5 load row ffffffff #0\n5 load row ffffffff #0\n"
               "5 store h ffffffff #0\n5 store h ffffffff #1\n"
               "5 load row ffffffff #1\n5 load row ffffffff #1\n"
               "5 store h ffffffff #0\n5 store h ffffffff #1\n"
               "5 load row ffffffff #2\n5 load row ffffffff #2\n"
               "5 store h ffffffff #0\n5 store h ffffffff #1\n"
               "7 store h ffffffff #0\n7 store h ffffffff #1\n");
}

static void test_while_condition(void **state) {
  (void)state;
  expect_steps("local g = global('g', int, 64):fill(function(i) return i % 2 end)\n"
               "block(2)\n"
               "function kernel()\n"
               "  local i, n = threadIdx.x, 0\n"
               "  while n < g[i] + 1 do\n"
               "    n = n + 1\n"
               "    g[i + 32] = n\n"
               "  end\n"
               "  g[i + 40] = n\n"
               "end",
               "5 load g 00000003 #0\n7 store g 00000003 #0\n5 load g 00000003 #1\n"
               "7 store g 00000002 #1\n5 load g 00000002 #2\n9 store g 00000003\n");
}

static void test_repeat_until(void **state) {
  (void)state;
  expect_steps("local g = global('g', int, 64)\n"
               "block(2)\n"
               "function kernel()\n"
               "  local i, n = threadIdx.x, 0\n"
               "  repeat\n"
               "    g[i] = n\n"
               "    n = n + 1\n"
               "  until g[i] >= i\n"
               "  g[i + 40] = n\n"
               "end",
               "6 store g 00000003 #0\n8 load g 00000003 #0\n6 store g 00000002 #1\n"
               "8 load g 00000002 #1\n9 store g 00000003\n");
}

static void test_break_and_continue(void **state) {
  (void)state;
  expect_steps(HEAD
               "block(4)\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  for k = 0, 2 do\n"
               "    if k > i then break end\n"
               "    if (k + i) % 2 == 1 then goto continue end\n"
               "    g[i] = k\n"
               "    ::continue::\n"
               "  end\n"
               "  h[i] = 1\n"
               "end",
               "8 store g 00000005 #0\n8 store g 0000000a #1\n8 store g 00000004 #2\n"
               "11 store h 0000000f\n");
}

/* A jump back is a loop like any other. */
static void test_goto_loop(void **state) {
  (void)state;
  expect_steps(HEAD
               "block(2)\n"
               "function kernel()\n"
               "  local i, n = threadIdx.x, 0\n"
               "  ::again::\n"
               "  g[i] = n\n"
               "  n = n + 1\n"
               "  if n <= i then goto again end\n"
               "  h[i] = n\n"
               "end",
               "6 store g 00000003 #0\n6 store g 00000002 #1\n9 store h 00000003\n");
}

/* One helper, called from both sides: two instructions, not one. */
static void test_helper_from_branches(void **state) {
  (void)state;
  expect_steps(HEAD
               "local function put(i, v) g[i] = v end\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  if i < 16 then put(i, 1) else put(i, 2) end\n"
               "  put(i, 3)\n"
               "end",
               "2 store g 0000ffff\n2 store g ffff0000\n2 store g ffffffff\n");
}

static void test_helper_with_loop(void **state) {
  (void)state;
  expect_steps(HEAD
               "block(2)\n"
               "local function sum(i, n)\n"
               "  local s = 0\n"
               "  for k = 0, n do s = s + g[k] end\n"
               "  return s\n"
               "end\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  for a = 0, 1 do\n"
               "    h[i] = sum(i, i) + sum(i, 0)\n"
               "  end\n"
               "end",
               "5 load g 00000003 #0\n5 load g 00000002 #1\n5 load g 00000003 #0\n"
               "11 store h 00000003 #0\n"
               "5 load g 00000003 #0\n5 load g 00000002 #1\n5 load g 00000003 #0\n"
               "11 store h 00000003 #1\n");
}

/* The caller's place counts in a tail call too. */
static void test_tail_call(void **state) {
  (void)state;
  expect_steps(HEAD
               "local function get(i) return (h[i]) end\n"
               "local function first(i) return get(i) end\n"
               "local function second(i) return get(i + 1) end\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  local v = i < 16 and first(i) or second(i)\n"
               "  g[i] = first(i)\n"
               "end",
               "2 load h 0000ffff\n2 load h ffff0000\n2 load h ffffffff\n"
               "8 store g ffffffff\n");
}

/* … and so does the place of the tail call itself. */
static void test_tail_calls_apart(void **state) {
  (void)state;
  expect_steps(HEAD
               "local function get(i) return (h[i]) end\n"
               "local function pick(i)\n"
               "  if i < 16 then return get(i) else return get(i + 1) end\n"
               "end\n"
               "function kernel() g[laneid()] = pick(laneid()) end",
               "2 load h 0000ffff\n2 load h ffff0000\n6 store g ffffffff\n");
}

static void test_recursion(void **state) {
  (void)state;
  expect_steps(HEAD
               "block(3)\n"
               "local function down(i, n)\n"
               "  g[n] = i\n"
               "  for k = 1, n do down(i, n - 1) break end\n"
               "  h[n] = i\n"
               "end\n"
               "function kernel() down(threadIdx.x, threadIdx.x) end",
               "4 store g 00000007\n4 store g 00000006 #0\n4 store g 00000004 #0\n"
               "6 store h 00000004 #0\n6 store h 00000006 #0\n6 store h 00000007\n");
}

static void test_early_return(void **state) {
  (void)state;
  struct wl_run *run = run_text(HEAD
                                "function kernel()\n"
                                "  local i = threadIdx.x\n"
                                "  if i >= 24 then return end\n"
                                "  if i < 8 then g[i] = 1 end\n"
                                "  h[i] = 2\n"
                                "end", NULL, 1);
  assert_int_equal(step_at(run, 5, 0).access.mask, 0x000000ff);
  assert_int_equal(step_at(run, 5, 0).live, 0x00ffffff);
  assert_int_equal(step_at(run, 6, 0).live, 0x00ffffff);
  wl_run_destroy(run);
}

/* Lanes that wait at a join have not returned. */
static void test_live_at_join(void **state) {
  (void)state;
  struct wl_run *run = run_text(HEAD
                                "function kernel()\n"
                                "  if threadIdx.x < 8 then g[0] = 1 end\n"
                                "end", NULL, 1);
  assert_int_equal(step_at(run, 3, 0).access.mask, 0xff);
  assert_int_equal(step_at(run, 3, 0).live, 0xffffffff);
  wl_run_destroy(run);
}

static void test_partial_warp(void **state) {
  (void)state;
  struct wl_run *run = run_text(HEAD "block(40)\nfunction kernel() g[threadIdx.x] = 1 end", NULL,
                                1);
  char *second = steps_of(run, 0, 1);
  assert_string_equal(second, "3 store g 000000ff\n");
  assert_int_equal(step_at(run, 3, 1).live, 0xff);
  free(second);
  wl_run_destroy(run);
}

/* More events than a log holds: lanes stop, are caught up with, and go on. */
static void test_long_loop(void **state) {
  (void)state;
  struct wl_run *run = run_text(HEAD
                                "function kernel()\n"
                                "  local i = threadIdx.x\n"
                                "  for k = 1, 5000 do\n"
                                "    if k % 7 == i % 7 then g[i] = k end\n"
                                "    h[i] = k\n"
                                "  end\n"
                                "end", NULL, 1);
  struct wl_step s;
  size_t stores = 0;
  for (size_t i = 0; wl_trace_get(wl_run_trace(run), i, &s); i++)
    if (s.place.line == 6) {
      assert_int_equal(s.access.mask, 0xffffffff);
      assert_int_equal(s.iteration, stores++);
    }
  assert_int_equal(stores, 5000);
  assert_int_equal(wl_trace_total(wl_run_trace(run)), 10000);
  wl_run_destroy(run);
}

/* Two accesses that Lua reports at one token are two instructions. */
static void test_shared_tokens(void **state) {
  (void)state;
  expect_steps("local g = global('g', float, 64)\n"
               "function kernel()\n"
               "  local i = threadIdx.x\n"
               "  g[i], g[i + 32] = g[i + 32], g[i]\n"
               "  g[g[i]] = g[g[g[i]]]\n"
               "end",
               "4 load g ffffffff\n4 load g ffffffff\n4 store g ffffffff\n4 store g ffffffff\n"
               "5 load g ffffffff\n5 load g ffffffff\n5 load g ffffffff\n5 load g ffffffff\n"
               "5 store g ffffffff\n");
}

/* A comparison that loads runs inside a C function, which cannot be left. */
static void test_load_inside_sort(void **state) {
  (void)state;
  struct wl_run *run = run_text("local g = global('g', int, 64):fill(function(i) return -i end)\n"
                                "local o = global('o', int, 64)\n"
                                "block(1)\n"
                                "function kernel()\n"
                                "  local t = { 1, 2, 3 }\n"
                                "  table.sort(t, function(a, b) return g[a] < g[b] end)\n"
                                "  o[0] = t[1]\n"
                                "end", NULL, 1);
  assert_int_equal(step_at(run, 7, 0).value[0], 3);
  wl_run_destroy(run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_straight_line), cmocka_unit_test(test_nested_ifs),
    cmocka_unit_test(test_trip_counts), cmocka_unit_test(test_one_lane_each),
    cmocka_unit_test(test_nested_loops), cmocka_unit_test(test_loads_in_header),
    cmocka_unit_test(test_while_condition),
    cmocka_unit_test(test_repeat_until), cmocka_unit_test(test_break_and_continue),
    cmocka_unit_test(test_goto_loop), cmocka_unit_test(test_helper_from_branches),
    cmocka_unit_test(test_helper_with_loop), cmocka_unit_test(test_tail_call),
    cmocka_unit_test(test_tail_calls_apart),
    cmocka_unit_test(test_recursion), cmocka_unit_test(test_early_return),
    cmocka_unit_test(test_live_at_join), cmocka_unit_test(test_partial_warp),
    cmocka_unit_test(test_long_loop), cmocka_unit_test(test_shared_tokens),
    cmocka_unit_test(test_load_inside_sort),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
