/* When a step comes in the program: the loops and calls that lead to it. */
#ifndef WL_CORE_WAY_H
#define WL_CORE_WAY_H

#include <stdint.h>

/* Tokens of the script, counted from 1, stand for loops, calls and the step itself: they are in
 * the order in which things happen. Of what is nested deeper, the outermost turns are kept. */
enum { WL_WAY_TURNS = 8 };
struct wl_way {
  uint32_t token;       /* of the step; 0: not known */
  uint32_t turns;       /* loops and calls, outermost first */
  uint32_t at[WL_WAY_TURNS], iteration[WL_WAY_TURNS]; /* iteration: WL_NO_ITERATION for a call */
};

#endif
