/* What the parent gets of a launch before its steps: shapes, and the arrays in each memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "input/cuda/runtime/launches.h"
#include "script/machine/protocol.h"

/* What a launch is given: pointers with the types that they point to. */
static struct {
  uint64_t value;
  uint8_t scalar, components;
  uint32_t bytes;
  bool pointer;
} argument[WL_CUDA_PARAMETERS];
static uint32_t arguments;
static bool unwritten[WL_MAX_ARRAYS]; /* arrays that nothing has been written to */

/* ---- where addresses are ---- */

bool wl_spot_find(uint64_t address, struct wl_spot *spot) {
  static uint32_t last;
  if (address - wl_arena < wl_arena_end - wl_arena) {
    spot->space = WL_GLOBAL;
    spot->address = address;
    for (uint32_t n = 0; n < wl_launch.allocations; n++) {
      uint32_t i = last + n < wl_launch.allocations ? last + n : last + n - wl_launch.allocations;
      if (address < wl_launch.allocation[i].at || address >= wl_launch.allocation[i].end) continue;
      spot->array = wl_launch.allocation[i].array;
      last = i;
      return true;
    }
    last = 0;
    spot->array = wl_launch.rest;
    return spot->array != WL_NO_ARRAY && wl_allocation_of(address) != NULL;
  }
  if (address - wl_dynamic_at < wl_dynamic_end - wl_dynamic_at) {
    spot->space = WL_SHARED;
    spot->array = wl_launch.array[511];
    spot->address = address - wl_dynamic_at + wl_launch.device_base[511];
    return address - wl_dynamic_at < wl_launch.dynamic && spot->array != WL_NO_ARRAY;
  }
  static uint32_t known;
  for (uint32_t n = 0; n < wl_cuda_counts.variables; n++) {
    uint32_t i =
        known + n < wl_cuda_counts.variables ? known + n : known + n - wl_cuda_counts.variables;
    const struct wl_cuda_variable *v = &wl_cuda_variables[i];
    if (wl_cuda_addresses[i] == 0 || address - wl_cuda_addresses[i] >= v->bytes) continue;
    known = i;
    spot->space = v->space == WL_CUDA_SHARED     ? WL_SHARED
                  : v->space == WL_CUDA_CONSTANT ? WL_CONSTANT
                                                 : WL_GLOBAL;
    spot->array = wl_launch.array[i];
    spot->address = address - wl_cuda_addresses[i] + wl_launch.device_base[i];
    return spot->array != WL_NO_ARRAY;
  }
  return false;
}

/* ---- addresses that are in no array ---- */

static const char *hint_beyond(const struct wl_array *a, int64_t index) {
  static char text[128];
  snprintf(text, sizeof text, "there is no main that makes it: %s=%lld gives it more elements",
           a->name, (long long)index + 1);
  for (uint32_t i = 0; i < arguments; i++)
    if (!argument[i].pointer && argument[i].value == a->bytes && a->element_bytes > 1 && index >= 0)
      return "was it made with cudaMalloc() of n bytes? n elements have n * sizeof bytes";
  return strcmp(a->name, "shared") == 0
             ? "the third number of <<<grid, block, bytes>>> is its length in bytes"
         : wl_setup.alone && index >= 0 ? text
                          : "is the index less than the length of the array?";
}

static _Noreturn void say_beyond(uint32_t site, uint16_t array, int64_t offset, bool store) {
  const struct wl_array *a = &wl_launch.head.array[array];
  int64_t size = a->element_bytes;
  int64_t index = offset < 0 ? -((size - 1 - offset) / size) : offset / size;
  wl_cuda_fail(WL_SCRIPT, site, hint_beyond(a, index), "%s[%lld] is %s, and %s has %llu element%s",
               a->name, (long long)index, store ? "written" : "read", a->name,
               (unsigned long long)(a->bytes / a->element_bytes),
               a->bytes == a->element_bytes ? "" : "s");
}

/* The array that an address is nearest to, before or behind it. */
struct near { uint64_t address, gap; int64_t offset; uint16_t array; };

