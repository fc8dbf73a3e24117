/* Questions about steps: which steps have one, and which are answered. */
#ifndef WL_SESSION_PREDICT_QUESTION_H
#define WL_SESSION_PREDICT_QUESTION_H

#include "core/trace/question.h"
#include "session/state/step_info.h"

struct wl_session;

/* Who asks about a step: what was chosen, the kernel, or the mask; the question, and
 * its right answer. */
enum wl_asker { WL_ASKER_NONE, WL_ASKER_SCRIPT, WL_ASKER_MASK };
enum wl_asker wl_question_find(const struct wl_session *m, const struct wl_step_info *bare,
                               struct wl_question *q, char right[WL_ANSWER_TEXT]);

/* A question as a number; and all that users can change: what was said with one setting was not
 * said of another. */
uint64_t wl_question_hash(const struct wl_question *q);
uint64_t wl_question_setting(const struct wl_session *m);

/* Whether one like it was answered, with these settings: at a place, or on that line. */
bool wl_question_is_done_at(const struct wl_session *m, const struct wl_source_span *place,
                            uint64_t hash);
bool wl_question_is_done(const struct wl_session *m, uint32_t line, const struct wl_question *q);

/* Whether a step has a figure (words/figures.h) that could be asked for. */
bool wl_question_can(const struct wl_session *m, const struct wl_step_info *bare, unsigned figure);

/* Whether a question about that line was given up. */
bool wl_question_given_up(const struct wl_session *m, uint32_t line);

/* Whether a step is one that the script asks about, and so a stop. */
bool wl_question_at(const struct wl_session *m, size_t step);

/* What a mark says, a question asks or lanes exchange, as a hash; and what answers it, "" where
 * nothing is asked. */
uint64_t wl_question_said(const struct wl_session *m, size_t step, char right[WL_ANSWER_TEXT]);

#endif
