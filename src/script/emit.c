/* Sending steps to the parent. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "script/process.h"

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

void wl_emit_frame(int fd, enum wl_frame_kind kind, const void *data, size_t size) {
  struct wl_frame frame = {kind, (uint32_t)size};
  write_all(fd, &frame, sizeof frame);
  write_all(fd, data, size);
}

void wl_emit_flush(struct wl_emit *e) {
  if (e->used > 0) wl_emit_frame(e->fd, WL_FRAME_STEPS, e->buffer, e->used);
  if (e->blocks > 0) wl_emit_frame(e->fd, WL_FRAME_BLOCKS, &e->blocks, sizeof e->blocks);
  e->used = 0;
  e->blocks = 0;
}

void wl_emit_step(struct wl_vm *vm) {
  struct wl_emit *e = vm->emit;
  if (e->used + WL_STEP_MAX > sizeof e->buffer) wl_emit_flush(e);
  e->used += wl_step_pack(&vm->step, e->buffer + e->used);
}
