/* Bookmarks: a picture that is left comes back from its arguments, whatever is looked
 * at; and what a shell makes of words that are quoted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/arch_name.h"
#include "core/measure.h"
#include "masked.h"
#include "scene_make.h"
#include "view/bookmark.h"
#include "view/canvas.h"
#include "view/input.h"
#include "view/keymap.h"
#include "view/model.h"
#include "view/model_play.h"
#include "view/picture.h"
#include "view/quote.h"
#include "view/reanalyze.h"
#include "view/set.h"
#include "view/views.h"

static void press(struct wl_model *m, const char *names) {
  char text[256];
  strcpy(text, names);
  for (char *name = strtok(text, " "); name; name = strtok(NULL, " "))
    wl_model_key(m, wl_key_parse(name));
}

/* What is on a screen, as text that can be compared. */
static char *picture(struct wl_model *m) {
  struct wl_canvas *c = wl_canvas_create(80, 24, false);
  char *text = calloc(80 * 24, 12), *s = text;
  wl_model_draw(m, c);
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 80; x++) {
      const struct wl_cell *cell = wl_canvas_cell(c, x, y);
      s += sprintf(s, "%x.%x ", (unsigned)cell->code, cell->style);
    }
  wl_canvas_destroy(c);
  return text;
}

/* Puts what "--name=value" says, or recalls it. */
static void put(struct wl_model *m, char *line, bool recall) {
  struct wl_diag d;
  for (char *word = strtok(line, "\n"); word; word = strtok(NULL, "\n"))
    for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++) {
      size_t size = strlen(wl_bookmark_option(b));
      if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, wl_bookmark_option(b), size) != 0 ||
          !strchr("=", word[2 + size]))
        continue;
      const char *value = word + 2 + size + (word[2 + size] == '=');
      if (recall) wl_bookmark_recall(m, b, value);
      else if (!wl_bookmark_put(m, b, value, &d)) fail_msg("%s: %s", word, d.what);
    }
}

static const struct { const char *keys, *wanted; } trips[] = {
  {"", ""},
  {"Right Right", "--step=2"},
  {"PageDown Right 3", "--view=banks"},
  {"PageDown Right 3 . . .", "--wavefront=3"},
  {"] ] ]", "--lane=3"},
  {"e", "--by-cost"},
  {"[", "--lane=31"},
  {"PageDown Right y", "--why=wavefronts"},
  {"PageDown Right y Down", "--why="},
  {"6 J J", "--scroll=2"},
  {"PageDown Right 3 m ]", "--mask"},
  {"PageDown Right 3 i i ]", "--ask=ideal_wavefronts"},
  {"PageDown F5", "--present"},
  {"PageDown Right F5 PageDown PageDown", "--fact=3"},
  {"8 ] Down Down b", "--view=compare"},
  {"p", "--knob=pad"}, {"PageDown p p", "--knob=block"}, {"p p p p 3", "--knob="},
  {"PageDown Right 3 . . ] y J", "--scroll=1"},
  {"/ w a y s = 3 2 Enter 5", "--find=ways=32"}, {"/ t i l e Enter Home 6", "--step=0"},
};

static void test_round_trip(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  for (size_t i = 0; i < sizeof trips / sizeof trips[0]; i++)
    for (int recall = 0; recall < 2; recall++) {
      struct wl_model *m = wl_model_create(), *again = wl_model_create();
      wl_model_show(m, s.trace, s.analysis);
      press(m, trips[i].keys);
      char *was = picture(m), *line = wl_bookmark_write(m, '\n');
      if (!strstr(line, trips[i].wanted)) fail_msg("%s gives %s", trips[i].keys, line);
      if (!recall) wl_model_show(again, s.trace, s.analysis);
      put(again, line, recall);
      if (recall) wl_model_show(again, s.trace, s.analysis);
      wl_bookmark_settle(again);
      char *now = picture(again);
      if (strcmp(was, now) != 0) fail_msg("%s does not come back: %s", trips[i].keys, line);
      free(was), free(now), free(line);
      wl_model_destroy(m), wl_model_destroy(again);
    }
  scene_destroy(s);
}

