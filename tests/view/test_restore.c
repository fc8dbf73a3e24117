/* The place in a picture: one that is left comes back from its line, whatever is looked at; and
 * what a shell makes of words that are quoted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "core/analysis/measure.h"
#include "core/analysis/other_generation.h"
#include "core/gpu/target.h"
#include "masked.h"
#include "scene_make.h"
#include "session/playback.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "view/keys/actions.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "words/quote.h"

static void press(struct wl_session *m, const char *names) {
  char text[256];
  strcpy(text, names);
  for (char *name = strtok(text, " "); name; name = strtok(NULL, " "))
    wl_session_key(m, wl_key_parse(name));
}

/* What is on a screen, as text that can be compared. */
static char *picture(struct wl_session *m) {
  struct wl_canvas *c = wl_canvas_create(80, 24, false);
  char *text = calloc(80 * 24, 12), *s = text;
  wl_session_draw(m, c);
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 80; x++) {
      const struct wl_cell *cell = wl_canvas_cell(c, x, y);
      s += sprintf(s, "%x.%x ", (unsigned)cell->code, cell->style);
    }
  wl_canvas_destroy(c);
  return text;
}

/* The place that a line says, of the options that such a line has. */
static struct wl_restore read_line(char *line) {
  struct wl_diag d;
  struct wl_restore at = {.given = 0};
  for (char *word = strtok(line, "\n"); word; word = strtok(NULL, "\n")) {
    char *value = strchr(word, '=');
    if (strncmp(word, "--at=", 5) == 0 && !wl_restore_read(&at, value + 1, &d))
      fail_msg("%s", d.what);
    if (strncmp(word, "--find=", 7) == 0) at.find = value + 1;
    if (strncmp(word, "--ask=", 6) == 0) at.ask = value + 1;
    at.mask |= strcmp(word, "--mask") == 0;
    at.present |= strcmp(word, "--present") == 0;
  }
  return at;
}

static const struct { const char *keys, *wanted; } trips[] = {
  {"", "warplens"},
  {"Right Right", "--at=step:2"},
  {"PageDown Right 3", "view:banks"},
  {"PageDown Right 3 . . .", "wave:3"},
  {"] ] ]", "lane:3"},
  {"e", "order:cost"},
  {"[", "lane:31"},
  {"PageDown Right y", "why:wavefronts"},
  {"PageDown Right y Down", "why:"},
  {"6 J J", "scroll:2"},
  {"PageDown Right 3 m ]", "--mask"},
  {"PageDown Right 3 i i ]", "--ask=ideal_wavefronts"},
  {"PageDown F5", "--present"},
  {"PageDown Right F5 PageDown PageDown", "fact:3"},
  {"8 ] Down Down b", "view:compare"},
  {"p", "knob:pad"}, {"PageDown p p", "knob:block"}, {"p p p p 3", "knob:"},
  {"PageDown Right 3 . . ] y J", "scroll:1"},
  {"/ w a y s = 3 2 Enter 5", "--find=ways=32"}, {"/ t i l e Enter Home 6", "step:0"},
};

/* At once where the recording is there, and as soon as it comes. */
static void test_round_trip(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  for (size_t i = 0; i < sizeof trips / sizeof trips[0]; i++)
    for (int later = 0; later < 2; later++) {
      struct wl_session *m = wl_session_create(), *again = wl_session_create();
      wl_session_show(m, s.trace, s.analysis);
      press(m, trips[i].keys);
      char *was = picture(m), *line = wl_restore_write(m, '\n');
      if (!strstr(line, trips[i].wanted)) fail_msg("%s gives %s", trips[i].keys, line);
      char *words = strdup(line);
      struct wl_restore at = read_line(words);
      if (!later) wl_session_show(again, s.trace, s.analysis);
      wl_restore_begin(again, &at);
      if (later) wl_session_show(again, s.trace, s.analysis);
      wl_restore_arrive(again);
      if (wl_session_failure(again)) fail_msg("%s: %s", line, wl_session_failure(again)->what);
      char *now = picture(again);
      if (strcmp(was, now) != 0) fail_msg("%s does not come back: %s", trips[i].keys, line);
      free(was), free(now), free(line), free(words);
      wl_session_destroy(m), wl_session_destroy(again);
    }
  scene_destroy(s);
}

