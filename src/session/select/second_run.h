/* A second recording beside the first: the same script with other values or on another generation,
 * or another script. The part that runs scripts makes it. */
#ifndef WL_SESSION_SELECT_SECOND_RUN_H
#define WL_SESSION_SELECT_SECOND_RUN_H

#include "core/base/diag.h"

struct wl_session;

/* Asks for what `words` say, as on a command line: FILE name=value … --arch=CC; without
 * a file it is the script that is shown, and values not named are those that it has.
 * "" takes it away. False and a diag where there are too many. */
bool wl_second_run_ask(struct wl_session *m, const char *words, struct wl_diag *d);

/* What is asked for; "": nothing. */
const char *wl_second_run_words(const struct wl_session *m);

/* The model that shows it from now on, borrowed; NULL: nothing is beside. */
void wl_second_run_set(struct wl_session *m, struct wl_session *other);

/* Keeps the picture as it is now beside what comes, and goes to where both are seen; or
 * takes away what is beside. */
void wl_second_run_turn(struct wl_session *m);

/* Has the other select the step that is like the selected one, with the same lane picked
 * and replayed as far. False where it has no such step. */
bool wl_second_run_meet(struct wl_session *m);

/* Wavefronts to replay until both have come to an end, where both are looked at. */
unsigned wl_second_run_waves(struct wl_session *m);

/* Goes back to the last of these wavefronts from a later one, where only one is looked at now. */
void wl_second_run_limit_wave(struct wl_session *m);

/* What tells one from the other: "pad=1", "cc 8.0", "naive.lua"; where nothing does, "as it is"
 * and "the same", or "as it was kept". */
enum { WL_SECOND_RUN_LABEL = 96 };
void wl_second_run_label(const struct wl_session *m, bool other, char text[WL_SECOND_RUN_LABEL]);

#endif
