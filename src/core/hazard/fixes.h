/* How to fix a race, seen together with the others: races between the same lines of an array have
 * one fix, and one barrier may fix races of several arrays. */
#ifndef WL_CORE_HAZARD_FIXES_H
#define WL_CORE_HAZARD_FIXES_H

#include "core/hazard/hazard.h"

enum wl_hazard_cure {
  WL_CURE_BETWEEN, /* a barrier between the lines `from` and `to` of the hazard */
  WL_CURE_TURN,    /* … at the end of the loop body */
  WL_CURE_LOCAL,   /* … between the read and the write of one statement */
  WL_CURE_BOTH,    /* … there and at the end of the loop body */
  WL_CURE_ATOMIC,  /* an atomic, or elements of their own: threads write one element at one place */
};

/* Whether it is a race: RAW, WAR or WAW. */
static inline bool wl_hazard_is_race(const struct wl_hazard *h) {
  return h->kind <= WL_HAZARD_WAW;
}

struct wl_findings;

/* Says of each what would mend it (cure, from, to, reach, kinds), and makes one of those that
 * are one mistake. Behind wl_findings_fold(). */
void wl_findings_cure(struct wl_findings *f);

#endif
