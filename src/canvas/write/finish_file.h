/* What every writer does at its end. */
#ifndef WL_CANVAS_WRITE_FINISH_FILE_H
#define WL_CANVAS_WRITE_FINISH_FILE_H

#include <stdio.h>

#include "core/base/diag.h"

/* Flushes; false and a diag if this or any write before it failed (WL_OUTPUT), or memory for
 * a value of JSON ran out (WL_LIMIT). */
bool wl_out_finish(FILE *f, struct wl_diag *d);

#endif
