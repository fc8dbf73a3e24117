#include "core/cache/l2.h"

#include <stdlib.h>

#include "core/cache/lru.h"
#include "core/cache/sector_set.h"

enum { MAX_PARTITIONS = 2 };

struct wl_l2 {
  const struct wl_cache_model *model;
  struct wl_lru *part[MAX_PARTITIONS]; /* of one line where there is no L2 */
  struct wl_sector_set *touched;       /* bits 0 to 3: loaded; 4 to 7: stored */
  struct wl_l2_distinct distinct;
};

struct wl_l2 *wl_l2_create(const struct wl_cache_model *model) {
  struct wl_l2 *l2 = calloc(1, sizeof *l2);
  if (l2 == NULL) return NULL;
  l2->model = model;
  l2->touched = wl_sector_set_create();
  bool fine = l2->touched != NULL;
  for (uint32_t i = 0; i < model->partitions; i++) {
    l2->part[i] = wl_lru_create(model->l2_lines > 0 ? model->l2_lines : 1);
    fine = fine && l2->part[i] != NULL;
  }
  if (fine) return l2;
  wl_l2_destroy(l2);
  return NULL;
}

void wl_l2_destroy(struct wl_l2 *l2) {
  if (l2 == NULL) return;
  for (unsigned i = 0; i < MAX_PARTITIONS; i++) wl_lru_destroy(l2->part[i]);
  wl_sector_set_destroy(l2->touched);
  free(l2);
}

/* The partition that a line belongs to. Which one it is on hardware is unknown; that they are
 * balanced is all that counts. */
static uint32_t home_of(const struct wl_l2 *l2, uint64_t line) {
  return l2->model->partitions < 2
             ? 0
             : (uint32_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 61) & 1;
}

/* Takes sectors out of a partition; returns those that it had, and has all of them afterwards. */
static unsigned take(struct wl_lru *part, uint64_t line, unsigned sectors) {
  uint32_t *words = wl_lru_use(part, line);
  if (words == NULL) words = wl_lru_insert(part, line);
  unsigned had = wl_sectors_of_words(*words) & sectors;
  *words |= wl_words_of_sectors(sectors);
  return had;
}

/* A load, or the old value of an atomic: DRAM gives pieces of two sectors. */
static void fetch(struct wl_l2 *l2, uint32_t sm, const struct wl_l2_request *r,
                  struct wl_l2_figures *f) {
  uint32_t home = home_of(l2, r->line), near = sm % l2->model->partitions;
  unsigned missing = r->sectors;
  if (near != home && r->kind != WL_ASK_ATOMIC) missing &= ~take(l2->part[near], r->line, missing);
  if (missing == 0) return;
  missing &= ~take(l2->part[home], r->line, missing);
  if (missing == 0) return;
  unsigned pieces = (missing | (missing & 5) << 1 | (missing & 10) >> 1);
  unsigned had = take(l2->part[home], r->line, pieces) & ~missing;
  f->dram += (unsigned)__builtin_popcount(pieces & ~had);
}

/* What is changed is so in the line's own partition: a copy in the other one no longer counts. */
static void drop_copy(struct wl_l2 *l2, const struct wl_l2_request *r) {
  if (l2->model->partitions < 2) return;
  uint32_t *copy = wl_lru_peek(l2->part[1 - home_of(l2, r->line)], r->line);
  if (copy) *copy &= ~wl_words_of_sectors(r->sectors);
}

bool wl_l2_serve(struct wl_l2 *l2, uint32_t sm, const struct wl_l2_request *r,
                 struct wl_l2_figures *f) {
  uint8_t *touched = wl_sector_set_line(l2->touched, r->line, 1);
  if (touched == NULL) return false;
  unsigned sectors = r->sectors, count = (unsigned)__builtin_popcount(sectors);
  if (r->kind == WL_ASK_STORE || r->kind == WL_ASK_ATOMIC) {
    l2->distinct.stored += (unsigned)__builtin_popcount(sectors & ~(*touched >> 4));
    *touched = (uint8_t)(*touched | sectors << 4);
  } else {
    unsigned new = sectors & ~*touched;
    l2->distinct.loaded += (unsigned)__builtin_popcount(new);
    f->reads += count;
    f->shared += count - (unsigned)__builtin_popcount(new);
    *touched = (uint8_t)(*touched | sectors);
  }
  if (r->kind == WL_ASK_STORE) {
    f->writes += count;
    take(l2->part[home_of(l2, r->line)], r->line, r->sectors);
    drop_copy(l2, r);
  } else {
    fetch(l2, sm, r, f);
  }
  if (r->kind == WL_ASK_ATOMIC) {
    f->atomics += count;
    drop_copy(l2, r);
  }
  return true;
}

struct wl_l2_distinct wl_l2_distinct(const struct wl_l2 *l2) { return l2->distinct; }
