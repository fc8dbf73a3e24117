/* Forms warp instructions from the records of the lanes, the earliest place of the program first,
 * so that diverged lanes meet again after an if or a loop. */
#include <stdlib.h>
#include <string.h>

#include "core/access/shuffle.h"
#include "input/cuda/runtime/launches.h"
#include "script/engine/atomic_loop.h"

struct place {
  uint32_t site, path;
};

static struct wl_thread *lane_of(uint32_t warp, unsigned lane) {
  return &wl_threads[warp * WL_LANES + lane];
}

static unsigned lanes_in(uint32_t warp) {
  uint32_t left = wl_launch.threads - warp * WL_LANES;
  return left < WL_LANES ? left : WL_LANES;
}

static uint32_t live_of(uint32_t warp) {
  uint32_t live = 0;
  for (unsigned i = 0; i < lanes_in(warp); i++)
    if (lane_of(warp, i)->state != WL_THREAD_DONE || wl_notes[i].taken < wl_notes[i].used)
      live |= UINT32_C(1) << i;
  return live;
}

static void set_way(struct wl_step *s, struct place p) {
  static uint32_t known_path = UINT32_MAX;
  static struct wl_program_point known;
  static uint32_t iteration;
  if (p.path != known_path || wl_path[p.path].depth == 0) {
    uint32_t depth = wl_path[p.path].depth, n = p.path;
    while (wl_path[n].depth > WL_PROGRAM_POINT_TURNS) n = wl_path[n].parent;
    known.turns = wl_path[n].depth;
    for (uint32_t i = known.turns; i-- > 0; n = wl_path[n].parent) {
      known.at[i] = wl_path[n].site;
      known.iteration[i] = wl_path[n].iteration;
    }
    iteration = WL_NO_ITERATION;
    for (n = p.path; depth > 0 && iteration == WL_NO_ITERATION && n != 0; n = wl_path[n].parent)
      iteration = wl_path[n].iteration;
    known_path = p.path;
  }
  s->way = known;
  s->way.token = p.site;
  s->iteration = iteration;
}

static struct wl_step step; /* of 2 KiB: only what changes is set */

static struct wl_step *begin(uint32_t warp, struct place p, uint32_t mask, enum wl_step_kind kind) {
  const struct wl_cuda_site *site = &wl_cuda_sites[p.site];
  step.kind = (uint8_t)kind;
  step.has_values = false;
  step.array = WL_NO_ARRAY;
  step.type = (struct wl_type){WL_INT, 1};
  step.warp = (uint16_t)warp;
  step.phase = (uint16_t)wl_launch.phase;
  step.block = wl_launch.block;
  step.live = live_of(warp);
  step.place = (struct wl_source_span){site->line ? site->line : 1, site->column ? site->column : 1,
                                       site->end ? site->end : 2};
  step.access.mask = mask;
  step.absent = step.elsewhere = step.goes_on = 0;
  set_way(&step, p);
  return &step;
}

static _Noreturn void beyond(uint32_t site, struct wl_thread *t, uint64_t address, bool store) {
  wl_now = t;
  wl_cuda_beyond(site, address, store);
}

/* Sends an access of some lanes to one memory. */
static void send_access(struct wl_step *s) {
  if (!wl_recorded) return;
  wl_launch.accesses += (unsigned)__builtin_popcount(s->access.mask);
  wl_step_send(s);
}

/* Where the lanes of a mask touch memory: their addresses as they are shown; the lanes in the
 * memory of the lowest lane are returned, the others are for another step. */
static uint32_t locate(uint32_t warp, uint32_t mask, const uint64_t *address, uint32_t site,
                       struct wl_step *s, bool store, unsigned width) {
  uint32_t same = 0;
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    struct wl_spot spot;
    if (!wl_spot_find(address[i], &spot)) beyond(site, lane_of(warp, i), address[i], store);
    if (same == 0) {
      if (spot.space == WL_GLOBAL) wl_launch_touch(spot.array, address[i], site, store);
      s->access.space = spot.space;
      s->array = spot.array;
    } else if (spot.space != s->access.space) {
      continue;
    }
    if (spot.address % width != 0) {
      wl_now = lane_of(warp, i);
      wl_cuda_fail(WL_SCRIPT, site, "the hardware moves 8 or 16 bytes from multiples of as many",
                   "address 0x%llx is no multiple of %u", (unsigned long long)address[i], width);
    }
    s->access.address[i] = spot.address;
    same |= UINT32_C(1) << i;
  }
  return same;
}

