/* Gives the steps of a run to its sinks: each gets all steps, in a defined order. */
#ifndef WL_CORE_ANALYSIS_RECORDING_H
#define WL_CORE_ANALYSIS_RECORDING_H

#include "core/trace/stream.h"
#include "core/trace/trace_head.h"

struct wl_analysis;
struct wl_caches;
struct wl_recording;
struct wl_trace;

/* What takes steps in. They come in streams (stream.h), side by side: step() may run for different
 * streams at the same time, so what it changes is kept apart by stream. A stream has whole blocks,
 * all of some multiprocessors, in ascending order; of each block the steps come phase by phase, in
 * each phase warp by warp, and of each warp in the order of the program. Streams differ in how far
 * they are, and from run to run: what is told in the end must not hang on that, nor on how many
 * there are. All but step() run alone, and all but step() may be NULL. False: memory ran out. */
struct wl_sink {
  bool (*begin)(void *to, const struct wl_head *head, unsigned streams); /* before all steps */
  bool (*step)(void *to, unsigned stream, const struct wl_step *step, /* the next one, and as … */
               const uint8_t *packed, size_t size);                   /* … wl_step_pack() has it */
  bool (*settle)(void *to); /* now and then, and after close(): for what needs all streams */
  bool (*close)(void *to, unsigned stream); /* after the last step of a stream */
  bool (*end)(void *to);                    /* after all steps of a run that came to its end */
  void *to;
};
enum { WL_MAX_SINKS = 8 };

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
bool wl_recording_begin(struct wl_recording *r, const struct wl_head *head, unsigned streams);

/* Whether a step may come next in its stream, as the order above has it. What comes from another
 * process is asked this first. */
bool wl_recording_follows(const struct wl_recording *r, unsigned stream,
                          const struct wl_step *step);

/* Hands a step that follows to all sinks. As follows(), of different streams at the same time. */
bool wl_recording_step(struct wl_recording *r, unsigned stream, const struct wl_step *step,
                       const uint8_t *packed, size_t size);

/* While no stream brings steps: sinks put in order what has come. */
bool wl_recording_settle(struct wl_recording *r);
void wl_recording_close(struct wl_recording *r); /* all streams; also where it never began */
bool wl_recording_end(struct wl_recording *r);

#endif
