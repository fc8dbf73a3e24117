/* ask{}: which steps a question is about, and what is said of bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/question.h"
#include "core/quiz.h"
#include "script.h"

#define ARRAYS                              \
  "local g = global('g', float, 4096)\n"    \
  "local s = shared('s', float, 1024)\n"

/* The question of the n-th step of a line; false if it has none. */
static bool question_of(struct wl_run *run, uint32_t line, unsigned n, struct wl_question *q) {
  struct wl_step s = step_at(run, line, n);
  if (!s.question) return false;
  assert_true(wl_question_unpack(s.question, s.question_size, q));
  return true;
}

static void test_kernel(void **state) {
  (void)state;
  struct wl_run *run = run_text(ARRAYS
                                "grid(2) block(64)\n"
                                "function kernel()\n"
                                "  local t = threadIdx.x % 32\n"
                                "  ask{ figure = 'wavefronts', choices = {1, 2.0, 'many'},\n"
                                "       array = s, because = 'of bank 0' }\n"
                                "  s[t * 32] = g[t]\n"
                                "  __syncthreads()\n"
                                "  ask{ figure = 'result', lane = 5 }\n"
                                "  g[t] = __shfl_xor_sync(0xffffffff, t, 16)\n"
                                "  if t < 3 then ask{ text = 'why?', answer = 'so' } end\n"
                                "  g[t] = s[t]\n"
                                "  ask{ figure = 'sectors' }\n"
                                "  g[t] = s[t]\n"
                                "end", NULL, 1);
  struct wl_question q;
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_false(question_of(run, 8, 0, &q)); /* the load from g */
  for (unsigned warp = 0; warp < 4; warp++) {
    assert_true(question_of(run, 8, 2 * warp + 1, &q));
    assert_int_equal(q.asked, WL_WAVEFRONTS);
    assert_int_equal(q.array, 1);
    assert_int_equal(q.line, 0);
    assert_int_equal(q.choices, 3);
    assert_string_equal(q.choice[0], "1");
    assert_string_equal(q.choice[1], "2");
    assert_string_equal(q.choice[2], "many");
    assert_string_equal(q.text, "How many wavefronts?");
    assert_string_equal(q.because, "of bank 0");
  }
  assert_true(question_of(run, 11, 0, &q)); /* the shuffle, not the store */
  assert_int_equal(q.asked, WL_ASK_RESULT);
  assert_string_equal(q.text, "What does lane 5 get?");
  assert_false(question_of(run, 11, 1, &q));
  assert_true(question_of(run, 13, 0, &q)); /* asked in some lanes */
  assert_string_equal(q.answer, "so");
  assert_false(question_of(run, 13, 1, &q));
  assert_false(question_of(run, 15, 0, &q)); /* shared memory has no sectors */
  assert_true(question_of(run, 15, 1, &q));
  wl_run_destroy(run);
}

