#include "core/cache/cache_model.h"

#include "core/cache/lookup.h"
#include "core/gpu/occupancy.h"

enum { SPARE_LINES = 64 };

/* The smallest carve-out of a generation of at least `need` bytes, or its largest. */
static uint32_t carveout_of(const struct wl_sm *sm, uint64_t need) {
  for (uint32_t i = 0; i < sm->carveouts; i++)
    if (need <= (uint64_t)sm->carveout_kib[i] << 10) return sm->carveout_kib[i];
  return sm->carveouts > 0 ? sm->carveout_kib[sm->carveouts - 1] : 0;
}

/* Where a kernel has no shared memory, all that counts is how large its blocks are. */
static uint32_t carveout_unshared(const struct wl_sm *sm, uint32_t warps, uint32_t resident) {
  uint32_t kib = resident == 1 || warps >= 24 ? 8 : warps >= 16 ? 16 : 32;
  return carveout_of(sm, (uint64_t)kib << 10);
}

uint32_t wl_carveout_chosen(const struct wl_sm *sm, uint32_t threads, uint32_t shared,
                            uint32_t resident) {
  enum { MUCH = 132 << 10, LARGE = 29 /* warps of a block */ };
  uint32_t warps = (threads + 31) / 32;
  if (sm->carveouts < 2) return 0;
  if (shared == 0) return carveout_unshared(sm, warps, resident);
  uint64_t block = wl_round_up(shared + sm->shared_reserved, sm->shared_unit);
  uint64_t need = resident * block;
  /* Room for as many blocks again, as long as that is not much; fewer where most slots for blocks
   * are taken, none where one block or two fill the multiprocessor. */
  uint32_t free_slots = resident < sm->blocks ? sm->blocks - resident : 0;
  uint32_t more = resident < free_slots * 3 / 4 ? resident : free_slots * 3 / 4;
  if (resident == 1 || warps >= LARGE) more = 0;
  uint64_t wish = need + more * block;
  if (more > 0 && wish > MUCH) wish = need > MUCH ? need : MUCH;
  if (wish > sm->shared) wish = sm->shared / block * block;
  return carveout_of(sm, wish);
}

/* Blocks of the launch that fit on a multiprocessor, with and without what they share. */
static uint32_t occupancy(const struct wl_sm *sm, const struct wl_head *h, uint32_t shared) {
  uint32_t threads = h->block[0] * h->block[1] * h->block[2];
  uint32_t registers = h->registers ? h->registers : wl_sm_assumed_registers(sm, threads);
  struct wl_occupancy o;
  return wl_occupancy(sm, threads, registers, shared, &o, NULL) ? o.blocks : 1;
}

/* Shared memory and L1 are one memory where there is a choice: L1 has what is left. */
static void size_l1(struct wl_cache_model *m, struct wl_target t, const struct wl_head *h) {
  const struct wl_sm *sm = t.arch->sm;
  uint32_t kib = t.arch->l1_kib[1];
  if (sm->carveouts >= 2) {
    uint32_t threads = h->block[0] * h->block[1] * h->block[2];
    m->carveout_kib = h->carveout_kib ? h->carveout_kib
                                      : wl_carveout_chosen(sm, threads, h->shared_bytes,
                                                          occupancy(sm, h, 0));
    uint32_t block = wl_round_up(h->shared_bytes + sm->shared_reserved, sm->shared_unit);
    uint32_t fit = block ? (m->carveout_kib << 10) / block : m->resident;
    if (fit < m->resident) m->resident = fit > 0 ? fit : 1;
    kib = (uint32_t)t.chip->l1_kib.value;
    kib = kib > m->carveout_kib ? kib - m->carveout_kib : 0;
  }
  m->l1_lines = (kib << 10) / WL_CACHE_LINE;
  m->sure_lines = m->l1_lines > SPARE_LINES ? m->l1_lines - SPARE_LINES : 0;
}

struct wl_cache_model wl_cache_model_make(struct wl_target t, const struct wl_head *h) {
  struct wl_cache_model m = {
    .blocks = wl_head_blocks(h),
    .warps = wl_head_warps(h),
    .sms = (uint32_t)t.chip->sms.value,
    .resident = occupancy(t.arch->sm, h, h->shared_bytes),
    .partitions = t.arch->l2_parted ? 2 : 1,
    .order = (enum wl_warp_order)h->warp_order,
    .stores_stay = t.arch->stores_stay,
    .estimate = !t.arch->caches_measured,
  };
  size_l1(&m, t, h);
  uint64_t bytes = (uint64_t)(t.chip->l2_kib.value * 1024);
  m.l2_lines = (uint32_t)(bytes / m.partitions / WL_CACHE_LINE);
  return m;
}
