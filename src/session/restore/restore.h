/* The place in a picture as one word, "step:72,view:banks,wave:2", and back. */
#ifndef WL_SESSION_RESTORE_RESTORE_H
#define WL_SESSION_RESTORE_RESTORE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analysis/measure.h"
#include "session/settings/undo.h"

struct wl_diag;
struct wl_session;

/* What is selected and how it is looked at. Where `given` has no bit, and no text stands, all is
 * as the screen begins. */
enum { WL_AT_WHY = 40 };
struct wl_restore {
  uint32_t given; /* bit k: key k of the table of session/restore/restore.c */
  long step, line, lane, wave, scroll, fact;
  char view[16], why[WL_AT_WHY], order[8], knob[WL_VALUE], figure[WL_MEASURE_NAME];
  const char *find, *beside, *ask; /* not in the word; NULL: nothing. Borrowed */
  bool mask, present, no_questions;
};

/* The option of the command line that sets key number `k` by itself, NULL: none does; false: there
 * are no more keys. */
bool wl_at_option(unsigned k, const char **option);

/* Sets one, by its key or the name of that option; and all of a word. False and a diag
 * (WL_USAGE). */
bool wl_restore_set(struct wl_restore *at, const char *name, const char *value, struct wl_diag *d);
bool wl_restore_read(struct wl_restore *at, const char *word, struct wl_diag *d);

/* Whether it says which step. */
bool wl_restore_is_placed(const struct wl_restore *at);

/* Goes there, in the order of the table. False and a diag where the recording has no such place;
 * what comes before it is set then. */
bool wl_restore_apply(struct wl_session *m, const struct wl_restore *at, struct wl_diag *d);

/* The same, as soon as the recording has the step; a place that it has not is an error above the
 * picture. */
void wl_restore_begin(struct wl_session *m, const struct wl_restore *at);
void wl_restore_arrive(struct wl_session *m);

/* Where the model is; texts are its own. */
void wl_restore_take(struct wl_session *m, struct wl_restore *at);

/* Arguments for a shell that come back to this picture, `separator` between them: those of
 * wl_session_set_command(), then settings, theme and place. To be freed; NULL when memory ran
 * out. */
char *wl_restore_write(struct wl_session *m, char separator);

#endif
