/* The page of a lecturer: however long its parts are, what comes next is in sight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "view/slides/notes.h"

/* Words of five letters, `size` bytes of them. */
static void fill(char *text, size_t size) {
  for (size_t i = 0; i < size; i++) text[i] = i % 6 == 5 ? ' ' : 'w';
  text[size] = '\0';
}

static bool shows(const struct wl_canvas *c, const char *text) {
  size_t size = strlen(text);
  for (int y = 0; y < wl_canvas_height(c); y++)
    for (int x = 0; x + (int)size <= wl_canvas_width(c); x++) {
      size_t i = 0;
      while (i < size && wl_canvas_cell(c, x + (int)i, y)->code == (uint32_t)text[i]) i++;
      if (i == size) return true;
    }
  return false;
}

static void next_is_there_of(bool failed) {
  static const int sizes[][2] = {{60, 16}, {80, 24}, {60, 12}, {40, 16}, {120, 40}};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (size_t length = 0; length < 250; length += 7) {
      struct wl_canvas *c = wl_canvas_create(sizes[s][0], sizes[s][1], false);
      struct wl_notes n = {.title = "lesson", .fact = "the answer", .next = "NEXT", .stop = "STOP",
                           .flip = "FLIP", .place = "PLACE"};
      fill(n.note, length), fill(n.answer, length), fill(n.source, length);
      fill(n.verdict, length);
      if (failed) snprintf(n.error, sizeof n.error, "FAILED");
      wl_notes_draw(c, &n, 1, NULL);
      assert_true(shows(c, "note") && shows(c, "NEXT") && shows(c, "STOP") && shows(c, "FLIP"));
      assert_true(shows(c, "PLACE") || length > 100);
      assert_true(shows(c, "FAILED") == failed);
      wl_canvas_destroy(c);
    }
}

static void next_is_there(void **state) {
  (void)state;
  next_is_there_of(false);
  next_is_there_of(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(next_is_there)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
