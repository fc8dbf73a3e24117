/* Counters of launches from `ncu --csv`, beside the figures of a run. */
#ifndef WL_REPORT_COUNTERS_COUNTERS_H
#define WL_REPORT_COUNTERS_COUNTERS_H

#include <stdio.h>

#include <jansson.h>

#include "core/analysis/costs.h"
#include "words/occupancy_text.h"

enum { WL_MAX_COUNTERS = 192, WL_COUNTER_NAME = 96, WL_MAX_LAUNCHES = 4096 };
#define WL_NOT_COUNTED UINT64_MAX

/* One launch of a kernel. */
struct wl_profile {
  char *kernel;                  /* as the profiler names it: "void copy<4>(float *)" */
  char id[12], cc[8];            /* its number there; "9.0", "" where the file does not say */
  uint32_t grid[3], block[3];    /* 0: not said */
  uint64_t counted[WL_MAX_COUNTERS]; /* by index of names below; WL_NOT_COUNTED */
};

/* All launches of a file, and the counters that have a figure here. */
struct wl_counters {
  char *file;
  struct wl_profile *launch;
  size_t launches;
  char chosen[12];        /* number of the launch that the user wants; "": whichever fits */
  uint32_t nth;           /* which launch of the program is shown, from 1; 0: not known */
  bool of_kernel;         /* … of those of its kernel */
  unsigned names;
  char name[WL_MAX_COUNTERS][WL_COUNTER_NAME];
};

/* Reads what `ncu --csv` wrote, of the page raw or details, with what stands around the table:
 * lines of the profiler and of the program. `name` is what the user calls the file, `launch` the
 * number of the launch to compare with, as the file has it, or "". To be freed; NULL and a diag:
 * WL_INPUT, or WL_LIMIT where memory ran out. */
struct wl_counters *wl_counters_read(FILE *in, const char *name, const char *launch,
                                     struct wl_diag *d);
void wl_counters_free(struct wl_counters *c); /* NULL is fine */

/* Puts the names into `c` of which any generation has figures. */
void wl_counters_name(struct wl_counters *c);

/* The index of a counter, by the profiler's name or what its details page calls it; -1: it has no
 * figure here. */
int wl_counters_find(const struct wl_counters *c, const char *name);

/* The launch that a recording is compared with: the chosen one; else the one that is called as its
 * kernel is: the nth, else one of the same grid and block; of a script the name does not matter in
 * a file of one kernel. `*alike` says how many would do as well: the first of them is taken. NULL:
 * none. */
const struct wl_profile *wl_counters_pick(const struct wl_counters *c, const struct wl_trace *t,
                                          size_t *alike);

/* A counter beside the figure. */
struct wl_counter_row {
  const char *counter;  /* the profiler's name */
  char label[64];       /* "global load sectors" */
  uint64_t counted, here;
  bool known;           /* whether the model tells it */
  char reason[96];      /* for a difference, where one is likely; "": none is known */
};

/* All that the launch has and that is not 0 on both sides. Returns how many. */
size_t wl_counters_compare(const struct wl_counters *c, const struct wl_profile *l,
                           const struct wl_trace *t, const struct wl_analysis *a,
                           struct wl_registers registers,
                           struct wl_counter_row row[WL_MAX_COUNTERS]);

/* The comparison in rows of at most 80 columns; and as a value of JSON. */
void wl_counters_text(FILE *f, const struct wl_counters *c, const struct wl_trace *t,
                      const struct wl_analysis *a, struct wl_registers registers, bool ascii);
json_t *wl_json_counters(const struct wl_counters *c, const struct wl_trace *t,
                         const struct wl_analysis *a, struct wl_registers registers);

/* The same in sentences, malloc'ed; NULL when memory ran out. `of`: a struct wl_counters. */
char *wl_counters_tell(const void *of, const struct wl_trace *t, const struct wl_analysis *a,
                       struct wl_registers registers);

#endif
