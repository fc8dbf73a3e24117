/* Questions: what is packed comes out, also at a step, and no bytes do harm. */
#include "core/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/head.h"
#include "core/quiz.h"
#include "core/step.h"
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

static void round_trips(void **state) {
  (void)state;
  const struct wl_question all[] = {sound(), longest()};
  for (int i = 0; i < 2; i++) {
    struct wl_question back;
    uint8_t bytes[WL_QUESTION_MAX];
    size_t size = wl_question_pack(&all[i], bytes);
    assert_true(size <= WL_QUESTION_MAX && wl_question_valid(&all[i]));
    assert_true(wl_question_unpack(bytes, size, &back));
    assert_memory_equal(&back, &all[i], sizeof back);
    for (size_t part = 0; part < size; part++)
      assert_false(wl_question_unpack(bytes, part, &back));
    assert_false(wl_question_unpack(bytes, size + 1, &back));
  }
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

/* In the head they need a line, and there are so many. */
static void heads(void **state) {
  (void)state;
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .questions = 1};
  h.question[0] = sound();
  assert_false(wl_head_valid(&h));
  h.question[0].line = 4;
  assert_true(wl_head_valid(&h));
  h.question[0].lane = 99;
  assert_false(wl_head_valid(&h));
  h.questions = WL_MAX_QUESTIONS + 1;
  assert_false(wl_head_valid(&h));
}

static void at_a_step(void **state) {
  (void)state;
  const struct wl_question all[] = {sound(), longest()};
  for (int i = 0; i < 2; i++) {
    struct wl_step step = {.kind = WL_STEP_ACCESS, .type = {WL_FLOAT, 4}, .has_values = true,
                           .live = UINT32_MAX, .access = {.mask = UINT32_MAX, .width = 16}};
    uint64_t seed = 5;
    uint8_t bytes[WL_QUESTION_MAX], packed[WL_STEP_MAX];
    for (unsigned l = 0; l < WL_LANES; l++)
      step.access.address[l] = test_random(&seed), step.value[l] = test_random(&seed);
    step.question = bytes;
    step.question_size = (uint32_t)wl_question_pack(&all[i], bytes);
    size_t size = wl_step_pack(&step, packed);
    struct wl_step back;
    struct wl_question q;
    assert_true(size <= WL_STEP_MAX);
    assert_int_equal(wl_step_unpack(packed, size, &back), size);
    assert_true(back.type.components == 4 && back.access.address[9] == step.access.address[9]);
    assert_true(wl_question_unpack(back.question, back.question_size, &q));
    assert_memory_equal(&q, &all[i], sizeof q);
    for (size_t part = 0; part < size; part++)
      assert_int_equal(wl_step_unpack(packed, part, &back), 0);
    packed[size - step.question_size] = WL_ASKED; /* what is asked, but nobody knows it */
    assert_true(wl_step_unpack(packed, size, &back) == SIZE_MAX);
  }
}

/* Whatever is taken for a question can be relied on, and packs to itself. */
static void garbage_does_no_harm(void **state) {
  (void)state;
  uint64_t seed = 8;
  unsigned taken = 0;
  for (int round = 0; round < 200000; round++) {
    struct wl_question q = sound(), back;
    uint8_t bytes[WL_QUESTION_MAX], again[WL_QUESTION_MAX];
    size_t size = wl_question_pack(&q, bytes);
    for (uint32_t n = test_below(&seed, 4); n > 0; n--)
      bytes[test_below(&seed, (uint32_t)size)] ^= (uint8_t)(1u << test_below(&seed, 8));
    uint8_t *exact = malloc(size);
    memcpy(exact, bytes, size);
    bool good = wl_question_unpack(exact, size, &back);
    free(exact);
    if (!good) continue;
    taken++;
    assert_true(wl_question_valid(&back));
    size_t n = wl_question_pack(&back, again);
    assert_true(wl_question_unpack(again, n, &q));
    assert_memory_equal(&q, &back, sizeof q);
  }
  assert_true(taken > 1000);
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
    cmocka_unit_test(round_trips), cmocka_unit_test(bad_questions),
    cmocka_unit_test(heads),       cmocka_unit_test(at_a_step),
    cmocka_unit_test(garbage_does_no_harm), cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
