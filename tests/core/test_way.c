/* What comes first in the program, among loops and calls. */
#include "core/hazard/program_order.h"

#include "core/trace/step.h"
#include "test.h"

/* The number of a way through `turns` loops, each at the token 10 above that of the one before. */
static uint32_t loops(struct wl_ways *all, uint32_t turns, const uint32_t iteration[]) {
  struct wl_program_point way = {.turns = turns};
  bool failed = false;
  for (uint32_t i = 0; i < turns; i++) {
    way.at[i] = 10 * (i + 1);
    way.iteration[i] = iteration[i];
  }
  uint32_t number = wl_ways_number(all, &way, &failed);
  assert_false(failed);
  return number;
}

/* Of two ways as deep as can be, the first loop whose iterations differ decides, whichever it is,
 * and nothing behind it. Where none differs the tokens do. */
static void test_loops(void **state) {
  struct wl_ways all = {0};
  (void)state;
  for (uint32_t depth = 1; depth <= WL_PROGRAM_POINT_TURNS; depth++)
    for (uint32_t parts = 1; parts <= depth + 1; parts++) {
      uint32_t early[WL_PROGRAM_POINT_TURNS] = {0}, late[WL_PROGRAM_POINT_TURNS] = {0};
      bool apart = parts <= depth;
      if (apart) late[parts - 1] = 1;
      for (uint32_t i = parts; i < depth; i++) early[i] = 5;
      uint32_t number_early = loops(&all, depth, early), number_late = loops(&all, depth, late);
      struct wl_program_point_end a = {number_early, 200, false}, b = {number_late, 100, false};
      assert_int_equal(wl_ways_compare(&all, a, b), apart ? WL_WAYS_TURN_BEFORE : WL_WAYS_AFTER);
      assert_int_equal(wl_ways_compare(&all, b, a), apart ? WL_WAYS_TURN_AFTER : WL_WAYS_BEFORE);
      assert_int_equal(wl_ways_depth(&all, number_early, number_late), apart ? parts : 0);
      assert_int_equal(wl_ways_depth(&all, number_late, number_early), apart ? parts : 0);
    }
  wl_ways_free(&all);
}

/* What is done beside an inner loop comes before or behind all of its iterations. */
static void test_beside(void **state) {
  static const uint32_t iteration[] = {3, 4, 5};
  struct wl_ways all = {0};
  (void)state;
  for (uint32_t outside = 0; outside < 3; outside++) {
    uint32_t number = loops(&all, outside, iteration), inside = loops(&all, 3, iteration);
    uint32_t loop = 10 * (outside + 1); /* the token of the outermost that only one is in */
    for (uint32_t token = loop - 1; token <= loop + 1; token += 2) {
      const struct wl_program_point_end a = {number, token, false}, b = {inside, 100, false};
      bool before = token < loop;
      assert_int_equal(wl_ways_compare(&all, a, b), before ? WL_WAYS_BEFORE : WL_WAYS_AFTER);
      assert_int_equal(wl_ways_compare(&all, b, a), before ? WL_WAYS_AFTER : WL_WAYS_BEFORE);
    }
    assert_int_equal(wl_ways_depth(&all, number, inside), 0);
    assert_int_equal(wl_ways_depth(&all, inside, number), 0);
  }
  wl_ways_free(&all);
}

/* What a statement reads comes before the call that it ends with, and what it stores behind. */
static void test_calls(void **state) {
  struct wl_ways all = {0};
  const struct wl_program_point call = {.turns = 1, .at = {5}, .iteration = {WL_NO_ITERATION}};
  bool failed = false;
  uint32_t inside = wl_ways_number(&all, &call, &failed);
  (void)state;
  assert_false(failed);
  assert_true(wl_ways_calls(&all, inside));
  for (unsigned row = 0; row < 4; row++) {
    bool reads = row & 1;
    const struct wl_program_point_end a = {0, 5, reads}, b = {inside, 3, row > 1};
    assert_int_equal(wl_ways_compare(&all, a, b), reads ? WL_WAYS_BEFORE : WL_WAYS_AFTER);
    assert_int_equal(wl_ways_compare(&all, b, a), reads ? WL_WAYS_AFTER : WL_WAYS_BEFORE);
  }
  wl_ways_free(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_loops), cmocka_unit_test(test_beside), cmocka_unit_test(test_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
