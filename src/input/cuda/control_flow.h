/* The blocks of a function in the order in which they happen, and its loops. */
#ifndef WL_INPUT_CUDA_CONTROL_FLOW_H
#define WL_INPUT_CUDA_CONTROL_FLOW_H

#include <stdbool.h>
#include <stdint.h>

enum { WL_FLOW_NONE = UINT32_MAX };

struct wl_flow_block {
  uint32_t *next, nexts;  /* blocks that it may go to; the caller's */
  uint32_t place;         /* in the order: ifs before what follows, loops in one piece */
  uint32_t loop;          /* its innermost; WL_FLOW_NONE: none */
  uint32_t depth;         /* loops around it */
  bool heads;             /* its loop begins with it */
  bool unrolls;           /* it is a loop that nvcc unrolls by 4 */
  bool leaves;            /* it is reached from deeper loops */
};
struct wl_flow_loop { uint32_t head, parent, depth; };

struct wl_flow {
  struct wl_flow_block *block; /* block 0 is the entry; the caller's */
  uint32_t blocks;
  struct wl_flow_loop *loop;
  uint32_t loops;
  uint32_t *order;             /* blocks by place */
};

/* Orders the blocks and finds the loops. False when memory ran out. */
bool wl_flow_analyse(struct wl_flow *f);
void wl_flow_finish(struct wl_flow *f);

/* Whether a block is in a loop, however deep. */
bool wl_flow_in(const struct wl_flow *f, uint32_t block, uint32_t loop);

#endif
