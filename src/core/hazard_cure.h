/* What mends a race. Those between the same lines of the same array have one cure. */
#ifndef WL_CORE_HAZARD_CURE_H
#define WL_CORE_HAZARD_CURE_H

enum wl_hazard_cure {
  WL_CURE_BETWEEN, /* a barrier between the two accesses */
  WL_CURE_TURN,    /* … at the end of the loop body */
  WL_CURE_LOCAL,   /* … between the read and the write of one statement */
  WL_CURE_BOTH,    /* … there and at the end of the loop body */
  WL_CURE_ATOMIC,  /* no barrier helps: threads write the same element */
};

#endif
