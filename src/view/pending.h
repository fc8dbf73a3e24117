/* What the script is still going to ask: nobody is told before what it costs. */
#ifndef WL_VIEW_PENDING_H
#define WL_VIEW_PENDING_H

#include <stdbool.h>
#include <stdint.h>

struct wl_model;

enum { WL_PENDING = 64 };
struct wl_pending {
  unsigned count;
  uint32_t line[WL_PENDING]; /* that questions are about; where there are more, every line is */
};

/* Of the questions of the script, where they are posed: those about the steps of the window and
 * about lines that nobody has answered with these settings. */
void wl_pending_take(struct wl_model *m, struct wl_pending *p);

/* Whether it tells what a step at that place costs. What was answered there may be seen. */
bool wl_pending_at(const struct wl_model *m, const struct wl_pending *p, uint32_t line,
                   uint32_t column);

#endif
