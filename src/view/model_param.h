/* Parameters: choosing one, changing it in place. Internal to src/view. */
#ifndef WL_VIEW_MODEL_PARAM_H
#define WL_VIEW_MODEL_PARAM_H

#include "core/head.h"
#include "view/action.h"

struct wl_model;

/* A parameter by name; for a grid or block that the script sets, and for an array, whose
 * value is the type of its elements, `shape` is made one.
 * NULL: there is none. */
const struct wl_param *wl_param_named(const struct wl_model *m, const char *name,
                                      struct wl_param *shape);

/* Sets a value without a trace in the undo list; false if nothing changes. */
bool wl_param_put(struct wl_model *m, const struct wl_param *p, const char *value);

/* The value that was set here, else the script's. */
const char *wl_param_value(const struct wl_model *m, const struct wl_param *p);

/* The parameter that is offered first: the last one changed, else the first with a
 * range of numbers, else the first. */
int wl_param_first(const struct wl_model *m);

/* Chooses another parameter, or turns the chosen one. */
void wl_model_turn(struct wl_model *m, enum wl_action action);

/* Sets a parameter by name; false and a diag where the script would not take it. */
bool wl_param_set(struct wl_model *m, const char *name, const char *value, struct wl_diag *d);

/* The next value of a parameter of the head, or the one before. */
void wl_param_move(struct wl_model *m, int param, int direction);

/* Brings the settings up to date. */
void wl_model_settle(struct wl_model *m);

/* Drops the values set here that an edited script has no parameter for, or took no
 * more. */
void wl_model_forget(struct wl_model *m);

#endif
