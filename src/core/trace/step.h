/* One step of a trace: what one warp did at one place, and how it is packed. */
#ifndef WL_CORE_TRACE_STEP_H
#define WL_CORE_TRACE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/access/access.h"
#include "core/access/shuffle.h"
#include "core/access/type.h"

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

enum wl_step_kind {
  WL_STEP_ACCESS,  /* one memory instruction */
  WL_STEP_SHUFFLE, /* lanes exchange values */
  WL_STEP_VOTE,    /* ballot, any, all, match, reduce: results from the values of all */
  WL_STEP_BARRIER, /* __syncthreads, __syncwarp; __pipeline_commit, __pipeline_wait_prior
                    * (value[]: the batches that may be on their way); fences */
  WL_STEP_MARK,    /* mark("text") */
  WL_STEP_KINDS
};
#define WL_NO_ITERATION UINT32_MAX

/* A place in the script: 1-based line, 1-based byte columns, end exclusive. */
struct wl_source_span { uint32_t line; uint16_t column, end_column; };
static inline struct wl_span wl_source_span_of(struct wl_source_span p) {
  return (struct wl_span){p.line, p.column, p.end_column};
}
static inline bool wl_same_place(const struct wl_source_span *a, const struct wl_source_span *b) {
  return a->line == b->line && a->column == b->column;
}

/* A plain value. Lanes outside `mask` have no meaning in the arrays. */
struct wl_step {
  uint8_t kind;           /* enum wl_step_kind */
  bool has_values;        /* value[] (and result[]) were kept */
  struct wl_type type;    /* of the element accessed or shuffled */
  uint16_t array;         /* index into head.array, or WL_NO_ARRAY */
  uint16_t warp;          /* in its block */
  uint16_t phase;         /* barriers that the block has passed */
  bool by_turns;          /* lanes that have parted came here in an order that hardware does not
                           * promise: some have left a loop that waits for what others write */
  uint16_t name;          /* shuffles, votes, barriers: index into wl_step_names */
  uint32_t block;         /* linear index in the grid */
  uint32_t iteration;     /* of the innermost loop, from 0, or WL_NO_ITERATION */
  uint32_t live;          /* lanes that exist and have not returned */
  struct wl_source_span place;  /* of the expression in the script */
  struct wl_program_point way;
                /* when it comes in the program; at its innermost loop `iteration` */
  struct wl_access access; /* kind ACCESS; mask is used by every kind */
  uint8_t shuffle_mode, shuffle_width;
  uint8_t source[WL_LANES]; /* shuffles: lane that each lane reads */
  uint32_t undefined;       /* shuffles: lanes whose source is inactive */
  uint32_t goes_on;         /* steps of a loop (access.h): lanes that its next step has */
  uint32_t absent;          /* shuffles, votes, barriers: lanes that their mask names in vain */
  uint32_t elsewhere;       /* … lanes that take part at other places of the script */
  uint64_t value[WL_LANES];  /* first component: loaded, stored or sent bits */
  uint64_t result[WL_LANES]; /* atomics: old value; shuffles, votes: received */
  char text[160];            /* marks: the text */
  uint8_t stop;              /* … and whose notes, of the lesson data, from 1; 0: none */
  uint8_t question;          /* asked about it, likewise (core/trace/question.h) */
};

/* Longest packed step. */
enum { WL_STEP_MAX = 2048 };

/* Packs a step: affine addresses and values take a few bytes, others 1, 2, 4
 * or 8 bytes a lane. Returns the length, at most WL_STEP_MAX. */
size_t wl_step_pack(const struct wl_step *step, uint8_t out[WL_STEP_MAX]);

/* What a step begins with, at a tenth of the time: kind, block, warp, phase, place, lanes
 * that live and take part, iteration, array; and whether it is asked about. Other fields
 * stay what they are. False where the bytes are too few or no step. */
bool wl_step_glance(const uint8_t *packed, size_t size, struct wl_step *step, bool *asked);

/* Unpacks one step from `size` bytes. Returns its length, 0 when more bytes are
 * needed, SIZE_MAX when the bytes are no step. Fields without meaning are 0. */
size_t wl_step_unpack(const uint8_t *in, size_t size, struct wl_step *step);

/* The same for what takes many steps in, at half the time: what loads have read is only looked
 * over, access.even is set where it holds, and values, results and texts of steps that have none
 * stay what they are. */
size_t wl_step_take(const uint8_t *in, size_t size, struct wl_step *step);

#endif
