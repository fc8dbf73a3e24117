/* Why a multiprocessor holds so many blocks and warps. */
#include <stdio.h>
#include <string.h>

#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/why/why_rows.h"
#include "words/occupancy_text.h"

static const struct { const char *title, *help, *name, *sentence; } figures[WL_SM_FIGURES] = {
  [WL_SM_BLOCKS] = {
    "blocks per SM", "blocks of the kernel that one multiprocessor holds at once",
    "the scarcest resource decides",
    "A block stays on its SM until it ends, with all its warps, registers and shared memory. The "
    "resource that allows the fewest blocks decides how many are there at once."},
  [WL_SM_WARPS] = {
    "warps per SM", "warps that one multiprocessor can choose from",
    "warps of all blocks that are there",
    "The blocks that an SM holds, times the warps of a block. Warps that are there hide the "
    "latency of each other's loads; more than that takes are of no use."},
  [WL_SM_LIMIT + WL_LIMIT_BLOCKS] = {
    "limit by blocks", "blocks that an SM holds, however small they are",
    "a number of the generation",
    "An SM keeps track of so many blocks and no more."},
  [WL_SM_LIMIT + WL_LIMIT_WARPS] = {
    "limit by warps", "blocks that the warps of an SM would allow",
    "whole blocks of warps",
    "A block of T threads has T / 32 warps, rounded up: the last warp counts in full. The warps "
    "of an SM, by those of a block, rounded down."},
  [WL_SM_LIMIT + WL_LIMIT_SHARED] = {
    "limit by shared memory", "blocks that the shared memory of an SM would allow",
    "whole blocks of shared memory",
    "What a block declares, with what the system takes for itself, rounded up to the allocation "
    "step. The shared memory of an SM, by that, rounded down."},
  [WL_SM_LIMIT + WL_LIMIT_REGISTERS] = {
    "limit by registers", "blocks that the register file of an SM would allow",
    "registers are given in pieces",
    "Since cc 2.0 each warp gets registers × 32, rounded up to the allocation step, from the part "
    "of the file that its sub-partition has; before, a block got all in one piece."},
  [WL_SM_REGISTERS] = {
    "registers of a thread", "registers that the compiler gives each thread",
    "only a compiler knows",
    "A script says nothing of registers: nvcc -Xptxas -v tells what a kernel uses. Without "
    "--registers a common number is assumed."},
  [WL_SM_SHARED] = {
    "shared memory of a block", "bytes of shared memory that a block declares",
    "the arrays of the script",
    "The sizes of all shared arrays, each where its alignment puts it."},
};

static uint32_t warps_of(const struct wl_residency *r) { return (r->threads + 31) / 32; }

/* What a limit comes from, as one row. */
static void add_limit(const struct wl_residency *r, enum wl_limiter limit, struct wl_why *w) {
  const struct wl_sm *sm = r->sm;
  uint32_t by = r->occupancy.by[limit], warps = warps_of(r), count = r->registers.count;
  struct wl_why_row *row = wl_why_add(w, 0, -1, "by %s", wl_limiter_names[limit]);
  if (by != UINT32_MAX) snprintf(row->value, sizeof row->value, "%u", by);
  else snprintf(row->value, sizeof row->value, "any");
  switch (limit) {
  case WL_LIMIT_BLOCKS:
    wl_why_say(row, "cc %s holds %u blocks on an SM", sm->cc, sm->blocks);
    break;
  case WL_LIMIT_WARPS:
    wl_why_say(row, "%u warps / %u a block (%u threads / 32)", sm->warps, warps, r->threads);
    break;
  case WL_LIMIT_SHARED: {
    uint32_t bytes = wl_round_up(r->shared + sm->shared_reserved, sm->shared_unit);
    wl_why_say(row, "%u bytes / %u a block (%u", sm->shared, bytes, r->shared);
    if (sm->shared_reserved) wl_why_say(row, " + %u of the system's", sm->shared_reserved);
    wl_why_say(row, ", in steps of %u)", sm->shared_unit);
    break;
  }
  default:
    if (sm->register_per_block) {
      uint32_t even = wl_round_up(warps, sm->warp_granularity);
      wl_why_say(row, "%u / %u a block (%u warps × 32 × %u, in steps of %u)", sm->registers,
                 wl_round_up(even * 32 * count, sm->register_unit), even, count, sm->register_unit);
    } else {
      uint32_t warp = wl_round_up(32 * count, sm->register_unit),
               part = sm->registers / sm->partitions;
      wl_why_say(row, "%u parts × (%u / %u a warp) / %u warps a block; 32 × %u in steps of %u",
                 sm->partitions, part, warp, warps, count, sm->register_unit);
    }
  }
}

