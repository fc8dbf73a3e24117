/* A place in a picture, as data (session/restore/restore.h). */
#ifndef WL_SESSION_RESTORE_RESTORE_FIELDS_H
#define WL_SESSION_RESTORE_RESTORE_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analysis/measure.h"
#include "session/settings/settings_state.h"

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

#endif
