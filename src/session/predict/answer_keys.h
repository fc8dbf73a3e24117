/* Keys that answer the question about the selected step. */
#ifndef WL_SESSION_PREDICT_ANSWER_KEYS_H
#define WL_SESSION_PREDICT_ANSWER_KEYS_H

#include <stdbool.h>
#include <stdint.h>

struct wl_session;

/* While a question stands, some keys answer it. False: the key means what it does
 * otherwise. */
bool wl_question_key(struct wl_session *m, uint32_t key);

#endif
