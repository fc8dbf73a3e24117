/* What a trace costs on one generation: totals, per line, per step. */
#ifndef WL_CORE_ANALYSIS_COSTS_H
#define WL_CORE_ANALYSIS_COSTS_H

#include "core/explain/metric.h"
#include "core/gpu/target.h"
#include "core/hazard/hazards.h"
#include "core/trace/trace.h"

struct wl_analysis;
struct wl_caches;
struct wl_flops;
struct wl_hazards;

/* The cost of one step, for timelines: wl_counts in few bytes (saturating is
 * impossible, see count.h). All 0 for steps that are no access. For constant
 * memory the ideal is the passes that one address takes. */
struct wl_cost {
  uint16_t sectors, ideal_sectors;
  uint8_t lines, tag_wavefronts, wavefronts, ideal_wavefronts, ways, space;
  bool known;  /* what it costs: the main figure of its space */
  bool judged; /* … and how far that is above the ideal */
};

/* One source line that has accesses: its figures per space and operation. */
struct wl_line_cost {
  uint32_t line;
  struct wl_sum sum[WL_SPACES][WL_OPS];
};

/* Keeps the costs of the first `keep` steps, as wl_trace_create() keeps the
 * steps. NULL when memory ran out. */
struct wl_analysis *wl_analysis_create(struct wl_target target, unsigned streams, size_t keep);
void wl_analysis_destroy(struct wl_analysis *a);
struct wl_target wl_analysis_target(const struct wl_analysis *a);
const struct wl_arch *wl_analysis_arch(const struct wl_analysis *a);

/* Hazards that are looked for on the same generation: they go with the costs and take in no steps
 * here (recording.h does). False when memory ran out; NULL where nobody looks for them. */
bool wl_analysis_watch(struct wl_analysis *a, const struct wl_head *head, unsigned streams);
struct wl_hazards *wl_analysis_hazards(const struct wl_analysis *a);

/* How many of its streams the run has; all, where nobody says. */
void wl_analysis_begin(struct wl_analysis *a, unsigned streams);

/* The caches of the same launch, which take in no steps here either: the analysis owns them from
 * now on. NULL where nobody models them. */
void wl_analysis_take_caches(struct wl_analysis *a, struct wl_caches *caches);
struct wl_caches *wl_analysis_caches(const struct wl_analysis *a);

/* The float operations of the same launch. */
struct wl_flops *wl_analysis_flops(const struct wl_analysis *a);

/* Counts the next step of a stream. Feed it every step in the order of the stream, kept in the
 * trace or not; different streams at the same time, if need be. False when memory ran out. */
bool wl_analysis_add(struct wl_analysis *a, unsigned stream, const struct wl_step *step);

/* Adds up what the streams have counted, while nobody adds: what is asked for below is as of the
 * last time. False when memory ran out. */
bool wl_analysis_settle(struct wl_analysis *a);

/* Marks the last step of a stream as added, as wl_trace_close() does, and settles. */
bool wl_analysis_close(struct wl_analysis *a, unsigned stream);

/* Whole-grid sums of one kind of instruction. */
const struct wl_sum *wl_analysis_sum(const struct wl_analysis *a, enum wl_space s, enum wl_op op);

/* Instructions with a figure that is an estimate: see wl_figure_estimates(), and those below. */
uint64_t wl_analysis_estimates(const struct wl_analysis *a);

/* Instructions that hang on which lanes leave a loop first: see wl_step.by_turns. */
uint64_t wl_analysis_by_turns(const struct wl_analysis *a);

/* Cost of step `i`, in the order of wl_trace_get(); NULL past the end. Valid
 * until the next add. */
const struct wl_cost *wl_analysis_cost(const struct wl_analysis *a, size_t i);

/* Source lines with accesses, ascending; `*count` of them. Valid until the
 * next add. */
const struct wl_line_cost *wl_analysis_lines(const struct wl_analysis *a, size_t *count);

/* The main figure above the ideal of a cost: what is wasted. 0 for a perfect
 * access, and where it is not judged. */
uint32_t wl_cost_excess(const struct wl_cost *c);

#endif
