/* What is put into the model from outside, a thing at a time. */
#ifndef WL_SESSION_SELECT_SETTERS_H
#define WL_SESSION_SELECT_SETTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "canvas/theme.h"

struct wl_chip;
struct wl_diag;
struct wl_model;

/* An error to show above the last good picture; NULL takes it away. That of a line that was
 * typed goes with the next key. */
void wl_model_fail(struct wl_model *m, const struct wl_diag *d);
void wl_model_fail_line(struct wl_model *m, const struct wl_diag *d);

/* How many errors there were so far. */
unsigned wl_model_failures(const struct wl_model *m);
const struct wl_diag *wl_model_failure(const struct wl_model *m); /* NULL: none is shown */

/* The answer to what was asked behind ':'. */
void wl_model_answer(struct wl_model *m, const char *text);

/* What the script is called, for as long as it has not said so itself; it has given
 * nothing for a while, and somebody waits. */
void wl_model_set_title(struct wl_model *m, const char *title);
void wl_model_wait(struct wl_model *m);

/* Registers of a thread, for occupancy; before it is called they are assumed. */
void wl_model_set_registers(struct wl_model *m, uint32_t registers);
uint32_t wl_model_registers(const struct wl_model *m); /* 0: nobody gave them */

/* The chip that is told of, where it is one of the generation shown. */
void wl_model_set_chip(struct wl_model *m, const struct wl_chip *chip);

/* Selects a step by index or as the first one of a line, picks a lane, replays as far as a
 * wavefront (0: not at all).
 * False if there is none such. */
bool wl_model_select(struct wl_model *m, size_t step);
bool wl_model_select_line(struct wl_model *m, size_t line);
bool wl_model_pick(struct wl_model *m, unsigned lane);
bool wl_model_wave(struct wl_model *m, unsigned wave);

/* Poses the questions of the script where they are met; at first it does not. */
void wl_model_pose(struct wl_model *m, bool on);

/* Opens the panel that explains a figure, by its JSON key; false if there is
 * no figure of that name, or the selected step lacks it. */
bool wl_model_ask_why(struct wl_model *m, const char *figure);

/* Colours for this background, which the user changes; at first dark. */
void wl_model_set_scheme(struct wl_model *m, enum wl_scheme scheme);
enum wl_scheme wl_model_scheme(const struct wl_model *m);

/* The picture is to be taken home: no key is named on it, since none would work. */
void wl_model_set_still(struct wl_model *m);

/* Whether it shows one fact a screen (session/course/presentation.h). */
bool wl_model_presents(const struct wl_model *m);

/* Whether the mouse is to be heard of; at first it is the terminal's. */
bool wl_model_mouse(const struct wl_model *m);

/* Words of the command line that stay as they are, for session/restore/restore.h; borrowed. */
void wl_model_set_command(struct wl_model *m, const char *const *words, size_t count);

#endif
