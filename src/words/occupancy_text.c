#include "words/occupancy_text.h"

#include <stdio.h>
#include <string.h>

#include "core/trace/struct_layout.h"
#include "words/format.h"

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
  out->shared_assumed = head->shared_assumed;
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

const char *wl_residency_why(const struct wl_residency *r, char text[160]) {
  const struct wl_sm *sm = r->sm;
  uint32_t warps = (r->threads + 31) / 32, count = r->registers.count;
  char all[28], one[28];
  switch ((enum wl_limiter)__builtin_ctz(r->occupancy.limiters)) {
  case WL_LIMIT_BLOCKS:
    snprintf(text, 160, "%u blocks of an SM, however small", sm->blocks);
    break;
  case WL_LIMIT_WARPS:
    snprintf(text, 160, "%u warps of an SM, %u of a block", sm->warps, warps);
    break;
  case WL_LIMIT_SHARED:
    snprintf(text, 160, "%s bytes of an SM, %s of a block",
             wl_format_count(sm->shared, all),
             wl_format_count(wl_round_up(r->shared + sm->shared_reserved, sm->shared_unit), one));
    break;
  default:
    wl_format_count(sm->registers, all);
    if (sm->register_per_block)
      snprintf(text, 160, "%s registers of an SM, %s of a block", all,
               wl_format_count(wl_round_up(wl_round_up(warps, sm->warp_granularity) * 32 * count,
                                        sm->register_unit), one));
    else
      snprintf(text, 160, "%s registers of an SM in %u parts, %s of a warp", all, sm->partitions,
               wl_format_count(wl_round_up(32 * count, sm->register_unit), one));
  }
  return text;
}

/* Shared memory of a block where an array has so many columns more. */
static uint32_t shared_with(const struct wl_head *h, unsigned array, int columns) {
  int64_t used = 0, before = 0;
  bool first = true;
  for (unsigned i = 0; i < h->arrays; i++) {
    const struct wl_array *a = &h->array[i];
    if (a->space != WL_SHARED) continue;
    int64_t align = wl_alignof(h->structure, a->type);
    used = first ? (int64_t)a->base : (used + align - 1) / align * align;
    used += (int64_t)a->bytes;
    if (i == array) used += columns * (int64_t)(a->bytes / a->extent[a->dimensions - 1]);
    before = (int64_t)(a->base + a->bytes);
    first = false;
  }
  return (uint32_t)(h->shared_bytes + used - before);
}

/* Adds what so many columns of an array would change, if they do. */
static void add_padding(const struct wl_head *h, const struct wl_residency *now, unsigned array,
                        int columns, struct wl_padding *out, unsigned *count) {
  struct wl_occupancy o;
  uint32_t shared = shared_with(h, array, columns);
  if (!wl_occupancy(now->sm, now->threads, now->registers.count, shared, &o, NULL)) return;
  if (columns < 0 ? o.blocks > now->occupancy.blocks : o.blocks < now->occupancy.blocks)
    out[(*count)++] = (struct wl_padding){array, columns, o.blocks};
}

/* Columns that look like padding: a few beyond a power of two. */
static int padding_of(const struct wl_array *a) {
  uint32_t row = a->extent[a->dimensions - 1], power = 8;
  while (power <= row / 2) power *= 2;
  return row > power && row - power <= power / 4 ? (int)(row - power) : 0;
}

unsigned wl_residency_paddings(const struct wl_head *head, const struct wl_residency *now,
                               struct wl_padding out[WL_MAX_PADDINGS]) {
  unsigned count = 0;
  for (unsigned i = 0; now->fits && i < head->arrays; i++) {
    const struct wl_array *a = &head->array[i];
    if (a->space != WL_SHARED || a->dimensions < 2) continue;
    int beyond = padding_of(a);
    if (beyond) add_padding(head, now, i, -beyond, out, &count);
    add_padding(head, now, i, 1, out, &count);
  }
  return count;
}

/* "a block", "3 blocks". */
static const char *count_blocks(uint32_t n, char text[32]) {
  if (n == 1) snprintf(text, 32, "a block");
  else snprintf(text, 32, "%u blocks", n);
  return text;
}

const char *wl_padding_text(const struct wl_head *head, const struct wl_residency *now,
                            const struct wl_padding *p, char text[160]) {
  const struct wl_array *a = &head->array[p->array];
  uint32_t blocks = now->occupancy.blocks, row = a->extent[a->dimensions - 1];
  char lost[32], columns[32] = "column";
  if (p->columns < -1) snprintf(columns, sizeof columns, "%d columns", -p->columns);
  if (p->columns > 0)
    snprintf(text, 160, "another column of %s would cost %s: %u instead of %u per SM", a->name,
             count_blocks(blocks - p->blocks, lost), p->blocks, blocks);
  else
    snprintf(text, 160, "the %s of %s beyond %u cost%s %s: %u instead of %u per SM", columns,
             a->name, row - (uint32_t)-p->columns, p->columns == -1 ? "s" : "",
             count_blocks(p->blocks - blocks, lost), blocks, p->blocks);
  return text;
}

const char *wl_residency_note(const struct wl_residency *before, const struct wl_residency *now,
                              const char *change, char text[128]) {
  char limits[64];
  if (!before->fits || !now->fits || before->sm != now->sm || before->shared == now->shared ||
      now->occupancy.blocks >= before->occupancy.blocks ||
      now->occupancy.warps >= before->occupancy.warps) /* fewer blocks, and larger ones */
    return NULL;
  uint32_t lost = before->occupancy.blocks - now->occupancy.blocks;
  char blocks[32];
  snprintf(text, 128, "%s costs %s: %u instead of %u per SM, limit: %s",
           change[0] ? change : "the change", count_blocks(lost, blocks), now->occupancy.blocks,
           before->occupancy.blocks, wl_residency_limits(now, limits));
  return text;
}
