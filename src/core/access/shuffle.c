#include "core/access/shuffle.h"

#include <assert.h>
#include <stddef.h>

const char *const wl_shuffle_names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
static_assert(sizeof wl_shuffle_names / sizeof *wl_shuffle_names == WL_SHFL_MODES, "all modes");

/* The pseudocode of the PTX ISA, shfl.sync: `segment` are the bits of a lane
 * that name its group of `width` lanes. */
unsigned wl_shuffle_source(enum wl_shuffle_mode mode, unsigned width, int arg, unsigned lane,
                           bool *in_range) {
  unsigned b = (unsigned)arg & 31, segment = 32 - width;
  unsigned first = lane & segment, last = lane | (31 & ~segment);
  unsigned source = lane;
  bool valid = false;
  switch (mode) {
  case WL_SHFL_UP:
    valid = lane >= first + b;
    source = lane - b;
    break;
  case WL_SHFL_DOWN:
    source = lane + b;
    valid = source <= last;
    break;
  case WL_SHFL_XOR:
    source = lane ^ b;
    valid = source <= last; /* an earlier group may be read, a later one not */
    break;
  case WL_SHFL_IDX:
    source = first | (b & ~segment);
    valid = source <= last;
    break;
  case WL_SHFL_MODES:
    break;
  }
  if (in_range != NULL) *in_range = valid;
  return valid ? source : lane;
}
