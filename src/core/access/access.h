/* One warp memory instruction: 32 lanes, their addresses, and what they do. */
#ifndef WL_CORE_ACCESS_ACCESS_H
#define WL_CORE_ACCESS_ACCESS_H

#include <stdbool.h>
#include <string.h>

#include "core/base/diag.h"
#include "core/gpu/arch.h"

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

/* Where an index into head.array is expected (core/trace/trace_head.h): none. */
enum { WL_NO_ARRAY = 0xffff };

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
  bool unused;    /* WL_ATOMIC, WL_CAS: nobody uses the result, but no reduction does the same */
  bool even;      /* known to be 32 lanes, each as far from the one before as lane 1 from lane 0;
                   * who changes the addresses of a copy clears it */
  uint32_t mask;
  uint32_t pitch; /* pitch-linear textures: bytes from row to row */
  uint64_t address[WL_LANES];
  uint32_t second[WL_LANES]; /* copies: offset in shared memory to fill; textures: row */
};

/* Numbers at equal distances, one for each lane (modulo 2^64). */
static inline void wl_spread_even(uint64_t v[WL_LANES], uint64_t first, uint64_t by) {
  typedef uint64_t two __attribute__((vector_size(16)));
  two at = {first, first + by}, on = {2 * by, 2 * by};
  for (unsigned i = 0; i < WL_LANES; i += 2, at += on) memcpy(&v[i], &at, sizeof at);
}

/* Whether the lowest and the highest address of an even access are those of its first and its
 * last lane: no lane is beyond the top of the address space. */
static inline bool wl_access_monotone(const struct wl_access *a) {
  uint64_t by = a->address[1] - a->address[0], reach = UINT64_C(1) << 56;
  return a->even && a->mask == UINT32_MAX && by + reach <= 2 * reach &&
         (a->address[0] | a->address[WL_LANES - 1]) <= INT64_MAX;
}

/* The cache operator that a load amounts to on this generation: that of the
 * instruction, or the default; WL_PLAIN where there is no choice. */
enum wl_cache wl_access_cache(const struct wl_arch *arch, const struct wl_access *a);

/* The rule by which an access to global memory coalesces. */
enum wl_coalescing wl_coalescing_of(const struct wl_arch *arch, const struct wl_access *a);

/* Whether the hardware has such an instruction and could run it: the generation
 * has the operation, width and mode, every active address is a multiple of the
 * width and lies inside the space. Else false, with status WL_INPUT, and `d`
 * names the first lane at fault, the limit and its source. Everything else in
 * core requires an access that passes, if only on some other generation: a trace
 * is counted on any of them. */
bool wl_access_check(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d);

/* Whether an access belongs to such a loop; whether it is its try: a swap that may fail. */
static inline bool wl_access_loops(const struct wl_access *a) {
  return a->form == WL_FORM_LOOP || a->form == WL_FORM_AGAIN;
}
static inline bool wl_access_tries(const struct wl_access *a) {
  return wl_access_loops(a) && wl_op_is_atomic((enum wl_op)a->op);
}

/* Whether a generation has nothing like this step: before cc 5.0 an atomic on shared memory
 * is one loop with a lock, and the first try stands for all of it. */
static inline bool wl_access_absent(const struct wl_arch *arch, const struct wl_access *a) {
  if (arch->family != WL_COALESCED || !wl_access_loops(a)) return false;
  return a->form != WL_FORM_LOOP || !wl_access_tries(a);
}

/* What an access is called: its operation, or "try". */
static inline const char *wl_access_name(const struct wl_access *a) {
  return wl_access_tries(a) ? "try" : wl_op_names[a->op];
}

/* The lanes that a try serves: the lowest of each bank, half-warp by half-warp with 8 bytes a
 * lane. The others try again, and with them those of the upper half whose word the lower has
 * changed. Source: H200 counters. */
uint32_t wl_try_served(const struct wl_access *a);

#endif
