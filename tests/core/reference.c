#include "core/access/access.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 32, BANKS = 32, SETS = 4, MOST_WORDS = 4 * LANES };

/* A list of numbers; `distinct` sorts it and drops what is there twice. */
struct list {
  size_t count;
  uint64_t item[MOST_WORDS];
};

static void append(struct list *l, uint64_t value) { l->item[l->count++] = value; }

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static size_t distinct(struct list *l) {
  size_t kept = 0;
  qsort(l->item, l->count, sizeof l->item[0], ascending);
  for (size_t i = 0; i < l->count; i++)
    if (i == 0 || l->item[i] != l->item[i - 1]) l->item[kept++] = l->item[i];
  l->count = kept;
  return kept;
}

static bool contains(const struct list *l, uint64_t value) {
  for (size_t i = 0; i < l->count; i++)
    if (l->item[i] == value) return true;
  return false;
}

static bool active(const struct wl_access *a, unsigned lane) { return a->mask >> lane & 1; }

/* The distinct values of address / unit over the lanes in `lanes`. */
static unsigned distinct_units(const struct wl_access *a, uint32_t lanes, unsigned unit) {
  struct list l = {0};
  for (unsigned lane = 0; lane < LANES; lane++)
    if (lanes >> lane & 1) append(&l, a->address[lane] / unit);
  return (unsigned)distinct(&l);
}

/* Words that one lane touches: a byte counts as its word. */
static unsigned words_per_lane(const struct wl_access *a) {
  return a->width < 4 ? 1 : a->width / 4;
}

/* Most entries that one bank has. With `merge_equal` equal words are one. */
static unsigned worst_bank(const struct wl_access *a, uint32_t lanes, bool merge_equal) {
  struct list l = {0};
  for (unsigned lane = 0; lane < LANES; lane++)
    for (unsigned w = 0; w < words_per_lane(a); w++)
      if (lanes >> lane & 1) append(&l, a->address[lane] / 4 + w);
  if (merge_equal) distinct(&l);

  unsigned worst = 0;
  for (unsigned bank = 0; bank < BANKS; bank++) {
    unsigned here = 0;
    for (size_t i = 0; i < l.count; i++) here += l.item[i] % BANKS == bank;
    if (here > worst) worst = here;
  }
  return worst;
}

/* Lanes per group: 32, 16 and 8 for up to 4, 8 and 16 bytes. */
static unsigned group_size(const struct wl_access *a) {
  return a->width == 16 ? 8 : a->width == 8 ? 16 : 32;
}

struct bank_figures { unsigned sum, most; };

static struct bank_figures over_groups(const struct wl_access *a, uint32_t lanes, unsigned size,
                                       bool merge_equal) {
  struct bank_figures f = {0, 0};
  for (unsigned first = 0; first < LANES; first += size) {
    uint32_t group = 0;
    for (unsigned lane = first; lane < first + size; lane++) group |= 1u << lane;
    unsigned worst = worst_bank(a, lanes & group, merge_equal);
    f.sum += worst;
    if (worst > f.most) f.most = worst;
  }
  return f;
}

/* Bits 0 to 13 as measured on cc 9.0; else, and above, two bits at a time. */
unsigned reference_tag_set(const struct wl_arch *arch, uint64_t line) {
  static const unsigned value[14] = {1, 2, 1, 2, 3, 1, 2, 3, 2, 1, 2, 1, 3, 1};
  unsigned set = 0, known = arch->id == WL_CC_90 ? 14 : 0;
  for (unsigned bit = 0; bit < known; bit++)
    if (line >> bit & 1) set ^= value[bit];
  for (uint64_t rest = line >> known; rest != 0; rest >>= 2) set ^= (unsigned)(rest & 3);
  return set;
}

/* The lanes that the next tag wavefront of a load or store takes from those
 * waiting: the lanes of every line that comes first in its set. */
