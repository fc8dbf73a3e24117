#include "core/hazard/fixes.h"

#include "core/hazard/finding_index.h"
#include "core/hazard/findings.h"

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
  for (unsigned i = 0; i < WL_PROGRAM_POINT_TURNS && p->loop[i]; i++) loop = p->loop[i];
  return loop;
}

/* Of the lines of an array, in either order: what is_kin() has in common. */
static uint64_t kin_key(uint16_t array, uint32_t line, uint32_t other) {
  return line < other ? wl_hazard_key(array, line, other) : wl_hazard_key(array, other, line);
}

static uint64_t key_of(const struct wl_hazard *h) {
  return kin_key(h->array, h->first.place.line, h->second.place.line);
}

/* Whether `k` makes of `h` an update that is lost. */
static bool is_update(const struct wl_hazard *h, const struct wl_hazard *k) {
  return is_crowded(k) && (reads_before(h, k) || (is_kin(h, k) && h->from == h->to));
}

/* The line of entry `i` of an index of updates: those of hazard `i / 2`. */
static uint32_t update_line(const struct wl_findings *f, uint32_t i) {
  const struct wl_hazard *h = &f->hazard[i / 2];
  return i % 2 ? h->second.place.line : h->first.place.line;
}

/* The lines of arrays where threads read one element, change it and write it back. */
static void list_updates(const struct wl_findings *f, const struct wl_hazard_index *kin,
                         struct wl_hazard_index *updates) {
  wl_hazard_index_create(updates, 2 * f->count);
  for (uint32_t n = 0; n < f->count; n++) {
    const struct wl_hazard *h = &f->hazard[n];
    uint32_t written = h->second.place.line;
    if (!is_harmful(h) || h->kind != WL_HAZARD_WAR) continue;
    uint32_t i = wl_hazard_index_first(kin, kin_key(h->array, written, written));
    while (i < f->count && !(is_crowded(&f->hazard[i]) && reads_before(h, &f->hazard[i])))
      i = wl_hazard_index_next(kin, i);
    if (i >= f->count) continue;
    for (uint32_t k = 2 * n; k < 2 * n + 2; k++)
      wl_hazard_index_add(updates, wl_hazard_key(h->array, update_line(f, k), 0), k);
  }
}

static bool updates_at(const struct wl_findings *f, const struct wl_hazard_index *updates,
                       uint16_t array, uint32_t line) {
  uint32_t i = wl_hazard_index_first(updates, wl_hazard_key(array, line, 0));
  while (i < 2 * f->count && (f->hazard[i / 2].array != array || update_line(f, i) != line))
    i = wl_hazard_index_next(updates, i);
  return i < 2 * f->count;
}

/* Where both lines of a race are updates, atomics set them apart and a barrier does not: others
 * come to the same line. Where one is, that needs an atomic beside the barrier. */
static void find_update(const struct wl_findings *f, const struct wl_hazard_index *updates,
                        struct wl_hazard *h) {
  if (!is_harmful(h) || h->cure != WL_CURE_BETWEEN || h->from == h->to) return;
  bool from = updates_at(f, updates, h->array, h->from);
  bool to = updates_at(f, updates, h->array, h->to);
  if (from && to) h->cure = WL_CURE_ATOMIC;
  else if (from || to) h->updates = from ? h->from : h->to;
}

