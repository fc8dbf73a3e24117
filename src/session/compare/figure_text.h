/* The figures of the selected instruction as text, before and after a change. */
#ifndef WL_SESSION_COMPARE_FIGURE_TEXT_H
#define WL_SESSION_COMPARE_FIGURE_TEXT_H

#include <stdint.h>

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

/* Which figures an instruction has, on which generation. PAST: L1. EARLY: before cc 5.0. */
enum wl_figure_kind {
  WL_KIND_MOVES, WL_KIND_PAST, WL_KIND_EARLY, WL_KIND_BANKS, WL_KIND_PASSES, WL_KIND_TEXELS,
  WL_FIGURE_KINDS
};

/* The kind of the selected instruction, which is an access. */
enum wl_figure_kind wl_figure_kind(struct wl_session *m);

/* The figures beside the view, from the top; WL_SHOW_NOTHING is an empty row. */
enum { WL_FIGURE_LIST = 16 };
extern const uint8_t wl_figure_lists[WL_FIGURE_KINDS][WL_FIGURE_LIST];

/* Figure `i` of the list that the selected step has; WL_SHOW_NOTHING: none is there. */
unsigned wl_figure_listed(struct wl_session *m, unsigned i);

#endif
