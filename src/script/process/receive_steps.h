/* Receives steps from the pipes, and checks them byte by byte. */
#ifndef WL_SCRIPT_PROCESS_RECEIVE_STEPS_H
#define WL_SCRIPT_PROCESS_RECEIVE_STEPS_H

#include "core/analysis/costs.h"
#include "core/analysis/recording.h"
#include "script/machine/protocol.h"
#include "script/machine/run_options.h"

struct wl_launches;
struct wl_progress_beacon;
struct wl_pool;

/* One pipe as the parent reads it. */
struct wl_pipe {
  int fd; /* -1: closed */
  size_t used;
  uint8_t *buffer; /* of WL_PIPE_BYTES */
  bool ended;      /* nothing more comes */
  /* Of workers: what one thread alone touches, and the run when all have come together. */
  uint64_t blocks; /* done so far */
  uint32_t block;  /* that its last step was of */
  bool refused;    /* diag says why */
  struct wl_diag diag;
};
enum { WL_PIPE_BYTES = sizeof(struct wl_frame) + WL_FRAME_MAX };

struct wl_run {
  struct wl_run_options options; /* with own copies of all text */
  enum wl_run_state state;
  struct wl_diag diag;
  pid_t pid;                     /* of the director, also its process group; 0: reaped */
  unsigned workers;              /* pipes for workers */
  unsigned active;               /* workers that run; 0: the head has not come yet */
  struct wl_pipe control, data[WL_MAX_WORKERS + 1];
  struct wl_progress_beacon *beacon;
  uint8_t *values;               /* NULL: not wanted */
  struct timespec deadline;
  struct wl_trace *trace, *old_trace; /* old: replaced by a restart, maybe still looked at */
  struct wl_analysis *analysis, *old_analysis;
  struct wl_recording *recording; /* fills both */
  struct wl_pool *pool;          /* of threads that take steps in side by side; NULL: none */
  bool restarted;                /* the director runs all once more */
  bool failed, done;             /* what the director has said */
  uint32_t warps, lines;         /* of a block; of the source */
  void *program;                 /* what options.program->begin() has made */
  struct wl_launches *launches;  /* of a program; NULL: it is a script, or none has come */
  bool sums_alone;               /* of a launch that is not shown */
  bool gives_way;                /* to whoever waits at a screen */
  uint64_t blocks_done, blocks, recorded; /* the last: blocks of a program's launch */
  uint64_t round;                /* multiprocessors that blocks are dealt to */
};

/* Reads what one pipe has, at most one buffer, and takes it in. False when the
 * run must end: run->diag says why. pipe->ended is set at its end. */
bool wl_receive_read(struct wl_run *run, struct wl_pipe *pipe);

/* Whether workers run side by side, so that what they send may be taken in that way. */
bool wl_receive_is_parallel(const struct wl_run *run);

/* Reads and takes in what the pipes of `workers` have (bit w: worker w), side by side, until
 * wl_clock_us() is `until`. As above. */
bool wl_receive_workers(struct wl_run *run, uint32_t workers, int64_t until);

/* Puts in order what has been taken in. */
bool wl_receive_settle(struct wl_run *run);

/* Whether a worker is so many blocks ahead of the others that these are waited for. */
bool wl_receive_is_ahead(const struct wl_run *run, unsigned worker);

/* Empty trace and analysis, and what fills them. False and run->diag. */
bool wl_receive_begin(struct wl_run *run);

#endif
