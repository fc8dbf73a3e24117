/* wl_count() and wl_explain() against the slow reference, on random accesses. The
 * arguments name the rules to test, strict, shrink …, and how many accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "accesses.h"
#include "core/access/access.h"
#include "core/explain/explain.h"
#include "core/explain/metric.h"
#include "reference.h"

enum { ACCESSES = 1000000, EARLY_ACCESSES = 500000 };

static void print_access(const struct wl_access *a) {
  print_error("%s %s %s %s width %u mask %08x%s banks %u %s pitch %u\n",
              wl_form_names[a->form], wl_space_names[a->space], wl_op_names[a->op],
              wl_cache_names[a->cache], a->width, a->mask,
              a->hit ? " hit" : "", a->banks, wl_layout_names[a->layout], a->pitch);
  for (unsigned i = 0; i < WL_LANES; i++)
    print_error(a->mask >> i & 1 ? " %llu" : " -", (unsigned long long)a->address[i]);
  print_error("\n");
}

/* Fails with the access and the figure that differs. */
static void same_counts(const char *who, const struct wl_access *a, const struct wl_counts *got,
                        const struct wl_counts *want) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
    if (wl_figure_get(got, f) == wl_figure_get(want, f)) continue;
    print_access(a);
    fail_msg("%s: %s is %u, the reference says %u", who, wl_metrics[f].key, wl_figure_get(got, f),
             wl_figure_get(want, f));
  }
}

#define HOLDS(a, condition)                      \
  do {                                           \
    if (!(condition)) {                          \
      print_access(a);                           \
      fail_msg("does not hold: %s", #condition); \
    }                                            \
  } while (0)

static uint32_t lowest_lane(uint32_t lanes) { return lanes & -lanes; }

static bool has_tags(const struct wl_arch *arch) { return arch->id >= WL_CC_70; }

/* One line per tag set and wavefront, in the order of first lanes. */
static void check_tags(const struct wl_arch *arch, const struct wl_access *a,
                       const struct wl_explain *e, unsigned i) {
  const struct wl_line *l = &e->line[i];
  unsigned pass = 0;
  HOLDS(a, l->tag < e->tag_count && (l->lanes & ~e->tag_lanes[l->tag]) == 0);
  if (a->space == WL_LOCAL) return;
  HOLDS(a, l->set == reference_tag_set(arch, l->address / 128));
  for (unsigned j = 0; j < i; j++) {
    const struct wl_line *k = &e->line[j];
    HOLDS(a, k->tag != l->tag || k->set != l->set);
    HOLDS(a, k->tag < l->tag || lowest_lane(k->lanes) < lowest_lane(l->lanes));
    pass += k->address == l->address;
  }
  HOLDS(a, l->pass == pass);
}

/* The address that a lane has in row `row` of what is laid out as lines. */
static uint64_t address_of(const struct wl_access *a, unsigned lane, unsigned row) {
  if (a->space != WL_LOCAL) return a->address[lane];
  return (a->address[lane] / 4 + row) * 128 + lane * 4 + a->address[lane] % 4;
}

/* Lines: their lanes, used bytes and sectors are those of the access. */
static void check_lines(const struct wl_arch *arch, const struct wl_access *a,
                        const struct wl_explain *e) {
  unsigned rows = a->space == WL_LOCAL && a->width > 4 ? a->width / 4 : 1, row = 0;
  unsigned width = a->width / rows;
  uint32_t seen = 0;
  bool tags = has_tags(arch) && e->rule[WL_TAG_WAVEFRONTS] != WL_RULE_UNKNOWN;
  for (unsigned i = 0; i < e->line_count; i++) {
    const struct wl_line *l = &e->line[i];
    uint64_t used[2] = {0, 0};
    uint8_t sectors = 0;
    if (seen == a->mask) seen = 0, row++; /* the next row has all lanes again */
    HOLDS(a, l->lanes != 0 && (l->lanes & seen) == 0 && l->address % 128 == 0);
    seen |= l->lanes;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      if (!(l->lanes >> lane & 1)) continue;
      HOLDS(a, address_of(a, lane, row) / 128 * 128 == l->address);
      for (unsigned b = 0; b < width; b++) {
        unsigned at = (unsigned)(address_of(a, lane, row) % 128) + b;
        used[at / 64] |= 1ull << at % 64;
        sectors = (uint8_t)(sectors | 1u << at / 32);
      }
    }
    HOLDS(a, used[0] == l->used[0] && used[1] == l->used[1] && sectors == l->sectors);
    if (tags) check_tags(arch, a, e, i);
    else HOLDS(a, l->tag == 0 && l->pass == 0 && e->tag_count == 0);
  }
  bool has_lines = a->space == WL_GLOBAL || a->space == WL_LOCAL;
  HOLDS(a, seen == (has_lines ? a->mask : 0) && (a->mask == 0 || !has_lines || row == rows - 1));
  if (!tags || a->space == WL_LOCAL) return;
  uint32_t tagged = 0;
  for (unsigned t = 0; t < e->tag_count; t++) {
    HOLDS(a, e->tag_lanes[t] != 0 && (tagged & e->tag_lanes[t]) == 0);
    tagged |= e->tag_lanes[t];
  }
  HOLDS(a, tagged == seen);
}

