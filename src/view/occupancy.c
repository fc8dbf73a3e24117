#include "view/occupancy.h"

#include <stdio.h>
#include <string.h>

const struct wl_sm_field *wl_residency_source(const struct wl_residency *r) {
  const struct wl_sm_field *worst = NULL;
  for (enum wl_limiter i = 0; i < WL_LIMITERS; i++) {
    if (!(r->occupancy.limiters >> i & 1)) continue;
    const struct wl_sm_field *field = wl_limiter_field(r->sm, i);
    if (!worst || wl_sm_field_certainty(field, r->sm) > wl_sm_field_certainty(worst, r->sm))
      worst = field;
  }
  return worst ? worst : wl_limiter_field(r->sm, WL_LIMIT_WARPS);
}

struct wl_registers wl_registers_given(uint32_t count) {
  return (struct wl_registers){count ? count : WL_ASSUMED_REGISTERS, count == 0};
}

bool wl_residency(const struct wl_head *head, const struct wl_arch *arch,
                  struct wl_registers registers, struct wl_residency *out) {
  *out = (struct wl_residency){.sm = wl_sm_find(arch->cc), .registers = registers};
  if (!head || !out->sm) return false;
  out->threads = head->block[0] * head->block[1] * head->block[2];
  out->shared = head->shared_bytes;
  if (registers.assumed)
    out->registers.count = wl_sm_assumed_registers(out->sm, out->threads);
  out->fits = wl_occupancy(out->sm, out->threads, out->registers.count, out->shared,
                           &out->occupancy, &out->diag);
  return true;
}

const char *wl_residency_limits(const struct wl_residency *r, char text[64]) {
  size_t used = 0;
  text[0] = '\0';
  unsigned rest = r->occupancy.limiters;
  for (unsigned i = 0; i < WL_LIMITERS && used < 64; i++) {
    if (!(rest >> i & 1)) continue;
    rest &= ~(1u << i);
    const char *join = !used ? "" : rest ? ", " : " and ";
    used += (size_t)snprintf(text + used, 64 - used, "%s%s", join, wl_limiter_names[i]);
  }
  return text;
}

const char *wl_residency_text(const struct wl_residency *r, char text[96]) {
  const struct wl_occupancy *o = &r->occupancy;
  uint32_t warps = (r->threads + 31) / 32;
  snprintf(text, 96, "%u block%s of %u warp%s: %u of %u per SM (%u %%)", o->blocks,
           o->blocks == 1 ? "" : "s", warps, warps == 1 ? "" : "s", o->warps, r->sm->warps,
           100 * o->warps / r->sm->warps);
  return text;
}

const char *wl_residency_note(const struct wl_residency *before, const struct wl_residency *now,
                              const char *change, char text[128]) {
  char limits[64];
  if (!before->fits || !now->fits || before->sm != now->sm || before->shared == now->shared ||
      now->occupancy.blocks >= before->occupancy.blocks)
    return NULL;
  uint32_t lost = before->occupancy.blocks - now->occupancy.blocks;
  char blocks[32];
  if (lost == 1) snprintf(blocks, sizeof blocks, "a block");
  else snprintf(blocks, sizeof blocks, "%u blocks", lost);
  snprintf(text, 128, "%s costs %s: %u instead of %u per SM, limit: %s",
           change[0] ? change : "the change", blocks, now->occupancy.blocks,
           before->occupancy.blocks, wl_residency_limits(now, limits));
  return text;
}
