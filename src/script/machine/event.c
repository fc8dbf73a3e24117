/* Logs what a thread does, with its path. */
#include "script/machine/event.h"

#include "core/base/grow.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/errors.h"
#include "script/machine/lesson_stops.h"
#include "script/machine/path_position.h"
#include "script/syntax/instrument.h"

/* Calls in calls: paths are as long, and a GPU's stack is small too. */
enum { MAX_CALLS = 200 };

/* How many functions deep the caller is, the kernel being 1. */
static uint32_t frame_depth(lua_State *L) {
  lua_Debug ar;
  int depth = 1;
  while (lua_getstack(L, depth + 1, &ar)) depth++;
  return (uint32_t)depth;
}

/* Whether `loop` is `inner` or one of the loops around it. */
static bool around(const struct wl_source *s, uint32_t loop, uint32_t inner) {
  while (inner != 0 && inner != loop) inner = s->loop[inner].parent;
  return inner != 0;
}

/* Takes off the loops and calls that a thread has left on its way to depth
 * `frame`, in loop `inner`: a break, goto or return tells nobody. */
static void settle(struct wl_lane *lane, uint32_t frame, uint32_t inner) {
  const struct wl_source *s = lane->vm->source;
  while (lane->turns > 0) {
    const struct wl_turn *t = &lane->turn[lane->turns - 1];
    bool within = t->frame == frame && (t->loop == 0 || around(s, t->loop, inner));
    if (t->frame < frame || within) return;
    lane->turns--;
  }
}

static void push_turn(struct wl_lane *lane, uint32_t loop, uint32_t frame) {
  if (lane->turns == lane->turn_capacity)
    lane->turn = wl_alloc_or_die(wl_grow32(lane->turn, sizeof *lane->turn, &lane->turn_capacity,
                                           8));
  lane->turn[lane->turns++] = (struct wl_turn){
    .loop = loop, .frame = frame, .iteration = UINT32_MAX, .generation = UINT32_MAX};
}

int wl_hook_enter(lua_State *L) {
  struct wl_lane *lane = wl_lane_of(L);
  if (lane->host) return 0;
  uint32_t loop = (uint32_t)lua_tointeger(L, 1), frame = frame_depth(L);
  const struct wl_source *s = lane->vm->source;
  settle(lane, frame, s->loop[loop].parent);
  push_turn(lane, loop, frame);
  return 0;
}

int wl_hook_call(lua_State *L) {
  struct wl_lane *lane = wl_lane_of(L);
  if (lane->host) return 0;
  uint32_t frame = frame_depth(L);
  if (frame > MAX_CALLS)
    return wl_raise(L, WL_SOURCE_SPAN_INDEX, "does a function call itself without end?",
                    "calls are nested more than %d deep", MAX_CALLS);
  while (lane->turns > 0 && lane->turn[lane->turns - 1].frame >= frame) lane->turns--;
  push_turn(lane, 0, frame);
  return 0;
}

/* The turn of a loop that the thread is in. What the header of a `for` loads belongs to the
 * loop outside: it took the turn off again that the loop was entered with. */
static struct wl_turn *turn_of(struct wl_lane *lane, uint32_t loop, uint32_t frame) {
  settle(lane, frame, loop);
  struct wl_turn *t = lane->turns > 0 ? &lane->turn[lane->turns - 1] : NULL;
  if (t == NULL || t->loop != loop || t->frame != frame) push_turn(lane, loop, frame);
  return &lane->turn[lane->turns - 1];
}

int wl_hook_test(lua_State *L) {
  bool never_nil = lua_islightuserdata(L, -1) || lua_iscfunction(L, -1);
  if (lua_type(L, 1) == LUA_TNUMBER && never_nil && !wl_lane_of(L)->host)
    return wl_raise(L, WL_SOURCE_SPAN_TOKEN, "0 is true in Lua; write  … ~= 0",
                    "this condition is a number, which is always true");
  lua_settop(L, 1);
  return 1;
}

/* The path that goes on from `base` through a loop that the thread is in;
 * `next`: the coming iteration is meant. */
