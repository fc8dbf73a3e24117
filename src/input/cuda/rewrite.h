/* A CUDA file becomes C++: launches and shared memory are rewritten by tokens, and macros that the
 * user sets get their values. Lines stay where they are. */
#ifndef WL_INPUT_CUDA_REWRITE_H
#define WL_INPUT_CUDA_REWRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "core/trace/setting.h"
#include "script/machine/run_options.h"

enum { WL_CUDA_FILES = 64 };
struct wl_cuda_rewrite {
  const char *folder;               /* where copies of files that are included go */
  const char *include;              /* folders of included files, with colons between them */
  const struct wl_setting *settings;
  size_t setting_count;
  bool used[64];                    /* set: which settings are macros of the text */
  struct wl_param param[WL_MAX_PARAMS]; /* set: macros that are whole numbers, as they are now */
  unsigned params;
  bool has_main, left_out;          /* left out: an include that is not beside the file */
  unsigned kernels, launches;
  struct { char path[512]; } file[WL_CUDA_FILES]; /* what is included */
  unsigned files;
};

/* Writes the text of `path` as C++ to `out`. False when memory ran out. */
bool wl_cuda_rewrite(struct wl_cuda_rewrite *r, const char *path, const char *text, size_t size,
                     FILE *out);

/* The text with blanks for comments and strings, the caller's own; NULL when memory ran out. */
char *wl_cuda_code_of(const char *text, size_t size);

#endif
