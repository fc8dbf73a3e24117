/* The explanation of a figure, with its rows of evidence, as the files why*.c write it. */
#ifndef WL_SESSION_WHY_WHY_ROWS_H
#define WL_SESSION_WHY_WHY_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/explain/rule.h"
#include "core/gpu/chip.h"
#include "core/gpu/occupancy.h"

struct wl_session;
struct wl_step_info;

enum { WL_WHY_ROWS = 160 };

/* A row of evidence: who, what, and how much that adds to the figure. */
struct wl_why_row {
  char label[20], text[160], value[20]; /* value: empty where it adds nothing */
  uint32_t lanes;                       /* that it is about; 0: none in particular */
  bool sum;                             /* adds up the rows above it */
};

struct wl_why {
  const char *title;          /* "tag wavefronts" */
  const char *help;           /* what the figure is, one sentence */
  char value[24], before[24]; /* empty where it was the same, or nothing was before */
  bool estimate;
  const struct wl_rule *rule;
  enum wl_certainty certainty; /* of the rule, on this generation */
  char profiler[96];          /* the vendor profiler's name for it; empty: it has none */
  bool profiled;              /* a profiler could have one */
  char name[48];              /* titles and rules that are put together for one figure */
  char sentence[640];
  struct wl_rule made;
  size_t count;
  struct wl_why_row row[WL_WHY_ROWS];
};

/* "documented by the vendor: CUDA Programming Guide"; "definition" alone for what is one. */
const char *wl_why_source(const struct wl_why *w, char *text, size_t size);

/* The next row; the last one again where there is no more room. `value` is what it
 * adds to the figure, -1: nothing. */
struct wl_why_row *wl_why_add(struct wl_why *w, uint32_t lanes, int value, const char *label, ...)
    __attribute__((format(printf, 4, 5)));

/* "1 word", "2 words". */
const char *wl_why_counted(unsigned n, const char *noun, char text[40]);

/* Appends to the text of a row; what does not fit is cut, never inside a character
 * of ours. */
void wl_why_say(struct wl_why_row *row, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A last row, with the figure itself as the sum of those above. */
void wl_why_sum(struct wl_why *w, const char *text);

/* A row that only says something: no lanes, and nothing to add. */
void wl_why_note(struct wl_why *w, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

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
