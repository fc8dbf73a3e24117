/* How much a step of a replay writes to a terminal of 80x24: of every lesson, of each place of it,
 * and of kernels made to be hard, in the views that replay, in all themes, in 256 colours and in
 * those of 24 bits. And whether one sees there what a step is about. */
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

#include "canvas/theme.h"
#include "core/gpu/arch.h"
#include "core/trace/step.h"
#include "core/trace/trace.h"
#include "script/process/run.h"
#include "session/predict/predict.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"
#include "tui/paint.h"
#include "tui/style_codes.h"
#include "view/keys/actions.h"
#include "view/picture.h"
#include "view/screen/view_functions.h"

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
static size_t dearest; /* bytes */
static unsigned kept;   /* … that were drawn on the picture of the one before */
static unsigned looked; /* steps of which the lines were looked at */
static unsigned signs;  /* … beside which a sign says that there is more */

static struct wl_run *run_text(const char *name, const char *text) {
  struct wl_run_options o = wl_run_defaults;
  struct wl_diag d = {0};
  o.name = name;
  o.text = text;
  o.size = strlen(text);
  o.arch = wl_script_target(text, o.size).arch;
  struct wl_run *run = wl_run_start(&o, &d);
  if (!run) fail_msg("%s: %s", name, d.what);
  if (wl_run_wait(run) != WL_RUN_DONE) fail_msg("%s: %s", name, wl_run_diag(run)->what);
  return run;
}

static struct wl_run *run_file(const char *path) {
  struct wl_diag d = {0};
  char *text;
  size_t size;
  assert_true(wl_script_read(path, &text, &size, &d));
  struct wl_run *run = run_text(path, text);
  free(text);
  return run;
}

/* The first step of each place, as far as there are any. */
static size_t find_places(const struct wl_trace *trace, size_t step[PLACES]) {
  struct wl_source_span place[PLACES];
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

enum { HEAD = 5, LABEL = 7 /* columns; where labels are shorter, there is one less */ };

/* Whether the row, or the head, has a sign, whichever column that is in. */
static bool has_sign(const struct wl_canvas *c, int y, enum wl_glyph_id sign) {
  uint32_t code = wl_theme_glyph(sign, false);
  return wl_canvas_cell(c, LABEL - 1, y)->code == code ||
         wl_canvas_cell(c, LABEL, y)->code == code;
}

static bool is_lit(const struct wl_canvas *c) {
  for (int y = HEAD + 1; y < HEIGHT; y++)
    if (has_sign(c, y, WL_GLYPH_PLAY)) return true;
  return false;
}

/* Whether scrolling that way, -1 up or 1 down, comes to a row that is found or served. */
static bool lights(struct wl_session *m, int way) {
  struct wl_canvas *c = wl_canvas_create(WIDTH, HEIGHT, false);
  bool lit = false;
  for (int by = 1; by <= 32 && !lit; by++) {
    m->scroll = way * by;
    wl_session_draw(m, c);
    lit = is_lit(c);
  }
  m->scroll = 0;
  wl_canvas_destroy(c);
  return lit;
}

/* Of each wavefront there is a row among those that are shown. Where there are more, a sign at
 * their head says on which side. */
static void check_sight(struct wl_session *m, const struct wl_canvas *c, const char *name) {
  bool both = has_sign(c, HEAD, WL_GLYPH_UP_DOWN);
  bool up = both || has_sign(c, HEAD, WL_GLYPH_UP), down = both || has_sign(c, HEAD, WL_GLYPH_DOWN);
  if (m->view != WL_VIEW_LINES || !m->wave) return;
  bool texture = wl_session_spot(m)->step.access.space == WL_TEXTURE; /* has neither */
  looked++;
  if (!is_lit(c) && !texture) fail_msg("%s: wavefront %u is not in sight", name, m->wave);
  signs += up || down;
  if ((up && !lights(m, -1)) || (down && !lights(m, 1)))
    fail_msg("%s: the sign beside wavefront %u is wrong", name, m->wave);
}

/* The next picture on the canvas that has the last one, as the screen does it; it is as one that is
 * drawn anew. */
static void draw_on(struct wl_session *m, struct wl_canvas *c, const char *name) {
  struct wl_canvas *fresh = wl_canvas_create(WIDTH, HEIGHT, false);
  if (wl_session_requests(m) & WL_REQUEST_DRAW) wl_session_draw(m, c);
  else wl_session_draw_wave(m, c), kept++;
  wl_session_draw(m, fresh);
  for (int y = 0; y < HEIGHT; y++)
    if (memcmp(wl_canvas_row(c, y), wl_canvas_row(fresh, y), WIDTH * sizeof(struct wl_cell)) != 0)
      fail_msg("%s: step %zu, view %u, wavefront %u: row %d is old", name, m->selected,
               m->view + 1, m->wave, y);
  wl_canvas_destroy(fresh);
}

/* All steps of the replay of what is selected, there and back; returns how many. */
static unsigned replay(struct wl_session *m, struct wl_canvas *c, struct wl_paint *p,
                       const char *name) {
  size_t size;
  unsigned waves = wl_session_waves(m);
  wl_session_draw(m, c);
  wl_paint(p, c, &size);
  wl_session_requests(m);
  for (unsigned i = 0; i < 2 * waves; i++) {
    wl_session_do(m, i < waves ? WL_ACT_WAVE_NEXT : WL_ACT_WAVE_PREVIOUS, 0);
    draw_on(m, c, name);
    wl_paint(p, c, &size);
    check_sight(m, c, name);
    if (size > dearest) dearest = size;
    if (size <= MOST) continue;
    printf("%s: step %zu, view %u, wavefront %u: %zu bytes\n", name, m->selected, m->view + 1,
           m->wave, size); /* seen where a test fails */
    dear++;
  }
  return 2 * waves;
}

static unsigned replay_run(struct wl_run *run, const char *path) {
  static const enum wl_action views[] = {WL_ACT_VIEW_LANES, WL_ACT_VIEW_LINES, WL_ACT_VIEW_BANKS,
                                         WL_ACT_VIEW_SHUFFLE};
  struct wl_session *m = wl_session_create();
  struct wl_canvas *c = wl_canvas_create(WIDTH, HEIGHT, false);
  struct wl_paint *p = wl_paint_create(wl_style_codes_tier());
  size_t step[PLACES];
  unsigned waves = 0;
  assert_true(m && c && p);
  wl_paint_forget(p, WIDTH, HEIGHT);
  wl_session_show(m, wl_run_trace(run), wl_run_analysis(run));
  size_t places = find_places(wl_run_trace(run), step);
  for (unsigned scheme = 0; scheme < WL_SCHEMES; scheme++) {
    wl_paint_scheme(p, (enum wl_scheme)scheme);
    for (size_t i = 0; i < places; i++)
      for (size_t k = 0; k < sizeof views / sizeof views[0]; k++) {
        wl_session_go(m, step[i]);
        wl_session_do(m, views[k], 0);
        waves += replay(m, c, p, path);
      }
  }
  wl_paint_destroy(p);
  wl_canvas_destroy(c);
  wl_session_destroy(m);
  wl_run_destroy(run);
  return waves;
}

/* Sets the colours of the terminal; false: its type is not known here. */
static bool set_colours(const char *word) {
  int error;
  setenv("COLORTERM", word, 1);
  dear = kept = looked = signs = 0;
  dearest = 0;
  return setupterm("xterm-256color", 1, &error) == OK;
}

static void test_lessons(void **state) {
  (void)state;
  glob_t all;
  assert_int_equal(glob(pattern, 0, NULL, &all), 0);
  for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
    unsigned waves = 0;
    if (!set_colours(colours[i])) skip();
    for (size_t k = 0; k < all.gl_pathc; k++)
      waves += replay_run(run_file(all.gl_pathv[k]), all.gl_pathv[k]);
    del_curterm(cur_term);
    if (dear) fail_msg("%u of %u steps take more", dear, waves);
    assert_true(waves > 10000); /* they have been replayed */
    assert_true(looked > waves / 5);
    assert_true(kept > waves / 2);
  }
  globfree(&all);
}

