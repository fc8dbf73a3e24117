/* The picture as arguments of the command line, and back: what is selected and how it
 * is looked at, as rows of a table that options.c has an option for. */
#ifndef WL_VIEW_BOOKMARK_H
#define WL_VIEW_BOOKMARK_H

#include <stdio.h>

#include "core/diag.h"
#include "view/marks.h"

struct wl_model;

/* The option that says it: "step", for --step. */
const char *wl_bookmark_option(enum wl_bookmark b);

/* What the option has to say now, "" where it has no value; false: nothing. For tests, which
 * put one after the other into another model; the program writes them all. */
bool wl_bookmark_get(struct wl_model *m, enum wl_bookmark b, char *text, size_t size);

/* Puts it. False and a diag (WL_USAGE) where the recording has none such, or has
 * it not yet. A generation is put by who runs the script: that does nothing here. */
bool wl_bookmark_put(struct wl_model *m, enum wl_bookmark b, const char *text,
                     struct wl_diag *d);

/* The same, as soon as the recording has it; `text` is borrowed. */
void wl_bookmark_recall(struct wl_model *m, enum wl_bookmark b, const char *text);

/* Puts what is recalled, as far as the recording has it. */
bool wl_bookmark_take(struct wl_model *m, struct wl_diag *d);

/* The recording is whole: what it has not is an error above the picture. */
void wl_bookmark_settle(struct wl_model *m);

/* Arguments for a shell that come back to this picture, `separator` between them:
 * those of wl_model_set_command(), then settings, theme and all of the above. To be
 * freed; NULL when memory ran out. */
char *wl_bookmark_write(struct wl_model *m, char separator);

#endif
