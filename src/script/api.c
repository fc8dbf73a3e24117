#include "script/api.h"

#include <string.h>

#include "script/api_functions.h"
#include "script/atomic.h"
#include "script/event.h"
#include "script/math_rows.h"
#include "script/matrix.h"
#include "script/run_options.h"

/* The rows of math_rows.h as rows of the language. */
#define BITS(name, count, function, arguments, help) \
  {#name, wl_api_bits, WL_MATH_##name, #name "(" arguments ")", help},
#define ONE(name, count, function, arguments, help) \
  {#name, wl_api_math, WL_MATH_##name, #name "(" arguments ")", help},
#define PAIR(name, count, function, arguments, help) \
  ONE(name, count, function, arguments, help) \
  ONE(name##f, count, function, arguments, #name " of floats")
#define CAST(name, from, function, arguments, help) \
  {#name, wl_api_cast, WL_MATH_##name, #name "(" arguments ")", help},
#define ROUNDED(name, suffix, way, help) \
  {"__" #name suffix, wl_api_to_whole, WL_ROUNDINGS * WL_MATH_##name + way, \
   "__" #name suffix "(x)", help},
#define TO_WHOLE(name, from, to) \
  ROUNDED(name, "_rn", WL_TO_NEAREST, "from " from " to " to ", to the nearest") \
  ROUNDED(name, "_rz", WL_TO_ZERO, "from " from " to " to ", toward zero") \
  ROUNDED(name, "_ru", WL_TO_ABOVE, "from " from " to " to ", up") \
  ROUNDED(name, "_rd", WL_TO_BELOW, "from " from " to " to ", down")

const struct wl_api_row wl_api[] = {
  {"title", wl_api_title, 0, "title(text)",
   "what the script shows, in a few words"},
  {"about", wl_api_about, 0, "about(text)", "what there is to see, in a sentence"},
  {"arch", wl_api_arch, 0, "arch(name)",
   "the GPU generation or chip to count on, where --arch names none"},
  {"lesson", wl_api_lesson, 0, "lesson({topic, order, level, minutes, flip})",
   "the place of the script in a course, for lists: written in plain numbers and strings"},
  {"param", wl_api_param, 0,
   "param(name, default [, {min, max, step, values, help}])",
   "a value that the user can change; returns it"},
  {"measured", wl_api_measured, 0,
   "measured({chip, with, times, gbps, size, global, shared, constant})",
   "what hardware counters said with some settings, to be shown beside the model"},
  {"grid", wl_api_grid, 0, "grid(x [, y [, z]])", "blocks of the grid (1)"},
  {"block", wl_api_block, 0, "block(x [, y [, z]])", "threads of a block (32)"},

  {"global", wl_api_array, WL_GLOBAL, "global(name, type, n [, m [, k]] [, \"volatile\"])",
   "an array in global memory, 0 at first; rows one after the other"},
  {"shared", wl_api_array, WL_SHARED, "shared(name, type, n [, m [, k]] [, \"volatile\"])",
   "an array in the shared memory of each block"},
  {"constant", wl_api_array, WL_CONSTANT, "constant(name, type, n [, m [, k]])",
   "an array in constant memory: the kernel can only read it"},
  {"localmem", wl_api_array, WL_LOCAL, "localmem(name, type, n [, m [, k]])",
   "an array that each thread has for itself, in local memory, 0 at first"},
  {"texture", wl_api_texture, 0, "texture(name, type, [height,] width [, {layout}])",
   "texels that the kernel can only fetch; layout: \"array\" (2-D tiles) or \"pitch\" (rows)"},
  {"as", wl_api_as, 0, "as(type, array [, first])",
   "the same bytes seen as another type, from element `first` on"},

  {"struct", wl_api_struct, 0,
   "struct(name, {member, type [, n]}, ... [, {align = bytes}])",
   "a struct type, laid out as C does; Name{...} makes a value"},
  {"sizeof", wl_api_sizeof, 0, "sizeof(type | array)", "bytes"},

  {"fill", NULL, 0, "array:fill(value | function(i))",
   "sets all elements; the function gets the indices and returns the value"},

  {"threadIdx", NULL, 0, "threadIdx.x .y .z", "the thread in its block"},
  {"blockIdx", NULL, 0, "blockIdx.x .y .z", "the block in the grid"},
  {"blockDim", NULL, 0, "blockDim.x .y .z", "threads of a block"},
  {"gridDim", NULL, 0, "gridDim.x .y .z", "blocks of the grid"},
  {"warpSize", NULL, 0, "warpSize", "lanes of a warp: 32"},
  {"laneid", wl_api_lane_id, 0, "laneid()",
   "the thread's lane in its warp, 0 … 31"},
  {"warpid", wl_api_warp_id, 0, "warpid()", "the thread's warp in its block"},

  {"__ldg", wl_api_ldg, WL_STAGE_LOAD_NC, "__ldg(array, i)",
   "loads from global memory on the read-only path"},
  {"__ldca", wl_api_ldg, WL_STAGE_LOAD_CA, "__ldca(array, i)",
   "loads from global memory through L1"},
  {"__ldcg", wl_api_ldg, WL_STAGE_LOAD_CG, "__ldcg(array, i)",
   "loads from global memory past L1"},

  {"tex2D", wl_api_tex2d, 0, "tex2D(texture, x, y)",
   "the texel that x and y fall in; those outside get the nearest one"},
  {"tex1Dfetch", wl_api_tex1d_fetch, 0, "tex1Dfetch(texture, i)",
   "texel i of a texture of one row"},

  {"__pipeline_memcpy_async", wl_api_copy_async, 0,
   "__pipeline_memcpy_async(shared, i, global, j, bytes [, \"ca\" | \"cg\"])",
   "starts a copy of 4, 8 or 16 bytes to shared[i] from global[j]"},
  {"__pipeline_commit", wl_api_pipeline, WL_NAME_PIPELINE_COMMIT, "__pipeline_commit()",
   "ends a batch of the thread's copies"},
  {"__pipeline_wait_prior", wl_api_pipeline, WL_NAME_PIPELINE_WAIT, "__pipeline_wait_prior(n)",
   "waits until all of the thread's batches but the last n have arrived"},

  {"__ldmatrix_x1", wl_api_matrix, 1,
   "__ldmatrix_x1(shared, i [, \"trans\"])",
   "the lane's part of an 8 x 8 matrix of 16-bit elements; lanes 0 … 7 name its rows"},
  {"__ldmatrix_x2", wl_api_matrix, 2,
   "__ldmatrix_x2(shared, i [, \"trans\"])",
   "the same of two matrices: two values; rows of lanes 0 … 15"},
  {"__ldmatrix_x4", wl_api_matrix, 4,
   "__ldmatrix_x4(shared, i [, \"trans\"])",
   "the same of four matrices: four values; rows of all lanes"},
  {"__stmatrix_x1", wl_api_matrix, WL_MATRIX_STORES | 1,
   "__stmatrix_x1(shared, i, a [, \"trans\"])", "writes what __ldmatrix_x1 reads"},
  {"__stmatrix_x2", wl_api_matrix, WL_MATRIX_STORES | 2,
   "__stmatrix_x2(shared, i, a, b [, \"trans\"])", "writes what __ldmatrix_x2 reads"},
  {"__stmatrix_x4", wl_api_matrix, WL_MATRIX_STORES | 4,
   "__stmatrix_x4(shared, i, a, b, c, d [, \"trans\"])", "writes what __ldmatrix_x4 reads"},

  {"__shfl_sync", wl_api_shuffle, WL_NAME_SHFL_SYNC,
   "__shfl_sync(mask, v, lane [, width])", "v of that lane"},
  {"__shfl_up_sync", wl_api_shuffle, WL_NAME_SHFL_UP_SYNC,
   "__shfl_up_sync(mask, v, delta [, width])", "v of the lane `delta` below"},
  {"__shfl_down_sync", wl_api_shuffle, WL_NAME_SHFL_DOWN_SYNC,
   "__shfl_down_sync(mask, v, delta [, width])", "v of the lane `delta` above"},
  {"__shfl_xor_sync", wl_api_shuffle, WL_NAME_SHFL_XOR_SYNC,
   "__shfl_xor_sync(mask, v, lanemask [, width])",
   "v of the lane whose number is laneid ~ lanemask"},
  {"__shfl", wl_api_shuffle, WL_NAME_SHFL, "__shfl(v, lane [, width])",
   "__shfl_sync as it was before cc 7.0"},
  {"__shfl_up", wl_api_shuffle, WL_NAME_SHFL_UP, "__shfl_up(v, delta [, width])",
   "__shfl_up_sync as it was before cc 7.0"},
  {"__shfl_down", wl_api_shuffle, WL_NAME_SHFL_DOWN, "__shfl_down(v, delta [, width])",
   "__shfl_down_sync as it was before cc 7.0"},
  {"__shfl_xor", wl_api_shuffle, WL_NAME_SHFL_XOR, "__shfl_xor(v, lanemask [, width])",
   "__shfl_xor_sync as it was before cc 7.0"},
  {"__ballot_sync", wl_api_vote, WL_NAME_BALLOT_SYNC, "__ballot_sync(mask, condition)",
   "a bit for each lane where the condition holds; 0 counts as false"},
  {"__any_sync", wl_api_vote, WL_NAME_ANY_SYNC, "__any_sync(mask, condition)",
   "whether the condition holds in some lane"},
  {"__all_sync", wl_api_vote, WL_NAME_ALL_SYNC, "__all_sync(mask, condition)",
   "whether the condition holds in all lanes"},
  {"__ballot", wl_api_vote, WL_NAME_BALLOT, "__ballot(condition)",
   "__ballot_sync as it was before cc 7.0"},
  {"__any", wl_api_vote, WL_NAME_ANY, "__any(condition)",
   "__any_sync as it was before cc 7.0"},
  {"__all", wl_api_vote, WL_NAME_ALL, "__all(condition)",
   "__all_sync as it was before cc 7.0"},
  {"__activemask", wl_api_vote, WL_NAME_ACTIVEMASK, "__activemask()",
   "a bit for each lane that is active here"},
  {"__match_any_sync", wl_api_match, WL_NAME_MATCH_ANY_SYNC, "__match_any_sync(mask, v)",
   "a bit for each lane that gives the same v"},
  {"__match_all_sync", wl_api_match, WL_NAME_MATCH_ALL_SYNC, "__match_all_sync(mask, v)",
   "the lanes' mask where all give the same v, else 0"},
  {"__reduce_add_sync", wl_api_reduce, WL_NAME_REDUCE_ADD_SYNC,
   "__reduce_add_sync(mask, v)", "the sum of v over the lanes, in 32 bits"},
  {"__reduce_min_sync", wl_api_reduce, WL_NAME_REDUCE_MIN_SYNC,
   "__reduce_min_sync(mask, v)", "the smallest v of the lanes"},
  {"__reduce_max_sync", wl_api_reduce, WL_NAME_REDUCE_MAX_SYNC,
   "__reduce_max_sync(mask, v)", "the largest v of the lanes"},
  {"__reduce_and_sync", wl_api_reduce, WL_NAME_REDUCE_AND_SYNC,
   "__reduce_and_sync(mask, v)", "the bits that v has in all lanes"},
  {"__reduce_or_sync", wl_api_reduce, WL_NAME_REDUCE_OR_SYNC,
   "__reduce_or_sync(mask, v)", "the bits that v has in some lane"},
  {"__reduce_xor_sync", wl_api_reduce, WL_NAME_REDUCE_XOR_SYNC,
   "__reduce_xor_sync(mask, v)", "the bits that v has in an odd number of lanes"},
  {"__syncwarp", wl_api_syncwarp, WL_NAME_SYNCWARP, "__syncwarp([mask])",
   "the lanes of the warp wait for each other"},

  {"__syncthreads", wl_api_syncthreads, WL_NAME_SYNCTHREADS, "__syncthreads()",
   "the threads of the block wait for each other"},
  {"__threadfence", wl_api_fence, WL_NAME_THREADFENCE, "__threadfence()",
   "what the thread wrote is there for all threads before what it writes next"},
  {"__threadfence_block", wl_api_fence, WL_NAME_THREADFENCE_BLOCK, "__threadfence_block()",
   "what the thread wrote is there for its block before what it writes next"},
  {"__threadfence_system", wl_api_fence, WL_NAME_THREADFENCE_SYSTEM, "__threadfence_system()",
   "what the thread wrote is there for all threads before what it writes next"},

  {"atomicAdd", wl_api_atomic, WL_ATOMIC_ADD, "atomicAdd(array, i, v)",
   "a[i] = a[i] + v in one go; returns the old value, as all atomics do"},
  {"atomicSub", wl_api_atomic, WL_ATOMIC_SUB, "atomicSub(array, i, v)",
   "a[i] = a[i] - v"},
  {"atomicMin", wl_api_atomic, WL_ATOMIC_MIN, "atomicMin(array, i, v)",
   "a[i] = the smaller of a[i] and v"},
  {"atomicMax", wl_api_atomic, WL_ATOMIC_MAX, "atomicMax(array, i, v)",
   "a[i] = the larger of a[i] and v"},
  {"atomicExch", wl_api_atomic, WL_ATOMIC_EXCH, "atomicExch(array, i, v)",
   "a[i] = v"},
  {"atomicCAS", wl_api_atomic, WL_ATOMIC_CAS, "atomicCAS(array, i, compare, v)",
   "a[i] = v where a[i] equals `compare`"},
  {"atomicAnd", wl_api_atomic, WL_ATOMIC_AND, "atomicAnd(array, i, v)",
   "a[i] = a[i] & v"},
  {"atomicOr", wl_api_atomic, WL_ATOMIC_OR, "atomicOr(array, i, v)",
   "a[i] = a[i] | v"},
  {"atomicXor", wl_api_atomic, WL_ATOMIC_XOR, "atomicXor(array, i, v)",
   "a[i] = a[i] ~ v"},
  {"atomicInc", wl_api_atomic, WL_ATOMIC_INC, "atomicInc(array, i, limit)",
   "a[i] + 1, or 0 once it has reached the limit"},
  {"atomicDec", wl_api_atomic, WL_ATOMIC_DEC, "atomicDec(array, i, limit)",
   "a[i] - 1, or the limit where it is 0 or above the limit"},

  WL_BITS_ROWS(BITS)
  {"min", wl_api_extreme, 0, "min(a, b)", "the smaller number"},
  {"max", wl_api_extreme, 1, "max(a, b)", "the larger number"},
  {"abs", wl_api_abs, 0, "abs(x)", "x without its sign"},
  WL_MATH_PAIRS(PAIR) WL_MATH_FLOATS(ONE) WL_MATH_DOUBLES(ONE) WL_MATH_TESTS(ONE)
  WL_TO_WHOLE_ROWS(TO_WHOLE) WL_CAST_ROWS(CAST)
  {"INFINITY", NULL, 0, "INFINITY", "more than any number; -INFINITY is less"},
  {"NAN", NULL, 0, "NAN", "not a number, and not equal to itself"},
  {"FLT_MAX", NULL, 0, "FLT_MAX", "the largest float"},
  {"DBL_MAX", NULL, 0, "DBL_MAX", "the largest double"},
  {"INT_MAX", NULL, 0, "INT_MAX", "the largest int"},
  {"INT_MIN", NULL, 0, "INT_MIN", "the smallest int"},
  {"UINT_MAX", NULL, 0, "UINT_MAX", "the largest uint"},

  {"mark", wl_api_mark, 0, "mark(text)", "a named stop on the way"},
  {"at", wl_api_at, 0, "at(label, {title, notes, ask, block, warp, pass})",
   "behind the kernel: a stop at a label of it, and a question about the step that follows"},
  {"offer", wl_api_offer, 0, "offer(number, ...)",
   "numbers to choose from in ask: each once, smallest first"},

  {"expect", wl_api_expect, 0, "expect(name, function(r) ... end)",
   "a check: the function gets what the run came to and says whether it is met"},
  {"case", wl_api_case, 0,
   "case(name, {params, points, visibility, arch, fill}, function(r) ... end)",
   "in a rubric: a run of the script, and what it is to come to"},
  {"equal", wl_api_equal, 0, "equal(value, expected [, tolerance])",
   "in a check: says what differs"},
  {"at_most", wl_api_bound, 0, "at_most(value, limit)", "in a check: value <= limit"},
  {"at_least", wl_api_bound, 1, "at_least(value, limit)", "in a check: value >= limit"},
  {"same", wl_api_same, 0, "same(array, expected [, tolerance])",
   "in a check: an array of r.arrays against a value or a function of the indices"},
  {"ensure", wl_api_ensure, 0, "ensure(condition, text)",
   "in a check: says the text where the condition does not hold"},
};
const size_t wl_api_count = sizeof wl_api / sizeof *wl_api;

const char *wl_api_usage(lua_State *L, const char *function) {
  for (size_t i = 0; i < wl_api_count; i++)
    if (strcmp(wl_api[i].name, function) == 0)
      return lua_pushfstring(L, "%s: %s", wl_api[i].signature, wl_api[i].help);
  return NULL;
}
