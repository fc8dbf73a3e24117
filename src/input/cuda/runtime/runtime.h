/* The runtime of CUDA files: threads as fibers, and device memories. Confined in one process. */
#ifndef WL_INPUT_CUDA_RUNTIME_H
#define WL_INPUT_CUDA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/diag.h"
#include "core/trace/trace_head.h"
#include "input/cuda/runtime/entry.h"
#include "input/cuda/tables.h"

/* ---- how it is run: start.c, tell.c ---- */
struct wl_cuda_setup {
  int control, data;        /* descriptors that frames go to */
  double seconds;
  uint64_t accesses;        /* most of the grid that is shown, of any launch */
  size_t memory;            /* bytes of device memory */
  uint32_t blocks;          /* of each launch that are recorded; 0: all */
  uint32_t launch;          /* the launch that is shown, from 1; 0: the first of `kernel` */
  char kernel[96], file[256]; /* kernel "": any */
  bool attended, alone;     /* alone: the file has no main */
};
extern struct wl_cuda_setup wl_setup;

/* Tells what is wrong at a site, and in which thread; ends the process. */
_Noreturn void wl_cuda_fail(enum wl_status status, uint32_t site, const char *hint,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same at a line of a file. */
_Noreturn void wl_cuda_fail_line(const char *file, uint32_t line, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
uint32_t wl_last_site(void); /* of what the thread that runs has touched; 0: none runs */
void wl_cuda_check_memory(void); /* … where it has used up its memory */
void wl_cuda_check_time(void); /* ends the process: its time is over */
extern volatile int wl_time_over;
void wl_frame_send(int fd, uint32_t kind, const void *data, size_t size);
void wl_printed_flush(void); /* what kernels have printed goes behind what the host has */
ssize_t wl_printed_take(void *cookie, const char *text, size_t size); /* of a stream */
extern bool wl_in_kernel, wl_ended, wl_recorded;

/* ---- memory: device_memory.c ---- */
extern uint64_t wl_arena, wl_arena_end;   /* what cudaMalloc() hands out */
extern uint64_t wl_dynamic_at, wl_dynamic_end; /* the dynamic shared memory of a block */
void wl_arena_begin(void);
const char *wl_memory_hint(const char *otherwise); /* … where cudaMalloc() has not failed */

struct wl_allocation {
  uint64_t at, bytes, part; /* part: where the driver has it, in its own pieces */
  bool managed, written;    /* the host may touch it, too; something has written to it */
};
/* The allocation that has an address; NULL: none. */
struct wl_allocation *wl_allocation_of(uint64_t address);
size_t wl_allocations(const struct wl_allocation **list);

/* ---- tables that the program has ---- */
extern const struct { uint32_t sites, variables, kernels, syncwarps, fences; } wl_cuda_counts;
extern const struct wl_cuda_site wl_cuda_sites[];
extern const struct wl_cuda_variable wl_cuda_variables[];
extern const struct wl_cuda_kernel wl_cuda_kernels[];
extern const uint64_t wl_cuda_addresses[];
extern const struct { uint32_t params; struct wl_param param[WL_MAX_PARAMS]; } wl_cuda_params
  __attribute__((weak));

/* ---- paths: the loops and calls that lead to a site ---- */
struct wl_path { uint32_t parent, site, iteration, depth, next, child; };
extern struct wl_path *wl_path; /* 0: the kernel itself */
int wl_path_compare(uint32_t path_a, uint32_t site_a, uint32_t path_b, uint32_t site_b);
void wl_path_reset(void);

/* ---- threads: threads.c ---- */
enum wl_thread_state { WL_THREAD_READY, WL_THREAD_STOPPED, WL_THREAD_PARKED, WL_THREAD_DONE };
enum wl_stop {
  WL_STOP_MEET,    /* its warp has to catch up before it goes on */
  WL_STOP_BARRIER, WL_STOP_ATOMIC, WL_STOP_SHUFFLE, WL_STOP_VOTE, WL_STOP_SYNCWARP,
  WL_STOP_TELL,    /* a fence, or a batch of copies: a step, and no waiting */
};

struct wl_noted {
  uint64_t address;
  uint32_t site, path;
  uint32_t second;   /* copies: offset in shared memory */
  uint8_t op, cache, width, pad;
};

enum { WL_CONTEXT = 5 }; /* words of __builtin_setjmp() */
struct wl_thread {
  void **context;
  char *stack;
  bool begun;
  uint8_t state, stop;
  uint8_t cache;                 /* of the loads that follow: enum wl_cache */
  bool loaded[2], stored[2];     /* since it met its warp: global, shared memory */
  bool waits;                    /* for lanes that its mask names */
  bool spins;
  uint32_t site, path, base;     /* where it is; the depth of its function */
  uint32_t xyz[3];
  uint32_t mask, name, mode, width;  /* of a function of all lanes */
  uint64_t value, argument, compare, result;
  uint64_t seen;                 /* what its last atomic found, for spinning */
};

struct wl_lane_notes { struct wl_noted *entry; uint32_t used, taken; };
enum { WL_LOG_MOST = 2048 };

extern struct wl_thread *wl_threads, *wl_now; /* the latter NULL: the host runs */
extern struct wl_lane_notes wl_notes[WL_LANES]; /* of the warp that runs */
void wl_threads_make(uint32_t count);
void wl_fiber_resume(struct wl_thread *t, struct wl_lane_notes *log);
void wl_thread_stop(struct wl_thread *t, enum wl_stop why, uint32_t site); /* in a thread */
extern struct wl_lane_notes *wl_current_log;         /* of the thread that runs */
bool wl_in_stack(uint64_t address); /* … whether an address is on its stack */
struct wl_thread *wl_overflown(uint64_t address); /* whose stack ends there; NULL: nobody's */

/* ---- warps: warps.c ---- */
/* Runs the threads of a warp until all wait at a barrier or have returned. */
void wl_cuda_warp_run(uint32_t warp);

#endif
