/* What was said to all questions so far: the tally of a class, as CSV. */
#ifndef WL_VIEW_BALLOT_H
#define WL_VIEW_BALLOT_H


struct wl_model;

/* Brings the ballot of the question that stands up to date, or begins one. */
void wl_ballot_keep(struct wl_model *m);

/* The same when its answer is shown: it counts no more. */
void wl_ballot_end(struct wl_model *m);

/* A question that was left before its answer was shown gets back what was said. */
void wl_ballot_resume(struct wl_model *m);

#endif
