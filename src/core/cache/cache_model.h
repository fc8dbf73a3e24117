/* The caches of a launch: sizes, policies, and the blocks on each multiprocessor. Rules and their
 * certainty: warplens-model(7). */
#ifndef WL_CORE_CACHE_CACHE_MODEL_H
#define WL_CORE_CACHE_CACHE_MODEL_H

#include "core/gpu/target.h"
#include "core/trace/trace_head.h"

/* In which order the warps of a multiprocessor make their next instruction. */
enum wl_warp_order {
  WL_ORDER_TURNS, /* one instruction each, in turn: the default, closest to what was counted */
  WL_ORDER_WARPS, /* a warp until it ends or waits at a barrier, then the next */
};

/* A plain value. */
struct wl_cache_model {
  uint64_t blocks;          /* of the launch */
  uint32_t warps;           /* of a block */
  uint32_t sms, resident;   /* multiprocessors; blocks on each at a time */
  uint32_t carveout_kib;    /* that shared memory takes off L1; 0 where they are apart */
  uint32_t l1_lines;        /* 0: global loads have no L1 */
  uint32_t sure_lines;      /* as many are kept for certain: 64 less (counted on an H100) */
  uint32_t l2_lines;        /* of each partition; 0: none, or of unknown size: it holds one line */
  uint32_t partitions;      /* 1 or 2 */
  enum wl_warp_order order;
  bool stores_stay;         /* see arch.h */
  bool estimate;            /* nobody has measured the caches of this generation */
};

/* The model of a launch on a target. What cannot be launched has one block at a time. */
struct wl_cache_model wl_cache_model_make(struct wl_target target, const struct wl_head *head);

/* The carve-out, in KiB, that the driver chooses for blocks of `threads` threads and `shared`
 * bytes, `resident` of which would fit if shared memory were no limit. Source: counted for 3,680
 * launches on an H100 (cc 9.0) that differ in threads, registers and shared memory; an estimate
 * elsewhere. 0 where the generation has no choice. */
uint32_t wl_carveout_chosen(const struct wl_sm *sm, uint32_t threads, uint32_t shared,
                            uint32_t resident);

/* The multiprocessor that a block runs on: in turn. Source: block schedules of an H100, on which
 * neighbouring blocks never share one; later blocks go where one has ended, which nobody knows
 * beforehand. */
static inline uint32_t wl_cache_sm(const struct wl_cache_model *m, uint64_t block) {
  return (uint32_t)(block % m->sms);
}

#endif
