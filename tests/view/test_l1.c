/* L1 as the screen plays it: the counts of the caches, and the same states both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/cache/caches.h"
#include "core/cache/footprint.h"
#include "core/cache/l1_replay.h"
#include "press.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"

static const struct { const char *scene; int value; bool evicts; } rows[] = {
  {"vadd", 0, false}, {"product", 0, false}, {"product", 1, false}, {"rows", 0, false},
  {"thrash", 0, true}, {"zoo", 2, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static unsigned bits(unsigned sectors) { return (unsigned)__builtin_popcount(sectors); }

static bool is_load(const struct wl_l1_event *e) {
  return e->kind == WL_ASK_LOAD || e->kind == WL_ASK_LOAD_LINES || e->kind == WL_ASK_PAST;
}

/* A sector, and who touches it. */
struct touch { uint64_t owner, sector; };

static int by_owner(const void *a, const void *b) {
  const struct touch *x = a, *y = b;
  if (x->owner != y->owner) return x->owner < y->owner ? -1 : 1;
  return (x->sector > y->sector) - (x->sector < y->sector);
}

/* Distinct sectors, or lines, of the owner that has most: a warp's number over `per` owns them. */
static uint64_t most_of(const struct touch *all, size_t count, uint64_t per, unsigned sectors) {
  struct touch *t = malloc((count + 1) * sizeof *t);
  uint64_t most = 0, now = 0;
  for (size_t i = 0; i < count; i++)
    t[i] = (struct touch){per ? all[i].owner / per : 0, all[i].sector / sectors};
  qsort(t, count, sizeof *t, by_owner);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && by_owner(&t[i], &t[i - 1]) == 0) continue;
    now = i > 0 && t[i].owner == t[i - 1].owner ? now + 1 : 1;
    if (now > most) most = now;
  }
  free(t);
  return most;
}

/* Each sector of each access of a line (0: of all) and an array, once for each request. */
static size_t touches(const struct wl_trace *trace, uint32_t line, uint16_t array,
                      struct touch *out) {
  size_t n = 0;
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(trace, i, &s); i++) {
    if (s.kind != WL_STEP_ACCESS || s.access.space != WL_GLOBAL) continue;
    if ((line && s.place.line != line) || (array != WL_NO_ARRAY && s.array != array)) continue;
    size_t first = n;
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      if (!(s.access.mask >> lane & 1)) continue;
      struct touch t = {s.block * WL_LANES + s.warp, s.access.address[lane] / 32};
      size_t k = first;
      while (k < n && out[k].sector != t.sector) k++;
      if (k == n) out[n++] = t;
    }
  }
  return n;
}

/* Footprints are those of sorted lists. */
static void test_footprint(void **state) {
  (void)state;
  size_t groups = 0;
  for (size_t i = 0; i < ROWS; i++) {
    struct scene s = scene_create(rows[i].scene, rows[i].value);
    struct wl_footprints *f = wl_footprints_create(s.trace);
    struct touch *t = malloc(wl_trace_count(s.trace) * WL_LANES * sizeof *t);
    assert_non_null(f);
    size_t count;
    const struct wl_cache_site *site = wl_caches_sites(wl_analysis_caches(s.analysis), &count);
    for (size_t k = 0; k < 2 * count; k++, groups++) {
      uint32_t line = k % 2 ? site[k / 2].line : 0;
      uint16_t array = k % 2 ? WL_NO_ARRAY : site[k / 2].array;
      size_t n = touches(s.trace, line, array, t);
      struct wl_footprint p = wl_footprint_of(f, line, array);
      assert_int_equal(p.asked, n);
      assert_int_equal(p.warp.sectors, most_of(t, n, 1, 1));
      assert_int_equal(p.warp.lines, most_of(t, n, 1, 4));
      assert_int_equal(p.block.sectors, most_of(t, n, WL_LANES, 1));
      assert_int_equal(p.block.lines, most_of(t, n, WL_LANES, 4));
      assert_int_equal(p.launch.sectors, most_of(t, n, 0, 1));
      assert_int_equal(p.launch.lines, most_of(t, n, 0, 4));
    }
    free(t);
    wl_footprints_destroy(f);
    scene_destroy(s);
  }
  assert_true(groups > 20);
}

