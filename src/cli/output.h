/* Where data goes: standard output, or a file that is replaced as a whole. */
#ifndef WL_CLI_OUTPUT_H
#define WL_CLI_OUTPUT_H

#include <stdio.h>

#include "core/base/diag.h"

struct wl_output;

/* Opens `path`, or standard output where it is NULL or "-". A regular file is
 * written beside itself and renamed over at the end, so that a failure leaves
 * the old one; devices and pipes are written to directly. A directory is refused. */
struct wl_output *wl_output_open(const char *path, struct wl_diag *d);

FILE *wl_output_file(struct wl_output *o);

/* Ends the output: `keep` puts it in place, else it is thrown away. Frees `o`.
 * False and a diag (WL_OUTPUT) when not all could be written. */
bool wl_output_close(struct wl_output *o, bool keep, struct wl_diag *d);

#endif
