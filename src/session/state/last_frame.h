/* What the model knows of its last picture (view/picture.h). */
#ifndef WL_SESSION_STATE_LAST_FRAME_H
#define WL_SESSION_STATE_LAST_FRAME_H

#include "session/state/layout.h"

struct wl_drawn {
  unsigned size;     /* enum wl_size, plus 1; 0: none was drawn */
  unsigned shrunk;   /* the same, where it says what it leaves out; 0: nothing to say */
  int width, height; /* 0: there was none */
  int above, below;  /* how many rows it can be scrolled up and down from where it begins */
  bool aside;        /* what is drawn now stands beside the view, and is not scrolled */
  bool plain;        /* nothing stands over the step: `layout` is that of its parts */
  struct wl_layout layout;
};

#endif
