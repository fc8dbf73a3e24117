/* The legend of the view of lines. Internal to it. */
#ifndef WL_VIEW_VIEWS_LINES_LEGEND_H
#define WL_VIEW_VIEWS_LINES_LEGEND_H

#include <stdbool.h>
#include <stdint.h>

#include "canvas/canvas.h"

struct wl_row;
struct wl_step_info;

/* How words look: the cells of one, the lanes that ask for one alone, whether several ask for some,
 * whether some lane has no number, whether some move in vain or not at all, and whether
 * tags are beside them. And what moves more than once: in so many transactions, or 0. */
struct wl_words_look {
  int cell, transactions;
  uint32_t lone;
  bool crowded, cut, vain, still, tags;
};

/* Finds out all of that but `cell`, `cut` and `tags`. */
void wl_lines_look_at(const struct wl_step_info *s, const struct wl_row *rows, int count,
                      struct wl_words_look *look);

/* The last row of `r`: what the marks mean, and which part is shown ("": all of it). */
void wl_lines_foot(struct wl_canvas *c, const struct wl_step_info *s, struct wl_rect r,
                   const char *part, struct wl_words_look look);

/* The same where one line takes so many turns; `single`: a turn moves one sector. */
void wl_lines_turns(struct wl_canvas *c, struct wl_rect r, int turns, bool one_word, bool single,
                    const char *part);

#endif
