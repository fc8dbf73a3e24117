/* The steps that match a search: where they are, and going from one to the next. */
#ifndef WL_SESSION_SEARCH_SEARCH_H
#define WL_SESSION_SEARCH_SEARCH_H

#include "core/base/diag.h"

struct wl_finding;
struct wl_session;

/* NULL when memory ran out. */
struct wl_finding *wl_finding_create(void);
void wl_finding_destroy(struct wl_finding *f);

/* Searches for what core/analysis/query.h knows, and goes to the first match from the selected
 * step on. False and a diag where it is no search, or hidden figures would be given away. */
bool wl_find(struct wl_session *m, const char *text, struct wl_diag *d);

/* The same where nobody presses a key: nothing else is selected. */
bool wl_find_set(struct wl_session *m, const char *text, struct wl_diag *d);

/* To the next match in the order of the recording, or the one before; round the end. */
void wl_find_next(struct wl_session *m, bool on);

/* Lets go of the search; false: there was none. */
bool wl_find_nothing(struct wl_session *m);

/* Another recording or generation: what has been looked at counts no more. */
void wl_find_again(struct wl_session *m);

/* Whether a step, or a step of a line, was found, as far as it may be shown. */
bool wl_found_step(struct wl_session *m, size_t step);
bool wl_found_line(struct wl_session *m, uint32_t line);

/* Whether any of the steps [from, to) was found. */
bool wl_found_among(struct wl_session *m, size_t from, size_t to);

/* How many were found, and what; false: there is no search, or it may not be shown. */
bool wl_found(struct wl_session *m, size_t *count, const char **text);

#endif
