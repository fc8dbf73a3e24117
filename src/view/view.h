/* The views as rows of a table, and what they share. */
#ifndef WL_VIEW_VIEW_H
#define WL_VIEW_VIEW_H

#include "core/step.h"
#include "view/canvas.h"
#include "view/layout.h"
#include "view/model_play.h"
#include "view/prose.h"
#include "view/verdict.h"

struct wl_model;

struct wl_view {
  const char *name;  /* for `show` and the tabs; its key is its number */
  const char *help;  /* how to read it, one line */
  bool waves;        /* playing goes by wavefronts, else by instructions */
  bool open;         /* has something to show while figures are hidden */
  void (*draw)(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
  void (*speak)(struct wl_model *m, const struct wl_prose *p); /* the same in sentences */
  const char *tab;   /* its name where tabs have little room; NULL: the same */
};
enum { WL_VIEWS = 10 };
extern const struct wl_view wl_views[WL_VIEWS];

void wl_view_lanes(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_lines(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_banks(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_shuffle(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_timeline(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_source(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_memory(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_compare(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_sweep(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_text(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_why(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_view_help(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

/* view/speak.h: what they say. */
void wl_say_lanes(struct wl_model *m, const struct wl_prose *p);
void wl_say_lines(struct wl_model *m, const struct wl_prose *p);
void wl_say_banks(struct wl_model *m, const struct wl_prose *p);
void wl_say_shuffle(struct wl_model *m, const struct wl_prose *p);
void wl_say_timeline(struct wl_model *m, const struct wl_prose *p);
void wl_say_source(struct wl_model *m, const struct wl_prose *p);
void wl_say_memory(struct wl_model *m, const struct wl_prose *p);
void wl_say_compare(struct wl_model *m, const struct wl_prose *p);
void wl_say_sweep(struct wl_model *m, const struct wl_prose *p);
void wl_say_text(struct wl_model *m, const struct wl_prose *p);

/* Parts of the screen around the view; each has a file. */
void wl_part_bar(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l);
void wl_part_status(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l);
void wl_part_tabs(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_source(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_verdict(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l);
void wl_part_now(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_lane(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_figures(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_panel(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_strip(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_error(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_start(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_tiny(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_bookmark(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
int wl_part_error_rows(const struct wl_model *m, int width);

/* Text broken at spaces into at most `rows` rows from the top of `r`; returns the rows
 * used. And how many it would like, about. */
int wl_draw_wrapped(struct wl_canvas *c, struct wl_rect r, int rows, enum wl_style style,
                    const char *text);
int wl_wrapped_rows(const char *text, int cells);

/* How a lane looks now: inactive, waiting, served now, served, or picked. */
enum wl_style wl_lane_style(const struct wl_model *m, const struct wl_moment *now, uint32_t mask,
                            unsigned lane);
enum wl_style wl_grade_style(enum wl_grade grade);

/* The sign beside a lane, line or wavefront that is served now, or has been. */
void wl_draw_served(struct wl_canvas *c, int x, int y, bool now, bool done);

/* What a view says where it has nothing to show, and which key shows something. */
void wl_view_elsewhere(struct wl_model *m, struct wl_canvas *c, struct wl_rect r,
                       const char *text);
const char *wl_view_best(const struct wl_step *s); /* "3 shows the banks that it uses" */

/* ": J K" behind what scrolls, "" on a picture to be taken home. */
const char *wl_scroll_keys(const struct wl_model *m);

#endif
