/* The terminal: takes a canvas, gives keys. The only user of curses. */
#ifndef WL_TUI_TERMINAL_H
#define WL_TUI_TERMINAL_H

#include "canvas/canvas.h"
#include "core/base/diag.h"
#include "session/state/keymap.h"

struct wl_term;

/* Takes the terminal over. `tier`: at most this colour depth. NULL and a diag
 * (WL_TERMINAL) where it cannot be used; nothing has been written to it then.
 * wl_signals_start() comes before it. */
struct wl_term *wl_term_start(enum wl_tier tier, enum wl_scheme scheme, struct wl_diag *d);

/* Gives the terminal back as it was found. NULL is fine. */
void wl_term_stop(struct wl_term *t);

/* Changes the scheme from the next blit on, which writes every cell. */
void wl_term_theme(struct wl_term *t, enum wl_scheme scheme);

/* Asks the terminal to tell of clicks and of the wheel, or leaves them to it. */
void wl_term_mouse(struct wl_term *t, bool on);

/* Descriptor that keys come from. */
int wl_term_descriptor(const struct wl_term *t);

void wl_term_size(const struct wl_term *t, int *width, int *height);

/* Shows a canvas: writes what differs from what is shown. False: the screen has turned lighter or
 * darker a moment ago, and would again (flash_limit.h); once those milliseconds have passed, -1
 * where
 * that is not so, a picture as it is then is to be shown. */
bool wl_term_blit(struct wl_term *t, const struct wl_canvas *c);
int wl_term_held(const struct wl_term *t);

/* The next key that was typed (session/state/keymap.h), WL_KEY_NONE if there is none. */
uint32_t wl_term_key(struct wl_term *t);

/* Milliseconds until keys are to be asked for although none has come, for the end of pasted text
 * may have been lost; -1: never. */
int wl_term_wait(const struct wl_term *t);

/* Whether the terminal has gone away: nothing more will come from it. */
bool wl_term_gone(const struct wl_term *t);

/* The next blit writes every cell. */
void wl_term_redraw(struct wl_term *t);

/* Takes the signals that have come (tui/signals.h, enum wl_seen as bits, which it returns):
 * stops as the shell wants it, and comes back; takes the terminal again; reads its size. */
unsigned wl_term_obey(struct wl_term *t);

#endif
