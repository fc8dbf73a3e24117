#include "masked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene_make.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/select/setters.h"
#include "session/state/session_query.h"
#include "view/picture.h"
#include "view/screen/view_functions.h"
#include "view/speech/speech.h"

const struct masked_size masked_sizes[MASKED_SIZES] = {
  {42, 12}, {54, 12}, {42, 17}, {60, 16}, {70, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60},
};

struct wl_session *masked_at(struct scene s, size_t step, unsigned view, enum masked hide) {
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  if (hide >= FIGURE) wl_mask_ask(m, (unsigned)(hide - FIGURE));
  else wl_session_mask(m, hide == KEY);
  wl_session_pose(m, hide == QUESTION);
  assert_true(wl_session_select(m, step));
  assert_true(wl_session_set_view(m, wl_views[view].name));
  return m;
}

struct wl_canvas *masked_canvas(unsigned size, bool ascii) {
  return wl_canvas_create(masked_sizes[size].width, masked_sizes[size].height, ascii);
}

struct wl_head masked_head(const char *title) {
  struct wl_head h = {.grid = {1, 1, 1}, .block = {WL_LANES, 1, 1}};
  snprintf(h.title, sizeof h.title, "%s", title);
  return h;
}

struct wl_step masked_step(const struct wl_head *h, uint16_t array, enum wl_op op,
                           struct wl_source_span place, uint32_t stride) {
  struct wl_step step = scene_access(h, array, op, place);
  step.has_values = false;
  for (uint32_t t = 0; t < WL_LANES; t++) scene_element(&step, h, t, 0, t * stride);
  return step;
}

void masked_draw(struct wl_session *m, struct wl_canvas *c) {
  wl_canvas_clear(c);
  wl_session_draw(m, c);
}

void masked_row(const struct wl_canvas *c, int y, char *text) {
  for (int x = 0; x < wl_canvas_width(c); x++) {
    uint32_t code = wl_canvas_cell(c, x, y)->code;
    *text++ = code < 128 ? (char)code : '*';
  }
  *text = '\0';
}

bool masked_same(const struct wl_canvas *a, const struct wl_canvas *b,
                 const struct wl_rect *except, size_t count, const char *what) {
  for (int y = 0; y < wl_canvas_height(a); y++)
    for (int x = 0; x < wl_canvas_width(a); x++) {
      bool skip = false;
      for (size_t i = 0; i < count; i++)
        skip |= x >= except[i].x && x < except[i].x + except[i].w && y >= except[i].y &&
                y < except[i].y + except[i].h;
      const struct wl_cell *p = wl_canvas_cell(a, x, y), *q = wl_canvas_cell(b, x, y);
      if (skip || (p->code == q->code && p->style == q->style)) continue;
      char one[256], two[256];
      masked_row(a, y, one);
      masked_row(b, y, two);
      if (what) print_error("%s %dx%d row %d:\n%s\n%s\n", what, wl_canvas_width(a),
                            wl_canvas_height(a), y, one, two);
      return false;
    }
  return true;
}

static char *said_of(struct wl_session *m) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  assert_non_null(f);
  wl_speak(m, &(struct wl_prose){f, false});
  fclose(f);
  return text;
}

unsigned masked_differ(struct wl_session *m, struct wl_session *n, const char *what) {
  unsigned found = 0;
  for (unsigned i = 0; i < MASKED_SIZES; i++)
    for (int ascii = 0; ascii < 2; ascii++) {
      struct wl_canvas *a = masked_canvas(i, ascii), *b = masked_canvas(i, ascii);
      masked_draw(m, a);
      masked_draw(n, b);
      found += !masked_same(a, b, NULL, 0, what);
      wl_canvas_destroy(a);
      wl_canvas_destroy(b);
    }
  char *one = said_of(m), *two = said_of(n);
  bool same = strcmp(one, two) == 0;
  if (!same && what) print_error("%s says:\n%s\n%s\n", what, one, two);
  free(one), free(two);
  return found + !same;
}
