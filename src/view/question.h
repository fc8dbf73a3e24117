/* A question about the selected step: posed when the step is reached, its figures
 * hidden; answered, by one or by many; then the right answer is shown. */
#ifndef WL_VIEW_QUESTION_H
#define WL_VIEW_QUESTION_H

#include "view/canvas.h"
#include "view/layout.h"
#include "view/poll.h"
#include "view/spot.h"

struct wl_model;

/* The selected step was looked at anew: poses what is asked about it, or what the
 * mask asks by itself. Takes the question out of the step. */
void wl_question_arrive(struct wl_model *m, struct wl_spot *bare);

/* The lesson begins anew: all is asked again. */
void wl_question_renew(struct wl_model *m);

/* Shows the figures of the selected step, answered or not. */
void wl_question_show(struct wl_model *m);

/* While a question stands, some keys answer it. False: the key means what it does
 * otherwise. */
bool wl_question_key(struct wl_model *m, uint32_t key);

/* Whether said[i] is right. */
bool wl_poll_is_right(const struct wl_poll *p, unsigned i);

/* What came of it, kindly: "it is 32, as 3 of 5 said: look at lanes 0–31". */
enum { WL_QUESTION_WORDS = 224 };
void wl_question_outcome(const struct wl_poll *p, char text[WL_QUESTION_WORDS]);

/* part_question.c. The rows of verdict and rule: the question, or what came of it.
 * The row of the wavefront: the answers. The status line: what keys do. Each returns
 * whether there was something to draw. */
bool wl_part_question(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l);
bool wl_part_answers(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
bool wl_part_question_keys(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

#endif
