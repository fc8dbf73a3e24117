/* The answers to a question. */
#ifndef WL_SESSION_PREDICT_ANSWERS_H
#define WL_SESSION_PREDICT_ANSWERS_H

#include "core/trace/question.h"
#include "core/trace/step.h"

/* The question about the selected step (session/predict/question.h), and what was answered. */
enum { WL_MAX_SAID = 32, WL_DONE = 64, WL_LAST_SAID = 256 };
struct wl_said { char answer[WL_ANSWER_TEXT]; unsigned count; };
struct wl_poll {
  enum { WL_PREDICT_FREE, WL_PREDICT_ASKED, WL_PREDICT_REVEALED } state;
  bool here_done;       /* the step's figures were shown before */
  bool of_mask;         /* the mask asks, and neither the script nor a key */
  size_t step;          /* that it was asked about */
  struct wl_source_span place;
  struct wl_question question;
  char right[WL_ANSWER_TEXT];
  char counted[32];     /* what hardware counted of it, "32 sectors"; empty: not known */
  char typed[WL_ANSWER_TEXT]; /* an answer that is not committed; empty: none */
  struct wl_said said[WL_MAX_SAID]; /* the choices in order, or what was typed */
  bool begun;           /* digits are an answer, no longer views */
  unsigned rows, count; /* of said; sum of its counts */
  uint8_t last[WL_LAST_SAID]; /* rows, in the order in which they were said: to be taken back */
  unsigned lasts;
  uint64_t setting;     /* what it was asked with: values and generation, as a hash */
  uint32_t lit;         /* lanes that explain the right answer, once it is shown */
};

/* A question that is not posed again, by what it is about and what it asks, until a lesson goes
 * on to other settings (session/compare/variants.h). */
struct wl_done { struct wl_source_span place; uint64_t hash; unsigned flip; };

/* Whether said[i] is right. */
bool wl_poll_is_right(const struct wl_poll *p, unsigned i);

/* How many answers are right. */
unsigned wl_poll_right(const struct wl_poll *p);

/* What came of it, kindly: "answer: 32, 3 of 5 correct; look at lanes 0–31". */
enum { WL_OUTCOME_TEXT = 288 };
void wl_poll_outcome(const struct wl_poll *p, char text[WL_OUTCOME_TEXT]);

#endif