/* A question that was answered stands again, and what its figures have shown waits behind it. */
static void test_question(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = wl_session_create(), *again = wl_session_create();
  wl_session_pose(m, true), wl_session_pose(again, true);
  wl_session_show(m, s.trace, s.analysis), wl_session_show(again, s.trace, s.analysis);
  press(m, "m y .");
  char *line = wl_restore_write(m, '\n');
  struct wl_restore at = read_line(line);
  wl_restore_begin(again, &at);
  wl_restore_arrive(again);
  assert_null(wl_session_failure(again));
  assert_true(wl_session_masked(again));
  char *shown = picture(m), *asked = picture(again);
  assert_string_not_equal(shown, asked);
  free(line), free(shown), free(asked);
  wl_session_destroy(m), wl_session_destroy(again);
  scene_destroy(s);
}

/* The sweep plots whatever a sweep has, and says so in the line that comes back. */
static void test_figures(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = wl_session_create();
  struct wl_diag d;
  struct wl_restore at;
  char name[WL_MEASURE_NAME];
  unsigned put = 0;
  wl_session_show(m, s.trace, s.analysis);
  press(m, "9");
  wl_restore_take(m, &at);
  assert_string_equal(at.figure, "");
  for (int i = 0; i < WL_SPACES * (WL_OPS + 1) * WL_FIGURES; i++) {
    struct wl_measure figure = {.kind = WL_MEASURE_FIGURE, .space = (uint8_t)(i % WL_SPACES),
                                .op = (uint8_t)(i / WL_SPACES % (WL_OPS + 1)),
                                .figure = (uint8_t)(i / WL_SPACES / (WL_OPS + 1))};
    if (!wl_measure_find(wl_measure_key(&figure, name), strlen(name), &figure, &d)) continue;
    put++;
    at = (struct wl_restore){.given = 0};
    assert_true(wl_restore_set(&at, "figure", name, &d) && wl_restore_apply(m, &at, &d));
    wl_restore_take(m, &at);
    assert_string_equal(name, at.figure);
  }
  assert_true(put > 100);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* What is no place is an error, and so is one that the recording has not. */
static void test_refused(void **state) {
  (void)state;
  static const struct { const char *word, *what; } bad[] = {
    {"step:1000000", "no step 1000000"}, {"line:999", "line 999"},
    {"view:bank", "unknown view 'bank'"}, {"wave:77", "no wavefront 77"},
    {"why:beauty", "no figure 'beauty'"}, {"knob:pat", "'pat' is no value"},
    {"fact:2", "no fact 2"}, {"order:size", "not 'size'"},
    {"figure:shared.beauty", "unknown figure"},
  };
  static const char *const words[] = {
    "", "step", "step:", "step:x", "step:-1", "step:1,", ",step:1", "step:1;", "lane:32", "lane:-1",
    "wave:1000001", "vew:banks", "view:", "view:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "step:1,,lane:2",
    "fact:0",
  };
  struct scene s = scene_create("transpose", 0);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct wl_diag d;
    struct wl_session *m = wl_session_create();
    struct wl_restore at = {.given = 0};
    wl_session_show(m, s.trace, s.analysis);
    char *was = picture(m);
    assert_true(wl_restore_read(&at, bad[i].word, &d));
    assert_false(wl_restore_apply(m, &at, &d));
    if (!strstr(d.what, bad[i].what)) fail_msg("%s: %s", bad[i].word, d.what);
    char *now = picture(m);
    assert_string_equal(was, now);
    free(was), free(now);
    wl_session_destroy(m);
  }
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    struct wl_diag d;
    struct wl_restore at = {.given = 0};
    assert_false(wl_restore_read(&at, words[i], &d));
    assert_int_equal(d.status, WL_USAGE);
    assert_non_null(strstr(d.hint, "step:N, line:N, view:NAME"));
  }
  scene_destroy(s);
}

/* A recording of so many marks, as far as it has come. */
static struct scene marks(unsigned count) {
  struct wl_head h = masked_head("Marks");
  struct scene s = scene_begin("marks.lua", "mark()\n", &h);
  for (unsigned i = 0; i < count; i++) {
    struct wl_step step = scene_blank();
    step.kind = WL_STEP_MARK;
    step.place = scene_place("mark()\n", 1, "mark()");
    snprintf(step.text, sizeof step.text, "mark %u", i);
    scene_add(s, &step);
  }
  return s;
}

/* A step is gone to as soon as it is there; how far a view is scrolled waits for all of the
 * recording. */
