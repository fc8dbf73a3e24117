#include "core/count/legacy_shared.h"

#include "core/explain/explain_parts.h"

/* Words served so far, and the passes that they took. */
struct service {
  struct wl_word *word;
  unsigned words, passes, ways;
  uint8_t group;
};

static void keep_most(unsigned *most, unsigned n) {
  if (n > *most) *most = n;
}

static void serve(struct service *s, uint64_t index, unsigned bank, uint32_t lanes, unsigned pass) {
  s->word[s->words++] = (struct wl_word){
    .index = index, .lanes = lanes, .bank = (uint8_t)bank, .group = s->group,
    .wavefront = (uint8_t)pass};
}

static uint64_t word_of(const struct wl_access *a, unsigned lane, unsigned component) {
  return a->address[lane] / 4 + component;
}

static uint32_t lanes_at(const struct wl_access *a, uint32_t lanes, unsigned component,
                         uint64_t word) {
  uint32_t found = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    if (word_of(a, wl_lowest(rest), component) == word) found |= 1u << wl_lowest(rest);
  return found;
}

/* The word that most of the lanes ask for, the lowest lane deciding a tie. The
 * vendor leaves the choice open; this one gives the fewest steps. */
static uint64_t popular(const struct wl_access *a, uint32_t lanes, unsigned component) {
  uint64_t best = 0;
  int most = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint64_t word = word_of(a, wl_lowest(rest), component);
    int asking = __builtin_popcount(lanes_at(a, lanes, component, word));
    if (asking > most) most = asking, best = word;
  }
  return best;
}

/* One 32-bit request of one half-warp on cc 1.x: each step serves all lanes of
 * the broadcast word, and one lane at each other bank. */
static void half_warp_steps(struct service *s, const struct wl_access *a, uint32_t lanes,
                            unsigned component) {
  enum { BANKS = 16 };
  unsigned first = s->passes;
  while (lanes) {
    uint64_t broadcast = popular(a, lanes, component);
    uint32_t served = lanes_at(a, lanes, component, broadcast);
    uint32_t busy = 1u << broadcast % BANKS;
    serve(s, broadcast, (unsigned)(broadcast % BANKS), served, s->passes);
    for (uint32_t rest = lanes & ~served; rest; rest &= rest - 1) {
      uint64_t word = word_of(a, wl_lowest(rest), component);
      unsigned bank = (unsigned)(word % BANKS);
      if (busy >> bank & 1) continue;
      busy |= 1u << bank;
      served |= 1u << wl_lowest(rest);
      serve(s, word, bank, 1u << wl_lowest(rest), s->passes);
    }
    lanes &= ~served;
    s->passes++;
  }
  keep_most(&s->ways, s->passes - first);
}

/* How an address maps to a bank and to what the bank can serve at once. */
struct mapping {
  unsigned bank_shift, row_shift; /* bank = byte >> bank_shift & 31; row = byte >> row_shift */
};

/* Serves one group at once: a bank takes as many passes as it has distinct rows. */
static void serve_group(struct service *s, const struct wl_access *a, uint32_t lanes,
                            struct mapping map) {
  unsigned components = a->width > 4 ? a->width / 4 : 1, first = s->words, slowest = 0;
  uint64_t rows[32][WL_LANES * 4];
  unsigned count[32] = {0};
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned lane = wl_lowest(rest);
    for (unsigned c = 0; c < components; c++) {
      uint64_t word = word_of(a, lane, c), row = word * 4 >> map.row_shift;
      unsigned bank = (unsigned)(word * 4 >> map.bank_shift & 31), k = 0, i = first;
      while (k < count[bank] && rows[bank][k] != row) k++;
      if (k == count[bank]) rows[bank][count[bank]++] = row;
      if (k + 1 > slowest) slowest = k + 1;
      while (i < s->words && s->word[i].index != word) i++;
      if (i == s->words) serve(s, word, bank, 0, s->passes + k);
      s->word[i].lanes |= 1u << lane;
    }
  }
  s->passes += slowest;
  keep_most(&s->ways, slowest);
}

