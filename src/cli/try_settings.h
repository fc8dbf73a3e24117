/* Other settings of a script: block shapes, and values of its parameters. */
#ifndef WL_CLI_TRY_SETTINGS_H
#define WL_CLI_TRY_SETTINGS_H

#include "input/input.h"
#include "report/suggest_page.h"

/* Runs a script, which has run with `o` to its end, with other settings, one at a time. Those are
 * kept that leave the same values in global memory and move less: fewer bytes from DRAM, or as
 * many and fewer sectors from L2, or as many of both and fewer through L1. False and a diag where
 * it does not run a second time. */
bool wl_try_settings(const struct wl_run_options *o, struct wl_input *run,
                     struct wl_settings_tried *out, struct wl_diag *d);

#endif
