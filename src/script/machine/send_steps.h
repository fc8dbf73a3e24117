/* What a process writes into its pipe: packed steps and other frames. */
#ifndef WL_SCRIPT_MACHINE_SEND_STEPS_H
#define WL_SCRIPT_MACHINE_SEND_STEPS_H

#include "script/machine/protocol.h"

/* Steps on their way into a pipe. */
struct wl_send {
  int fd;
  uint32_t blocks; /* done since the last flush */
  size_t used;
  uint8_t buffer[WL_FRAME_MAX];
  uint8_t *held;   /* steps that wait, each behind its size in 16 bits */
  size_t held_used, held_capacity;
};

/* Packs vm->step and sends it on. */
void wl_send_step(struct wl_vm *vm);

/* Packs vm->step, to be sent or dropped with those before it. False: too many wait. */
bool wl_send_hold(struct wl_vm *vm);
void wl_send_release(struct wl_vm *vm);
void wl_send_drop(struct wl_vm *vm);

/* Sends what is waiting, and the number of blocks done. */
void wl_send_flush(struct wl_send *e);

/* Sends one frame. Ends the process where nobody reads any more. */
void wl_send_frame(int fd, enum wl_frame_kind kind, const void *data, size_t size);

#endif