static uint32_t next_tag_wavefront(const struct wl_arch *arch, const struct wl_access *a,
                                   uint32_t waiting) {
  bool taken[SETS] = {false};
  struct list lines = {0};
  struct list seen = {0};
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!(waiting >> lane & 1)) continue;
    uint64_t line = a->address[lane] / 128;
    if (contains(&seen, line)) continue;
    append(&seen, line);
    unsigned set = reference_tag_set(arch, line);
    if (taken[set]) continue;
    taken[set] = true;
    append(&lines, line);
  }
  uint32_t took = 0;
  for (unsigned lane = 0; lane < LANES; lane++)
    if ((waiting >> lane & 1) && contains(&lines, a->address[lane] / 128)) took |= 1u << lane;
  return took;
}

static bool is_atomic(const struct wl_access *a) {
  return a->op == WL_REDUCE || a->op == WL_ATOMIC || a->op == WL_CAS;
}

/* The same for reductions and atomics, lane by lane: also a lane that does not
 * get in keeps its place in the line from those after it. Compare-and-swap takes
 * half a line of each set. */
static uint32_t next_atomic_wavefront(const struct wl_arch *arch, const struct wl_access *a,
                                      uint32_t waiting) {
  bool taken[SETS] = {false};
  uint64_t owner[SETS] = {0};
  struct list places[SETS];
  memset(places, 0, sizeof places);
  uint32_t took = 0;
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!(waiting >> lane & 1)) continue;
    uint64_t line = a->address[lane] / 128, place = a->address[lane] % 128;
    uint64_t room = a->op == WL_CAS ? a->address[lane] / 64 : line;
    unsigned set = reference_tag_set(arch, line);
    if (!taken[set]) owner[set] = room;
    taken[set] = true;
    if (owner[set] == room && !contains(&places[set], place)) took |= 1u << lane;
    append(&places[set], place);
  }
  return took;
}

/* Operands of an atomic whose lanes all have lines of their own: banks b and b + 4
 * (b / 4 even) are one, and take one lane at a time. */
static unsigned count_folded(const struct wl_access *a, uint32_t lanes) {
  unsigned sum = 0, size = group_size(a);
  for (unsigned first = 0; first < LANES; first += size) {
    unsigned lanes_of_bank[BANKS] = {0}, worst = 0;
    for (unsigned lane = first; lane < first + size; lane++) {
      bool counted[BANKS] = {false};
      for (unsigned w = 0; w < words_per_lane(a); w++) {
        unsigned bank = (unsigned)((a->address[lane] / 4 + w) % BANKS);
        if (bank / 4 % 2 == 1) bank -= 4;
        if ((lanes >> lane & 1) && !counted[bank]) lanes_of_bank[bank]++;
        counted[bank] = true;
      }
    }
    for (unsigned bank = 0; bank < BANKS; bank++)
      if (lanes_of_bank[bank] > worst) worst = lanes_of_bank[bank];
    sum += worst;
  }
  return sum;
}

/* Pairs of operands of compare-and-swap. Each lane brings twice its width, so half
 * as many lanes make a group, and what lies at byte b of 64 goes to byte 2 b of the
 * 128 that all banks take. Where all lanes have lines of their own, they only share
 * a wavefront if they have different sectors of their lines. */
static struct bank_figures count_pairs(const struct wl_access *a, uint32_t lanes, bool alone) {
  struct wl_access pair = *a;
  unsigned size = group_size(a) / 2;
  struct bank_figures f = {0, 0};
  pair.width = (uint8_t)(a->width < 4 ? 8 : 2 * a->width);
  for (unsigned lane = 0; lane < LANES; lane++) pair.address[lane] = a->address[lane] / 4 * 8;
  if (!alone) return over_groups(&pair, lanes, size, true);
  for (unsigned first = 0; first < LANES; first += size) {
    unsigned lanes_of_sector[4] = {0}, worst = 0;
    for (unsigned lane = first; lane < first + size; lane++)
      if (lanes >> lane & 1) lanes_of_sector[a->address[lane] / 32 % 4]++;
    for (unsigned s = 0; s < 4; s++)
      if (lanes_of_sector[s] > worst) worst = lanes_of_sector[s];
    f.sum += worst;
  }
  return f;
}

