#include "input/cuda/control_flow.h"

#include <stdlib.h>
#include <string.h>

/* While it is analysed: `number` is the place in reverse postorder. */
struct walk {
  struct wl_flow *f;
  uint32_t *number, *stack, *at, *from, *to;
  uint8_t *state; /* 1: on the stack, 2: done */
  uint32_t backs, left;
};

/* Depth first, what stands later in the text first, so that what stands earlier gets the lower
 * number. Edges to blocks on the stack are those back to the head of a loop. */
static void visit(struct walk *w) {
  uint32_t depth = 0;
  w->stack[depth] = 0;
  w->at[0] = 0;
  w->state[0] = 1;
  while (true) {
    uint32_t b = w->stack[depth];
    struct wl_flow_block *block = &w->f->block[b];
    if (w->at[b] == block->nexts) {
      w->state[b] = 2;
      w->number[b] = --w->left;
      if (depth-- == 0) return;
      continue;
    }
    uint32_t n = block->next[block->nexts - 1 - w->at[b]++];
    if (w->state[n] == 1) {
      w->from[w->backs] = b;
      w->to[w->backs++] = n;
    } else if (w->state[n] == 0) {
      w->state[n] = 1;
      w->at[n] = 0;
      w->stack[++depth] = n;
    }
  }
}

static int by_text(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

bool wl_flow_in(const struct wl_flow *f, uint32_t block, uint32_t loop) {
  for (uint32_t l = f->block[block].loop; l != WL_FLOW_NONE; l = f->loop[l].parent)
    if (l == loop) return true;
  return false;
}

/* The blocks of each loop: all that reach its back edges without its head. Heads are taken from
 * the innermost, which come last, so that the first loop to claim a block is its innermost. */
static bool find_loops(struct walk *w, uint32_t *const *before, const uint32_t *befores) {
  struct wl_flow *f = w->f;
  uint32_t *heads = calloc(f->blocks + 1u, sizeof *heads),
           *queue = calloc(f->blocks + 1u, sizeof *queue);
  bool good = heads != NULL && queue != NULL;
  for (uint32_t i = 0; i < w->backs && good; i++) heads[w->to[i]] = 1;
  f->loop = calloc(w->backs + 1u, sizeof *f->loop);
  good = good && f->loop != NULL;
  for (uint32_t place = f->blocks; place-- > 0 && good;) {
    uint32_t h = f->order[place], from = 0, to = 0;
    if (!heads[h]) continue;
    uint32_t own = f->loops++;
    f->loop[own] = (struct wl_flow_loop){h, WL_FLOW_NONE, 0};
    memset(w->state, 0, f->blocks);
    w->state[h] = 1;
    for (uint32_t i = 0; i < w->backs; i++)
      if (w->to[i] == h && !w->state[w->from[i]]) w->state[queue[to++] = w->from[i]] = 1;
    while (from < to) {
      uint32_t b = queue[from++];
      for (uint32_t i = 0; i < befores[b]; i++)
        if (!w->state[before[b][i]]) w->state[queue[to++] = before[b][i]] = 1;
    }
    for (uint32_t b = 0; b < f->blocks; b++) {
      if (!w->state[b]) continue;
      uint32_t inner = f->block[b].loop;
      if (inner == WL_FLOW_NONE) {
        f->block[b].loop = own;
        continue;
      }
      while (f->loop[inner].parent != WL_FLOW_NONE && f->loop[inner].parent != own)
        inner = f->loop[inner].parent;
      if (inner != own) f->loop[inner].parent = own;
    }
    f->block[h].heads = true;
  }
  free(heads);
  free(queue);
  return good;
}

/* The loops around a block as numbers, outermost first, and the block itself behind them: blocks
 * in this order keep loops in one piece. */
static uint32_t chain_of(const struct walk *w, uint32_t b, uint32_t out[64]) {
  uint32_t n = 0, chain[64];
  for (uint32_t l = w->f->block[b].loop; l != WL_FLOW_NONE && n < 62; l = w->f->loop[l].parent)
    chain[n++] = w->number[w->f->loop[l].head];
  for (uint32_t i = 0; i < n; i++) out[i] = chain[n - 1 - i];
  out[n++] = w->number[b];
  return n;
}

static _Thread_local const struct walk *sorted; /* qsort() hands nothing on */

static int by_chain(const void *a, const void *b) {
  uint32_t x[64], y[64], i = 0;
  uint32_t n = chain_of(sorted, *(const uint32_t *)a, x),
           m = chain_of(sorted, *(const uint32_t *)b, y);
  while (i < n && i < m && x[i] == y[i]) i++;
  if (i == n || i == m) return n < m ? -1 : n > m;
  return x[i] < y[i] ? -1 : 1;
}

static void set_depths(struct wl_flow *f) {
  for (uint32_t l = 0; l < f->loops; l++) {
    f->loop[l].depth = 1;
    for (uint32_t p = f->loop[l].parent; p != WL_FLOW_NONE; p = f->loop[p].parent)
      f->loop[l].depth++;
  }
  for (uint32_t b = 0; b < f->blocks; b++)
    f->block[b].depth = f->block[b].loop == WL_FLOW_NONE ? 0 : f->loop[f->block[b].loop].depth;
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t i = 0; i < f->block[b].nexts; i++) {
      struct wl_flow_block *n = &f->block[f->block[b].next[i]];
      if (f->block[b].depth > n->depth ||
          (f->block[b].loop != n->loop && f->block[b].depth > 0 && !n->heads))
        n->leaves = true;
    }
}

