/* `warplens show`: the picture of one instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/headless.h"
#include "canvas/write/write.h"
#include "canvas/write/write_html.h"
#include "cli/course_files.h"
#include "cli/job.h"
#include "cli/script_setup.h"
#include "cli/verbs.h"
#include "session/course/course.h"
#include "session/course/presentation.h"
#include "session/playback.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/session_query.h"
#include "view/picture.h"
#include "view/speech/speech.h"
#include "view/text/phrases.h"

/* A picture, or the pages of a replay. */
struct film {
  const struct wl_command *command;
  FILE *f;
  struct wl_canvas *canvas;
  struct wl_diag *diag;
};

enum { CAPTION = 1024 };

static enum wl_tier tier_of(const struct wl_command *c) {
  static const enum wl_tier tiers[] = {WL_256, WL_MONO, WL_16, WL_256, WL_TRUE};
  const char *plain = getenv("NO_COLOR");
  bool mono = plain && *plain && c->value[WL_OPT_COLOR].choice == 0;
  return mono ? WL_MONO : tiers[c->value[WL_OPT_COLOR].choice];
}

/* One line has no better name than itself. */
static const char *title_of(const struct wl_command *c, const struct wl_session *m) {
  return c->expression ? c->expression : wl_session_title(m);
}

/* A page follows the reader's system unless somebody has chosen a theme. */
static struct wl_html_options html_options(const struct wl_command *c, const struct wl_session *m) {
  enum wl_scheme scheme = wl_session_scheme(m);
  return (struct wl_html_options){
    .title = title_of(c, m),
    .scheme = scheme,
    .follows = !c->value[WL_OPT_THEME].given && scheme == WL_DARK,
    .style = c->value[WL_OPT_REPLAY].given ? wl_html_player_style : NULL,
  };
}

/* A file that says that it is UTF-8 is so in every locale. */
static bool draws_ascii(const struct wl_command *c) {
  int format = c->value[WL_OPT_FORMAT].choice;
  bool says = format == WL_FORMAT_SVG || format == WL_FORMAT_HTML;
  return says ? c->value[WL_OPT_ASCII].given : wl_wants_ascii(c);
}

/* The film has a canvas of the size that the command asks for. */
static bool open_film(struct film *film, const struct wl_command *c, FILE *f, struct wl_diag *d) {
  bool sized = c->value[WL_OPT_SIZE].given;
  *film = (struct film){.command = c, .f = f, .diag = d};
  film->canvas = wl_canvas_create(sized ? (int)c->value[WL_OPT_SIZE].number : 80,
                                  sized ? c->value[WL_OPT_SIZE].choice : 24, draws_ascii(c));
  return film->canvas || wl_diag_refused(d, "out of memory");
}

/* Its description has the whole line that comes back to it, of which the picture may have room
 * for the beginning only. */
static bool write_svg(struct film *film, struct wl_session *m, const char *caption) {
  struct wl_html_options html = html_options(film->command, m);
  char *line = wl_restore_write(m, ' '), *text = NULL;
  if (!line || asprintf(&text, "%s Comes back with: %s", caption, line) < 0) {
    free(line);
    return wl_diag_refused(film->diag, "out of memory");
  }
  bool good = wl_write_svg(film->f, film->canvas, html.scheme, html.title, text, film->diag);
  free(text);
  free(line);
  return good;
}

static bool write_picture(struct film *film, struct wl_session *m) {
  const struct wl_command *c = film->command;
  enum wl_scheme scheme = wl_session_scheme(m);
  struct wl_html_options html = html_options(c, m);
  char caption[CAPTION];
  wl_session_draw(m, film->canvas);
  wl_session_caption(m, caption, sizeof caption);
  switch (c->value[WL_OPT_FORMAT].choice) {
  case WL_FORMAT_ANSI: return wl_write_ansi(film->f, film->canvas, tier_of(c), scheme, film->diag);
  case WL_FORMAT_SVG: return write_svg(film, m, caption);
  case WL_FORMAT_HTML: return wl_write_html(film->f, film->canvas, &html, caption, film->diag);
  default: return wl_write_text(film->f, film->canvas, film->diag);
  }
}

