/* A kernel with several values of a parameter: the values, and the figures of each run. */
#ifndef WL_CORE_ANALYSIS_SWEEP_H
#define WL_CORE_ANALYSIS_SWEEP_H

#include "core/analysis/measure.h"
#include "core/gpu/target.h"

enum {
  WL_SWEEP_VALUES = 1024,  /* along the axis */
  WL_SWEEP_LINES = 16,     /* other settings and generations */
  WL_SWEEP_POINTS = 1024,  /* runs in all */
  WL_SWEEP_FIXED = 4,      /* parameters beside the one of the axis */
  WL_SWEEP_TEXT = 32,      /* bytes of a name or a value, as in core/trace/trace_head.h */
};

/* One line of the plot: what holds for all of its points. */
struct wl_sweep_line {
  char label[96];          /* "n=512, cc 8.0"; "" where there is only one */
  struct wl_target target;
  unsigned fixed;
  struct { char name[WL_SWEEP_TEXT], value[WL_SWEEP_TEXT]; } with[WL_SWEEP_FIXED];
};

enum wl_point_state { WL_POINT_OPEN, WL_POINT_DONE, WL_POINT_FAILED };
struct wl_sweep_point {
  enum wl_point_state state;
  struct wl_totals outcome; /* DONE */
  struct wl_diag problem;    /* FAILED */
};

struct wl_sweep {
  char name[WL_SWEEP_TEXT];  /* of the parameter along the axis */
  char initial[WL_SWEEP_TEXT]; /* its present value */
  size_t values, lines;
  char (*value)[WL_SWEEP_TEXT];
  struct wl_sweep_line line[WL_SWEEP_LINES];
  struct wl_sweep_point *point; /* [line × values + value] */
  uint32_t registers;           /* of a thread, for occupancy; 0: not known */
};

/* The values that a text stands for: "0..8", "32..256:32", "1,2,4..8", "x,y"; steps of
 * `param` where it has some. ".." alone is all that `param` allows. `*values` is to be
 * freed. False and a diag (WL_USAGE) where the text makes no sense. */
bool wl_sweep_range(const char *name, const char *text, const struct wl_param *param,
                    char (**values)[WL_SWEEP_TEXT], size_t *count, struct wl_diag *d);

/* A number as a value of a parameter. */
void wl_sweep_number(double v, char text[WL_SWEEP_TEXT]);

/* Whether a setting stands for several values; the commas of a grid or block do not. */
bool wl_sweep_several(const char *name, const char *text);

/* Room for the points of an axis and lines that are filled in; false: memory ran out. */
bool wl_sweep_prepare(struct wl_sweep *s);
void wl_sweep_clear(struct wl_sweep *s);

struct wl_sweep_point *wl_sweep_at(const struct wl_sweep *s, size_t line, size_t value);
size_t wl_sweep_present(const struct wl_sweep *s); /* the value that is the present one;
                                                    * s->values: none of them */

/* A measure of one point; meaningless where it is not done. The best of those of a line
 * that are known: false where these are all the same. And how many are known. */
enum wl_meaning wl_sweep_get(const struct wl_sweep *s, size_t line, size_t value,
                             const struct wl_measure *m, double *out);
bool wl_sweep_best(const struct wl_sweep *s, size_t line, const struct wl_measure *m,
                   double *best);
size_t wl_sweep_known(const struct wl_sweep *s, size_t line, const struct wl_measure *m);

/* Whether a run came to a limit, as that of its time, or nobody waited for it: what its kernel
 * costs is not known. */
bool wl_sweep_stopped(const struct wl_sweep_point *p);

/* Whether some run has an instruction of a space. */
bool wl_sweep_uses(const struct wl_sweep *s, enum wl_space space);

/* What spaces are judged by, of those that some point uses, and of these those that
 * differ, if any do: at most `room` measures. */
size_t wl_sweep_measures(const struct wl_sweep *s, struct wl_measure *out, size_t room);

#endif
