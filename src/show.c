/* `warplens show`: the picture of one instruction. */
#include <stdlib.h>

#include "job.h"
#include "out/out.h"
#include "verbs.h"
#include "view/bookmark.h"
#include "words.h"

static bool write_canvas(const struct wl_command *c, const struct wl_canvas *canvas,
                         const char *title, FILE *f, struct wl_diag *d) {
  static const enum wl_tier tiers[] = {WL_256, WL_MONO, WL_16, WL_256, WL_TRUE};
  enum wl_tier tier = tiers[c->value[WL_OPT_COLOR].choice];
  enum wl_scheme scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice;
  const char *plain = getenv("NO_COLOR");
  if (plain && *plain && c->value[WL_OPT_COLOR].choice == 0) tier = WL_MONO;
  switch (c->value[WL_OPT_FORMAT].choice) {
  case 1: return wl_write_ansi(f, canvas, tier, scheme, d);
  case 2: return wl_write_svg(f, canvas, scheme, title, d);
  default: return wl_write_text(f, canvas, d);
  }
}

static bool put_bookmarks(const struct wl_command *c, struct wl_model *m, struct wl_diag *d) {
  for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++) {
    const char *text = wl_bookmark_given(c, b);
    if (text && !wl_bookmark_put(m, b, text, d)) return false;
  }
  return true;
}

static bool write_bookmark(FILE *f, struct wl_model *m, struct wl_diag *d) {
  char *text = wl_bookmark_write(m, ' ');
  if (!text) return wl_diag_fail(d, WL_INTERNAL, "out of memory");
  bool good = fprintf(f, "%s\n", text) > 0;
  free(text);
  return good || wl_diag_fail(d, WL_OUTPUT, "cannot write: %m");
}

static bool write_view(const struct wl_command *c, struct wl_run *run, FILE *f,
                       struct wl_diag *d) {
  const struct wl_trace *t = wl_run_trace(run);
  bool sized = c->value[WL_OPT_SIZE].given;
  struct wl_model *m = wl_model_create();
  struct wl_canvas *canvas = wl_canvas_create(sized ? (int)c->value[WL_OPT_SIZE].number : 80,
                                              sized ? c->value[WL_OPT_SIZE].choice : 24,
                                              wl_wants_ascii(c));
  struct wl_words words = {.count = 0};
  bool good = m && canvas;
  if (!good) wl_diag_fail(d, WL_INTERNAL, "out of memory");
  if (good) good = wl_words_take(&words, c, d);
  if (good) {
    if (c->value[WL_OPT_REGISTERS].given)
      wl_model_set_registers(m, (uint32_t)c->value[WL_OPT_REGISTERS].number);
    wl_model_set_scheme(m, (enum wl_scheme)c->value[WL_OPT_THEME].choice);
    wl_model_set_command(m, (const char *const *)words.word, words.count);
    wl_model_show(m, t, wl_run_analysis(run));
    good = put_bookmarks(c, m, d);
  }
  if (good && c->value[WL_OPT_PRINT_STATE].given) {
    good = write_bookmark(f, m, d);
  } else if (good) {
    wl_model_draw(m, canvas);
    good = write_canvas(c, canvas, wl_trace_name(t), f, d);
  }
  wl_words_free(&words);
  wl_canvas_destroy(canvas);
  wl_model_destroy(m);
  return good;
}

enum wl_status wl_verb_show(const struct wl_command *c, struct wl_diag *d) {
  return wl_verb_write(c, write_view, d);
}
