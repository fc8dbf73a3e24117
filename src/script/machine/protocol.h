/* The processes of a run and what they say to each other.
 *
 * The parent starts one child, the director. It runs the file level, sends the
 * head, and has the blocks of the grid run by workers, each a stream (stream.h);
 * or runs all itself where the grid is small, or where blocks depend on each
 * other. Steps travel on one pipe per worker, everything else on the director's. */
#ifndef WL_SCRIPT_MACHINE_PROTOCOL_H
#define WL_SCRIPT_MACHINE_PROTOCOL_H

#include <stdint.h>
#include <time.h>

#include "core/trace/trace_head.h"
#include "script/machine/alloc_or_die.h"

struct wl_progress_beacon;
struct wl_run_options;
struct wl_vm;

enum { WL_MAX_WORKERS = 16 };

enum wl_frame_kind {
  WL_FRAME_HEAD = 0x77a0, /* struct wl_head_frame */
  WL_FRAME_RESTART,       /* nothing: forget all steps, they come again on the last pipe */
  WL_FRAME_STEPS,         /* packed steps, whole ones */
  WL_FRAME_BLOCKS,        /* uint32_t: so many more blocks are done */
  WL_FRAME_FAILED,        /* struct wl_diag */
  WL_FRAME_DONE,          /* nothing */
  WL_FRAME_LAUNCH,        /* of programs, on the last pipe: whose steps follow (launches.h) */
  WL_FRAME_PRINTED,       /* … and what they print */
  WL_FRAME_RECORDED,      /* … uint32_t: how many blocks of the launch are recorded, not all */
  WL_FRAME_FLOPS,         /* struct wl_line_flops of lines, in order; none: that was all */
  WL_FRAME_LESSON,        /* struct wl_lesson_data, before the head; not of all scripts */
};
struct wl_frame { uint32_t kind, size; }; /* size: bytes that follow */
enum { WL_FRAME_MAX = 1 << 16 };

struct wl_head_frame {
  uint32_t workers; /* 1: the director runs all, on the last pipe */
  struct wl_head head;
};

/* What the parent makes before the director starts. */
struct wl_plan {
  const struct wl_run_options *options;
  unsigned workers;                      /* most that may run */
  int control;                           /* write ends */
  int data[WL_MAX_WORKERS + 1];          /* data[workers]: the director's, for steps */
  volatile struct wl_progress_beacon *beacon;
                /* [workers + 1], shared; the last is the director's */
  uint8_t *values;                       /* for what arrays hold at the end, or NULL */
};

/* Has SIGPROF stop the script of `vm` once this process has used so many seconds of processor
 * time from now on: how busy the machine is does not matter. What cannot be stopped, because
 * it is inside of a function of Lua's own, ends with WL_EXIT_TIME. */
void wl_start_alarm(struct wl_vm *vm, double seconds);

/* When a run of so many seconds is given up whatever its processes do, on CLOCK_MONOTONIC:
 * one that gets no processor, or waits for ever, uses no time. */
struct timespec wl_give_up_at(double seconds);

/* The life of the director. Never returns. */
_Noreturn void wl_run_child_main(const struct wl_plan *plan);

/* Steps on their way into a pipe. */
struct wl_send {
  int fd;
  uint32_t blocks; /* done since the last flush */
  size_t used;
  uint8_t buffer[WL_FRAME_MAX];
  uint8_t *held;   /* steps that wait, each behind its size in 16 bits */
  size_t held_used, held_capacity;
};

/* Packs vm->step and sends it on. */
void wl_send_step(struct wl_vm *vm);

/* Packs vm->step, to be sent or dropped with those before it. False: too many wait. */
bool wl_send_hold(struct wl_vm *vm);
void wl_send_release(struct wl_vm *vm);
void wl_send_drop(struct wl_vm *vm);

/* Sends what is waiting, and the number of blocks done. */
void wl_send_flush(struct wl_send *e);

/* Sends one frame. Ends the process where nobody reads any more. */
void wl_send_frame(int fd, enum wl_frame_kind kind, const void *data, size_t size);

#endif
