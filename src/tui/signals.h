/* Signals while the screen is up: flags for some, a safe end for the others. */
#ifndef WL_TUI_SIGNALS_H
#define WL_TUI_SIGNALS_H

#include <signal.h>
#include <stddef.h>
#include <termios.h>

enum wl_seen { WL_SEEN_RESIZE = 1, WL_SEEN_STOP = 2, WL_SEEN_CONTINUE = 4, WL_SEEN_RELOAD = 8 };

/* Installs the handlers. Size changes, job control and SIGUSR1 only set flags, and
 * only while the mask below is in force. Deadly signals give the terminal back, as
 * wl_signals_guard() says, and then kill this process as they would have. */
void wl_signals_start(void);

/* Puts everything back as it was. */
void wl_signals_end(void);

/* The mask to wait with (ppoll): the flag signals can come in. */
const sigset_t *wl_signals_open(void);

/* Flags since the last call (enum wl_seen, as bits). */
unsigned wl_signals_take(void);

/* What a deadly signal does first: sets `modes` on terminal `fd` and writes
 * `bytes` to it. All is copied (at most 512 bytes). */
void wl_signals_guard(int fd, const struct termios *modes, const char *bytes, size_t size);

/* Deadly signals leave the terminal alone from here on. */
void wl_signals_unguard(void);

/* Stops this process, as Ctrl-Z does to a program that does not care. Returns
 * when it is continued, which is not told as WL_SEEN_CONTINUE then. */
void wl_signals_suspend(void);

#endif
