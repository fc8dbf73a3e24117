/* Pages of HTML that need nothing else: no network, no fonts, no scripts to read them.
 * They are XML, too. */
#ifndef WL_CANVAS_WRITE_WRITE_HTML_H
#define WL_CANVAS_WRITE_WRITE_HTML_H

#include <stdio.h>

#include "canvas/canvas.h"
#include "core/base/diag.h"

struct wl_html_options {
  const char *title;
  enum wl_scheme scheme; /* colours */
  bool follows;          /* … but as the reader's system is, light or dark */
  const char *style;     /* what the page needs beside its own; NULL: nothing */
};

/* The parts of a page: its head, anything between, its end. */
void wl_html_begin(FILE *f, const struct wl_html_options *o);
bool wl_html_end(FILE *f, struct wl_diag *d);

/* One picture as a page. */
bool wl_write_html(FILE *f, const struct wl_canvas *c, const struct wl_html_options *o,
                   const char *caption, struct wl_diag *d);

/* A replay, between the parts of a page: pictures in a row, numbered from 1, then
 * buttons and keys to go through them, `ms` each; without scripts it is a list. */
void wl_html_frame(FILE *f, const struct wl_canvas *c, const char *caption, unsigned number);
void wl_html_player(FILE *f, unsigned frames, int ms);
extern const char wl_html_player_style[]; /* for the options of the page */

#endif