/* What lanes do with an index, and with elements of which type. */
static const struct { const char *type, *before, *behind; } kinds[] = {
  {"float", "sink[tid] = a[", "]"}, {"float", "a[", "] = tid"},
  {"double", "a[", "] = sink[tid]"}, {"float4", "sink[tid] = a[", "]"},
  {"float4", "a[", "] = sink[tid]"}, {"char", "a[", "] = tid"},
  {"short", "sink[tid] = a[", "]"}, {"short", "a[", "] = tid"},
  {"int", "atomicAdd(a, ", ", 1)"}, {"int", "sink[tid] = atomicAdd(a, ", ", 1)"},
};
static const char *const indices[] = {
  "tid*5", "tid*7", "tid*31", "tid*33", "(31-tid)*5", "(31-tid)*32", "(tid~13)*17", "(tid*37)%1021",
  "(tid*331)%4096", "(tid*12345)%65521", "tid*tid", "(tid//4)*41+tid", "(tid*7)%32*9",
};

/* Steps that take more are few, and take little more: they light nearly all that is shown, and
 * scroll. */
static void test_hard(void **state) {
  (void)state;
  enum { RARE = 2000, LITTLE = MOST / 10 };
  for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
    unsigned waves = 0;
    if (!set_colours(colours[i])) skip();
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
      for (size_t n = 0; n < sizeof indices / sizeof indices[0]; n++) {
        char what[80], text[400];
        snprintf(what, sizeof what, "%s%s%s", kinds[k].before, indices[n], kinds[k].behind);
        snprintf(text, sizeof text,
                 "block(32)\nlocal a = global(\"a\", %s, 65536)\n"
                 "local sink = global(\"sink\", %s, 32)\n"
                 "function kernel()\n  local tid = threadIdx.x\n  %s\nend\n",
                 kinds[k].type, kinds[k].type, what);
        waves += replay_run(run_text(what, text), what);
      }
    del_curterm(cur_term);
    if (dear > waves / RARE || dearest > MOST + LITTLE)
      fail_msg("%u of %u steps take more, %zu bytes at most", dear, waves, dearest);
    assert_true(looked > waves / 5 && signs > looked / 50);
  }
}

/* With: the pattern of the names of the lessons. */
int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lessons), cmocka_unit_test(test_hard)};
  if (argc != 2) return 2;
  pattern = argv[1];
  setlocale(LC_ALL, "C.UTF-8");
  unsetenv("NO_COLOR");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
