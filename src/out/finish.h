/* What every writer does at its end. */
#ifndef WL_OUT_FINISH_H
#define WL_OUT_FINISH_H

#include <stdio.h>

#include "core/diag.h"

/* Flushes; false and a diag (WL_OUTPUT) if this or any write before it failed. */
bool wl_out_finish(FILE *f, struct wl_diag *d);

#endif
