/* The file that --tally names. */
#ifndef WL_CLI_TALLY_FILE_H
#define WL_CLI_TALLY_FILE_H

#include "core/base/diag.h"

struct wl_votes;

/* Looks at the file before anything is asked: what a tally of before has stays, and a
 * file that is no tally, or cannot be written, is refused. NULL and a diag. */
struct wl_votes *wl_votes_open(const char *path, struct wl_diag *d);
void wl_votes_close(struct wl_votes *v);

/* Those of one script after the other; `script` is a number that no other has. */
struct wl_votes_of { struct wl_votes *votes; unsigned script; };

/* Replaces the file by what it had, with the last rows of scripts before, and these rows, as a
 * whole. `votes` is a struct wl_votes_of. */
bool wl_votes_write(void *votes, const char *rows, struct wl_diag *d);

#endif
