/* What fences and atomics hand on: it goes when it is of no use, and what is too much is given up,
 * which is said. */
#include <stdbool.h>

#include "core/hazard/hazards.h"
#include "core/hazard/shadow_cell.h"
#include "test.h"

enum { GLOBAL, SHARED };
enum { FENCE = WL_OPS }; /* in place of an operation */

/* An array of each kind of memory. */
static struct wl_head make_head(uint64_t global_bytes, uint32_t blocks) {
  struct wl_head h = {.syncwarps = 1, .fences = 1, .grid = {blocks, 1, 1},
                      .block = {2 * WL_LANES, 1, 1}, .arrays = 2};
  for (int i = 0; i < 2; i++)
    h.array[i] = (struct wl_array){.space = i == SHARED ? WL_SHARED : WL_GLOBAL, .dimensions = 1,
                                   .type = {WL_INT, 1}, .extent = {WL_LANES, 1, 1},
                                   .element_bytes = 4, .bytes = 4 * WL_LANES, .place = {1, 1, 2}};
  h.array[GLOBAL].bytes = global_bytes;
  return h;
}

/* A warp of a block. */
struct who { struct wl_hazards *all; unsigned segment; uint32_t block; uint16_t warp; };

/* What its lanes do at a line: lane i at the ith of the 32 words behind `first`. */
static void act(struct who who, uint32_t line, unsigned op, unsigned array, uint64_t first) {
  struct wl_step s = {.kind = op == FENCE ? WL_STEP_BARRIER : WL_STEP_ACCESS,
                      .array = (uint16_t)array, .iteration = WL_NO_ITERATION, .type = {WL_INT, 1},
                      .live = UINT32_MAX, .block = who.block, .warp = who.warp,
                      .place.line = line, .name = WL_NAME_THREADFENCE,
                      .access = {.space = array == SHARED ? WL_SHARED : WL_GLOBAL, .width = 4,
                                 .mask = UINT32_MAX}};
  if (op != FENCE) s.access.op = (uint8_t)op;
  for (unsigned i = 0; i < WL_LANES; i++) s.access.address[i] = 4 * (first + i);
  assert_true(wl_hazards_add(who.all, who.segment, &s));
}

struct story {
  uint32_t blocks;
  unsigned turns;
  bool hears;
};

/* In each turn the lanes of a warp write words of shared memory, and tell of that at words of
 * global memory that nobody was at before. In the end those of another warp read what was written;
 * `hears`: once they have heard of it. */
static void tell(struct who who, const struct story *s) {
  struct who other = who;
  uint64_t first = (uint64_t)WL_LANES * s->turns * who.block;
  other.warp = 1;
  for (unsigned turn = 0; turn < s->turns; turn++) {
    act(who, 1, WL_STORE, SHARED, 0);
    act(who, 2, FENCE, GLOBAL, 0);
    for (int twice = 0; twice < 2; twice++) /* they know of each of these from then on */
      act(who, 3, WL_ATOMIC, GLOBAL, first + WL_LANES * turn);
  }
  if (s->hears) act(other, 4, WL_ATOMIC, GLOBAL, first + WL_LANES * (s->turns - 1));
  act(other, 5, WL_LOAD, SHARED, 0);
}

static struct wl_hazards *look_at(const struct story *s, unsigned segments) {
  struct wl_head head = make_head((uint64_t)4 * WL_LANES * s->turns * s->blocks, s->blocks);
  struct wl_hazards *h = wl_hazards_create(&head, false, segments);
  for (unsigned i = 0; i < segments; i++) {
    for (uint32_t block = s->blocks * i / segments; block < s->blocks * (i + 1) / segments; block++)
      tell((struct who){h, i, block, 0}, s);
    wl_hazards_close(h, i);
  }
  return h;
}

/* Who needs it has it still. Where all blocks together hand on too much, shared memory is looked
 * at as before, in one segment or several; where one block does, a correct kernel has no races. */
static void much_is_known(void **state) {
  static const struct { struct story story; bool partial, lost; } rows[] = {
    {{1, 10, true}, false, false},  {{1, 10, false}, false, false},
    {{1, 700, true}, false, false}, {{1, 700, false}, false, false},
    {{4, 600, true}, true, false},  {{4, 600, false}, true, false},
    {{1, 1500, true}, true, true},  {{1, 1500, false}, true, true},
    {{2, 1500, true}, true, true}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned segments = 1; segments <= rows[i].story.blocks; segments *= 2) {
      struct wl_hazards *h = look_at(&rows[i].story, segments);
      assert_int_equal(wl_hazards_partial(h), rows[i].partial);
      assert_int_equal(wl_hazards_lost(h), rows[i].lost);
      assert_int_equal(wl_hazards_count(h, false), !rows[i].story.hears && !rows[i].lost);
      wl_hazards_destroy(h);
    }
}

/* Global memory that is left alone, as too much of it is touched, puts shared memory in order. */
static void left_alone_is_in_order(void **state) {
  (void)state;
  for (int hears = 0; hears < 2; hears++) {
    struct wl_head head = make_head(4 * WL_PAGE_CELLS * (WL_HAZARD_PAGES + 2), 1);
    struct wl_hazards *h = wl_hazards_create(&head, false, 1);
    struct who one = {h, 0, 0, 0}, other = {h, 0, 0, 1};
    for (uint64_t page = 1; page < WL_HAZARD_PAGES + 2; page++)
      act(one, 1, WL_STORE, GLOBAL, WL_PAGE_CELLS * page);
    act(one, 2, WL_STORE, SHARED, 0);
    act(one, 3, FENCE, GLOBAL, 0);
    act(one, 4, WL_REDUCE, GLOBAL, 0);
    if (hears) act(other, 5, WL_ATOMIC, GLOBAL, 0);
    act(other, 6, WL_LOAD, SHARED, 0);
    wl_hazards_close(h, 0);
    assert_true(wl_hazards_partial(h) && !wl_hazards_lost(h));
    assert_int_equal(wl_hazards_count(h, false), !hears);
    wl_hazards_destroy(h);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(much_is_known), cmocka_unit_test(left_alone_is_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
