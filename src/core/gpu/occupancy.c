#include "core/gpu/occupancy.h"

#include <assert.h>
#include <stdio.h>

const char *const wl_limiter_names[] = {
  [WL_LIMIT_BLOCKS] = "blocks",
  [WL_LIMIT_WARPS] = "warps",
  [WL_LIMIT_SHARED] = "shared memory",
  [WL_LIMIT_REGISTERS] = "registers",
};
static_assert(sizeof wl_limiter_names / sizeof *wl_limiter_names == WL_LIMITERS, "a row each");

const struct wl_sm_field *wl_limiter_field(const struct wl_sm *sm, enum wl_limiter limiter) {
  static const char *const keys[WL_LIMITERS][2] = {
    [WL_LIMIT_BLOCKS] = {"blocks", "blocks"},
    [WL_LIMIT_WARPS] = {"warps", "warps"},
    [WL_LIMIT_SHARED] = {"shared_unit", "shared_reserved"},
    [WL_LIMIT_REGISTERS] = {"warp_granularity", "register_unit"},
  };
  const struct wl_sm_field *first = wl_sm_field(keys[limiter][0]),
                           *second = wl_sm_field(keys[limiter][1]);
  return wl_sm_field_certainty(second, sm) > wl_sm_field_certainty(first, sm) ? second : first;
}

/* Registers that a block takes of those that one block may have. Each warp gets whole
 * steps, and warps are counted up to a multiple; on cc 1.x that is one piece. */
static uint64_t block_registers(const struct wl_sm *sm, uint32_t threads, uint32_t registers) {
  uint32_t warps = wl_round_up((threads + 31) / 32, sm->warp_granularity);
  if (sm->register_per_block) return wl_round_up(warps * 32 * registers, sm->register_unit);
  return (uint64_t)warps * wl_round_up(registers * 32, sm->register_unit);
}

/* Blocks that the register file holds. From cc 2.0 on each sub-partition gives
 * whole warps out of its own share; on 1.x a block takes one piece of the file. */
static uint32_t blocks_by_registers(const struct wl_sm *sm, uint32_t threads, uint32_t registers) {
  if (registers == 0) return UINT32_MAX;
  if (sm->register_per_block)
    return sm->registers / (uint32_t)block_registers(sm, threads, registers);
  uint32_t warp = wl_round_up(registers * 32, sm->register_unit);
  return sm->registers / sm->partitions / warp * sm->partitions / ((threads + 31) / 32);
}

uint32_t wl_sm_registers_room(const struct wl_sm *sm, uint32_t threads) {
  uint32_t most = sm->thread_registers;
  while (most > 1 && block_registers(sm, threads, most) > sm->block_registers) most--;
  return most;
}

uint32_t wl_sm_assumed_registers(const struct wl_sm *sm, uint32_t threads) {
  uint32_t most = wl_sm_registers_room(sm, threads);
  return most < WL_ASSUMED_REGISTERS ? most : WL_ASSUMED_REGISTERS;
}

uint32_t wl_sm_shared_room(const struct wl_sm *sm) {
  uint32_t most = sm->shared - sm->shared_reserved;
  return most < sm->block_shared ? most : sm->block_shared;
}

/* One column and what is asked of it: `what` in words, and `after` how many there are. */
static bool within(const struct wl_sm *sm, const char *key, uint64_t asked, const char *what,
                   const char *after, struct wl_diag *d) {
  const struct wl_sm_field *field = wl_sm_field(key);
  uint32_t limit = wl_sm_field_value(field, sm);
  return asked <= limit ||
         wl_diag_fail(d, WL_SCRIPT, "%s; cc %s has at most %u%s (%s)", what, sm->cc, limit, after,
                      wl_sm_field_source(field, sm));
}

/* The registers of all threads of a block together. */
static bool registers_fit(const struct wl_sm *sm, uint32_t threads, uint32_t registers,
                          struct wl_diag *d) {
  char what[96];
  uint64_t all = block_registers(sm, threads, registers);
  snprintf(what, sizeof what, "%u threads of %u registers take %llu", threads, registers,
           (unsigned long long)all);
  if (within(sm, "block_registers", all, what, " for a block", d)) return true;
  return wl_diag_hint(d, "up to %u registers a thread fit", wl_sm_registers_room(sm, threads));
}

/* The system's own part of shared memory comes off what a block may declare on cc 1.x. */
static bool shared_fits(const struct wl_sm *sm, uint32_t shared, struct wl_diag *d) {
  char what[64];
  snprintf(what, sizeof what, "%u bytes of shared memory in a block", shared);
  if (!within(sm, "block_shared", shared, what, "", d)) return false;
  return shared <= wl_sm_shared_room(sm) ||
         wl_diag_fail(d, WL_SCRIPT, "%s; cc %s has at most %u (%s), and the system takes %u of "
                      "them (%s)", what, sm->cc, sm->block_shared,
                      wl_sm_field_source(wl_sm_field("block_shared"), sm), sm->shared_reserved,
                      wl_sm_field_source(wl_sm_field("shared_reserved"), sm));
}

bool wl_sm_launches(const struct wl_sm *sm, uint32_t threads, uint32_t registers, uint32_t shared,
                    struct wl_diag *d) {
  char what[64];
  if (threads == 0) return wl_diag_fail(d, WL_SCRIPT, "a block needs at least one thread");
  snprintf(what, sizeof what, "a block of %u threads", threads);
  if (!within(sm, "block_threads", threads, what, "", d)) return false;
  snprintf(what, sizeof what, "%u registers a thread", registers);
  return within(sm, "thread_registers", registers, what, "", d) &&
         registers_fit(sm, threads, registers, d) && shared_fits(sm, shared, d);
}

bool wl_occupancy(const struct wl_sm *sm, uint32_t threads, uint32_t registers, uint32_t shared,
                  struct wl_occupancy *out, struct wl_diag *d) {
  if (!wl_sm_launches(sm, threads, registers, shared, d)) return false;
  uint32_t warps = (threads + 31) / 32;
  uint32_t bytes = wl_round_up(shared + sm->shared_reserved, sm->shared_unit);
  *out = (struct wl_occupancy){
    .by = {
      [WL_LIMIT_BLOCKS] = sm->blocks,
      [WL_LIMIT_WARPS] = sm->warps / warps,
      [WL_LIMIT_SHARED] = bytes ? sm->shared / bytes : UINT32_MAX,
      [WL_LIMIT_REGISTERS] = blocks_by_registers(sm, threads, registers),
    },
    .blocks = UINT32_MAX,
  };
  for (unsigned i = 0; i < WL_LIMITERS; i++)
    if (out->by[i] < out->blocks) out->blocks = out->by[i];
  for (unsigned i = 0; i < WL_LIMITERS; i++)
    if (out->by[i] == out->blocks) out->limiters |= 1u << i;
  out->warps = out->blocks * warps;
  return true;
}
