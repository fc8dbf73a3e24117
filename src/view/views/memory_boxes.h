/* The memory chart as boxes and links, or as a list on small screens. */
#ifndef WL_VIEW_VIEWS_MEMORY_BOXES_H
#define WL_VIEW_VIEWS_MEMORY_BOXES_H

#include "canvas/canvas.h"
#include "words/memory_chart.h"

struct wl_session;

enum { WL_CHART_WIDE = 78, WL_CHART_NARROW = 58 /* columns: of the whole chart, of one without
                                                 * requests; below, it is a list */ };

/* What is drawn: the chart, that from before a change (NULL: none), and whether it may be told. */
struct wl_chart_shown {
  struct wl_memory_chart now;
  const struct wl_memory_chart *before;
  bool told;
};
struct wl_chart_shown wl_chart_shown(struct wl_session *m);

/* Rows that it needs at least, and with room for the ends of intervals and what was before. */
int wl_chart_least_rows(const struct wl_chart_shown *s);
int wl_chart_most_rows(const struct wl_chart_shown *s);

/* Draws it in at most r.h rows, at least as many as it needs; returns the row behind. */
int wl_chart_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                  const struct wl_chart_shown *s);

/* The same as a list, from its row `first` on; and how many rows that has. */
int wl_chart_list_rows(const struct wl_chart_shown *s);
void wl_chart_draw_list(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int first,
                        const struct wl_chart_shown *s);

/* Of the picked part its value, who makes it, and why it is an interval, in at most r.h rows;
 * returns the row behind. */
int wl_chart_draw_picked(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                         const struct wl_chart_shown *s);

#define WL_CHART_ESTIMATE "not measured on this generation"

/* "at least 12.3 µs: shared memory". "" where nothing is known of it. */
enum { WL_CHART_TIME_TEXT = 128 };
const char *wl_chart_time_text(const struct wl_memory_chart *c, char text[WL_CHART_TIME_TEXT]);

/* "each sector from L2 is loaded 8.0 times, from L1": what the model has L1 save. "" where nothing
 * is known of it. */
const char *wl_chart_reuse_text(const struct wl_memory_chart *c, char text[WL_CHART_TIME_TEXT]);

/* A bar for each level that bounds the time, and how many there are; returns the row behind. */
unsigned wl_chart_roofs(struct wl_session *m);
int wl_chart_draw_roofs(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

#endif
