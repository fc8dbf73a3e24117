/* cp.async: a copy may write at any time from its start to the wait of its thread; before that
 * wait, no thread may access what it writes. Source: PTX ISA, "cp.async", "cp.async.wait_group". */
#include "core/base/grow.h"
#include "core/hazard/watch.h"

void wl_watch_fly(struct wl_watch *w, struct wl_hazard_cell *c, unsigned warp, unsigned lane) {
  if (w->flights == w->flight_capacity) {
    struct wl_flight *grown = wl_grow(w->flight, sizeof *grown, &w->flight_capacity, 256);
    if (grown == NULL) {
      w->failed = true;
      return;
    }
    w->flight = grown;
  }
  c->write.flying = true;
  uint64_t *opened = &w->opened[warp][lane];
  if (!*opened) *opened = w->ledger[1].stamp[c->write.stamp - 1].step + 1;
  w->flight[w->flights++] = (struct wl_flight){
    .cell = c, .stamp = c->write.stamp, .batch = w->batch[warp][lane], .warp = (uint8_t)warp,
    .lane = (uint8_t)lane};
}

/* From now on the copy is a store of its thread like any other, made just now. */
static void land(struct wl_watch *w, const struct wl_flight *f) {
  struct wl_slot *slot = &f->cell->write;
  if (!slot->flying || slot->stamp != f->stamp || slot->lane != f->lane) return; /* overwritten */
  struct wl_stamp now = w->ledger[1].stamp[f->stamp - 1];
  now.phase = w->phase;
  now.version = w->version[f->warp];
  slot->stamp = wl_shadow_stamp(w, &w->ledger[1], &now);
  slot->flying = false;
}

void wl_watch_pipeline(struct wl_watch *w, const struct wl_step *s) {
  if (s->name == WL_NAME_PIPELINE_COMMIT) {
    for (uint32_t left = s->access.mask; left != 0; left &= left - 1) {
      w->batch[s->warp][__builtin_ctz(left)]++;
      w->opened[s->warp][__builtin_ctz(left)] = 0;
    }
    return;
  }
  size_t kept = 0;
  for (size_t i = 0; i < w->flights; i++) {
    const struct wl_flight f = w->flight[i];
    bool waits = f.warp == s->warp && (s->access.mask >> f.lane & 1);
    uint64_t later = s->has_values ? s->value[f.lane] : 0;
    if (waits && f.batch + later < w->batch[s->warp][f.lane]) land(w, &f);
    else w->flight[kept++] = f;
  }
  w->flights = kept;
}
