/* What each verb does once the command line is understood. */
#ifndef WL_VERBS_H
#define WL_VERBS_H

#include "command.h"

/* Runs the verb of `c`, help and version included. Anything but WL_OK comes
 * with a diag; only an empty `what` means that all has been said already. */
enum wl_status wl_verb_run(const struct wl_command *c, struct wl_diag *d);

/* Verbs with a file of their own. */
enum wl_status wl_verb_show(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_diff(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_screen(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_sweep(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_menu(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_list(const struct wl_command *c, struct wl_diag *d);

#endif
