/* Settings of a CUDA file besides its macros. */
#ifndef WL_INPUT_CUDA_CUDA_SETTINGS_H
#define WL_INPUT_CUDA_CUDA_SETTINGS_H

#include <stdio.h>

#include "core/base/diag.h"
#include "script/machine/run_options.h"

struct wl_cuda_settings {
  char kernel[96];         /* whose launch is shown; "": any */
  uint32_t launch;         /* which, from 1; 0: the first */
  uint32_t blocks;         /* of each launch that are recorded; 0: all */
  char arguments[512];     /* of the program */
  char include[512];       /* folders of included files, with colons between them */
  uint32_t block[3], grid[3]; /* of a file without main; 0: not given */
  uint64_t n;
};

/* Whether a name is one of these, and no macro. */
bool wl_cuda_setting_is_own(const char *name);
bool wl_cuda_settings_read(struct wl_cuda_settings *s, const struct wl_run_options *o,
                           struct wl_diag *d);

/* Writes a launch for each __global__ function of a text that is no template. */
void wl_cuda_kernels_of(const char *text, size_t size, FILE *out);

#endif
