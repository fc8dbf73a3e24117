/* How much a step of a replay writes to a terminal of 80x24: of every lesson, of each place of it,
 * in the views that replay, in all themes, in 256 colours and in those of 24 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arch.h"
#include "core/step.h"
#include "core/trace.h"
#include "script/run.h"
#include "tui/paint.h"
#include "tui/pen.h"
#include "view/act.h"
#include "view/model.h"
#include "view/moment.h"
#include "view/picture.h"
#include "view/selection.h"
#include "view/set.h"
#include "view/state.h"
#include "view/view.h"

#include <curses.h>
#include <term.h> /* its names are those of members above */

enum {
  WIDTH = 80, HEIGHT = 24,
  MOST = 800,      /* bytes that a step may take */
  PLACES = 64,     /* of a script that are looked at: the first step of each */
  STEPS = 1 << 16, /* among which these are looked for */
};

static const char *const colours[] = {"256", "truecolor"}; /* as COLORTERM has them */
static const char *pattern; /* of the names of the lessons */
static unsigned dear; /* steps that took more */

static struct wl_run *run_file(const char *path) {
  struct wl_run_options o = wl_run_defaults;
  struct wl_diag d = {0};
  char *text;
  size_t size;
  assert_true(wl_script_read(path, &text, &size, &d));
  o.name = path;
  o.text = text;
  o.size = size;
  o.arch = wl_script_target(text, size).arch;
  struct wl_run *run = wl_run_start(&o, &d);
  if (!run) fail_msg("%s: %s", path, d.what);
  if (wl_run_wait(run) != WL_RUN_DONE) fail_msg("%s: %s", path, wl_run_diag(run)->what);
  free(text);
  return run;
}

/* The first step of each place, as far as there are any. */
static size_t find_places(const struct wl_trace *trace, size_t step[PLACES]) {
  struct wl_place place[PLACES];
  size_t count = 0;
  struct wl_step s;
  for (size_t i = 0; i < STEPS && count < PLACES && wl_trace_get(trace, i, &s); i++) {
    size_t k = 0;
    while (k < count && (place[k].line != s.place.line || place[k].column != s.place.column)) k++;
    if (k < count || s.kind == WL_STEP_MARK || s.kind == WL_STEP_BARRIER) continue;
    place[count] = s.place;
    step[count++] = i;
  }
  return count;
}

/* All steps of the replay of what is selected, there and back; returns how many. */
static unsigned replay(struct wl_model *m, struct wl_canvas *c, struct wl_paint *p,
                       const char *name) {
  size_t size;
  unsigned waves = wl_model_waves(m);
  wl_model_draw(m, c);
  wl_paint(p, c, &size);
  for (unsigned i = 0; i < 2 * waves; i++) {
    wl_model_do(m, i < waves ? WL_ACT_WAVE_NEXT : WL_ACT_WAVE_PREVIOUS, 0);
    wl_model_draw(m, c);
    wl_paint(p, c, &size);
    if (size <= MOST) continue;
    printf("%s: step %zu, view %u, wavefront %u: %zu bytes\n", name, m->selected, m->view + 1,
           m->wave, size);
    dear++;
  }
  return 2 * waves;
}

static unsigned replay_lesson(const char *path) {
  static const enum wl_action views[] = {WL_ACT_VIEW_1, WL_ACT_VIEW_2, WL_ACT_VIEW_3,
                                         WL_ACT_VIEW_4};
  struct wl_run *run = run_file(path);
  struct wl_model *m = wl_model_create();
  struct wl_canvas *c = wl_canvas_create(WIDTH, HEIGHT, false);
  struct wl_paint *p = wl_paint_create(wl_pen_tier());
  size_t step[PLACES];
  unsigned waves = 0;
  assert_true(m && c && p);
  wl_paint_forget(p, WIDTH, HEIGHT);
  wl_model_show(m, wl_run_trace(run), wl_run_analysis(run));
  size_t places = find_places(wl_run_trace(run), step);
  for (unsigned scheme = 0; scheme < WL_SCHEMES; scheme++) {
    wl_paint_scheme(p, (enum wl_scheme)scheme);
    for (size_t i = 0; i < places; i++)
      for (size_t k = 0; k < sizeof views / sizeof views[0]; k++) {
        wl_model_go(m, step[i]);
        wl_model_do(m, views[k], 0);
        waves += replay(m, c, p, path);
      }
  }
  wl_paint_destroy(p);
  wl_canvas_destroy(c);
  wl_model_destroy(m);
  wl_run_destroy(run);
  return waves;
}

static void test_lessons(void **state) {
  (void)state;
  glob_t all;
  int error;
  unsigned waves = 0;
  assert_int_equal(glob(pattern, 0, NULL, &all), 0);
  for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
    setenv("COLORTERM", colours[i], 1);
    if (setupterm("xterm-256color", 1, &error) != OK) skip();
    for (size_t k = 0; k < all.gl_pathc; k++) waves += replay_lesson(all.gl_pathv[k]);
    del_curterm(cur_term);
  }
  if (dear) fail_msg("%u of %u steps take more", dear, waves);
  assert_true(waves > 10000); /* they have been replayed */
  globfree(&all);
}

/* With: the pattern of the names of the lessons. */
int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lessons)};
  if (argc != 2) return 2;
  pattern = argv[1];
  setlocale(LC_ALL, "C.UTF-8");
  unsetenv("NO_COLOR");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
