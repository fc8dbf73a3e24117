/* The hooks in the compiled program: a thread records its accesses and its place. */
#include <stdlib.h>
#include <string.h>

#include "core/access/access.h"
#include "input/cuda/runtime/launches.h"

extern char __start_wl_shared[] __attribute__((weak)), __stop_wl_shared[] __attribute__((weak));
extern char __start_wl_constant[] __attribute__((weak)), __stop_wl_constant[] __attribute__((weak));
extern char __start_wl_device[] __attribute__((weak)), __stop_wl_device[] __attribute__((weak));
extern char __executable_start[], end[];

enum { GLOBAL, SHARED, CONSTANT, NOWHERE };

static inline unsigned space_of(uint64_t a) {
  if (a - wl_arena < wl_arena_end - wl_arena) return GLOBAL;
  if (a - (uint64_t)(uintptr_t)__start_wl_shared <
          (uint64_t)(__stop_wl_shared - __start_wl_shared) ||
      a - wl_dynamic_at < wl_dynamic_end - wl_dynamic_at)
    return SHARED;
  if (a - (uint64_t)(uintptr_t)__start_wl_constant <
      (uint64_t)(__stop_wl_constant - __start_wl_constant))
    return CONSTANT;
  if (a - (uint64_t)(uintptr_t)__start_wl_device < (uint64_t)(__stop_wl_device - __start_wl_device))
    return GLOBAL;
  return NOWHERE;
}

/* An address that is in no memory of the device. Tables that the compiler keeps and variables on
 * the stack are the thread's own; all else ends the run before it is touched. */
static void elsewhere(uint64_t address, uint32_t site, bool store) {
  if (wl_in_stack(address)) return;
  bool image =
      address >= (uint64_t)(uintptr_t)__executable_start && address < (uint64_t)(uintptr_t)end;
  if (image && !store) return;
  wl_now->site = site;
  if (address < 65536)
    wl_cuda_fail(WL_SCRIPT, site,
                 wl_memory_hint("a pointer is null: was cudaMalloc() called for it?"),
                 "a null pointer is %s", store ? "written to" : "read from");
  const uint64_t reach = UINT64_C(16) << 31; /* of an int, as an index of 16 bytes */
  uint64_t arena = wl_arena - reach;
  uint64_t shared = (uint64_t)(uintptr_t)__start_wl_shared;
  uint64_t shared_end = (uint64_t)(uintptr_t)__stop_wl_shared;
  if (address - arena < 4 * reach || address - wl_dynamic_at < 1 << 20 ||
      (shared != 0 && address - shared_end < 65536))
    wl_cuda_beyond(site, address, store);
  if (image)
    wl_cuda_fail(WL_SCRIPT, site, "declare it __device__, or pass it as a parameter",
                 "a kernel writes to a variable of the host");
  wl_cuda_fail(WL_SCRIPT, site,
               "memory of the host cannot be used in a kernel: copy it with cudaMemcpy()",
               "this address is in no memory of the device");
}

/* ---- blocks that are not recorded ---- */

/* Where the array begins that a site has touched in this launch, and its bytes. */
uint64_t wl_near[2 * WL_CUDA_NEAR];

void wl_near_reset(void) {
  uint32_t rows = wl_cuda_counts.sites < WL_CUDA_NEAR ? wl_cuda_counts.sites : WL_CUDA_NEAR;
  memset(wl_near, 0, 2 * rows * sizeof *wl_near);
}

static void refuse_constant(uint32_t site) {
  wl_cuda_fail(WL_SCRIPT, site, "fill it from the host with cudaMemcpyToSymbol()",
               "constant memory cannot be written in a kernel");
}

static bool find_array(uint64_t address, uint64_t *at, uint64_t *bytes) {
  const struct wl_allocation *a = wl_allocation_of(address);
  *at = a != NULL ? a->at : wl_dynamic_at;
  *bytes = a != NULL ? a->bytes : wl_launch.dynamic;
  for (uint32_t i = 0; i < wl_cuda_counts.variables && address - *at >= *bytes; i++)
    if (wl_cuda_addresses[i] != 0) *at = wl_cuda_addresses[i], *bytes = wl_cuda_variables[i].bytes;
  return address - *at < *bytes;
}

