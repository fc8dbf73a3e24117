/* The barriers that races ask for, held against a plain reference (races.h): with all of them
 * put where the advice says, no two threads race any more. Random loops of a few lines, of which
 * each thread reads or writes a word of shared memory; some of the lines may be a loop inside.
 * Some barriers are there already, and the one or the other warp is the one that writes. */
#include <stdio.h>
#include <string.h>

#include "core/hazard/fixes.h"
#include "core/hazard/hazard.h"
#include "core/hazard/hazards.h"
#include "races.h"
#include "test.h"

enum { ROUNDS = 10000, LINES = 5, TURNS = 3, INNER_TURNS = 2, NOBODY = -1 };
enum { THREADS = RACE_WARPS * RACE_LANES, STOPS = TURNS * INNER_TURNS * LINES };

/* What each thread does at a line: the word that it touches. */
struct line { bool writes; int word[THREADS]; };

/* Barriers stand behind lines, the last of them at the end of the loop body. The inner loop has
 * the lines from `begin` to before `end`; none where these are equal. */
struct program {
  struct line line[LINES];
  bool block[LINES], warp[LINES];
  int begin, end;
  int inner[TURNS]; /* its iterations, in each of the outer one: all, or none. A trail knows the
                     * first and the last of all, so that as many are in the last as in any */
};

/* A line in an iteration of its loops; inner: NOBODY outside of the inner one. */
struct stop { int line, turn, inner; };

static bool is_inner(const struct program *p, int line) {
  return line >= p->begin && line < p->end;
}

/* The lines as each thread comes to them. Returns how many. */
static int unroll(const struct program *p, struct stop stop[STOPS]) {
  int n = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    for (int i = 0; i < p->begin; i++) stop[n++] = (struct stop){i, turn, NOBODY};
    for (int inner = 0; inner < p->inner[turn]; inner++)
      for (int i = p->begin; i < p->end; i++) stop[n++] = (struct stop){i, turn, inner};
    for (int i = p->end; i < LINES; i++) stop[n++] = (struct stop){i, turn, NOBODY};
  }
  return n;
}

/* A word that is written has one writer: no barrier helps where it has more. */
static void make_line(uint64_t *seed, struct line *l) {
  l->writes = test_below(seed, 2);
  for (int t = 0; t < THREADS; t++)
    l->word[t] = l->writes || test_below(seed, 3) == 0 ? NOBODY : (int)test_below(seed, RACE_WORDS);
  for (int word = 0; word < RACE_WORDS && l->writes; word++)
    if (test_below(seed, 3)) l->word[test_below(seed, THREADS)] = word;
}

static void make_program(uint64_t *seed, struct program *p) {
  memset(p, 0, sizeof *p);
  for (int i = 0; i < LINES; i++) {
    make_line(seed, &p->line[i]);
    p->block[i] = test_below(seed, 4) == 0;
  }
  if (test_below(seed, 2)) return;
  for (int turn = 0; turn < TURNS; turn++)
    p->inner[turn] = test_below(seed, 3) ? INNER_TURNS : 0;
  p->begin = (int)test_below(seed, LINES);
  p->end = p->begin + 1 + (int)test_below(seed, (unsigned)(LINES - p->begin));
}

/* Tokens are in the order of the text: the loop, and each line behind one for an inner loop. */
static struct wl_step step_of(const struct program *p, struct stop at, unsigned warp) {
  const struct line *l = &p->line[at.line];
  uint32_t line = (uint32_t)at.line, turn = (uint32_t)at.turn, inner = (uint32_t)at.inner;
  bool nested = at.inner != NOBODY;
  struct wl_step s = {
    .kind = WL_STEP_ACCESS, .array = 1, .iteration = nested ? inner : turn, .type = {WL_INT, 1},
    .warp = (uint16_t)warp, .live = UINT32_MAX, .place = {line + 1, 1, 2},
    .way = {.token = 2 * line + 3, .turns = nested ? 2 : 1, .at = {1, 2 * (uint32_t)p->begin + 2},
            .iteration = {turn, inner}},
    .access = {.space = WL_SHARED, .op = l->writes ? WL_STORE : WL_LOAD, .width = 4}};
  for (unsigned i = 0; i < RACE_LANES; i++) {
    int word = l->word[warp * RACE_LANES + i];
    if (word == NOBODY) continue;
    s.access.mask |= 1u << i;
    s.access.address[i] = 4 * (uint64_t)word;
  }
  return s;
}

