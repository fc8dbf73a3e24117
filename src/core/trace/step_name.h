/* What scripts call instructions that touch no memory. */
#ifndef WL_CORE_TRACE_STEP_NAME_H
#define WL_CORE_TRACE_STEP_NAME_H

#include <stdbool.h>

/* Shuffles, votes and barriers by the name that the script calls them; the
 * shuffles of each row are in the order of enum wl_shuffle_mode. */
enum wl_step_name {
  WL_NAME_SHFL, WL_NAME_SHFL_UP, WL_NAME_SHFL_DOWN, WL_NAME_SHFL_XOR,
  WL_NAME_SHFL_SYNC, WL_NAME_SHFL_UP_SYNC, WL_NAME_SHFL_DOWN_SYNC, WL_NAME_SHFL_XOR_SYNC,
  WL_NAME_BALLOT, WL_NAME_ANY, WL_NAME_ALL,
  WL_NAME_BALLOT_SYNC, WL_NAME_ANY_SYNC, WL_NAME_ALL_SYNC, WL_NAME_ACTIVEMASK,
  WL_NAME_MATCH_ANY_SYNC, WL_NAME_MATCH_ALL_SYNC,
  WL_NAME_REDUCE_ADD_SYNC, WL_NAME_REDUCE_MIN_SYNC, WL_NAME_REDUCE_MAX_SYNC,
  WL_NAME_REDUCE_AND_SYNC, WL_NAME_REDUCE_OR_SYNC, WL_NAME_REDUCE_XOR_SYNC,
  WL_NAME_SYNCTHREADS, WL_NAME_SYNCWARP,
  WL_NAME_PIPELINE_COMMIT, WL_NAME_PIPELINE_WAIT,
  WL_NAME_THREADFENCE, WL_NAME_THREADFENCE_BLOCK, WL_NAME_THREADFENCE_SYSTEM,
  WL_STEP_NAMES
};
extern const char *const wl_step_names[]; /* "__shfl", "__shfl_up" … */

/* Which of the votes give every lane a set of lanes, or the result of arithmetic. */
static inline bool wl_name_matches(unsigned name) {
  return name == WL_NAME_MATCH_ANY_SYNC || name == WL_NAME_MATCH_ALL_SYNC;
}
static inline bool wl_name_reduces(unsigned name) {
  return name >= WL_NAME_REDUCE_ADD_SYNC && name <= WL_NAME_REDUCE_XOR_SYNC;
}

#endif
