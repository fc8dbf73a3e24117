/* A recording leads to the same pictures in the same order, however late the clock of
 * either comes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/key_player.h"
#include "canvas/canvas.h"
#include "scene.h"
#include "session/playback.h"
#include "session/state/keymap.h"
#include "view/keys/input.h"
#include "view/picture.h"

/* A file for keys, which goes with the test that takes it, however that ends. */
static int file_create(void **state) {
  char *path = strdup("/tmp/keysXXXXXX");
  close(mkstemp(path));
  *state = path;
  return 0;
}

static int file_destroy(void **state) {
  unlink(*state);
  free(*state);
  return 0;
}

static unsigned seed;
static int chance(int below) {
  seed = seed * 1103515245u + 12345u;
  return (int)(seed >> 16) % below;
}

/* All pictures of a session, one after the other. */
struct film { FILE *f; char *text, *last; size_t size; };

static void film_open(struct film *film) {
  film->f = open_memstream(&film->text, &film->size);
  film->last = calloc(1, 1);
}

/* Adds the picture if it is another. */
static void film_add(struct film *film, struct wl_session *m) {
  struct wl_canvas *c = wl_canvas_create(60, 16, false);
  char *text = calloc(60 * 16, 12), *s = text;
  wl_session_draw(m, c);
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 60; x++) {
      const struct wl_cell *cell = wl_canvas_cell(c, x, y);
      s += sprintf(s, "%x.%x ", (unsigned)cell->code, cell->style);
    }
  wl_canvas_destroy(c);
  if (strcmp(text, film->last) != 0) fprintf(film->f, "%s\n", text);
  free(film->last);
  film->last = text;
}

static void film_close(struct film *film) {
  fclose(film->f);
  free(film->last);
}

static const char *const pressed[] = {"PageDown", "Right", "3", "Space", "+", "+", ".", "Space",
                                      ",", "Space", "-", "]", "5", "Space", "Left", "Space",
                                      "Down", "1"};
enum { PRESSED = sizeof pressed / sizeof pressed[0] };

/* Someone at the keys; the clock comes up to `late` milliseconds after it should. */
static void live(struct wl_session *m, struct wl_keyboard *k, struct film *film, int late) {
  for (int i = 0; i < PRESSED; i++) {
    for (int wait = chance(4000), part; wait > 0; wait -= part) {
      int due = wl_session_tick(m, 0);
      part = (due >= 0 && due < wait ? due : wait) + chance(late + 1);
      wl_keyboard_pass(k, m, part, false);
      film_add(film, m);
    }
    assert_false(wl_keyboard_type(k, wl_key_parse(pressed[i])));
    wl_session_key(m, wl_keyboard_take(k, false));
    film_add(film, m);
  }
}

static void play(struct wl_session *m, struct wl_keyboard *k, struct film *film, int late) {
  while (wl_keyboard_plays(k)) {
    int due = wl_session_tick(m, 0), wait = wl_keyboard_wait(k, false);
    wl_keyboard_pass(k, m, (due >= 0 && due < wait ? due : wait) + chance(late + 1), false);
    film_add(film, m);
    uint32_t key = wl_keyboard_take(k, false);
    if (key == WL_KEY_NONE) continue;
    wl_session_key(m, key);
    film_add(film, m);
  }
}

static struct wl_session *begin(struct scene s, struct film *film) {
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  film_open(film);
  film_add(film, m);
  return m;
}