/* All multiprocessors together look up what the caches have counted. */
static void test_counts(void **state) {
  (void)state;
  for (size_t i = 0; i < ROWS; i++) {
    struct scene s = scene_create(rows[i].scene, rows[i].value);
    const struct wl_caches *c = wl_analysis_caches(s.analysis);
    struct wl_cache_site all = wl_caches_sum(c, 0, WL_NO_ARRAY);
    uint64_t hits = 0, misses = 0, again = 0;
    for (uint32_t sm = 0; sm < wl_head_blocks(wl_trace_head(s.trace)) && sm < 132; sm++) {
      struct wl_l1_replay *r = wl_l1_replay_create(wl_caches_target(c), s.trace, sm);
      assert_non_null(r);
      assert_false(wl_l1_replay_cut(r));
      for (size_t k = 0; k < wl_l1_replay_count(r); k++) {
        const struct wl_l1_event *e = wl_l1_replay_event(r, k);
        hits += is_load(e) ? bits(e->asked & ~(unsigned)e->missed) : 0;
        misses += bits(e->missed);
        again += bits(e->again);
      }
      wl_l1_replay_destroy(r);
    }
    assert_int_equal(hits, all.l1.hits);
    assert_int_equal(misses, all.l1.misses);
    assert_int_equal(again, all.l1.evicted);
    assert_true((again > 0) == rows[i].evicts);
    scene_destroy(s);
  }
}

/* Lines are what the events before have left, wherever one comes from; each step finds its own
 * events, and what was evicted has gone for a line at its place. */
static void test_states(void **state) {
  (void)state;
  static struct wl_l1_line now[4096];
  struct scene s = scene_create("thrash", 0);
  const struct wl_caches *c = wl_analysis_caches(s.analysis);
  struct wl_l1_replay *r = wl_l1_replay_create(wl_caches_target(c), s.trace, 0);
  size_t events = wl_l1_replay_count(r), places, first;
  assert_true(events > 8192); /* some states are kept on the way */
  memset(now, 0, sizeof now);
  for (size_t i = 0; i < events; i++) {
    const struct wl_l1_event *e = wl_l1_replay_event(r, i);
    if (i % 997 == 0) { /* far away, then here */
      wl_l1_replay_lines(r, (i * 7919) % events, &places);
      assert_memory_equal(now, wl_l1_replay_lines(r, i, &places), places * sizeof now[0]);
    }
    size_t count = wl_l1_replay_find(r, e->site, &first);
    assert_true(i >= first && i < first + count);
    if (e->again && i % 97 == 0) {
      size_t by = wl_l1_replay_evictor(r, i);
      assert_true(by < i);
      assert_int_not_equal(wl_l1_replay_event(r, by)->line, e->line);
    }
    now[e->place] = (struct wl_l1_line){e->line, (uint32_t)i, e->valid};
  }
  assert_int_equal(wl_l1_replay_find(r, 1 << 30, &first), 0);
  wl_l1_replay_destroy(r);
  scene_destroy(s);
}

/* w goes from miss to miss, as they come on the SM, and round. */
static void test_misses(void **state) {
  (void)state;
  struct scene s = scene_create("product", 0);
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  press(m, "L");
  for (int i = 0; i < 40; i++) {
    struct wl_step_info info;
    press(m, "w");
    assert_true(wl_step_info_take(m, m->selected, &info));
    assert_int_equal(info.step.access.space, WL_GLOBAL);
    assert_non_null(strstr(m->message, "miss in L1"));
  }
  press(m, "m w");
  assert_null(strstr(m->message, "miss in L1")); /* it would tell */
  wl_session_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_counts), cmocka_unit_test(test_footprint), cmocka_unit_test(test_states),
    cmocka_unit_test(test_misses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
