/* `warplens` by itself: the screen, its notes, or what is said without one. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job.h"
#include "patterns.h"
#include "tui/plain.h"
#include "tui/second.h"
#include "tui/tui.h"
#include "verbs.h"
#include "view/theme.h"
#include "votes.h"
#include "words.h"

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

static enum wl_status show_plain(const struct wl_command *c, const struct wl_tui_options *options,
                                 struct wl_diag *d) {
  struct wl_diag second;
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  enum wl_status status = wl_plain(options, wl_output_file(o), d);
  bool kept = wl_output_close(o, true, status == WL_OK ? d : &second);
  return kept || status != WL_OK ? status : d->status;
}

/* Whether the script is a bundled one, named without a path. */
static bool is_bundled(const struct wl_command *c, const struct wl_job *j) {
  return c->file && strcmp(c->file, "-") != 0 && strcmp(c->file, j->path) != 0;
}

/* A lesson begins where its author says what it is about, from the menu or by its name; not
 * where keys are read or kept, which lead to the same pictures in `show`. */
static bool begins_at_stop(const struct wl_command *c, const struct wl_job *j) {
  bool placed = wl_bookmark_given(c, WL_MARK_STEP) || wl_bookmark_given(c, WL_MARK_LINE);
  bool keys = c->value[WL_OPT_KEYS].given || c->value[WL_OPT_RECORD].given;
  return c->listed || (is_bundled(c, j) && !placed && !keys);
}

/* `options` point into `j` and `words`. */
static void take_options(const struct wl_command *c, const struct wl_job *j,
                         const struct wl_words *words, struct wl_votes *votes,
                         struct wl_tui_options *options) {
  static const enum wl_tier tiers[] = {WL_MONO, WL_MONO, WL_16, WL_256, WL_TRUE};
  *options = (struct wl_tui_options){
    .run = j->run,
    .chip = j->target.chip,
    .watched = c->file && strcmp(c->file, "-") != 0 && !is_bundled(c, j), /* those do not change */
    .ascii = wl_wants_ascii(c),
    .have_tier = c->value[WL_OPT_COLOR].choice != 0,
    .tier = tiers[c->value[WL_OPT_COLOR].choice],
    .scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice,
    .registers = (uint32_t)c->value[WL_OPT_REGISTERS].number,
    .at_stop = begins_at_stop(c, j),
    .words = (const char *const *)words->word,
    .word_count = words->count,
    .keys = c->value[WL_OPT_KEYS].text,
    .record = c->value[WL_OPT_RECORD].text,
    .find = wl_pattern_path,
    .print_state = c->value[WL_OPT_PRINT_STATE].given,
    .tally = votes ? wl_votes_write : NULL,
    .tally_to = votes,
    .page = wl_page_path,
  };
  for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++)
    options->bookmark[b] = wl_bookmark_given(c, b);
}

enum wl_status wl_verb_screen(const struct wl_command *c, struct wl_diag *d) {
  bool plain = wants_plain(c);
  struct wl_job j;
  struct wl_words words;
  struct wl_votes *votes = NULL;
  struct wl_tui_options options;
  const char *tally = c->value[WL_OPT_TALLY].text;
  enum wl_status status;
  if (plain && !check_plain(c, d)) return d->status;
  if (tally && !(votes = wl_votes_open(tally, d))) return d->status;
  if (!wl_words_take(&words, c, d)) {
    wl_votes_close(votes);
    return d->status;
  }
  if (wl_job_read(c, &j, d)) {
    take_options(c, &j, &words, votes, &options);
    bool notes = c->value[WL_OPT_NOTES].given;
    status = plain   ? show_plain(c, &options, d)
             : notes ? wl_tui_notes(&options, d)
                     : wl_tui(&options, d);
  } else {
    status = d->status;
  }
  wl_job_free(&j);
  wl_words_free(&words);
  wl_votes_close(votes);
  return status;
}
