#include "press.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/canvas.h"
#include "session/state/keymap.h"
#include "view/keys/input.h"
#include "view/picture.h"

struct wl_session *showing(struct scene s) {
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  return m;
}

void press(struct wl_session *m, const char *names) {
  char text[256];
  snprintf(text, sizeof text, "%s", names);
  for (char *name = strtok(text, " "); name; name = strtok(NULL, " ")) {
    uint32_t key = wl_key_parse(name);
    if (key == WL_KEY_NONE) abort();
    wl_session_key(m, key);
  }
}

bool has_text(struct wl_session *m, int width, int height, const char *text) {
  struct wl_canvas *c = wl_canvas_create(width, height, true);
  char *row = calloc((size_t)width + 1, 1);
  bool found = false;
  wl_session_draw(m, c);
  for (int y = 0; y < height && !found; y++) {
    for (int x = 0; x < width; x++) row[x] = (char)wl_canvas_cell(c, x, y)->code;
    found = strstr(row, text) != NULL;
  }
  free(row);
  wl_canvas_destroy(c);
  return found;
}
