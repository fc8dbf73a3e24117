/* Why a figure is what it is: the rule in words, how sure it is and where it is
 * from, and the lanes, lines, words and banks that made the figure here. */
#ifndef WL_VIEW_WHY_H
#define WL_VIEW_WHY_H

#include "core/rule.h"

struct wl_model;

enum { WL_WHY_ROWS = 160 };

/* A row of evidence: who, what, and how much that adds to the figure. */
struct wl_why_row {
  char label[20], text[160], value[20]; /* value: empty where it adds nothing */
  uint32_t lanes;                       /* that it is about; 0: none in particular */
  bool sum;                             /* adds up the rows above it */
};

struct wl_why {
  const char *title;          /* "tag wavefronts" */
  const char *help;           /* what the figure is, one sentence */
  char value[24];
  bool estimate;
  const struct wl_rule *rule;
  enum wl_certainty certainty; /* of the rule, on this generation */
  char profiler[96];          /* the vendor profiler's name for it; empty: it has none */
  bool profiled;              /* a profiler could have one */
  char name[48];              /* titles and rules that are put together for one figure */
  char sentence[384];
  struct wl_rule made;
  size_t count;
  struct wl_why_row row[WL_WHY_ROWS];
};

/* What the certainty of a rule means, in a few words. */
extern const char *const wl_certainty_texts[WL_CERTAINTIES + 1];

/* Explains a figure (view/figures.h) of the selected step. False where the step
 * has no such figure. Other figures: view/subject.h. */
bool wl_why(struct wl_model *m, unsigned figure, struct wl_why *out);

#endif
