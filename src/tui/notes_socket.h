/* Notes from the screen to a second terminal: a local socket that only the user can
 * reach, named after the script. No network. */
#ifndef WL_TUI_NOTES_SOCKET_H
#define WL_TUI_NOTES_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/diag.h"

struct wl_channel;

/* What is sent for `script` from here on. NULL where it cannot be, and a diag that says
 * why: another presents the same script, or the system gives no place for it. */
struct wl_channel *wl_channel_serve(const char *script, struct wl_diag *d);
void wl_channel_close(struct wl_channel *c); /* NULL is fine */

/* To be polled for input: somebody wants to read; then wl_channel_accept(). */
int wl_channel_descriptor(const struct wl_channel *c);
void wl_channel_accept(struct wl_channel *c);

/* Sends bytes to all who read; who does not take them is dropped. Never blocks. */
void wl_channel_send(struct wl_channel *c, const void *bytes, size_t size);

/* The reader's end: a descriptor that gives one message at a time, or -1: nobody
 * presents the script. A diag where that can never be. */
int wl_channel_join(const char *script, struct wl_diag *d);

/* The same of whatever is presented, the one that began last: any script of the user. */
int wl_channel_join_any(struct wl_diag *d);

/* Serves; where another does, NULL, a diag, and `ahead`: the end of a reader of that one, to be
 * told when it ends. -1: there is nothing to wait for. */
struct wl_channel *wl_channel_queue(const char *script, int *ahead, struct wl_diag *d);

#endif
