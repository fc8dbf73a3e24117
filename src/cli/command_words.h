/* The words of a command line with which the command of a picture begins (restore.h), and its
 * place. */
#ifndef WL_CLI_COMMAND_WORDS_H
#define WL_CLI_COMMAND_WORDS_H

#include "cli/command.h"
#include "session/restore/restore.h"

struct wl_words {
  char *word[WL_OPTIONS + 2];
  size_t count;
};

/* The script and the options that nothing on the screen changes; to be freed. False
 * and a diag when memory ran out: then there is nothing to free. */
bool wl_words_take(struct wl_words *w, const struct wl_command *c, struct wl_diag *d);
void wl_words_free(struct wl_words *w);

/* Where the command line says to begin. False and a diag (WL_USAGE); texts are those of `c`. */
bool wl_at_given(const struct wl_command *c, struct wl_restore *at, struct wl_diag *d);

/* Takes away what belongs to the script of the command: its parameters, a place in it. */
void wl_source_span_leave(struct wl_command *c);

#endif
