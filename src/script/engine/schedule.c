/* Which lanes of a warp continue. Lanes that are together run together. After they diverge, those
 * at the earliest place of the program run first, so that they meet again after an if or a loop.
 *
 * From cc 7.0 on there are two exceptions, both measured on an H200 (tests/truth/lanes.csv): A
 * function with a mask waits for the lanes of its mask, wherever they call it. A loop that ends
 * because of what other lanes write (spin_loops.c) lets all others continue once an iteration:
 * lanes that have left it run to their end, or to where they must wait, before it repeats. CUDA
 * C++ Programming Guide, "Independent Thread Scheduling", promises that they make progress, but no
 * order; the compiler's YIELD in such loops gives this one. */
#include "script/engine/schedule.h"

#include "script/machine/errors.h"
#include "script/machine/path_position.h"

static bool stands(const struct wl_lane *lane) {
  return wl_has_event(lane) || lane->state == WL_LANE_STOPS;
}

static struct wl_stand stand_of(const struct wl_lane *lane) {
  if (!wl_has_event(lane)) return lane->stop;
  const struct wl_event *e = wl_head_event(lane);
  return (struct wl_stand){e->path, e->site};
}

static bool is_load(enum wl_script_setup stage) { return stage <= WL_STAGE_LOAD_CG; }

static bool independent(const struct wl_vm *vm) { return !vm->options->arch->lockstep; }

void wl_schedule_begin(struct wl_lane *lane, unsigned lanes) {
  for (unsigned i = 0; i < lanes; i++) {
    lane[i].ahead = lane[i].yielded = 0;
    lane[i].spinning = lane[i].expected = 0;
    lane[i].stop = (struct wl_stand){0};
  }
}

/* Whether lane `a` goes before lane `b`: at one place those that have not had their turn. */
static bool before(const struct wl_vm *vm, const struct wl_lane *a, const struct wl_lane *b) {
  struct wl_stand x = stand_of(a), y = stand_of(b);
  if (x.site == y.site && x.path == y.path) return !wl_has_event(a) && wl_has_event(b);
  return wl_position_before(&vm->positions, x.path, x.site, y.path, y.site);
}

static bool together(const struct wl_lane *a, const struct wl_lane *b) {
  struct wl_stand x = stand_of(a), y = stand_of(b);
  return x.site == y.site && x.path == y.path && wl_has_event(a) == wl_has_event(b);
}

uint32_t wl_schedule_lowest(const struct wl_vm *vm, const struct wl_lane *lane, uint32_t among) {
  uint32_t mask = 0;
  const struct wl_lane *best = NULL;
  for (uint32_t left = among; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (best != NULL && together(&lane[i], best)) {
      mask |= UINT32_C(1) << i;
    } else if (best == NULL || before(vm, &lane[i], best)) {
      best = &lane[i];
      mask = UINT32_C(1) << i;
    }
  }
  return mask;
}

/* The mask of the function that a lane waits in for others; 0: it waits for nobody. */
static uint32_t named_by(const struct wl_vm *vm, const struct wl_lane *lane) {
  if (!independent(vm) || !wl_has_event(lane)) return 0;
  const struct wl_event *e = wl_head_event(lane);
  enum wl_script_setup stage = wl_site_stage(e->site);
  bool waits = stage >= WL_STAGE_SHUFFLE && stage <= WL_STAGE_SYNCWARP;
  return waits ? (uint32_t)e->result : 0;
}

/* Lanes that have come to the same function with the same mask as lane `i`, which is `named`. */
static uint32_t come(const struct wl_vm *vm, const struct wl_lane *lane, uint32_t among,
                     unsigned i, uint32_t named) {
  uint32_t found = 0;
  uint32_t kind = (uint32_t)wl_head_event(&lane[i])->site >> 8; /* stage and name */
  for (uint32_t left = among & named; left != 0; left &= left - 1) {
    unsigned k = (unsigned)__builtin_ctz(left);
    if (named_by(vm, &lane[k]) == named && (uint32_t)wl_head_event(&lane[k])->site >> 8 == kind)
      found |= UINT32_C(1) << k;
  }
  return found;
}

