/* The place in a picture as a word: what can be gone to can be written down, and comes back the
 * same. The first byte chooses the scene; the rest is the word. */
#include "../view/scene.h"
#include "fuzz.h"
#include "session/restore/restore.h"
#include "session/session.h"

static struct wl_session *show(const struct scene *s) {
  struct wl_session *m = wl_session_create();
  if (m == NULL) abort();
  wl_session_show(m, s->trace, s->analysis);
  return m;
}

/* False where the word is none, or the recording has no such place; the diag says so. */
static bool go(struct wl_session *m, const char *word) {
  struct wl_diag d = {0};
  struct wl_restore at = {.given = 0};
  char shown[8192];
  if (wl_restore_read(&at, word, &d) && wl_restore_apply(m, &at, &d)) return true;
  FUZZ_PROMISE(d.status == WL_USAGE && d.what[0]);
  fuzz_check(FUZZ_TEXT, shown, wl_diag_format(&d, false, shown, sizeof shown));
  return false;
}

/* The word of the model's place; "": it is where the screen begins. */
static char *word_of(struct wl_session *m) {
  char *line = wl_restore_write(m, '\n'), *at = strstr(line, "\n--at=");
  char *word = strdup(at ? at + 6 : "");
  free(line);
  return word;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const scenes[] = {"transpose", "zoo", "stride", "spaces", "race", "branch",
                                       "nothing", "ask"};
  struct fuzz_input in = {data, size};
  struct scene s = scene_create(scenes[fuzz_byte(&in) % 8], 1);
  char *text = strndup((const char *)in.at, in.left);
  struct wl_session *m = show(&s);
  if (go(m, text)) {
    struct wl_session *other = show(&s);
    char *word = word_of(m);
    FUZZ_PROMISE(!*word || go(other, word));
    char *again = word_of(other);
    FUZZ_PROMISE(strcmp(word, again) == 0);
    free(word);
    free(again);
    wl_session_destroy(other);
  }
  wl_session_destroy(m);
  scene_destroy(s);
  free(text);
  return 0;
}
