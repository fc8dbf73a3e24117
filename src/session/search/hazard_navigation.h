/* What a kernel leaves to chance, on the screen: core/hazard/hazard.h tells what that is. */
#ifndef WL_SESSION_SEARCH_HAZARD_NAVIGATION_H
#define WL_SESSION_SEARCH_HAZARD_NAVIGATION_H

#include "session/session.h"

/* Selects the next access of a hazard: the first of the two, then the second, then the
 * next hazard; and says what it is. */
void wl_hazard_next(struct wl_session *m);

/* All hazards by number, as an answer; and going to one. False and a diag: there is none
 * of that number. */
void wl_hazard_list(struct wl_session *m);
bool wl_hazard_go(struct wl_session *m, size_t number, struct wl_diag *d);

#endif
