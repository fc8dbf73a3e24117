/* `warplens` without a verb: the screen, its notes, or its sentences. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/plain.h"
#include "cli/course_files.h"
#include "cli/script_setup.h"
#include "cli/verbs.h"
#include "tui/loop.h"
#include "tui/notes_screen.h"

/* Whether there is to be no screen: --plain, or a terminal that can only append. */
static bool wants_plain(const struct wl_command *c) {
  const char *type = getenv("TERM");
  bool dumb = type && strcmp(type, "dumb") == 0 && isatty(STDOUT_FILENO);
  if (c->value[WL_OPT_PLAIN].given) return true;
  if (!dumb || c->value[WL_OPT_RECORD].given || c->value[WL_OPT_NOTES].given) return false;
  fputs("warplens: note: TERM=dumb has no screen, so this is --plain; 'help' lists commands\n",
        stderr);
  return true;
}

/* What --plain has no use for. */
static bool check_plain(const struct wl_command *c, struct wl_diag *d) {
  bool record = c->value[WL_OPT_RECORD].given;
  if (record || c->value[WL_OPT_NOTES].given) {
    wl_diag_fail(d, WL_USAGE, "--%s belongs to the screen, not to --plain",
                 record ? "record" : "notes");
    return wl_diag_hint(d, "what --plain reads and writes can be kept as files");
  }
  if (!c->file || strcmp(c->file, "-") != 0) return true;
  wl_diag_fail(d, WL_USAGE, "--plain reads commands from standard input, not the script");
  return wl_diag_hint(d, "name the file of the script");
}

static enum wl_status show_plain(const struct wl_command *c, struct wl_script_setup *s,
                                 struct wl_tally_file *votes, struct wl_diag *d) {
  struct wl_diag second;
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  struct wl_course *course = wl_course_create(s, NULL, votes);
  if (!course) wl_diag_refused(d, "out of memory");
  enum wl_status status = course ? wl_plain(&s->options, wl_output_file(o), d) : d->status;
  if (course) wl_course_destroy(course);
  bool kept = wl_output_close(o, true, status == WL_OK ? d : &second);
  return kept || status != WL_OK ? status : d->status;
}

/* The screen; `lessons` as the menu lists them, NULL: there was none. */
static enum wl_status show_screen(struct wl_script_setup *s, struct wl_lessons *lessons,
                                  struct wl_tally_file *votes, struct wl_diag *d) {
  int lesson = 0;
  struct wl_course *course = wl_course_create(s, lessons, votes);
  if (!course) {
    wl_diag_refused(d, "out of memory");
    return d->status;
  }
  enum wl_status status = wl_tui(&s->options, &lesson, d);
  size_t at = lessons ? (size_t)((long)lessons->at + lesson) : 0;
  if (lessons && at < lessons->count) lessons->at = at; /* else it was none of the menu */
  wl_course_destroy(course);
  return status;
}

enum wl_status wl_verb_lessons(const struct wl_command *c, struct wl_lessons *lessons,
                               struct wl_diag *d) {
  bool plain = wants_plain(c), notes = c->value[WL_OPT_NOTES].given;
  struct wl_script_setup s;
  struct wl_tally_file *votes = NULL;
  const char *tally = c->value[WL_OPT_TALLY].text;
  enum wl_status status;
  if (plain && !check_plain(c, d)) return d->status;
  if (tally && !(votes = wl_tally_file_open(tally, d))) return d->status;
  if (wl_script_setup_open(&s, c, NULL, votes, 0, d))
    status = plain   ? show_plain(c, &s, votes, d)
             : notes ? wl_tui_notes(&s.options, d)
                     : show_screen(&s, lessons, votes, d);
  else status = d->status;
  wl_script_setup_close(&s);
  wl_tally_file_close(votes);
  return status;
}

enum wl_status wl_verb_screen(const struct wl_command *c, struct wl_diag *d) {
  bool script = c->file || c->expression;
  if (!script && c->value[WL_OPT_NOTES].given) { /* of whatever is presented */
    if (c->value[WL_OPT_PLAIN].given && !check_plain(c, d)) return d->status;
    struct wl_tui_options o = wl_script_setup_terminal(c);
    return wl_tui_notes(&o, d);
  }
  return wl_verb_lessons(c, NULL, d);
}
