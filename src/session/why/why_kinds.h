/* The kinds of figures that y explains, a file each. */
#ifndef WL_SESSION_WHY_WHY_KINDS_H
#define WL_SESSION_WHY_WHY_KINDS_H

#include "core/gpu/chip.h"
#include "core/gpu/occupancy.h"
#include "session/why/why_rows.h"

struct wl_session;
struct wl_step_info;

/* Columns of a level of memory, and figures of an SM, of a line, of an exchange. */
enum wl_level_column {
  WL_COLUMN_SIZE, WL_COLUMN_LATENCY, WL_COLUMN_BANDWIDTH, WL_LEVEL_COLUMNS
};
enum wl_sm_figure {
  WL_SM_BLOCKS, WL_SM_WARPS,
  WL_SM_LIMIT, /* and one for each further enum wl_limiter */
  WL_SM_REGISTERS = WL_SM_LIMIT + WL_LIMITERS, WL_SM_SHARED, WL_SM_FIGURES
};
enum wl_line_figure {
  WL_LINE_REQUESTS, WL_LINE_COST, WL_LINE_EXCESS, WL_LINE_SHARE, WL_LINE_FIGURES
};
enum wl_lane_figure { WL_LANE_SOURCE, WL_LANE_RESULT, WL_LANE_CYCLES, WL_LANE_FIGURES };

/* Each explains figure n of its kind; false where there is nothing to explain. */
bool wl_why_level(struct wl_session *m, unsigned n, struct wl_why *out); /* by level, then column */
bool wl_why_chart(struct wl_session *m, unsigned n, struct wl_why *out); /* enum wl_chart_part */
bool wl_why_sm(struct wl_session *m, unsigned n, struct wl_why *out);    /* enum wl_sm_figure */
bool wl_why_lane(struct wl_session *m, unsigned n, struct wl_why *out);  /* enum wl_lane_figure */
bool wl_why_line(struct wl_session *m, unsigned n, struct wl_why *out);  /* enum wl_line_figure */
bool wl_why_cc(struct wl_session *m, unsigned n, struct wl_why *out);    /* enum wl_cc */

/* why_level.c: levels by the names that keys have. */
extern const char *const wl_level_keys[];

/* What a column of a level is: "how many bytes the level holds". */
const char *wl_level_column_help(enum wl_level_column column);

#endif