static struct wl_type type_of(const struct wl_cuda_site *site, unsigned width) {
  unsigned one = wl_scalars[site->scalar].bytes;
  if (width % one == 0 && width / one <= 4)
    return (struct wl_type){site->scalar, (uint8_t)(width / one)};
  if (width % 4 == 0) return (struct wl_type){WL_UINT, (uint8_t)(width / 4)};
  return (struct wl_type){width == 2 ? WL_USHORT : WL_UCHAR, 1};
}

/* Whether all lanes of a mask have noted at `site`, n entries on, what is `offset` bytes behind the
 * first. */
static bool lanes_follow(uint32_t mask, unsigned n, uint32_t site, uint64_t offset) {
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const struct wl_lane_notes *l = &wl_notes[__builtin_ctz(left)];
    if (l->taken + n >= l->used || l->entry[l->taken + n].site != site ||
        l->entry[l->taken + n].address != l->entry[l->taken].address + offset)
      return false;
  }
  return true;
}

/* How many entries are parts of one wider access, and how wide it is. nvcc moves the copy of an
 * object that has the alignment of all of it at once, also where not all of it is used; and in
 * global memory neighbours of which it knows that they lie in 8 or 16 bytes. A vector is stored
 * as a whole, also where some of its components are what they were. */
static unsigned parts_of(uint32_t mask, uint32_t site, unsigned *width) {
  unsigned n = 1, total = *width, align = wl_cuda_sites[site].align;
  unsigned whole = wl_cuda_sites[site].whole == align ? align : 0;
  const struct wl_lane_notes *log = &wl_notes[__builtin_ctz(mask)];
  const struct wl_noted *e = &log->entry[log->taken];
  struct wl_spot spot;
  bool store = e->op == WL_STORE, copy = true, gaps = false;
  bool global = wl_spot_find(e->address, &spot) && spot.space == WL_GLOBAL;
  if (align > 16) align = 16;
  for (; total < align && log->taken + n < log->used; n++) {
    const struct wl_noted *next = e + n;
    unsigned joins = wl_cuda_sites[next->site].joins, own = wl_cuda_sites[next->site].width;
    uint64_t offset = next->address - e->address;
    bool gap = offset != total;
    if (next->site != site + n || next->path != e->path || next->op != e->op || joins == 0 ||
        next->width != 0 || (joins == 1 && !global) || offset + own > align || offset < total ||
        (gap && (joins == 1 || (store && !whole))) || !lanes_follow(mask, n, next->site, offset))
      break;
    copy = copy && joins == 2;
    gaps = gaps || gap;
    total = (unsigned)offset + own;
  }
  if (n == 2 && gaps && !global) return 1; /* two far ones of shared memory come apart */
  if (n > 1 && copy && whole && global) total = whole;
  if (n > 1 && total > 8 && !store) total = 16;
  if (n > 1 && total > 4 && total < 8 && copy && !store) total = 8;
  if (n > 1 && total < 4 && align >= 4 && copy && !store) total = 4;
  if (n == 1 || (total != 4 && total != 8 && total != 16)) return 1;
  *width = total;
  return n;
}

static void step_local(uint32_t warp, uint32_t mask, struct place p, const struct wl_noted *first) {
  const struct wl_cuda_site *site = &wl_cuda_sites[p.site];
  struct wl_step *s = begin(warp, p, mask, WL_STEP_ACCESS);
  s->access.space = WL_LOCAL;
  s->access.op = first->op;
  s->access.cache = WL_PLAIN;
  s->access.form = WL_FORM_NATIVE;
  s->access.unused = false;
  s->access.layout = 0;
  s->access.width = (uint8_t)site->width;
  s->array = wl_launch.array[site->variable];
  s->type = type_of(site, site->width);
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    s->access.address[i] =
        wl_notes[i].entry[wl_notes[i].taken].address + wl_launch.device_base[site->variable];
  }
  send_access(s);
}

