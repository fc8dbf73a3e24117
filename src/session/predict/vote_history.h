/* The answers to all questions so far: the tally of a class, as CSV. */
#ifndef WL_SESSION_PREDICT_VOTE_HISTORY_H
#define WL_SESSION_PREDICT_VOTE_HISTORY_H

struct wl_session;

/* Brings the ballot of the question that stands up to date, or begins one. */
void wl_ballot_keep(struct wl_session *m);

/* The same when its answer is shown: it counts no more. */
void wl_ballot_end(struct wl_session *m);

/* A question that was left before its answer was shown gets back what was said. */
void wl_ballot_resume(struct wl_session *m);

/* A question that comes again while presenting, its answer shown before, has that and its votes. */
void wl_ballot_recall(struct wl_session *m);

/* What was said to the questions so far: rows of CSV under wl_tally_head. To be freed;
 * NULL when memory ran out. The right answers are in it once they were shown. */
char *wl_session_tally(const struct wl_session *m);
extern const char wl_tally_head[];

#endif