/* What mends `h`, seen together with its kin, by `x`. */
static void find_cure(const struct wl_findings *f, const struct wl_hazard_index *x,
                      struct wl_hazard *h) {
  bool turn = false, local = false, atomic = is_crowded(h);
  h->cure = WL_CURE_BETWEEN;
  h->kinds = (uint16_t)(1u << h->kind);
  h->reach = h->scope;
  h->from = h->first.place.line;
  h->to = h->second.place.line;
  h->from_loop = innermost(&h->first);
  h->to_loop = innermost(&h->second);
  if (!is_harmful(h)) return;
  uint64_t crowd = kin_key(h->array, h->to, h->to), kin = kin_key(h->array, h->from, h->to);
  uint32_t i = wl_hazard_index_first(x, crowd);
  for (; i < f->count && !atomic; i = wl_hazard_index_next(x, i))
    atomic = is_update(h, &f->hazard[i]);
  for (i = wl_hazard_index_first(x, kin); i < f->count; i = wl_hazard_index_next(x, i)) {
    const struct wl_hazard *k = &f->hazard[i];
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
  for (unsigned i = 0; i < WL_PROGRAM_POINT_TURNS && !in; i++)
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

/* The widest scope among those with one window is that of their barrier. */
static void widen(struct wl_findings *f) {
  struct wl_hazard_index x;
  wl_hazard_index_create(&x, f->count);
  for (uint32_t i = 0; i < f->count; i++)
    wl_hazard_index_add(&x, wl_hazard_key(0, f->hazard[i].from, f->hazard[i].to), i);
  for (size_t i = 0; i < f->count; i++) {
    struct wl_hazard *h = &f->hazard[i];
    if (!has_window(h)) continue;
    uint32_t k = wl_hazard_index_first(&x, wl_hazard_key(0, h->from, h->to));
    for (; k < f->count; k = wl_hazard_index_next(&x, k)) {
      const struct wl_hazard *other = &f->hazard[k];
      if (has_window(other) && same_window(h, other) && other->reach > h->reach)
        h->reach = other->reach;
    }
  }
  wl_hazard_index_free(&x);
}

/* Windows by the line that they begin at, and by that they end at. */
struct windows { struct wl_hazard_index from, to; };

static void list_windows(const struct wl_findings *f, struct windows *w) {
  wl_hazard_index_create(&w->from, f->count);
  wl_hazard_index_create(&w->to, f->count);
  for (uint32_t i = 0; i < f->count; i++) {
    if (!has_window(&f->hazard[i])) continue;
    wl_hazard_index_add(&w->from, wl_hazard_key(0, f->hazard[i].from, 0), i);
    wl_hazard_index_add(&w->to, wl_hazard_key(0, 0, f->hazard[i].to), i);
  }
}

static void free_windows(struct windows *w) {
  wl_hazard_index_free(&w->from);
  wl_hazard_index_free(&w->to);
}

/* The first one of a key from `k` on, or none. */
static uint32_t from_on(const struct wl_hazard_index *x, uint64_t key, uint32_t k) {
  uint32_t i = wl_hazard_index_first(x, key);
  while (i < k) i = wl_hazard_index_next(x, i);
  return i;
}

/* Brings the lines of `h` closer by each of those that begin or end where it does, in their order.
 * Whether they have come closer. */
static bool close_in(struct wl_findings *f, const struct windows *w, struct wl_hazard *h,
                     size_t *pairs) {
  uint32_t a = from_on(&w->from, wl_hazard_key(0, h->from, 0), 0);
  uint32_t b = from_on(&w->to, wl_hazard_key(0, 0, h->to), 0);
  bool closer = false;
  while (a < f->count || b < f->count) {
    uint32_t k = a < b ? a : b;
    ++*pairs;
    if (narrow(h, &f->hazard[k])) {
      closer = true;
      a = from_on(&w->from, wl_hazard_key(0, h->from, 0), k + 1);
      b = from_on(&w->to, wl_hazard_key(0, 0, h->to), k + 1);
      continue;
    }
    if (a == k) a = wl_hazard_index_next(&w->from, a);
    if (b == k) b = wl_hazard_index_next(&w->to, b);
  }
  return closer;
}

/* One barrier for all that it can mend: lines come closer until there are no fewer, or so many
 * pairs have been looked at: what is left has a barrier of its own, which mends it as well. */
static void share_barriers(struct wl_findings *f) {
  enum { PAIRS = 100000000 };
  size_t pairs = 0;
  for (bool more = true; more && pairs < PAIRS;) {
    struct windows w;
    list_windows(f, &w);
    more = false;
    for (size_t i = 0; i < f->count && pairs < PAIRS; i++)
      if (has_window(&f->hazard[i])) more |= close_in(f, &w, &f->hazard[i], &pairs);
    free_windows(&w);
  }
  widen(f);
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

/* The first among those of a key that `h` need not be told beside; the count: none. */
static uint32_t find_home(const struct wl_findings *f, const struct wl_hazard_index *x,
                          uint64_t key,
                          const struct wl_hazard *h) {
  uint32_t k = wl_hazard_index_first(x, key), count = (uint32_t)f->count;
  while (k < count && (&f->hazard[k] == h || !is_part(h, &f->hazard[k])))
    k = wl_hazard_index_next(x, k);
  return k < count ? k : count;
}

/* Told with another one. */
static void join_home(struct wl_hazard *h, struct wl_hazard *home) {
  h->joined = true;
  if (is_of_flight(h, home)) { /* who waits for them needs a barrier, too */
    if (h->scope > home->scope) home->scope = h->scope;
    home->own = home->walled = false;
  }
  home->kinds |= h->kinds;
  home->count += h->count;
}

static void join_parts(struct wl_findings *f, const struct wl_hazard_index *kin) {
  size_t kept = 0;
  struct wl_hazard_index window;
  wl_hazard_index_create(&window, f->count);
  for (uint32_t i = 0; i < f->count; i++) {
    const struct wl_hazard *h = &f->hazard[i];
    wl_hazard_index_add(&window, wl_hazard_key(h->array, h->from, h->to), i);
  }
  for (size_t i = 0; i < f->count; i++) {
    struct wl_hazard *h = &f->hazard[i];
    uint32_t a = find_home(f, kin, key_of(h), h);
    uint32_t b = find_home(f, &window, wl_hazard_key(h->array, h->from, h->to), h);
    if (b < a) a = b;
    if (a < f->count) join_home(h, &f->hazard[a]);
  }
  wl_hazard_index_free(&window);
  for (size_t i = 0; i < f->count; i++)
    if (!f->hazard[i].joined) f->hazard[kept++] = f->hazard[i];
  f->count = kept;
}

void wl_findings_cure(struct wl_findings *f) {
  struct wl_hazard_index kin, updates;
  wl_hazard_index_create(&kin, f->count);
  for (uint32_t i = 0; i < f->count; i++) wl_hazard_index_add(&kin, key_of(&f->hazard[i]), i);
  list_updates(f, &kin, &updates);
  for (size_t i = 0; i < f->count; i++) {
    find_cure(f, &kin, &f->hazard[i]);
    find_update(f, &updates, &f->hazard[i]);
  }
  wl_hazard_index_free(&updates);
  share_barriers(f);
  join_parts(f, &kin);
  wl_hazard_index_free(&kin);
}