/* A question comes back as what has become of it, and never with more than could be seen. */
static void test_question(void **state) {
  (void)state;
  static const struct { const char *keys, *wanted; } rows[] = {
    {"", "--question=asked"}, {"3", "--view=banks\n--question=asked"},
    {"m", "--question=shown"}, {"Enter 5 Enter Enter Enter", "--question=answered"},
    {"Right B i", "--step=1\n--ask=wavefronts"}, {"m Right m", "--question=shown"},
    {"F5 PageDown", "--question=told\n--present"},
    {"m m", "--mask"}, {"m m m", "--question=shown"}, {"m Right", "--question=asked"},
    {"m y", "--question=shown\n--why=sectors"}, {"m Right 5", "--seen="},
    {"Enter 5 Enter 7 Enter 5 Enter 5 Enter", "--answers=5,7,5:2\n--question=asked"},
    {"Enter 5 Enter 7 Enter Enter", "--answers=5,7\n--question=told"},
    {"Enter 5 Enter 7 Enter Backspace ] [", "--answers=5\n--question=asked"},
    {"Right B A B B", "--answers=b,a,b:2\n--question=asked"},
    {"Enter ] [", "--question=asked\n--choice=_"}, {"Enter 3 2", "--question=asked\n--choice=32"},
    {"Enter 5 Enter 3", "--answers=5\n--question=asked\n--choice=3"},
    {"Enter 5 Enter 7", "--choice=7"}, {"+ + +", "--choice=3"},
    {"Right b", "--choice=b"}, {"Right B A a", "--answers=b,a\n--question=asked\n--choice=a"},
    {"Right B b Enter Enter p", "--answers=b:2\n--question=told\n--knob="},
    {"Right B A B B Enter Enter", "--answers=b,a,b:2\n--question=answered"},
    {"Enter 2 Enter Enter", "--answers=2\n--question=told\n--lane=5"},
    {"Enter 2 Enter Enter [ [ [ [ [", "--answers=2\n--question=told\n--lane=0"},
    {"m", "--question=shown\n--lane=5"}, {"m Right", "--lane=5"},
    {"Right m ] Enter 2 Enter Enter ] ]", "--asked-lane=1\n--mask\n--answers=2\n--question=told"},
    {"Right m ] Enter 2 Enter Enter Enter [", "--question=answered\n--lane=0"},
    {"Right m ] Enter 2 Enter", "--asked-lane=1\n"}, {"Right m Enter 2", "--choice=2\n--lane=0"},
  };
  struct scene all[] = {scene_create("ask", 32), scene_create("exchange", 0)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (int poses = 0; poses < 2; poses++) {
      struct wl_model *m = wl_model_create(), *again = wl_model_create();
      wl_model_pose(m, true);
      bool lane = strstr(rows[i].wanted, "lane=");
      struct scene s = all[lane];
      wl_model_show(m, s.trace, s.analysis);
      press(m, rows[i].keys);
      char *was = picture(m), *line = wl_bookmark_write(m, '\n');
      if (!strstr(line, rows[i].wanted)) fail_msg("%s gives %s", rows[i].keys, line);
      wl_model_pose(again, poses);
      wl_model_show(again, s.trace, s.analysis);
      put(again, line, 0);
      for (int undo = 0; undo < 4; undo++) { /* answers are taken back in their order */
        char *now = picture(again);
        if (strcmp(was, now) != 0) fail_msg("%s does not come back: %s", rows[i].keys, line);
        free(was), free(now);
        press(m, "Backspace"), press(again, "Backspace");
        was = picture(m);
      }
      free(was), free(line);
      wl_model_destroy(m), wl_model_destroy(again);
    }
  scene_destroy(all[0]), scene_destroy(all[1]);
}

/* Many answers keep their counts, whatever is known of their order; others are refused. */
static void test_answers(void **state) {
  (void)state;
  static const char *const bad[] = {"", "x", "5,", "5:0", "5:", "5:1x", ",5", "5;6", "b"};
  static const char *const unchosen[] = {"", "x", "5,6", "b", "5:2",
                                        "123456789012345678901234567890123"};
  struct scene s = scene_create("ask", 32);
  struct wl_model *m = wl_model_create(), *again = wl_model_create();
  struct wl_diag d;
  char text[2048], back[2048];
  wl_model_pose(m, true);
  wl_model_show(m, s.trace, s.analysis);
  wl_model_show(again, s.trace, s.analysis);
  for (int i = 0; i < 600; i++) {
    char word[16];
    snprintf(word, sizeof word, "%d", 12340000 + i % 30);
    assert_true(wl_bookmark_put(m, WL_MARK_ANSWERS, word, &d));
  }
  assert_true(wl_bookmark_get(m, WL_MARK_ANSWERS, text, sizeof text));
  assert_true(wl_bookmark_put(again, WL_MARK_ANSWERS, text, &d));
  assert_true(wl_bookmark_get(again, WL_MARK_ANSWERS, back, sizeof back));
  char *was = picture(m), *now = picture(again);
  assert_string_equal(was, now);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(wl_bookmark_put(again, WL_MARK_ANSWERS, bad[i], &d));
    assert_int_equal(d.status, WL_USAGE);
  }
  for (size_t i = 0; i < sizeof unchosen / sizeof unchosen[0]; i++) {
    assert_false(wl_bookmark_put(again, WL_MARK_CHOICE, unchosen[i], &d));
    assert_int_equal(d.status, WL_USAGE);
  }
  assert_false(wl_bookmark_get(again, WL_MARK_CHOICE, back, sizeof back));
  free(was), free(now);
  wl_model_destroy(m), wl_model_destroy(again);
  scene_destroy(s);
}

