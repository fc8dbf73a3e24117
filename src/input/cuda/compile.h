/* Compiles a CUDA file, with the compiler of the machine, to a program that runs confined. */
#ifndef WL_INPUT_CUDA_COMPILE_H
#define WL_INPUT_CUDA_COMPILE_H

#include "core/base/diag.h"
#include "script/machine/protocol.h"

/* What the parent has found before the child starts. */
struct wl_cuda_job {
  char compiler[512];  /* clang++ */
  char header[512], include[512], library[512]; /* what a file is compiled and linked with */
  char folder[512];    /* of its own, for what is made on the way */
};

/* Finds the compiler and what else is needed, and makes the folder. False and a diag: the one line
 * that says what to install. */
bool wl_cuda_job_begin(struct wl_cuda_job *job, struct wl_diag *d);
void wl_cuda_job_end(struct wl_cuda_job *job); /* removes the folder */

/* The life of the child: compiles, shuts itself in, and becomes the program. */
_Noreturn void wl_cuda_child_main(const struct wl_plan *plan, const struct wl_cuda_job *job);

#endif
