/* cp.async: copies from global into shared memory that arrive when they are
 * waited for. */
#include <string.h>

#include "core/base/grow.h"
#include "core/gpu/feature.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/event.h"
#include "script/machine/value.h"

#define COPY "__pipeline_memcpy_async"

static struct wl_lane *enter(lua_State *L, const char *function) {
  wl_api_in_kernel(L, function);
  struct wl_lane *lane = wl_lane_of(L);
  const struct wl_arch *arch = lane->vm->options->arch;
  const struct wl_feature_row *row = &wl_features[WL_HAS_COPY];
  if (!wl_arch_has(arch, WL_HAS_COPY))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "copy with  s[i] = g[j]",
             "%s(): cc %s has no %s: it came with "
             "cc %s (%s)", function, arch->cc, row->name, wl_archs[row->since].cc, row->source);
  return lane;
}

/* The element at arguments `arg` and `arg` + 1, from which `bytes` bytes are copied
 * or filled. */
static struct wl_element end_of(lua_State *L, int arg, enum wl_space space, uint32_t bytes) {
  wl_ref r = wl_ref_check_array(L, arg, COPY);
  struct wl_vm *vm = wl_lane_of(L)->vm;
  const struct wl_view *v = &vm->view[wl_ref_view(r)];
  if (v->space != space)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "it copies from global into shared memory",
             COPY "(): argument %d is in %s memory, not %s", arg, wl_space_names[v->space],
             wl_space_names[space]);
  struct wl_element e = wl_ref_element(L, r, arg + 1, WL_STAGE_COPY);
  char text[128];
  wl_ref_text(L, r, arg + 1, text, sizeof text);
  if (bytes > v->size - e.offset)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL,
             COPY "(): %u bytes from %s on reach past the end of the array",
             bytes, text);
  if ((v->base + e.offset) % bytes != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "copy fewer bytes, or start at a multiple of them",
             COPY "(): %s lies at byte %llu, which is no multiple of %u", text,
             (unsigned long long)e.offset, bytes);
  return e;
}

/* Keeps what is on its way to `to`. */
static void send(struct wl_lane *lane, uint8_t *to, const uint8_t *from, uint32_t bytes) {
  if (lane->copies == lane->copy_capacity)
    lane->copy = wl_alloc_or_die(wl_grow32(lane->copy, sizeof *lane->copy, &lane->copy_capacity,
                                           8));
  struct wl_copy *c = &lane->copy[lane->copies++];
  *c = (struct wl_copy){.to = to, .bytes = (uint8_t)bytes, .batch = lane->batches};
  memcpy(c->data, from, bytes);
}

/* Lets the copies of all batches but the last `later` arrive. */
static void receive(struct wl_lane *lane, uint32_t later) {
  uint32_t kept = 0, arrived = lane->batches > later ? lane->batches - later : 0;
  for (uint32_t i = 0; i < lane->copies; i++) {
    const struct wl_copy *c = &lane->copy[i];
    if (c->batch < arrived) memcpy(c->to, c->data, c->bytes);
    else lane->copy[kept++] = *c;
  }
  lane->copies = kept;
}

/* The instruction: with 16 bytes the one past L1, unless argument 6 says "ca". Source:
 * cuda_pipeline_helpers.h of CUDA 11.0 to 13.0; PTX ISA, cp.async: .cg has 16 bytes. */
static enum wl_script_setup stage_of(lua_State *L, uint32_t bytes) {
  if (lua_isnoneornil(L, 6)) return bytes == 16 ? WL_STAGE_COPY_CG : WL_STAGE_COPY;
  const char *which = wl_api_string(L, 6, COPY, "the cache operator");
  if (strcmp(which, "ca") == 0) return WL_STAGE_COPY;
  if (strcmp(which, "cg") != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write \"ca\", through L1, or \"cg\", past it",
             COPY "(): what is \"%.20s\"?", which);
  if (bytes != 16)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "leave it out: fewer bytes go through L1",
             COPY "(): %u bytes: cp.async.cg copies 16", bytes);
  return WL_STAGE_COPY_CG;
}

int wl_api_copy_async(lua_State *L) {
  struct wl_lane *lane = enter(L, COPY);
  uint32_t bytes = (uint32_t)wl_api_integer(L, 5, COPY, "the number of bytes", 4, 16);
  if ((bytes & (bytes - 1)) != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, COPY "(): %u bytes: it copies 4, 8 or 16", bytes);
  enum wl_script_setup stage = stage_of(L, bytes);
  struct wl_element to = end_of(L, 1, WL_SHARED, bytes), from = end_of(L, 3, WL_GLOBAL, bytes);
  wl_event_turn(L, lane, WL_STAGE_COPY, wl_api_copy_async);
  enum wl_scalar shown = (enum wl_scalar)wl_value_piece(from.view->type, bytes).scalar;
  struct wl_event *e = wl_event_call(L, lane, stage, from.number, bytes);
  e->address = from.view->base + from.offset;
  e->result = to.view->base + to.offset;
  e->value = wl_value_bits(shown, from.memory);
  e->width = (uint8_t)bytes;
  if (lane->vm->touch != NULL) wl_touched_note(lane->vm->touch, WL_TOUCHED_READ, from.memory,
                                               bytes);
  send(lane, to.memory, from.memory, bytes);
  return wl_event_return(L, lane, 0);
}

int wl_api_pipeline(lua_State *L) {
  unsigned name = (unsigned)wl_api_number(L);
  const char *function = wl_step_names[name];
  struct wl_lane *lane = enter(L, function);
  uint32_t later = 0;
  if (name == WL_NAME_PIPELINE_COMMIT) {
    lane->batches++;
  } else {
    later = (uint32_t)wl_api_integer(L, 1, function, "the number of batches", 0, INT32_MAX);
    wl_event_turn(L, lane, WL_STAGE_PIPELINE, wl_api_pipeline);
    receive(lane, later);
  }
  wl_event_call(L, lane, WL_STAGE_PIPELINE, name, 0)->value = later;
  return wl_event_return(L, lane, 0);
}