/* The sweep plots whatever a sweep has, and says so in the line that comes back. */
static void test_figures(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = wl_model_create();
  struct wl_diag d;
  char name[WL_MEASURE_NAME], back[WL_MEASURE_NAME];
  unsigned put = 0;
  wl_model_show(m, s.trace, s.analysis);
  assert_true(wl_bookmark_put(m, WL_MARK_VIEW, "sweep", &d));
  assert_false(wl_bookmark_get(m, WL_MARK_FIGURE, back, sizeof back));
  for (int i = 0; i < WL_SPACES * (WL_OPS + 1) * WL_FIGURES; i++) {
    struct wl_measure figure = {.kind = WL_MEASURE_FIGURE, .space = (uint8_t)(i % WL_SPACES),
                                .op = (uint8_t)(i / WL_SPACES % (WL_OPS + 1)),
                                .figure = (uint8_t)(i / WL_SPACES / (WL_OPS + 1))};
    if (!wl_measure_find(wl_measure_key(&figure, name), strlen(name), &figure, &d)) continue;
    put++;
    assert_true(wl_bookmark_put(m, WL_MARK_FIGURE, name, &d));
    assert_true(wl_bookmark_get(m, WL_MARK_FIGURE, back, sizeof back));
    assert_string_equal(name, back);
  }
  assert_true(put > 100);
  wl_model_destroy(m);
  scene_destroy(s);
}

