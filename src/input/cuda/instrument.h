/* Puts calls that record accesses into the intermediate code of a CUDA file. */
#ifndef WL_INPUT_CUDA_INSTRUMENT_H
#define WL_INPUT_CUDA_INSTRUMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/diag.h"
#include "core/trace/trace_head.h"

struct wl_instrument {
  const char *ir;     /* what the compiler wrote; terminated */
  size_t size;
  const char *file;   /* the file as its debug information calls it */
  const char *source; /* its text, for columns */
  size_t source_size;
  const struct wl_param *params; /* what can be set, for the head */
  unsigned param_count;
  bool marks;         /* records nothing: marks the loops that are not to be unrolled, those of
                       * functions that index no array of a thread */
  bool unrolls; /* set: nvcc unrolls loops, of which addresses depend */
  char dynamic[8][128]; /* set: names of `extern __shared__` arrays, for the linker */
  unsigned dynamics;
};

/* Writes the new code with the tables of tables.h. False and a diag. */
bool wl_instrument(struct wl_instrument *in, FILE *out, struct wl_diag *d);

#endif
