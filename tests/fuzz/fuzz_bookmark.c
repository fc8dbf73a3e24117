/* The state of a picture: what is put there can be written down, and comes back the same.
 * The first byte chooses the scene; then lines "NUMBER TEXT", the row of the table and its
 * value. */
#include "fuzz.h"
#include "../view/scene.h"
#include "view/bookmark.h"
#include "view/model.h"
#include "view/view.h"

/* Whether options.c lets only numbers through to this row. */
static bool takes_number(uint8_t row) {
  return row == WL_MARK_BEFORE || row == WL_MARK_FLIP || row == WL_MARK_STEP ||
         row == WL_MARK_LINE || row == WL_MARK_LANE || row == WL_MARK_ASKED_LANE ||
         row == WL_MARK_WAVEFRONT || row == WL_MARK_SCROLL || row == WL_MARK_FACT;
}

static void put(struct wl_model *m, uint8_t row, const char *text) {
  struct wl_diag d = {0};
  char number[16];
  snprintf(number, sizeof number, "%u", (unsigned)strtoul(text, NULL, 10) % 1000001);
  if (takes_number(row % WL_BOOKMARKS)) text = number;
  if (wl_bookmark_put(m, (enum wl_bookmark)(row % WL_BOOKMARKS), text, &d)) return;
  char shown[8192];
  FUZZ_PROMISE(d.status == WL_USAGE && d.what[0]);
  fuzz_check(FUZZ_TEXT, shown, wl_diag_format(&d, false, shown, sizeof shown));
}

/* All of it into another model of the same recording: that must say the same. */
static void compare(struct wl_model *m, const struct scene *s) {
  struct wl_model *other = wl_model_create();
  char text[256], again[256];
  if (other == NULL) abort();
  wl_model_show(other, s->trace, s->analysis);
  for (int b = 0; b < WL_BOOKMARKS; b++)
    if (wl_bookmark_get(m, (enum wl_bookmark)b, text, sizeof text)) {
      struct wl_diag d = {0};
      bool fine = wl_bookmark_put(other, (enum wl_bookmark)b, text, &d);
      if (!fine)
        fprintf(stderr, "%s '%s': %s\n", wl_bookmark_option((enum wl_bookmark)b), text, d.what);
      FUZZ_PROMISE(fine);
    }
  for (int b = 0; b < WL_BOOKMARKS; b++) {
    bool has = wl_bookmark_get(m, (enum wl_bookmark)b, text, sizeof text);
    bool had = wl_bookmark_get(other, (enum wl_bookmark)b, again, sizeof again);
    if (has != had || (has && strcmp(text, again) != 0))
      fprintf(stderr, "%s: '%s', then '%s'\n", wl_bookmark_option((enum wl_bookmark)b),
              has ? text : "-", had ? again : "-");
    FUZZ_PROMISE(has == had && (!has || strcmp(text, again) == 0));
  }
  wl_model_destroy(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const scenes[] = {"transpose", "zoo", "stride", "spaces", "race", "branch",
                                       "nothing", "ask"};
  struct fuzz_input in = {data, size};
  struct scene s = scene_create(scenes[fuzz_byte(&in) % 8], 1);
  struct wl_model *m = wl_model_create();
  char line[256];
  if (m == NULL) abort();
  wl_model_show(m, s.trace, s.analysis);
  for (unsigned lines = 0; in.left > 0 && lines < 50; lines++) {
    const uint8_t *end = memchr(in.at, '\n', in.left);
    size_t n = end ? (size_t)(end - in.at) : in.left, got;
    size_t kept = n < sizeof line - 1 ? n : sizeof line - 1;
    memcpy(line, in.at, kept);
    line[kept] = '\0';
    fuzz_bytes(&in, n + (end != NULL), &got);
    uint8_t row = (uint8_t)strtoul(line, NULL, 10);
    const char *text = strchr(line, ' ');
    put(m, row, text ? text + 1 : "");
  }
  wl_bookmark_settle(m);
  compare(m, &s);
  wl_model_destroy(m);
  scene_destroy(s);
  return 0;
}
