/* The window of the view of lines over random accesses, against what is looked for row by row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/trace/trace.h"
#include "masked.h"
#include "scene_make.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/memory_cells.h"
#include "view/picture.h"
#include "view/views/lines_window.h"

enum { ELEMENTS = 1 << 14, KINDS = 4 };

static uint32_t next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

/* Far apart, in a few lines, backwards, or all of that. */
static uint32_t element(uint64_t *seed, unsigned kind, uint32_t lane) {
  switch (kind) {
  case 0: return next(seed) % ELEMENTS;
  case 1: return next(seed) % 8 * 64;
  case 2: return (31 - lane) * 40;
  default: return lane % 3 ? lane * 32 : next(seed) % ELEMENTS;
  }
}

static struct scene make(uint64_t seed) {
  struct wl_head h = masked_head("rows");
  h.array[h.arrays++] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, ELEMENTS);
  h.array[h.arrays++] = scene_array("s", WL_SHARED, scene_float, 0, 1, 8192);
  struct scene s = scene_begin("rows.lua", "a[i] = s[i]\n", &h);
  for (unsigned i = 0; i < 2 * KINDS; i++) {
    struct wl_step step = masked_step(&h, i % 2, i % 3 ? WL_LOAD : WL_STORE,
                                      scene_place("a[i] = s[i]\n", 1, "a[i]"), 1);
    for (uint32_t t = 0; t < WL_LANES; t++)
      scene_element(&step, &h, t, 0, element(&seed, i / 2, t) % (i % 2 ? 8192 : ELEMENTS));
    scene_add(s, &step);
  }
  return scene_end(s);
}

/* Whether a picture of the row would have something that is found or served now. */
static bool lit(struct wl_session *m, const struct wl_row *row) {
  struct wl_replay_state now = wl_session_moment(m);
  struct wl_cell_word words[32];
  if (now.tag) return row->tag == (int)now.index;
  if (!now.replay) return false;
  wl_row_words(wl_session_spot(m), row, &now, words);
  for (int i = 0; i < 32; i++)
    if (words[i].lanes & now.now && words[i].style == WL_STYLE_NOW) return true;
  return false;
}

/* The rows that a text such as "3, 7–12" names. */
static void read_rows(const char *text, bool named[WL_MAX_ROWS]) {
  memset(named, 0, WL_MAX_ROWS);
  while (*text) {
    char *end;
    long from = strtol(text, &end, 10), to = from;
    assert_true(end > text && from > 0);
    if (strncmp(end, "–", strlen("–")) == 0) to = strtol(end + strlen("–"), &end, 10);
    assert_true(to >= from && to <= WL_MAX_ROWS);
    for (long i = from; i <= to; i++) {
      assert_false(named[i - 1]);
      named[i - 1] = true;
    }
    if (*end) assert_int_equal(strncmp(end, ", ", 2), 0);
    text = *end ? end + 2 : end;
    assert_true(*text || !*end); /* no comma at the end */
  }
}

/* What is in sight is what is named; something lit is there, if anything is; the arrow points to
 * the rest. Returns 1 where a row is pinned above, 2 below, 0 elsewhere. */
static int check(struct wl_session *m, const struct wl_row *rows, int count, int shown) {
  struct wl_lines_window w = wl_lines_window(m, rows, count, shown);
  bool seen[WL_MAX_ROWS] = {0}, named[WL_MAX_ROWS], any = false, in_sight = false;
  bool up = false, down = false;
  char text[WL_LINES_TEXT];
  int nearest = count;
  assert_true(w.first >= 0 && w.end <= count && w.end - w.first == (shown < count ? shown : count));
  for (int at = 0; at < w.end - w.first; at++) {
    int row = wl_lines_row(&w, at);
    assert_true(row >= 0 && row < count && !seen[row]);
    seen[row] = true;
  }
  for (int i = 0; i < count; i++) {
    bool is = lit(m, &rows[i]);
    int away = i < w.first ? w.first - i : i >= w.end ? i - w.end + 1 : 0;
    any |= is;
    in_sight |= is && seen[i];
    up |= is && !seen[i] && i < w.first;
    down |= is && !seen[i] && i >= w.first;
    if (is && away < nearest) nearest = away;
  }
  assert_true(in_sight == any);
  if (w.pinned < 0) assert_true(!any || nearest == 0);
  else assert_int_equal(w.pinned < w.first ? w.first - w.pinned : w.pinned - w.end + 1, nearest);
  enum wl_glyph_id arrow = wl_lines_away(m, rows, count, &w);
  assert_int_equal(arrow, up ? down ? WL_GLYPH_UP_DOWN : WL_GLYPH_UP
                          : down ? WL_GLYPH_DOWN : WL_GLYPH_SPACE);
  wl_lines_in_sight(&w, text);
  read_rows(text, named);
  assert_memory_equal(seen, named, sizeof seen);
  return w.pinned < 0 ? 0 : w.pinned < w.first ? 1 : 2;
}

static void test_window(void **state) {
  (void)state;
  static const int scrolls[] = {0, 0, 3, -2, 40};
  unsigned pinned[3] = {0};
  for (uint64_t seed = 1; seed <= 12; seed++) {
    struct scene s = make(seed);
    struct wl_session *m = wl_session_create();
    wl_session_show(m, s.trace, s.analysis);
    for (size_t step = 0; step < wl_trace_count(s.trace); step++) {
      struct wl_row rows[WL_MAX_ROWS];
      assert_true(wl_session_select(m, step));
      int count = wl_access_rows(wl_session_spot(m), rows);
      for (int shown = 1; shown <= 21; shown += 1 + shown / 3)
        for (unsigned wave = 0; wave <= wl_session_waves(m); wave++) {
          assert_true(wl_session_wave(m, wave));
          if (shown < count) wl_lines_by_tag(rows, count);
          for (size_t i = 0; i < sizeof scrolls / sizeof *scrolls; i++) {
            m->scroll = scrolls[i];
            pinned[check(m, rows, count, shown)]++;
          }
        }
    }
    wl_session_destroy(m);
    scene_destroy(s);
  }
  assert_true(pinned[0] > 1000 && pinned[1] > 100 && pinned[2] > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_window)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
