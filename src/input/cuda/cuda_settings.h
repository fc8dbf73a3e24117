/* Settings of a CUDA file besides its macros. */
#ifndef WL_INPUT_CUDA_CUDA_SETTINGS_H
#define WL_INPUT_CUDA_CUDA_SETTINGS_H

#include <stdio.h>

#include "core/base/diag.h"
#include "core/trace/trace_head.h"
#include "script/machine/run_options.h"

struct wl_cuda_settings {
  char kernel[96];         /* whose launch is shown; "": any */
  uint32_t launch;         /* which, from 1; 0: the first */
  uint32_t blocks;         /* of each launch that are recorded; 0: all */
  char arguments[512];     /* of the program */
  char include[512];       /* folders of included files, with colons between them */
  uint32_t block[3], grid[3]; /* of a file without main; 0: not given */
  uint64_t n, shared;         /* … of elements, of bytes of dynamic shared memory */
};

/* Whether a name is one of these, and no macro. */
bool wl_cuda_setting_is_own(const char *name);
bool wl_cuda_settings_read(struct wl_cuda_settings *s, const struct wl_run_options *o,
                           struct wl_diag *d);

/* Of files without main, whose text has blanks for comments: kernels that are no templates, and
 * those that are made of templates, are launched once. Writes their launches; false: there are
 * none. */
bool wl_cuda_kernels_of(const char *text, size_t size, FILE *out);

/* The name of the first kernel that is a template, in the text, and what it could be made for;
 * NULL: there is none. */
const char *wl_cuda_template_of(const char *text, size_t size, int *bytes, const char **types);

/* What an integer parameter is given: n, unless its name says that it is a stride or such. */
uint64_t wl_cuda_default(const char *name, uint64_t n);

/* Whether the one of this name ("": the first) speaks of y, and so gets blocks and arrays of two
 * dimensions. */
bool wl_cuda_is_square(const char *text, size_t size, const char *name);

/* Whether one of them has a parameter of this name. */
bool wl_cuda_is_parameter(const char *text, size_t size, const char *name);

/* Adds their integer parameters, with what they are unless they are set, to a list of
 * WL_MAX_PARAMS that has `count`; returns how many it has then. */
unsigned wl_cuda_integers_of(const char *text, size_t size, uint64_t n, struct wl_param *list,
                             unsigned count);

#endif