/* `width` bytes of each lane, `offset` bytes behind what it has noted. */
static void step_memory(uint32_t warp, uint32_t mask, struct place p, unsigned width,
                        unsigned offset) {
  const struct wl_noted *first =
      &wl_notes[__builtin_ctz(mask)].entry[wl_notes[__builtin_ctz(mask)].taken];
  uint64_t address[WL_LANES];
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    address[i] = wl_notes[i].entry[wl_notes[i].taken].address + offset;
  }
  for (uint32_t left = mask; left != 0;) {
    struct wl_step *s = begin(warp, p, left, WL_STEP_ACCESS);
    bool copies = first->op == WL_COPY || first->op == WL_COPY_CG;
    s->access.mask = locate(warp, left, address, p.site, s, first->op == WL_STORE, width);
    left &= ~s->access.mask;
    s->access.op = first->op;
    s->access.cache =
        s->access.space == WL_GLOBAL && first->op == WL_LOAD ? first->cache : WL_PLAIN;
    s->access.form = WL_FORM_NATIVE;
    s->access.unused = false;
    s->access.layout = 0;
    s->access.width = (uint8_t)width;
    s->type = type_of(&wl_cuda_sites[p.site], width);
    if (copies) {
      s->type = (struct wl_type){WL_UINT, (uint8_t)(width / 4)};
      for (unsigned i = 0; i < WL_LANES; i++)
        if (s->access.mask >> i & 1)
          s->access.second[i] = wl_notes[i].entry[wl_notes[i].taken].second;
    }
    send_access(s);
  }
}

/* What the lanes of a mask do next. The compiler moves an object that is returned by value as a
 * vector or a wider number; nvcc moves its members. */
static void step_entry(uint32_t warp, uint32_t mask, struct place p) {
  const struct wl_noted *first =
      &wl_notes[__builtin_ctz(mask)].entry[wl_notes[__builtin_ctz(mask)].taken];
  const struct wl_cuda_site *site = &wl_cuda_sites[p.site];
  unsigned parts = 1, width = first->width ? first->width : site->width, piece;
  if (first->cache == 0xff) {
    step_local(warp, mask, p, first);
  } else {
    if (first->width == 0 && site->align > width) parts = parts_of(mask, p.site, &width);
    piece = first->width == 0 && site->align < width ? site->align : width;
    for (unsigned at = 0; at < width; at += piece) step_memory(warp, mask, p, piece, at);
  }
  for (uint32_t left = mask; left != 0; left &= left - 1)
    wl_notes[__builtin_ctz(left)].taken += parts;
}

/* ---- what lanes stop for ---- */

static void go_on(uint32_t warp, uint32_t mask) {
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    struct wl_thread *t = lane_of(warp, (unsigned)__builtin_ctz(left));
    t->state = WL_THREAD_READY;
  }
}

static uint64_t word_of(uint64_t address, unsigned bytes) {
  uint64_t v = 0;
  memcpy(&v, (const void *)(uintptr_t)address, bytes);
  return v;
}

static void set_word(uint64_t address, unsigned bytes, uint64_t v) {
  memcpy((void *)(uintptr_t)address, &v, bytes);
}

static enum wl_form form_of(const struct wl_thread *t, const struct wl_step *s, bool unused) {
  bool whole = wl_scalars[t->width].kind != WL_FLOATING;
  bool swaps = t->name == WL_ATOMIC_EXCH || t->name == WL_ATOMIC_CAS;
  if (s->access.space != WL_SHARED || s->access.width == 2) return WL_FORM_NATIVE;
  if (!swaps && (wl_scalars[t->width].bytes == 8 || !whole)) return WL_FORM_LOOP;
  bool one = (t->name == WL_ATOMIC_ADD && t->value == 1) ||
             (t->name == WL_ATOMIC_INC && t->value == UINT32_MAX);
  return one && unused && t->mode ? WL_FORM_INCREMENT : WL_FORM_NATIVE;
}

