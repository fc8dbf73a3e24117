/* Parts of the model's data, each changed by one file. */
#ifndef WL_SESSION_STATE_STATE_PARTS_H
#define WL_SESSION_STATE_STATE_PARTS_H

#include "core/analysis/measure.h"
#include "session/compare/variants.h"
#include "session/course/course.h"
#include "session/predict/answers.h"
#include "session/restore/restore.h"
#include "session/settings/undo.h"
#include "session/state/layout.h"
#include "session/state/step_info.h"
#include "words/occupancy_text.h"

struct wl_costs;
struct wl_sweep;

/* Which figures are hidden (session/predict/hide_figures.h). */
struct wl_mask {
  bool on;              /* of every step */
  bool chosen;          /* `figure` is asked for, where a step has it */
  bool was_chosen;      /* … was at some time: it is there */
  uint8_t figure;       /* of words/figures.h */
};

/* Where a recording is looked at first (session/course/presentation.h). */
struct wl_opening {
  bool first, last; /* looks for the first stop; for the last one, once the run is over */
  bool placed;  /* a step was asked for by its number: it begins there */
  bool introduces; /* what the script is about stands above the view, until a key is pressed */
};

/* Which fact is shown of a step, from 0, and which rules were (session/course/presentation.h). */
struct wl_slide {
  unsigned fact;
  size_t step;
  uint8_t told_fact; /* enum wl_fact of `fact`, as the last key found it */
  uint8_t wanted;    /* the one that is to be shown of the step instead, from 1; 0: none is */
  struct wl_rules_told told;
};

/* The lessons around this one (session/course/course.h). */
struct wl_course_state {
  struct wl_beyond beyond[WL_SIDES];
  int edge, edge_was; /* what was said: 1 or -1 what lies beyond, 2 which values are lost; before */
  int turn;           /* not yet taken */
  char named[64];     /* it is to this lesson; "": to the one beside */
  struct wl_variant flip; /* the settings of this one */
};

/* How to come back to this picture, and coming back (session/restore/restore.h). */
struct wl_recall {
  bool waits;   /* `at` is to be gone to, once the recording has it */
  struct wl_restore at;
  const char *const *word;        /* of the command line, behind its first */
  size_t words;
};

/* What is plotted (session/settings/sweep_choice.h). */
struct wl_plotted {
  const struct wl_sweep *sweep; /* of the parameter that was swept last, NULL: none */
  struct wl_measure measure;    /* where `chosen` says that it was */
  bool chosen;
};

struct wl_drawn {
  unsigned size;     /* enum wl_size, plus 1; 0: none was drawn */
  unsigned shrunk;   /* the same, where it says what it leaves out; 0: nothing to say */
  int width, height; /* 0: there was none */
  int above, below;  /* how many rows it can be scrolled up and down from where it begins */
  bool aside;        /* what is drawn now stands beside the view, and is not scrolled */
  bool plain;        /* nothing stands over the step: `layout` is that of its parts */
  struct wl_layout layout;
};

/* What a recording is shown against. */
struct wl_earlier {
  struct wl_before step;
  struct wl_costs *costs; /* NULL: not known */
  struct wl_residency blocks; /* sm NULL: none */
};

/* The change that the next recording shows, and what it shows it against. */
struct wl_past {
  char change[96];
  struct wl_earlier last;
  char note[128]; /* what was said of its blocks */
};

#endif
