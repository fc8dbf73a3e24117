/* Rows of two scripts that do the same are one row: random rows, paired fast, and one by one as
 * the rule says it. */
#include <stdlib.h>
#include <string.h>

#include "../core/test.h"
#include "report/diff/diff.h"

enum { ROUNDS = 3000, MOST = 14, SIDES = 4, ARRAYS = 4, MANY = 6000 };

/* The arrays of the first script, and of the second. */
static const char names[2][ARRAYS] = {"pqxy", "pqvw"};

static struct wl_sum sums[MOST][SIDES]; /* the figures of a side: its own for each row */

/* A step for each array, and one that uses none. */
static struct wl_trace *make_trace(bool second) {
  static struct wl_head head;
  struct wl_trace *t = wl_trace_create(1, ARRAYS + 1);
  head = (struct wl_head){.arrays = ARRAYS};
  for (unsigned i = 0; i < ARRAYS; i++) head.array[i].name[0] = names[second][i];
  wl_trace_set_head(t, &head);
  for (unsigned i = 0; i <= ARRAYS; i++) {
    uint8_t packed[WL_STEP_MAX];
    struct wl_step s = {.kind = WL_STEP_ACCESS, .array = (uint16_t)(i < ARRAYS ? i : WL_NO_ARRAY),
                        .iteration = WL_NO_ITERATION, .type = {WL_INT, 1}, .live = UINT32_MAX,
                        .place = {1, 1, 2}, .access = {.width = 4, .mask = 1}};
    assert_true(wl_trace_add(t, 0, s.block, packed, wl_step_pack(&s, packed)));
  }
  wl_trace_close(t, 0);
  return t;
}

/* What wl_diff_pair() does, in so many words. */
static const char *array_of(const struct wl_diff *d, const struct wl_diff_row *row, bool second) {
  for (size_t i = second; i < d->sides; i += 2)
    if (row->sampled[i])
      return row->sample[i] < ARRAYS ? wl_trace_head(d->side[i].trace)->array[row->sample[i]].name
                                     : "";
  return "";
}

static bool same_kind(const struct wl_diff_row *a, const struct wl_diff_row *b) {
  return a->space == b->space && a->op == b->op;
}

static bool has_namesake(const struct wl_diff *d, const struct wl_diff_row *row, bool second) {
  for (size_t i = 0; i < d->rows; i++) {
    const struct wl_diff_row *r = &d->row[i];
    if ((second ? r->line : r->second) != 0 && same_kind(r, row) &&
        strcmp(array_of(d, r, !second), array_of(d, row, second)) == 0)
      return true;
  }
  return false;
}

static struct wl_diff_row *find_second(const struct wl_diff *d, const struct wl_diff_row *row,
                                       bool named) {
  for (size_t i = 0; i < d->rows; i++) {
    struct wl_diff_row *r = &d->row[i];
    if (r->line || !same_kind(r, row)) continue;
    if (named ? strcmp(array_of(d, row, false), array_of(d, r, true)) == 0
              : !has_namesake(d, r, true))
      return r;
  }
  return NULL;
}

static void pair_slowly(struct wl_diff *d) {
  for (int named = 1; named >= 0; named--)
    for (size_t i = 0; i < d->rows; i++) {
      struct wl_diff_row *row = &d->row[i];
      if (!row->line || row->second || (!named && has_namesake(d, row, false))) continue;
      struct wl_diff_row *from = find_second(d, row, named);
      if (!from) continue;
      row->second = from->second;
      for (size_t k = 1; k < d->sides; k += 2) {
        row->sum[k] = from->sum[k];
        row->sampled[k] = from->sampled[k];
        row->sample[k] = from->sample[k];
        row->most[k] = from->most[k];
        row->rule[k] = from->rule[k];
      }
      memmove(from, from + 1, (size_t)(&d->row[--d->rows] - from) * sizeof *from);
    }
}

