/* Checks accesses of whole warps without looking at each lane, with the same result.
 *
 * If only barriers of the block order threads, two accesses are ordered if they are in one block
 * and different phases, or by one thread. If the lanes of the same half-warps accessed all words
 * of a row in the same order, each lane finds at its word what the others find at theirs: what
 * holds for one word holds for the row. */
#include "core/hazard/watch_touch.h"

/* Whether the lanes of a row, the first of which is t->lane, are in order with what their words
 * hold there, lane by lane. */
static bool is_ordered(const struct wl_touch *t, const struct wl_slot *slot) {
  if (slot->stamp == 0) return true;
  const struct wl_stamp *old = wl_touch_old(t, slot);
  return old->block == t->now->block &&
         (old->phase != t->now->phase ||
          (old->warp == t->now->warp && slot->lane == t->lane));
}

/* Whether a slot that goes has to be kept in the trail of its word. */
static bool leaves_trail(const struct wl_touch *t, const struct wl_slot *slot) {
  return t->shared && slot->stamp != 0 && wl_touch_old(t, slot)->phase == t->now->phase;
}

static unsigned distance(const struct wl_touch *t, const struct wl_slot *slot) {
  return wl_touch_distance(t, slot, slot->lane, t->lane);
}

static bool read_row(const struct wl_touch *t, struct wl_hazard_cell *c) {
  struct wl_slot first = c->read[0], second = c->read[1], out = first;
  bool asks = t->shared && !c->set && t->w->head->array[t->array].place.line != 0;
  if (asks || !is_ordered(t, &c->write)) return false;
  if (!is_ordered(t, &first)) {
    if (is_ordered(t, &second) || distance(t, &first) >= distance(t, &second)) {
      out = second;
      second = first;
    }
  }
  bool here = wl_touch_is_here(t, &out) && wl_touch_is_here(t, &second);
  if (!here && leaves_trail(t, &out)) return false;
  c->read[0] = wl_touch_slot(t, t->lane);
  c->read[1] = second;
  return true;
}

static bool write_row(const struct wl_touch *t, struct wl_hazard_cell *c) {
  const struct wl_slot *slot[] = {&c->write, &c->read[0], &c->read[1]};
  for (int i = 0; i < 3; i++)
    if (!is_ordered(t, slot[i]) || leaves_trail(t, slot[i])) return false;
  c->write = wl_touch_slot(t, t->lane);
  c->read[0].stamp = c->read[1].stamp = 0;
  c->set = true;
  return true;
}

/* The row that half a warp, from t->lane on, touches word by word, and nothing else. NULL: none
 * that is not split. */
static struct wl_shadow_row *row_of(const struct wl_touch *t, const struct wl_step *s,
                                    const uint64_t *address) {
  const struct wl_array *a = &t->w->head->array[t->array];
  uint64_t width = s->access.width, first = address[t->lane], offset = first - a->base, wrong = 0;
  if (first < a->base || offset >= a->bytes || a->bytes - offset < width * WL_ROW_CELLS ||
      offset % (width * WL_ROW_CELLS) != 0)
    return NULL;
  bool even = s->access.even && address == s->access.address;
  if (even) wrong = address[1] - address[0] - width;
  for (unsigned i = 0; !even && i < WL_ROW_CELLS; i++)
    wrong |= address[t->lane + i] ^ (first + i * width);
  struct wl_shadow_row *row = wrong ? NULL : wl_shadow_row(t->w, t->array, offset >> t->shift);
  bool plain = row && !row->split && !wl_shadow_atoms(t->w, t->array, offset >> t->shift);
  return plain ? row : NULL;
}

bool wl_watch_row(struct wl_touch *t, const struct wl_step *s, const uint64_t *address) {
  enum wl_role role = wl_role_of(t->now->op);
  bool copy = wl_op_is_copy((enum wl_op)t->now->op);
  struct wl_shadow_row *row[2];
  struct wl_hazard_cell cell[2]; /* as they will be, if both can be */
  if (!t->plain || role == WL_UPDATES || copy || s->access.mask != UINT32_MAX ||
      s->access.width != 1u << t->shift)
    return false;
  t->mask = 15;
  for (unsigned half = 0; half < 2; half++) {
    t->lane = half * WL_ROW_CELLS;
    row[half] = row_of(t, s, address);
    if (row[half] == NULL) return false;
    bool again = half == 1 && row[1] == row[0];
    struct wl_hazard_cell *c = again ? &cell[0] : &cell[half];
    if (!again) *c = row[half]->whole;
    if (!(role == WL_READS ? read_row(t, c) : write_row(t, c))) return false;
  }
  if (row[1] != row[0]) row[1]->whole = cell[1];
  row[0]->whole = cell[0];
  return true;
}

/* Lanes of a warp that read one word, which the first of them (t->lane) has read already: the last
 * one, and the one before it. */
bool wl_watch_again(const struct wl_touch *t, unsigned before, unsigned last) {
  const struct wl_array *a = &t->w->head->array[t->array];
  if (t->address < a->base || t->address - a->base >= a->bytes) return false;
  uint64_t index = (t->address - a->base) >> t->shift;
  struct wl_hazard_cell *c = wl_shadow_cell(t->w, t->array, index);
  if (c == NULL || wl_shadow_atoms(t->w, t->array, index)) return false;
  const struct wl_stamp *wrote = c->write.stamp ? wl_touch_old(t, &c->write) : NULL;
  if (wrote && (c->write.flying || wrote->block != t->now->block ||
                wrote->phase == t->now->phase))
    return false;
  const struct wl_slot *other = &c->read[1];
  if (leaves_trail(t, other) && !wl_touch_is_here(t, other)) return false;
  if (wl_touch_distance(t, other, 0, 0) <= 2) c->read[1] = wl_touch_slot(t, before);
  c->read[0] = wl_touch_slot(t, last);
  return true;
}
