/* Hazards of a kernel: races, and barriers that some threads miss. */
#ifndef WL_CORE_HAZARD_HAZARD_H
#define WL_CORE_HAZARD_HAZARD_H

#include "core/trace/step.h"

enum wl_hazard_kind {
  WL_HAZARD_RAW,     /* read after write: races of two threads, one of which writes */
  WL_HAZARD_WAR,     /* write after read */
  WL_HAZARD_WAW,     /* write after write */
  WL_HAZARD_FLIGHT,  /* what cp.async will write is touched before the copy is awaited */
  WL_HAZARD_UNSET,   /* shared memory is read that no thread has written */
  WL_HAZARD_BARRIER, /* threads go on past a __syncthreads() where others wait */
  WL_HAZARD_EXITED,  /* threads have returned before a __syncthreads() where others wait */
  WL_HAZARD_MASK,    /* a mask names lanes that are elsewhere */
  WL_HAZARD_SOURCE,  /* a shuffle reads a lane that is elsewhere */
  WL_HAZARD_UNFENCED, /* what an atomic hands on is read without a fence behind the atomic */
  WL_HAZARD_KINDS
};

/* What the two threads have in common: what could have kept them in order. */
enum wl_hazard_scope {
  WL_SCOPE_INSTRUCTION, /* lanes of one store */
  WL_SCOPE_WARP, WL_SCOPE_BLOCK, WL_SCOPE_GRID,
  WL_SCOPES
};

extern const char *const wl_hazard_keys[]; /* "read_after_write" … */
extern const char *const wl_scope_names[];       /* "instruction", "warp" … */

/* A thread and what it does. */
struct wl_party {
  struct wl_source_span place; /* line 0: nowhere: it has returned, or never comes to a barrier */
  uint8_t op;          /* enum wl_op; races */
  uint8_t lane;
  uint16_t warp;
  uint32_t block;
  uint64_t step;       /* of the trace; that of `second` is the one to look at. Inside of src/core
                        * its block in the upper half, its number in that in the lower */
  uint32_t loop[WL_PROGRAM_POINT_TURNS];
                 /* races: tokens of the loops around it, outermost first; 0: none */
};

/* Hazards of one kind between the same two lines are one hazard, with the first
 * of the widest scope as the example. `first` comes first in the order of the program. */
struct wl_hazard {
  uint8_t kind, scope; /* enums above */
  bool note;           /* defined, or harmless as it seems: told, not counted */
  bool has_second;     /* UNSET, MASK and SOURCE have one party */
  bool loop, again;    /* races: both are inside of loops; the second in a later iteration */
  bool in_step;        /* races of a warp whose lanes keep step: no compiler knows of it */
  bool branch;         /* races: some lanes of the warp are elsewhere */
  bool calls;          /* races: one of the two is in a function that the kernel calls */
  uint8_t depth;       /* races: of the innermost loop that the second is later in; 0: none */
  bool own, open;      /* FLIGHT: only the thread that copies is early; some is in no batch yet */
  bool walled;         /* FLIGHT: each time a barrier of the block is between the two */
  bool late, joined;   /* inside of src/core: found by a trail alone; told with another one */
  uint16_t kinds;      /* a bit for each kind that it stands for: more than one for an update */
  uint8_t cure, reach; /* races: fixes.h; widest scope among those that it mends */
  uint32_t from, to, updates; /* races: lines around a barrier; which needs an atomic, too, or 0 */
  uint32_t from_loop, to_loop; /* inside of src/core: the innermost loops around these, or 0 */
  uint16_t array;      /* index into head.array, or WL_NO_ARRAY */
  uint16_t name;       /* MASK, SOURCE: index into wl_step_names */
  uint32_t lanes;      /* BARRIER, EXITED, MASK, SOURCE: those that are missing */
  uint64_t met;        /* inside of src/core: the step that it was found at first */
  uint64_t address;    /* of the element */
  uint64_t count;      /* how often, counting every lane and word */
  struct wl_party first, second;
};

/* Most pages of global memory, of 256 words (or smaller elements), that are looked at. */
enum { WL_HAZARD_PAGES = 1 << 15 };

/* … in kernels with fences: most lane accesses that read or update it, 12 bytes for each. */
enum { WL_HAZARD_CROWD = 1 << 25 };

/* Most instructions that the accesses to a word may be held against, beyond WL_HAZARD_FREE for
 * each access: only orders that differ from thread to thread come to so many. */
enum { WL_HAZARD_LOOKS = 1 << 22, WL_HAZARD_FREE = 1024 };
/* Most bytes of what fences and atomics hand on from thread to thread. */
enum { WL_HAZARD_KNOWN = 1 << 27 };

#endif
