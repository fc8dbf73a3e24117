/* The file that --tally names. */
#ifndef WL_CLI_TALLY_FILE_H
#define WL_CLI_TALLY_FILE_H

#include "core/base/diag.h"

struct wl_tally_file;

/* Looks at the file before anything is asked: what a tally of before has stays, and a
 * file that is no tally, or cannot be written, is refused. NULL and a diag. */
struct wl_tally_file *wl_tally_file_open(const char *path, struct wl_diag *d);
void wl_tally_file_close(struct wl_tally_file *v);

/* Those of one script after the other; `script` is a number that no other has. */
struct wl_tally_file_of { struct wl_tally_file *votes; unsigned script; };

/* Replaces the file by what it had, with the last rows of scripts before, and these rows, as a
 * whole. `votes` is a struct wl_tally_file_of. */
bool wl_tally_file_write(void *votes, const char *rows, struct wl_diag *d);

#endif
