/* What src/core makes of the same input, as lines to be compared between compilers and
 * processors: figures of random accesses, held to the slow reference, packed steps, values of
 * every type, text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../core/accesses.h"
#include "../core/reference.h"
#include "../core/steps.h"
#include "core/access/type.h"
#include "core/base/text.h"
#include "core/explain/metric.h"

enum { ACCESSES = 2000, STEPS = 20000, VALUES = 3000, TEXTS = 3000 };
static uint64_t sum;
static int bad;

/* FNV-1a, of numbers rather than of memory: bytes lie otherwise elsewhere. */
static void add(uint64_t v) {
  for (int i = 0; i < 8; i++, v >>= 8) sum = (sum ^ (v & 0xff)) * UINT64_C(0x100000001b3);
}

static void tell(const char *what) {
  printf("%s %016" PRIx64 "\n", what, sum);
  sum = UINT64_C(0xcbf29ce484222325);
}

static void count_all(void) {
  for (const struct wl_arch *arch = wl_archs; arch < wl_archs + WL_CCS; arch++) {
    uint64_t seed = 1;
    for (int i = 0; i < ACCESSES; i++) {
      struct wl_access a;
      struct wl_counts got, wanted;
      random_access(&seed, arch, &a);
      wl_count(arch, &a, &got);
      reference_count_on(arch, &a, &wanted);
      for (unsigned f = 0; f < WL_FIGURES; f++) {
        add(wl_figure_get(&got, f));
        if (wl_figure_get(&got, f) == wl_figure_get(&wanted, f)) continue;
        printf("cc %s, access %d: %s is not that of the reference\n", arch->cc, i,
               wl_metrics[f].key);
        bad = 1;
      }
    }
    tell(arch->cc);
  }
}

static void pack_all(void) {
  static uint8_t packed[WL_STEP_MAX];
  static struct wl_step step, back;
  uint64_t seed = 2;
  for (int i = 0; i < STEPS; i++) {
    random_step(&seed, &step);
    size_t size = wl_step_pack(&step, packed);
    for (size_t b = 0; b < size; b++) add(packed[b]);
    if (wl_step_unpack(packed, size, &back) != size || wl_step_pack(&back, packed) != size) {
      printf("step %d does not come back\n", i);
      bad = 1;
    }
    for (size_t b = 0; b < size; b++) add(packed[b]);
  }
  tell("steps");
}

static void value_all(void) {
  uint64_t seed = 3;
  for (int s = 0; s < WL_SCALARS; s++) {
    for (int i = 0; i < VALUES; i++) {
      uint64_t bits = random_next(&seed) >> random_below(&seed, 64);
      double d = (double)(int64_t)bits / (double)(1 + random_below(&seed, 1000));
      uint64_t held = wl_scalar_from_double(s, d);
      char text[16];
      wl_scalar_format(s, held, 1 + (unsigned)random_below(&seed, 12), text);
      add(held);
      add(wl_scalar_from_integer(s, (int64_t)bits));
      for (const char *c = text; *c; c++) add((unsigned char)*c);
    }
    tell(wl_scalars[s].name);
  }
}

static void text_all(void) {
  uint64_t seed = 4;
  for (int i = 0; i < TEXTS; i++) {
    char from[64], to[256];
    size_t n = (size_t)random_below(&seed, sizeof from);
    for (size_t b = 0; b < n; b++) from[b] = (char)random_next(&seed);
    add(wl_text_clean(from, n, i & 1, to, sizeof to));
    add(wl_text_cells(from, n));
    for (const char *c = to; *c; c++) add((unsigned char)*c);
  }
  tell("text");
}

int main(void) {
  sum = UINT64_C(0xcbf29ce484222325);
  count_all();
  pack_all();
  value_all();
  text_all();
  return bad;
}
