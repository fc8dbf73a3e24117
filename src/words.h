/* The words of a command line that a bookmark begins with (view/bookmark.h). */
#ifndef WL_WORDS_H
#define WL_WORDS_H

#include "command.h"
#include "view/bookmark.h"

struct wl_words {
  char *word[WL_OPTIONS + 2];
  size_t count;
};

/* The script and the options that nothing on the screen changes; to be freed. False
 * and a diag when memory ran out: then there is nothing to free. */
bool wl_words_take(struct wl_words *w, const struct wl_command *c, struct wl_diag *d);
void wl_words_free(struct wl_words *w);

/* What the option of a bookmark was given: "" where it has no value; NULL: nothing. */
const char *wl_bookmark_given(const struct wl_command *c, enum wl_bookmark b);

/* Takes away what belongs to the script of the command: its parameters, a place in it. */
void wl_bookmark_leave(struct wl_command *c);

#endif
