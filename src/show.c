/* `warplens show`: the picture of one instruction. */
#include <stdlib.h>

#include "job.h"
#include "out/html.h"
#include "out/out.h"
#include "tui/headless.h"
#include "verbs.h"
#include "view/bookmark.h"
#include "view/model.h"
#include "words.h"

enum { CAPTION = 1024 };

/* A page follows the reader's system unless somebody has chosen a theme. */
static struct wl_html_options html_options(const struct wl_command *c, const struct wl_model *m) {
  enum wl_scheme scheme = wl_model_scheme(m);
  return (struct wl_html_options){wl_model_title(m), scheme,
                                  !c->value[WL_OPT_THEME].given && scheme == WL_DARK};
}

static bool write_canvas(const struct wl_command *c, struct wl_model *m,
                         const struct wl_canvas *canvas, FILE *f, struct wl_diag *d) {
  enum wl_scheme scheme = wl_model_scheme(m);
  char caption[CAPTION];
  wl_model_caption(m, caption, sizeof caption);
  struct wl_html_options html = html_options(c, m);
  static const enum wl_tier tiers[] = {WL_256, WL_MONO, WL_16, WL_256, WL_TRUE};
  enum wl_tier tier = tiers[c->value[WL_OPT_COLOR].choice];
  const char *plain = getenv("NO_COLOR");
  if (plain && *plain && c->value[WL_OPT_COLOR].choice == 0) tier = WL_MONO;
  switch (c->value[WL_OPT_FORMAT].choice) {
  case WL_FORMAT_ANSI: return wl_write_ansi(f, canvas, tier, scheme, d);
  case WL_FORMAT_SVG: return wl_write_svg(f, canvas, scheme, html.title, caption, d);
  case WL_FORMAT_HTML: return wl_write_html(f, canvas, &html, caption, d);
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

/* A model that knows what the command line says of the picture; NULL and a diag when
 * memory ran out. */
static struct wl_model *make_model(const struct wl_command *c, const struct wl_words *words,
                                   struct wl_diag *d) {
  struct wl_model *m = wl_model_create();
  if (!m) {
    wl_diag_fail(d, WL_INTERNAL, "out of memory");
    return NULL;
  }
  if (c->value[WL_OPT_REGISTERS].given)
    wl_model_set_registers(m, (uint32_t)c->value[WL_OPT_REGISTERS].number);
  wl_model_set_chip(m, c->target.chip);
  wl_model_set_scheme(m, (enum wl_scheme)c->value[WL_OPT_THEME].choice);
  wl_model_set_command(m, (const char *const *)words->word, words->count);
  if (c->value[WL_OPT_FORMAT].choice > WL_FORMAT_ANSI) wl_model_set_still(m);
  return m;
}

/* The picture of the model, or how to come back to it. */
static bool write_model(const struct wl_command *c, struct wl_model *m, FILE *f,
                        struct wl_diag *d) {
  if (c->value[WL_OPT_PRINT_STATE].given) return write_bookmark(f, m, d);
  bool sized = c->value[WL_OPT_SIZE].given;
  struct wl_canvas *canvas = wl_canvas_create(sized ? (int)c->value[WL_OPT_SIZE].number : 80,
                                              sized ? c->value[WL_OPT_SIZE].choice : 24,
                                              wl_wants_ascii(c));
  if (!canvas) return wl_diag_fail(d, WL_INTERNAL, "out of memory");
  wl_model_draw(m, canvas);
  bool good = write_canvas(c, m, canvas, f, d);
  wl_canvas_destroy(canvas);
  return good;
}

static bool write_view(const struct wl_command *c, struct wl_run *run, FILE *f,
                       struct wl_diag *d) {
  const struct wl_trace *t = wl_run_trace(run);
  struct wl_words words;
  if (!wl_words_take(&words, c, d)) return false;
  struct wl_model *m = make_model(c, &words, d);
  if (m) wl_model_show(m, t, wl_run_analysis(run));
  bool good = m && put_bookmarks(c, m, d) && write_model(c, m, f, d);
  wl_model_destroy(m);
  wl_words_free(&words);
  return good;
}

/* Presses the keys of a file on a screen without a terminal. */
static bool press_keys(const struct wl_command *c, const struct wl_job *j,
                       const struct wl_words *words, FILE *f, struct wl_diag *d) {
  struct wl_keyboard *k = wl_keyboard_create(c->value[WL_OPT_KEYS].text, NULL, "", d);
  struct wl_model *m = k ? make_model(c, words, d) : NULL;
  struct wl_feed *feed = m ? wl_feed_create(&j->run, m) : NULL;
  if (m && !feed) wl_diag_fail(d, WL_INTERNAL, "out of memory");
  for (enum wl_bookmark b = 0; feed && b < WL_BOOKMARKS; b++)
    wl_bookmark_recall(m, b, wl_bookmark_given(c, b));
  if (m) wl_model_pose(m, true); /* as the screen does */
  if (m) wl_model_set_chip(m, j->target.chip);
  if (feed) wl_headless(feed, m, k);
  bool good = feed && write_model(c, m, f, d);
  wl_feed_destroy(feed);
  wl_model_destroy(m);
  wl_keyboard_destroy(k, NULL);
  return good;
}

static enum wl_status show_keys(const struct wl_command *c, struct wl_diag *d) {
  struct wl_job j;
  struct wl_words words;
  struct wl_output *o = wl_words_take(&words, c, d) ? wl_verb_open(c, d) : NULL;
  if (!o) return d->status;
  bool good = wl_job_read(c, &j, d) && press_keys(c, &j, &words, wl_output_file(o), d);
  if (!wl_verb_close(c, o, good, d)) good = false;
  wl_job_free(&j);
  wl_words_free(&words);
  return good ? WL_OK : d->status;
}

enum wl_status wl_verb_show(const struct wl_command *c, struct wl_diag *d) {
  return c->value[WL_OPT_KEYS].given ? show_keys(c, d) : wl_verb_write(c, write_view, d);
}
