/* The path of a warp through branches and loops: which lanes run, which wait, which return. */
#ifndef WL_VIEW_TEXT_ACTIVE_LANES_H
#define WL_VIEW_TEXT_ACTIVE_LANES_H

#include "core/trace/step.h"

struct wl_session;

/* Why lanes take no part in the selected step, and how many come back to it from a
 * branch since the warp's step before: "24 elsewhere, 4 back". Empty: nothing to say. */
enum { WL_FLOW_TEXT = 80 };
void wl_flow_lanes(struct wl_session *m, char text[WL_FLOW_TEXT]);

/* The iteration of the innermost loop, as "iteration 3" or "iter 3"; empty outside
 * loops. */
void wl_flow_iteration(const struct wl_step *s, bool brief, char text[WL_FLOW_TEXT]);

#endif
