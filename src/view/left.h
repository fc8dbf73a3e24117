/* Where the last good recording was left for one that goes on (view/home.h), as data. Internal
 * to src/view. */
#ifndef WL_VIEW_LEFT_H
#define WL_VIEW_LEFT_H

#include "view/poll.h"

struct wl_left {
  bool valid; /* the user has not gone elsewhere since */
  size_t step, fact_step;
  unsigned wave, fact;
  int waited, scroll;
  bool playing;
  uint8_t panels;
  struct wl_poll poll;
};

#endif
