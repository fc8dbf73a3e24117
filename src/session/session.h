/* What is shown and selected: state that takes actions and milliseconds. */
#ifndef WL_SESSION_SESSION_H
#define WL_SESSION_SESSION_H

#include "core/analysis/sweep.h"

struct wl_model;

/* NULL when memory ran out. */
struct wl_model *wl_model_create(void);
void wl_model_destroy(struct wl_model *m);

/* Shows a recording; the model borrows both until the next call. The selection
 * stays at the same place of the script where it can. The counts of the last
 * recording become the "before" of every figure. Either may be NULL: then there
 * is nothing to show. */
void wl_model_show(struct wl_model *m, const struct wl_trace *trace, const struct wl_analysis *a);

/* Looks at the recording again, which may have grown. */
void wl_model_refresh(struct wl_model *m);

/* A run goes on (done of `of` blocks) or has ended (of = 0). A recording that
 * grows meanwhile is looked at again. */
void wl_model_progress(struct wl_model *m, uint64_t done, uint64_t of);

/* Takes the wants (they are cleared). */
unsigned wl_model_wants(struct wl_model *m);

/* How many generations on (or back, where negative) the user wants to go in the
 * table; taken once. The driver then runs the script there. */
int wl_model_arch_turns(struct wl_model *m);

/* The generation that the user has named instead, NULL: none; taken once. */
const struct wl_arch *wl_model_arch_wanted(struct wl_model *m);

/* An expression over the arrays of the recording, to be answered by wl_model_answer(). */
const char *wl_model_question(const struct wl_model *m);

/* The recording that is shown next has another layout of shared memory, which
 * `text` names; NULL: it is the one that was made. */
void wl_model_lay_out(struct wl_model *m, const char *text);

#endif