static bool analyse(struct walk *w) {
  struct wl_flow *f = w->f;
  uint32_t edges = 0;
  for (uint32_t b = 0; b < f->blocks; b++) edges += f->block[b].nexts;
  uint32_t **before = calloc(f->blocks + 1u, sizeof *before);
  uint32_t *befores = calloc(f->blocks + 1u, sizeof *befores);
  uint32_t *pool = calloc(edges + 1u, sizeof *pool);
  w->from = calloc(edges + 1u, sizeof *w->from);
  w->to = calloc(edges + 1u, sizeof *w->to);
  bool good = before && befores && pool && w->from && w->to;
  if (good) {
    visit(w);
    for (uint32_t b = 0; b < f->blocks; b++) {
      if (w->state[b] == 0) w->number[b] = --w->left; /* nothing leads there */
      for (uint32_t i = 0; i < f->block[b].nexts; i++) befores[f->block[b].next[i]]++;
    }
    uint32_t used = 0;
    for (uint32_t b = 0; b < f->blocks; b++) {
      before[b] = pool + used;
      used += befores[b];
      befores[b] = 0;
    }
    for (uint32_t b = 0; b < f->blocks; b++)
      for (uint32_t i = 0; i < f->block[b].nexts; i++) {
        uint32_t n = f->block[b].next[i];
        before[n][befores[n]++] = b;
      }
    for (uint32_t b = 0; b < f->blocks; b++) f->order[w->number[b]] = b;
    good = find_loops(w, before, befores);
  }
  if (good) {
    sorted = w;
    qsort(f->order, f->blocks, sizeof *f->order, by_chain);
    for (uint32_t i = 0; i < f->blocks; i++) f->block[f->order[i]].place = i;
    set_depths(f);
  }
  free(before), free(befores), free(pool);
  return good;
}

bool wl_flow_analyse(struct wl_flow *f) {
  struct walk w = {.f = f, .left = f->blocks};
  size_t n = f->blocks + (size_t)1;
  w.number = calloc(n, sizeof *w.number);
  w.stack = calloc(n, sizeof *w.stack);
  w.at = calloc(n, sizeof *w.at);
  w.state = calloc(n, 1);
  f->order = calloc(n, sizeof *f->order);
  bool good = w.number && w.stack && w.at && w.state && f->order;
  for (uint32_t b = 0; b < f->blocks && good; b++) {
    struct wl_flow_block *block = &f->block[b];
    block->loop = WL_FLOW_NONE;
    block->heads = block->leaves = false;
    if (block->nexts > 1) qsort(block->next, block->nexts, sizeof *block->next, by_text);
  }
  good = good && analyse(&w);
  free(w.number), free(w.stack), free(w.at), free(w.state), free(w.from), free(w.to);
  return good;
}

void wl_flow_finish(struct wl_flow *f) {
  free(f->loop);
  free(f->order);
}