/* nvcc sums up what the lanes of a warp do at one address, where it can tell that it is one, and
 * one lane does it for all: on 4 bytes where nobody wants the result, and sums also where somebody
 * does; on 8 bytes sums of one number. */
static bool is_summed_up(const struct wl_thread *t, uint8_t uniform, bool unused) {
  enum wl_atomic op = (enum wl_atomic)t->name;
  bool sums = op == WL_ATOMIC_ADD || op == WL_ATOMIC_SUB;
  bool folds = op == WL_ATOMIC_MIN || op == WL_ATOMIC_MAX || op == WL_ATOMIC_AND ||
               op == WL_ATOMIC_OR || op == WL_ATOMIC_XOR;
  if (!(uniform & 1) || wl_scalars[t->width].kind == WL_FLOATING) return false;
  return wl_scalars[t->width].bytes == 4 ? sums || (folds && unused) : sums && (uniform & 2);
}

/* Atomics of all lanes of a mask, which have the same operation and type: width has the scalar,
 * mask how many of them, name the operation, argument the address, mode whether the operand is a
 * constant. */
static void step_atomic(uint32_t warp, uint32_t mask, struct place p) {
  struct wl_thread *first = lane_of(warp, (unsigned)__builtin_ctz(mask));
  enum wl_scalar scalar = (enum wl_scalar)first->width;
  unsigned bytes = wl_scalars[scalar].bytes * first->mask;
  enum wl_atomic op = (enum wl_atomic)first->name;
  bool unused = wl_cuda_sites[p.site].unused, reduces = op != WL_ATOMIC_EXCH && op != WL_ATOMIC_CAS;
  uint64_t address[WL_LANES];
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    address[i] = lane_of(warp, i)->argument;
  }
  for (uint32_t left = mask; left != 0;) {
    struct wl_step *s = begin(warp, p, left, WL_STEP_ACCESS);
    uint32_t same = locate(warp, left, address, p.site, s, true, bytes);
    s->access.mask = same;
    left &= ~same;
    bool fences = s->access.space == WL_GLOBAL && wl_cuda_kernels[wl_launch.kernel].fences;
    s->access.op = op == WL_ATOMIC_CAS ? WL_CAS
                   : unused && reduces && !fences && scalar != WL_HALF ? WL_REDUCE
                                                                       : WL_ATOMIC;
    s->access.cache = WL_PLAIN;
    s->access.layout = 0;
    s->access.unused = unused && s->access.op != WL_REDUCE;
    s->access.width = (uint8_t)bytes;
    s->access.form = (uint8_t)form_of(first, s, unused);
    s->type = (struct wl_type){(uint8_t)scalar, (uint8_t)first->mask};
    if (s->access.form == WL_FORM_LOOP) {
      struct wl_atomic_loop retry;
      for (unsigned i = 0; i < WL_LANES; i++) {
        if (!(same >> i & 1)) continue;
        s->value[i] = lane_of(warp, i)->value;
        s->result[i] = word_of(address[i], bytes);
      }
      wl_atomic_loop_begin(&retry, op, s);
      do send_access(s);
      while (wl_atomic_loop_next(&retry, s));
      for (unsigned i = 0; i < WL_LANES; i++) {
        if (!(same >> i & 1)) continue;
        set_word(address[i], bytes, retry.word[i]);
        lane_of(warp, i)->result = retry.old[i];
      }
      continue;
    }
    for (unsigned i = 0; i < WL_LANES; i++) {
      if (!(same >> i & 1)) continue;
      struct wl_thread *t = lane_of(warp, i);
      uint64_t old = word_of(address[i], bytes);
      set_word(address[i], bytes, wl_atomic_apply(op, scalar, old, t->value, t->compare));
      t->spins = t->seen == old && t->compare != old && op == WL_ATOMIC_CAS;
      if (op == WL_ATOMIC_EXCH) t->spins = old == t->value;
      t->seen = old;
      t->result = old;
    }
    if (is_summed_up(first, wl_cuda_sites[p.site].uniform, unused)) s->access.mask = same & -same;
    send_access(s);
  }
  go_on(warp, mask);
}

