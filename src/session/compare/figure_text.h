/* The figures of the selected instruction as text, before and after a change. */
#ifndef WL_SESSION_COMPARE_FIGURE_TEXT_H
#define WL_SESSION_COMPARE_FIGURE_TEXT_H

#include "session/state/step_info.h"

struct wl_session;

struct wl_figure_text {
  const char *title;
  char value[24];
  char before[24]; /* empty where nothing has changed */
  bool estimate;   /* the value may be off by some; it begins with "≈" */
  bool hidden;     /* for now: "?" (session/predict/hide_figures.h) */
  bool unknown;    /* the hardware has such a figure, but nobody knows its rule: "?" */
  enum wl_grade grade;
};

/* False where the figure has no meaning for the instruction. */
bool wl_figure_show(struct wl_session *m, unsigned figure, struct wl_figure_text *out);

/* How a bank is found, as long as fits into `cells`: "bank = word mod 32: …". NULL
 * where the step does not use shared memory. */
const char *wl_bank_text(struct wl_session *m, int cells, char text[96]);

/* The counts before the last change, where they belong to the selection. */
const struct wl_before *wl_figure_before(struct wl_session *m);

/* Whether some of them are others now. */
bool wl_figure_changed(struct wl_session *m);

#endif