static void count_atomic(const struct wl_arch *arch, const struct wl_access *a,
                         struct wl_counts *out) {
  for (uint32_t waiting = a->mask; waiting != 0;) {
    uint32_t took = next_atomic_wavefront(arch, a, waiting);
    unsigned lines = distinct_units(a, took, 128), lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++) lanes += took >> lane & 1;
    unsigned plain = over_groups(a, took, group_size(a), true).sum;
    unsigned there = a->op == WL_CAS  ? count_pairs(a, took, lines == lanes).sum
                     : lines == lanes ? count_folded(a, took)
                                      : plain;
    unsigned back = a->op == WL_REDUCE ? 0 : plain;
    out->tag_wavefronts++;
    out->sectors = (uint16_t)(out->sectors + distinct_units(a, took, 32));
    out->lines = (uint16_t)(out->lines + lines);
    out->wavefronts = (uint16_t)(out->wavefronts + there + back);
    waiting &= ~took;
  }
}

static void count_load_store(const struct wl_arch *arch, const struct wl_access *a,
                             struct wl_counts *out) {
  /* Tag wavefronts whose lanes pass the banks together, before those that pass alone. */
  unsigned together = a->hit ? LANES : a->op != WL_STORE ? 0 : a->width >= 4 ? 8 : 4;
  uint32_t first = 0;
  unsigned alone = 0;
  for (uint32_t waiting = a->mask; waiting != 0;) {
    uint32_t took = next_tag_wavefront(arch, a, waiting);
    if (out->tag_wavefronts < together) first |= took;
    else alone += over_groups(a, took, group_size(a), true).sum;
    out->tag_wavefronts++;
    waiting &= ~took;
  }
  out->sectors = (uint16_t)distinct_units(a, a->mask, 32);
  out->lines = (uint16_t)distinct_units(a, a->mask, 128);
  out->wavefronts = (uint16_t)(over_groups(a, first, group_size(a), true).sum + alone);
}

static bool banks_meet(uint64_t a, uint64_t b, unsigned width) {
  for (unsigned i = 0; i < width; i += 4)
    for (unsigned j = 0; j < width; j += 4)
      if ((a + i) / 4 % 32 == (b + j) / 4 % 32) return true;
  return false;
}

/* cp.async: in each wavefront of a group, a lane has to be the first of those left
 * to want its source banks, and the first to want those of its destination. */
static unsigned copy_group(const struct wl_access *a, bool waiting[LANES]) {
  unsigned wavefronts = 0;
  for (bool any = true; any; wavefronts += any) {
    bool goes[LANES] = {false};
    any = false;
    for (unsigned lane = 0; lane < LANES; lane++) {
      goes[lane] = waiting[lane];
      for (unsigned other = 0; other < lane; other++)
        if (waiting[other] && (banks_meet(a->address[other], a->address[lane], a->width) ||
                               banks_meet(a->second[other], a->second[lane], a->width)))
          goes[lane] = false;
      any |= goes[lane];
    }
    for (unsigned lane = 0; lane < LANES; lane++) waiting[lane] &= !goes[lane];
  }
  return wavefronts;
}

static void count_copy(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_counts *out) {
  struct wl_access to = *a;
  unsigned size = group_size(a);
  out->wavefronts = 0;
  for (uint32_t tag_waiting = a->mask; tag_waiting != 0;) {
    uint32_t took = next_tag_wavefront(arch, a, tag_waiting);
    for (unsigned first = 0; first < LANES; first += size) {
      bool waiting[LANES];
      for (unsigned lane = 0; lane < LANES; lane++)
        waiting[lane] = took >> lane & 1 && lane / size == first / size;
      out->wavefronts = (uint16_t)(out->wavefronts + copy_group(a, waiting));
    }
    tag_waiting &= ~took;
  }
  for (unsigned lane = 0; lane < LANES; lane++) to.address[lane] = a->second[lane];
  out->ways = (uint16_t)over_groups(&to, a->mask, size, false).most;
}

