/* Prepares one script for the screen. */
#ifndef WL_CLI_SCRIPT_SETUP_H
#define WL_CLI_SCRIPT_SETUP_H

#include "app/app.h"
#include "cli/command_words.h"
#include "cli/job.h"
#include "cli/tally_file.h"

/* `options` point into all the others. */
struct wl_script_setup {
  char *file; /* of the command, where it is not that of the user */
  struct wl_command command;
  struct wl_job job;
  struct wl_words words;
  struct wl_tally_file_of votes;
  struct wl_tui_options options;
};

/* Reads the script of a command; `file`, malloc'ed, becomes the stage's, NULL: that of the
 * command. `votes` may be NULL; those of a stage count as script number `number`. False and a
 * diag; `s` is to be closed either way. */
bool wl_script_setup_open(struct wl_script_setup *s, const struct wl_command *c, char *file,
                          struct wl_tally_file *votes, unsigned number, struct wl_diag *d);
void wl_script_setup_close(struct wl_script_setup *s); /* one that is all zeros, too */

/* What the command says of the terminal, whatever is shown there. */
struct wl_tui_options wl_script_setup_terminal(const struct wl_command *c);

/* Whether the script of a job is a bundled one, named without a path. */
bool wl_script_setup_bundled(const struct wl_script_setup *s);

#endif