static uint32_t turn_path(struct wl_lane *lane, struct wl_turn *t, uint32_t base, bool next) {
  struct wl_positions *p = &lane->vm->positions;
  uint32_t iteration = t->iteration + next;
  if (t->generation == p->generation && t->node_iteration == iteration && t->base == base)
    return t->node;
  t->node = wl_position_child(p, base, lane->vm->source->loop[t->loop].start, iteration);
  t->base = base;
  t->node_iteration = iteration;
  t->generation = p->generation;
  return t->node;
}

/* The path through the loops of frame `frame` around token `here`, from `base`. */
static uint32_t frame_path(struct wl_lane *lane, uint32_t frame, uint32_t here, uint32_t base) {
  const struct wl_token *token = &lane->vm->source->token[here];
  uint32_t k = lane->turns;
  while (k > 0 && lane->turn[k - 1].frame >= frame) k--;
  for (; k < lane->turns && lane->turn[k].frame == frame; k++) {
    struct wl_turn *t = &lane->turn[k];
    if (t->loop == 0) continue;
    if (!around(lane->vm->source, t->loop, token->loop)) break;
    bool next = t->loop == token->loop && (token->flags & WL_NEXT_ITERATION);
    base = turn_path(lane, t, base, next);
  }
  return base;
}

/* The path to the function at depth `depth`: through all that called it. */
static uint32_t calls_path(lua_State *L, struct wl_lane *lane, uint32_t depth) {
  struct wl_vm *vm = lane->vm;
  uint32_t path = WL_PATH_ROOT;
  for (uint32_t frame = 1; frame < depth; frame++) {
    lua_Debug ar;
    lua_getstack(L, (int)(depth - frame + 1), &ar);
    lua_getinfo(L, "l", &ar);
    uint32_t token = wl_instrument_instruction(vm->source, ar.currentline);
    path = wl_position_child(&vm->positions, frame_path(lane, frame, token, path),
                             vm->source->token[token].call, WL_NO_ITERATION);
  }
  return path;
}

/* The path of an event in a function that the kernel called. The way to the
 * function stays the same until it returns: it is worked out once per call. */
static uint32_t deep_path(lua_State *L, struct wl_lane *lane, uint32_t here) {
  const struct wl_positions *p = &lane->vm->positions;
  uint32_t depth = frame_depth(L);
  settle(lane, depth, lane->vm->source->token[here].loop);
  struct wl_turn *call = NULL;
  for (uint32_t k = lane->turns; k-- > 0 && lane->turn[k].frame == depth;)
    if (lane->turn[k].loop == 0) call = &lane->turn[k];
  if (call == NULL) return frame_path(lane, depth, here, calls_path(L, lane, depth));
  if (call->generation != p->generation) {
    call->node = calls_path(L, lane, depth);
    call->generation = p->generation;
  }
  return frame_path(lane, depth, here, call->node);
}

/* The path of the calling thread, which is at token `here`. */
static uint32_t path_to(lua_State *L, struct wl_lane *lane, uint32_t here) {
  lua_Debug ar;
  if (lua_getstack(L, 2, &ar)) return deep_path(L, lane, here);
  settle(lane, 1, lane->vm->source->token[here].loop);
  return lane->turns == 0 ? WL_PATH_ROOT : frame_path(lane, 1, here, WL_PATH_ROOT);
}

static int call_again(lua_State *L, int status, lua_KContext again) {
  (void)status;
  return ((lua_CFunction)again)(L);
}

/* Stops the thread, whose path is known, before what `again` does at `site`. */
static int stop(lua_State *L, struct wl_lane *lane, uint64_t site, lua_CFunction again) {
  lane->stop.site = site;
  lane->state = WL_LANE_STOPS;
  return lua_yieldk(L, 0, (lua_KContext)again, call_again);
}

/* Behind the stop at the beginning of an iteration. */
static int go_on(lua_State *L) {
  wl_lane_of(L)->granted = false;
  return 0;
}

