/* Predict, then reveal: the one state machine for the question about the selected step, its
 * answers, and what is shown of the step meanwhile. Every change is one of these calls, each of
 * which settles what is shown; getters (selection.h) read that. */
#ifndef WL_SESSION_PREDICT_PREDICT_H
#define WL_SESSION_PREDICT_PREDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/state/selection.h"

struct wl_answered;
struct wl_arch;
struct wl_trace;

/* Questions of the script that nobody has answered yet (session/predict/open_questions.h). */
enum { WL_OPEN_QUESTIONS = 64 };
struct wl_open_questions {
  unsigned count; /* where there are more, all are about every line */
  struct { uint32_t line; uint16_t array; } about[WL_OPEN_QUESTIONS]; /* WL_NO_ARRAY: any */
  size_t exchange; /* from this step on values may come of a result that is asked for; SIZE_MAX */
  const struct wl_trace *trace; /* all that this holds for, until something is answered */
  const struct wl_arch *arch;
  size_t steps;
  unsigned answered, variant;
  bool poses, hides, runs;
};

/* What is hidden of the selected step, as bits. */
enum { WL_HIDES_FIGURES = 1, WL_HIDES_LANES = 2, WL_HIDES_VALUES = 4 };

struct wl_disclosure {
  unsigned step; /* WL_HIDES_…; 0: all of it is shown */
  bool totals;   /* sums over the run may be shown, and what other steps cost */
  bool source;   /* so may all of the script */
  char why[128]; /* why not, as a sentence; "": all is shown */
};

/* Selects a step, which the recording has, and enters it. */
void wl_session_go(struct wl_session *m, size_t step);

/* The selected step, its recording or its generation is another one: unpacks and explains it,
 * poses what is asked of it, and settles what of it is shown. */
void wl_predict_enter(struct wl_session *m);

/* Another lane is picked: while the mask asks, it asks about that one. */
void wl_predict_lane(struct wl_session *m);

/* What is still asked elsewhere is another matter now: settles what is shown. */
void wl_predict_settle(struct wl_session *m);

/* Hides the figures of every step, wherever they would show, or shows them again. No figure is
 * chosen then: what each step is judged by is asked for. Which one was chosen last is kept, as the
 * key of wl_mask_ask_next() begins with it. */
void wl_session_mask(struct wl_session *m, bool on);

/* Hides them, and asks for a figure (words/figures.h) wherever a step has it, instead of what else
 * would be asked: figures that give nothing away of it stay (session/predict/asked_figures.h). */
void wl_mask_ask(struct wl_session *m, unsigned figure);

/* Poses no questions from here on, and hides nothing for them; or poses them again. */
void wl_mask_no_questions(struct wl_session *m, bool off);

/* Counts an answer to the question that stands, once; takes the last one back. */
void wl_question_say(struct wl_session *m, const char *text);
void wl_question_take_back(struct wl_session *m);

/* Shows the figures of the selected step, answered or not. */
void wl_question_show(struct wl_session *m);

/* The same, and says what the right answer is even if nobody has given one. */
void wl_question_reveal(struct wl_session *m);

/* What is asked about a place in one turn or block has been seen in another. */
void wl_question_give_up(struct wl_session *m, const struct wl_source_span *place);

/* The question about the selected step is asked once more; says so where there is none. */
void wl_question_again(struct wl_session *m);

/* What is behind: who comes back to a script is not asked again. To be freed with free(); NULL:
 * nothing is, or memory ran out. It is behind in a model of the same script, too. */
struct wl_answered *wl_answered_take(const struct wl_session *m);
void wl_answered_give(struct wl_session *m, const struct wl_answered *a);

#endif
