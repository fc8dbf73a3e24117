#include "core/access/access.h"
#include "steps.h"

#include <string.h>

#include "test.h"

/* Numbers of the lanes in the mask: equal, of a stride, or random of some bits. */
static void fill(uint64_t *seed, uint32_t mask, unsigned bits, uint64_t v[WL_LANES]) {
  uint64_t limit = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  uint64_t base = test_random(seed) & limit, stride = test_random(seed) >> test_below(seed, 64);
  uint32_t pick = test_below(seed, 4), narrow = 1 + test_below(seed, 64);
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint64_t wild = test_random(seed) >> (64 - narrow);
    uint64_t number = pick == 0 ? base : pick == 1 ? base + i * stride : base + wild;
    v[i] = mask >> i & 1 ? number & limit : 0;
  }
}

/* Values as a script makes them: whole numbers as often as anything else. */
static void fill_values(uint64_t *seed, const struct wl_step *step, uint64_t v[WL_LANES]) {
  enum wl_scalar s = step->type.scalar;
  uint32_t mask = step->access.mask;
  fill(seed, mask, 8u * wl_scalars[s].bytes, v);
  if (test_below(seed, 2)) return;
  int32_t start = (int32_t)test_below(seed, 2000) - 1000;
  int32_t by = test_below(seed, 2) ? (int32_t)test_below(seed, 5) : 0;
  for (int i = 0; i < WL_LANES; i++)
    if (mask >> i & 1) v[i] = wl_scalar_from_integer(s, start + by * i * (i % 7 == 6 ? by : 1));
}

static uint32_t random_mask(uint64_t *seed) {
  static const uint32_t usual[] = {UINT32_MAX, 1, 0xffff, 0x55555555, 0, 0x80000000};
  uint32_t pick = test_below(seed, 8);
  return pick < 6 ? usual[pick] : (uint32_t)test_random(seed);
}

static void random_access(uint64_t *seed, struct wl_access *a) {
  a->space = (uint8_t)test_below(seed, WL_SPACES);
  a->op = (uint8_t)test_below(seed, WL_OPS);
  if (a->space == WL_SHARED) a->form = (uint8_t)test_below(seed, WL_FORMS);
  else a->cache = (uint8_t)test_below(seed, WL_CACHES);
  a->width = (uint8_t)(1u << test_below(seed, 5));
  a->hit = test_below(seed, 2);
  if (a->op == WL_ATOMIC || a->op == WL_CAS) a->unused = test_below(seed, 2);
  fill(seed, a->mask, test_below(seed, 2) ? 64 : 40, a->address);
}

static void random_way(uint64_t *seed, struct wl_step *step) {
  struct wl_program_point *w = &step->way;
  w->token = (uint32_t)(test_random(seed) >> (32 + test_below(seed, 32)));
  w->turns = test_below(seed, WL_PROGRAM_POINT_TURNS + 1);
  for (unsigned i = 0; i < w->turns; i++) {
    uint32_t iteration = (uint32_t)(test_random(seed) >> (33 + test_below(seed, 31)));
    w->at[i] = (uint32_t)(test_random(seed) >> (32 + test_below(seed, 32)));
    w->iteration[i] = test_below(seed, 2) ? iteration : step->iteration; /* or a call */
  }
}

void random_step(uint64_t *seed, struct wl_step *step) {
  memset(step, 0, sizeof *step);
  step->kind = (uint8_t)test_below(seed, WL_STEP_KINDS);
  step->has_values = step->kind <= WL_STEP_VOTE && test_below(seed, 4) > 0;
  step->type.scalar = (uint8_t)test_below(seed, WL_SCALARS);
  step->type.components = (uint8_t)(1 + test_below(seed, 4));
  step->array = test_below(seed, 2) ? WL_NO_ARRAY : (uint16_t)test_below(seed, WL_NO_ARRAY);
  step->warp = (uint16_t)(test_random(seed) >> (48 + test_below(seed, 16)));
  step->phase = (uint16_t)(test_random(seed) >> (48 + test_below(seed, 16)));
  step->block = (uint32_t)(test_random(seed) >> (32 + test_below(seed, 32)));
  step->iteration = test_below(seed, 2) ? WL_NO_ITERATION : (uint32_t)test_below(seed, 1u << 31);
  step->live = random_mask(seed);
  step->place.line = (uint32_t)(test_random(seed) >> (32 + test_below(seed, 32)));
  step->place.column = (uint16_t)test_random(seed);
  step->place.end_column = (uint16_t)test_random(seed);
  step->access.mask = test_below(seed, 2) ? step->live : random_mask(seed);
  random_way(seed, step);
  bool named = step->kind != WL_STEP_ACCESS && step->kind != WL_STEP_MARK;
  if (named) {
    step->name = (uint16_t)test_below(seed, WL_STEP_NAMES);
    step->absent = test_below(seed, 2) ? 0 : random_mask(seed);
  }
  if (step->kind == WL_STEP_ACCESS) random_access(seed, &step->access);
  if (step->kind == WL_STEP_ACCESS && wl_access_loops(&step->access))
    step->goes_on = step->access.mask & random_mask(seed);
  if (step->kind == WL_STEP_MARK) {
    memset(step->text, 'm', test_below(seed, sizeof step->text));
    step->stop = (uint8_t)test_below(seed, 33);
  }
  if (step->kind == WL_STEP_SHUFFLE) {
    step->shuffle_mode = (uint8_t)test_below(seed, WL_SHFL_MODES);
    step->shuffle_width = (uint8_t)(1u << test_below(seed, 6));
    step->undefined = random_mask(seed);
    for (unsigned i = 0; i < WL_LANES; i++)
      if (step->access.mask >> i & 1) step->source[i] = (uint8_t)test_below(seed, WL_LANES);
  }
  if (!step->has_values) return;
  fill_values(seed, step, step->value);
  bool result = step->kind != WL_STEP_ACCESS || step->access.op == WL_ATOMIC ||
                step->access.op == WL_CAS;
  if (result) fill_values(seed, step, step->result);
}

void typical_step(uint32_t i, struct wl_step *step) {
  memset(step, 0, sizeof *step);
  step->has_values = true;
  step->type = (struct wl_type){WL_FLOAT, 1};
  step->array = i % 2;
  step->warp = i / 2 % 8;
  step->block = i / 16;
  step->iteration = i % 4;
  step->live = UINT32_MAX;
  step->place = (struct wl_source_span){17 + i % 2, 5, 30};
  step->access = (struct wl_access){
    .space = WL_GLOBAL, .op = i % 2 ? WL_STORE : WL_LOAD, .width = 4, .mask = UINT32_MAX};
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    step->access.address[lane] =
      UINT64_C(0x7f0000000000) + (i % 2) * UINT64_C(0x10000000) + (i / 2 * 32 + lane) * 4ull;
    step->value[lane] = wl_scalar_from_integer(WL_FLOAT, i / 2 * 32 + lane);
  }
}