static void sum_row(struct wl_why *w, const char *label, const char *text) {
  wl_why_sum(w, text);
  struct wl_why_row *row = &w->row[w->count - 1];
  snprintf(row->label, sizeof row->label, "%s", label);
}

static void list_arrays(const struct wl_head *h, struct wl_why *w) {
  for (int i = 0; i < h->arrays; i++) {
    const struct wl_array *a = &h->array[i];
    if (a->space != WL_SHARED) continue;
    struct wl_why_row *row = wl_why_add(w, 0, (int)a->bytes, "%.19s", a->name);
    wl_why_say(row, "%llu elements of %u bytes, from byte %llu on%s",
               (unsigned long long)(a->bytes / a->element_bytes), a->element_bytes,
               (unsigned long long)a->base, h->shared_assumed ? ", assumed" : "");
  }
  if (!w->count) wl_why_note(w, "here", "the script declares no shared array");
}

/* Where the numbers of a figure are from. */
static const struct wl_sm_field *field_of(const struct wl_residency *r, unsigned n) {
  bool limit = n >= WL_SM_LIMIT && n < WL_SM_REGISTERS;
  return limit ? wl_limiter_field(r->sm, (enum wl_limiter)(n - WL_SM_LIMIT))
               : wl_residency_source(r);
}

static void explain(struct wl_session *m, const struct wl_residency *r, unsigned n,
                    struct wl_why *w) {
  char limits[64];
  if (!r->fits) { /* what is missing, and who says so */
    snprintf(w->value, sizeof w->value, "0");
    wl_why_note(w, "none", "%s", r->diag.what);
    wl_why_note(w, "the limit", "%s", r->diag.hint);
    return;
  }
  switch (n) {
  case WL_SM_BLOCKS:
    snprintf(w->value, sizeof w->value, "%u", r->occupancy.blocks);
    for (enum wl_limiter i = 0; i < WL_LIMITERS; i++) add_limit(r, i, w);
    snprintf(w->sentence, sizeof w->sentence, "the least: %s", wl_residency_limits(r, limits));
    sum_row(w, "blocks", w->sentence);
    break;
  case WL_SM_WARPS:
    snprintf(w->value, sizeof w->value, "%u of %u", r->occupancy.warps, r->sm->warps);
    wl_why_note(w, "here", "%u blocks × %u warps = %u, of %u that cc %s can hold: %u %%",
                r->occupancy.blocks, warps_of(r), r->occupancy.warps, r->sm->warps, r->sm->cc,
                100 * r->occupancy.warps / r->sm->warps);
    break;
  case WL_SM_REGISTERS:
    snprintf(w->value, sizeof w->value, "%u", r->registers.count);
    wl_why_note(w, "here", r->registers.assumed ? "%u, assumed: --registers was not given"
                                                : "--registers=%u", r->registers.count);
    wl_why_note(w, "at most", "%u on cc %s", r->sm->thread_registers, r->sm->cc);
    break;
  case WL_SM_SHARED:
    snprintf(w->value, sizeof w->value, "%u", r->shared);
    list_arrays(wl_session_head(m), w);
    sum_row(w, "bytes", "with gaps that alignment leaves");
    break;
  default:
    add_limit(r, (enum wl_limiter)(n - WL_SM_LIMIT), w);
    snprintf(w->value, sizeof w->value, "%s", w->row[0].value);
  }
}

bool wl_why_sm(struct wl_session *m, unsigned n, struct wl_why *w) {
  struct wl_residency r;
  if (!wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &r)) return false;
  if (!r.fits && n != WL_SM_BLOCKS) return false;
  const struct wl_sm_field *field = field_of(&r, n);
  w->title = figures[n].title;
  w->help = figures[n].help;
  w->made = (struct wl_rule){figures[n].name, figures[n].sentence,
                             wl_sm_field_certainty(field, r.sm),
                             wl_sm_field_source(field, r.sm), 0};
  bool assumed = n == WL_SM_REGISTERS ? r.registers.assumed : n == WL_SM_SHARED && r.shared_assumed;
  if (assumed) {
    w->made.certainty = WL_FOLKLORE;
    w->made.source = "none: assumed";
  } else if (n == WL_SM_REGISTERS || n == WL_SM_SHARED) {
    w->made.certainty = WL_DERIVED;
    w->made.source = n == WL_SM_SHARED ? "the script" : "the command line";
  }
  w->rule = &w->made;
  w->certainty = w->made.certainty;
  explain(m, &r, n, w);
  return true;
}
