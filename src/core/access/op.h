/* Memories, and what one warp instruction does to them. */
#ifndef WL_CORE_ACCESS_OP_H
#define WL_CORE_ACCESS_OP_H

#include <stdbool.h>

enum wl_space { WL_GLOBAL, WL_SHARED, WL_CONSTANT, WL_LOCAL, WL_TEXTURE, WL_SPACES };
enum wl_op {
  WL_LOAD, WL_STORE,
  WL_REDUCE,       /* an atomic whose result is unused */
  WL_ATOMIC,
  WL_CAS,          /* an atomic that compares and swaps: two operands, a result */
  WL_COPY,         /* cp.async.ca: from global through L1 into shared memory */
  WL_COPY_CG,      /* cp.async.cg: the same, past L1 */
  WL_MATRIX_LOAD,  /* ldmatrix: rows of 16 bytes of shared memory */
  WL_MATRIX_STORE, /* stmatrix */
  WL_OPS
};
enum wl_texture_layout {
  WL_LAYOUT_ARRAY, /* block-linear: a sector is 16 bytes × 2 rows, a line 32 bytes × 4 rows */
  WL_LAYOUT_PITCH, /* row after row, `pitch` bytes apart */
  WL_LAYOUTS
};

/* What the compiler makes of an atomic on shared memory. Source: what nvcc 13.0 makes for
 * cc 7.5 to 12.0, disassembled. */
enum wl_form {
  WL_FORM_NATIVE,    /* an instruction of its own */
  WL_FORM_INCREMENT, /* a reduction that adds the constant 1 to 32 bits: ATOMS.POPC.INC */
  WL_FORM_LOOP,      /* no instruction does it: a load, then a try to swap what was loaded for
                      * what is wanted (ATOMS.CAST.SPIN), again until every lane got through */
  WL_FORM_AGAIN,     /* a later turn of such a loop: all of it is in excess */
  WL_FORMS
};

extern const char *const wl_space_names[];   /* "global" … */
extern const char *const wl_op_names[];         /* "load" … */
extern const char *const wl_layout_names[]; /* "array", "pitch" */
extern const char *const wl_form_names[];     /* "native" … "again" */

/* Whether an operation reads, changes and writes in one go. */
static inline bool wl_op_is_atomic(enum wl_op op) {
  return op == WL_REDUCE || op == WL_ATOMIC || op == WL_CAS;
}

/* Whether an operation fills shared memory from global memory. */
static inline bool wl_op_is_copy(enum wl_op op) { return op == WL_COPY || op == WL_COPY_CG; }

#endif