/* Whether a transaction comes behind another: request by request, the lowest lane first; each row
 * of local memory begins anew. */
static bool follows(const struct wl_access *a, const struct wl_transaction *t,
                    const struct wl_transaction *before) {
  if (a->space == WL_LOCAL) return true;
  bool idle = !t->lanes || !before->lanes; /* a half of what 16 bytes a lane take, without a lane */
  if (t->request != before->request || idle) return t->request >= before->request;
  return __builtin_ctz(t->lanes) > __builtin_ctz(before->lanes);
}

/* Transactions: aligned, in order, each lane in one for each of its rows. */
static void check_transactions(const struct wl_access *a, const struct wl_explain *e) {
  unsigned rows = a->space == WL_LOCAL && a->width > 4 ? a->width / 4 : 1, times[WL_LANES] = {0};
  uint32_t bytes = 0;
  for (unsigned i = 0; i < e->transaction_count; i++) {
    const struct wl_transaction *t = &e->transaction[i];
    HOLDS(a, (t->bytes == 32 || t->bytes == 64 || t->bytes == 128) && t->address % t->bytes == 0);
    HOLDS(a, i == 0 || follows(a, t, &t[-1]));
    bytes += t->bytes;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      if (!(t->lanes >> lane & 1)) continue;
      bool inside = false;
      for (unsigned row = 0; row < rows; row++)
        inside |= address_of(a, lane, row) - t->address < t->bytes;
      HOLDS(a, inside);
      times[lane]++;
    }
  }
  for (unsigned lane = 0; lane < WL_LANES; lane++)
    HOLDS(a, e->transaction_count == 0 || times[lane] == (a->mask >> lane & 1) * rows);
  HOLDS(a, e->transaction_count == e->counts.transactions);
  HOLDS(a, e->transaction_count == 0 || e->counts.bytes_moved == bytes);
}

/* The words that a lane asks for; for cp.async those that it fills. */
static bool is_word_of(const struct wl_access *a, unsigned lane, uint64_t index) {
  unsigned rows = a->width > 4 ? a->width / 4 : 1;
  if (a->space == WL_LOCAL) {
    for (unsigned row = 0; row < rows; row++)
      if (address_of(a, lane, row) / 4 == index) return true;
    return false;
  }
  uint64_t first = a->op == WL_COPY ? a->second[lane] / 4 : a->address[lane] / 4;
  return index - first < rows;
}

/* The lanes that are served: all, or those that a try has room for from cc 5.0 on. */
static uint32_t served_lanes(const struct wl_arch *arch, const struct wl_access *a) {
  bool room = wl_access_tries(a) && arch->id >= WL_CC_50;
  return room ? wl_try_served(a) : a->mask;
}