static void look_near(struct near *n, uint64_t at, uint64_t bytes, uint16_t array) {
  uint64_t gap = n->address < at ? at - n->address : n->address - at - bytes;
  if (array == WL_NO_ARRAY || gap >= n->gap) return;
  *n = (struct near){n->address, gap, (int64_t)(n->address - at), array};
}

void wl_cuda_beyond(uint32_t site, uint64_t address, bool store) {
  const char *how = store ? "written" : "read";
  if (!wl_launch.told) wl_launch_tell();
  if (wl_memory_was_freed(address))
    wl_cuda_fail(WL_SCRIPT, site, "is cudaFree() called too early?",
                 "memory is %s that cudaFree() has taken back", how);
  if (address - wl_dynamic_at < wl_dynamic_end - wl_dynamic_at && wl_launch.dynamic == 0)
    wl_cuda_fail(WL_SCRIPT, site, "write <<<grid, block, bytes>>>",
                 "dynamic shared memory is %s, and the launch gives it no bytes", how);
  struct near n = {address, 1 << 20, 0, WL_NO_ARRAY};
  for (uint32_t i = 0; i < wl_launch.allocations; i++)
    look_near(&n, wl_launch.allocation[i].at,
              wl_launch.allocation[i].end - wl_launch.allocation[i].at,
              wl_launch.allocation[i].array);
  for (uint32_t i = 0; i < wl_cuda_counts.variables && i < 511; i++)
    if (wl_cuda_addresses[i] != 0)
      look_near(&n, wl_cuda_addresses[i], wl_cuda_variables[i].bytes, wl_launch.array[i]);
  if (wl_launch.dynamic > 0)
    look_near(&n, wl_dynamic_at, wl_launch.dynamic, wl_launch.array[511]);
  if (n.array != WL_NO_ARRAY) say_beyond(site, n.array, n.offset, store);
  wl_cuda_fail(WL_SCRIPT, site,
               "does the index exceed 2147483647, the most of an int, and become negative?",
               "address 0x%llx is far outside of all arrays, and is %s here",
               (unsigned long long)address, how);
}

/* ---- the head ---- */

static struct wl_array *add_array(const char *name, enum wl_space space, uint64_t base,
                                  uint64_t bytes, struct wl_type type, uint16_t *number) {
  struct wl_head *h = &wl_launch.head;
  *number = WL_NO_ARRAY;
  if (h->arrays == WL_MAX_ARRAYS || bytes == 0) return NULL;
  uint32_t element = wl_type_bytes(type);
  while (bytes % element != 0 || bytes / element > UINT32_MAX) {
    type = (struct wl_type){bytes % 4 == 0 ? WL_UINT : WL_UCHAR, 1};
    if (element == wl_type_bytes(type)) break;
    element = wl_type_bytes(type);
  }
  struct wl_array *a = &h->array[h->arrays];
  *a = (struct wl_array){.space = (uint8_t)space,
                         .dimensions = 1,
                         .type = type,
                         .extent = {(uint32_t)(bytes / element), 1, 1},
                         .element_bytes = element,
                         .base = base,
                         .bytes = bytes,
                         .place = {1, 1, 2}};
  snprintf(a->name, sizeof a->name, "%s", name);
  *number = h->arrays++;
  return a;
}

static bool name_taken(const char *name) {
  for (unsigned i = 0; i < wl_launch.head.arrays; i++)
    if (strcmp(wl_launch.head.array[i].name, name) == 0) return true;
  return false;
}

static uint64_t up_to(uint64_t v, uint64_t align) { return (v + align - 1) / align * align; }

static void add_variable(uint32_t i, uint64_t *next, enum wl_space space, uint32_t align) {
  const struct wl_cuda_variable *v = &wl_cuda_variables[i];
  *next = up_to(*next, v->align > align ? v->align : align);
  struct wl_type type = {v->scalar, v->components};
  if (wl_type_bytes(type) != v->element_bytes)
    type = (struct wl_type){v->element_bytes % 4 ? WL_UCHAR : WL_UINT, 1};
  char name[32];
  snprintf(name, sizeof name, "%s", v->name);
  for (unsigned n = 2; name_taken(name) && n < 100; n++)
    snprintf(name, sizeof name, "%.26s#%u", v->name, n);
  struct wl_array *a = add_array(name, space, *next, v->bytes, type, &wl_launch.array[i]);
  if (a == NULL) return;
  wl_launch.device_base[i] = *next;
  if (v->line > 0) a->place = (struct wl_source_span){v->line, 1, 2};
  uint64_t elements = (uint64_t)v->extent[0] * v->extent[1] * v->extent[2];
  if (elements * a->element_bytes == v->bytes) {
    a->dimensions = v->dimensions;
    memcpy(a->extent, v->extent, sizeof a->extent);
  }
  *next += v->bytes;
}

