/* ldmatrix and stmatrix: 8 × 8 matrices of 16-bit elements between rows of shared
 * memory and fragments, of which every lane of the warp holds one. */
#ifndef WL_SCRIPT_MACHINE_MATRIX_H
#define WL_SCRIPT_MACHINE_MATRIX_H

#include "script/engine/warp.h"

/* One instruction: a row of the language, and part of the site of its events. */
enum {
  WL_MATRIX_COUNT = 7, /* 1, 2 or 4 matrices */
  WL_MATRIX_STORES = 8,
  WL_MATRIX_TRANSPOSED = 16,
};
enum { WL_MATRIX_ROWS = 8, WL_MATRIX_ROW_BYTES = 16, WL_MATRICES = 4 };

/* Moves the matrices of a warp whose lanes are all at their events: lanes get what
 * the function returns, or shared memory what they hold. Sets the rows' addresses
 * and first values in the step. */
void wl_matrix_move(struct wl_vm *vm, const struct wl_lane_group *g, unsigned instruction,
                    struct wl_step *s);

#endif