/* Runs the lines from `at` on up to a barrier of the block, as one warp; returns where that is. */
static int run_phase(const struct program *p, int at, uint16_t phase, unsigned warp,
                     struct races *r, struct wl_hazards *h) {
  struct stop stop[STOPS];
  int count = unroll(p, stop);
  for (; at < count; at++) {
    struct wl_step s = step_of(p, stop[at], warp);
    s.phase = phase;
    if (s.access.mask != 0) races_add(r, &s);
    if (s.access.mask != 0 && h) assert_true(wl_hazards_add(h, 0, &s));
    struct wl_step wait = {.kind = WL_STEP_BARRIER, .name = WL_NAME_SYNCWARP, .phase = phase,
                           .warp = (uint16_t)warp, .access.mask = (1u << RACE_LANES) - 1};
    if (p->warp[stop[at].line]) races_add(r, &wait);
    if (p->block[stop[at].line]) return at + 1;
  }
  return at;
}

static struct races *run(const struct program *p, bool lockstep, struct wl_hazards *h) {
  struct races *r = races_create(lockstep);
  struct stop stop[STOPS];
  int at = 0, next = 0, count = unroll(p, stop);
  for (uint16_t phase = 0; at < count; phase++, at = next)
    for (unsigned warp = 0; warp < RACE_WARPS; warp++) next = run_phase(p, at, phase, warp, r, h);
  if (h) wl_hazards_close(h, 0);
  return r;
}

/* Somewhere between the lines that it says, in no loop that neither is in; back to the beginning
 * of the innermost loop that has both: a line that comes again is in the next iteration of it. */
static void take_advice(uint64_t *seed, const struct wl_hazard *z, struct program *p) {
  int from = (int)z->from - 1, to = (int)z->to - 1;
  bool inner = is_inner(p, from) && is_inner(p, to);
  int begin = inner ? p->begin : 0, end = inner ? p->end : LINES;
  int room = to > from ? to - from : end - from + to - begin;
  assert_int_equal(z->cure, WL_CURE_BETWEEN);
  assert_true(from != to);
  int at;
  do {
    at = from + (int)test_below(seed, (unsigned)room);
    if (at >= end) at -= end - begin;
  } while (is_inner(p, at) && !is_inner(p, from) && !is_inner(p, to));
  if (z->reach == WL_SCOPE_BLOCK) p->block[at] = true;
  else p->warp[at] = true;
}

static bool any_race(const struct races *r) {
  for (int word = 0; word < RACE_PLACES; word++)
    if (races_at(r, word)) return true;
  return false;
}

static void print_program(const struct program *p) {
  for (int i = 0; i < LINES; i++) {
    fprintf(stderr, "%s%d %s", is_inner(p, i) ? "  " : "", i + 1,
            p->line[i].writes ? "write" : "read ");
    for (int t = 0; t < THREADS; t++) {
      if (p->line[i].word[t] == NOBODY) fprintf(stderr, " .");
      else fprintf(stderr, " %d", p->line[i].word[t]);
    }
    fprintf(stderr, "%s%s\n", p->block[i] ? " __syncthreads" : "", p->warp[i] ? " __syncwarp" : "");
  }
}

static void test_rounds(bool lockstep) {
  struct wl_head head = {.grid = {1, 1, 1}, .block = {RACE_WARPS * WL_LANES, 1, 1}, .arrays = 2};
  head.array[1] = (struct wl_array){.space = WL_SHARED, .dimensions = 1, .type = {WL_INT, 1},
                                    .extent = {RACE_WORDS, 1, 1}, .element_bytes = 4,
                                    .bytes = 4 * RACE_WORDS, .is_volatile = lockstep};
  uint64_t seed = 1;
  unsigned racy = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct program p, mended;
    const struct wl_hazard *z;
    make_program(&seed, &p);
    struct wl_hazards *h = wl_hazards_create(&head, lockstep, 1);
    struct races *r = run(&p, lockstep, h);
    assert_int_equal(any_race(r), wl_hazards_count(h, false) > 0);
    racy += any_race(r);
    races_destroy(r);
    mended = p;
    for (size_t i = 0; (z = wl_hazards_get(h, false, i)) != NULL; i++)
      take_advice(&seed, z, &mended);
    r = run(&mended, lockstep, NULL);
    if (any_race(r)) {
      print_program(&p);
      print_program(&mended);
      fail_msg("round %d: a race is left", round);
    }
    races_destroy(r);
    wl_hazards_destroy(h);
  }
  assert_true(racy > ROUNDS / 4);
}

static void test_lanes(void **state) { (void)state; test_rounds(false); }
static void test_in_lockstep(void **state) { (void)state; test_rounds(true); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lanes),
                                     cmocka_unit_test(test_in_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
