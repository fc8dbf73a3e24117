/* CUDA functions of several threads: barriers, atomics, shuffles, votes, copies. */
#include <string.h>

#include "core/access/access.h"
#include "core/trace/step.h"
#include "input/cuda/runtime/launches.h"
#include "script/machine/atomic.h"

static struct wl_thread *own(const char *function) {
  struct wl_thread *t = wl_now;
  if (t == NULL)
    wl_cuda_fail(WL_SCRIPT, 0, "call it in a kernel", "%s is called on the host", function);
  if (!wl_launch.told) wl_launch_tell();
  return t;
}

int wl_rt_syncthreads(unsigned mode, int predicate) {
  struct wl_thread *t = own("__syncthreads()");
  t->mode = mode;
  t->value = predicate != 0;
  wl_thread_stop(t, WL_STOP_BARRIER, t->site);
  return (int)t->result;
}

void wl_rt_syncwarp(unsigned mask) {
  struct wl_thread *t = own("__syncwarp()");
  t->mask = mask;
  t->name = WL_NAME_SYNCWARP;
  wl_thread_stop(t, WL_STOP_SYNCWARP, t->site);
}

void wl_rt_tell(unsigned name, unsigned value) {
  struct wl_thread *t = own("a fence");
  t->name = WL_NAME_THREADFENCE + name;
  if (name >= 3) t->name = WL_NAME_PIPELINE_COMMIT + (name - 3);
  t->value = value;
  wl_thread_stop(t, WL_STOP_TELL, t->site);
}

uint64_t wl_rt_shuffle(unsigned mode, unsigned sync, unsigned mask, uint64_t value, int argument,
                       unsigned width, unsigned scalar) {
  struct wl_thread *t = own("a shuffle");
  t->mode = mode;
  t->mask = sync ? mask : 0;
  t->name = (sync ? WL_NAME_SHFL_SYNC : WL_NAME_SHFL) + mode;
  t->value = value;
  t->argument = (uint32_t)argument;
  t->width = width;
  t->compare = scalar;
  wl_thread_stop(t, WL_STOP_SHUFFLE, t->site);
  return t->result;
}

uint64_t wl_rt_vote(unsigned name, unsigned mask, uint64_t value, unsigned is_signed) {
  struct wl_thread *t = own("a vote");
  bool alone = name <= WL_NAME_ALL || name == WL_NAME_ACTIVEMASK;
  t->mask = alone ? 0 : mask;
  t->name = name;
  t->mode = is_signed;
  t->value = value;
  wl_thread_stop(t, WL_STOP_VOTE, t->site);
  return t->result;
}

/* An atomic where nothing is recorded. A lane that finds what it found before may wait for another
 * one, which comes first. */
static uint64_t at_once(struct wl_thread *t) {
  enum wl_scalar scalar = (enum wl_scalar)t->width;
  void *at = (void *)(uintptr_t)t->argument;
  size_t bytes = wl_scalars[scalar].bytes * t->mask;
  uint64_t old = 0, word;
  memcpy(&old, at, bytes);
  word = wl_atomic_apply((enum wl_atomic)t->name, scalar, old, t->value, t->compare);
  memcpy(at, &word, bytes);
  bool same = t->seen == old && word == old;
  t->seen = old;
  if (same) {
    t->spins = true;
    wl_thread_stop(t, WL_STOP_MEET, t->site);
    t->spins = false;
  }
  return old;
}

uint64_t wl_rt_atomic(unsigned op, unsigned scalar, uint64_t address, uint64_t value,
                      uint64_t compare, int constant) {
  struct wl_thread *t = own("an atomic");
  struct wl_spot spot;
  bool near = !wl_recorded && t->site < WL_CUDA_NEAR &&
              address - wl_near[2 * t->site] < wl_near[2 * t->site + 1];
  if (!near && (!wl_spot_find(address, &spot) ||
                (spot.space != WL_GLOBAL && spot.space != WL_SHARED)))
    wl_cuda_fail(WL_SCRIPT, t->site, "", "address 0x%llx of an atomic is in no array",
                 (unsigned long long)address);
  t->name = op;
  t->width = scalar & 255;
  t->mask = scalar >> 8;
  t->argument = address;
  t->value = value;
  t->compare = compare;
  t->mode = constant != 0;
  if (!wl_recorded) return at_once(t);
  unsigned space = spot.space == WL_SHARED;
  wl_thread_stop(t, WL_STOP_ATOMIC, t->site);
  t->loaded[space] = t->stored[space] = true;
  return t->result;
}

void wl_rt_refuse(const char *what, const char *hint) {
  wl_cuda_fail(WL_SCRIPT, wl_now != NULL ? wl_now->site : 0, hint, "%s", what);
}

void wl_rt_cache(unsigned cache) {
  if (wl_now != NULL) wl_now->cache = (uint8_t)cache;
}

unsigned wl_rt_lane(void) {
  if (wl_now == NULL) return 0;
  return (unsigned)(wl_now - wl_threads) % WL_LANES;
}

unsigned wl_rt_warp(void) {
  if (wl_now == NULL) return 0;
  return (unsigned)(wl_now - wl_threads) / WL_LANES;
}

/* cp.async: what it moves is there at once; who reads it too early is found by the order of
 * steps. */
void wl_rt_copy(uint64_t to, uint64_t from, unsigned bytes, unsigned filled, unsigned past_l1) {
  struct wl_thread *t = own("a copy");
  struct wl_spot out, in;
  if (!wl_spot_find(to, &out) || out.space != WL_SHARED)
    wl_cuda_fail(WL_SCRIPT, t->site, "", "an asynchronous copy does not go to shared memory");
  if (!wl_spot_find(from, &in) || in.space != WL_GLOBAL)
    wl_cuda_fail(WL_SCRIPT, t->site, "",
                 "an asynchronous copy does not come from an array in global memory");
  if (wl_current_log->used >= WL_LOG_MOST || t->stored[0] || t->loaded[1])
    wl_thread_stop(t, WL_STOP_MEET, t->site);
  struct wl_noted *e = &wl_current_log->entry[wl_current_log->used];
  wl_current_log->used += wl_recorded;
  *e = (struct wl_noted){.address = from,
                         .site = t->site,
                         .path = t->path,
                         .second = (uint32_t)out.address,
                         .width = (uint8_t)bytes,
                         .op = past_l1 ? WL_COPY_CG : WL_COPY};
  t->loaded[0] = t->stored[1] = true;
  memset((void *)(uintptr_t)to, 0, bytes);
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, filled);
}
