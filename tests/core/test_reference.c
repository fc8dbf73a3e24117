/* wl_count() and wl_explain() against the slow reference, on random accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "accesses.h"
#include "core/explain.h"
#include "core/metric.h"
#include "reference.h"

enum { ACCESSES = 2000000, EXPLAINED_EVERY = 1 };

static void print_access(const struct wl_access *a) {
  print_error("%s %s %s width %u mask %08x%s\n", wl_space_names[a->space], wl_op_names[a->op],
              wl_cache_names[a->cache], a->width, a->mask, a->hit ? " hit" : "");
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

/* Lines: their lanes, used bytes and sectors are those of the access. */
static void check_lines(const struct wl_access *a, const struct wl_explain *e) {
  uint32_t seen = 0;
  for (unsigned i = 0; i < e->line_count; i++) {
    const struct wl_line *l = &e->line[i];
    uint64_t used[2] = {0, 0};
    uint8_t sectors = 0;
    HOLDS(a, l->lanes != 0 && (l->lanes & seen) == 0 && l->address % 128 == 0);
    seen |= l->lanes;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      if (!(l->lanes >> lane & 1)) continue;
      HOLDS(a, a->address[lane] / 128 * 128 == l->address);
      for (unsigned b = 0; b < a->width; b++) {
        unsigned at = (unsigned)(a->address[lane] % 128) + b;
        used[at / 64] |= 1ull << at % 64;
        sectors = (uint8_t)(sectors | 1u << at / 32);
      }
    }
    HOLDS(a, used[0] == l->used[0] && used[1] == l->used[1] && sectors == l->sectors);
    HOLDS(a, l->tag < e->tag_count && (l->lanes & ~e->tag_lanes[l->tag]) == 0);
    HOLDS(a, l->set == reference_tag_set(l->address / 128));
    unsigned pass = 0;
    for (unsigned j = 0; j < i; j++) {
      const struct wl_line *k = &e->line[j];
      HOLDS(a, k->tag != l->tag || k->set != l->set); /* one line per set and wavefront */
      HOLDS(a, k->tag < l->tag || lowest_lane(k->lanes) < lowest_lane(l->lanes));
      pass += k->address == l->address;
    }
    HOLDS(a, l->pass == pass);
  }
  HOLDS(a, seen == (a->space == WL_GLOBAL ? a->mask : 0));
  uint32_t tagged = 0;
  for (unsigned t = 0; t < e->tag_count; t++) {
    HOLDS(a, e->tag_lanes[t] != 0 && (tagged & e->tag_lanes[t]) == 0);
    tagged |= e->tag_lanes[t];
  }
  HOLDS(a, tagged == seen);
}

/* Words: each word of each lane is served once, by its bank, in its group. */
static void check_words(const struct wl_access *a, const struct wl_explain *e) {
  uint32_t fronts[WL_MAX_WAVEFRONTS] = {0}, busy[WL_MAX_WAVEFRONTS] = {0};
  uint64_t served = 0;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    HOLDS(a, w->lanes != 0 && (w->lanes & ~a->mask) == 0);
    HOLDS(a, w->bank == w->index % 32 && w->group < e->groups && w->wavefront < e->wavefront_count);
    HOLDS(a, (w->lanes & ~e->group_lanes[w->group]) == 0);
    HOLDS(a, e->wavefront[w->wavefront].group == w->group && !e->wavefront[w->wavefront].back);
    HOLDS(a, (busy[w->wavefront] >> w->bank & 1) == 0); /* one word per bank and wavefront */
    busy[w->wavefront] |= 1u << w->bank;
    fronts[w->wavefront] |= w->lanes;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      if (!(w->lanes >> lane & 1)) continue;
      uint64_t first = a->address[lane] / 4, last = (a->address[lane] + a->width - 1) / 4;
      HOLDS(a, w->index >= first && w->index <= last);
      served += w->index - first + 1; /* tells which words it was */
    }
    for (unsigned j = 0; j < i; j++)
      HOLDS(a, e->word[j].index != w->index || (e->word[j].lanes & w->lanes) == 0);
  }
  uint64_t n = a->width < 4 ? 1 : a->width / 4;
  HOLDS(a, served == (uint64_t)__builtin_popcount(a->mask) * n * (n + 1) / 2);
  for (unsigned i = 0; i < e->wavefront_count; i++)
    if (!e->wavefront[i].back) HOLDS(a, fronts[i] == e->wavefront[i].lanes);
}

/* Wavefronts: every lane is finished once, in its last one; nothing is empty. */
static void check_wavefronts(const struct wl_access *a, const struct wl_explain *e) {
  uint32_t finished = 0, groups = 0;
  for (unsigned i = 0; i < e->wavefront_count; i++) {
    const struct wl_wavefront *w = &e->wavefront[i];
    HOLDS(a, w->lanes != 0 && (w->finished & ~w->lanes) == 0 && (finished & w->lanes) == 0);
    finished |= w->finished;
    if (a->space != WL_CONSTANT) continue;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      uint64_t address = a->address[lane];
      bool here = w->address >= address && w->address < address + a->width &&
                  (w->address - address) % 4 == 0;
      if (w->lanes >> lane & 1) HOLDS(a, here);
    }
  }
  HOLDS(a, finished == a->mask);
  for (unsigned g = 0; g < e->groups; g++) {
    HOLDS(a, (groups & e->group_lanes[g]) == 0);
    groups |= e->group_lanes[g];
  }
  HOLDS(a, groups == UINT32_MAX);
  unsigned worst = 0;
  for (unsigned b = 0; b < WL_MAX_BANKS; b++)
    if (e->bank_words[b] > worst) worst = e->bank_words[b];
  HOLDS(a, worst == e->counts.ways);
}

static void check_rules(const struct wl_access *a, const struct wl_explain *e) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
    bool applies = wl_figure_applies(f, a->space);
    HOLDS(a, (e->rule[f] != WL_RULE_NONE) == applies && e->rule[f] < WL_RULES);
    HOLDS(a, applies || wl_figure_get(&e->counts, f) == 0);
  }
}

static void test_random_accesses(void **state) {
  (void)state;
  const struct wl_arch *arch = wl_arch_default();
  uint64_t seed = 1;
  for (unsigned n = 0; n < ACCESSES; n++) {
    struct wl_access a;
    struct wl_counts want, got;
    struct wl_explain e;
    random_access(&seed, arch, &a);
    HOLDS(&a, wl_access_check(arch, &a, NULL));
    reference_count(&a, &want);
    wl_count(arch, &a, &got);
    same_counts("wl_count", &a, &got, &want);
    if (n % EXPLAINED_EVERY != 0) continue;
    wl_explain(arch, &a, &e);
    same_counts("wl_explain", &a, &e.counts, &want);
    HOLDS(&a, e.exact == wl_count_exact(arch, &a));
    check_lines(&a, &e);
    if (a.space != WL_CONSTANT) check_words(&a, &e);
    check_wavefronts(&a, &e);
    check_rules(&a, &e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_accesses)};
  return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