void wl_far(uint64_t address, uint32_t code) {
  enum { LOADED = 1, STORED = 2 };
  uint32_t site = code >> 2;
  bool store = code & 1, shared = code & 2;
  struct wl_thread *t = wl_now;
  if (t == NULL) return;
  unsigned space = space_of(address);
  if (space == NOWHERE) {
    elsewhere(address, site, store);
    return;
  }
  if (store && space == CONSTANT) refuse_constant(site);
  if (space == SHARED) {
    if (wl_meets & (store ? LOADED : STORED)) wl_thread_stop(t, WL_STOP_MEET, site);
    wl_meets |= store ? STORED : LOADED;
  }
  uint64_t at, bytes;
  t->site = site;
  if (!find_array(address, &at, &bytes)) wl_cuda_beyond(site, address, store);
  if (site >= WL_CUDA_NEAR || (space == SHARED && !shared)) return;
  wl_near[2 * site] = at;
  wl_near[2 * site + 1] = bytes;
}

static void look(uint64_t address, uint32_t site, bool store, bool alone) {
  if (alone) wl_thread_stop(wl_now, WL_STOP_MEET, site);
  if (site >= WL_CUDA_NEAR || address - wl_near[2 * site] >= wl_near[2 * site + 1])
    wl_far(address, site << 2 | store);
}

static inline void note(uint64_t address, uint32_t site, enum wl_op op, bool alone) {
  struct wl_thread *t = wl_now;
  if (t == NULL) return;
  if (!wl_recorded) {
    look(address, site, op == WL_STORE, alone);
    return;
  }
  unsigned space = space_of(address);
  if (space == NOWHERE) {
    elsewhere(address, site, op == WL_STORE);
    return;
  }
  bool store = op == WL_STORE;
  if (store && space == CONSTANT) refuse_constant(site);
  struct wl_lane_notes *log = wl_current_log;
  bool meets = space < CONSTANT;
  if ((meets && (store ? t->loaded[space] : t->stored[space])) || alone ||
      log->used >= WL_LOG_MOST) {
    wl_thread_stop(t, WL_STOP_MEET, site);
    log = wl_current_log;
    if (space < CONSTANT) t->loaded[space] = t->stored[space] = false;
  }
  if (space < CONSTANT) *(store ? &t->stored[space] : &t->loaded[space]) = true;
  struct wl_noted *e = &log->entry[log->used++];
  e->address = address;
  e->site = site;
  e->path = t->path;
  e->op = (uint8_t)op;
  e->cache = alone ? WL_CG : t->cache; /* what is volatile is never in L1 */
  e->width = 0;
}

void wl_load(uint64_t address, uint32_t site) { note(address, site, WL_LOAD, false); }
void wl_store(uint64_t address, uint32_t site) { note(address, site, WL_STORE, false); }
void wl_load_volatile(uint64_t address, uint32_t site) { note(address, site, WL_LOAD, true); }
void wl_store_volatile(uint64_t address, uint32_t site) { note(address, site, WL_STORE, true); }

/* An array of the thread's own: its address in it. */
void wl_local(uint64_t address, uint64_t base, uint32_t site, uint32_t store) {
  struct wl_thread *t = wl_now;
  if (t == NULL) return;
  const struct wl_cuda_variable *v = &wl_cuda_variables[wl_cuda_sites[site].variable];
  if (address - base >= v->bytes)
    wl_cuda_fail(WL_SCRIPT, site, "", "%s has %llu bytes, and byte %lld of it is %s", v->name,
                 (unsigned long long)v->bytes, (long long)(address - base),
                 store ? "written" : "read");
  if (!wl_recorded) return;
  if (wl_current_log->used >= WL_LOG_MOST) wl_thread_stop(t, WL_STOP_MEET, site);
  struct wl_noted *e = &wl_current_log->entry[wl_current_log->used++];
  e->address = address - base;
  e->site = site;
  e->path = t->path;
  e->op = store ? WL_STORE : WL_LOAD;
  e->cache = 0xff; /* local */
  e->width = 0;
}

/* An array of the thread's own that is filled: in words, of which nvcc stores up to 4 at once. */
void wl_local_fill(uint64_t base, uint64_t size, uint32_t site) {
  for (uint64_t i = 0; i < size; i += 4) wl_local(base + i, base, site, 1);
}

