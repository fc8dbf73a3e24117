/* Races: compares each access with the last ones to the same word. */
#include "core/access/access.h"
#include "core/base/grow.h"
#include "core/hazard/watch_touch.h"

/* Whether all lanes store the same number. */
static bool is_uniform(const struct wl_step *s) {
  if (!s->has_values || s->type.components != 1) return false;
  if (wl_role_of(s->access.op) != WL_WRITES) return false;
  unsigned first = (unsigned)__builtin_ctz(s->access.mask);
  for (unsigned i = first + 1; i < WL_LANES; i++)
    if ((s->access.mask >> i & 1) && s->value[i] != s->value[first]) return false;
  return true;
}

static struct wl_stamp stamp_for(struct wl_watch *w, const struct wl_step *s,
                                 unsigned array) {
  bool uniform = is_uniform(s);
  return (struct wl_stamp){
    .step = w->here, .value = uniform ? s->value[__builtin_ctz(s->access.mask)] : 0,
    .block = s->block, .version = w->version[s->warp], .token = s->way.token,
    .way = wl_ways_number(&w->ways, &s->way, &w->failed),
    .warp = s->warp, .phase = s->phase, .array = (uint16_t)array, .op = s->access.op,
    .iteration = s->iteration, .uniform = uniform, .place = s->place,
    .branch = s->access.mask != s->live};
}

static struct wl_party party(const struct wl_stamp *s, unsigned lane) {
  return (struct wl_party){.place = s->place, .op = s->op, .lane = (uint8_t)lane, .warp = s->warp,
                           .block = s->block, .step = s->step};
}

/* Which comes first in the program, as all warps run through it: `old`, on way `way`, or `now`.
 * Warps are run one after the other, so that a step of a later warp may be recorded behind all
 * steps of an earlier one. The same place in the same iterations: what was recorded first. */
static enum wl_ways_order order_of(const struct wl_watch *w, const struct wl_stamp *old,
                                   uint32_t way, const struct wl_stamp *now) {
  bool known = old->token != 0 && now->token != 0;
  if (old->phase != now->phase && old->block != now->block)
    return old->phase < now->phase ? WL_WAYS_BEFORE : WL_WAYS_AFTER;
  enum wl_ways_order order = wl_ways_compare(
    &w->ways,
    (struct wl_program_point_end){way, known ? old->token : old->place.line, wl_role_of(old->op) ==
                                  WL_READS},
    (struct wl_program_point_end){now->way, known ? now->token : now->place.line,
                                  wl_role_of(now->op) == WL_READS});
  bool one_warp = old->block == now->block && old->warp == now->warp;
  return one_warp && order > WL_WAYS_SAME ? WL_WAYS_SAME : order;
}

/* Remembers a race of this access. False where it has such a one already: with that place in that
 * order, of threads no closer and iterations of a loop no further out. */
static bool remember(struct wl_watch *w, const struct wl_told *z) {
  for (unsigned i = 0; i < w->tolds; i++) {
    const struct wl_told *a = &w->told[i];
    bool outer = a->depth > 0 && a->depth < z->depth;
    if (a->turned == z->turned && a->scope >= z->scope && !outer && a->op == z->op &&
        wl_same_place(&a->place, &z->place))
      return false;
  }
  if (w->tolds < WL_WATCH_TOLD) w->told[w->tolds++] = *z;
  return true;
}

