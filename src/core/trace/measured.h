/* What hardware counters said of a kernel, as its script hands it on: shown beside what
 * the model says. */
#ifndef WL_CORE_TRACE_MEASURED_H
#define WL_CORE_TRACE_MEASURED_H

#include <stdbool.h>
#include <stdint.h>

enum { WL_MAX_MEASURED = 12, WL_MEASURED_FIGURES = 8 };

struct wl_measured_figure {
  uint8_t space, op, figure; /* core/access/access.h, core/explain/metric.h */
  uint64_t counted;
};

/* One launch. A plain value that crosses the pipe as it is. */
struct wl_measured {
  char chip[32];
  char with[96]; /* the parameters that it was launched with: "pad=0 n=1024" */
  char size[48]; /* what gbps was measured on, "8192 x 8192" */
  double gbps;   /* bytes that the kernel is about, in GB/s; 0: not measured */
  uint64_t times; /* how often it did what the script does once */
  uint8_t applies; /* 1: the parameters are just these now */
  uint8_t figures;
  struct wl_measured_figure figure[WL_MEASURED_FIGURES];
};

/* Whether the bytes received are one that the rest can rely on. */
bool wl_measured_valid(const struct wl_measured *m);

#endif
