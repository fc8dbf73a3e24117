/* Layouts of shared arrays that need fewer wavefronts for the accesses of a kernel. */
#ifndef WL_CORE_LAYOUT_SUGGEST_H
#define WL_CORE_LAYOUT_SUGGEST_H

#include "core/layout/remap.h"

enum { WL_MAX_SUGGESTIONS = 3 * WL_MAX_ARRAYS + 1, WL_MAX_PAD = 32 };

struct wl_suggestion {
  uint16_t array;     /* index into head.array; WL_NO_ARRAY: several of them together */
  struct wl_remap remap[WL_MAX_ARRAYS];
  uint64_t wavefronts; /* of all that the kernel does in shared memory, then */
  uint32_t shared_bytes; /* of a block, then */
};

struct wl_suggestions {
  uint64_t instructions;      /* in shared memory */
  uint64_t wavefronts, ideal; /* that they need now, and would at best */
  uint32_t shared_bytes;
  size_t count;
  struct wl_suggestion list[WL_MAX_SUGGESTIONS]; /* best first */
};

/* Tries paddings and swizzles of each shared array against every access of a
 * finished recording, and the best of each array together. What is listed needs
 * fewer wavefronts than now and no more shared memory than a block can have: the
 * best padding of each extent and the best swizzle of each array; fewest wavefronts
 * first, then fewest bytes, then the simplest. NULL and a diag (WL_LIMIT) where the
 * recording lacks steps, has too many different ones, or memory ran out. */
struct wl_suggestions *wl_suggest(const struct wl_trace *t, const struct wl_arch *arch,
                                  struct wl_diag *d);

/* Why there is none, in a sentence without a full stop; NULL if there is one. */
const char *wl_suggestions_none(const struct wl_suggestions *s);
void wl_suggestions_destroy(struct wl_suggestions *s);

#endif
