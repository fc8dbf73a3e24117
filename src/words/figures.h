/* The figures of an instruction by number and by name. */
#ifndef WL_WORDS_FIGURES_H
#define WL_WORDS_FIGURES_H

#include "core/explain/metric.h"
#include "core/gpu/arch.h"

/* Figures of core, and those that the screen adds to them. */
enum {
  WL_SHOW_EXCESS = WL_EXCESS, /* sectors or wavefronts above the ideal */
  WL_SHOW_LANES,               /* active lanes */
  WL_SHOW_EFFICIENCY,          /* ideal share of the cost, in percent */
  WL_SHOW_GAUGE,               /* the same as a bar */
  WL_SHOW_NOTHING,
};

/* The JSON key of a figure, or "excess", "active_lanes", "efficiency"; NULL: it has none. */
const char *wl_figure_key(unsigned figure);

/* What a figure is, and what all generations but early ones call it; NULL: none has that number. */
const char *wl_figure_help(unsigned figure, const char **title);

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

#endif
