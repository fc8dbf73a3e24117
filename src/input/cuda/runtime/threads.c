/* Threads as fibers. glibc's makecontext() makes one, the compiler's own setjmp() switches between
 * them: swapcontext() would ask the system for the signal mask each time, and longjmp() looks for
 * handlers of threads. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "input/cuda/runtime/launches.h"

enum { STACK = 128 << 10, GUARD = 4096, LINE = 64, WAYS = 61 };


static void *scheduler[WL_CONTEXT];
static ucontext_t made, home;
static struct wl_thread *starting;
static uint32_t thread_count;

struct { uint32_t x, y, z; } threadIdx, blockIdx, blockDim, gridDim;
const int warpSize = WL_LANES;

/* What the thread that runs did to shared memory since it met its warp: 1 loaded, 2 stored. */
uint8_t wl_meets;

void (*wl_kernel_call)(void *);
void *wl_kernel_argument;

/* A function of its own: gcc takes it that one with both of these never comes back. */
static _Noreturn __attribute__((noinline)) void jump(void **to) { __builtin_longjmp(to, 1); }

static void begin(struct wl_thread *t) {
  wl_now = t;
  t->begun = true;
  threadIdx.x = t->xyz[0], threadIdx.y = t->xyz[1], threadIdx.z = t->xyz[2];
}

/* Where nothing is recorded, the next thread of the block begins in the fiber of the one that has
 * returned, without a switch. */
static bool go_on(void) {
  struct wl_thread *t = wl_now, *next = t + 1;
  t->state = WL_THREAD_DONE;
  if (wl_recorded || next >= wl_threads + wl_launch.threads || next->begun) return false;
  void **context = t->context;
  char *stack = t->stack;
  t->context = next->context, t->stack = next->stack;
  next->context = context, next->stack = stack;
  begin(next);
  wl_meets = 0;
  return true;
}

static void fiber_main(void) {
  if (__builtin_setjmp(starting->context) == 0) {
    starting = NULL;
    swapcontext(&made, &home); /* made; from here on it is entered by its context */
  }
  for (;;) {
    do wl_kernel_call(wl_kernel_argument);
    while (go_on());
    if (__builtin_setjmp(wl_now->context) == 0) jump(scheduler);
  }
}

static void make(struct wl_thread *t) {
  char *stack = mmap(NULL, STACK + GUARD, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  t->context = malloc(WL_CONTEXT * sizeof *t->context);
  if (stack == MAP_FAILED || t->context == NULL || mprotect(stack, GUARD, PROT_NONE) != 0)
    wl_cuda_fail(WL_LIMIT, 0, "", "not enough memory for the threads of a block");
  t->stack = stack;
  getcontext(&made);
  made.uc_stack.ss_sp = stack + GUARD;
  /* Stacks that begin at the same place of a page would share few lines of a cache. */
  made.uc_stack.ss_size = STACK - (size_t)(t - wl_threads) % WAYS * LINE;
  made.uc_link = NULL;
  makecontext(&made, fiber_main, 0);
  starting = t;
  swapcontext(&home, &made);
}

void wl_threads_make(uint32_t count) {
  if (wl_threads == NULL) {
    wl_threads = calloc(1024, sizeof *wl_threads);
    for (unsigned i = 0; i < WL_LANES; i++)
      wl_notes[i].entry = malloc((WL_LOG_MOST + 64) * sizeof *wl_notes[i].entry);
  }
  for (; thread_count < count; thread_count++) make(&wl_threads[thread_count]);
}

void wl_fiber_resume(struct wl_thread *t, struct wl_lane_notes *log) {
  begin(t);
  wl_meets = 0;
  wl_current_log = log;
  if (__builtin_setjmp(scheduler) == 0) jump(t->context);
  wl_now = NULL;
}

/* Goes on with the next thread of the block where nothing is recorded, else with the scheduler. */
static _Noreturn void leave(struct wl_thread *t) {
  struct wl_thread *next = t + 1;
  if (!wl_recorded && next < wl_threads + wl_launch.threads && next->state == WL_THREAD_READY) {
    begin(next);
    wl_meets = 0;
    jump(next->context);
  }
  jump(scheduler);
}

void wl_thread_stop(struct wl_thread *t, enum wl_stop why, uint32_t site) {
  t->stop = (uint8_t)why;
  t->state = why == WL_STOP_BARRIER && !wl_recorded ? WL_THREAD_PARKED : WL_THREAD_STOPPED;
  t->site = site;
  if (__builtin_setjmp(t->context) == 0) leave(t);
}

/* Where an address lies in the stack of a thread: for messages, and accesses to variables. */
bool wl_in_stack(uint64_t address) {
  const struct wl_thread *t = wl_now;
  uint64_t at = (uint64_t)(uintptr_t)t->stack;
  return address >= at + GUARD && address < at + GUARD + STACK;
}

struct wl_thread *wl_overflown(uint64_t address) {
  for (uint32_t i = 0; i < thread_count; i++) {
    uint64_t at = (uint64_t)(uintptr_t)wl_threads[i].stack;
    if (address >= at && address < at + GUARD) return &wl_threads[i];
  }
  return NULL;
}
