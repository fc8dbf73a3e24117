/* at(): where its stops and questions come, and what is said of bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/teach/quiz.h"
#include "core/trace/question.h"
#include "script.h"

#define ARRAYS                              \
  "local g = global('g', float, 4096)\n"    \
  "local s = shared('s', float, 1024)\n"

#define TITLE(name) "at('" name "', { title = '" name "' })\n"

/* The question of the n-th step of a line; false if it has none. */
static bool question_of(struct wl_run *run, uint32_t line, unsigned n, struct wl_question *q) {
  struct wl_step s = step_at(run, line, n);
  const struct wl_question *own = wl_trace_question(wl_run_trace(run), &s);
  if (!own) return false;
  *q = *own;
  return true;
}

static void test_first_step(void **state) {
  (void)state;
  struct wl_run *run = run_text(ARRAYS
                                "grid(2) block(64)\n"
                                "function kernel()\n"
                                "  local t = threadIdx.x % 32\n"
                                "  ::column::\n"
                                "  s[t * 32] = g[t]\n"
                                "  __syncthreads()\n"
                                "  ::swap::\n"
                                "  g[t] = __shfl_xor_sync(0xffffffff, t, 16)\n"
                                "  if t < 3 then\n"
                                "    ::some::\n"
                                "    g[t] = s[t]\n"
                                "  end\n"
                                "  ::last::\n"
                                "  g[t] = s[t]\n"
                                "end\n"
                                "at('column', { title = 'a column', notes = 'slowly', warp = 1,\n"
                                "  ask = { figure = 'wavefronts', choices = {1, 2.0, 'many'},\n"
                                "    array = s, because = 'of bank 0' } })\n"
                                "at('swap', { ask = { figure = 'result', lane = 5 } })\n"
                                "at('some', { ask = { text = 'why?', answer = 'so' } })\n"
                                "at('last', { block = 1, ask = { figure = 'sectors' } })\n",
                                NULL, 1);
  struct wl_question q;
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  char *steps = steps_of(run, 0, 1);
  assert_non_null(strstr(steps, "6 mark a column ffffffff\n7 load g ffffffff\n"
                                "7 store s ffffffff\n"));
  free(steps);
  struct wl_step mark = step_at(run, 6, 0);
  assert_int_equal(mark.block, 0);
  assert_int_equal(mark.warp, 1);
  assert_int_equal(mark.place.column, 3);
  assert_int_equal(mark.place.end_column, 13);
  assert_string_equal(wl_trace_notes(wl_run_trace(run), &mark), "slowly");
  assert_false(question_of(run, 7, 1, &q)); /* warp 0 */
  assert_false(question_of(run, 7, 2, &q)); /* the load from g */
  assert_true(question_of(run, 7, 3, &q));
  assert_int_equal(q.asked, WL_WAVEFRONTS);
  assert_int_equal(q.array, 1);
  assert_int_equal(q.choices, 3);
  assert_string_equal(q.choice[0], "1");
  assert_string_equal(q.choice[1], "2");
  assert_string_equal(q.choice[2], "many");
  assert_string_equal(q.text, "How many wavefronts does the warp need for s?");
  assert_string_equal(q.because, "of bank 0");
  assert_false(question_of(run, 7, 5, &q)); /* block 1 */
  assert_true(question_of(run, 10, 0, &q)); /* the shuffle, not the store */
  assert_int_equal(q.asked, WL_ASK_RESULT);
  assert_string_equal(q.text, "What does lane 5 get?");
  assert_false(question_of(run, 10, 1, &q));
  assert_true(question_of(run, 13, 0, &q));
  assert_string_equal(q.answer, "so");
  assert_false(question_of(run, 13, 1, &q));
  assert_false(question_of(run, 16, 1, &q)); /* block 0 */
  assert_false(question_of(run, 16, 4, &q)); /* shared memory has no sectors */
  assert_true(question_of(run, 16, 5, &q));
  wl_run_destroy(run);
}

/* Loops, functions, branches, several stops at a label and at a step: the same lanes at once and
 * thread by thread. */
