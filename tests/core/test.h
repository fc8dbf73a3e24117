/* What every cmocka program needs, and a generator that is the same everywhere. */
#ifndef WL_TESTS_TEST_H
#define WL_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* splitmix64: every seed gives a good sequence. */
static inline uint64_t test_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline uint32_t test_below(uint64_t *state, uint32_t limit) {
  return (uint32_t)(test_random(state) % limit);
}

#endif