static void race(const struct wl_touch *t, const struct wl_slot *slot, bool late) {
  const struct wl_stamp *old = &t->ledger->stamp[slot->stamp - 1], *now = t->now;
  enum wl_ways_order order = order_of(t->w, old, slot->way, now);
  bool turned = order > WL_WAYS_SAME;
  struct wl_hazard z = {
    .kind = WL_HAZARD_WAW, .has_second = true, .array = (uint16_t)t->array,
    .address = t->address, .count = 1,
    .again = order == WL_WAYS_TURN_BEFORE || order == WL_WAYS_TURN_AFTER,
    .depth = (uint8_t)wl_ways_depth(&t->w->ways, slot->way, now->way),
    .branch = old->branch || now->branch,
    .calls = wl_ways_calls(&t->w->ways, slot->way) || wl_ways_calls(&t->w->ways, now->way),
    .loop = old->iteration != WL_NO_ITERATION && now->iteration != WL_NO_ITERATION,
    .scope = old->block != now->block ? WL_SCOPE_GRID
             : old->warp != now->warp ? WL_SCOPE_BLOCK : WL_SCOPE_WARP};
  z.in_step = t->w->lockstep && z.scope == WL_SCOPE_WARP;
  z.first = turned ? party(now, t->lane) : party(old, slot->lane);
  z.second = turned ? party(old, slot->lane) : party(now, t->lane);
  wl_ways_tokens(&t->w->ways, turned ? now->way : slot->way, z.first.loop);
  wl_ways_tokens(&t->w->ways, turned ? slot->way : now->way, z.second.loop);
  if (wl_role_of(z.first.op) == WL_READS) z.kind = WL_HAZARD_WAR;
  if (wl_role_of(z.second.op) == WL_READS) z.kind = WL_HAZARD_RAW;
  struct wl_told told = {old->place, old->op, z.scope, z.depth, turned};
  if (!remember(t->w, &told) && late) return;
  z.late = late;
  z.note = z.kind == WL_HAZARD_WAW && old->uniform && now->uniform && old->value == now->value;
  wl_watch_report(t->w, &z);
}

/* A copy on its way: nobody may touch what it will write, nor may its own thread. */
static void meet_flight(const struct wl_touch *t, const struct wl_slot *slot) {
  const struct wl_stamp *old = &t->ledger->stamp[slot->stamp - 1];
  uint64_t opened = t->w->opened[old->warp][slot->lane];
  struct wl_hazard z = {
    .kind = WL_HAZARD_FLIGHT, .has_second = true, .array = (uint16_t)t->array,
    .address = t->address, .count = 1,
    .scope = old->warp != t->now->warp ? WL_SCOPE_BLOCK : WL_SCOPE_WARP,
    .own = old->warp == t->now->warp && slot->lane == t->lane,
    .open = opened && old->step >= opened - 1, .walled = old->phase != t->now->phase,
    .first = party(old, slot->lane), .second = party(t->now, t->lane)};
  wl_watch_report(t->w, &z);
}

/* What an atomic has handed on, read by a thread that calls no fence of its own. */
static void meet_unfenced(const struct wl_touch *t, const struct wl_slot *slot) {
  const struct wl_stamp *old = &t->ledger->stamp[slot->stamp - 1];
  struct wl_hazard z = {
    .kind = WL_HAZARD_UNFENCED, .has_second = true, .note = true, .array = (uint16_t)t->array,
    .address = t->address, .count = 1,
    .scope = old->block != t->now->block ? WL_SCOPE_GRID
             : old->warp != t->now->warp ? WL_SCOPE_BLOCK : WL_SCOPE_WARP,
    .first = party(old, slot->lane), .second = party(t->now, t->lane)};
  wl_watch_report(t->w, &z);
}

/* Looks whether an earlier access clashes with this one; true if it does. */
static bool check(const struct wl_touch *t, const struct wl_slot *slot) {
  if (slot->stamp == 0 || !(slot->mask & t->mask)) return false;
  if (slot->flying) {
    meet_flight(t, slot);
    return true;
  }
  const struct wl_stamp *old = &t->ledger->stamp[slot->stamp - 1];
  bool clashes = !wl_watch_ordered(t->w, old, slot->lane, t->now->warp, t->lane);
  if (clashes) race(t, slot, false);
  else if (t->cached && wl_watch_unfenced(t->w, old, slot->lane, t->now->warp, t->lane))
    meet_unfenced(t, slot);
  return clashes;
}

/* How far apart the thread behind a slot is from the one at work. */
static unsigned distance(const struct wl_touch *t, const struct wl_slot *slot) {
  return wl_touch_distance(t, slot, slot->lane, t->lane);
}

static struct wl_slot slot_of(const struct wl_touch *t) { return wl_touch_slot(t, t->lane); }

