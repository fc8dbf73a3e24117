#include "core/hazard_cure.h"

#include "core/hazard_finds.h"

/* Whether it has to be mended: where both write the same value, it has not. */
static bool is_harmful(const struct wl_hazard *h) { return wl_hazard_is_race(h) && !h->note; }

/* Whether its threads are of one block. */
static bool is_local(const struct wl_hazard *h) {
  return is_harmful(h) && h->scope != WL_SCOPE_GRID;
}

/* Whether a missing barrier may be behind both: they are between the same lines. */
static bool is_kin(const struct wl_hazard *a, const struct wl_hazard *b) {
  uint32_t a1 = a->first.place.line, a2 = a->second.place.line;
  uint32_t b1 = b->first.place.line, b2 = b->second.place.line;
  return a->array == b->array && ((a1 == b1 && a2 == b2) || (a1 == b2 && a2 == b1));
}

/* Threads write one element at one place. No barrier sets those of one iteration apart; one
 * between iterations ends the race of those, and what all but the last wrote is lost still. */
static bool is_crowded(const struct wl_hazard *h) {
  return is_harmful(h) && h->kind == WL_HAZARD_WAW &&
         wl_same_place(&h->first.place, &h->second.place);
}

/* Whether a thread looks at an element and then writes it, as others do at the same place. */
static bool reads_before(const struct wl_hazard *h, const struct wl_hazard *crowded) {
  return h->kind == WL_HAZARD_WAR && !h->again && h->array == crowded->array &&
         h->second.place.line == crowded->first.place.line;
}

/* The innermost of the loops around an access; 0: none. */
static uint32_t innermost(const struct wl_party *p) {
  uint32_t loop = 0;
  for (unsigned i = 0; i < WL_WAY_TURNS && p->loop[i]; i++) loop = p->loop[i];
  return loop;
}

/* What mends `h`, seen together with its kin. */
static void find_cure(const struct wl_finds *f, struct wl_hazard *h) {
  bool turn = false, local = false, atomic = is_crowded(h);
  h->cure = WL_CURE_BETWEEN;
  h->kinds = (uint16_t)(1u << h->kind);
  h->reach = h->scope;
  h->from = h->first.place.line;
  h->to = h->second.place.line;
  h->from_loop = innermost(&h->first);
  h->to_loop = innermost(&h->second);
  if (!is_harmful(h)) return;
  for (size_t i = 0; i < f->count; i++) {
    const struct wl_hazard *k = &f->hazard[i];
    if (is_crowded(k) && (reads_before(h, k) || (is_kin(h, k) && h->from == h->to))) atomic = true;
    if (!is_local(h) || !is_local(k) || !is_kin(h, k)) continue;
    if (k->scope > h->reach) h->reach = k->scope;
    turn |= k->kind == WL_HAZARD_RAW && k->loop;
    local |= k->kind == WL_HAZARD_WAR;
  }
  if (atomic) h->cure = WL_CURE_ATOMIC;
  else if (h->from != h->to || !is_local(h)) return;
  else if (turn) h->cure = local ? WL_CURE_BOTH : WL_CURE_TURN;
  else if (local) h->cure = WL_CURE_LOCAL;
}

/* Whether the barrier that mends it is one between lines that follow each other: in the text, or
 * from the end of a loop's body back to its beginning. */
static bool has_window(const struct wl_hazard *h) {
  return is_local(h) && h->cure == WL_CURE_BETWEEN && !h->calls &&
         (h->from < h->to || (h->from > h->to && h->again));
}

static bool same_window(const struct wl_hazard *a, const struct wl_hazard *b) {
  return a->from == b->from && a->to == b->to;
}

/* Whether one of its two accesses is in the loop, so that it turns; one that does not has no
 * barrier. 0: no loop. */
static bool is_in(const struct wl_hazard *h, uint32_t loop) {
  bool in = loop == 0;
  for (unsigned i = 0; i < WL_WAY_TURNS && !in; i++)
    in = h->first.loop[i] == loop || h->second.loop[i] == loop;
  return in;
}

