/* Sending steps to the parent. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/grow.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/protocol.h"
#include "script/machine/vm.h"

static void write_all(int fd, const void *data, size_t size) {
  const char *at = data;
  while (size > 0) {
    ssize_t n = write(fd, at, size);
    if (n < 0 && errno != EINTR) _exit(WL_EXIT_PIPE);
    if (n <= 0) continue;
    at += n;
    size -= (size_t)n;
  }
}

void wl_send_frame(int fd, enum wl_frame_kind kind, const void *data, size_t size) {
  struct wl_frame frame = {kind, (uint32_t)size};
  write_all(fd, &frame, sizeof frame);
  write_all(fd, data, size);
}

void wl_send_flush(struct wl_send *e) {
  if (e->used > 0) wl_send_frame(e->fd, WL_FRAME_STEPS, e->buffer, e->used);
  if (e->blocks > 0) wl_send_frame(e->fd, WL_FRAME_BLOCKS, &e->blocks, sizeof e->blocks);
  e->used = 0;
  e->blocks = 0;
}

/* Room for one step more. False: there is more than may wait. */
static bool grow_held(struct wl_send *e) {
  enum { MOST = 1 << 26 };
  if (e->held_used + sizeof(uint16_t) + WL_STEP_MAX <= e->held_capacity) return true;
  if (e->held_capacity >= MOST) return false;
  e->held = wl_alloc_or_die(wl_grow(e->held, 1, &e->held_capacity, 1 << 16));
  return true;
}

/* Whether what waits has to go before so many bytes come: for a screen in small parts, between
 * which it takes keys. */
static bool is_full(const struct wl_vm *vm, size_t size) {
  enum { SMALL = 512 };
  const struct wl_send *e = vm->emit;
  return e->used + size > sizeof e->buffer || (vm->options->attended && e->used >= SMALL);
}

/* What a load has read is for those who look at the step, and none is kept that has as many
 * before it as are kept: of this process alone, too. */
static size_t pack(struct wl_vm *vm, uint8_t *at) {
  struct wl_step *s = &vm->step;
  bool had = s->has_values;
  bool seen = vm->before + vm->made <= vm->options->keep;
  s->has_values = had && (seen || s->kind != WL_STEP_ACCESS || s->access.op != WL_LOAD);
  size_t size = wl_step_pack(s, at);
  s->has_values = had;
  return size;
}

bool wl_send_hold(struct wl_vm *vm) {
  struct wl_send *e = vm->emit;
  if (vm->made++ < vm->sent) return true;
  if (!grow_held(e)) return false;
  uint8_t *at = e->held + e->held_used;
  uint16_t size = (uint16_t)pack(vm, at + sizeof size);
  memcpy(at, &size, sizeof size);
  e->held_used += sizeof size + size;
  return true;
}

void wl_send_release(struct wl_vm *vm) {
  struct wl_send *e = vm->emit;
  for (size_t at = 0; at < e->held_used;) {
    uint16_t size;
    memcpy(&size, e->held + at, sizeof size);
    if (is_full(vm, size)) wl_send_flush(e);
    memcpy(e->buffer + e->used, e->held + at + sizeof size, size);
    e->used += size;
    at += sizeof size + size;
  }
  e->held_used = 0;
  if (vm->made > vm->sent) vm->sent = vm->made;
}

void wl_send_drop(struct wl_vm *vm) { vm->emit->held_used = 0; }

void wl_send_step(struct wl_vm *vm) {
  struct wl_send *e = vm->emit;
  if (vm->made++ < vm->sent) return; /* when the block was run before */
  vm->sent = vm->made;
  if (is_full(vm, WL_STEP_MAX)) wl_send_flush(e);
  e->used += pack(vm, e->buffer + e->used);
}