static void test_ways(void **state) {
  (void)state;
  static const struct { const char *kernel, *at, *steps; } rows[] = {
    {"for k = 0, 3 do\n  ::turn::\n  g[k] = 1\nend", "at('turn', { title = 'turn', pass = 3 })",
     "7 store g ffffffff #0\n7 store g ffffffff #1\n6 mark turn ffffffff #2\n"
     "7 store g ffffffff #2\n7 store g ffffffff #3\n"},
    {"for k = 0, laneid() // 16 do\n  ::turn::\n  g[k] = 1\nend",
     "at('turn', { title = 'turn', pass = 2 })",
     "7 store g ffffffff #0\n6 mark turn ffff0000 #1\n7 store g ffff0000 #1\n"},
    {"f(0) f(1)", "at('inside', { title = 'inside', pass = 2 })",
     "3 store g ffffffff\n3 mark inside ffffffff\n3 store g ffffffff\n"},
    {"if laneid() < 8 then\n  ::low::\n  g[0] = 1\nelse\n  ::high::\n  g[1] = 1\nend\n",
     TITLE("high") TITLE("low"),
     "6 mark low 000000ff\n7 store g 000000ff\n9 mark high ffffff00\n10 store g ffffff00\n"},
    {"if gridDim.x > 1 then\n  ::never::\n  g[0] = 1\nend\ng[1] = 1", TITLE("never"),
     "9 store g ffffffff\n"},
    {"::one::\n::two::\ng[1] = 1", TITLE("two") TITLE("one") "at('one', { title = 'more' })",
     "5 mark one ffffffff\n5 mark more ffffffff\n6 mark two ffffffff\n7 store g ffffffff\n"},
    {"::one::\nif laneid() < 4 then g[1] = 1 end\ng[2] = 1", TITLE("one"),
     "5 mark one ffffffff\n6 store g 0000000f\n7 store g ffffffff\n"},
    {"g[1] = 1\n::behind::\n", TITLE("behind"), "5 store g ffffffff\n6 mark behind ffffffff\n"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[1024];
    snprintf(text, sizeof text, ARRAYS
             "grid(1) block(32) local function f(x) ::inside:: g[x] = 1 end\n"
             "function kernel()\n%s\nend\n%s",
             rows[i].kernel, rows[i].at);
    expect_steps(text, rows[i].steps);
    struct wl_run *run = run_kernel(text);
    assert_int_equal(wl_run_at_once(run), 1);
    wl_run_destroy(run);
  }
}

/* A step has one question: the others wait for the next that they can be about. */
static void test_two_questions(void **state) {
  (void)state;
  struct wl_run *run = run_kernel(ARRAYS
                                  "function kernel()\n"
                                  "  ::two::\n"
                                  "  g[laneid()] = 1\n"
                                  "  g[laneid()] = 2\n"
                                  "  g[laneid()] = 3\n"
                                  "end\n"
                                  "at('two', { ask = { figure = 'sectors', text = 'A?' } })\n"
                                  "at('two', { ask = { figure = 'sectors', text = 'B?' } })\n");
  struct wl_question q;
  assert_true(question_of(run, 5, 0, &q));
  assert_string_equal(q.text, "A?");
  assert_true(question_of(run, 6, 0, &q));
  assert_string_equal(q.text, "B?");
  assert_false(question_of(run, 7, 0, &q));
  wl_run_destroy(run);
}

/* What is not called a wavefront everywhere. */
static void test_passes(void **state) {
  (void)state;
  static const struct { const char *cc, *text, *constant; } rows[] = {
    {"1.3", "How many passes does the warp need for s?",
     "How many passes does the warp need for k?"},
    {"3.5", "How many passes does the warp need for s?",
     "How many passes does the warp need for k?"},
    {"5.0", "How many wavefronts does the warp need for s?",
     "How many passes does the warp need for k?"},
    {"9.0", "How many wavefronts does the warp need for s?",
     "How many passes does the warp need for k?"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_run *run = run_on(rows[i].cc, "grid(1) block(32)\n"
                                "local s = shared('s', float, 32)\n"
                                "local k = constant('k', float, 32)\n"
                                "function kernel()\n"
                                "  ::s::\n"
                                "  s[threadIdx.x] = 1\n"
                                "  ::k::\n"
                                "  s[threadIdx.x] = k[0]\n"
                                "end\n"
                                "at('s', { ask = { figure = 'wavefronts', array = s } })\n"
                                "at('k', { ask = { figure = 'wavefronts', array = k } })\n", 1);
    struct wl_question q;
    wl_run_wait(run);
    assert_true(question_of(run, 6, 0, &q));
    assert_string_equal(q.text, rows[i].text);
    assert_true(question_of(run, 8, 0, &q));
    assert_string_equal(q.text, rows[i].constant);
    wl_run_destroy(run);
  }
}

/* The same bytes, however many processes ran it. */
static void test_workers(void **state) {
  (void)state;
  static const char text[] = ARRAYS
    "grid(64) block(64)\n"
    "function kernel()\n"
    "  ::store::\n"
    "  g[threadIdx.x] = 1\n"
    "end\n"
    "for b = 0, 30, 5 do\n"
    "  at('store', { title = 'block ' .. b, block = b, warp = 1,\n"
    "    ask = { figure = 'sectors', text = b .. '?' } })\n"
    "end\n";
  size_t size, other;
  struct wl_run *one = run_text(text, NULL, 1), *four = run_text(text, NULL, 4);
  uint8_t *a = bytes_of(one, &size), *b = bytes_of(four, &other);
  assert_int_equal(size, other);
  assert_memory_equal(a, b, size);
  struct wl_question q;
  assert_true(question_of(four, 6, 2 * 5 + 1, &q));
  assert_string_equal(q.text, "5?");
  free(a);
  free(b);
  wl_run_destroy(one);
  wl_run_destroy(four);
}

/* A label without at() is nothing, and one that a goto leads to stays what it was. */
static void test_plain_labels(void **state) {
  (void)state;
  expect_steps(ARRAYS "function kernel()\n"
                      "  for k = 0, 3 do\n"
                      "    ::here::\n"
                      "    if k % 2 == 0 then goto continue end\n"
                      "    local at = k\n"
                      "    g[at] = 1\n"
                      "    ::continue::\n"
                      "  end\n"
                      "end\n" TITLE("here"),
               "5 mark here ffffffff #0\n8 store g ffffffff #1\n8 store g ffffffff #3\n");
}

static void test_errors(void **state) {
  (void)state;
  static const struct { const char *call, *what, *hint; } rows[] = {
    {"at('lod', { title = 'x' })", "at(): no label ::lod::; did you mean ::load::?",
     "write  ::load::  on a line of the kernel, and  at(\"load\", …)  behind it"},
    {"at('else', { title = 'x' })", "at(): no label ::else::", NULL},
    {"at('next', { title = 'x' })", "at(): a goto leads to ::next::",
     "put a label of another name beside it"},
    {"at('twice', { title = 'x' })", "at(): ::twice:: stands in lines 1 and 1",
     "give each a name of its own"},
    {"at(3, { title = 'x' })", "at(): the label is a number, not a string", NULL},
    {"at('load', 'x')", "at(): takes a table, not a string", NULL},
    {"at('load')", "at(): takes a table, not nil", NULL},
    {"at('load', {})", "at(): neither a title nor a question is given", NULL},
    {"at('load', { notes = 'x' })", "at(): notes without a title", "write  title = \"…\",  too"},
    {"at('load', { tittle = 'x' })", "at(): unknown field \"tittle\"; did you mean title?",
     "title, notes, ask, block, warp, pass are known"},
    {"at('load', { title = 3 })", "at(): title is a number, not a string", NULL},
    {"at('load', { title = ('x'):rep(160) })", "at(): title has more than 159 bytes", NULL},
    {"at('load', { title = 'x', pass = 0 })", "at(): pass is 0; it must be 1 … 4294967295", NULL},
    {"at('load', { title = 'x', warp = 32 })", "at(): warp is 32; it must be 0 … 31", NULL},
    {"at('load', { ask = 'sectors' })", "at(): ask is a string, not a table",
     "write  ask = { figure = \"sectors\" }"},
    {"ASK{}", "ask: neither a figure nor an answer is given",
     "write  figure = \"wavefronts\"  or  answer = …"},
    {"ASK{figure = 'wavefront'}", "ask: unknown figure \"wavefront\"; did you mean wavefronts?",
     NULL},
    {"ASK{'how many?', figure = 'sectors'}", "ask: every field has a name, and one here has none",
     "write  name = value"},
    {"ASK{figure = 'sectors', anser = 3}", "ask: unknown field \"anser\"; did you mean answer?",
     NULL},
    {"ASK{figure = 'sectors', answer = 3}",
     "ask: the answer is worked out from the figure: give one of them", NULL},
    {"ASK{figure = 'sectors', choices = {1, 1.0}}", "ask: the choice 1 comes twice",
     "write  choices = offer(…):  each once"},
    {"ASK{figure = 'sectors', choices = {1, 0 / 0}}", "ask: a number that is none", NULL},
    {"ASK{text = '?', choices = {1, 2}, answer = 3}",
     "ask: the answer 3 is not among the choices", "name it there: no choice is the answer"},
    {"ASK{text = '?', choices = {'yes', 'no'}, answer = 'Yes'}",
     "ask: the answer Yes is not among the choices", NULL},
    {"ASK{figure = 'sectors', choices = {1}}", "ask: choices must have 2 to 8 entries", NULL},
    {"ASK{figure = 'sectors', choices = {1, {}}}", "ask: a choice is a table, not a string", NULL},
    {"ASK{figure = 'sectors', choices = 4}", "ask: choices is not a table",
     "write  choices = {1, 2, 32}"},
    {"ASK{figure = 'sectors', lane = 32}", "at(): lane is 32; it must be 0 … 31", NULL},
    {"ASK{figure = 'sectors', array = 3}", "ask: array is a number, not an array",
     "write  array = tile"},
    {"ASK{answer = 3}", "ask: a question with an answer of its own needs a text", ""},
    {"ASK{text = ('x'):rep(120), answer = 1}", "ask: text has more than 119 bytes", NULL},
    {"ASK{figure = 'sectors', counted = 3}", "ask: counted is a number, not a table",
     "write  counted = { chip = \"H200\", wavefronts = 16 }"},
    {"ASK{figure = 'sectors', counted = {sectors = 3}}", "ask: counted is one figure of one chip",
     NULL},
    {"ASK{figure = 'sectors', counted = {chip = 'H200'}}",
     "ask: counted is one figure of one chip", NULL},
    {"ASK{figure = 'sectors', counted = {chip = 'H200', sector = 3}}",
     "ask: counted has no figure \"sector\"", NULL},
    {"ASK{figure = 'sectors', counted = {chip = 'H20', sectors = 3}}",
     "ask: the chip: unknown GPU generation 'H20'", NULL},
    {"ASK{figure = 'sectors', counted = {chip = 'H200', sectors = -1}}",
     "at(): counted is -1; it must be 0 … 1048576", NULL},
    {"ASK{figure = 3}", "ask: figure is a number, not a string", NULL},
    {"for i = 1, 33 do at('load', { title = i .. '' }) end", "more than 32 calls of at()", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[512];
    bool ask = strncmp(rows[i].call, "ASK", 3) == 0;
    snprintf(text, sizeof text, "local function f() ::twice:: end "
             "function kernel() ::load:: ::twice:: f() goto next ::next:: end\n%s%s%s",
             ask ? "at('load', { ask = " : "", rows[i].call + (ask ? 3 : 0), ask ? " })" : "");
    struct wl_run *run = run_text(text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, rows[i].what);
    if (rows[i].hint) assert_string_equal(d->hint, rows[i].hint);
    assert_int_equal(d->line, 2);
    wl_run_destroy(run);
  }
  struct wl_run *run = run_text("function kernel() ::x:: at('x', { title = 'x' }) end", NULL, 1);
  assert_string_equal(expect_failure(run)->what, "at() cannot be called inside the kernel");
  wl_run_destroy(run);
  run = run_text("function kernel() ask{ figure = 'sectors' } end", NULL, 1);
  assert_string_equal(expect_failure(run)->hint,
                      "write  at(\"label\", { ask = { … } })  after the kernel");
  wl_run_destroy(run);
  run = run_text("function kernel() mark('a', 'note') end", NULL, 1);
  assert_string_equal(expect_failure(run)->what, "mark(): takes a text and no more");
  wl_run_destroy(run);
}

/* offer() has each number once as answers are compared, smallest first. */
static void test_offer(void **state) {
  (void)state;
  struct wl_run *run = run_text(ARRAYS
                                "local often = offer(32, 4, 4.0, 1, 0.1 + 0.2, 32, -1, 0.3)\n"
                                "function kernel()\n"
                                "  ::few::\n"
                                "  g[threadIdx.x] = 1\n"
                                "  ::all::\n"
                                "  g[threadIdx.x] = 1\n"
                                "end\n"
                                "at('few', { ask = { text = '?', choices = often, answer = 4 } })\n"
                                "at('all', { ask = { figure = 'sectors',\n"
                                "    choices = offer(8, 7, 6, 5, 4, 3, 2, 1, 1, 8) } })\n",
                                NULL, 1);
  static const char *const kept[] = {"-1", "0.3", "1", "4", "32"};
  struct wl_question q;
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_true(question_of(run, 6, 0, &q));
  assert_int_equal(q.choices, 5);
  for (unsigned i = 0; i < 5; i++) assert_string_equal(q.choice[i], kept[i]);
  assert_true(question_of(run, 8, 0, &q));
  assert_int_equal(q.choices, WL_MAX_ANSWERS);
  for (unsigned i = 0; i < WL_MAX_ANSWERS; i++) assert_int_equal(q.choice[i][0], '1' + (int)i);
  wl_run_destroy(run);
}

static void test_offer_errors(void **state) {
  (void)state;
  static const struct { const char *call, *what, *hint; } rows[] = {
    {"offer()", "offer(): no numbers are given",
     "offer(number, ...): numbers to choose from in ask: each once, smallest first"},
    {"offer(4)", "offer(): all numbers are 4: there is nothing to choose",
     "name another number that one might say"},
    {"offer(4, 4.0, 4)", "offer(): all numbers are 4: there is nothing to choose", ""},
    {"offer(1, 2, 3, 4, 5, 6, 7, 8, 9)", "offer(): more than 8 different numbers",
     "leave out unlikely choices"},
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
    cmocka_unit_test(test_first_step), cmocka_unit_test(test_ways),
    cmocka_unit_test(test_two_questions), cmocka_unit_test(test_passes),
    cmocka_unit_test(test_workers), cmocka_unit_test(test_plain_labels),
    cmocka_unit_test(test_errors), cmocka_unit_test(test_offer),
    cmocka_unit_test(test_offer_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
