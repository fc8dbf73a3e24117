/* A question of a script about one of its steps. */
#ifndef WL_CORE_TRACE_QUESTION_H
#define WL_CORE_TRACE_QUESTION_H

#include "core/explain/metric.h"

/* What is asked for: a figure of core/explain/metric.h, one of these, or nothing that could
 * be worked out: then the script gives the answer. */
enum wl_asked {
  WL_ASK_EXCESS = WL_FIGURES, /* sectors or wavefronts above the ideal */
  WL_ASK_LANES,               /* active lanes */
  WL_ASK_EFFICIENCY,          /* in percent */
  WL_ASK_SOURCE,              /* shuffles: the lane that a lane reads */
  WL_ASK_RESULT,              /* shuffles, votes: what a lane gets */
  WL_ASK_NOTHING,
  WL_ASKED
};

enum {
  WL_MAX_ANSWERS = 8, WL_ANSWER_TEXT = 24,
  WL_QUESTION_TEXT = 120, /* two rows of the smallest screen with views */
  WL_BECAUSE_TEXT = 160, WL_COUNTED_CHIP = 24,
};

/* A plain value that crosses the pipe as it is. */
struct wl_question {
  uint16_t array; /* that the step accesses, or WL_NO_ARRAY: any */
  uint8_t asked;  /* enum wl_asked */
  uint8_t lane;   /* SOURCE, RESULT */
  uint8_t choices; /* 0: the answer is a number, typed */
  char text[WL_QUESTION_TEXT];
  char because[WL_BECAUSE_TEXT]; /* said with the answer; may be empty */
  char answer[WL_ANSWER_TEXT];   /* asked NOTHING */
  char choice[WL_MAX_ANSWERS][WL_ANSWER_TEXT];
  char chip[WL_COUNTED_CHIP]; /* whose counters counted just this; empty: none */
  uint8_t figure;             /* … what they counted: of core/explain/metric.h */
  uint32_t counted;           /* … and how many */
};

/* Whether the bytes received are a question that the rest can rely on. */
bool wl_question_valid(const struct wl_question *q);

/* Whether an answer can be given: it is one of the choices, or a number is typed. */
bool wl_question_choosable(const struct wl_question *q, const char *answer);

/* What can be asked by the name that a script uses, "wavefronts"; NULL: NOTHING. */
const char *wl_asked_name(unsigned asked);

/* What was counted of it, where that was on the generation of `arch`: "32", or where a figure
 * is named, as what was asked is another one, "32 sectors". NULL: nothing. */
const char *wl_question_counted(const struct wl_question *q, const struct wl_arch *arch,
                                char text[32]);

#endif
