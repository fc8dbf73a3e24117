/* How many warp instructions wl_count() counts in a second of one core's time, against
 * the slow reference of the tests and against merely reading the addresses. Time of the
 * processor, not of the clock: other programs do not count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/count/count.h"
#include "reference.h"

enum { POOL = 512, ROUNDS = 8 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  return *state ^= *state << 17;
}

/* Element of each lane; `n` tells the accesses of a pool apart. */
static void coalesced(uint64_t n, uint64_t *seed, uint64_t e[WL_LANES]) {
  (void)seed;
  for (unsigned i = 0; i < WL_LANES; i++) e[i] = n * 32 + i;
}

static void strided(uint64_t n, uint64_t *seed, uint64_t e[WL_LANES]) {
  (void)seed;
  for (unsigned i = 0; i < WL_LANES; i++) e[i] = n + i * (n % 40);
}

static void columns(uint64_t n, uint64_t *seed, uint64_t e[WL_LANES]) {
  (void)seed;
  for (unsigned i = 0; i < WL_LANES; i++) e[i] = n + i * 256;
}

static void permuted(uint64_t n, uint64_t *seed, uint64_t e[WL_LANES]) {
  coalesced(n, seed, e);
  for (unsigned i = WL_LANES; i-- > 1;) {
    unsigned j = (unsigned)(next(seed) % (i + 1));
    uint64_t swap = e[i];
    e[i] = e[j];
    e[j] = swap;
  }
}

static void anywhere(uint64_t n, uint64_t *seed, uint64_t e[WL_LANES]) {
  (void)n;
  for (unsigned i = 0; i < WL_LANES; i++) e[i] = next(seed) >> 8;
}

static const struct {
  const char *name;
  void (*draw)(uint64_t n, uint64_t *seed, uint64_t e[WL_LANES]);
} families[] = {
  {"coalesced", coalesced}, {"strided", strided}, {"columns", columns},
  {"permuted", permuted},   {"random", anywhere},
};

typedef void count_function(const struct wl_access *a, struct wl_counts *out);

static void count_fast(const struct wl_access *a, struct wl_counts *out) {
  wl_count(wl_arch_default(), a, out);
}

/* The floor: nothing can count without reading the addresses. */
__attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
static void only_read(const struct wl_access *a, struct wl_counts *out) {
  uint64_t any = 0;
  for (unsigned i = 0; i < WL_LANES; i++) any |= a->address[i];
  out->bytes_moved = (uint32_t)any;
}

/* Millions of accesses a second, the best of 60 runs of some 2.5 ms: short ones, for others
 * on the same core or its twin slow down the long ones all alike. `rounds` of the pool lie
 * between two looks at the clock, which take as long as ten counts. */
static double rate(count_function *count, const struct wl_access *pool, unsigned rounds) {
  double best = 0;
  volatile uint32_t sink = 0;
  for (unsigned run = 0; run < 60; run++) {
    double begin = now(), took = 0;
    uint64_t done = 0;
    for (; took < 0.0025; took = now() - begin, done += rounds * POOL)
      for (unsigned i = 0; i < rounds * POOL; i++) {
        struct wl_counts c;
        count(&pool[i % POOL], &c);
        sink = sink + c.bytes_moved;
      }
    if ((double)done / took > best) best = (double)done / took;
  }
  return best / 1e6;
}

static void measure(enum wl_space space, unsigned width, size_t family, struct wl_access *pool) {
  uint64_t seed = 88172645463325252u;
  uint64_t range = space == WL_SHARED ? 227u << 10 : 2u << 20; /* what a block of cc 9.0 can have */
  for (unsigned n = 0; n < POOL; n++) {
    memset(&pool[n], 0, sizeof pool[n]);
    pool[n].space = (uint8_t)space;
    pool[n].width = (uint8_t)width;
    pool[n].mask = UINT32_MAX;
    families[family].draw(n, &seed, pool[n].address);
    for (unsigned i = 0; i < WL_LANES; i++)
      pool[n].address[i] = pool[n].address[i] * width % range;
  }
  double fast = rate(count_fast, pool, ROUNDS), slow = rate(reference_count, pool, 1);
  double read = rate(only_read, pool, ROUNDS);
  printf("%-8s %5u  %-10s %8.1f %12.1f %10.1f %10.2f\n", wl_space_names[space], width,
         families[family].name, fast, fast / slow, read, fast / read);
}

int main(void) {
  struct wl_access *pool = malloc(POOL * sizeof *pool);
  if (pool == NULL) return 1;
  printf("%-8s %5s  %-10s %8s %12s %10s %10s\n", "loads", "width", "addresses", "M/s",
         "× reference", "read M/s", "× read");
  for (enum wl_space space = WL_GLOBAL; space <= WL_SHARED; space++)
    for (unsigned width = 4; width <= 16; width *= 4)
      for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        measure(space, width, f, pool);
  free(pool);
  return 0;
}
