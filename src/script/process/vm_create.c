/* Creates the machine: Lua with a limit on memory. */
#include "script/process/vm_create.h"

#include <stdlib.h>
#include <unistd.h>

#include "script/language/api_functions.h"
#include "script/language/environment.h"
#include "script/language/sandbox.h"
#include "script/language/unknown_names.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/device_memory.h"
#include "script/machine/event.h"
#include "script/machine/run_options.h"

/* What a block takes of the process: with its header, in steps of 16 bytes, as the
 * allocators of 64-bit systems do. The same on all of them, so that a script meets
 * the cap at the same place everywhere. */
static size_t cost(size_t size) {
  if (size == 0) return 0;
  return size <= 24 ? 32 : (size + 8 + 15) & ~(size_t)15;
}

/* Lua's allocator: what is over the cap fails, and Lua makes an error of it. What the system
 * has not is no error of the script. */
static void *allocate(void *ud, void *block, size_t old, size_t size) {
  struct wl_vm *vm = ud;
  if (block == NULL) old = 0; /* then it is a type, no size */
  if (size == 0) {
    free(block);
    vm->heap -= cost(old);
    return NULL;
  }
  if (size > old && (size > vm->heap_limit ||
                     vm->heap - cost(old) + cost(size) > vm->heap_limit))
    return NULL;
  void *grown = wl_alloc_or_die(realloc(block, size));
  vm->heap = vm->heap - cost(old) + cost(size);
  return grown;
}

/* An error outside of any call: only memory can run out there. */
static int panic(lua_State *L) {
  (void)L;
  _exit(WL_EXIT_MEMORY);
}

struct wl_vm *wl_vm_create(const struct wl_run_options *o, struct wl_source *source,
                           volatile struct wl_progress_beacon *beacon) {
  struct wl_vm *vm = wl_alloc_or_die(calloc(1, sizeof *vm));
  vm->options = o;
  vm->source = source;
  vm->beacon = beacon;
  vm->heap_limit = SIZE_MAX; /* until the libraries are in */
  vm->log = wl_alloc_or_die(calloc(WL_LANES, sizeof *vm->log));
  vm->host = (struct wl_lane){.vm = vm, .host = true, .random = 1};
  vm->head.registers = o->registers;
  for (int d = 0; d < 3; d++) vm->head.grid[d] = vm->head.block[d] = 1;
  vm->head.block[0] = WL_LANES;
  vm->L = wl_alloc_or_die(lua_newstate(allocate, vm));
  lua_atpanic(vm->L, panic);
  vm->running = vm->L;
  vm->host.L = vm->L;
  *(struct wl_lane **)lua_getextraspace(vm->L) = &vm->host; /* copied to new coroutines */
  vm->api = wl_api;
  vm->api_count = wl_api_count;
  wl_sandbox_open(vm, wl_api_register, wl_names_unknown);
  vm->heap_limit = o->memory;
  return vm;
}
