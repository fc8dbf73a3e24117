/* The figures that y explains: those of the selected instruction, and others on the screen. Each
 * has a number, valid within one run of the program, and a name for command lines. */
#ifndef WL_SESSION_WHY_WHY_SUBJECTS_H
#define WL_SESSION_WHY_WHY_SUBJECTS_H

#include "core/gpu/chip.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/memory_chart.h"

/* Numbers: first the figures of words/figures.h. */
enum {
  WL_WHY_SUBJECT_LEVEL = WL_SHOW_NOTHING + 1,
  WL_WHY_SUBJECT_CHART = WL_WHY_SUBJECT_LEVEL + WL_LEVELS * WL_LEVEL_COLUMNS,
  WL_WHY_SUBJECT_SM = WL_WHY_SUBJECT_CHART + WL_CHART_PARTS,
  WL_WHY_SUBJECT_LANE = WL_WHY_SUBJECT_SM + WL_SM_FIGURES,
  WL_WHY_SUBJECT_LINE = WL_WHY_SUBJECT_LANE + WL_LANE_FIGURES,
  WL_WHY_SUBJECT_CC = WL_WHY_SUBJECT_LINE + WL_LINE_FIGURES, /* the step on another generation */
  WL_SUBJECTS = WL_WHY_SUBJECT_CC + WL_CCS,
};
enum { WL_WHY_SUBJECT_KEY = 40 };

struct wl_diag;
struct wl_why;

/* Explains one (session/why/why.h). False where nothing shown has such a figure. */
bool wl_why_subject_why(struct wl_session *m, unsigned subject, struct wl_why *out);

/* The one that the panel is about: the chosen one, else what the view or the step is
 * about. */
unsigned wl_why_subject_now(struct wl_session *m);

/* The one before or after it among those that the screen shows. */
unsigned wl_why_subject_next(struct wl_session *m, unsigned subject, bool up);

/* The part of the memory chart that is picked: the chosen one, else that of the selected step. And
 * picking the next one, or the one before: both say nothing of it where there is none. */
enum wl_chart_part wl_chart_picked(struct wl_session *m);
void wl_chart_pick(struct wl_session *m, bool back);

/* By key, and back: "sectors", "l2.latency". WL_SHOW_NOTHING, NULL: there is none. */
unsigned wl_why_subject_named(const char *key);
const char *wl_why_subject_key(unsigned subject, char text[WL_WHY_SUBJECT_KEY]);

/* Keys of what can be explained here: all figures of the step, the latency of every level,
 * and one of each other kind. */
void wl_why_subject_list(struct wl_session *m, char *text, size_t size);

/* Says of a key that has nothing to explain here what it is, and where it is known. False. */
bool wl_why_subject_missing(struct wl_session *m, const char *key, struct wl_diag *d);

#endif
