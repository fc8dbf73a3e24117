/* Which lanes and words make each count. Lists of lines and words: explain_global.c,
 * bank_schedule.c. */
#include "core/explain/explain.h"

#include <assert.h>
#include <string.h>

#include "core/count/legacy_shared.h"
#include "core/explain/explain_parts.h"

/* A lane is finished in the last wavefront that serves it. */
static void finish_lanes(struct wl_explain *out) {
  uint32_t later = 0;
  for (unsigned i = out->wavefront_count; i-- > 0;) {
    out->wavefront[i].finished = out->wavefront[i].lanes & ~later;
    later |= out->wavefront[i].lanes;
  }
}

static void set_shared(const struct wl_arch *arch, struct wl_explain *out) {
  struct wl_counts *c = &out->counts;
  c->bytes_moved = arch->row_bytes * out->wavefront_count;
  c->ideal_wavefronts = wl_ideal(c->bytes_asked, arch->row_bytes, out->wavefront_count);
}

/* The second operand goes where the first went, after it, and is ideal likewise. */
static void serve_again(struct wl_explain *out) {
  unsigned first = out->wavefront_count;
  for (unsigned i = 0; i < first; i++) {
    struct wl_wavefront *w = &out->wavefront[out->wavefront_count++];
    *w = out->wavefront[i];
    w->again = true;
  }
  out->counts.bytes_moved *= 2;
  out->counts.ideal_wavefronts = (uint16_t)(2 * out->counts.ideal_wavefronts);
}

static void explain_shared(const struct wl_arch *arch, const struct wl_access *a,
                           struct wl_explain *out) {
  struct wl_load load = {{{0}}};
  uint32_t lanes = wl_access_tries(a) ? wl_try_served(a) : a->mask;
  wl_explain_groups(wl_group_shift(a->width, wl_merges(arch, a)), out);
  wl_bank_schedule(a, 0, lanes, wl_lanes_queue(arch, a) ? WL_PER_LANE : WL_PER_WORD, &load, out);
  wl_set_ways(&load, out);
  set_shared(arch, out);
  if (a->op == WL_CAS || wl_access_tries(a)) serve_again(out);
  if (a->form == WL_FORM_AGAIN) out->counts.ideal_wavefronts = 0;
}

/* The lane groups of wl_passes(). */
static void set_early_groups(enum wl_banking rule, const struct wl_access *a,
                             struct wl_explain *out) {
  unsigned words = a->width > 4 ? a->width / 4 : 1;
  if (rule == WL_BANKS_FERMI && a->width > 4 && !wl_is_atomic(a)) {
    wl_explain_groups(wl_group_shift(a->width, false), out);
    return;
  }
  bool halves = rule == WL_BANKS_HALF_WARP && !wl_is_atomic(a);
  out->groups = (uint8_t)(halves ? 2 * words : 1);
  for (unsigned g = 0; g < out->groups; g++)
    out->group_lanes[g] = !halves ? UINT32_MAX : g < words ? 0x0000ffff : 0xffff0000;
}

/* Before cc 5.0: the passes list their words. */
static void explain_passes(const struct wl_arch *arch, const struct wl_access *a,
                           struct wl_explain *out) {
  enum wl_banking rule = wl_banking_of(arch, a);
  unsigned words;
  struct wl_pass_count count = wl_is_atomic(a) ? wl_lock_trips(arch, a, out->word, &words)
                                               : wl_passes(rule, a, out->word, &words);
  uint8_t load[WL_MAX_GROUPS][WL_MAX_BANKS] = {{0}};
  set_early_groups(rule, a, out);
  out->word_count = (uint16_t)words;
  out->wavefront_count = (uint16_t)count.passes;
  out->counts.ways = (uint16_t)count.ways;
  for (unsigned i = 0; i < words; i++) {
    const struct wl_word *w = &out->word[i];
    struct wl_wavefront *front = &out->wavefront[w->wavefront];
    if (count.passes > 0) front->lanes |= w->lanes, front->group = w->group;
    uint8_t in_bank = ++load[w->group][w->bank];
    if (in_bank > out->bank_words[w->bank]) out->bank_words[w->bank] = in_bank;
  }
  if (count.passes == 0) return; /* not known */
  set_shared(arch, out);
  if (wl_is_atomic(a)) out->counts.bytes_moved = 0; /* nor this */
}

/* One pass for each word of each address, in order of first lane. */
static void list_addresses(const struct wl_access *a, uint32_t rest, unsigned group,
                           struct wl_explain *out) {
  unsigned words = a->width > 4 ? a->width / 4 : 1;
  out->group_lanes[group] = rest;
  while (rest != 0) {
    uint64_t address = a->address[wl_lowest(rest)];
    uint32_t lanes = 0;
    for (uint32_t r = rest; r != 0; r &= r - 1)
      if (a->address[wl_lowest(r)] == address) lanes |= 1u << wl_lowest(r);
    for (unsigned w = 0; w < words; w++)
      out->wavefront[out->wavefront_count++] = (struct wl_wavefront){
        .lanes = lanes, .group = (uint8_t)group, .address = address + 4 * w};
    rest &= ~lanes;
  }
}

static void explain_constant(const struct wl_arch *arch, const struct wl_access *a,
                             struct wl_explain *out) {
  assert(arch->request_lanes == WL_LANES || arch->request_lanes == WL_LANES / 2);
  out->groups = (uint8_t)(WL_LANES / arch->request_lanes);
  uint32_t lanes = out->groups == 1 ? UINT32_MAX : 0xffff;
  for (unsigned g = 0; g < out->groups; g++) {
    list_addresses(a, a->mask & lanes << 16 * g, g, out);
    out->group_lanes[g] = lanes << 16 * g;
  }
  out->counts.ideal_wavefronts = wl_ideal_passes(a, &out->counts);
}

static void explain_space(const struct wl_arch *arch, const struct wl_access *a,
                          struct wl_explain *out) {
  bool early = arch->family == WL_COALESCED;
  switch (a->space) {
  case WL_GLOBAL:
    if (early) wl_explain_transactions(wl_coalescing_of(arch, a), arch, a, out);
    else wl_explain_global(arch, a, out);
    break;
  case WL_SHARED:
    if (early) explain_passes(arch, a, out);
    else explain_shared(arch, a, out);
    break;
  case WL_LOCAL: wl_explain_local(arch, a, out); break;
  case WL_TEXTURE:
    out->group_lanes[out->groups++] = UINT32_MAX;
    wl_count_texture(a, &out->counts);
    break;
  default: explain_constant(arch, a, out); break;
  }
}

void wl_explain(const struct wl_arch *arch, const struct wl_access *a, struct wl_explain *out) {
  memset(out, 0, sizeof *out);
  out->tags_known = wl_tags_known(arch, a);
  if (wl_access_absent(arch, a)) {
    out->group_lanes[out->groups++] = UINT32_MAX;
    return;
  }
  out->counts.requests = wl_count_requests(arch, a->mask);
  out->counts.bytes_asked = (uint32_t)__builtin_popcount(a->mask) * a->width;
  explain_space(arch, a, out);
  finish_lanes(out);
  out->counts.wavefronts = out->wavefront_count;
  wl_explain_rules(arch, a, out);
}
