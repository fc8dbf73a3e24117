/* What a comparison is of. */
#ifndef WL_REPORT_DIFF_DIFF_ORIGIN_H
#define WL_REPORT_DIFF_DIFF_ORIGIN_H

#include "report/diff/diff.h"

/* What all sides are counted on; false where they differ in that, and labels say it. */
bool wl_diff_target(const struct wl_diff *d, struct wl_target *out);

/* A run of one of the scripts, NULL: there is none; and its file without the way there, or the
 * line in the place of one. */
const struct wl_trace *wl_diff_trace(const struct wl_diff *d, bool second);
const char *wl_diff_script(const struct wl_diff *d, bool second);

/* All that is said of a side. */
const char *wl_diff_name(const struct wl_diff_side *s);

#endif