/* memcpy() and memset() that the compiler has made of assignments: in pieces. */
void wl_copy(uint64_t to, uint64_t from, uint64_t size, uint32_t in, uint32_t out) {
  if (wl_now == NULL || size == 0) return;
  if (!wl_recorded) {
    if (in) look(from, in, false, false), look(from + size - 1, in, false, false);
    if (out) look(to, out, true, false), look(to + size - 1, out, true, false);
    return;
  }
  uint32_t piece = in ? wl_cuda_sites[in].width : 16;
  if (out && wl_cuda_sites[out].width < piece) piece = wl_cuda_sites[out].width;
  while (piece > 1 && size % piece != 0) piece /= 2;
  if (piece == 0 || size / piece > 4096) return;
  for (uint64_t i = 0; i < size && in; i += piece) {
    note(from + i, in, WL_LOAD, false);
    if (wl_current_log->used > 0)
      wl_current_log->entry[wl_current_log->used - 1].width = (uint8_t)piece;
  }
  for (uint64_t i = 0; i < size && out; i += piece) {
    note(to + i, out, WL_STORE, false);
    if (wl_current_log->used > 0)
      wl_current_log->entry[wl_current_log->used - 1].width = (uint8_t)piece;
  }
}

void wl_at(uint32_t site) {
  if (wl_now != NULL) wl_now->site = site;
}

/* ---- paths ---- */

static uint32_t paths, path_room;
enum { PATHS_MOST = 1 << 22, CALL = UINT32_MAX };

static uint32_t new_path(uint32_t parent, uint32_t site, uint32_t iteration) {
  if (paths == path_room) {
    path_room = path_room ? 2 * path_room : 4096;
    wl_path = realloc(wl_path, path_room * sizeof *wl_path);
    if (wl_path == NULL) wl_cuda_fail(WL_LIMIT, 0, "", "not enough memory for the loops");
  }
  wl_path[paths] =
      (struct wl_path){parent, site, iteration, paths ? wl_path[parent].depth + 1 : 0, 0, 0};
  return paths++;
}

/* Between launches, and between blocks where many have come together. */
static uint32_t loops;

void wl_path_reset(void) {
  if (paths > 0 && paths < PATHS_MOST) return;
  paths = loops = 0;
  new_path(0, 0, 0);
}

/* The first node of a loop, or a call, below a path: those of one parent are chained by `child`
 * of the first and `next` of calls; iterations of a loop by `next`. */
static struct { uint32_t parent, site, node; } known[1024];

static uint32_t child_of(uint32_t parent, uint32_t site, uint32_t iteration) {
  uint32_t h = (parent * 2654435761u ^ site * 40503u) % 1024;
  if (known[h].parent == parent && known[h].site == site && known[h].node < paths &&
      known[h].node > 0 && wl_path[known[h].node].parent == parent &&
      wl_path[known[h].node].site == site)
    return known[h].node;
  uint32_t n = wl_path[parent].child;
  while (n != 0 && wl_path[n].site != site) n = wl_path[n].next;
  if (n == 0) {
    /* A node that heads the iterations of a loop: it stands for the loop, and is never a path. */
    n = new_path(parent, site, iteration);
    wl_path[n].next = wl_path[parent].child;
    wl_path[parent].child = n;
  }
  known[h].parent = parent, known[h].site = site, known[h].node = n;
  return n;
}

static inline void trim(struct wl_thread *t, uint32_t depth) {
  while (wl_path[t->path].depth > t->base + depth) t->path = wl_path[t->path].parent;
}

static struct {
  uint32_t node, iterations;
  uint32_t *path;
  uint32_t room;
} * loop;
static uint32_t loop_room;
static uint32_t *loop_of_node, loop_of_room;