/* Whether what a slot holds is before the access at work in any case: then whoever
 * is after this one is after that one, too. */
static bool is_past(const struct wl_touch *t, const struct wl_slot *slot) {
  if (slot->stamp == 0) return true;
  const struct wl_stamp *old = &t->ledger->stamp[slot->stamp - 1];
  return (slot->mask & ~t->mask) == 0 &&
         wl_watch_ordered(t->w, old, slot->lane, t->now->warp, t->lane);
}

/* Whether who is kept beside this access stands for another one of `mask` that goes: it
 * has ended, or its warp has in this phase, so that no barrier will set it apart. */
static bool stands_for(const struct wl_touch *t, const struct wl_slot *kept, unsigned mask) {
  return !t->w->head->fences && (mask & ~kept->mask) == 0 && distance(t, kept) >= 3;
}

/* Keeps this access, and of those like it the one that is farthest away. Who has to go is
 * returned, and joins the crowd where a later access may clash with nobody else. */
static struct wl_slot keep(const struct wl_touch *t, struct wl_slot slot[2], uint32_t *crowd) {
  struct wl_slot gone = {0}, out = slot[0];
  if (!is_past(t, &slot[0])) {
    bool past = is_past(t, &slot[1]);
    bool turn = past || distance(t, &slot[0]) >= distance(t, &slot[1]);
    out = slot[turn];
    if (!past) gone = slot[turn];
    if (turn) slot[1] = slot[0];
  }
  slot[0] = slot_of(t);
  if (gone.stamp != 0 && wl_readers_wanted(t->w) && !stands_for(t, &slot[1], gone.mask))
    wl_readers_add(t->w, t->shared, crowd, &gone);
  return out;
}

/* Its trail has no atomics: who gets the result of one comes after those before it. */
static void keep_read(const struct wl_touch *t, struct wl_hazard_cell *c) {
  struct wl_slot out = keep(t, c->read, &c->crowd);
  bool here = wl_touch_is_here(t, &out) && wl_touch_is_here(t, &c->read[1]);
  if (t->shared && !here) wl_history_add(t->w, c, &out);
}

/* Remembers a read of what nobody has written; it is told at the end of the phase,
 * unless another thread writes there meanwhile: then it is a race. */
static void ask(const struct wl_touch *t, struct wl_hazard_cell *c) {
  struct wl_watch *w = t->w;
  if (c->set || c->asked != 0 || w->head->array[t->array].place.line == 0) return;
  if (w->asks == w->ask_capacity) {
    struct wl_ask *grown = wl_grow(w->ask, sizeof *grown, &w->ask_capacity, 64);
    if (grown == NULL) {
      w->failed = true;
      return;
    }
    w->ask = grown;
  }
  w->ask[w->asks++] = (struct wl_ask){.cell = c, .party = party(t->now, t->lane),
                                      .array = (uint16_t)t->array, .address = t->address};
  c->asked = (uint32_t)w->asks & INT32_MAX;
}

/* A thread writes what it has read itself: no other thread's write was meant. */
static void settle_ask(const struct wl_touch *t, const struct wl_hazard_cell *c) {
  struct wl_ask *a = &t->w->ask[c->asked - 1];
  if (a->party.warp == t->now->warp && a->party.lane == t->lane) a->sure = true;
}

void wl_watch_asks(struct wl_watch *w) {
  for (size_t i = 0; i < w->asks; i++) {
    const struct wl_ask *a = &w->ask[i];
    a->cell->asked = 0;
    if (a->cell->set && !a->sure) continue;
    struct wl_hazard z = {.kind = WL_HAZARD_UNSET, .scope = WL_SCOPE_BLOCK, .array = a->array,
                          .address = a->address, .count = 1, .first = a->party,
                          .second = {.step = a->party.step}};
    wl_watch_report(w, &z);
    a->cell->set = wl_role_of(a->party.op) == WL_UPDATES; /* told once: now it holds something */
  }
  w->asks = 0;
}