/* Words: each word of each lane is served once, by its bank, in its group. */
static void check_words(const struct wl_arch *arch, const struct wl_access *a,
                        const struct wl_explain *e) {
  uint32_t fronts[WL_MAX_WAVEFRONTS] = {0}, busy[WL_MAX_WAVEFRONTS] = {0};
  unsigned served = 0, banks = arch->id < WL_CC_20 ? 16 : 32, per_bank = a->banks == 8 ? 2 : 1;
  bool kepler = arch->id >= WL_CC_30 && arch->id <= WL_CC_37; /* a bank serves a row's words */
  bool locks = arch->family == WL_COALESCED && wl_op_is_atomic(a->op);
  bool told = e->wavefront_count > 0; /* in which wavefront a word is served */
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    HOLDS(a, w->lanes != 0 && (w->lanes & ~a->mask) == 0);
    HOLDS(a, w->group < e->groups && (!told || w->wavefront < e->wavefront_count));
    HOLDS(a, locks || w->bank == w->index / per_bank % banks);
    HOLDS(a, (w->lanes & ~e->group_lanes[w->group]) == 0);
    HOLDS(a, !e->wavefront[w->wavefront].back && !e->wavefront[w->wavefront].again);
    if (told) HOLDS(a, e->wavefront[w->wavefront].group == w->group);
    /* One word per bank and wavefront. */
    if (!kepler && !locks) HOLDS(a, (busy[w->wavefront] >> w->bank & 1) == 0);
    busy[w->wavefront] |= 1u << w->bank;
    fronts[w->wavefront] |= w->lanes;
    for (unsigned lane = 0; lane < WL_LANES; lane++)
      if (w->lanes >> lane & 1) HOLDS(a, is_word_of(a, lane, w->index));
    served += (unsigned)__builtin_popcount(w->lanes);
    for (unsigned j = 0; j < i; j++)
      HOLDS(a, e->word[j].index != w->index || (e->word[j].lanes & w->lanes) == 0);
  }
  unsigned n = a->width < 4 || locks ? 1 : a->width / 4;
  if (e->word_count > 0)
    HOLDS(a, served == (unsigned)__builtin_popcount(served_lanes(arch, a)) * n);
  for (unsigned i = 0; i < e->wavefront_count; i++)
    if (!e->wavefront[i].back && !e->wavefront[i].again)
      HOLDS(a, fronts[i] == e->wavefront[i].lanes);
}

/* Wavefronts: every lane is finished once, in its last one; none is empty. */
static void check_wavefronts(const struct wl_arch *arch, const struct wl_access *a,
                             const struct wl_explain *e) {
  uint32_t finished = 0, groups = 0;
  for (unsigned i = 0; i < e->wavefront_count; i++) {
    const struct wl_wavefront *w = &e->wavefront[i];
    HOLDS(a, w->lanes != 0);
    HOLDS(a, (w->finished & ~w->lanes) == 0 && (finished & w->finished) == 0);
    finished |= w->finished;
    if (a->space != WL_CONSTANT) continue;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      uint64_t address = a->address[lane];
      bool here = w->address >= address && w->address < address + a->width &&
                  (w->address - address) % 4 == 0;
      if (w->lanes >> lane & 1) HOLDS(a, here);
    }
  }
  HOLDS(a, finished == (e->wavefront_count > 0 ? served_lanes(arch, a) : 0));
  for (unsigned g = 0; g < e->groups; g++) groups |= e->group_lanes[g];
  HOLDS(a, groups == UINT32_MAX);
}

static void check_ways(const struct wl_arch *arch, const struct wl_access *a,
                       const struct wl_explain *e) {
  unsigned worst = 0;
  if (arch->family == WL_COALESCED) return; /* not words of a bank: see wl_passes() */
  for (unsigned b = 0; b < WL_MAX_BANKS; b++)
    if (e->bank_words[b] > worst) worst = e->bank_words[b];
  HOLDS(a, worst == e->counts.ways);
}

static void check_rules(const struct wl_arch *arch, const struct wl_access *a,
                        const struct wl_explain *e) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
    enum wl_meaning m = wl_figure_meaning(arch, a, f);
    HOLDS(a, (e->rule[f] != WL_RULE_NONE) == (m != WL_MEANINGLESS) && e->rule[f] < WL_RULES);
    HOLDS(a, (e->rule[f] == WL_RULE_UNKNOWN) == (m == WL_UNKNOWN));
    HOLDS(a, m == WL_KNOWN || wl_figure_get(&e->counts, f) == 0);
    HOLDS(a, m == WL_MEANINGLESS || wl_figure_applies(f, a->space));
  }
}

static void check_one(const struct wl_arch *arch, uint64_t *seed) {
  struct wl_access a;
  struct wl_counts want, got;
  struct wl_explain e;
  struct wl_diag d = {.what = ""};
  char who[32];
  random_access(seed, arch, &a);
  if (!wl_access_check(arch, &a, &d)) {
    print_access(&a);
    fail_msg("cc %s: %s", arch->cc, d.what);
  }
  reference_count_on(arch, &a, &want);
  wl_count(arch, &a, &got);
  snprintf(who, sizeof who, "wl_count on cc %s", arch->cc);
  same_counts(who, &a, &got, &want);
  wl_explain(arch, &a, &e);
  snprintf(who, sizeof who, "wl_explain on cc %s", arch->cc);
  same_counts(who, &a, &e.counts, &want);
  HOLDS(&a, e.tags_known == wl_tags_known(arch, &a));
  check_lines(arch, &a, &e);
  check_transactions(&a, &e);
  if (a.space != WL_CONSTANT) check_words(arch, &a, &e);
  check_wavefronts(arch, &a, &e);
  check_ways(arch, &a, &e);
  check_rules(arch, &a, &e);
}

