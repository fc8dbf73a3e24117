/* Speed of the screen: drawing every view, and reaching any of a million steps.
 * Fails where it is slower than promised. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "canvas/canvas.h"
#include "scene.h"
#include "session/search/search.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/action.h"
#include "view/keys/actions.h"
#include "view/picture.h"

enum { STEPS = 1000000, DRAWS = 2000, JUMPS = 2000 };

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int report(const char *what, double ms, double limit) {
  printf("%-44s %8.4f ms%s\n", what, ms, ms > limit ? "  TOO SLOW" : "");
  return ms > limit;
}

/* Mean time of a drawing at 80 × 24. */
static int draw_views(struct wl_session *m, struct wl_canvas *c, const char *what) {
  int slow = 0;
  for (int view = 0; view < 10; view++) {
    char name[64];
    if (view >= 6 && view <= 8) continue; /* explain the step on every generation */
    wl_session_do(m, (enum wl_action)(WL_ACT_VIEWS + view), 0);
    wl_session_draw(m, c);
    double start = now_ms();
    for (int i = 0; i < DRAWS; i++) wl_session_draw(m, c);
    snprintf(name, sizeof name, "draw %s, %s", wl_actions[WL_ACT_VIEWS + view].name, what);
    slow += report(name, (now_ms() - start) / DRAWS, 0.5);
  }
  return slow;
}

static int jump(struct wl_session *m, struct wl_canvas *c, int view, const char *what) {
  uint64_t seed = 1;
  double worst = 0, all = 0;
  wl_session_do(m, (enum wl_action)(WL_ACT_VIEWS + view), 0);
  for (int i = 0; i < JUMPS; i++) {
    seed = seed * 6364136223846793005u + 1;
    double start = now_ms();
    wl_session_select(m, (size_t)(seed >> 33) % STEPS);
    wl_session_draw(m, c);
    double ms = now_ms() - start;
    all += ms;
    if (ms > worst) worst = ms;
  }
  (void)worst; /* of interest on an idle machine only */
  return report(what, all / JUMPS, 1.0);
}

int main(void) {
  int slow = 0;
  struct wl_session *m = wl_session_create();
  struct wl_canvas *c = wl_canvas_create(80, 24, false);
  for (int one_block = 0; one_block < 2; one_block++) {
    struct scene s = scene_long(STEPS, one_block);
    wl_session_show(m, s.trace, s.analysis);
    slow += draw_views(m, c, one_block ? "one block" : "many blocks");
    slow += jump(m, c, 0, "any of 1e6 steps, lanes");
    slow += jump(m, c, 4, "any of 1e6 steps, timeline");
    double start = now_ms();
    wl_session_do(m, WL_ACT_WORST, 0);
    wl_session_draw(m, c);
    slow += report("to the worst of 1e6 steps", now_ms() - start, 50);
    struct wl_diag d;
    start = now_ms();
    wl_find(m, "excess>0 and warp=3", &d);
    slow += report("search 1e6 steps by a figure", now_ms() - start, 1000);
    start = now_ms();
    wl_find(m, "stride", &d);
    slow += report("search 1e6 steps by text", now_ms() - start, 1000);
    slow += jump(m, c, 4, "any of 1e6 steps, all found");
    wl_session_show(m, NULL, NULL);
    scene_destroy(s);
  }
  wl_canvas_destroy(c);
  wl_session_destroy(m);
  return slow != 0;
}