/* The first lane of a group that clashes, if any does. */
static bool check_group(const struct wl_touch *t, const struct wl_group *g) {
  const struct wl_stamp *old = &t->ledger->stamp[g->stamp - 1];
  if (old->block == t->now->block && old->phase != t->now->phase) return false;
  for (uint32_t left = g->lanes; left != 0; left &= left - 1) {
    struct wl_slot slot = {.stamp = g->stamp, .lane = (unsigned)__builtin_ctz(left) & 31u,
                           .mask = g->mask, .way = g->way};
    if (check(t, &slot)) return true;
  }
  return false;
}

/* The first of a crowd that clashes, if any does. */
static void check_crowd(const struct wl_touch *t, uint32_t crowd) {
  uint32_t count;
  const struct wl_group *group = wl_readers(t->w, t->shared, crowd, &count);
  if (count == 0) return;
  unsigned warp = t->now->warp, lane = t->lane;
  struct wl_gate gate = wl_readers_gate(t->w, t->shared, crowd, warp, lane);
  uint32_t first = gate.groups, i = first;
  for (; i < count; i++) {
    const struct wl_stamp *old = &t->ledger->stamp[group[i].stamp - 1];
    if (gate.groups == i && wl_gate_extend(t->w, &gate, old, &group[i], warp, lane)) continue;
    if (check_group(t, &group[i])) break;
  }
  wl_readers_looked(t->w, t->shared, crowd, &gate, i - first);
}

/* The two that are kept, and one of the crowd where neither of them clashes. */
static void check_all(const struct wl_touch *t, const struct wl_slot slot[2], uint32_t crowd) {
  bool clash = false;
  for (int i = 0; i < 2; i++) clash |= check(t, &slot[i]);
  if (!clash) check_crowd(t, crowd);
}

/* One that got the result comes after all of its word so far. */
static void keep_atomic(const struct wl_touch *t, struct wl_atoms *a) {
  if (t->now->op == WL_REDUCE) {
    keep(t, a->atomic, &a->crowd);
    return;
  }
  wl_readers_leave(t->w, t->shared, a->crowd);
  *a = (struct wl_atoms){.atomic = {slot_of(t)}, .crowd = a->crowd};
}

/* Those that an access of the same phase clashes with, though they had to go: of each place one
 * of a kind. */
static void check_trail(const struct wl_touch *t, const struct wl_hazard_cell *c) {
  uint32_t count;
  const struct wl_slot now = slot_of(t);
  const struct wl_mark *mark = wl_history(t->w, c, &now, &count);
  enum wl_role role = wl_role_of(t->now->op);
  for (uint32_t i = 0; i < count; i++) {
    enum wl_role other = wl_role_of(t->ledger->stamp[mark[i].slot[0].stamp - 1].op);
    if (other == role && role != WL_WRITES) continue;
    for (int k = 0; k < 4; k++) {
      const struct wl_slot *slot = &mark[i].slot[k];
      if (slot->stamp == 0 || !(slot->mask & t->mask)) continue;
      const struct wl_stamp *old = &t->ledger->stamp[slot->stamp - 1];
      if (!wl_watch_ordered(t->w, old, slot->lane, t->now->warp, t->lane)) race(t, slot, true);
    }
  }
}

/* What the word holds from now on; the others had their say. */
static void keep_write(const struct wl_touch *t, struct wl_hazard_cell *c, struct wl_atoms *a) {
  const struct wl_slot *gone[] = {&c->write, &c->read[0], &c->read[1]};
  for (size_t i = 0; i < sizeof gone / sizeof *gone && t->shared; i++)
    wl_history_add(t->w, c, gone[i]);
  if (c->asked != 0 && !c->set) settle_ask(t, c);
  c->write = slot_of(t);
  c->read[0].stamp = c->read[1].stamp = 0;
  wl_readers_leave(t->w, t->shared, c->crowd);
  if (a) {
    wl_readers_leave(t->w, t->shared, a->crowd);
    *a = (struct wl_atoms){.crowd = a->crowd};
  }
  c->set = true;
  if (wl_op_is_copy((enum wl_op)t->now->op)) wl_watch_fly(t->w, c, t->now->warp, t->lane);
}