/* cp.async.cg: what a tag wavefront of a load would look up goes in as many turns as
 * its lanes need, if in each turn a line fills one row of 128 bytes out of those that
 * are 4 rows apart. */
static void count_copy_cg(const struct wl_arch *arch, const struct wl_access *a,
                          struct wl_counts *out) {
  *out = (struct wl_counts){.requests = out->requests, .bytes_asked = out->bytes_asked};
  for (uint32_t tag_waiting = a->mask; tag_waiting != 0;) {
    uint32_t waiting = next_tag_wavefront(arch, a, tag_waiting);
    tag_waiting &= ~waiting;
    for (; waiting != 0; out->tag_wavefronts++) {
      uint64_t line[4] = {0};
      uint32_t row[4] = {0};
      bool taken[4] = {false};
      for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t from = a->address[lane] / 128;
        uint32_t to = a->second[lane] / 128;
        if (!(waiting >> lane & 1)) continue;
        if (taken[to % 4] && (line[to % 4] != from || row[to % 4] != to)) continue;
        out->lines = (uint16_t)(out->lines + !taken[to % 4]);
        taken[to % 4] = true;
        line[to % 4] = from;
        row[to % 4] = to;
        waiting &= ~(1u << lane);
      }
    }
  }
  /* Sectors of shared memory that a line fills, and no higher lane fills after it. */
  struct { uint64_t line; uint32_t sector; } moved[LANES];
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!active(a, lane)) continue;
    bool counts = true;
    for (unsigned other = lane + 1; other < LANES; other++)
      if (active(a, other) && a->second[other] == a->second[lane]) counts = false;
    for (unsigned i = 0; i < out->sectors; i++)
      if (moved[i].line == a->address[lane] / 128 && moved[i].sector == a->second[lane] / 32)
        counts = false;
    if (!counts) continue;
    moved[out->sectors].line = a->address[lane] / 128;
    moved[out->sectors++].sector = a->second[lane] / 32;
  }
}

/* Then nobody knows what an atomic costs before cc 9.0. */
static bool share_an_address(const struct wl_access *a) {
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < LANES; lane++) lanes += active(a, lane);
  return distinct_units(a, a->mask, 1) < lanes;
}

static void count_global(const struct wl_arch *arch, const struct wl_access *a,
                         struct wl_counts *out) {
  bool atomic = is_atomic(a), tags = arch->id >= WL_CC_70;
  if (!tags) {
    out->sectors = (uint16_t)distinct_units(a, a->mask, 32);
    out->lines = (uint16_t)distinct_units(a, a->mask, 128);
  } else {
    if (atomic) count_atomic(arch, a, out);
    else count_load_store(arch, a, out);
    unsigned size = a->op == WL_CAS ? group_size(a) / 2 : group_size(a);
    out->ways = (uint16_t)over_groups(a, a->mask, size, !atomic).most;
  }
  if (a->op == WL_COPY) count_copy(arch, a, out);
  if (a->op == WL_COPY_CG) count_copy_cg(arch, a, out);
  out->bytes_moved = 32u * out->sectors;
  unsigned packed = (out->bytes_asked + 31) / 32;
  unsigned touched = distinct_units(a, a->mask, 32); /* atomics move some more than once */
  if (a->op == WL_COPY_CG) touched = out->sectors;
  out->ideal_sectors = (uint16_t)(packed < touched ? packed : touched);
  if (atomic && arch->id < WL_CC_90 && share_an_address(a)) {
    out->sectors = out->lines = out->tag_wavefronts = out->wavefronts = out->ways = 0;
    out->bytes_moved = 0;
  }
}

/* Whether each active lane has an inactive partner or one with its address. */
static bool partners_agree(const struct wl_access *a, unsigned distance) {
  for (unsigned lane = 0; lane < LANES; lane++) {
    unsigned partner = lane ^ distance;
    if (active(a, lane) && active(a, partner) && a->address[lane] != a->address[partner])
      return false;
  }
  return true;
}