static bool add_page(void *to, struct wl_session *m, unsigned number, unsigned of) {
  struct film *film = to;
  char caption[CAPTION];
  struct wl_html_options html = html_options(film->command, m);
  if (number == 1) wl_html_begin(film->f, &html);
  wl_session_draw(m, film->canvas);
  wl_session_caption(m, caption, sizeof caption);
  wl_html_frame(film->f, film->canvas, caption, number);
  if (number == of) wl_html_player(film->f, of, wl_session_period(m));
  return true;
}

static bool write_state(FILE *f, struct wl_session *m, struct wl_diag *d) {
  char *text = wl_restore_write(m, ' ');
  if (!text) return wl_diag_refused(d, "out of memory");
  bool good = fprintf(f, "%s\n", text) > 0;
  free(text);
  return good || wl_diag_fail(d, WL_OUTPUT, "cannot write: %m");
}

static bool write_film(struct film *film, struct wl_session *m) {
  if (!film->command->value[WL_OPT_REPLAY].given) return write_picture(film, m);
  return wl_replay(m, add_page, film, film->diag) && wl_html_end(film->f, film->diag);
}

/* The pictures of the model, or how to come back to it. */
static bool write_model(const struct wl_command *c, struct wl_session *m, FILE *f,
                        struct wl_diag *d) {
  struct film film;
  if (c->value[WL_OPT_PRINT_STATE].given) return write_state(f, m, d);
  if (c->value[WL_OPT_FORMAT].choice == WL_FORMAT_PLAIN) {
    wl_speak(m, &(struct wl_prose){f, wl_wants_ascii(c)});
    return true;
  }
  bool good = open_film(&film, c, f, d) && write_film(&film, m);
  wl_canvas_destroy(film.canvas);
  return good;
}

/* Keys do what they do on a screen of this size, which is there before the first of them. */
static bool light_screen(const struct wl_command *c, struct wl_session *m, struct wl_diag *d) {
  struct film film;
  if (!open_film(&film, c, NULL, d)) return false;
  wl_session_draw(m, film.canvas);
  wl_canvas_destroy(film.canvas);
  return true;
}

/* Where nobody presses keys, or nothing ran at all, what is wrong is no picture. */
static bool ran_well(const struct wl_app *e, struct wl_diag *d) {
  const struct wl_diag *problem = wl_runner_problem(e->feed);
  if (!problem) problem = wl_session_failure(e->model);
  if (!problem) problem = wl_second_runner_problem(e->side);
  if (problem) *d = *problem;
  return !problem;
}

/* Presses the keys of a file, if there is one. */
static bool press_keys(const struct wl_command *c, struct wl_script_setup *stage, FILE *f,
                       struct wl_diag *d) {
  struct wl_course *course = wl_course_create(stage, NULL, NULL);
  if (!course) return wl_diag_refused(d, "out of memory");
  struct wl_keyboard *k = wl_keyboard_create(c->value[WL_OPT_KEYS].text, NULL, "", d);
  struct wl_app e = {.options = NULL};
  bool good = k && wl_app_open(&e, &stage->options, d);
  bool alone = !c->value[WL_OPT_KEYS].given;
  if (good && !alone) good = light_screen(c, e.model, d);
  if (good) wl_headless(&e, k);
  if (good && (alone || wl_session_empty(e.model))) good = ran_well(&e, d);
  if (good) good = write_model(c, e.model, f, d);
  wl_app_close(&e);
  wl_keyboard_destroy(k, NULL);
  wl_course_destroy(course);
  return good;
}

enum wl_status wl_verb_show(const struct wl_command *c, struct wl_diag *d) {
  struct wl_script_setup stage;
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  bool good = wl_script_setup_open(&stage, c, NULL, NULL, 0, d) &&
              press_keys(c, &stage, wl_output_file(o), d);
  if (!wl_verb_close(c, o, good, d)) good = false;
  wl_script_setup_close(&stage);
  return good ? WL_OK : d->status;
}
