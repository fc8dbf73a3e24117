/* What can be set before a run: the parameters of a script, the shapes of its grid and
 * blocks, and the types of its arrays. */
#ifndef WL_CORE_TRACE_PARAM_H
#define WL_CORE_TRACE_PARAM_H

#include "core/trace/trace_head.h"

/* Makes a parameter offer the types that elements of `own` may have instead, by name:
 * scalars, and `own` itself, which it has. And whether it offers a name. */
void wl_param_types(struct wl_type own, struct wl_param *p);
bool wl_param_offers(const struct wl_param *p, const char *name);

/* The choice that a value means, by its text or, as numbers, in hexadecimal; -1: none. */
int wl_param_choice(const struct wl_param *p, const char *name);

/* Makes a parameter a choice of shapes of a grid or block: the one that is set, and the
 * script's own with its first length halved and doubled. */
void wl_param_shapes(const uint32_t own[3], const uint32_t now[3], bool block, struct wl_param *p);

/* Limits of a number that are none: a script may give one of two. Whole numbers up to here are
 * exact in a double. */
#define WL_PARAM_UNLIMITED 0x1p53

/* "from 1 to 8", "from 1", "up to 8"; "" where nothing limits it, or it is no number. */
enum { WL_PARAM_LIMITS = 64 };
const char *wl_param_limits(const struct wl_param *p, char text[WL_PARAM_LIMITS]);

/* What a name stands for: a parameter of the script, or its grid, its block or the type of
 * an array, which is made in `made`. NULL: nothing of that name can be set. */
const struct wl_param *wl_param_find(const struct wl_head *h, const char *name,
                                     struct wl_param *made);

#endif