/* What is not called a wavefront everywhere. */
static void test_passes(void **state) {
  (void)state;
  static const struct { const char *cc, *text, *constant; } rows[] = {
    {"1.3", "How many passes?", "How many passes?"},
    {"3.5", "How many passes?", "How many passes?"},
    {"5.0", "How many wavefronts?", "How many passes?"},
    {"9.0", "How many wavefronts?", "How many passes?"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_run *run = run_on(rows[i].cc, "grid(1) block(32)\n"
                                "local s = shared('s', float, 32)\n"
                                "local k = constant('k', float, 32)\n"
                                "function kernel()\n"
                                "  ask{ figure = 'wavefronts', array = s }\n"
                                "  s[threadIdx.x] = 1\n"
                                "  ask{ figure = 'wavefronts', array = k }\n"
                                "  s[threadIdx.x] = k[0]\n"
                                "end", 1);
    struct wl_question q;
    wl_run_wait(run);
    assert_true(question_of(run, 6, 0, &q));
    assert_string_equal(q.text, rows[i].text);
    assert_true(question_of(run, 8, 0, &q));
    assert_string_equal(q.text, rows[i].constant);
    wl_run_destroy(run);
  }
}

/* A report has each question once for each answer that is right somewhere. */
static void test_answers(void **state) {
  (void)state;
  struct wl_run *run = run_text(ARRAYS
                                "ask{ figure = 'sectors', array = g, line = 7 }\n"
                                "function kernel()\n"
                                "  for k = 1, 4 do\n"
                                "    local t = threadIdx.x * (k // 2)\n"
                                "    s[threadIdx.x] = g[t]\n"
                                "  end\n"
                                "end", NULL, 1);
  static const char *const right[] = {"1", "4", "8"}; /* strides 0, 1 twice, 2 */
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  struct wl_quiz *quiz = wl_quiz(wl_run_trace(run), wl_arch_default());
  assert_non_null(quiz);
  assert_int_equal(quiz->rows, 3);
  for (unsigned i = 0; i < 3; i++) assert_string_equal(quiz->row[i].right, right[i]);
  free(quiz);
  wl_run_destroy(run);
}

/* The same bytes, however many processes ran it. */
static void test_workers(void **state) {
  (void)state;
  static const char text[] = ARRAYS
    "grid(64) block(64)\n"
    "function kernel()\n"
    "  ask{ figure = 'sectors', text = blockIdx.x % 7 .. '?' }\n"
    "  g[threadIdx.x] = 1\n"
    "end";
  size_t size, other;
  struct wl_run *one = run_text(text, NULL, 1), *four = run_text(text, NULL, 4);
  uint8_t *a = bytes_of(one, &size), *b = bytes_of(four, &other);
  assert_int_equal(size, other);
  assert_memory_equal(a, b, size);
  struct wl_question q;
  assert_true(question_of(four, 6, 2 * 5, &q));
  assert_string_equal(q.text, "5?");
  free(a);
  free(b);
  wl_run_destroy(one);
  wl_run_destroy(four);
}

static void test_file_level(void **state) {
  (void)state;
  struct wl_run *run = run_text(ARRAYS
                                "ask{ figure = 'excess', line = 4, array = g }\n"
                                "function kernel() g[laneid()] = 1 end", NULL, 1);
  const struct wl_head *h = wl_trace_head(wl_run_trace(run));
  assert_int_equal(h->questions, 1);
  assert_int_equal(h->question[0].line, 4);
  assert_int_equal(h->question[0].asked, WL_ASK_EXCESS);
  wl_run_destroy(run);
}

static void test_errors(void **state) {
  (void)state;
  static const struct { const char *call, *what, *hint; } rows[] = {
    {"ask{}", "ask{}: neither a figure nor an answer is given",
     "write  figure = \"wavefronts\"  or  answer = …"},
    {"ask{figure = 'wavefront'}", "ask{}: unknown figure \"wavefront\"; did you mean wavefronts?",
     NULL},
    {"ask{'how many?', figure = 'sectors'}", "ask{}: every field has a name, and one here has none",
     "write  text = \"…\""},
    {"ask{figure = 'sectors', anser = 3}", "ask{}: unknown field \"anser\"; did you mean answer?",
     NULL},
    {"ask{figure = 'sectors', answer = 3}",
     "ask{}: the answer is worked out from the figure: give one of them", NULL},
    {"ask{figure = 'sectors', choices = {1, 1.0}}", "ask{}: the choice 1 comes twice",
     "write  choices = offer(…):  each once"},
    {"ask{figure = 'sectors', choices = {1, 0 / 0}}", "ask{}: a number that is none", NULL},
    {"ask{text = '?', choices = {1, 2}, answer = 3}",
     "ask{}: the answer 3 is not among the choices", "name it there: nobody could be right"},
    {"ask{text = '?', choices = {'yes', 'no'}, answer = 'Yes'}",
     "ask{}: the answer Yes is not among the choices", NULL},
    {"ask{figure = 'sectors', choices = offer(1, 2), answer = 2}",
     "ask{}: the answer is worked out from the figure: give one of them", NULL},
    {"ask{figure = 'sectors', choices = {1}}", "ask{}: choices must have 2 to 8 entries", NULL},
    {"ask{figure = 'sectors', choices = {1, {}}}", "ask{}: a choice is a table, not a string",
     NULL},
    {"ask{figure = 'sectors', choices = 4}", "ask{}: choices is not a table",
     "write  choices = {1, 2, 32}"},
    {"ask{figure = 'sectors', lane = 32}", "ask(): lane is 32; it must be 0 … 31", NULL},
    {"ask{figure = 'sectors', array = 3}", "ask{}: array is a number, not an array",
     "write  array = tile"},
    {"ask{figure = 'sectors', line = 3}",
     "ask{}: in the kernel it is about what comes next, not about a line", NULL},
    {"ask{answer = 3}", "ask{}: a question with an answer of its own needs a text", ""},
    {"ask{text = ('x'):rep(120), answer = 1}", "ask{}: text has more than 119 bytes", NULL},
    {"ask{figure = 'sectors', counted = 3}", "ask{}: counted is a number, not a table",
     "write  counted = { chip = \"H200\", wavefronts = 16 }"},
    {"ask{figure = 'sectors', counted = {sectors = 3}}", "ask{}: counted is one figure of one chip",
     NULL},
    {"ask{figure = 'sectors', counted = {chip = 'H200'}}",
     "ask{}: counted is one figure of one chip", NULL},
    {"ask{figure = 'sectors', counted = {chip = 'H200', sector = 3}}",
     "ask{}: counted has no figure \"sector\"", NULL},
    {"ask{figure = 'sectors', counted = {chip = 'H20', sectors = 3}}",
     "ask{}: the chip: unknown GPU generation 'H20'", NULL},
    {"ask{figure = 'sectors', counted = {chip = 'H200', sectors = -1}}",
     "ask(): counted is -1; it must be 0 … 1048576", NULL},
    {"ask{figure = 3}", "ask{}: figure is a number, not a string", NULL},
    {"ask 'sectors'", "ask{}: takes a table, not a string", NULL},
    {"for i = 1, 33 do ask{text = i .. '?', answer = 1} end", "more than 32 different questions",
     "ask the same of all threads"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[256];
    snprintf(text, sizeof text, "function kernel() %s end", rows[i].call);
    struct wl_run *run = run_text(text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, rows[i].what);
    if (rows[i].hint) assert_string_equal(d->hint, rows[i].hint);
    assert_int_equal(d->line, 1);
    if (rows[i].call[0] == 'a') assert_int_equal(d->column, 19); /* the whole call */
    wl_run_destroy(run);
  }
  struct wl_run *run = run_text("ask{figure = 'sectors'} function kernel() end", NULL, 1);
  assert_string_equal(expect_failure(run)->what,
                      "ask{}: outside the kernel it needs the line that it is about");
  wl_run_destroy(run);
}

/* offer() has each number once as answers are compared, smallest first. */
static void test_offer(void **state) {
  (void)state;
  struct wl_run *run = run_text(ARRAYS
                                "local often = offer(32, 4, 4.0, 1, 0.1 + 0.2, 32, -1, 0.3)\n"
                                "function kernel()\n"
                                "  ask{ text = '?', choices = often, answer = 4 }\n"
                                "  g[threadIdx.x] = 1\n"
                                "  ask{ figure = 'sectors',\n"
                                "       choices = offer(8, 7, 6, 5, 4, 3, 2, 1, 1, 8) }\n"
                                "  g[threadIdx.x] = 1\n"
                                "end", NULL, 1);
  static const char *const kept[] = {"-1", "0.3", "1", "4", "32"};
  struct wl_question q;
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_true(question_of(run, 6, 0, &q));
  assert_int_equal(q.choices, 5);
  for (unsigned i = 0; i < 5; i++) assert_string_equal(q.choice[i], kept[i]);
  assert_true(question_of(run, 9, 0, &q));
  assert_int_equal(q.choices, WL_MAX_ANSWERS);
  for (unsigned i = 0; i < WL_MAX_ANSWERS; i++) assert_int_equal(q.choice[i][0], '1' + (int)i);
  wl_run_destroy(run);
}

static void test_offer_errors(void **state) {
  (void)state;
  static const struct { const char *call, *what, *hint; } rows[] = {
    {"offer()", "offer(): no numbers are given",
     "offer(number, ...): numbers to choose from in ask{}: each once, smallest first"},
    {"offer(4)", "offer(): all numbers are 4: there is nothing to choose",
     "name another number that one might say"},
    {"offer(4, 4.0, 4)", "offer(): all numbers are 4: there is nothing to choose", ""},
    {"offer(1, 2, 3, 4, 5, 6, 7, 8, 9)", "offer(): more than 8 different numbers",
     "leave out what nobody would say"},
    {"offer(1, nil, 3)", "offer(): argument 2 is nil, not a number", ""},
    {"offer('yes', 'no')", "offer(): argument 1 is a string, not a number",
     "write texts as a table:  choices = {\"yes\", \"no\"}"},
    {"offer({1, 2})", "offer(): argument 1 is a table, not a number", ""},
    {"offer(1, 0 / 0)", "offer(): a number that is none", "such as 0 / 0 is none"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[160];
    snprintf(text, sizeof text, "local n = %s\nfunction kernel() end", rows[i].call);
    struct wl_run *run = run_text(text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, rows[i].what);
    if (rows[i].hint[0]) assert_string_equal(d->hint, rows[i].hint);
    assert_int_equal(d->line, 1);
    assert_int_equal(d->column, 11);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_kernel), cmocka_unit_test(test_passes), cmocka_unit_test(test_answers),
    cmocka_unit_test(test_workers), cmocka_unit_test(test_file_level),
    cmocka_unit_test(test_errors), cmocka_unit_test(test_offer),
    cmocka_unit_test(test_offer_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
