/* The functions of every view: picture, rows and sentences; each view has a file. Internal to
 * src/view. */
#ifndef WL_VIEW_SCREEN_VIEW_FUNCTIONS_H
#define WL_VIEW_SCREEN_VIEW_FUNCTIONS_H

#include "canvas/canvas.h"
#include "session/state/view_table.h"
#include "words/sentences.h"

/* Draws a view into a rectangle, of whatever size. */
void wl_view_draw(struct wl_session *m, enum wl_view_id view, struct wl_canvas *c,
                  struct wl_rect r);

/* Rows that show all of it, `w` columns wide, and no more: what is below is for others. A view
 * draws as well with more or fewer. `c` only measures. */
int wl_view_rows(struct wl_session *m, enum wl_view_id view, struct wl_canvas *c, int w);

/* Says what it would draw. */
void wl_view_say(struct wl_session *m, enum wl_view_id view, const struct wl_prose *p);

#define X(id, name, steps, rank, waves, open, tab, help, key, shows) \
  void wl_view_##name(struct wl_session *m, struct wl_canvas *c, struct wl_rect r); \
  int wl_rows_##name(struct wl_session *m, struct wl_canvas *c, int w); \
  void wl_say_##name(struct wl_session *m, const struct wl_prose *p);
WL_VIEW_ROWS(X)
#undef X

/* Columns in which the lines of the script are whole, beside the most important figures. */
int wl_cells_source(struct wl_session *m);

/* What takes the place of a view: why a figure is what it is, and all that can be done. */
void wl_view_why(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_help(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The comparison with another run, which is beside this one (session/select/second_run.h). */
void wl_view_beside(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
void wl_say_beside(struct wl_session *m, const struct wl_prose *p);

#endif
