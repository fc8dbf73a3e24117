/* The log of one thread, in order, until its warp merges it. */
#ifndef WL_SCRIPT_MACHINE_EVENT_H
#define WL_SCRIPT_MACHINE_EVENT_H

#include "script/machine/call_site.h"
#include "script/machine/vm.h"

/* One access or operation of one lane. Events with equal path and site belong
 * to the same instruction. */
struct wl_event {
  uint64_t site;    /* token, stage, view or name, part of a wide element */
  uint64_t address; /* shuffles: the lane argument */
  uint64_t value;
  uint64_t result;  /* atomics: the old value; cp.async, textures: wl_access.second;
                     * _sync functions: the mask */
  uint32_t path;
  uint8_t width;    /* bytes; shuffles: lanes */
  bool number;      /* shuffles: the value is a Lua float, else an integer */
  uint8_t form : 4, atomic : 4; /* atomics: enum wl_form, enum wl_atomic */
  uint8_t ask;      /* vm->at, from 1, whose question is about it; 0: none */
};

/* Events of a lane that its warp has not taken yet: event[head] … event[tail - 1]. */
struct wl_lane_log {
  struct wl_event *event;
  uint32_t head, tail, capacity;
};

/* Pieces that one access can have: a byte of the site tells them apart. */
enum { WL_MAX_PARTS = 256 };

/* A thread stops to let its warp catch up after so many events. */
enum { WL_LOG_EVENTS = 1024 };

/* A loop that a thread is in, or (loop 0) a call. */
struct wl_turn {
  uint32_t loop, frame;           /* frame: how many calls deep, the kernel being 1 */
  uint32_t iteration;
  uint32_t node, base, node_iteration, generation; /* its path, as far as it is known */
};

/* Stops the calling thread before it touches memory that others see, until it is its turn: then
 * `again`, which Lua has called, is called again and comes past here. What the lanes of a warp do
 * together, they do in the order of lanes; nothing of another instruction comes between. Where a
 * C function waits for the thread, as table.sort() does, it does not stop. */
void wl_event_turn(lua_State *L, struct wl_lane *lane, enum wl_script_setup stage,
                   lua_CFunction again);

/* Logs an event of the calling thread, which is at token `here`. The result is valid
 * until the next one. */
struct wl_event *wl_event_add(lua_State *L, struct wl_lane *lane, uint32_t here, uint64_t site);

/* The same for a function of the language, at the place where it is called. */
struct wl_event *wl_event_call(lua_State *L, struct wl_lane *lane, enum wl_script_setup stage,
                               unsigned what, unsigned part);

/* Ends an API function with the topmost `results` values; yields first if the
 * log is full. */
int wl_event_return(lua_State *L, struct wl_lane *lane, int results);

/* Yields: the warp resumes the thread with what the operation returns. */
int wl_event_wait(lua_State *L, struct wl_lane *lane);

/* The functions that the chunk calls: a loop is entered, an iteration begins, a
 * helper function begins, the kernel returns, a label is passed that at() may speak of. */
int wl_hook_enter(lua_State *L);
int wl_hook_turn(lua_State *L);
int wl_hook_call(lua_State *L);
int wl_hook_leave(lua_State *L);
int wl_hook_label(lua_State *L);

/* Gives back what is asked whether it holds: an element, or what a call returned. In a kernel a
 * number is refused that is an element of the array, or from the function of the language, that
 * comes last. A table may lack an element, and a script's function may return nil. */
int wl_hook_test(lua_State *L);

/* Logs the end of a thread that has run to its end. */
void wl_event_end(struct wl_lane *lane);

#endif
