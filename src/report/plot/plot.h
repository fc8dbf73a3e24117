/* Plots as SVG, made for slides: bars for one line, else lines with signs of their own,
 * each figure in a panel with its axis. */
#ifndef WL_REPORT_PLOT_PLOT_H
#define WL_REPORT_PLOT_PLOT_H

#include <stdio.h>

#include "canvas/theme.h"
#include "core/base/diag.h"

enum { WL_PLOT_NONE = -1 };

/* One panel: a figure of `lines` lines at `count` places along the axis. */
struct wl_plot_panel {
  const char *title;            /* what is plotted: "shared wavefronts" */
  const char *axis;             /* what changes along it: "pad" */
  size_t count, lines;
  const char *const *place;     /* their names */
  const char *const *line;      /* names of lines; may be NULL where there is one */
  const double *value;          /* [line × count + place]; NAN: there is none */
  bool ordered;                 /* places follow each other, so that lines may join them */
  int present;                  /* the place that is the present one, or WL_PLOT_NONE */
  bool rises;                   /* more is better */
  bool share;                   /* values are shares of 1, shown in percent */
};

struct wl_plot {
  const char *title, *subtitle;
  const char *note;             /* below everything; "" for none */
  const struct wl_plot_panel *panel;
  size_t panels;
};

/* The plot as one element, with a title and a description of what is on it. `id` tells
 * those of one page apart. */
void wl_plot_draw(FILE *f, const struct wl_plot *p, enum wl_scheme scheme, const char *id);

/* The same as a file. False and a diag (WL_OUTPUT) when a write fails. */
bool wl_plot_svg(FILE *f, const struct wl_plot *p, enum wl_scheme scheme, struct wl_diag *d);

/* "1,048,576", "3.1 %". */
const char *wl_plot_number(double v, bool share, char text[32]);

/* Beside a tick: 250, 2.5 k, 1 M. */
const char *wl_plot_tick(double v, bool share, char text[32]);

#endif