/* A try: for each lane group that has a lane, twice one wavefront, whatever the others do. */
static void count_try(const struct wl_access *a, struct wl_counts *out) {
  unsigned size = group_size(a), groups = 0;
  for (unsigned begin = 0; begin < LANES; begin += size) {
    bool some = false;
    for (unsigned lane = begin; lane < begin + size; lane++) some |= active(a, lane);
    groups += some;
  }
  unsigned packed = (out->bytes_asked + 127) / 128;
  out->ways = out->bytes_asked > 0;
  out->wavefronts = (uint16_t)(2 * groups);
  out->ideal_wavefronts = (uint16_t)(2 * (packed < groups ? packed : groups));
  out->bytes_moved = 128u * out->wavefronts;
}

static void count_shared(const struct wl_arch *arch, const struct wl_access *a,
                         struct wl_counts *out) {
  bool looping = a->form == WL_FORM_LOOP || a->form == WL_FORM_AGAIN;
  bool atomic = is_atomic(a) && !(a->form == WL_FORM_INCREMENT && arch->id >= WL_CC_80);
  unsigned size = group_size(a);
  if (looping && atomic) {
    count_try(a, out);
    if (a->form == WL_FORM_AGAIN) out->ideal_wavefronts = 0;
    return;
  }
  bool merges = arch->id >= WL_CC_70 && a->op == WL_LOAD && size < 32;
  if (merges && (partners_agree(a, 1) || partners_agree(a, 2))) size *= 2;
  struct bank_figures f = over_groups(a, a->mask, size, !atomic);
  out->wavefronts = (uint16_t)f.sum;
  out->ways = (uint16_t)f.most;
  unsigned packed = (out->bytes_asked + 127) / 128;
  if (packed < 1) packed = 1;
  out->ideal_wavefronts = (uint16_t)(packed < out->wavefronts ? packed : out->wavefronts);
  if (a->op == WL_CAS) { /* two operands, one after the other */
    out->wavefronts = (uint16_t)(2 * out->wavefronts);
    out->ideal_wavefronts = (uint16_t)(2 * out->ideal_wavefronts);
  }
  if (a->form == WL_FORM_AGAIN) out->ideal_wavefronts = 0;
  out->bytes_moved = 128u * out->wavefronts;
}

static void count_constant(const struct wl_arch *arch, const struct wl_access *a,
                           struct wl_counts *out) {
  unsigned passes = distinct_units(a, a->mask, 1);
  if (arch->id < WL_CC_20)
    passes = distinct_units(a, a->mask & 0xffff, 1) + distinct_units(a, a->mask & 0xffff0000, 1);
  out->wavefronts = (uint16_t)(passes * words_per_lane(a));
  out->ideal_wavefronts = (uint16_t)(out->requests * words_per_lane(a)); /* one address each */
}

void reference_sectored(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out) {
  count_global(arch, a, out);
}

void reference_count_on(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out) {
  bool early = arch->id < WL_CC_50, halves = arch->id < WL_CC_20;
  memset(out, 0, sizeof *out);
  /* One loop with a lock; its steps from cc 5.0 on are none there but the first try. */
  bool later = a->form == WL_FORM_AGAIN || (a->form == WL_FORM_LOOP && a->op == WL_LOAD);
  if (early && a->space == WL_SHARED && later) return;
  for (unsigned lane = 0; lane < LANES; lane++)
    if (active(a, lane)) out->bytes_asked += a->width;
  out->requests = out->bytes_asked > 0;
  if (halves) out->requests = (uint16_t)(((a->mask & 0xffff) > 0) + (a->mask > 0xffff));
  switch (a->space) {
  case WL_GLOBAL:
    if (early) reference_transactions(arch, a, out);
    else count_global(arch, a, out);
    return;
  case WL_SHARED:
    if (early) reference_passes(arch, a, out);
    else count_shared(arch, a, out);
    return;
  case WL_LOCAL: reference_local(arch, a, out); return;
  case WL_TEXTURE: reference_texture(a, out); return;
  default: count_constant(arch, a, out);
  }
}

void reference_count(const struct wl_access *a, struct wl_counts *out) {
  reference_count_on(wl_arch_default(), a, out);
}
