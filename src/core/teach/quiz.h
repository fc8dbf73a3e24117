/* The questions of a script with their right answers, which are computed from the run. */
#ifndef WL_CORE_TEACH_QUIZ_H
#define WL_CORE_TEACH_QUIZ_H

#include "core/trace/lesson_data.h"
#include "core/trace/trace.h"

/* Whether a question about it can be about a kind of step. */
bool wl_asked_of(unsigned asked, unsigned kind);

/* The right answer to a question about a step with these counts, as the text of a
 * choice is. False where the step or the generation has none. */
bool wl_quiz_right(const struct wl_question *q, const struct wl_step *s,
                   const struct wl_counts *c, const struct wl_arch *arch,
                   char right[WL_ANSWER_TEXT]);

/* Whether an answer is right: of percent that are typed, what they come to when they are rounded,
 * a half up or down, to whole ones or to tenths. */
bool wl_quiz_agrees(const struct wl_question *q, const char *said,
                    const char right[WL_ANSWER_TEXT]);

/* Whether the script's reason is one for this answer, too: it is that of the generation
 * which the script is written for. */
bool wl_quiz_reason_holds(const struct wl_question *q, const struct wl_step *s,
                          const struct wl_head *h, const char right[WL_ANSWER_TEXT]);

struct wl_quiz_row {
  size_t step; /* the first that it is about */
  struct wl_source_span place;
  struct wl_question question; /* without a reason where it does not hold */
  char right[WL_ANSWER_TEXT];
};
enum { WL_QUIZ_ROWS = 64 };
struct wl_quiz {
  unsigned rows;
  bool more; /* than there is room for */
  struct wl_quiz_row row[WL_QUIZ_ROWS];
};

/* All that the kept steps are asked about, each question once for every place and answer.
 * To be freed; NULL when memory ran out. */
struct wl_quiz *wl_quiz(const struct wl_trace *t, const struct wl_arch *arch);

#endif
