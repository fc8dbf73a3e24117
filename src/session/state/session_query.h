/* What every part of the screen asks of the model. Internal to src/view. */
#ifndef WL_SESSION_STATE_SESSION_QUERY_H
#define WL_SESSION_STATE_SESSION_QUERY_H

#include "core/gpu/target.h"

struct wl_head;
struct wl_measured;
struct wl_model;

/* The generation that is counted on, and with the chip that is told of. */
const struct wl_arch *wl_model_arch(const struct wl_model *m);
struct wl_target wl_model_target(const struct wl_model *m);
struct wl_target wl_model_own_target(const struct wl_model *m); /* … unless somebody chooses */

/* What the script has declared; NULL: there is no recording. */
const struct wl_head *wl_model_head(const struct wl_model *m);

/* What hardware counted with the settings of now; NULL: nothing, or the run still goes on. */
const struct wl_measured *wl_model_measured(const struct wl_model *m);

/* What the script is called: its title, else its file without the way there. */
const char *wl_model_title(const struct wl_model *m);

/* Whether it is a script of one line (-e): what its names stand for and its arrays are is
 * given with it. */
bool wl_model_one_line(const struct wl_model *m);

/* Whether there is no step to select. */
bool wl_model_empty(const struct wl_model *m);

/* Excess of a step, 0 past the end. */
uint32_t wl_model_excess(const struct wl_model *m, size_t step);

/* A remark for the status line, until the next action; or until the script has ended, too. */
void wl_model_say(struct wl_model *m, const char *text);
void wl_model_say_running(struct wl_model *m, const char *text);

#endif
