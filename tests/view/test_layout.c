/* Layouts at every size: parts lie inside the screen and do not overlap; and views draw into a
 * rectangle of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "press.h"
#include "session/state/layout.h"
#include "session/state/session_state.h"
#include "view/screen/view_functions.h"

enum { WIDTH = 500, HEIGHT = 200, EVERY_WIDTH = 130, EVERY_HEIGHT = 50 };

static void check(int w, int h, int error) {
  static uint8_t seen[HEIGHT][WIDTH];
  struct wl_layout l;
  if (!wl_layout(w, h, error, &l)) {
    assert_true(w < wl_sizes[0].width || h < wl_sizes[0].height);
    return;
  }
  memset(seen, 0, sizeof seen);
  for (int p = 0; p < WL_PARTS; p++) {
    struct wl_rect r = l.part[p];
    if (!r.w || !r.h) continue;
    if (r.x < 0 || r.y < 0 || r.w < 0 || r.h < 0 || r.x + r.w > w || r.y + r.h > h)
      fail_msg("part %d leaves a screen of %dx%d", p, w, h);
    for (int y = r.y; y < r.y + r.h; y++)
      for (int x = r.x; x < r.x + r.w; x++)
        if (seen[y][x]++) fail_msg("parts overlap at %d,%d of %dx%d", x, y, w, h);
  }
  assert_true(l.part[WL_PART_VIEW].w > 0 && l.part[WL_PART_VIEW].h > 0);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (!seen[y][x]) fail_msg("%d,%d of %dx%d belongs to no part", x, y, w, h);
}

static void test_all_sizes(void **state) {
  (void)state;
  for (int w = 1; w <= EVERY_WIDTH; w++)
    for (int h = 1; h <= EVERY_HEIGHT; h++)
      for (int error = 0; error < 12; error += 4) check(w, h, error);
  for (int w = 1; w <= WIDTH; w += 37)
    for (int h = 1; h <= HEIGHT; h += 13) check(w, h, 0);
  check(WIDTH, HEIGHT, 0);
}

static void test_names(void **state) {
  (void)state;
  static const struct { int w, h; enum wl_size size; } rows[] = {
    {1, 1, WL_SIZES}, {41, 60, WL_SIZES}, {500, 11, WL_SIZES}, {42, 12, WL_SIZE_SLIM},
    {42, 17, WL_SIZE_NARROW}, {59, 200, WL_SIZE_NARROW}, {53, 16, WL_SIZE_SLIM},
    {59, 16, WL_SIZE_SLIM}, {60, 15, WL_SIZE_SLIM}, {500, 15, WL_SIZE_SLIM},
    {60, 16, WL_SIZE_SMALL},
    {79, 60, WL_SIZE_SMALL}, {80, 23, WL_SIZE_SMALL},
    {80, 24, WL_SIZE_NORMAL}, {119, 40, WL_SIZE_NORMAL}, {120, 39, WL_SIZE_NORMAL},
    {120, 40, WL_SIZE_FULL}, {199, 60, WL_SIZE_FULL}, {200, 49, WL_SIZE_FULL},
    {200, 50, WL_SIZE_WALL}, {500, 200, WL_SIZE_WALL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_layout l;
    assert_int_equal(wl_layout(rows[i].w, rows[i].h, 0, &l), rows[i].size < WL_SIZES);
    assert_int_equal(l.size, rows[i].size);
  }
}

/* An error never takes the whole picture away. */
static void test_error(void **state) {
  (void)state;
  struct wl_layout l;
  wl_layout(80, 24, 1000, &l);
  assert_int_equal(l.part[WL_PART_VIEW].h, 3);
  assert_true(l.part[WL_PART_ERROR].h >= 6);
  assert_true(l.part[WL_PART_ERROR].y < l.part[WL_PART_VIEW].y);
}

/* Every view, of every kind of step. */
static void draw_all(const char *name, int w, int h) {
  struct scene s = scene_create(name, 32);
  struct wl_session *m = showing(s);
  struct wl_canvas *c = wl_canvas_create(w, h, false);
  assert_non_null(c);
  for (size_t step = 0; step < wl_trace_count(s.trace); step++, press(m, "Right"))
    for (int view = 0; view < WL_VIEWS; view++)
      wl_view_draw(m, (enum wl_view_id)view, c, (struct wl_rect){0, 0, w, h});
  wl_canvas_destroy(c);
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_small_views(void **state) {
  (void)state;
  for (int w = 1; w <= 25; w += w < 10 ? 1 : 5)
    for (int h = 1; h <= 25; h += h < 10 ? 1 : 5) {
      draw_all("zoo", w, h);
      draw_all("spaces", w, h);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_all_sizes), cmocka_unit_test(test_names), cmocka_unit_test(test_error),
    cmocka_unit_test(test_small_views),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
