/* The figures of the selected instruction as text, before and after a change. */
#ifndef WL_VIEW_FIGURES_H
#define WL_VIEW_FIGURES_H

#include "core/arch.h"
#include "core/metric.h"
#include "view/verdict.h"

struct wl_before;
struct wl_model;

/* Figures of core, and those that the screen adds to them. */
enum {
  WL_SHOW_EXCESS = WL_EXCESS, /* sectors or wavefronts above the ideal */
  WL_SHOW_LANES,               /* active lanes */
  WL_SHOW_EFFICIENCY,          /* ideal share of the cost, in percent */
  WL_SHOW_GAUGE,               /* the same as a bar */
  WL_SHOW_NOTHING,
};

struct wl_shown {
  const char *title;
  char value[24];
  char before[24]; /* empty where nothing has changed */
  bool estimate;   /* the value may be off by some; it begins with "≈" */
  bool hidden;     /* for now: "?" (view/mask.h) */
  bool unknown;    /* the hardware has such a figure, but nobody knows its rule: "?" */
  enum wl_grade grade;
};

/* False where the figure has no meaning for the instruction. */
bool wl_figure_show(struct wl_model *m, unsigned figure, struct wl_shown *out);

/* The figures as the panel lists them: number `i` of the selected step. WL_SHOW_NOTHING:
 * there is none. */
unsigned wl_figure_listed(struct wl_model *m, unsigned i);

/* Its JSON key, or "excess", "active_lanes", "efficiency"; NULL: it has none. */
const char *wl_figure_key(unsigned figure);

/* What the generation calls a figure. */
const char *wl_figure_title(const struct wl_arch *arch, unsigned figure, enum wl_space s,
                            enum wl_op op);

/* How much of a title stands after a number: 1 is "1 sector", "1 pass". */
int wl_figure_unit_length(const char *title, uint64_t n);

/* The figure whose rule tells most: transactions where the generation has them,
 * else what the space is judged by. */
enum wl_figure wl_figure_telling(const struct wl_arch *arch, const struct wl_access *a);

/* Useful share of what the instruction costs, 0 … 1; negative: no meaning, or unknown. */
double wl_figure_share(const struct wl_arch *arch, const struct wl_access *a,
                       const struct wl_counts *c);

/* Bytes on after which the next bank comes: 4; 8 in a mode of cc 3.x. */
unsigned wl_bank_bytes(const struct wl_arch *arch, const struct wl_access *a);

/* How a bank is found, as long as fits into `cells`: "bank = word mod 32: …". NULL
 * where the step does not use shared memory. */
const char *wl_bank_text(struct wl_model *m, int cells, char text[96]);

/* The counts before the last change, where they belong to the selection. */
const struct wl_before *wl_figure_before(struct wl_model *m);

#endif