/* Arrays of threads that are still to be added. */
static unsigned count_locals(void) {
  unsigned n = 0;
  for (uint32_t i = 0; i < wl_cuda_counts.variables && i < 511; i++)
    n += wl_cuda_variables[i].space == WL_CUDA_LOCAL;
  return n;
}

static void add_allocations(const struct wl_cuda_kernel *k) {
  const struct wl_allocation *list;
  size_t count = wl_allocations(&list);
  unsigned numbered = 0, locals = count_locals();
  uint64_t from = 0, to = 0; /* of those that have no room: they are one array together */
  wl_launch.allocations = 0;
  wl_launch.rest = WL_NO_ARRAY;
  for (int named = 1; named >= 0; named--)
    for (size_t i = 0; i < count; i++) {
      struct wl_type type = {WL_UINT, 1};
      char name[32] = "";
      for (uint32_t p = 0; p < arguments && name[0] == '\0'; p++) {
        if (!argument[p].pointer || argument[p].value - list[i].at >= list[i].bytes) continue;
        snprintf(name, sizeof name, "%s", k != NULL ? k->parameter[p] : "");
        if (argument[p].components > 0)
          type = (struct wl_type){argument[p].scalar, argument[p].components};
      }
      if ((name[0] != '\0') != named) continue;
      if (!named || name_taken(name)) snprintf(name, sizeof name, "array%u", ++numbered);
      struct wl_launch_state *l = &wl_launch;
      uint16_t number;
      if (l->head.arrays + locals + 1 >= WL_MAX_ARRAYS) {
        if (from == 0) from = list[i].at;
        to = list[i].at + list[i].bytes;
        continue;
      }
      add_array(name, WL_GLOBAL, list[i].at, list[i].bytes, type, &number);
      if (number == WL_NO_ARRAY) return;
      l->allocation[l->allocations].at = list[i].at;
      l->allocation[l->allocations].end = list[i].at + list[i].bytes;
      l->allocation[l->allocations++].array = number;
      unwritten[number] = !list[i].written && !l->unseen;
    }
  if (to > 0)
    add_array("others", WL_GLOBAL, from, to - from, (struct wl_type){WL_UINT, 1}, &wl_launch.rest);
}

/* Arrays of threads: each at an address of its own of local memory. */
static void add_locals(void) {
  uint64_t local = 0;
  for (uint32_t i = 0; i < wl_cuda_counts.variables && i < 511; i++)
    if (wl_cuda_variables[i].space == WL_CUDA_LOCAL && wl_launch.array[i] == 0)
      add_variable(i, &local, WL_LOCAL, 4);
}