static uint32_t come(uint32_t warp, unsigned lane, uint32_t named) {
  const struct wl_thread *own = lane_of(warp, lane);
  uint32_t found = 0;
  for (unsigned i = 0; i < lanes_in(warp); i++) {
    const struct wl_thread *t = lane_of(warp, i);
    if ((named >> i & 1) && t->state == WL_THREAD_STOPPED &&
        wl_notes[i].taken == wl_notes[i].used && t->stop == own->stop && t->mask == own->mask &&
        t->name == own->name)
      found |= UINT32_C(1) << i;
  }
  return found;
}

/* Lanes that have stopped at the same function and take part in it with a lane. */
static uint32_t waiting_for(uint32_t warp, unsigned lane) {
  return lane_of(warp, lane)->mask & live_of(warp);
}

static void shuffle(uint32_t warp, uint32_t met) {
  uint64_t sent[WL_LANES];
  for (unsigned i = 0; i < WL_LANES; i++)
    if (met >> i & 1) sent[i] = lane_of(warp, i)->value;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(met >> i & 1)) continue;
    struct wl_thread *t = lane_of(warp, i);
    unsigned source = wl_shuffle_source((enum wl_shuffle_mode)t->mode, t->width,
                                        (int)(uint32_t)t->argument, i, NULL);
    t->result = met >> source & 1 ? sent[source] : t->value;
  }
}

static uint64_t reduced(unsigned name, uint64_t a, uint64_t b, bool is_signed) {
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  switch (name) {
    case WL_NAME_REDUCE_ADD_SYNC: return x + y;
    case WL_NAME_REDUCE_MIN_SYNC:
      return is_signed ? (uint32_t)((int32_t)x < (int32_t)y ? x : y) : x < y ? x : y;
    case WL_NAME_REDUCE_MAX_SYNC:
      return is_signed ? (uint32_t)((int32_t)x > (int32_t)y ? x : y) : x > y ? x : y;
    case WL_NAME_REDUCE_AND_SYNC: return x & y;
    case WL_NAME_REDUCE_OR_SYNC: return x | y;
    default: return x ^ y;
  }
}

static void vote(uint32_t warp, uint32_t met) {
  uint32_t ballot = 0, first = (uint32_t)__builtin_ctz(met);
  uint64_t sum = lane_of(warp, first)->value;
  bool equal = true;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(met >> i & 1)) continue;
    const struct wl_thread *t = lane_of(warp, i);
    if (t->value != 0) ballot |= UINT32_C(1) << i;
    equal = equal && t->value == lane_of(warp, first)->value;
    if (i != first) sum = reduced(t->name, sum, t->value, t->mode);
  }
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(met >> i & 1)) continue;
    struct wl_thread *t = lane_of(warp, i);
    uint32_t same = 0;
    for (unsigned k = 0; k < WL_LANES; k++)
      if ((met >> k & 1) && lane_of(warp, k)->value == t->value) same |= UINT32_C(1) << k;
    switch (t->name) {
      case WL_NAME_ANY:
      case WL_NAME_ANY_SYNC: t->result = ballot != 0; break;
      case WL_NAME_ALL:
      case WL_NAME_ALL_SYNC: t->result = ballot == met; break;
      case WL_NAME_BALLOT:
      case WL_NAME_BALLOT_SYNC: t->result = ballot; break;
      case WL_NAME_ACTIVEMASK: t->result = met; break;
      case WL_NAME_MATCH_ANY_SYNC: t->result = same; break;
      case WL_NAME_MATCH_ALL_SYNC: t->result = equal ? met : 0; break;
      default: t->result = sum; break;
    }
  }
}

