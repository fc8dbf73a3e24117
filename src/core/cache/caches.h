/* The caches of a whole launch as a sink of steps: what L1, L2 and DRAM serve, for each line of
 * the script. The caches are empty at first. */
#ifndef WL_CORE_CACHE_CACHES_H
#define WL_CORE_CACHE_CACHES_H

#include "core/cache/l2.h"

struct wl_caches;

/* Global accesses of one line of the script to one array, in sectors. */
struct wl_cache_site {
  uint32_t line;
  uint16_t array;  /* index into head.array */
  struct wl_l1_figures l1;
  struct wl_l2_figures l2;
};

/* Sectors of the whole launch. Where a figure depends on the order of warps and blocks, there are
 * bounds that hold for any order: they are equal where it does not. */
struct wl_cache_totals {
  uint64_t l1_hits, l1_misses, l1_misses_at_least, l1_misses_at_most;
  uint64_t l2_reads, l2_reads_at_least, l2_reads_at_most, l2_writes, l2_atomics;
  uint64_t dram_reads;       /* with what the launch itself reads: WL_LAUNCH_SECTORS */
  uint64_t stored, written_at_least; /* distinct sectors stored; … that do not stay in L2 */
  uint64_t most_atomics;     /* float additions to the address that has most; at the end */
  uint64_t block_lines;      /* distinct lines of the block that has most */
  uint64_t working_set;      /* lines of the blocks on one multiprocessor, at most */
  bool fits;                 /* L1 keeps them for certain */
};

/* Sectors of code and parameters that a launch reads from DRAM by itself. Source: fitted to 60
 * kernels on an H100, of which 39 read 80 to 104 more than their data. */
enum { WL_LAUNCH_SECTORS = 96 };

/* NULL when memory ran out. */
struct wl_caches *wl_caches_create(struct wl_target target);
void wl_caches_destroy(struct wl_caches *c); /* NULL is fine */

/* As a sink takes them (core/analysis/recording.h). Those are false when memory ran out. */
bool wl_caches_begin(struct wl_caches *c, const struct wl_head *head, unsigned streams);
bool wl_caches_add(struct wl_caches *c, unsigned stream, const struct wl_step *step);
bool wl_caches_close(struct wl_caches *c, unsigned stream);
bool wl_caches_settle(struct wl_caches *c); /* while no stream adds: L2 catches up */
bool wl_caches_end(struct wl_caches *c);

struct wl_target wl_caches_target(const struct wl_caches *c);

/* As far as it has settled. The model is valid from begin() on. */
const struct wl_cache_model *wl_caches_model(const struct wl_caches *c);
struct wl_cache_totals wl_caches_totals(const struct wl_caches *c);

/* By line, then by array. Valid until the next settle() or end(). */
const struct wl_cache_site *wl_caches_sites(const struct wl_caches *c, size_t *count);

/* What the sites of a line (0: all lines) and of an array (WL_NO_ARRAY: all) add up to; nothing
 * of NULL. */
struct wl_cache_site wl_caches_sum(const struct wl_caches *c, uint32_t line, uint16_t array);

#endif