/* The lanes of `standing` that need not wait for others to come. */
static uint32_t ready(const struct wl_vm *vm, const struct wl_lane_group *g, uint32_t standing) {
  uint32_t found = standing;
  for (uint32_t left = standing; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    uint32_t named = named_by(vm, &g->lane[i]);
    if (named != 0 && come(vm, g->lane, standing, i, named) != (named & g->live))
      found &= ~(UINT32_C(1) << i);
  }
  return found;
}

/* The path of the iteration of the innermost loop around `path` that waits for other lanes; 0:
 * there is none. */
static uint32_t spin_of(const struct wl_vm *vm, uint32_t path) {
  const struct wl_node *n = vm->positions.node;
  while (path != WL_PATH_ROOT && (n[path].iteration == WL_NO_ITERATION ||
                                  !(vm->source->token[n[path].token].flags & WL_SPINS)))
    path = n[path].parent;
  return path;
}

/* Whether `path` is in the loop of which `iteration` is one. */
static bool inside(const struct wl_vm *vm, uint32_t path, uint32_t iteration) {
  const struct wl_node *n = vm->positions.node;
  for (; path != WL_PATH_ROOT; path = n[path].parent)
    if (n[path].parent == n[iteration].parent && n[path].token == n[iteration].token) return true;
  return false;
}

/* Lanes that have left a loop which others are still in, since it last let others go on, do not
 * wait for these. */
static void leave_loops(struct wl_vm *vm, struct wl_lane *lane, uint32_t standing) {
  uint32_t number = 0;
  for (uint32_t left = standing; left != 0; left &= left - 1) {
    struct wl_lane *l = &lane[__builtin_ctz(left)];
    if (l->spinning == 0 || inside(vm, stand_of(l).path, l->spinning)) continue;
    if (number == 0) number = ++vm->released;
    l->ahead = number;
    l->spinning = 0;
  }
}

/* The lanes `mask`, at `path`, let those of `others` go on before them, once in each iteration.
 * False: nobody does. */
static bool yield(struct wl_vm *vm, struct wl_lane *lane, uint32_t mask, uint32_t others,
                  uint32_t path) {
  uint32_t iteration = spin_of(vm, path);
  if (iteration == 0) return false;
  bool first = false;
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    struct wl_lane *l = &lane[__builtin_ctz(left)];
    first |= l->yielded != iteration;
    l->yielded = iteration;
  }
  if (!first || others == 0) return false;
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    struct wl_lane *l = &lane[__builtin_ctz(left)];
    l->spinning = iteration;
    l->ahead = 0;
  }
  vm->released++;
  for (uint32_t left = others; left != 0; left &= left - 1) {
    struct wl_lane *l = &lane[__builtin_ctz(left)];
    if (l->ahead == 0) l->ahead = vm->released;
  }
  return true;
}

static uint32_t standing_of(const struct wl_lane_group *g) {
  uint32_t found = 0;
  for (uint32_t left = g->live; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (stands(&g->lane[i])) found |= UINT32_C(1) << i;
  }
  return found;
}

/* The lanes of `can` that go first: those that were let go on first. */
static uint32_t foremost(const struct wl_lane *lane, uint32_t can) {
  uint32_t found = 0, number = UINT32_MAX;
  for (uint32_t left = can; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (lane[i].ahead == 0 || lane[i].ahead > number) continue;
    if (lane[i].ahead < number) found = 0;
    number = lane[i].ahead;
    found |= UINT32_C(1) << i;
  }
  return found != 0 ? found : can;
}

/* The lanes at the lowest place have come to a function of all lanes. */
static void expect_others(const struct wl_vm *vm, const struct wl_lane_group *g,
                          uint32_t standing) {
  for (uint32_t left = wl_schedule_lowest(vm, g->lane, standing); left != 0; left &= left - 1) {
    struct wl_lane *l = &g->lane[__builtin_ctz(left)];
    if (l->expected == 0 && named_by(vm, l) != 0) l->expected = g->live;
  }
}

