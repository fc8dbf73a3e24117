/* The threads of a block as coroutines, taken from a pool. */
#include <stdlib.h>
#include <string.h>

#include "script/engine/warp.h"
#include "script/language/api_functions.h"
#include "script/language/environment.h"
#include "script/language/sandbox.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/lesson_stops.h"
#include "script/machine/path_position.h"

/* Stack of vm->L during a run: threadIdx, its keys, the kernel. */
enum { SLOT_INDEX = 1, SLOT_X, SLOT_Y, SLOT_Z, SLOT_KERNEL };

void wl_threads_open(struct wl_vm *vm) {
  lua_State *L = vm->L;
  const uint32_t zero[3] = {0, 0, 0};
  lua_settop(L, 0);
  wl_api_index(vm, WL_INDEX_THREAD, zero);
  wl_api_index_push(L, WL_INDEX_THREAD);
  lua_pushliteral(L, "x");
  lua_pushliteral(L, "y");
  lua_pushliteral(L, "z");
  wl_sandbox_push(L);
  lua_getfield(L, -1, "kernel");
  lua_remove(L, -2);
  lua_checkstack(L, 16);

  const uint32_t *b = vm->head.block;
  vm->threads = b[0] * b[1] * b[2];
  vm->lane = wl_alloc_or_die(calloc(vm->threads, sizeof *vm->lane));
  vm->idle = wl_alloc_or_die(calloc(vm->threads, sizeof *vm->idle));
  for (uint32_t i = 0; i < vm->threads; i++) {
    struct wl_lane *lane = &vm->lane[i];
    lane->vm = vm;
    lane->index = i;
    lane->log = &vm->log[i % WL_LANES];
    wl_head_thread(&vm->head, i / WL_LANES, i % WL_LANES, lane->xyz);
  }
  wl_positions_init(&vm->positions);
}

void wl_threads_begin(struct wl_vm *vm, uint32_t block) {
  uint32_t xyz[3];
  wl_head_block(&vm->head, block, xyz);
  wl_api_index(vm, WL_INDEX_BLOCK, xyz);
  wl_memory_begin(vm);
  vm->block = block;
  vm->phase = vm->released = 0;
  vm->beacon->block = block;
  wl_stops_begin(vm);
  for (uint32_t i = 0; i < vm->threads; i++) {
    struct wl_lane *lane = &vm->lane[i];
    lane->state = WL_LANE_READY;
    lane->reply = WL_REPLY_NONE;
    lane->leaving = lane->granted = false;
    lane->turns = 0;
    lane->asks = 0;
    lane->copies = lane->batches = 0;
    lane->random = ((uint64_t)block << 32) + i + 2;
  }
  for (unsigned i = 0; i < WL_LANES; i++) vm->log[i].head = vm->log[i].tail = 0;
}

/* A coroutine for a thread that starts: the kernel, kept at the bottom of its
 * stack, is pushed to be called. */
static void attach(struct wl_vm *vm, struct wl_lane *lane) {
  if (vm->idles > 0) {
    lane->L = vm->idle[--vm->idles];
  } else {
    lane->L = lua_newthread(vm->L);
    luaL_ref(vm->L, LUA_REGISTRYINDEX); /* lives as long as the process */
    lua_pushvalue(vm->L, SLOT_KERNEL);
    lua_xmove(vm->L, lane->L, 1);
  }
  *(struct wl_lane **)lua_getextraspace(lane->L) = lane;
  lua_pushvalue(lane->L, 1);
}

static void detach(struct wl_vm *vm, struct wl_lane *lane) {
  lua_settop(lane->L, 1);
  vm->idle[vm->idles++] = lane->L;
  lane->L = NULL;
}

/* Sets threadIdx. All threads share one table; it is theirs while they run. */
static void show_index(struct wl_vm *vm, const struct wl_lane *lane) {
  for (int d = 0; d < 3; d++) {
    if (d > 0 && vm->head.block[d] == 1) continue;
    lua_pushvalue(vm->L, SLOT_X + d);
    lua_pushinteger(vm->L, lane->xyz[d]);
    lua_rawset(vm->L, SLOT_INDEX);
  }
}

/* Pushes what the warp operation that the thread waits for has given; returns how
 * many values. */
static int push_reply(struct wl_lane *lane) {
  lua_Number number;
  switch (lane->reply) {
    case WL_REPLY_BOOLEAN: lua_pushboolean(lane->L, lane->reply_bits != 0); break;
    case WL_REPLY_INTEGER: lua_pushinteger(lane->L, (lua_Integer)lane->reply_bits); break;
    case WL_REPLY_NUMBER:
      memcpy(&number, &lane->reply_bits, sizeof number);
      lua_pushnumber(lane->L, number);
      break;
    case WL_REPLY_WORDS:
      lane->reply = WL_REPLY_NONE;
      for (unsigned i = 0; i < lane->reply_bits; i++)
        lua_pushinteger(lane->L, lane->reply_words[i]);
      return (int)lane->reply_bits;
    default: return 0;
  }
  lane->reply = WL_REPLY_NONE;
  return 1;
}

bool wl_thread_resume(struct wl_vm *vm, struct wl_lane *lane) {
  int arguments = 0, results = 0;
  if (lane->L == NULL) attach(vm, lane);
  else arguments = push_reply(lane);
  show_index(vm, lane);
  lane->log->head = lane->log->tail = 0;
  vm->beacon->thread = lane->index;
  vm->running = lane->L; /* first: from here on the alarm stops the thread itself */
  if (vm->expired) lua_sethook(lane->L, wl_error_expired, LUA_MASKCOUNT, 1);
  int status = lua_resume(lane->L, vm->L, arguments, &results);
  if (status == LUA_YIELD) {
    lua_pop(lane->L, results);
    return true;
  }
  if (status != LUA_OK) {
    wl_error_take(vm, lane->L, status);
    return false;
  }
  if (!lane->leaving) wl_event_end(lane);
  lane->state = WL_LANE_RETURNED;
  detach(vm, lane);
  return true;
}