static void touch_cell(const struct wl_touch *t, struct wl_hazard_cell *c, struct wl_atoms *a) {
  enum wl_role role = wl_role_of(t->now->op);
  t->w->tolds = 0;
  check(t, &c->write);
  if (role != WL_READS) check_all(t, c->read, c->crowd);
  if (role != WL_UPDATES && a) check_all(t, a->atomic, a->crowd);
  if (c->trail) check_trail(t, c);
  if (t->shared && role != WL_WRITES) ask(t, c);
  if (role == WL_READS) keep_read(t, c);
  if (role == WL_UPDATES) keep_atomic(t, a);
  if (role == WL_WRITES) keep_write(t, c, a);
}

/* One lane's bytes, word by word. */
static void touch_lane(struct wl_touch *t, unsigned width) {
  const struct wl_array *a = &t->w->head->array[t->array];
  uint64_t offset = t->address - a->base;
  if (t->address < a->base || offset >= a->bytes) return;
  unsigned shift = t->shift, grain = 1u << shift;
  bool atomic = wl_role_of(t->now->op) == WL_UPDATES;
  for (unsigned done = 0; done < width; done += grain) {
    uint64_t index = (offset + done) >> shift;
    struct wl_hazard_cell *c = wl_shadow_cell(t->w, t->array, index);
    struct wl_atoms *atoms = c ? wl_shadow_atoms(t->w, t->array, index) : NULL;
    if (c && atomic && !atoms) atoms = wl_shadow_make_atoms(t->w, t->array, index);
    if (c == NULL || t->w->failed) return;
    t->mask = width >= grain ? 15 : (uint8_t)(((1u << width) - 1) << (offset % grain));
    touch_cell(t, c, atoms);
  }
}

/* Lanes that store where an earlier lane of the same instruction does: told, and
 * taken out of `mask`, since one of them wins. */
static uint32_t drop_doubles(struct wl_watch *w, const struct wl_touch *t, const struct wl_step *s,
                             const uint64_t *address, uint32_t mask) {
  uint32_t kept = 0;
  uint64_t top = 0; /* greatest address so far, plus one */
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    unsigned lane = (unsigned)__builtin_ctz(left), twin = WL_LANES;
    for (uint32_t k = address[lane] >= top ? 0 : kept; k != 0 && twin == WL_LANES; k &= k - 1)
      if (address[__builtin_ctz(k)] == address[lane]) twin = (unsigned)__builtin_ctz(k);
    if (address[lane] >= top) top = address[lane] + 1;
    if (twin == WL_LANES) {
      kept |= 1u << lane;
      continue;
    }
    bool same = s->has_values && s->type.components == 1 && s->access.op == WL_STORE &&
                s->value[lane] == s->value[twin];
    struct wl_hazard z = {.kind = WL_HAZARD_WAW, .scope = WL_SCOPE_INSTRUCTION, .note = same,
                          .has_second = true, .array = (uint16_t)t->array,
                          .address = address[lane], .count = 1, .first = party(t->now, twin),
                          .second = party(t->now, lane)};
    wl_watch_report(w, &z);
  }
  return kept;
}

/* Lanes behind the first of `left` that read its word, too, are looked at in one go. Returns those
 * that have not been, and the last one that has. */
static uint32_t skip_twins(const struct wl_touch *t, const struct wl_access *a,
                           const uint64_t *address, uint32_t left) {
  unsigned before = t->lane, last = t->lane, width = a->width;
  uint32_t rest = left & (left - 1);
  bool all = left == UINT32_MAX && a->even && address == a->address && address[1] == address[0];
  if (all) {
    before = WL_LANES - 2;
    last = WL_LANES - 1;
    rest = 0;
  }
  for (; rest != 0 && address[__builtin_ctz(rest)] == t->address; rest &= rest - 1) {
    before = last;
    last = (unsigned)__builtin_ctz(rest);
  }
  bool alone = last == t->lane || width > 1u << t->shift || t->w->failed;
  return alone || !wl_watch_again(t, before, last) ? left : rest | 1u << last;
}

