/* Questions: what is packed comes out, also at a step, and no bytes do harm. */
#include "core/trace/question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/teach/quiz.h"
#include "core/trace/step.h"
#include "core/trace/trace_head.h"
#include "test.h"

static struct wl_question sound(void) {
  struct wl_question q = {.array = 3, .asked = WL_WAVEFRONTS, .lane = 7, .choices = 2};
  snprintf(q.text, sizeof q.text, "How many wavefronts?");
  snprintf(q.because, sizeof q.because, "all lanes want bank 0");
  snprintf(q.choice[0], sizeof q.choice[0], "1");
  snprintf(q.choice[1], sizeof q.choice[1], "32");
  return q;
}

/* The longest of everything. */
static struct wl_question longest(void) {
  struct wl_question q = {.array = WL_NO_ARRAY, .asked = WL_ASK_NOTHING, .choices = WL_MAX_ANSWERS};
  memset(q.text, 't', sizeof q.text - 1);
  memset(q.because, 'b', sizeof q.because - 1);
  memset(q.answer, 'a', sizeof q.answer - 1);
  for (int i = 0; i < WL_MAX_ANSWERS; i++) memset(q.choice[i], 'c', sizeof q.choice[i] - 1);
  memset(q.chip, 'h', sizeof q.chip - 1);
  q.figure = WL_FIGURES - 1;
  q.counted = UINT32_MAX;
  return q;
}

#define REFUSED(change)                   \
  do {                                    \
    struct wl_question q = sound();       \
    assert_true(wl_question_valid(&q));   \
    change;                               \
    assert_false(wl_question_valid(&q));  \
  } while (0)

static void bad_questions(void **state) {
  (void)state;
  REFUSED(q.asked = WL_ASKED);
  REFUSED(q.asked = WL_ASK_NOTHING); /* without an answer */
  REFUSED(q.lane = 32);
  REFUSED(q.choices = WL_MAX_ANSWERS + 1);
  REFUSED(q.choices = 3); /* the third is empty */
  REFUSED(q.text[0] = '\0');
  REFUSED(memset(q.text, 'x', sizeof q.text));
  REFUSED(memset(q.because, 'x', sizeof q.because));
  REFUSED(memset(q.answer, 'x', sizeof q.answer));
  REFUSED(memset(q.choice[1], 'x', sizeof q.choice[1]));
  REFUSED(memset(q.chip, 'x', sizeof q.chip));
  REFUSED(q.figure = WL_FIGURES);
}

static struct wl_measured counted(void) {
  return (struct wl_measured){.chip = "H200", .times = 1, .figures = 1};
}

#undef REFUSED
#define REFUSED(change)                   \
  do {                                    \
    struct wl_measured m = counted();     \
    assert_true(wl_measured_valid(&m));   \
    change;                               \
    assert_false(wl_measured_valid(&m));  \
  } while (0)

static void bad_measurements(void **state) {
  (void)state;
  REFUSED(memset(m.chip, 'x', sizeof m.chip));
  REFUSED(memset(m.with, 'x', sizeof m.with));
  REFUSED(memset(m.size, 'x', sizeof m.size));
  REFUSED(m.applies = 2);
  REFUSED(m.times = 0);
  REFUSED(m.gbps = -1);
  REFUSED(m.gbps = NAN);
  REFUSED(m.figures = WL_MEASURED_FIGURES + 1);
  REFUSED(m.figure[0].space = WL_SPACES);
  REFUSED(m.figure[0].op = WL_OPS);
  REFUSED(m.figure[0].figure = WL_FIGURES);
}

/* A step has the number of what is asked about it, and a mark that of its notes. */
static void at_a_step(void **state) {
  (void)state;
  struct wl_step step = {.kind = WL_STEP_MARK, .array = WL_NO_ARRAY, .live = UINT32_MAX,
                         .iteration = WL_NO_ITERATION, .access = {.mask = 1}, .text = "here",
                         .stop = 2, .question = 1};
  uint8_t packed[WL_STEP_MAX];
  struct wl_step back;
  size_t size = wl_step_pack(&step, packed);
  static struct wl_lesson_data l;
  l = (struct wl_lesson_data){.stops = 2, .stop[0] = {.asks = 1, .question = sound()},
                              .stop[1] = {.notes = "slowly"}};
  assert_true(wl_lesson_data_valid(&l));
  struct wl_trace *t = wl_trace_create(1, 4);
  assert_true(wl_trace_add(t, 0, 0, packed, size) && wl_trace_settle(t));
  assert_true(wl_trace_get(t, 0, &back));
  assert_null(wl_trace_question(t, &back));
  assert_string_equal(wl_trace_notes(t, &back), "");
  assert_true(wl_trace_set_lesson(t, &l));
  assert_string_equal(wl_trace_question(t, &back)->text, l.stop[0].question.text);
  assert_string_equal(wl_trace_notes(t, &back), "slowly");
  back.question = 2, back.stop = 3; /* asks nothing; there is none */
  assert_null(wl_trace_question(t, &back));
  assert_string_equal(wl_trace_notes(t, &back), "");
  wl_trace_destroy(t);
  packed[size - 1] = 0; /* asked, but nobody knows what */
  assert_true(wl_step_unpack(packed, size, &back) == SIZE_MAX);
}

static void bad_lessons(void **state) {
  (void)state;
  static struct wl_lesson_data l;
  l = (struct wl_lesson_data){.stops = WL_MAX_STOPS};
  assert_true(wl_lesson_data_valid(&l));
  l.stop[31].asks = 1; /* no question */
  assert_false(wl_lesson_data_valid(&l));
  l.stop[31].question = longest();
  assert_true(wl_lesson_data_valid(&l));
  l.stop[31].asks = 2;
  assert_false(wl_lesson_data_valid(&l));
  l.stop[31].asks = 1;
  memset(l.stop[0].notes, 'n', sizeof l.stop[0].notes);
  assert_false(wl_lesson_data_valid(&l));
  l.stop[0].notes[0] = '\0';
  l.stops++;
  assert_false(wl_lesson_data_valid(&l));
}

static void names(void **state) {
  (void)state;
  for (unsigned a = 0; a < WL_ASK_NOTHING; a++)
    for (unsigned b = 0; b < a; b++)
      assert_string_not_equal(wl_asked_name(a), wl_asked_name(b));
  assert_null(wl_asked_name(WL_ASK_NOTHING));
  assert_true(wl_asked_of(WL_SECTORS, WL_STEP_ACCESS) && !wl_asked_of(WL_SECTORS, WL_STEP_VOTE));
  assert_true(wl_asked_of(WL_ASK_RESULT, WL_STEP_VOTE) &&
              !wl_asked_of(WL_ASK_SOURCE, WL_STEP_VOTE));
  for (unsigned a = 0; a < WL_ASKED; a++)
    assert_false(wl_asked_of(a, WL_STEP_BARRIER));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(bad_questions),
    cmocka_unit_test(at_a_step), cmocka_unit_test(bad_measurements),
    cmocka_unit_test(bad_lessons), cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
