/* The cost of each line of a script over all memories and operations, and the memory chart of its
 * kernel, now and before a change. */
#ifndef WL_SESSION_COMPARE_LINE_COSTS_H
#define WL_SESSION_COMPARE_LINE_COSTS_H

#include "words/memory_chart.h"

struct wl_session;
struct wl_trace;

/* Memories that move sectors, and those that banks serve, are told apart: a sum of the two is no
 * number that anybody could find elsewhere. */
enum wl_unit { WL_UNIT_SECTORS, WL_UNIT_WAVEFRONTS, WL_UNITS };

struct wl_line_sums {
  uint32_t line;
  uint64_t requests, cost[WL_UNITS], excess;
  bool known[WL_UNITS], judged; /* cost, excess: nothing is missing in them */
  double hit_rate;              /* of its loads in L1; negative: it has none, or nobody looked */
};

/* Those of a line, added up, and what caches do with it: NULL knows nothing of them. */
struct wl_line_sums wl_line_sums(const struct wl_analysis *a, const struct wl_line_cost *l);

/* Of a line that costs nothing. */
struct wl_line_sums wl_line_sums_none(uint32_t line);

/* What all of it costs: shares are of this. */
uint64_t wl_line_total(const struct wl_line_sums *s);

/* Those of a whole run. */
struct wl_costs {
  struct wl_memory_chart chart;
  uint64_t all;  /* of the totals of all lines */
  uint32_t edited, unedited; /* lines from the first up to the second are others than they were:
                              * what is not in `line` is not known of them */
  size_t count;
  struct wl_line_sums line[]; /* ascending */
};

/* Takes those of what is shown; NULL: the run goes on, a question of the script is open, or
 * memory is short. */
struct wl_costs *wl_costs_take(struct wl_session *m);

void wl_costs_drop(struct wl_costs *c); /* NULL, too */

/* The script has been edited: lines are where its text has them now. */
void wl_costs_follow(struct wl_costs *c, const struct wl_trace *from, const struct wl_trace *to);

/* Those from before the last change, to be shown beside what is now; NULL: none, or it is hidden,
 * or not whole. */
const struct wl_costs *wl_costs_before(struct wl_session *m);

/* Nothing from before it is shown any more. */
void wl_before_forget(struct wl_session *m);

/* What a line cost; false: not known, as an edit has made it. */
bool wl_costs_line(const struct wl_costs *c, uint32_t line, struct wl_line_sums *out);

#endif
