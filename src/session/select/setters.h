/* Sets single values of the model from outside. */
#ifndef WL_SESSION_SELECT_SETTERS_H
#define WL_SESSION_SELECT_SETTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "canvas/theme.h"
#include "session/session.h"

struct wl_chip;
struct wl_diag;

/* An error to show above the last good picture; NULL takes it away. That of a line that was
 * typed goes with the next key. */
void wl_session_fail(struct wl_session *m, const struct wl_diag *d);
void wl_session_fail_line(struct wl_session *m, const struct wl_diag *d);

/* How many errors there were so far. */
unsigned wl_session_failures(const struct wl_session *m);
const struct wl_diag *wl_session_failure(const struct wl_session *m); /* NULL: none is shown */

/* The answer to what was asked behind ':'. */
void wl_session_answer(struct wl_session *m, const char *text);

/* What the script is called, for as long as it has not said so itself; it has given
 * nothing for a while, and somebody waits. */
void wl_session_set_title(struct wl_session *m, const char *title);
void wl_session_wait(struct wl_session *m);

/* Registers of a thread, for occupancy; before it is called they are assumed. */
void wl_session_set_registers(struct wl_session *m, uint32_t registers);
uint32_t wl_session_registers(const struct wl_session *m); /* 0: nobody gave them */

/* What else is to be told below the text of the script; NULL: nothing. */
void wl_session_set_teller(struct wl_session *m, wl_session_teller *tell, const void *of);


/* Selects a step by index or as the first one of a line, picks a lane, replays as far as a
 * wavefront (0: not at all).
 * False if there is none such. */
bool wl_session_select(struct wl_session *m, size_t step);
bool wl_session_select_line(struct wl_session *m, size_t line);
bool wl_session_pick(struct wl_session *m, unsigned lane);
bool wl_session_wave(struct wl_session *m, unsigned wave);

/* Poses the questions of the script where they are met; at first it does not. */
void wl_session_pose(struct wl_session *m, bool on);

/* Opens the panel that explains a figure, by its JSON key; false if there is
 * no figure of that name, or the selected step lacks it. */
bool wl_session_ask_why(struct wl_session *m, const char *figure);

/* Colours for this background, which the user changes; at first dark. */
void wl_session_set_scheme(struct wl_session *m, enum wl_scheme scheme);
enum wl_scheme wl_session_scheme(const struct wl_session *m);

/* The picture is to be taken home: no key is named on it, since none would work. */
void wl_session_set_still(struct wl_session *m);

/* Whether it shows one fact a screen (session/course/presentation.h). */
bool wl_session_presents(const struct wl_session *m);

/* Whether the mouse is to be heard of; at first it is the terminal's. */
bool wl_session_mouse(const struct wl_session *m);

/* Words of the command line that stay as they are, for session/restore/restore.h; borrowed. */
void wl_session_set_command(struct wl_session *m, const char *const *words, size_t count);

#endif
