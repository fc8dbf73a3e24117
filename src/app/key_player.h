/* Keys that are typed or come from a file, with the time between them, so that a recording leads
 * to the same pictures in the same order when it is played.
 *
 * Time is that of the session: it passes in steps that end where the session has something to do,
 * and stands still while the script runs. A key of a file waits until all runs that the key before
 * it started have ended. Keys that stop a script or leave do not wait. */
#ifndef WL_APP_KEY_PLAYER_H
#define WL_APP_KEY_PLAYER_H

#include "core/base/diag.h"
#include "session/session.h"

struct wl_keyboard;

/* `play`: the file to take keys from; `record`: the one that they are written to, with
 * `heading` as a comment. Each may be NULL. NULL and a diag where one cannot be used. */
struct wl_keyboard *wl_keyboard_create(const char *play, const char *record, const char *heading,
                                       struct wl_diag *d);

/* False and a diag where not all could be written. NULL is fine. */
bool wl_keyboard_destroy(struct wl_keyboard *k, struct wl_diag *d);

/* A key was typed, for which there has to be room. True if that ends what was being played: then
 * it is no key. */
bool wl_keyboard_type(struct wl_keyboard *k, uint32_t key);

/* Whether so many keys wait that there is room for no other: it stays where it is until some
 * have been taken. */
bool wl_keyboard_full(const struct wl_keyboard *k);

/* The next key that is due, WL_KEY_NONE: none. `busy`: the script runs, or a sweep. */
uint32_t wl_keyboard_take(struct wl_keyboard *k, bool busy);

/* Until this is called with NULL, keys that are about instructions wait while the script runs, as
 * the session has none yet or may have few; and whether any key waits. */
void wl_keyboard_await(struct wl_keyboard *k, const struct wl_session *m);
bool wl_keyboard_waits(const struct wl_keyboard *k);

/* Time passes for the session, as much of `ms` as there is until the next key. */
void wl_keyboard_pass(struct wl_keyboard *k, struct wl_session *m, int ms, bool busy);

/* Milliseconds until the next key is due; -1: there is none, or it waits for the script. */
int wl_keyboard_wait(const struct wl_keyboard *k, bool busy);

/* Whether keys of a file are still to come. */
bool wl_keyboard_plays(const struct wl_keyboard *k);

#endif