/* All lanes that take part in what the lanes g->mask have come to. */
static uint32_t meeting(const struct wl_vm *vm, const struct wl_lane_group *g, uint32_t standing) {
  uint32_t met = g->mask;
  for (uint32_t left = g->mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    uint32_t named = named_by(vm, &g->lane[i]);
    if (named != 0) met |= come(vm, g->lane, standing, i, named);
  }
  return met;
}

/* Whether lanes have left a loop that others are still in. */
static bool parted(const struct wl_lane_group *g) {
  bool found = false;
  for (uint32_t left = g->live; left != 0; left &= left - 1) {
    const struct wl_lane *l = &g->lane[__builtin_ctz(left)];
    found |= l->ahead != 0 || l->spinning != 0;
  }
  return found;
}

/* Lanes that keep step wait for those that are in a loop: if these wait for them, both do for
 * ever. False and vm->diag: nothing has changed in memory for so long. */
static bool goes_on(struct wl_vm *vm, const struct wl_lane_group *g, uint32_t standing,
                    struct wl_stand at) {
  enum { MAX_TURNS = 1 << 12 };
  if ((standing & ~g->mask) == 0 || spin_of(vm, at.path) == 0) return true;
  if (vm->changes != vm->spin_changes) vm->spin_turns = 0;
  vm->spin_changes = vm->changes;
  if (++vm->spin_turns < MAX_TURNS) return true;
  return wl_error_at(vm, wl_site_token(at.site), &g->lane[__builtin_ctz(g->mask)],
                     "let one lane of each warp wait, or choose cc 7.0 or later",
                     "this loop never ends before cc 7.0: lanes keep step, and the lanes that have "
                     "left it wait for those that are still in it");
}

bool wl_schedule(struct wl_vm *vm, struct wl_lane_group *g, bool *turn) {
  bool spins = vm->source->spins && independent(vm);
  struct wl_stand at;
  uint32_t standing;
  do {
    standing = standing_of(g);
    if (spins) leave_loops(vm, g->lane, standing);
    expect_others(vm, g, standing);
    uint32_t can = ready(vm, g, standing);
    if (can == 0) can = standing; /* nobody else will come */
    g->mask = wl_schedule_lowest(vm, g->lane, foremost(g->lane, can));
    if (g->mask == 0) return true;
    const struct wl_lane *first = &g->lane[__builtin_ctz(g->mask)];
    at = stand_of(first);
    *turn = !wl_has_event(first);
    if (vm->source->spins && !spins && *turn && !goes_on(vm, g, standing, at)) return false;
  } while (spins && *turn && !is_load(wl_site_stage(at.site)) &&
           yield(vm, g->lane, g->mask, standing & ~g->mask, at.path));
  g->met = meeting(vm, g, standing);
  g->by_turns = spins && parted(g);
  return true;
}

/* Lanes that have met go on together. Those that nobody came to go on expecting the others. */
static void go_on_together(struct wl_lane *lane, uint32_t met, bool all) {
  for (uint32_t left = met; left != 0; left &= left - 1) {
    struct wl_lane *l = &lane[__builtin_ctz(left)];
    l->ahead = l->spinning = 0;
    if (all) l->expected = 0;
  }
}

void wl_schedule_done(struct wl_vm *vm, const struct wl_lane_group *g) {
  const struct wl_lane *first = &g->lane[__builtin_ctz(g->mask)];
  const struct wl_event *e = wl_head_event(first);
  if (named_by(vm, first) != 0) go_on_together(g->lane, g->mask, vm->step.absent == 0);
  if (!vm->source->spins || !independent(vm) || !is_load(wl_site_stage(e->site))) return;
  const struct wl_view *v = &vm->view[wl_site_what(e->site)];
  uint32_t others = standing_of(g) & ~g->mask;
  if (v->space == WL_GLOBAL || v->space == WL_SHARED) yield(vm, g->lane, g->mask, others, e->path);
}
