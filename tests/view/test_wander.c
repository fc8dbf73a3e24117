/* The model under 100,000 random keys, and every view at every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "scene.h"
#include "session/playback.h"
#include "session/predict/predict.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "view/keys/actions.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "view/speech/speech.h"

static uint32_t next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

static uint64_t hash(const struct wl_canvas *c, uint64_t h) {
  for (int y = 0; y < wl_canvas_height(c); y++)
    for (int x = 0; x < wl_canvas_width(c); x++) {
      const struct wl_cell *cell = wl_canvas_cell(c, x, y);
      uint64_t looks = (uint64_t)cell->edge << 8 | cell->style;
      h = (h ^ ((uint64_t)cell->code << 16 | looks)) * 1099511628211u;
    }
  return h;
}

static unsigned waves; /* pictures of another wavefront alone */

/* A canvas is kept up as the screen does it, and is as one that is drawn anew. */
static void follow(struct wl_session *m, struct wl_canvas *kept, struct wl_canvas *fresh) {
  const uint64_t begin = 14695981039346656037u;
  unsigned requests = wl_session_requests(m);
  if (requests & WL_REQUEST_DRAW) wl_session_draw(m, kept);
  else if (requests & WL_REQUEST_WAVE) wl_session_draw_wave(m, kept), waves++;
  else return;
  wl_session_draw(m, fresh);
  if (hash(kept, begin) != hash(fresh, begin))
    fail_msg("step %zu, view %u, wavefront %u: a part is old", m->selected, m->view + 1, m->wave);
}

/* Keys, ticks, new recordings, errors and sizes at random; the hash of all that
 * was drawn. */
static uint64_t wander(uint64_t seed, int rounds) {
  struct scene scenes[4] = {scene_create("transpose", 0), scene_create("transpose", 1),
                            scene_create("zoo", 3), scene_create("nothing", 0)};
  struct wl_session *m = wl_session_create();
  struct wl_diag d;
  uint64_t h = 14695981039346656037u;
  static const int sizes[][2] = {{80, 24}, {60, 16}, {120, 40}, {200, 60}, {42, 12}};
  const int *size = sizes[seed % (sizeof sizes / sizeof sizes[0])];
  struct wl_canvas *kept = wl_canvas_create(size[0], size[1], false),
                   *fresh = wl_canvas_create(size[0], size[1], false);
  wl_diag_fail(&d, WL_SCRIPT, "a long message, to be broken into many rows of a narrow screen");
  for (int i = 0; i < rounds; i++) {
    uint32_t r = next(&seed) % 100, a = next(&seed), b = next(&seed);
    if (r < 25) {
      wl_session_do(m, a % 2 ? WL_ACT_WAVE_NEXT : WL_ACT_WAVE_PREVIOUS, (int)(b % 3));
    } else if (r < 88) {
      wl_session_do(m, (enum wl_action)(a % WL_ACTION_COUNT), (int)(b % 4));
    } else if (r < 95) wl_session_tick(m, (int)(a % 1000));
    else if (r < 96) wl_session_show(m, scenes[a % 4].trace, scenes[a % 4].analysis);
    else if (r < 97) wl_session_fail(m, a % 2 ? &d : NULL);
    else if (r < 98) wl_session_progress(m, a % 100, b % 2 ? 100 : 0);
    else if (r < 99) wl_session_key(m, a % WL_KEY_LAST);
    follow(m, kept, fresh);
    if (i % 16) continue;
    struct wl_canvas *c = wl_canvas_create((int)(a % 140) + 1, (int)(b % 50) + 1, r % 5 == 0);
    wl_session_draw(m, c);
    h = hash(c, h);
    wl_canvas_destroy(c);
  }
  wl_canvas_destroy(kept);
  wl_canvas_destroy(fresh);
  wl_session_destroy(m);
  for (int i = 0; i < 4; i++) scene_destroy(scenes[i]);
  return h;
}

static void test_wander(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 10; seed++) wander(seed, 10000);
  assert_true(waves > 1000);
}

/* There and back through the first wavefronts of a step, in each view. */
static void replay(struct wl_session *m, size_t step, struct wl_canvas *kept,
                   struct wl_canvas *fresh) {
  enum { FIRST = 3 };
  for (unsigned view = 0; view < WL_VIEWS; view++) {
    wl_session_go(m, step);
    wl_session_do(m, (enum wl_action)(WL_ACT_VIEWS + view), 0);
    follow(m, kept, fresh);
    for (int i = 0; i < 2 * FIRST; i++) {
      wl_session_key(m, i < FIRST ? '.' : ',');
      follow(m, kept, fresh);
    }
    for (const char *k = " ++.,"; *k; k++) { /* plays, with and without a remark, and stops */
      wl_session_key(m, (unsigned char)*k);
      follow(m, kept, fresh);
      for (int i = 0; i < 2; i++) {
        wl_session_tick(m, 5000);
        follow(m, kept, fresh);
      }
    }
  }
}

