/* Parameter values that were set on the screen. */
#ifndef WL_SESSION_STATE_SETTINGS_H
#define WL_SESSION_STATE_SETTINGS_H

#include "core/trace/trace_head.h"

struct wl_session;

/* Whether it is the name of a grid or block. */
bool wl_is_shape(const char *name);

/* A parameter by name; for a grid or block that the script sets, for an array, whose value is
 * the type of its elements, and for a setting of caches, one is made in `made`.
 * NULL: there is none. */
const struct wl_param *wl_param_named(const struct wl_session *m, const char *name,
                                      struct wl_param *made);

/* Sets a value without a trace in the undo list; false if nothing changes. */
bool wl_param_put(struct wl_session *m, const struct wl_param *p, const char *value);

/* False of a shape or a type that the user has set and put back to the script's own: it is as if
 * nobody had. */
bool wl_param_told(const struct wl_session *m, const struct wl_param *p);

/* The value that was set here, else the script's. And the one that the picture is of, which
 * an error stands above, or a slide tells of while a run with another one goes on. */
const char *wl_param_shown(const struct wl_session *m, const struct wl_param *p);
const char *wl_param_value(const struct wl_session *m, const struct wl_param *p);

/* The name of what was changed last, parameter, shape or type; "": nothing was. */
const char *wl_param_changed(const struct wl_session *m);

/* The parameter that is offered first: the last one changed, else the first with a
 * range of numbers, else the first. */
int wl_param_first(const struct wl_session *m);

/* Values of all parameters that are not at the script's own default, and of
 * those that the user has put back to it: "name=value", `*count` of them. They
 * replace all settings of earlier runs. Valid until the model changes. */
enum { WL_SETTING_TEXT = 66 }; /* bytes of one, at most */
const char *const *wl_session_settings(const struct wl_session *m, size_t *count);

/* Brings the settings up to date. */
void wl_session_settle(struct wl_session *m);

/* Drops the values set here that an edited script has no parameter for, or took no
 * more. */
void wl_session_forget(struct wl_session *m);

#endif