static void half_warps(struct service *s, const struct wl_access *a) {
  unsigned components = a->width > 4 ? a->width / 4 : 1;
  for (unsigned half = 0; half < 2; half++)
    for (unsigned c = 0; c < components; c++) {
      uint32_t lanes = a->mask & 0xffffu << 16 * half;
      half_warp_steps(s, a, lanes, c);
      s->group++;
    }
}

/* 4-byte banks in rows of 128 bytes. 16 bytes: "ways" are one more than the
 * most different addresses of a quarter-warp in one bank; passes are not told. */
static void fermi(struct service *s, const struct wl_access *a) {
  static const struct mapping map = {.bank_shift = 2, .row_shift = 7};
  unsigned size = a->width <= 4 ? 32 : a->width == 8 ? 16 : 8;
  for (unsigned lane = 0; lane < WL_LANES; lane += size) {
    uint32_t lanes = a->mask & (size == 32 ? ~0u : ((1u << size) - 1) << lane);
    serve_group(s, a, lanes, map);
    s->group++;
  }
  if (a->width < 16) return;
  s->passes = 0;
  if (s->ways > 0) s->ways++;
}

enum wl_banking wl_banking_of(const struct wl_arch *arch, const struct wl_access *a) {
  bool wide = (a->banks ? a->banks : arch->bank_bytes) == 8 && arch->banking8 != WL_BANKS_NONE;
  return (enum wl_banking)(wide ? arch->banking8 : arch->banking);
}

struct wl_pass_count wl_passes(enum wl_banking rule, const struct wl_access *a,
                               struct wl_word words[WL_MAX_WORDS], unsigned *word_count) {
  struct service s = {.word = words};
  /* Both Kepler modes serve any word of one 256-byte row per bank and pass. */
  struct mapping kepler = {.bank_shift = rule == WL_BANKS_KEPLER_8 ? 3 : 2, .row_shift = 8};
  if (rule == WL_BANKS_HALF_WARP) half_warps(&s, a);
  else if (rule == WL_BANKS_FERMI) fermi(&s, a);
  else serve_group(&s, a, a->mask, kepler);
  *word_count = s.words;
  return (struct wl_pass_count){s.passes, s.ways};
}

static unsigned bank_at(const struct wl_arch *arch, const struct wl_access *a, uint64_t word) {
  bool wide = wl_banking_of(arch, a) == WL_BANKS_KEPLER_8;
  return (unsigned)((wide ? word / 2 : word) % arch->banks);
}

struct wl_pass_count wl_lock_trips(const struct wl_arch *arch, const struct wl_access *a,
                                   struct wl_word words[WL_MAX_WORDS], unsigned *word_count) {
  struct service s = {.word = words};
  for (uint32_t rest = a->mask; rest; rest &= rest - 1) {
    uint64_t word = word_of(a, wl_lowest(rest), 0);
    unsigned trip = 0;
    for (unsigned i = 0; i < s.words; i++)
      trip += s.word[i].index % WL_SHARED_LOCKS == word % WL_SHARED_LOCKS;
    serve(&s, word, bank_at(arch, a, word), 1u << wl_lowest(rest), trip);
    keep_most(&s.passes, trip + 1);
  }
  *word_count = s.words;
  return (struct wl_pass_count){s.passes, s.passes};
}

void wl_count_passes(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  struct wl_word words[WL_MAX_WORDS];
  unsigned word_count;
  struct wl_pass_count count = wl_is_atomic(a)
                                   ? wl_lock_trips(arch, a, words, &word_count)
                                   : wl_passes(wl_banking_of(arch, a), a, words, &word_count);
  out->wavefronts = (uint16_t)count.passes;
  out->ways = (uint16_t)count.ways;
  if (count.passes == 0) return; /* not known */
  out->bytes_moved = wl_is_atomic(a) ? 0 : arch->row_bytes * count.passes; /* 0: not known */
  out->ideal_wavefronts = wl_ideal(out->bytes_asked, arch->row_bytes, count.passes);
}
