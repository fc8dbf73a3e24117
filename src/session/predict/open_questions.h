/* Questions of a script without an answer yet: until then nothing shows what they are about. */
#ifndef WL_SESSION_PREDICT_OPEN_QUESTIONS_H
#define WL_SESSION_PREDICT_OPEN_QUESTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct wl_session;

/* Brings them up to date. */
void wl_open_questions_find(struct wl_session *m);

/* Whether one is about a step: one that is not answered hides it, unless it was given up there. */
bool wl_open_question_at(const struct wl_session *m, size_t step);

/* Whether values of a step may tell the result of an exchange between lanes that is asked for, or
 * of any while all figures are hidden: it came before. SIZE_MAX: what arrays hold in the end. */
bool wl_open_question_before(const struct wl_session *m, size_t step);

/* Why sums of the run are not told: "answer first: line 12 asks"; NULL: nothing is open. */
enum { WL_OPEN_TEXT = 80 };
const char *wl_open_questions_why(const struct wl_session *m, char text[WL_OPEN_TEXT]);

#endif