/* Rows of the first script, then of the second, as wl_diff_create() has them. */
static size_t make_rows(uint64_t *seed, size_t sides, struct wl_diff_row row[MOST]) {
  static const uint8_t ops[] = {WL_LOAD, WL_STORE};
  unsigned rows = test_below(seed, MOST + 1), firsts = test_below(seed, rows + 1);
  memset(row, 0, MOST * sizeof *row);
  for (unsigned i = 0; i < rows; i++) {
    bool second = i >= firsts;
    *(second ? &row[i].second : &row[i].line) = i + 1;
    row[i].op = ops[test_below(seed, 3) == 0];
    row[i].space = test_below(seed, 4) ? WL_GLOBAL : WL_SHARED;
    for (size_t k = second; k < sides; k += 2) {
      row[i].sum[k] = &sums[i][k];
      row[i].sampled[k] = test_below(seed, 8) != 0;
      row[i].sample[k] = test_below(seed, ARRAYS + 1);
      row[i].most[k] = test_below(seed, 1000);
      row[i].rule[k] = (uint8_t)test_below(seed, 8);
    }
  }
  return rows;
}

static void compare(const struct wl_diff *a, const struct wl_diff *b) {
  assert_int_equal(a->rows, b->rows);
  for (size_t i = 0; i < a->rows; i++) {
    const struct wl_diff_row *x = &a->row[i], *y = &b->row[i];
    assert_int_equal(x->line, y->line);
    assert_int_equal(x->second, y->second);
    assert_true(same_kind(x, y));
    for (size_t k = 0; k < a->sides; k++) {
      assert_ptr_equal(x->sum[k], y->sum[k]);
      assert_int_equal(x->sampled[k], y->sampled[k]);
      assert_int_equal(x->sample[k], y->sample[k]);
      assert_int_equal(x->most[k], y->most[k]);
      assert_int_equal(x->rule[k], y->rule[k]);
    }
  }
}

static void set_sides(struct wl_diff_side side[SIDES]) {
  struct wl_trace *trace[2] = {make_trace(false), make_trace(true)};
  memset(side, 0, SIDES * sizeof *side);
  for (int i = 0; i < SIDES; i++) {
    side[i].second = i % 2 == 1;
    side[i].trace = trace[i % 2];
  }
}

static void drop_sides(const struct wl_diff_side side[SIDES]) {
  for (int i = 0; i < 2; i++) wl_trace_destroy((struct wl_trace *)side[i].trace);
}

static void fast_is_as_slow(void **state) {
  struct wl_diff_row rows[2][MOST];
  struct wl_diff_side side[SIDES];
  struct wl_diff diff[2];
  uint64_t seed = 1;
  size_t pairs = 0, singles = 0;
  (void)state;
  set_sides(side);
  for (int round = 0; round < ROUNDS; round++) {
    diff[0] = (struct wl_diff){.side = side, .sides = round % 2 ? 2 : SIDES, .row = rows[0]};
    diff[0].rows = make_rows(&seed, diff[0].sides, rows[0]);
    diff[1] = diff[0];
    diff[1].row = memcpy(rows[1], rows[0], sizeof rows[0]);
    assert_true(wl_diff_pair(&diff[0]));
    pair_slowly(&diff[1]);
    compare(&diff[0], &diff[1]);
    for (size_t i = 0; i < diff[0].rows; i++)
      *(rows[0][i].line && rows[0][i].second ? &pairs : &singles) += 1;
  }
  assert_true(pairs > ROUNDS && singles > ROUNDS);
  drop_sides(side);
}

/* The first script has as many lines of x and of p, the second twice as many of p: no x has a
 * partner, which took the third power of the lines to find out. */
static void many_take_no_time(void **state) {
  struct wl_diff_side side[SIDES];
  struct wl_diff_row *row = calloc(MANY, sizeof *row);
  struct wl_diff d = {.side = side, .sides = 2, .rows = MANY, .row = row};
  (void)state;
  set_sides(side);
  assert_non_null(row);
  for (uint32_t i = 0; i < MANY; i++) {
    bool second = i >= MANY / 2;
    *(second ? &row[i].second : &row[i].line) = i + 1;
    row[i].sampled[second] = true;
    row[i].sample[second] = i < MANY / 4 ? 2 : 0;
  }
  assert_true(wl_diff_pair(&d));
  assert_int_equal(d.rows, MANY - MANY / 4);
  for (uint32_t i = 0; i < MANY / 4; i++) {
    assert_int_equal(row[i].second, 0);
    assert_int_equal(row[MANY / 4 + i].second, MANY / 2 + i + 1);
  }
  free(row);
  drop_sides(side);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(fast_is_as_slow), cmocka_unit_test(many_take_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
