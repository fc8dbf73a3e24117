/* What is shown and selected: a state that actions and milliseconds change. */
#ifndef WL_SESSION_SESSION_H
#define WL_SESSION_SESSION_H

#include "core/analysis/sweep.h"
#include "words/occupancy_text.h"

struct wl_session;

/* Lines about a recording for who asks, beside those of the session; malloc'ed, or NULL. */
typedef char *wl_session_teller(const void *of, const struct wl_trace *t,
                                const struct wl_analysis *a, struct wl_registers registers);

/* NULL when memory ran out. */
struct wl_session *wl_session_create(void);
void wl_session_destroy(struct wl_session *m);

/* Shows a recording; the model borrows both until the next call. The selection
 * stays at the same place of the script where it can. The counts of the last
 * recording become the "before" of every figure. Either may be NULL: then there
 * is nothing to show. */
void wl_session_show(struct wl_session *m, const struct wl_trace *trace,
                     const struct wl_analysis *a);

/* Looks at the recording again, which may have grown. */
void wl_session_refresh(struct wl_session *m);

/* A run goes on (done of `of` blocks) or has ended (of = 0). A recording that
 * grows meanwhile is looked at again. */
void wl_session_progress(struct wl_session *m, uint64_t done, uint64_t of);

/* Takes the wants (they are cleared). */
unsigned wl_session_requests(struct wl_session *m);

/* How many generations on (or back, where negative) the user wants to go in the
 * table; taken once. The driver then runs the script there. */
int wl_session_arch_turns(struct wl_session *m);

/* The generation and chip that the user has named instead, arch NULL: none; taken once. */
struct wl_target wl_session_target_wanted(struct wl_session *m);

/* An expression over the arrays of the recording, to be answered by wl_session_answer(). */
const char *wl_session_question(const struct wl_session *m);

/* The recording that is shown next has another layout of shared memory, which
 * `text` names; NULL: it is the one that was made. */
void wl_session_lay_out(struct wl_session *m, const char *text);

#endif
