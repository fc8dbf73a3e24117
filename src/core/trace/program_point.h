/* When a step comes in the program: the loops and calls that lead to it. */
#ifndef WL_CORE_TRACE_PROGRAM_POINT_H
#define WL_CORE_TRACE_PROGRAM_POINT_H

#include <stddef.h>
#include <stdint.h>

/* Tokens of the script, counted from 1, stand for loops, calls and the step itself: they are in
 * the order in which things happen. Of what is nested deeper, the outermost turns are kept. */
enum { WL_PROGRAM_POINT_TURNS = 8 };
struct wl_program_point {
  uint32_t token;       /* of the step; 0: not known */
  uint32_t turns;       /* loops and calls, outermost first */
  uint32_t at[WL_PROGRAM_POINT_TURNS], iteration[WL_PROGRAM_POINT_TURNS];
                         /* iteration: WL_NO_ITERATION for a call */
};

/* Ways are kept as trees, whose nodes are found by what they are: this spreads them. */
static inline size_t wl_program_point_hash(uint32_t parent, uint32_t token, uint32_t iteration) {
  uint64_t h = parent * UINT64_C(0x9e3779b97f4a7c15) ^ token * UINT64_C(0xc2b2ae3d27d4eb4f) ^
               iteration * UINT64_C(0x165667b19e3779f9);
  return (size_t)(h ^ h >> 29 ^ h >> 47);
}

#endif
