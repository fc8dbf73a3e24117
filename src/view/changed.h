/* The last change of settings as words, "pad=1 --arch=8.0": so that a picture with figures before
 * and after it can come back, by what was set before it and then the change. */
#ifndef WL_VIEW_CHANGED_H
#define WL_VIEW_CHANGED_H

#include <stdbool.h>
#include <stddef.h>

#include "core/diag.h"

struct wl_model;

/* False where the selected step shows nothing from before a change, or it has no words: the
 * script was edited, or a lesson went on (view/flip.h). */
bool wl_changed_words(struct wl_model *m, char *text, size_t size);

/* What a parameter was, or the generation (core/setting.h), before a change that has words. */
bool wl_changed_was(struct wl_model *m, const char *name, char *value, size_t size);

/* The step of the recording before; it has words. */
size_t wl_changed_from(const struct wl_model *m);

/* Makes the change that a command line asks for, all of it or none: true once it is made. False
 * and a diag: not yet, or it cannot be. */
bool wl_changed_recall(struct wl_model *m, const char *words, struct wl_diag *d);
bool wl_changed_awaited(const struct wl_model *m); /* … the run that it takes */

#endif
