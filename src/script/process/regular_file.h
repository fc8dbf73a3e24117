/* Opens regular files only, on which no reader has to wait. */
#ifndef WL_SCRIPT_PROCESS_REGULAR_FILE_H
#define WL_SCRIPT_PROCESS_REGULAR_FILE_H

#include <stdio.h>

#include "core/base/diag.h"

/* Opens `path` to be read, as a descriptor or a stream. -1, NULL and a diag (WL_INPUT) where it
 * is missing, or a directory, a FIFO, a device; errno says why, 0: it is no regular file. */
int wl_regular_descriptor(const char *path, struct wl_diag *d);
FILE *wl_regular_open(const char *path, struct wl_diag *d);

#endif
