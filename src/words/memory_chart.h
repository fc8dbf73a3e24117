/* The memory chart of a launch: requests to each memory, traffic between L1, L2 and DRAM, and the
 * least time. */
#ifndef WL_WORDS_MEMORY_CHART_H
#define WL_WORDS_MEMORY_CHART_H

#include "core/analysis/time_bound.h"

/* Its numbers, along the way from the kernel to DRAM. */
enum wl_chart_part {
  WL_CHART_LOADS, WL_CHART_STORES, WL_CHART_ATOMICS, /* of global memory, in sectors */
  WL_CHART_LOCAL, WL_CHART_TEXTURE,                  /* in sectors */
  WL_CHART_CONSTANT,                                 /* in passes */
  WL_CHART_SHARED,                                   /* in wavefronts */
  WL_CHART_HITS,                                     /* of the loads, a share of their sectors */
  WL_CHART_L2_READS, WL_CHART_L2_WRITES, WL_CHART_L2_ATOMICS, /* in sectors */
  WL_CHART_DRAM_READS, WL_CHART_DRAM_WRITES,         /* in bytes */
  WL_CHART_TIME,                                     /* in microseconds */
  WL_CHART_PARTS
};

/* What of the DRAM reads is the launch's own: WL_LAUNCH_SECTORS. */
#define WL_CHART_CODE "3 kB code"

/* A row of each: key, title, what follows its text, what it is, the rule and its sentence. */
struct wl_chart_row { const char *key, *title, *unit, *help, *rule, *sentence; };
extern const struct wl_chart_row wl_chart_rows[WL_CHART_PARTS];

/* Why a number is an interval. */
enum wl_chart_reason {
  WL_CHART_FIRM,
  WL_CHART_ORDER,  /* L1 is too small to keep all for certain: the order of warps decides */
  WL_CHART_BLOCKS, /* blocks share sectors: which of them are on one SM is not known */
  WL_CHART_MERGE,  /* requests may merge on the way to L2 */
  WL_CHART_STAYS,  /* what is written may stay in L2 */
};

/* One number: what it is for certain at least and at most, and what the model has. Equal, they are
 * firm; `high` below `low`: nobody knows how much at most. */
struct wl_chart_figure {
  bool known;         /* it is counted or modelled */
  uint64_t requests;  /* warp instructions of it; 0: nothing of the run goes there */
  double low, high, model;
  enum wl_chart_reason reason;
};

struct wl_memory_chart {
  struct wl_chart_figure part[WL_CHART_PARTS];
  bool modelled;      /* the caches are */
  bool past_l1;       /* there is no L1, or loads of global memory go past it */
  bool estimate;      /* … those of another generation */
  bool tells;         /* the time is longer than what any launch takes */
  enum wl_roof limit; /* of the time */
};

/* That of an analysis. */
void wl_memory_chart(const struct wl_analysis *a, struct wl_memory_chart *out);

/* "262,144", "16,384 … 262,144", "at least 0 B", "87.5 … 99.2 %", "12.3 µs"; shorter where it is
 * `brief`: "16.4k…262k". "not modelled" where it is not known. */
enum { WL_CHART_TEXT = 64 };
const char *wl_chart_text(const struct wl_memory_chart *c, enum wl_chart_part part, bool brief,
                          char text[WL_CHART_TEXT]);

/* One number of a part, without its bounds: at most seven cells, of bytes nine. */
const char *wl_chart_number(enum wl_chart_part part, double value, char text[WL_CHART_TEXT]);

/* The reason in words, a sentence without its end; "" where the number is firm. */
enum { WL_CHART_REASON = 192 };
const char *wl_chart_reason(const struct wl_analysis *a, const struct wl_chart_figure *f,
                            char text[WL_CHART_REASON]);

/* What a line of the script adds to a part, by one of its arrays or (WL_NO_ARRAY) by all: 0 where
 * that is not told of arrays. */
uint64_t wl_chart_share(const struct wl_analysis *a, enum wl_chart_part part, uint32_t line,
                        uint16_t array);

/* The part that an access is about first: a global load is in the first one. */
enum wl_chart_part wl_chart_part_of(const struct wl_access *access);

/* "line 12: a 131,072, b 131,072; line 9: x 4,096": who makes a part, most first, and in it the
 * line; "" where nobody does. Cut at the end of a line's part where it does not fit. */
const char *wl_chart_lines(const struct wl_analysis *a, const struct wl_head *head,
                           enum wl_chart_part part, char *text, size_t size);

#endif
