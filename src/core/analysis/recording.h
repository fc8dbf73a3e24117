/* Where the steps of a run go: sinks, each of which gets all of them in an order to rely on. */
#ifndef WL_CORE_ANALYSIS_RECORDING_H
#define WL_CORE_ANALYSIS_RECORDING_H

#include "core/trace/trace_head.h"

struct wl_analysis;
struct wl_caches;
struct wl_recording;
struct wl_trace;

/* What takes steps in. They come in segments, which may take turns in any way, and one day side by
 * side. Segment s holds the whole blocks from wl_segment_begin(head, segments, s) to that of s + 1,
 * block by block, in each block phase by phase, in each phase warp by warp, and of each warp in
 * the order of the program: what is told of a segment must not hang on what others have got. */
struct wl_sink {
  bool (*begin)(void *to, const struct wl_head *head, unsigned segments); /* before all steps */
  bool (*step)(void *to, unsigned segment, const struct wl_step *step, /* the next one, and as … */
               const uint8_t *packed, size_t size);                    /* … wl_step_pack() has it */
  void (*close)(void *to, unsigned segment); /* after the last step of a segment */
  bool (*end)(void *to);                     /* after all steps of a run that came to its end */
  void *to;
};
enum { WL_MAX_SINKS = 8 };

/* The first block of a segment, of those that a run with this head is cut into. */
uint64_t wl_segment_begin(const struct wl_head *head, unsigned segments, unsigned segment);

/* The sinks of each run: the trace keeps, the analysis sums up costs; the hazards that are looked
 * for go with the analysis. Each belongs to whoever made it. */
struct wl_sink wl_sink_trace(struct wl_trace *t);
struct wl_sink wl_sink_costs(struct wl_analysis *a);
struct wl_sink wl_sink_hazards(struct wl_analysis *a);
struct wl_sink wl_sink_caches(struct wl_caches *c);

/* NULL when memory ran out. */
struct wl_recording *wl_recording_create(void);
void wl_recording_destroy(struct wl_recording *r);

/* Adds a sink, before begin(): steps go to the first one first. */
void wl_recording_add(struct wl_recording *r, struct wl_sink sink);

/* Those below are false when memory ran out, in a sink or here. */
bool wl_recording_begin(struct wl_recording *r, const struct wl_head *head, unsigned segments);

/* Whether a step may come next in its segment, as the order above has it. What comes from another
 * process is asked this first. */
bool wl_recording_follows(const struct wl_recording *r, unsigned segment,
                          const struct wl_step *step);

/* Hands a step that follows to all sinks. */
bool wl_recording_step(struct wl_recording *r, unsigned segment, const struct wl_step *step,
                       const uint8_t *packed, size_t size);
void wl_recording_close(struct wl_recording *r); /* all segments; also where it never began */
bool wl_recording_end(struct wl_recording *r);

#endif
