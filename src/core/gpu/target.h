/* The target of figures: a generation and one of its chips. The generation decides the cost of an
 * access; the chip has sizes and speeds. */
#ifndef WL_CORE_GPU_TARGET_H
#define WL_CORE_GPU_TARGET_H

#include "core/base/diag.h"
#include "core/gpu/arch.h"
#include "core/gpu/chip.h"

enum { WL_TARGET_TEXT = 64 };

/* A plain value; neither is NULL. */
struct wl_target {
  const struct wl_arch *arch;
  const struct wl_chip *chip;
};

/* A generation with one of its chips. A chip of another one, or NULL, gives the chip
 * that stands for the generation. */
struct wl_target wl_target_make(const struct wl_arch *arch, const struct wl_chip *chip);

/* Finds a target by what --arch takes: a name as wl_arch_find() knows it, and modes
 * behind it: "K20c:l1=ca:banks=8". False and a diag (WL_USAGE) that says what may have
 * been meant, or what the generation had instead of the mode. */
bool wl_target_find(const char *name, struct wl_target *out, struct wl_diag *d);

/* "cc 9.0 H100", "cc 3.5:banks=8 Tesla K40", for titles. Returns `text`. */
const char *wl_target_title(struct wl_target t, char text[WL_TARGET_TEXT]);

/* The shortest name that wl_target_find() finds it by: "9.0", "H100". */
const char *wl_target_name(struct wl_target t, char text[WL_TARGET_TEXT]);

/* The chip `turns` further on among those of its generation, around the ends, and
 * where it is among them, from 1. */
const struct wl_chip *wl_target_chip(struct wl_target t, int turns, unsigned *at, unsigned *of);

/* Finds a generation by compute capability or chip, case-insensitive ("9.0",
 * "90", "sm_90", "H200", "Tesla V100", "V100"); NULL if there is none. */
const struct wl_arch *wl_arch_find(const char *name);

/* What somebody may have meant who wrote an unknown name: a compute capability
 * or a chip; NULL if nothing is close. */
const char *wl_arch_nearest(const char *name);

#endif