/* What cannot be put is an error, not another picture. */
static void test_refused(void **state) {
  (void)state;
  static const struct { enum wl_bookmark b; const char *text, *what; } bad[] = {
    {WL_MARK_STEP, "1000000", "no step 1000000"}, {WL_MARK_LINE, "999", "line 999"},
    {WL_MARK_VIEW, "bank", "unknown view 'bank'"}, {WL_MARK_LANE, "32", "no lane 32"},
    {WL_MARK_WAVEFRONT, "77", "no wavefront 77"}, {WL_MARK_WHY, "beauty", "no figure 'beauty'"},
    {WL_MARK_QUESTION, "told", "no question stands at step 0"},
    {WL_MARK_CHOICE, "b", "no question stands at step 0"}, {WL_MARK_KNOB, "pat", "no such value"},
    {WL_MARK_FIGURE, "shared.beauty", "unknown figure"},
    {WL_MARK_FIGURE, "shared.ways,shared.requests", "plots one figure"},
  };
  struct scene s = scene_create("transpose", 0);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct wl_diag d;
    struct wl_model *m = wl_model_create();
    wl_model_show(m, s.trace, s.analysis);
    char *was = picture(m);
    assert_false(wl_bookmark_put(m, bad[i].b, bad[i].text, &d));
    assert_non_null(strstr(d.what, bad[i].what));
    char *now = picture(m);
    assert_string_equal(was, now);
    free(was), free(now);
    wl_model_destroy(m);
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

/* How far a view is scrolled waits for a recording that has as many rows, whatever is drawn until
 * then; somebody who goes on before that goes on from what is seen. */
static void test_scroll_waits(void **state) {
  (void)state;
  enum { STEPS = 40 };
  struct scene s = scene_end(marks(STEPS));
  struct wl_model *m = wl_model_create();
  wl_model_show(m, s.trace, s.analysis);
  press(m, "0 J J J J J");
  char *was = picture(m), *wanted = wl_bookmark_write(m, '\n');
  assert_non_null(strstr(wanted, "--scroll=5"));
  press(m, "K");
  char *above = picture(m);
  for (int go_on = 0; go_on < 2; go_on++) {
    struct wl_model *again = wl_model_create();
    struct scene part = marks(1);
    char *line = strdup(wanted);
    put(again, line, true);
    wl_model_progress(again, 0, 1);
    wl_model_show(again, part.trace, part.analysis);
    free(picture(again));
    char *early = wl_bookmark_write(again, '\n');
    assert_string_equal(early, wanted);
    press(again, "@");
    free(early), early = wl_bookmark_write(again, '\n');
    assert_string_equal(early, wanted);
    press(again, go_on ? "J" : "@"); /* there is nothing to scroll yet */
    struct scene whole = marks(STEPS);
    wl_model_show(again, whole.trace, whole.analysis);
    scene_end(whole);
    if (go_on) press(again, "J J J J");
    wl_model_progress(again, 0, 0);
    wl_bookmark_settle(again);
    char *now = picture(again);
    assert_string_equal(now, go_on ? above : was);
    wl_model_destroy(again);
    scene_destroy(part), scene_destroy(whole);
    free(line), free(early), free(now);
  }
  free(was), free(above), free(wanted);
  wl_model_destroy(m);
  scene_destroy(s);
}

/* What comes back to figures that were hidden once a view, or what is over it, was scrolled to its
 * end. */
static char *hidden_line(struct scene s, unsigned view, const char *over) {
  struct wl_model *m = wl_model_create();
  char key[2] = {(char)('0' + (view + 1) % 10)};
  wl_model_show(m, s.trace, s.analysis);
  press(m, key);
  press(m, over);
  for (int i = 0; i < 40; i++) press(m, "J");
  free(picture(m));
  press(m, "m");
  free(picture(m));
  char *line = wl_bookmark_write(m, ' ');
  memmove(line, strstr(line, "--"), strlen(strstr(line, "--")) + 1); /* without the settings */
  wl_model_destroy(m);
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
  struct wl_analysis *other = wl_reanalyze(s.trace, wl_arch_find("8.0"), &d);
  static const char *const words[] = {"my script.lua", "--ascii"};
  struct wl_model *m = wl_model_create();
  wl_model_set_command(m, words, 2);
  wl_model_show(m, s.trace, other);
  press(m, "t Right");
  char *line = wl_bookmark_write(m, ' ');
  assert_string_equal(line, "warplens 'my script.lua' --ascii --theme=light --arch=8.0 --step=1");
  free(line);
  wl_model_destroy(m);
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
    cmocka_unit_test(test_answers),
    cmocka_unit_test(test_figures),
    cmocka_unit_test(test_refused),
    cmocka_unit_test(test_scroll_waits), cmocka_unit_test(test_scroll_hidden),
    cmocka_unit_test(test_arch),
    cmocka_unit_test(test_quote),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