int wl_hook_turn(lua_State *L) {
  struct wl_lane *lane = wl_lane_of(L);
  if (lane->host) return 0;
  uint32_t loop = (uint32_t)lua_tointeger(L, 1);
  struct wl_turn *t = lane->turns > 0 ? &lane->turn[lane->turns - 1] : NULL;
  if (t == NULL || t->loop != loop || t->frame != 1) t = turn_of(lane, loop, frame_depth(L));
  t->iteration++;
  uint32_t start = lane->vm->source->loop[loop].start;
  lane->vm->beacon->token = start;
  if ((lane->vm->source->token[start].flags & WL_SPINS) && lua_isyieldable(L)) {
    lane->stop.path = path_to(L, lane, wl_call_site(L) + 1); /* of the body */
    return stop(L, lane, wl_site(start, WL_STAGE_TURN, 0, 0), go_on);
  }
  return 0;
}

int wl_hook_label(lua_State *L) {
  struct wl_lane *lane = wl_lane_of(L);
  uint32_t label = (uint32_t)lua_tointeger(L, 1);
  for (uint32_t due = lane->host ? 0 : wl_stop_pass(lane, label); due != 0; due &= due - 1)
    wl_event_add(L, lane, label, wl_site(label, WL_STAGE_LABEL, (unsigned)__builtin_ctz(due), 0));
  return 0;
}

static struct wl_event *log_next(struct wl_lane_log *log) {
  if (log->tail == log->capacity)
    log->event = wl_alloc_or_die(wl_grow32(log->event, sizeof *log->event, &log->capacity, 64));
  return &log->event[log->tail++];
}

void wl_event_turn(lua_State *L, struct wl_lane *lane, enum wl_script_setup stage,
                   lua_CFunction again) {
  if (lane->granted || !lua_isyieldable(L)) return;
  bool call = stage != WL_STAGE_LOAD && stage != WL_STAGE_STORE;
  const struct wl_source *s = lane->vm->source;
  uint32_t here = wl_call_site(L);
  lane->stop.path = path_to(L, lane, here);
  stop(L, lane, wl_site(call ? s->token[here].call : here, stage, 0, 0), again);
}

struct wl_event *wl_event_add(lua_State *L, struct wl_lane *lane, uint32_t here, uint64_t site) {
  struct wl_vm *vm = lane->vm;
  uint32_t path = lane->granted ? lane->stop.path : path_to(L, lane, here);
  vm->beacon->token = here;
  struct wl_event *e = log_next(lane->log);
  e->site = site;
  e->path = path;
  e->result = 0;
  e->form = e->atomic = 0;
  e->ask = wl_stop_take(lane, site);
  return e;
}

struct wl_event *wl_event_call(lua_State *L, struct wl_lane *lane, enum wl_script_setup stage,
                               unsigned what, unsigned part) {
  uint32_t here = wl_call_site(L);
  return wl_event_add(L, lane, here,
                      wl_site(lane->vm->source->token[here].call, stage, what, part));
}

static int after_full(lua_State *L, int status, lua_KContext results) {
  (void)L;
  (void)status;
  return (int)results;
}

int wl_event_return(lua_State *L, struct wl_lane *lane, int results) {
  lane->granted = false;
  if (lane->log->tail < WL_LOG_EVENTS || !lua_isyieldable(L)) return results;
  return lua_yieldk(L, 0, results, after_full);
}

int wl_event_wait(lua_State *L, struct wl_lane *lane) {
  lane->granted = false;
  lane->state = WL_LANE_WAITS;
  return lua_yield(L, 0);
}

int wl_hook_leave(lua_State *L) {
  struct wl_lane *lane = wl_lane_of(L);
  lua_Debug ar;
  if (lane->host || lua_getstack(L, 2, &ar)) return 0; /* not the kernel's own return */
  uint32_t here = wl_call_site(L);
  wl_event_add(L, lane, here, wl_site(here, WL_STAGE_RETURN, 0, 0));
  lane->leaving = true;
  return 0;
}

void wl_event_end(struct wl_lane *lane) {
  struct wl_event *e = log_next(lane->log);
  *e = (struct wl_event){.site = wl_site(UINT32_MAX, WL_STAGE_RETURN, 0, 0)};
}
