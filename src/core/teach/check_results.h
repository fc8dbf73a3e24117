/* Results of checks: plain values, so that processes can share them and pass them on. */
#ifndef WL_CORE_TEACH_CHECK_RESULTS_H
#define WL_CORE_TEACH_CHECK_RESULTS_H

#include "core/gpu/target.h"

enum { WL_MAX_CHECKS = 64, WL_MAX_HINTS = 4 };

enum wl_outcome {
  WL_OPEN,   /* nobody has judged it */
  WL_PASSED,
  WL_FAILED, /* the script does not meet it, or did not get that far */
  WL_BROKEN, /* it cannot be judged: most likely the check is wrong */
  WL_OUTCOMES
};
extern const char *const wl_outcome_names[]; /* "passed" … */

/* Who is to see a result, in the words of Gradescope. */
enum wl_visibility {
  WL_VISIBLE, WL_HIDDEN, WL_AFTER_DUE_DATE, WL_AFTER_PUBLISHED, WL_VISIBILITIES
};
extern const char *const wl_visibility_names[]; /* "visible" … */

struct wl_check {
  char name[128];
  char settings[512];  /* "pad=1 n=64", what it sets; may be empty */
  char message[3072];  /* why it is not met: lines without a last end; may be empty */
  char hint[WL_MAX_HINTS][256]; /* for whom it fails, in steps; the first that is empty ends them */
  double points;
  uint32_t hazards;    /* of its run, notes left out: 0 where it did not come to an end */
  uint32_t lines[2];   /* of the first of these; 0: nowhere */
  uint32_t stopped;    /* the line at which the script stopped; 0: it ran, or has no such line */
  bool asks_hazards;   /* it has looked at r.hazards */
  uint8_t outcome;     /* enum wl_outcome */
  uint8_t visibility;  /* enum wl_visibility */
};

struct wl_checks {
  uint32_t count;
  struct wl_check check[WL_MAX_CHECKS];
};

/* All that is known once a script has been checked. */
struct wl_judgement {
  const char *script, *rubric;   /* names; rubric NULL: the script's own checks alone */
  char title[128];               /* of the rubric, or of the script */
  struct wl_target target;
  struct wl_checks cases;        /* of the rubric */
  struct wl_checks own;          /* of the script; beside a rubric they carry no points */
};

/* The checks that count: those of the rubric where there is one. */
const struct wl_checks *wl_judgement_counted(const struct wl_judgement *g);

/* Points, and how many checks came out so. */
double wl_checks_score(const struct wl_checks *c);
double wl_checks_points(const struct wl_checks *c);
uint32_t wl_checks_with(const struct wl_checks *c, enum wl_outcome outcome);

#endif
