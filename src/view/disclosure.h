/* What may be shown, as the machine of view/predict.h has settled it last. Internal to
 * src/view. */
#ifndef WL_VIEW_DISCLOSURE_H
#define WL_VIEW_DISCLOSURE_H

#include <stdbool.h>

/* What is hidden of the selected step, as bits. */
enum { WL_HIDES_FIGURES = 1, WL_HIDES_LANES = 2, WL_HIDES_VALUES = 4 };

struct wl_disclosure {
  unsigned step; /* WL_HIDES_…; 0: all of it is shown */
  bool totals;   /* sums over the run may be shown, and what other steps cost */
  bool source;   /* so may all of the script */
};

#endif
