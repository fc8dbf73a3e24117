/* What every writer does at its end. */
#ifndef WL_OUT_FINISH_H
#define WL_OUT_FINISH_H

#include <stdio.h>

#include "core/diag.h"

/* Flushes; false and a diag if this or any write before it failed (WL_OUTPUT), or memory for
 * a value of JSON ran out (WL_LIMIT). */
bool wl_out_finish(FILE *f, struct wl_diag *d);

#endif