static void test_waits(void **state) {
  (void)state;
  enum { STEPS = 40 };
  static const struct { const char *word; size_t early; } rows[] = {
    {"step:5,view:text", 5}, {"step:30", 0}, {"step:5,view:text,scroll:5", 0}, {"line:1", 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_session *m = wl_session_create();
    struct scene part = marks(10), whole = scene_end(marks(STEPS));
    struct wl_diag d;
    struct wl_restore at = {.given = 0};
    assert_true(wl_restore_read(&at, rows[i].word, &d));
    wl_restore_begin(m, &at);
    assert_true(wl_trace_settle(part.trace));
    wl_session_progress(m, 0, 1);
    wl_session_show(m, part.trace, part.analysis);
    assert_int_equal(m->selected, rows[i].early);
    free(picture(m));
    char *line = wl_restore_write(m, ' '), wanted[64];
    snprintf(wanted, sizeof wanted, "warplens --at=%s", rows[i].word);
    assert_string_equal(line, wanted);
    wl_session_show(m, whole.trace, whole.analysis);
    wl_session_progress(m, 0, 0);
    wl_restore_arrive(m);
    assert_null(wl_session_failure(m));
    if (at.step) assert_int_equal(m->selected, at.step);
    assert_int_equal(m->scroll, at.scroll);
    free(line);
    wl_session_destroy(m);
    scene_destroy(part), scene_destroy(whole);
  }
}

/* What comes back to figures that were hidden once a view, or what is over it, was scrolled to its
 * end. */
static char *hidden_line(struct scene s, unsigned view, const char *over) {
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  wl_session_do(m, (enum wl_action)(WL_ACT_VIEWS + view), 0);
  press(m, over);
  for (int i = 0; i < 40; i++) press(m, "J");
  free(picture(m));
  press(m, "m");
  free(picture(m));
  char *line = wl_restore_write(m, ' ');
  memmove(line, strstr(line, "--"), strlen(strstr(line, "--")) + 1); /* without the settings */
  wl_session_destroy(m);
  return line;
}

/* How far the rows of hidden figures go is as hidden as they are. */
static void test_scroll_hidden(void **state) {
  (void)state;
  static const char *const over[] = {"", "F5", "y"};
  struct scene s = scene_create("stride", 32), other = scene_create("stride", 1);
  for (unsigned view = 0; view < WL_VIEWS; view++)
    for (int i = 0; i < 3; i++) {
      char *line = hidden_line(s, view, over[i]), *same = hidden_line(other, view, over[i]);
      assert_string_equal(line, same);
      free(line), free(same);
    }
  scene_destroy(s), scene_destroy(other);
}

static void test_arch(void **state) {
  (void)state;
  struct wl_diag d;
  struct scene s = scene_create("transpose", 0);
  struct wl_analysis *other = wl_reanalyze(s.trace, wl_target_make(wl_arch_find("8.0"), NULL), &d);
  static const char *const words[] = {"my script.lua", "--ascii"};
  struct wl_session *m = wl_session_create();
  wl_session_set_command(m, words, 2);
  wl_session_show(m, s.trace, other);
  press(m, "t Right");
  char *line = wl_restore_write(m, ' ');
  assert_string_equal(line, "warplens 'my script.lua' --ascii --theme=light --arch=8.0"
                            " --at=step:1");
  free(line);
  wl_session_destroy(m);
  wl_analysis_destroy(other);
  scene_destroy(s);
}

static void test_quote(void **state) {
  (void)state;
  static const struct { const char *word, *quoted; } rows[] = {
    {"transpose", "transpose"}, {"pad=1", "pad=1"}, {"", "''"}, {"g[tid * 2]", "'g[tid * 2]'"},
    {"it's", "'it'\\''s'"}, {"$HOME", "'$HOME'"}, {"ü", "'ü'"}, {"a\033[31mb", "$'a\\033[31mb'"},
    {"two\nlines", "$'two\\012lines'"}, {"'\n\\", "$'\\'\\012\\134'"}, {"\xff", "$'\\377'"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    wl_shell_quote(f, rows[i].word);
    fclose(f);
    assert_string_equal(text, rows[i].quoted);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_round_trip), cmocka_unit_test(test_question),
    cmocka_unit_test(test_figures), cmocka_unit_test(test_refused),
    cmocka_unit_test(test_waits), cmocka_unit_test(test_scroll_hidden),
    cmocka_unit_test(test_arch),
    cmocka_unit_test(test_quote),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
