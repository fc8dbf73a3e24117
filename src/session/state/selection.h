/* The selected step, and whether its figures may be seen. */
#ifndef WL_SESSION_STATE_SELECTION_H
#define WL_SESSION_STATE_SELECTION_H

#include "session/state/step_info.h"

struct wl_analysis;
struct wl_session;

/* What may be shown of the selected step; NULL if there is none. While its figures are hidden,
 * that is a cover without them. */
const struct wl_step_info *wl_session_spot(const struct wl_session *m);

/* The same with its figures, hidden or not: not for what draws. */
const struct wl_step_info *wl_session_bare(const struct wl_session *m);

/* What is known of any step, whether it may be shown or not; false: there is no such step. */
bool wl_step_info_take(const struct wl_session *m, size_t step, struct wl_step_info *s);

/* Whether the figures of the selected step are hidden. */
bool wl_session_masked(const struct wl_session *m);

/* Whether a view (session/state/view_table.h) of it would hold nothing but what is hidden. */
bool wl_view_hidden(const struct wl_session *m, unsigned view);

/* The sums over the run of what the line of a step does in the same way: no requests where there
 * is no such sum, or the run goes on. Hidden or not. */
struct wl_sum wl_session_line_sum(const struct wl_session *m, const struct wl_step *s);

/* What is known of all steps, once nothing is hidden or still to be asked: NULL before. */
const struct wl_analysis *wl_session_costs(const struct wl_session *m);

#endif
