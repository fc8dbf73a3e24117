/* Addresses at equal distances, as in most warps, counted in closed form. Internal to src/core. */
#ifndef WL_CORE_COUNT_AFFINE_H
#define WL_CORE_COUNT_AFFINE_H

#include "core/count/count.h"

/* Whether all lanes are active and lie at equal distances, the same way up. */
bool wl_affine_step(const struct wl_access *a, int64_t *step);

/* The ways of such an access; false if there is no closed form. `apart`: every
 * lane is served on its own. */
bool wl_affine_ways(unsigned width, int64_t step, bool apart, unsigned *ways);

/* Sectors, lines, wavefronts and ways of a load or store of global memory; false if
 * its addresses are not such, or have no closed form. */
bool wl_count_affine(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out);

#endif