/* Loads by all lanes, at every distance up to a little more than a line and from every
 * element of a line on, up and down; which line that is, is drawn. */
static void check_distances(unsigned first, unsigned last) {
  uint64_t seed = last + 1;
  for (unsigned width = 4; width <= 16; width *= 2)
    for (unsigned apart = 1; apart <= 128 / width + 2; apart++)
      for (unsigned start = 0; start < 128 / width; start++)
        for (unsigned turn = 0; turn < 32; turn++) {
          const struct wl_arch *arch = &wl_archs[first + random_below(&seed, last - first + 1)];
          struct wl_access a = {.space = WL_GLOBAL, .width = (uint8_t)width, .mask = UINT32_MAX};
          struct wl_counts want, got;
          uint64_t line = 4096 + random_below(&seed, 1u << (turn % 2 ? 8 : 30));
          for (unsigned i = 0; i < WL_LANES; i++) {
            uint64_t up = (uint64_t)apart * i;
            a.address[i] = line * 128 + width * (start + (turn % 4 == 3 ? 0 - up : up));
          }
          reference_count_on(arch, &a, &want);
          wl_count(arch, &a, &got);
          same_counts("wl_count at equal distances", &a, &got, &want);
        }
}

/* Loads and stores by all lanes, further apart, up and down, across a multiple of 2^16
 * lines: the tag sets from there on are others. */
static void check_borders(unsigned first, unsigned last) {
  uint64_t seed = last + 2;
  for (unsigned turn = 0; turn < 50000; turn++) {
    const struct wl_arch *arch = &wl_archs[first + random_below(&seed, last - first + 1)];
    struct wl_access a = {.space = WL_GLOBAL, .width = (uint8_t)(1u << random_below(&seed, 5)),
                          .op = turn % 4 == 0 ? WL_STORE : WL_LOAD, .mask = UINT32_MAX};
    struct wl_counts want, got;
    uint64_t up = (1 + random_below(&seed, 1u << random_below(&seed, 19))) * a.width;
    uint64_t begin = (1 + random_below(&seed, 1u << 24)) << 23;
    begin -= random_below(&seed, 31) * up + random_below(&seed, 256) * a.width;
    if (turn % 2) begin += 31 * up, up = 0 - up;
    for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = begin + up * i;
    reference_count_on(arch, &a, &want);
    wl_count(arch, &a, &got);
    same_counts("wl_count across a border", &a, &got, &want);
  }
}

/* Generations by turns. */
static void check_family(unsigned first, unsigned last, unsigned accesses) {
  uint64_t seed = first + 1;
  for (unsigned n = 0; n < accesses; n++)
    check_one(&wl_archs[first + n % (last - first + 1)], &seed);
}

static const struct { const char *name; uint8_t first, last; unsigned accesses; } families[] = {
  {"strict", WL_CC_10, WL_CC_11, EARLY_ACCESSES}, {"shrink", WL_CC_12, WL_CC_13, EARLY_ACCESSES},
  {"lines", WL_CC_20, WL_CC_21, EARLY_ACCESSES},  {"segments", WL_CC_30, WL_CC_37, EARLY_ACCESSES},
  {"sectors", WL_CC_50, WL_CC_61, EARLY_ACCESSES}, {"fold", WL_CC_70, WL_CC_120, EARLY_ACCESSES},
  {"hash", WL_CC_90, WL_CC_90, ACCESSES},
};
static const char *family; /* from the command line */
static unsigned accesses;  /* … or 0: as many as the table says */

static void test_family(void **state) {
  (void)state;
  unsigned done = 0;
  for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
    if (strcmp(families[i].name, family) != 0) continue;
    check_family(families[i].first, families[i].last,
                 accesses ? accesses : families[i].accesses);
    if (families[i].first >= WL_CC_50) {
      check_distances(families[i].first, families[i].last);
      check_borders(families[i].first, families[i].last);
    }
    done++;
  }
  assert_int_equal(done, 1);
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) return 2;
  family = argv[1];
  if (argc == 3) accesses = (unsigned)strtoul(argv[2], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_family)};
  return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