static void test_waves(void **state) {
  (void)state;
  static const int sizes[][2] = {{42, 12}, {42, 17}, {60, 16}, {80, 24}, {120, 40},
                                 {200, 60}, {500, 200}};
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    struct scene s = scene_create("zoo", 3);
    struct wl_session *m = wl_session_create();
    struct wl_canvas *kept = wl_canvas_create(sizes[k][0], sizes[k][1], false),
                     *fresh = wl_canvas_create(sizes[k][0], sizes[k][1], false);
    unsigned before = waves;
    wl_session_show(m, s.trace, s.analysis);
    for (size_t step = 0; step < wl_trace_count(s.trace); step++) {
      wl_session_go(m, step);
      m->drawn.size = 0; /* as if the screen was new: it says what it leaves out */
      m->requests |= WL_REQUEST_DRAW;
      follow(m, kept, fresh);
      wl_session_key(m, '.');
      follow(m, kept, fresh);
      replay(m, step, kept, fresh);
    }
    assert_true(waves - before > 100);
    wl_canvas_destroy(kept);
    wl_canvas_destroy(fresh);
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

static void test_same_again(void **state) {
  (void)state;
  assert_true(wander(7, 4000) == wander(7, 4000));
}

/* Every view of every step at every size from 1 × 1. */
static void test_every_size(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  for (size_t step = 0; step < wl_trace_count(s.trace); step++)
    for (int view = 0; view <= WL_VIEWS; view++) {
      wl_session_select(m, step);
      wl_session_do(m, view < WL_VIEWS ? (enum wl_action)(WL_ACT_VIEWS + view) : WL_ACT_HELP, 0);
      wl_session_do(m, WL_ACT_WAVE_NEXT, (int)step % 3);
      for (int w = 1; w < 150; w += 1 + w / 8)
        for (int h = 1; h < 60; h += 1 + h / 6) {
          struct wl_canvas *c = wl_canvas_create(w, h, false);
          wl_session_draw(m, c);
          wl_canvas_destroy(c);
        }
    }
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Without a screen, whatever is done is answered: silence could mean anything. */
static void test_never_silent(void **state) {
  (void)state;
  static const struct { const char *scene; int value; } scenes[] = {
    {"transpose", 1}, {"zoo", 3}, {"ask", 32}, {"spaces", 0}, {"race", 0},
  };
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    struct scene s = scene_create(scenes[i].scene, scenes[i].value);
    struct scene changed = scene_create(scenes[i].scene, scenes[i].value);
    struct wl_session *m = wl_session_create();
    struct wl_spoken heard = {.any = false};
    uint64_t seed = i + 1;
    wl_session_pose(m, true);
    wl_session_show(m, s.trace, s.analysis);
    for (int n = 0; n < 4000; n++) {
      uint32_t r = next(&seed), key = r % 3 ? 0 : (uint32_t)("ABab\n\n11"[next(&seed) % 8]);
      enum wl_action did = r % 3 == 1 ? (enum wl_action)(WL_ACT_VIEWS + m->view)
                         : (enum wl_action)(next(&seed) % WL_ACTION_COUNT);
      char *said = NULL;
      size_t size = 0;
      struct wl_prose p = {open_memstream(&said, &size), true};
      const struct scene *other = r % 32 ? &changed : &s;
      if (r % 16 == 0) wl_session_show(m, other->trace, other->analysis);
      if (key) wl_session_key(m, key), did = WL_ACTION_COUNT;
      else wl_session_do(m, did, (int)(next(&seed) % 4));
      wl_speak_line(m, &heard, did, &p);
      fclose(p.out);
      if (!size && !wl_panel_on(m, WL_PANEL_PROMPT))
        fail_msg("%s: nothing is said to %d", scenes[i].scene, did);
      free(said);
    }
    wl_session_destroy(m);
    scene_destroy(changed);
    scene_destroy(s);
  }
}

/* With an argument, what takes long. */
int main(int argc, char **argv) {
  (void)argv;
  const struct CMUnitTest replays[] = {cmocka_unit_test(test_waves)}, tests[] = {
    cmocka_unit_test(test_wander), cmocka_unit_test(test_same_again),
    cmocka_unit_test(test_every_size), cmocka_unit_test(test_never_silent),
  };
  return argc > 1 ? cmocka_run_group_tests(replays, NULL, NULL)
                  : cmocka_run_group_tests(tests, NULL, NULL);
}
