/* The code of blocks that are not recorded: a second copy of each function that kernels reach,
 * which only looks whether addresses are in arrays. */
#ifndef WL_INPUT_CUDA_UNRECORDED_H
#define WL_INPUT_CUDA_UNRECORDED_H

#include "input/cuda/function_body.h"

/* The first line of a copy. A kernel has a name that is neither copy's: wl_unrecorded_choose()
 * writes the function that has it, and calls the one or the other. */
void wl_unrecorded_head(const struct wl_program *a, const struct wl_ir_function *f,
                        bool unrecorded);
void wl_unrecorded_choose(const struct wl_program *a, const struct wl_ir_function *f);

/* A line of the second copy, where it has one: its calls are of second copies, and debuggers know
 * nothing of it. Accesses divide blocks: what follows the last one has a name of its own. */
void wl_unrecorded_line(const struct wl_body *b, struct wl_ir_part line);
void wl_unrecorded_end(const struct wl_body *b);

/* Looks whether an address, %wl.N, is in the array that the site has touched before; wl_far() is
 * called where it is not. `pointer` is what the address is made of. */
void wl_unrecorded_check(struct wl_body *b, unsigned address, struct wl_ir_part pointer,
                         uint32_t site, bool store);
/* The same of an array of the thread, where wl_local() says what is wrong. */
void wl_unrecorded_local(struct wl_body *b, unsigned address, unsigned base, uint32_t site,
                         bool store);

#endif
