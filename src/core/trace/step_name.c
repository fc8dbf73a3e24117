#include "core/trace/step_name.h"

#include <assert.h>

const char *const wl_step_names[] = {
  [WL_NAME_SHFL] = "__shfl",
  [WL_NAME_SHFL_UP] = "__shfl_up",
  [WL_NAME_SHFL_DOWN] = "__shfl_down",
  [WL_NAME_SHFL_XOR] = "__shfl_xor",
  [WL_NAME_SHFL_SYNC] = "__shfl_sync",
  [WL_NAME_SHFL_UP_SYNC] = "__shfl_up_sync",
  [WL_NAME_SHFL_DOWN_SYNC] = "__shfl_down_sync",
  [WL_NAME_SHFL_XOR_SYNC] = "__shfl_xor_sync",
  [WL_NAME_BALLOT] = "__ballot",
  [WL_NAME_ANY] = "__any",
  [WL_NAME_ALL] = "__all",
  [WL_NAME_BALLOT_SYNC] = "__ballot_sync",
  [WL_NAME_ANY_SYNC] = "__any_sync",
  [WL_NAME_ALL_SYNC] = "__all_sync",
  [WL_NAME_ACTIVEMASK] = "__activemask",
  [WL_NAME_MATCH_ANY_SYNC] = "__match_any_sync",
  [WL_NAME_MATCH_ALL_SYNC] = "__match_all_sync",
  [WL_NAME_REDUCE_ADD_SYNC] = "__reduce_add_sync",
  [WL_NAME_REDUCE_MIN_SYNC] = "__reduce_min_sync",
  [WL_NAME_REDUCE_MAX_SYNC] = "__reduce_max_sync",
  [WL_NAME_REDUCE_AND_SYNC] = "__reduce_and_sync",
  [WL_NAME_REDUCE_OR_SYNC] = "__reduce_or_sync",
  [WL_NAME_REDUCE_XOR_SYNC] = "__reduce_xor_sync",
  [WL_NAME_SYNCTHREADS] = "__syncthreads",
  [WL_NAME_SYNCWARP] = "__syncwarp",
  [WL_NAME_PIPELINE_COMMIT] = "__pipeline_commit",
  [WL_NAME_PIPELINE_WAIT] = "__pipeline_wait_prior",
  [WL_NAME_THREADFENCE] = "__threadfence",
  [WL_NAME_THREADFENCE_BLOCK] = "__threadfence_block",
  [WL_NAME_THREADFENCE_SYSTEM] = "__threadfence_system",
};
static_assert(sizeof wl_step_names / sizeof *wl_step_names == WL_STEP_NAMES, "a row each");
