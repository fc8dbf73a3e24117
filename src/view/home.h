/* Where a picture was left for one of a run that goes on, and back to it as it was. */
#ifndef WL_VIEW_HOME_H
#define WL_VIEW_HOME_H

struct wl_model;

/* Another recording comes, of which nobody knows yet whether it comes to anything. */
void wl_home_leave(struct wl_model *m);

/* It came to nothing, and the one of before is shown again: its step, the moment of its replay,
 * its question and its fact are those that were left, unless the user has gone elsewhere. */
void wl_home_return(struct wl_model *m);

#endif
