/* A question about the selected step: posed when the step is reached, its figures
 * hidden; answered, by one or by many; then the right answer is shown. */
#ifndef WL_VIEW_QUESTION_H
#define WL_VIEW_QUESTION_H

#include "core/question.h"
#include "view/spot.h"

struct wl_model;

/* The selected step was looked at anew: poses what is asked about it, or what the
 * mask asks by itself. Takes the question out of the step. */
void wl_question_arrive(struct wl_model *m, struct wl_spot *bare);

/* Whether another lane was picked since a question was looked for, and the mask may ask what that
 * one gets: the question is to be looked for again. */
bool wl_question_is_old(const struct wl_model *m);

/* The lesson begins anew: all is asked again. */
void wl_question_renew(struct wl_model *m);

/* The one about the selected step is asked once more; says so where there is none. */
void wl_question_again(struct wl_model *m);

/* Remembers that the question that stands was answered; the oldest is forgotten where
 * there is no room. */
void wl_question_done(struct wl_model *m);

/* Remembers that what is asked about a place in one turn or block has been seen in another. */
void wl_question_give_up(struct wl_model *m, const struct wl_place *place);

/* Whether one like it was answered on that line, with these settings. */
bool wl_question_is_done(const struct wl_model *m, uint32_t line, const struct wl_question *q);

/* Whether a step has a figure (view/figures.h) that could be asked for. */
bool wl_question_can(struct wl_model *m, const struct wl_spot *bare, unsigned figure);

/* Whether anything was answered at that place. */
bool wl_question_was_at(const struct wl_model *m, uint32_t line, uint32_t column);

/* Whether a step is one that the script asks about, by its kernel or by its line: a stop. */
bool wl_question_at(struct wl_model *m, size_t step);

/* What a mark says, a question asks or lanes exchange, as a hash; and what answers it, "" where
 * nothing is asked. */
uint64_t wl_question_said(struct wl_model *m, size_t step, char right[WL_ANSWER_TEXT]);

#endif
