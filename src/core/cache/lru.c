#include "core/cache/lru.h"

#include <stdlib.h>
#include <string.h>

enum { NONE }; /* nodes are numbered from 1: memory of zeros is an empty table, and no page of it is
               * touched before its lines are */

struct node {
  uint64_t line;
  uint32_t words;
  uint32_t newer, older; /* in the order of use */
  uint32_t chain;        /* next of the same bucket */
};

struct wl_lru {
  uint32_t capacity, count, newest, oldest, buckets; /* a power of two */
  uint32_t *bucket;
  struct node *node; /* [0] unused; the next `count` are in use, none is given back */
};

struct wl_lru *wl_lru_create(uint32_t lines) {
  struct wl_lru *lru = calloc(1, sizeof *lru);
  if (lru == NULL) return NULL;
  lru->capacity = lines;
  for (lru->buckets = 16; lru->buckets < lines; lru->buckets *= 2) {}
  lru->bucket = calloc(lru->buckets, sizeof *lru->bucket);
  lru->node = malloc(((size_t)lines + 1) * sizeof *lru->node);
  if (lru->bucket != NULL && lru->node != NULL) return lru;
  wl_lru_destroy(lru);
  return NULL;
}

void wl_lru_destroy(struct wl_lru *lru) {
  if (lru == NULL) return;
  free(lru->bucket);
  free(lru->node);
  free(lru);
}

void wl_lru_clear(struct wl_lru *lru) {
  memset(lru->bucket, 0, lru->buckets * sizeof *lru->bucket);
  lru->count = 0;
  lru->newest = lru->oldest = NONE;
}

/* Lines side by side are so in the table, too: few pages of it are touched. */
static uint32_t *bucket_of(struct wl_lru *lru, uint64_t line) {
  uint64_t far = (line >> 7) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
  return &lru->bucket[(far + line) & (lru->buckets - 1)];
}

static uint32_t find(struct wl_lru *lru, uint64_t line) {
  uint32_t i = *bucket_of(lru, line);
  while (i != NONE && lru->node[i].line != line) i = lru->node[i].chain;
  return i;
}

static void take_out(struct wl_lru *lru, const struct node *n) {
  if (n->newer != NONE) lru->node[n->newer].older = n->older;
  else lru->newest = n->older;
  if (n->older != NONE) lru->node[n->older].newer = n->newer;
  else lru->oldest = n->newer;
}

static void put_first(struct wl_lru *lru, uint32_t i) {
  lru->node[i].newer = NONE;
  lru->node[i].older = lru->newest;
  if (lru->newest != NONE) lru->node[lru->newest].newer = i;
  else lru->oldest = i;
  lru->newest = i;
}

uint32_t wl_lru_place(struct wl_lru *lru, uint64_t line) { return find(lru, line) - 1; }

uint32_t *wl_lru_peek(struct wl_lru *lru, uint64_t line) {
  uint32_t i = find(lru, line);
  return i == NONE ? NULL : &lru->node[i].words;
}

uint32_t *wl_lru_use(struct wl_lru *lru, uint64_t line) {
  uint32_t i = find(lru, line);
  if (i == NONE) return NULL;
  if (i != lru->newest) {
    take_out(lru, &lru->node[i]);
    put_first(lru, i);
  }
  return &lru->node[i].words;
}

/* The node of the line used least recently, out of its list and its bucket. */
static uint32_t evict(struct wl_lru *lru) {
  uint32_t i = lru->oldest, *at = bucket_of(lru, lru->node[i].line);
  while (*at != i) at = &lru->node[*at].chain;
  *at = lru->node[i].chain;
  take_out(lru, &lru->node[i]);
  return i;
}

uint32_t *wl_lru_insert(struct wl_lru *lru, uint64_t line) {
  uint32_t i = lru->count < lru->capacity ? ++lru->count : evict(lru);
  uint32_t *bucket = bucket_of(lru, line);
  lru->node[i] = (struct node){.line = line, .chain = *bucket};
  *bucket = i;
  put_first(lru, i);
  return &lru->node[i].words;
}

uint32_t wl_lru_count(const struct wl_lru *lru) { return lru->count; }