static void test_same_film(void **state) {
  struct wl_diag d;
  struct scene s = scene_create("transpose", 0);
  const char *path = *state;
  for (int i = 0; i < 20; i++) {
    struct film was, now;
    seed = (unsigned)i;
    struct wl_session *m = begin(s, &was);
    struct wl_keyboard *k = wl_keyboard_create(NULL, path, "a comment", &d);
    live(m, k, &was, i);
    assert_true(wl_keyboard_destroy(k, &d));
    wl_session_destroy(m);
    film_close(&was);

    m = begin(s, &now);
    k = wl_keyboard_create(path, NULL, NULL, &d);
    assert_non_null(k);
    play(m, k, &now, i % 4);
    wl_keyboard_destroy(k, NULL);
    wl_session_destroy(m);
    film_close(&now);
    if (strcmp(was.text, now.text) != 0) fail_msg("session %d comes out differently", i);
    assert_true(was.size > 100000); /* it had pictures */
    free(was.text), free(now.text);
  }
  scene_destroy(s);
}

/* Keys of a file wait for the script, whatever they are; typing ends what is played. */
static void test_order(void **state) {
  struct wl_diag d;
  const char *path = *state;
  FILE *f = fopen(path, "w");
  fputs("Right\nx\nwait 100\nLeft\n", f);
  fclose(f);
  struct wl_keyboard *k = wl_keyboard_create(path, NULL, NULL, &d);
  struct wl_session *m = wl_session_create();
  assert_int_equal(wl_keyboard_take(k, true), WL_KEY_NONE);
  assert_int_equal(wl_keyboard_take(k, false), WL_KEY_RIGHT);
  assert_int_equal(wl_keyboard_take(k, true), WL_KEY_NONE);
  assert_int_equal(wl_keyboard_take(k, false), 'x');
  wl_keyboard_pass(k, m, 1000, true); /* time stands still */
  assert_int_equal(wl_keyboard_wait(k, true), -1);
  assert_int_equal(wl_keyboard_wait(k, false), 100);
  wl_keyboard_pass(k, m, 99, false);
  assert_int_equal(wl_keyboard_take(k, false), WL_KEY_NONE);
  assert_true(wl_keyboard_type(k, 'a'));
  assert_int_equal(wl_keyboard_take(k, false), WL_KEY_NONE);
  assert_false(wl_keyboard_type(k, 'b'));
  assert_int_equal(wl_keyboard_take(k, true), 'b');
  wl_keyboard_destroy(k, NULL);
  wl_session_destroy(m);
}

static void expect_lines(const char *path, const char *lines) {
  char text[512] = "";
  FILE *f = fopen(path, "r");
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  assert_string_equal(text, lines);
}

/* What is typed to stop a run or to leave does not wait, unless it is text; that a run was stopped
 * is not recorded. */
static void test_stops(void **state) {
  struct wl_diag d;
  const char *path = *state;
  struct wl_keyboard *k = wl_keyboard_create(NULL, path, "c", &d);
  struct wl_session *m = wl_session_create();
  for (const char *s = "+d:xq"; *s; s++) wl_keyboard_type(k, (uint32_t)*s);
  assert_int_equal(wl_keyboard_take(k, false), '+');
  wl_keyboard_pass(k, m, 700, true);
  assert_int_equal(wl_keyboard_wait(k, true), -1);
  assert_int_equal(wl_keyboard_wait(k, false), 0); /* nobody has to press another one */
  assert_int_equal(wl_keyboard_take(k, true), WL_KEY_NONE); /* text behind ':' */
  wl_keyboard_type(k, WL_KEY_ENTER);
  wl_keyboard_type(k, 'x');
  assert_int_equal(wl_keyboard_take(k, true), 'x');
  for (const char *s = "d:xq\r"; *s; s++)
    assert_int_equal(wl_keyboard_take(k, false), *s == '\r' ? WL_KEY_ENTER : (uint32_t)*s);
  wl_keyboard_pass(k, m, 50, false);
  wl_keyboard_type(k, 'q');
  assert_int_equal(wl_keyboard_take(k, true), 'q');
  assert_true(wl_keyboard_destroy(k, &d));
  expect_lines(path, "# c\n+\nd\n:\nx\nq\nEnter\nwait 50\nq\n");
  wl_session_destroy(m);
}

/* Keys about instructions wait where none is yet, and what is typed behind them does; what looks
 * elsewhere goes before, and what stops the script at any time. */
