/* Keys and time, as a recording has them, on a screen of any size. The first bytes choose
 * the scene and the size; then lines of keymap.h, and lines of " TEXT" that are typed. */
#include "../view/scene.h"
#include "canvas/write/write.h"
#include "core/base/text.h"
#include "fuzz.h"
#include "session/playback.h"
#include "session/predict/vote_history.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/requests.h"
#include "session/state/settings.h"
#include "view/keys/input.h"
#include "view/picture.h"

static const struct { const char *name; int value; } scenes[] = {
  {"transpose", 0}, {"transpose", 1}, {"zoo", 0}, {"stride", 3}, {"ask", 2}, {"spaces", 0},
  {"race", 0}, {"branch", 0}, {"nothing", 0},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static const struct { int width, height; } sizes[] = {
  {80, 24}, {60, 16}, {120, 40}, {20, 5}, {1, 1}, {2, 3}, {79, 24}, {200, 60}};

static void draw(struct wl_session *m, struct wl_canvas *c) {
  struct fuzz_output o;
  struct wl_diag d;
  wl_canvas_clear(c);
  wl_session_draw(m, c);
  fuzz_output_open(&o);
  wl_write_text(o.f, c, &d);
  fuzz_output_check(&o, FUZZ_TEXT);
}

/* What the driver of a model does for it. */
static bool serve(struct wl_session *m, const struct scene *s) {
  size_t count;
  unsigned wants = wl_session_requests(m);
  if (wants & WL_REQUEST_RUN) {
    wl_session_settings(m, &count);
    wl_session_show(m, s->trace, s->analysis);
  }
  if (wants & WL_REQUEST_EVALUATE) wl_session_answer(m, wl_session_question(m));
  if (wants & WL_REQUEST_TALLY) {
    char *text = wl_session_tally(m);
    fuzz_check(FUZZ_TEXT, text, strlen(text));
    free(text);
  }
  return !(wants & WL_REQUEST_QUIT);
}

static void type(struct wl_session *m, const char *text) {
  struct wl_glyph g;
  wl_session_key(m, ':');
  for (const char *end = text + strlen(text); wl_text_next(&text, end, &g);)
    wl_session_key(m, g.code);
  wl_session_key(m, '\r');
}

/* One line; false: the user leaves. */
static bool play(struct wl_session *m, char *line, const struct scene *s) {
  uint32_t value;
  if (line[0] == ' ') type(m, line + 1);
  else switch (wl_keys_line(line, &value)) {
    case WL_KEYS_KEY: wl_session_key(m, value); break;
    case WL_KEYS_WAIT:
      for (int left = (int)value, turns = 0; left > 0 && turns < 50; turns++) {
        int next = wl_session_tick(m, 0);
        FUZZ_PROMISE(next >= -1);
        int part = next < 1 || next > left ? left : next;
        wl_session_tick(m, part);
        left -= part;
      }
      break;
    default: break;
  }
  return serve(m, s);
}

static void tell_line(struct wl_session *m) {
  char *text = wl_restore_write(m, ' ');
  fuzz_check(FUZZ_TEXT, text, strlen(text));
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input in = {data, size};
  uint8_t which = fuzz_byte(&in), shape = fuzz_byte(&in);
  struct scene s = scene_create(scenes[which % SCENES].name, scenes[which % SCENES].value);
  struct wl_session *m = wl_session_create();
  struct wl_canvas *c =
      wl_canvas_create(sizes[shape % 8].width, sizes[shape % 8].height, shape & 8);
  char line[256];
  if (m == NULL || c == NULL) abort();
  wl_session_show(m, s.trace, s.analysis);
  wl_session_pose(m, shape & 16);
  for (unsigned lines = 0; in.left > 0 && lines < 200; lines++) {
    const uint8_t *end = memchr(in.at, '\n', in.left);
    size_t n = end ? (size_t)(end - in.at) : in.left, got;
    size_t kept = n < sizeof line - 1 ? n : sizeof line - 1;
    memcpy(line, in.at, kept);
    line[kept] = '\0';
    fuzz_bytes(&in, n + (end != NULL), &got);
    if (!play(m, line, &s)) break;
    if (lines % 4 == 0) draw(m, c);
  }
  draw(m, c);
  tell_line(m);
  wl_canvas_destroy(c);
  wl_session_destroy(m);
  scene_destroy(s);
  return 0;
}
