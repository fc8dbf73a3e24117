/* One warp memory instruction: 32 lanes, their addresses, and what they do. */
#ifndef WL_CORE_ACCESS_H
#define WL_CORE_ACCESS_H

#include "core/arch.h"
#include "core/diag.h"

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

/* Where an index into head.array is expected (core/head.h): none. */
enum { WL_NO_ARRAY = 0xffff };

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

extern const char *const wl_space_names[WL_SPACES];   /* "global" … */
extern const char *const wl_op_names[WL_OPS];         /* "load" … */
extern const char *const wl_layout_names[WL_LAYOUTS]; /* "array", "pitch" */
extern const char *const wl_form_names[WL_FORMS];     /* "native" … "again" */

/* A plain value. Lane i takes part iff bit i of `mask` is set; the address of
 * any other lane has no meaning. Addresses are bytes: for global memory device
 * addresses, for shared and constant memory offsets in the block's window and
 * in the bank, for local memory offsets in the thread's own array. Textures have
 * columns of texels in address[] and rows in second[]. Matrices are 8 lanes each,
 * from lane 0; a lane's address is that of one row. */
struct wl_access {
  uint8_t space;  /* enum wl_space */
  uint8_t op;     /* enum wl_op */
  uint8_t cache;  /* enum wl_cache; global loads */
  uint8_t width;  /* bytes per lane: 1, 2, 4, 8 or 16; a texel's, a matrix row's */
  bool hit;       /* global and local loads: every line lies in L1 already */
  uint8_t banks;  /* shared: bytes of a bank where the hardware can choose, 4 or 8; 0: default */
  uint8_t layout; /* textures: enum wl_texture_layout */
  uint8_t form;   /* shared atomics, and the loads of their loops: enum wl_form */
  uint32_t mask;
  uint32_t pitch; /* pitch-linear textures: bytes from row to row */
  uint64_t address[WL_LANES];
  uint32_t second[WL_LANES]; /* copies: offset in shared memory to fill; textures: row */
};

/* Whether an operation reads, changes and writes in one go. */
static inline bool wl_op_is_atomic(enum wl_op op) {
  return op == WL_REDUCE || op == WL_ATOMIC || op == WL_CAS;
}

/* Whether an operation fills shared memory from global memory. */
static inline bool wl_op_is_copy(enum wl_op op) { return op == WL_COPY || op == WL_COPY_CG; }

/* The cache operator that a load amounts to on this generation: that of the
 * instruction, or the default; WL_PLAIN where there is no choice. */
enum wl_cache wl_access_cache(const struct wl_arch *arch, const struct wl_access *a);

/* Whether the hardware has such an instruction and could run it: the generation
 * has the operation, width and mode, every active address is a multiple of the
 * width and lies inside the space. Else false, with status WL_INPUT, and `d`
 * names the first lane at fault, the limit and its source. Everything else in
 * core requires an access that passes, if only on some other generation: a trace
 * is counted on any of them. */
bool wl_access_check(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d);

#endif
