/* What is still going to be asked, as data (view/pending.h). Internal to src/view. */
#ifndef WL_VIEW_PENDING_LIST_H
#define WL_VIEW_PENDING_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_arch;
struct wl_trace;

enum { WL_PENDING = 64 };
struct wl_pending {
  bool every;   /* step that was not answered: the mask is on */
  bool reached; /* some of it is of a step that is there */
  unsigned count;
  uint32_t line[WL_PENDING]; /* that questions are about; where there are more, every line is */
  uint32_t column[WL_PENDING]; /* 0: all of the line */
  size_t exchange; /* from this step on values may come of a result that is asked for; SIZE_MAX */
  const struct wl_trace *trace; /* all that this holds for, until something is answered */
  const struct wl_arch *arch;
  size_t steps, first;
  unsigned answered, flip;
  bool asks, runs;
};

#endif
