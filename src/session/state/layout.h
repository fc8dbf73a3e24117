/* The places of the parts of the screen: a pure function from a size to rectangles. */
#ifndef WL_SESSION_STATE_LAYOUT_H
#define WL_SESSION_STATE_LAYOUT_H

#include "canvas/canvas.h"

/* Layouts by name, smallest first. */
enum wl_size {
  WL_SIZE_SLIM, WL_SIZE_NARROW, WL_SIZE_SMALL, WL_SIZE_NORMAL, WL_SIZE_FULL, WL_SIZE_WALL,
  WL_SIZES
};

enum wl_part {
  WL_PART_BAR,     /* title, parameters, architecture, block, warp, step */
  WL_PART_ERROR,   /* above the last good picture, or the answer to what was asked */
  WL_PART_SOURCE,  /* the source line, its expression marked */
  WL_PART_VERDICT, /* what happened, in one sentence */
  WL_PART_RULE,    /* the rule that decided it */
  WL_PART_TABS,    /* names of the views */
  WL_PART_VIEW,
  WL_PART_PANEL,   /* figures at the right of the view */
  WL_PART_NOW,     /* the wavefront that is replayed */
  WL_PART_LANE,    /* the picked lane in words */
  WL_PART_FIGURES, /* figures below the view */
  WL_PART_STRIP,   /* the instructions around the selected one */
  WL_PART_STATUS,  /* keys that matter now, or the chosen parameter */
  WL_PARTS
};

struct wl_size_row {
  const char *name;
  int width, height;  /* smallest screen that gets this layout */
  const char *hidden; /* what it leaves out; NULL: nothing */
};
extern const struct wl_size_row wl_sizes[];

/* Parts that a layout leaves out have width or height 0. The others lie inside
 * the screen and do not overlap. */
struct wl_layout {
  enum wl_size size;
  struct wl_rect part[WL_PARTS];
};

/* `error_rows`: how many the error would like, 0 for none. False: the screen is smaller than the
 * smallest layout, and has no parts. */
bool wl_layout(int width, int height, int error_rows, struct wl_layout *out);

#endif