/* A function of all lanes that its mask names; each place where some of them are is a step. */
static void step_together(uint32_t warp, uint32_t met, uint32_t absent) {
  const struct wl_thread *first = lane_of(warp, (unsigned)__builtin_ctz(met));
  enum wl_stop why = (enum wl_stop)first->stop;
  if (why == WL_STOP_SHUFFLE) shuffle(warp, met);
  if (why == WL_STOP_VOTE) vote(warp, met);
  for (uint32_t left = wl_recorded ? met : 0; left != 0;) {
    const struct wl_thread *t = lane_of(warp, (unsigned)__builtin_ctz(left));
    struct place p = {t->site, t->path};
    uint32_t group = 0;
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
      unsigned i = (unsigned)__builtin_ctz(rest);
      const struct wl_thread *o = lane_of(warp, i);
      if (o->site == p.site && o->path == p.path) group |= UINT32_C(1) << i;
    }
    left &= ~group;
    struct wl_step *s = begin(warp, p, group,
                              why == WL_STOP_SHUFFLE ? WL_STEP_SHUFFLE
                              : why == WL_STOP_VOTE  ? WL_STEP_VOTE
                                                     : WL_STEP_BARRIER);
    s->name = (uint16_t)t->name;
    s->absent = absent;
    s->elsewhere = met & ~group;
    s->undefined = 0;
    if (why == WL_STOP_SHUFFLE) {
      s->type = (struct wl_type){t->compare < WL_SCALARS ? (uint8_t)t->compare : WL_UINT, 1};
      s->has_values = true;
      s->shuffle_mode = (uint8_t)t->mode;
      s->shuffle_width = (uint8_t)t->width;
      for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        const struct wl_thread *o = lane_of(warp, i);
        unsigned source = wl_shuffle_source((enum wl_shuffle_mode)o->mode, o->width,
                                            (int)(uint32_t)o->argument, i, NULL);
        s->source[i] = (uint8_t)source;
        if (!(met >> source & 1)) s->undefined |= UINT32_C(1) << i;
        s->value[i] = o->value;
        s->result[i] = o->result;
      }
    }
    if (why == WL_STOP_VOTE) {
      s->type = (struct wl_type){WL_UINT, 1};
      s->has_values = true;
      for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        s->value[i] = lane_of(warp, i)->value & UINT32_MAX;
        s->result[i] = lane_of(warp, i)->result & UINT32_MAX;
      }
    }
    wl_step_send(s);
  }
  for (uint32_t left = met; left != 0; left &= left - 1) {
    struct wl_thread *t = lane_of(warp, (unsigned)__builtin_ctz(left));
    memset(t->loaded, 0, sizeof t->loaded);
    memset(t->stored, 0, sizeof t->stored);
  }
  go_on(warp, met);
}

static void step_barrier(uint32_t warp, uint32_t mask, struct place p) {
  struct wl_step *s = begin(warp, p, mask, WL_STEP_BARRIER);
  s->name = WL_NAME_SYNCTHREADS;
  wl_step_send(s);
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    struct wl_thread *t = lane_of(warp, (unsigned)__builtin_ctz(left));
    t->state = WL_THREAD_PARKED;
    memset(t->loaded, 0, sizeof t->loaded);
    memset(t->stored, 0, sizeof t->stored);
  }
}

static void step_tell(uint32_t warp, uint32_t mask, struct place p) {
  const struct wl_thread *first = lane_of(warp, (unsigned)__builtin_ctz(mask));
  struct wl_step *s = begin(warp, p, mask, WL_STEP_BARRIER);
  s->name = (uint16_t)first->name;
  s->has_values = s->name == WL_NAME_PIPELINE_WAIT;
  for (unsigned i = 0; i < WL_LANES; i++)
    if (mask >> i & 1) s->value[i] = lane_of(warp, i)->value;
  wl_step_send(s);
  go_on(warp, mask);
}

/* ---- who comes next ---- */

/* The place of what a lane has to give next. False: nothing. */
static inline bool head_of(uint32_t warp, unsigned lane, struct place *p, bool *stops) {
  const struct wl_lane_notes *log = &wl_notes[lane];
  if (log->taken < log->used) {
    *p = (struct place){log->entry[log->taken].site, log->entry[log->taken].path};
    *stops = false;
    return true;
  }
  const struct wl_thread *t = lane_of(warp, lane);
  if (t->state != WL_THREAD_STOPPED) return false;
  *p = (struct place){t->site, t->path};
  *stops = true;
  return true;
}

/* The lanes at the lowest place; 0: none has anything. Lanes that wait for others are left out,
 * and those that spin where others can go on. */
