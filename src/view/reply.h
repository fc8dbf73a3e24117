/* Answers to the question about the selected step. Internal to src/view. */
#ifndef WL_VIEW_REPLY_H
#define WL_VIEW_REPLY_H

#include <stdbool.h>
#include <stdint.h>

struct wl_model;

/* Shows the figures of the selected step, answered or not. */
void wl_question_show(struct wl_model *m);

/* The same, and says what the right answer is even if nobody has given one. */
void wl_question_reveal(struct wl_model *m);

/* Counts an answer to it, once. */
void wl_question_say(struct wl_model *m, const char *text);

/* While a question stands, some keys answer it. False: the key means what it does
 * otherwise. */
bool wl_question_key(struct wl_model *m, uint32_t key);

#endif