/* The iterations of the loop that a node heads, as a row. */
static uint32_t loop_row(uint32_t node) {
  if (node >= loop_of_room) {
    uint32_t room = path_room;
    loop_of_node = realloc(loop_of_node, room * sizeof *loop_of_node);
    memset(loop_of_node + loop_of_room, 0, (room - loop_of_room) * sizeof *loop_of_node);
    loop_of_room = room;
  }
  uint32_t n = loop_of_node[node];
  if (n > 0 && n <= loops && loop[n - 1].node == node) return n - 1;
  if (loops == loop_room) {
    loop_room = loop_room ? 2 * loop_room : 256;
    loop = realloc(loop, loop_room * sizeof *loop);
    memset(loop + loops, 0, (loop_room - loops) * sizeof *loop);
  }
  loop[loops].node = node;
  loop[loops].iterations = 0;
  loop_of_node[node] = ++loops;
  return loops - 1;
}

static uint32_t iteration_of(uint32_t head, uint32_t i) {
  uint32_t row = loop_row(head);
  while (loop[row].iterations <= i) {
    if (loop[row].iterations == loop[row].room) {
      loop[row].room = loop[row].room ? 2 * loop[row].room : 8;
      loop[row].path = realloc(loop[row].path, loop[row].room * sizeof(uint32_t));
    }
    uint32_t n = new_path(wl_path[head].parent, wl_path[head].site, loop[row].iterations);
    wl_path[n].child = 0;
    loop[row].path[loop[row].iterations++] = n;
  }
  return loop[row].path[i];
}

void wl_edge(uint32_t code) {
  struct wl_thread *t = wl_now;
  if (t == NULL) return;
  if (wl_time_over) wl_cuda_check_time();
  if (!wl_recorded) return;
  uint32_t site = code >> 1, depth = wl_cuda_sites[site].width, was = 0;
  bool round = code & 1;
  trim(t, depth);
  const struct wl_path *p = &wl_path[t->path];
  bool inside = p->depth == t->base + depth && p->site == site;
  if (inside && round) was = p->iteration + 1;
  uint32_t parent = p->depth >= t->base + depth ? p->parent : t->path;
  t->path = iteration_of(child_of(parent, site, 0), was);
}

void wl_leave_loop(uint32_t depth) {
  if (wl_now != NULL && wl_recorded) trim(wl_now, depth);
}

void wl_call(uint32_t site) {
  struct wl_thread *t = wl_now;
  if (t == NULL) return;
  if (wl_time_over) wl_cuda_check_time();
  t->site = site;
  if (!wl_recorded) return;
  t->path = child_of(t->path, site, CALL);
  if (wl_path[t->path].depth > 4000)
    wl_cuda_fail(WL_SCRIPT, site, "", "functions call each other without an end");
  wl_path[t->path].iteration = WL_NO_ITERATION;
  t->base = wl_path[t->path].depth;
}

void wl_return(void) {
  struct wl_thread *t = wl_now;
  if (t == NULL || !wl_recorded) return;
  uint32_t p = t->path;
  while (p != 0 && wl_path[p].depth > t->base) p = wl_path[p].parent;
  p = wl_path[p].parent;
  t->path = p;
  while (p != 0 && wl_path[p].iteration != WL_NO_ITERATION) p = wl_path[p].parent;
  t->base = wl_path[p].depth;
}

static uint32_t up(uint32_t p, uint32_t depth) {
  while (wl_path[p].depth > depth) p = wl_path[p].parent;
  return p;
}

/* Which of two places comes first in the program: < 0, 0, > 0. */
int wl_path_compare(uint32_t pa, uint32_t sa, uint32_t pb, uint32_t sb) {
  uint32_t da = wl_path[pa].depth, db = wl_path[pb].depth, low = da < db ? da : db;
  uint32_t a = up(pa, low), b = up(pb, low);
  if (a == b) { /* one is inside of the loop or call that the other is beside, or both are here */
    uint32_t x = da > low ? wl_path[up(pa, low + 1)].site : sa;
    uint32_t y = db > low ? wl_path[up(pb, low + 1)].site : sb;
    if (x != y) return x < y ? -1 : 1;
    return da < db ? -1 : da > db;
  }
  while (wl_path[a].parent != wl_path[b].parent) a = wl_path[a].parent, b = wl_path[b].parent;
  if (wl_path[a].site != wl_path[b].site) return wl_path[a].site < wl_path[b].site ? -1 : 1;
  return wl_path[a].iteration < wl_path[b].iteration ? -1
                                                     : wl_path[a].iteration > wl_path[b].iteration;
}