/* Where another race needs its barrier in a part of the lines that would do for this one, and
 * both begin or end at one line, that barrier mends both. Not where it may stand outside of the
 * inner loop whose iterations this one is between, or inside of another one. */
static bool narrow(struct wl_hazard *h, const struct wl_hazard *k) {
  if (!has_window(k) || (h->from < h->to) != (k->from < k->to)) return false;
  if (h->from > h->to && k->depth < h->depth) return false;
  bool inside = (k->to == h->to && k->from > h->from) || (k->from == h->from && k->to < h->to);
  if (!inside || !is_in(h, k->from_loop) || !is_in(h, k->to_loop)) return false;
  h->from = k->from;
  h->to = k->to;
  h->from_loop = k->from_loop;
  h->to_loop = k->to_loop;
  if (k->depth > h->depth) h->depth = k->depth;
  return true;
}

/* One barrier for all that it can mend: lines come closer until there are no fewer. */
static void share_barriers(struct wl_finds *f) {
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < f->count; i++)
      for (size_t k = 0; k < f->count && has_window(&f->hazard[i]); k++)
        more |= narrow(&f->hazard[i], &f->hazard[k]);
  }
  for (size_t i = 0; i < f->count; i++)
    for (size_t k = 0; k < f->count && has_window(&f->hazard[i]); k++) {
      struct wl_hazard *h = &f->hazard[i], *other = &f->hazard[k];
      if (has_window(other) && same_window(h, other) && other->reach > h->reach)
        h->reach = other->reach;
    }
}

/* Whether its own two lines are those that the barrier has to be between. */
static bool is_whole(const struct wl_hazard *h) {
  return h->from == h->first.place.line && h->to == h->second.place.line;
}

/* Whether `h` is a race with copies that other threads come to before they have arrived. */
static bool is_of_flight(const struct wl_hazard *h, const struct wl_hazard *k) {
  return k->kind == WL_HAZARD_FLIGHT && is_local(h) && is_kin(h, k) &&
         wl_op_is_copy((enum wl_op)h->first.op);
}

/* Whether `h` need not be told beside `k`. A number that many threads read, change and write back
 * is one mistake; and of what was overwritten before the other thread came, the barrier is all
 * there is to tell. */
static bool is_part(const struct wl_hazard *h, const struct wl_hazard *k) {
  if (k->joined || h->array != k->array) return false;
  if (is_of_flight(h, k)) return true;
  if (h->cure == WL_CURE_ATOMIC && k->cure == WL_CURE_ATOMIC)
    return is_kin(h, k) && (h->kind == k->kind ? h->scope <= k->scope
                                               : is_crowded(k) && !is_crowded(h));
  if (!has_window(h) || !has_window(k) || !same_window(h, k)) return false;
  return is_whole(k) && (is_whole(h) ? h->late && !k->late : h->late || k->late);
}

static void join_parts(struct wl_finds *f) {
  size_t kept = 0;
  for (size_t i = 0; i < f->count; i++) {
    struct wl_hazard *h = &f->hazard[i];
    for (size_t k = 0; k < f->count && !h->joined; k++) {
      struct wl_hazard *home = &f->hazard[k];
      if (k == i || !is_part(h, home)) continue;
      h->joined = true;
      if (is_of_flight(h, home)) { /* who waits for them needs a barrier, too */
        if (h->scope > home->scope) home->scope = h->scope;
        home->own = home->walled = false;
      }
      home->kinds |= h->kinds;
      home->count += h->count;
    }
  }
  for (size_t i = 0; i < f->count; i++)
    if (!f->hazard[i].joined) f->hazard[kept++] = f->hazard[i];
  f->count = kept;
}

void wl_finds_cure(struct wl_finds *f) {
  for (size_t i = 0; i < f->count; i++) find_cure(f, &f->hazard[i]);
  share_barriers(f);
  join_parts(f);
}
