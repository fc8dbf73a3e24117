/* Notes from the screen to a second terminal: a local socket that only the user can
 * reach, named after the script. No network. */
#ifndef WL_TUI_NOTES_SOCKET_H
#define WL_TUI_NOTES_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/diag.h"

struct wl_notes_socket;

/* What is sent for `script` from here on. NULL where it cannot be, and a diag that says
 * why: another presents the same script, or the system gives no place for it. */
struct wl_notes_socket *wl_notes_socket_serve(const char *script, struct wl_diag *d);
void wl_notes_socket_close(struct wl_notes_socket *c); /* NULL is fine */

/* To be polled for input: somebody wants to read; then wl_notes_socket_accept(). */
int wl_notes_socket_descriptor(const struct wl_notes_socket *c);
void wl_notes_socket_accept(struct wl_notes_socket *c);

/* Sends bytes to all who read; who does not take them is dropped. Never blocks. */
void wl_notes_socket_send(struct wl_notes_socket *c, const void *bytes, size_t size);

/* The reader's end: a descriptor that gives one message at a time, or -1: nobody
 * presents the script. A diag where that can never be. */
int wl_notes_socket_join(const char *script, struct wl_diag *d);

/* The same of whatever is presented, the one that began last: any script of the user. */
int wl_notes_socket_join_any(struct wl_diag *d);

/* Serves; where another does, NULL, a diag, and `ahead`: the end of a reader of that one, to be
 * told when it ends. -1: there is nothing to wait for. */
struct wl_notes_socket *wl_notes_socket_queue(const char *script, int *ahead, struct wl_diag *d);

#endif
