/* Changes that are taken back and made again, in the order in which they were made, however
 * late their recordings come. */
#ifndef WL_SESSION_SETTINGS_UNDO_H
#define WL_SESSION_SETTINGS_UNDO_H

#include "core/gpu/target.h"

struct wl_session;

/* Keeps a change of a value, so that it can be taken back. */
void wl_undo_note(struct wl_session *m, const char *name, const char *before, const char *after);

/* Changes the generation and its chip, so that it can be taken back: the chip at once. */
void wl_session_set_target(struct wl_session *m, struct wl_target t);

/* The recordings that are begun from now on are for another generation. */
void wl_session_turned(struct wl_session *m, const struct wl_arch *before,
                       const struct wl_arch *now);

/* The script cannot run there: what was asked for last is this one instead. */
void wl_session_passed(struct wl_session *m, const struct wl_arch *now);

/* What has become of a run, as it happens. */
enum wl_event {
  WL_EVENT_STARTED,  /* it has what is set now */
  WL_EVENT_SHOWS,    /* the first of it is about to be shown, while it goes on */
  WL_EVENT_COMPLETE, /* it is what is shown, and what one goes back to */
  WL_EVENT_GONE,     /* what it had shown is gone again, and the complete one is shown */
  WL_EVENT_FAILED,   /* nothing came of it: back to what the complete one was made with */
};
void wl_session_event(struct wl_session *m, enum wl_event e);

/* What is set and was not in the last good recording: "block=64,8 pad=1"; "" for nothing. */
void wl_undo_tried(const struct wl_session *m, char *text, size_t size);

/* Whether what is set was never shown: a run with it still goes on. */
bool wl_undo_awaited(const struct wl_session *m);

/* What is set differently from the last good recording, with the values of that one:
 * "pad 0 → 1". */
void wl_undo_news(const struct wl_session *m, char *text, size_t size);

/* Takes the last change back, and makes it again: all those of a turn. */
void wl_session_undo(struct wl_session *m);
void wl_session_redo(struct wl_session *m);

#endif
