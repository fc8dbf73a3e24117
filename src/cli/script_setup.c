#include "cli/script_setup.h"

#include <stdlib.h>
#include <string.h>

#include "canvas/theme.h"
#include "cli/patterns.h"
#include "report/counters/counters.h"

bool wl_script_setup_bundled(const struct wl_script_setup *s) {
  const char *file = s->command.file;
  return file && strcmp(file, "-") != 0 && strcmp(file, s->job.path) != 0;
}

/* A lesson begins where its author says what it is about, from the menu or by its name; not
 * where keys are read or kept, which lead to the same pictures in `show`. */
static bool begins_at_stop(const struct wl_script_setup *s) {
  const struct wl_command *c = &s->command;
  bool placed = wl_restore_is_placed(&s->options.at);
  bool keys = c->value[WL_OPT_KEYS].given || c->value[WL_OPT_RECORD].given;
  return c->verb != WL_SHOW && (c->listed || (wl_script_setup_bundled(s) && !placed && !keys));
}

/* Bundled scripts do not change, and standard input is read only once. */
static const char *own_file(const struct wl_script_setup *s) {
  const char *file = s->command.file;
  return file && strcmp(file, "-") != 0 && !wl_script_setup_bundled(s) ? s->job.run.name : NULL;
}

struct wl_tui_options wl_script_setup_terminal(const struct wl_command *c) {
  static const enum wl_tier tiers[] = {WL_MONO, WL_MONO, WL_16, WL_256, WL_TRUE};
  return (struct wl_tui_options){
    .ascii = wl_wants_ascii(c),
    .have_tier = c->value[WL_OPT_COLOR].choice != 0,
    .tier = tiers[c->value[WL_OPT_COLOR].choice],
    .scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice,
  };
}

static bool take_options(struct wl_script_setup *s, struct wl_diag *d) {
  const struct wl_command *c = &s->command;
  struct wl_tui_options *o = &s->options;
  *o = wl_script_setup_terminal(c);
  if (!wl_at_given(c, &o->at, d)) return false;
  o->run = s->job.run;
  o->file = own_file(s);
  o->registers = (uint32_t)c->value[WL_OPT_REGISTERS].number;
  o->at_stop = begins_at_stop(s);
  o->silent = c->verb == WL_SHOW && !c->value[WL_OPT_KEYS].given; /* nobody answers */
  o->still = wl_wants_still(c);
  o->words = (const char *const *)s->words.word;
  o->word_count = s->words.count;
  o->keys = c->value[WL_OPT_KEYS].text;
  o->record = c->value[WL_OPT_RECORD].text;
  o->find = wl_pattern_path;
  if (s->job.counters) o->tell = wl_counters_tell;
  o->tell_of = s->job.counters;
  o->print_state = c->value[WL_OPT_PRINT_STATE].given;
  o->tally = s->votes.votes ? wl_tally_file_write : NULL;
  o->tally_to = &s->votes;
  return true;
}

bool wl_script_setup_open(struct wl_script_setup *s, const struct wl_command *c, char *file,
                          struct wl_tally_file *votes, unsigned number, struct wl_diag *d) {
  *s = (struct wl_script_setup){.file = file, .command = *c, .votes = {votes, number}};
  if (file) s->command.file = file;
  if (!wl_words_take(&s->words, &s->command, d) || !wl_job_read(&s->command, &s->job, d))
    return false;
  return take_options(s, d);
}

void wl_script_setup_close(struct wl_script_setup *s) {
  wl_job_free(&s->job);
  wl_words_free(&s->words);
  free(s->file);
}
