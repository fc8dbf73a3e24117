/* Which questions of a script are behind: who comes back to it is not asked again. */
#ifndef WL_VIEW_ANSWERED_H
#define WL_VIEW_ANSWERED_H

struct wl_model;
struct wl_answered;

/* Those of a model. To be freed with free(); NULL: there are none, or memory ran out. */
struct wl_answered *wl_answered_take(const struct wl_model *m);

/* They are behind in a model of the same script, too. */
void wl_answered_give(struct wl_model *m, const struct wl_answered *a);

#endif
