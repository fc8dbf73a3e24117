/* What is replayed of the selected instruction now. Internal to src/view. */
#ifndef WL_VIEW_MOMENT_H
#define WL_VIEW_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

struct wl_model;

/* Wave 0 shows the whole instruction; waves 1 … tag wavefronts pick lines; the others
 * drain banks. Where neither is known, as before cc 5.0, transactions follow each other; a
 * texture serves quads of lanes. */
struct wl_moment {
  bool replay, tag, transaction, quad; /* something is replayed; which stage it is */
  unsigned index, of;  /* wavefront of its stage, from 0 */
  uint32_t now, done;  /* lanes */
};
struct wl_moment wl_model_moment(struct wl_model *m);
struct wl_moment wl_moment_at(struct wl_model *m, unsigned wave);

/* Wavefronts that the selected step has to replay. */
unsigned wl_model_waves(struct wl_model *m);

#endif
