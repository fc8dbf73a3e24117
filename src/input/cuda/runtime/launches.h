/* The functions that launch kernels, and what they send to the parent. */
#ifndef WL_INPUT_CUDA_RUNTIME_LAUNCHES_H
#define WL_INPUT_CUDA_RUNTIME_LAUNCHES_H

#include "input/cuda/runtime/runtime.h"

/* Says that a launch begins, before its head. */
enum { WL_LAUNCHES_MOST = 10000 };
struct wl_launch_frame { char kernel[96]; uint32_t shown, counted; };

void wl_launch_begin(const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic,
                     const char *name, const char *file, uint32_t line);
/* A kernel of a file without main cannot be launched, for a parameter. */
void wl_launch_refuse(const char *name, const char *parameter, const char *why);
/* A block may have so many bytes of dynamic shared memory from now on: cudaFuncSetAttribute(). */
void wl_shared_allow(int bytes);
void wl_launch_argument(int pointer, uint64_t value, uint32_t scalar, uint32_t components,
                        uint32_t bytes);
int wl_launch_run(void (*call)(void *), void *of);
uint32_t wl_launch_count(void);
void wl_launch_arguments_begin(void);
void wl_steps_flush(void); /* sends what waits */
void wl_recording_stop(uint32_t block);
void wl_block_done(void);  /* … with one block more */
void wl_flops_send(void);  /* the float operations of the launch, which begin anew */
void wl_printed_begin(void);
void wl_printed_end(void);

struct wl_launch_state {
  uint32_t kernel;           /* row of wl_cuda_kernels; UINT32_MAX: not known yet */
  uint32_t number, threads, warps, block, phase;
  uint32_t grid[3], extent[3];
  char name[96];             /* as the launch has it */
  uint32_t line;             /* of the launch; 0: not in the file */
  uint64_t dynamic, accesses;
  uint64_t largest;          /* accesses of a block */
  bool told, shown, listed;  /* listed: the parent gets it, see WL_LAUNCHES_MOST */
  bool stopped;              /* the blocks that follow are not recorded */
  bool any_shown;            /* this launch is the one that is shown, or comes after it */
  bool unseen;               /* blocks were not recorded, of a launch before */
  struct wl_head head;
  uint64_t device_base[512];  /* of each variable: what its address 0 is shown as */
  uint16_t array[512];        /* … and its array, or WL_NO_ARRAY */
  struct { uint64_t at, end; uint16_t array; } allocation[WL_MAX_ARRAYS];
  uint32_t allocations;
  uint16_t rest; /* the array of all other allocations; WL_NO_ARRAY: there are none */
};
extern struct wl_launch_state wl_launch;
/* What does not end the run, and is a mistake: the first of all is told at the end, or why there
 * was no launch. Line 0: not known. */
void wl_complain(uint32_t line, const char *hint, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
const struct wl_diag *wl_complaint(void); /* status WL_OK: there is none */
void wl_complaint_end(void);              /* it ends the run; none: returns */

/* What cudaMalloc() gives is there for kernels and for the runtime, not for the host. */
void wl_memory_open(bool open);
bool wl_memory_was_freed(uint64_t address);

/* Whether what the thread that runs has touched last was written. */
bool wl_last_store(void);

/* Ends the run: an address is in no array. The array that it is behind is named. */
_Noreturn void wl_cuda_beyond(uint32_t site, uint64_t address, bool store);
void wl_launch_tell(void);      /* sends the head, once the kernel is known */

/* Of blocks that are not recorded: hooks.c, threads.c. A launch begins with no array near. */
extern uint64_t wl_near[];
extern uint8_t wl_meets;
void wl_near_reset(void);

/* Which memory an address is in, where that shows, and in which array: array WL_NO_ARRAY where it
 * is in none. */
struct wl_spot { uint64_t address; uint16_t array; uint8_t space; };
/* An array is touched: whether that is a read of what nothing has written. */
void wl_launch_touch(uint16_t array, uint64_t address, uint32_t site, bool store);
bool wl_spot_find(uint64_t address, struct wl_spot *spot);

void wl_step_send(struct wl_step *step);

#endif
