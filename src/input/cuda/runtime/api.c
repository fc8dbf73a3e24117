/* The functions of the runtime library that the header of CUDA files calls: copies, errors, the
 * end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/cuda/runtime/launches.h"

static int last_error;
static bool no_memory; /* cudaMalloc() has failed */

static const struct {
  int number;
  const char *name, *text;
} errors[] = {
    {0, "cudaSuccess", "no error"},
    {1, "cudaErrorInvalidValue", "invalid argument"},
    {2, "cudaErrorMemoryAllocation", "out of memory"},
    {3, "cudaErrorInitializationError", "initialization error"},
    {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {17, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {100, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {101, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {600, "cudaErrorNotReady", "device not ready"},
    {700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {719, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {801, "cudaErrorNotSupported", "operation not supported"},
};

const char *wl_error_text(int error, int name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].number == error) return name ? errors[i].name : errors[i].text;
  return name ? "cudaErrorUnknown" : "unknown error";
}

int wl_error_last(int clear) {
  int error = last_error;
  if (clear) last_error = 0;
  return error;
}

int wl_error_set(int error) {
  enum { NO_MEMORY = 2 };
  no_memory |= error == NO_MEMORY;
  if (error != 0) last_error = error;
  return error;
}

const char *wl_memory_hint(const char *otherwise) {
  return no_memory ? "cudaMalloc() found no memory: make the problem smaller, or raise the limit "
                     "(--memory)"
                   : otherwise;
}

void wl_synchronize(void) {
  fflush(stdout);
  wl_printed_flush();
}

static bool in_arena(const void *p) {
  return (uint64_t)(uintptr_t)p - wl_arena < UINT64_C(1) << 36;
}

bool wl_memory_has(const void *p) { return in_arena(p); }

static bool fits(const void *p, size_t bytes) {
  if (!in_arena(p)) return true;
  uint64_t at = (uint64_t)(uintptr_t)p;
  const struct wl_allocation *a = wl_allocation_of(at);
  return a != NULL && bytes <= a->bytes - (at - a->at);
}

int wl_memory_copy(void *to, const void *from, size_t bytes, int kind) {
  static const struct { bool to, from; } sides[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  wl_synchronize();
  if (bytes == 0) return 0;
  if (to == NULL || from == NULL || !fits(to, bytes) || !fits(from, bytes)) return 1;
  if (kind < 0 || kind > 4) return 21;
  if (kind < 4 && ((sides[kind].to && !in_arena(to)) || (sides[kind].from && !in_arena(from)))) {
    /* Addresses of __device__ variables are fine. */
    struct wl_spot spot;
    if (sides[kind].to && !in_arena(to) && !wl_spot_find((uint64_t)(uintptr_t)to, &spot)) return 1;
    if (sides[kind].from && !in_arena(from) && !wl_spot_find((uint64_t)(uintptr_t)from, &spot))
      return 1;
  }
  struct wl_allocation *a = in_arena(to) ? wl_allocation_of((uint64_t)(uintptr_t)to) : NULL;
  if (a != NULL) a->written = true;
  wl_memory_open(true);
  memmove(to, from, bytes);
  wl_memory_open(false);
  return 0;
}

int wl_memory_set(void *to, int value, size_t bytes) {
  if (bytes == 0) return 0;
  if (to == NULL || !fits(to, bytes)) return 1;
  struct wl_allocation *a = wl_allocation_of((uint64_t)(uintptr_t)to);
  if (a != NULL) a->written = true;
  wl_memory_open(true);
  memset(to, value, bytes);
  wl_memory_open(false);
  return 0;
}

float wl_half_to_float(unsigned short h) {
  uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 1023, bits;
  if (exponent == 31) bits = sign | 0x7f800000 | fraction << 13;
  else if (exponent > 0) bits = sign | (exponent + 112) << 23 | fraction << 13;
  else {
    float f = (float)fraction * 0x1p-24f;
    return sign ? -f : f;
  }
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

/* To the nearest, of two equally near to the even one. */
unsigned short wl_float_to_half(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  if (rest > 0x7f800000) return (unsigned short)(sign | 0x7e00);
  if (rest >= 0x47800000) return (unsigned short)(sign | 0x7c00);
  if (rest < 0x33000000) return (unsigned short)sign;
  uint32_t exponent = rest >> 23, fraction = rest & 0x7fffff;
  uint32_t shift = 13, base = 0;
  if (exponent < 113) {
    fraction |= 0x800000;
    shift = 126 - exponent;
  } else {
    base = (exponent - 112) << 10;
  }
  uint32_t half = base + (fraction >> shift), left = fraction & ((1u << shift) - 1);
  uint32_t middle = 1u << (shift - 1);
  if (left > middle || (left == middle && (half & 1) != 0)) half++;
  return (unsigned short)(sign | half);
}

/* What abort() and assert() come to: the linker puts these in their place. */
_Noreturn void __wrap_abort(void);
void __wrap_abort(void) {
  wl_cuda_check_memory();
  wl_cuda_fail(WL_SCRIPT, wl_now != NULL ? wl_now->site : 0, "what it has printed may say why",
               "the program called abort()");
}

_Noreturn void __wrap___assert_fail(const char *what, const char *file, unsigned line,
                             const char *function);
void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  (void)function;
  wl_cuda_fail_line(file, line, "the assertion `%s' fails", what);
}