void wl_launch_tell(void) {
  const struct wl_cuda_kernel *k =
      wl_launch.kernel < wl_cuda_counts.kernels ? &wl_cuda_kernels[wl_launch.kernel] : NULL;
  struct wl_head *h = &wl_launch.head;
  memset(h, 0, sizeof *h);
  memset(unwritten, 0, sizeof unwritten);
  wl_launch.told = true;
  for (unsigned i = 0; i < 512; i++) wl_launch.array[i] = WL_NO_ARRAY;
  const char *name = k != NULL ? k->name : wl_launch.name;
  bool matches = wl_setup.kernel[0] == '\0' || strcmp(wl_setup.kernel, name) == 0 ||
                 (strncmp(wl_setup.kernel, name, strlen(wl_setup.kernel)) == 0 &&
                  name[strlen(wl_setup.kernel)] == '<');
  static uint32_t matched;
  matched += matches;
  bool wanted = wl_setup.launch == 0 ? matches
                : wl_setup.kernel[0] ? matches && matched == wl_setup.launch
                                     : wl_launch.number == wl_setup.launch;
  wl_launch.shown = wanted && !wl_launch.any_shown;
  wl_launch.any_shown |= wl_launch.shown;
  memcpy(h->grid, wl_launch.grid, sizeof h->grid);
  memcpy(h->block, wl_launch.extent, sizeof h->block);
  h->syncwarps = wl_cuda_counts.syncwarps != 0;
  h->fences = wl_cuda_counts.fences != 0;
  snprintf(h->title, sizeof h->title, "%s", name);
  uint64_t next = 0, constant = 0, device = UINT64_C(1) << 32;
  if (k != NULL)
    for (uint32_t i = 0; i < k->shared; i++)
      if (k->shared_variable[i] < 511) add_variable(k->shared_variable[i], &next, WL_SHARED, 1);
  next = up_to(next, 16);
  wl_launch.array[511] = WL_NO_ARRAY;
  if (wl_launch.dynamic > 0) {
    wl_launch.device_base[511] = next;
    add_array("shared", WL_SHARED, next, up_to(wl_launch.dynamic, 4), (struct wl_type){WL_UINT, 1},
              &wl_launch.array[511]);
    next += wl_launch.dynamic;
  }
  if (next - wl_launch.dynamic > 49152 && k != NULL)
    wl_cuda_fail_line(wl_setup.file, k->line, "%.60s has %llu bytes of __shared__ variables, and "
                      "49152 are the most: use extern __shared__", name,
                      (unsigned long long)(next - wl_launch.dynamic));
  h->shared_bytes = (uint32_t)next;
  for (uint32_t i = 0; i < wl_cuda_counts.variables && i < 511; i++) {
    if (wl_cuda_variables[i].space == WL_CUDA_CONSTANT) add_variable(i, &constant, WL_CONSTANT, 4);
    if (wl_cuda_variables[i].space == WL_CUDA_DEVICE) add_variable(i, &device, WL_GLOBAL, 256);
    if (wl_cuda_variables[i].space == WL_CUDA_LOCAL) wl_launch.array[i] = 0;
  }
  add_allocations(k);
  add_locals();
  if (&wl_cuda_params != NULL && wl_launch.shown) {
    h->params = (uint16_t)wl_cuda_params.params;
    memcpy(h->param, wl_cuda_params.param, sizeof h->param);
  }
  wl_launch.listed = wl_launch.number <= WL_LAUNCHES_MOST;
  if (!wl_launch.listed) return;
  struct wl_launch_frame *frame = calloc(1, sizeof *frame);
  if (frame == NULL) wl_cuda_fail(WL_LIMIT, 0, "", "not enough memory");
  snprintf(frame->kernel, sizeof frame->kernel, "%s", name);
  frame->shown = wl_launch.shown;
  frame->counted = matches;
  wl_frame_send(wl_setup.data, WL_FRAME_LAUNCH, frame, sizeof *frame);
  free(frame);
  static struct wl_head_frame head;
  head.workers = 1;
  head.head = *h;
  wl_frame_send(wl_setup.data, WL_FRAME_HEAD, &head, sizeof head);
}

void wl_launch_touch(uint16_t array, uint64_t address, uint32_t site, bool store) {
  struct wl_allocation *a = unwritten[array] ? wl_allocation_of(address) : NULL;
  unwritten[array] = false;
  if (a == NULL) return;
  if (!store)
    wl_complain(wl_cuda_sites[site].line, "is a cudaMemcpy() or cudaMemset() missing?",
                "%s is read, and nothing has been written to it", wl_launch.head.array[array].name);
  a->written = true;
}

void wl_launch_argument(int pointer, uint64_t value, uint32_t scalar, uint32_t components,
                        uint32_t bytes) {
  if (arguments == WL_CUDA_PARAMETERS) return;
  argument[arguments].pointer = pointer;
  argument[arguments].value = value;
  argument[arguments].scalar = (uint8_t)scalar;
  argument[arguments].components = (uint8_t)components;
  argument[arguments++].bytes = bytes;
}

void wl_launch_arguments_begin(void) { arguments = 0; }
