/* Where a plot is drawn, and its words. */
#ifndef WL_REPORT_PLOT_PLOT_TEXT_H
#define WL_REPORT_PLOT_PLOT_TEXT_H

#include <stdio.h>

#include "canvas/theme.h"

/* Sizes of text are to be read from the last row when the picture fills a slide. */
enum { WL_PLOT_TITLE = 28, WL_PLOT_PLAIN = 18, WL_PLOT_SMALL = 16 };

struct wl_plot_panel;
struct wl_plot_area {
  FILE *f;
  enum wl_scheme scheme;
  const struct wl_plot_panel *p;
  double left, right, top, bottom; /* of the plot itself */
  double most, step;               /* of its axis */
};

struct wl_font { int size; enum wl_style style; bool bold; };

uint32_t wl_plot_ink(const struct wl_plot_area *r, enum wl_style s);

/* How wide a text is at most. */
double wl_plot_width(const char *text, int size);

/* `anchor`: "start", "middle", "end". */
void wl_plot_text(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                  const char *anchor, const char *text);

/* As much of a text as fits into `width`. */
void wl_plot_fit(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                 const char *text, double width);

/* How far below its first row a text ends that is broken at spaces; drawn where `r` is given. A
 * word that is wider than `width` is broken behind its equals sign, or cut. */
int wl_plot_rows(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                 const char *text, double width);

#endif
