/* What is still going to be asked: nobody is told before what it costs. */
#ifndef WL_VIEW_PENDING_H
#define WL_VIEW_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_model;

/* Whether anything is still to be asked: sums of the run would tell it, and what is greatest. */
bool wl_pending_any(struct wl_model *m);

/* Why it is not told: the mask asks for all, questions stand, or nobody knows yet what a script
 * that runs will ask. */
enum wl_untold { WL_UNTOLD_NOTHING, WL_UNTOLD_MASK, WL_UNTOLD_ASKED, WL_UNTOLD_RUNS, WL_UNTOLDS };
enum wl_untold wl_pending_why(struct wl_model *m);

/* Where that is, from here: "PageDown leads there", "it is in block 1, warp 0". */
enum { WL_PENDING_WAY = 80 };
void wl_pending_way(struct wl_model *m, char text[WL_PENDING_WAY]);

/* The same of the script alone, though the mask is on or the next run goes on; and of a line. */
bool wl_pending_left(struct wl_model *m);
bool wl_pending_left_line(struct wl_model *m, uint32_t line);

/* The same of steps of a line; and of one of the steps at a place. What was answered there may
 * be seen, unless this turn of a loop has a question of its own. */
bool wl_pending_line(struct wl_model *m, uint32_t line);
bool wl_pending_at(struct wl_model *m, size_t step, uint32_t line, uint32_t column);

/* Whether values of a step, and what arrays hold in the end, may tell the result of an exchange
 * between lanes that is still asked for, or of any while the mask is on: it came before. */
bool wl_pending_values(struct wl_model *m, size_t step);

#endif
