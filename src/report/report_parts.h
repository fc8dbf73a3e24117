/* What the parts of the text report share. */
#ifndef WL_REPORT_REPORT_PARTS_H
#define WL_REPORT_REPORT_PARTS_H

#include "canvas/write/page.h"
#include "core/analysis/costs.h"
#include "core/trace/trace.h"

struct wl_report {
  FILE *f;
  const struct wl_trace *trace;
  const struct wl_analysis *analysis;
  const struct wl_head *head; /* NULL when the run failed before it had one */
  bool ascii;
  size_t width;               /* of its rows */
  uint64_t total[WL_SPACES];  /* main figure of each space */
};

static inline size_t wl_report_fit(struct wl_report *r, const char *s, size_t n, size_t cells) {
  return wl_page_fit(r->f, r->ascii, s, n, cells);
}

/* In a column `width` cells wide, the gap before it included; 0: in a sentence. */
static inline void wl_report_count(struct wl_report *r, uint64_t v, int width) {
  char text[32];
  fprintf(r->f, "%*s", width, wl_page_count(v, width ? width - 1 : WL_PAGE_WIDTH, text));
}

/* An efficiency, as the screen has it, but all means all; "-" where it has no meaning. */
static inline void wl_report_percent(struct wl_report *r, double share, int width) {
  unsigned tenths = share < 0 ? 0 : (unsigned)(share * 1000 + 0.5);
  if (tenths == 1000 && share < 1) tenths = 999;
  if (share < 0) fprintf(r->f, "%*s", width, "-");
  else if (tenths % 10 == 0 || tenths > 9999) fprintf(r->f, "%*u%%", width - 1, (tenths + 5) / 10);
  else fprintf(r->f, "%*u.%u%%", width - 3, tenths / 10, tenths % 10);
}

/* A part of all, in whole percent. */
static inline void wl_report_part(struct wl_report *r, double share, int width) {
  unsigned near = share < 0 ? 0 : (unsigned)(share * 100 + 0.5);
  if (near == 100 && share < 1) near = 99;
  if (share < 0) fprintf(r->f, "%*s", width, "-");
  else fprintf(r->f, "%*u%%", width - 1, near);
}

/* report_costs.c: what each line of the script costs, worst first; false where memory ran out.
 * And all of them together. */
bool wl_report_lines(struct wl_report *r);
void wl_report_totals(struct wl_report *r);

/* report_caches.c: the caches of the launch, and the least time it takes. */
void wl_report_caches(struct wl_report *r);

#endif