static void test_early(void **state) {
  (void)state;
  struct wl_keyboard *k = wl_keyboard_create(NULL, NULL, NULL, NULL);
  struct wl_session *m = wl_session_create();
  wl_keyboard_await(k, m);
  for (const char *s = "5tw6/x:qx"; *s; s++) wl_keyboard_type(k, (uint32_t)*s);
  assert_int_equal(wl_keyboard_take(k, true), '5');
  assert_int_equal(wl_keyboard_take(k, true), 't');
  assert_int_equal(wl_keyboard_take(k, true), WL_KEY_NONE); /* text behind '/' */
  assert_true(wl_keyboard_waits(k));
  wl_keyboard_type(k, WL_KEY_ENTER);
  wl_keyboard_type(k, 'x');
  assert_int_equal(wl_keyboard_take(k, true), 'x');
  assert_int_equal(wl_keyboard_take(k, true), WL_KEY_NONE);
  wl_keyboard_await(k, NULL); /* there are some */
  assert_int_equal(wl_keyboard_take(k, true), 'w');
  assert_int_equal(wl_keyboard_take(k, true), '6');
  while (wl_keyboard_take(k, true) != WL_KEY_NONE) continue;
  assert_false(wl_keyboard_waits(k));
  wl_keyboard_await(k, m);
  wl_keyboard_type(k, 'w');
  assert_int_equal(wl_keyboard_take(k, false), 'w'); /* nothing will come any more */
  wl_session_key(m, ':');
  wl_keyboard_type(k, 'w');
  assert_int_equal(wl_keyboard_take(k, true), 'w'); /* it is text */
  wl_keyboard_destroy(k, NULL);
  wl_session_destroy(m);
}

/* What is typed while there is no room is left unread: no key is lost, and none comes early. */
static void test_room(void **state) {
  (void)state;
  struct wl_diag d;
  struct wl_keyboard *k = wl_keyboard_create(NULL, "/dev/null", "", &d);
  uint32_t typed = 0, taken = 0;
  enum { FIRST = 0x4000, ROUNDS = 3 };
  for (int round = 0; round < ROUNDS; round++) {
    while (!wl_keyboard_full(k)) assert_false(wl_keyboard_type(k, FIRST + typed++));
    assert_int_equal(wl_keyboard_take(k, true), WL_KEY_NONE);
    assert_true(wl_keyboard_full(k));
    for (int i = 0; i < 100; i++)
      assert_int_equal(wl_keyboard_take(k, false), FIRST + taken++);
    assert_false(wl_keyboard_full(k));
  }
  for (uint32_t key; (key = wl_keyboard_take(k, false)) != WL_KEY_NONE;)
    assert_int_equal(key, FIRST + taken++);
  assert_int_equal(taken, typed);
  wl_keyboard_destroy(k, NULL);
}

static void test_bad_files(void **state) {
  struct wl_diag d;
  assert_null(wl_keyboard_create("none.keys", NULL, NULL, &d));
  assert_int_equal(d.status, WL_INPUT);
  assert_null(wl_keyboard_create(NULL, "none/none.keys", "", &d));
  assert_int_equal(d.status, WL_OUTPUT);
  const char *path = *state;
  FILE *f = fopen(path, "w");
  fputs("# fine\nRight\nRihgt\n", f);
  fclose(f);
  assert_null(wl_keyboard_create(path, NULL, NULL, &d));
  assert_int_equal(d.status, WL_INPUT);
  assert_int_equal(d.line, 3);
  assert_string_equal(d.source, "Rihgt");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_same_film, file_create, file_destroy),
    cmocka_unit_test_setup_teardown(test_order, file_create, file_destroy),
    cmocka_unit_test_setup_teardown(test_stops, file_create, file_destroy),
    cmocka_unit_test(test_early),
    cmocka_unit_test(test_room),
    cmocka_unit_test_setup_teardown(test_bad_files, file_create, file_destroy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
