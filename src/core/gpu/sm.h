/* The limits of one streaming multiprocessor (SM) of each generation. */
#ifndef WL_CORE_GPU_SM_H
#define WL_CORE_GPU_SM_H

#include <stddef.h>
#include <stdint.h>

#include "core/gpu/arch_modes.h"

enum { WL_MAX_CARVEOUTS = 10 };

/* One compute capability. Sizes in bytes unless the name says otherwise. The
 * sources of the columns: wl_sm_fields. */
struct wl_sm {
  const char *cc;
  uint32_t warps, blocks, threads;          /* resident at once */
  uint32_t block_threads;                   /* most threads of one block */
  uint32_t registers, block_registers;      /* 32-bit, of the SM; usable by one block */
  uint32_t thread_registers;                /* most that one thread may use */
  uint32_t shared, block_shared;            /* of the SM; of one block */
  uint32_t shared_unit, shared_reserved;    /* allocation step; taken per block by the system */
  uint32_t register_unit;                   /* allocation step, in registers */
  uint32_t warp_granularity, partitions;    /* warps allocated together; SM sub-partitions */
  uint32_t register_per_block;              /* 1: registers are allocated per block (cc 1.x) */
  uint32_t parameter_bytes;                 /* of kernel arguments */
  uint32_t fp32;                            /* float operations that it ends in a clock, an fma 1 */
  uint32_t constant_cache;                  /* of constant memory, held by the SM */
  uint32_t carveout_kib[WL_MAX_CARVEOUTS];  /* shared sizes that the L1 split offers */
  uint32_t carveouts;                       /* … how many */
};
extern const struct wl_sm wl_sms[];
extern const size_t wl_sm_count;

/* A column of the table: what it means, how sure it is, where it is from. */
struct wl_sm_field {
  const char *key, *title, *unit;
  size_t offset;                 /* of a uint32_t in struct wl_sm */
  enum wl_certainty certainty;
  uint32_t folklore;             /* bit per enum wl_cc for which it is only that */
  const char *source, *old_source;
  uint32_t old;                  /* bit per enum wl_cc whose number is from the latter */
};
extern const struct wl_sm_field wl_sm_fields[];
extern const size_t wl_sm_field_count;

/* A column by its key, which must be one of the table. */
const struct wl_sm_field *wl_sm_field(const char *key);

/* The number in a column on one generation, its certainty, and its source there. */
uint32_t wl_sm_field_value(const struct wl_sm_field *field, const struct wl_sm *sm);
enum wl_certainty wl_sm_field_certainty(const struct wl_sm_field *field, const struct wl_sm *sm);
const char *wl_sm_field_source(const struct wl_sm_field *field, const struct wl_sm *sm);

/* The row of a compute capability ("9.0"); NULL if there is none. */
const struct wl_sm *wl_sm_find(const char *cc);

#endif