static uint32_t lowest(uint32_t warp, struct place *at, bool *stops, bool all) {
  uint32_t mask = 0;
  for (unsigned i = 0; i < lanes_in(warp); i++) {
    struct place p;
    bool stopped;
    if (!head_of(warp, i, &p, &stopped)) continue;
    const struct wl_thread *t = lane_of(warp, i);
    if (!all && stopped && (t->waits || t->spins)) continue;
    int order = mask == 0 ? -1
                : p.site == at->site && p.path == at->path
                    ? 0
                    : wl_path_compare(p.path, p.site, at->path, at->site);
    if (order == 0 && stopped != *stops) order = stopped ? -1 : 1;
    if (order < 0) {
      *at = p;
      *stops = stopped;
      mask = 0;
    }
    if (order <= 0) mask |= UINT32_C(1) << i;
  }
  return mask;
}

/* Does what the lanes have stopped for. */
static void take_stop(uint32_t warp, uint32_t mask, struct place p, bool forced) {
  unsigned lane = (unsigned)__builtin_ctz(mask);
  struct wl_thread *first = lane_of(warp, lane);
  switch ((enum wl_stop)first->stop) {
    case WL_STOP_MEET: go_on(warp, mask); break;
    case WL_STOP_BARRIER: step_barrier(warp, mask, p); break;
    case WL_STOP_ATOMIC: step_atomic(warp, mask, p); return; /* who spins still does */
    case WL_STOP_TELL: step_tell(warp, mask, p); break;
    default: {
      uint32_t named = waiting_for(warp, lane), met = come(warp, lane, named | mask) | 1u << lane;
      if (first->mask == 0) met = mask; /* of those that are here */
      if (!forced && first->mask != 0 && (named & ~met) != 0) {
        for (uint32_t left = met; left != 0; left &= left - 1)
          lane_of(warp, (unsigned)__builtin_ctz(left))->waits = true;
        return;
      }
      step_together(warp, met, first->mask == 0 ? 0 : named & ~met);
    }
  }
  for (unsigned i = 0; i < lanes_in(warp); i++) lane_of(warp, i)->waits = false;
}

static bool any_stopped(uint32_t warp) {
  for (unsigned i = 0; i < lanes_in(warp); i++)
    if (lane_of(warp, i)->state == WL_THREAD_STOPPED) return true;
  return false;
}

void wl_cuda_warp_run(uint32_t warp) {
  unsigned lanes = lanes_in(warp);
  for (unsigned i = 0; i < lanes; i++) wl_notes[i].used = wl_notes[i].taken = 0;
  for (;;) {
    for (unsigned i = 0; i < lanes; i++) {
      struct wl_thread *t = lane_of(warp, i);
      if (t->state != WL_THREAD_READY) continue;
      if (wl_notes[i].taken == wl_notes[i].used) wl_notes[i].taken = wl_notes[i].used = 0;
      wl_fiber_resume(t, &wl_notes[i]);
    }
    if (wl_time_over) {
      for (unsigned i = lanes; i-- > 0;) /* of the lowest lane that has not returned */
        if (lane_of(warp, i)->state != WL_THREAD_DONE) wl_now = lane_of(warp, i);
      wl_cuda_check_time();
    }
    if (!wl_launch.told) wl_launch_tell();
    if (!wl_recorded && !any_stopped(warp)) return;
    bool went = false;
    while (!went) {
      struct place p;
      bool stops = false, forced = false;
      uint32_t mask = lowest(warp, &p, &stops, false);
      if (mask == 0) {
        mask = lowest(warp, &p, &stops, true);
        forced = true;
      }
      if (mask == 0) return;
      if (!stops) {
        step_entry(warp, mask, p);
        continue;
      }
      if (forced)
        for (unsigned i = 0; i < lanes; i++) lane_of(warp, i)->spins = false;
      take_stop(warp, mask, p, forced);
      for (uint32_t left = mask; left != 0; left &= left - 1)
        went |= lane_of(warp, (unsigned)__builtin_ctz(left))->state == WL_THREAD_READY;
    }
  }
}
