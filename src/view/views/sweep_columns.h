/* A figure of a sweep as columns, and all figures and lines of one as a picture. */
#ifndef WL_VIEW_VIEWS_SWEEP_COLUMNS_H
#define WL_VIEW_VIEWS_SWEEP_COLUMNS_H

#include "canvas/canvas.h"
#include "core/analysis/sweep.h"
#include "core/trace/setting.h"
#include "words/sentences.h"

enum { WL_SWEEP_AXIS = 12 /* columns beside those of the values */ };

/* What is plotted. Lines of one sweep share the scale of a figure. */
struct wl_sweep_columns {
  const struct wl_sweep *sweep;
  size_t line;
  struct wl_measure measure;
  const char *now;              /* the present value; "": none is known */
  const struct wl_param *param; /* which values it can have; NULL: that is not told */
};

/* Draws as many values as have room, around the present one, and says all of them. */
void wl_sweep_columns_draw(struct wl_canvas *c, struct wl_rect r,
                           const struct wl_sweep_columns *of);
void wl_sweep_columns_say(const struct wl_sweep_columns *of, const struct wl_prose *p);

/* A picture of several figures of all lines, below each other. */
struct wl_sweep_picture {
  const struct wl_sweep *sweep;
  const char *title, *subtitle; /* the first may be "" */
  const struct wl_measure *measure;
  size_t measures;
};

/* As a canvas with room for all values, which the caller destroys; NULL: memory ran out. */
struct wl_canvas *wl_sweep_picture_draw(const struct wl_sweep_picture *p, bool ascii);
void wl_sweep_picture_say(const struct wl_sweep_picture *picture, const struct wl_prose *p);

#endif