static void touch_step(struct wl_watch *w, const struct wl_step *s, unsigned array, uint8_t op,
                       const uint64_t *address) {
  bool shared = w->head->array[array].space == WL_SHARED;
  struct wl_ledger *ledger = &w->ledger[shared];
  struct wl_stamp now = stamp_for(w, s, array);
  uint32_t mask = s->access.mask;
  now.op = op;
  struct wl_touch t = {.w = w, .ledger = ledger, .now = &now, .array = array, .shared = shared,
                    .shift = wl_shadow_shift(w->head, &w->head->array[array])};
  t.cached = wl_role_of(op) == WL_READS && s->access.cache != WL_CG &&
             !w->head->array[array].is_volatile;
  t.id = wl_shadow_stamp(w, ledger, &now);
  enum wl_role role = wl_role_of(op);
  if (!shared && role != WL_WRITES && w->head->fences) {
    w->crowded += (unsigned)__builtin_popcount(mask);
    w->full |= w->crowded > WL_HAZARD_CROWD;
  }
  t.plain = !w->by_lane && !wl_readers_wanted(w) && !w->releases && !wl_watch_in_step(w, &now);
  if (wl_watch_row(&t, s, address)) return;
  if (role == WL_WRITES) mask = drop_doubles(w, &t, s, address, mask);
  for (uint32_t left = mask; left != 0 && !w->failed; left &= left - 1) {
    t.lane = (unsigned)__builtin_ctz(left);
    t.address = address[t.lane];
    if (role == WL_UPDATES && w->releases) wl_fence_atomic(w, s, op, t.lane, t.address);
    touch_lane(&t, s->access.width);
    if (t.plain && role == WL_READS) left = skip_twins(&t, &s->access, address, left);
  }
}

/* Of global memory that is left alone: what its atomics put in order holds for shared memory. */
static void order_step(struct wl_watch *w, const struct wl_step *s, uint8_t op) {
  if (wl_role_of(op) != WL_UPDATES || !w->releases) return;
  for (uint32_t left = s->access.mask; left != 0 && !w->failed; left &= left - 1) {
    unsigned lane = (unsigned)__builtin_ctz(left);
    wl_fence_atomic(w, s, op, lane, s->access.address[lane]);
  }
}

/* The array of shared memory that an offset lies in; head.arrays: none. */
static unsigned shared_at(const struct wl_head *h, uint64_t offset) {
  unsigned i = 0;
  while (i < h->arrays && (h->array[i].space != WL_SHARED || offset < h->array[i].base ||
                           offset - h->array[i].base >= h->array[i].bytes))
    i++;
  return i;
}

/* Lanes whose atomic changes nothing and ends with the load that its loop begins with. */
static void touch_idle(struct wl_watch *w, const struct wl_step *s) {
  struct wl_step idle = *s;
  idle.access.mask &= ~s->goes_on;
  idle.access.even = false;
  idle.access.op = WL_REDUCE;
  if (idle.access.mask != 0) touch_step(w, &idle, s->array, WL_REDUCE, idle.access.address);
}

void wl_watch_access(struct wl_watch *w, const struct wl_step *s) {
  const struct wl_access *a = &s->access;
  uint8_t op = a->unused ? WL_REDUCE : a->op; /* nothing comes of a result that nobody uses */
  bool copy = wl_op_is_copy((enum wl_op)a->op);
  if (s->array >= w->head->arrays || a->mask == 0) return;
  if (wl_access_loops(a) && a->op == WL_LOAD) {
    if (a->form == WL_FORM_LOOP) touch_idle(w, s);
    return; /* of the others the try counts */
  }
  if (a->space == WL_SHARED) touch_step(w, s, s->array, op, a->address);
  if (a->space != WL_GLOBAL) return;
  if (!w->full) touch_step(w, s, s->array, copy ? WL_LOAD : op, a->address);
  else order_step(w, s, op);
  if (!copy) return;
  uint64_t target[WL_LANES] = {0};
  for (unsigned i = 0; i < WL_LANES; i++) target[i] = a->second[i];
  unsigned array = shared_at(w->head, target[__builtin_ctz(a->mask)]);
  if (array < w->head->arrays) touch_step(w, s, array, a->op, target);
}
