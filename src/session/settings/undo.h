/* Changes of values on the screen, which are undone and redone in order, however late their
 * recordings arrive. */
#ifndef WL_SESSION_SETTINGS_UNDO_H
#define WL_SESSION_SETTINGS_UNDO_H

#include "core/gpu/target.h"
#include "core/trace/trace_head.h"
#include "session/state/step_info.h"

struct wl_session;
struct wl_trace;

enum { WL_UNDO = 64, WL_VALUE = 32 };

struct wl_value { char name[WL_VALUE], value[WL_VALUE]; };
struct wl_setting_text { char text[2 * WL_VALUE + 2]; };

/* The turn of a lesson to other settings (variant_change.h) that changes were made by: they are
 * taken back, and made again, together. */
struct wl_turned {
  unsigned number;         /* of all turns; 0: somebody has made the change */
  unsigned from, to;       /* of the list of the lesson */
};

/* A change that can be taken back: of a value, or under the name of a setting (setting.h) of
 * the generation and its chip. */
struct wl_change {
  unsigned number; /* of all that were made */
  char name[WL_VALUE], before[WL_TARGET_TEXT], after[WL_TARGET_TEXT];
  struct wl_turned turn;
};

/* What a run is made with: the values that are set here, by name, the settings of the lesson that
 * they belong to (0: the script's own), and the last change. */
struct wl_version {
  size_t count;
  struct wl_value value[WL_MAX_PARAMS];
  unsigned variant, last;
};

/* What is set, and how it came to that. */
struct wl_settings_state {
  unsigned numbers, turns;
  struct wl_turned turn; /* that makes changes now; number 0: none does */
  struct wl_version now, coming, complete; /* … of the run that goes on, of the last good one */
  size_t entries, undone; /* of entry[]: that count, and behind them those that are taken back */
  struct wl_change entry[WL_UNDO];
  const struct wl_trace *shown; /* the last good recording */
  struct wl_setting_text text[WL_MAX_PARAMS];
  const char *setting[WL_MAX_PARAMS]; /* the texts, for wl_session_settings() */
  struct wl_target noted_target; /* comes next, and is in the list; arch NULL: none does */
};

/* Keeps a change of a value, so that it can be taken back. */
void wl_undo_note(struct wl_session *m, const char *name, const char *before, const char *after);

/* Changes the generation and its chip, so that it can be taken back. */
void wl_session_set_target(struct wl_session *m, struct wl_target t);

/* What the last run that was asked for is counted on. */
struct wl_target wl_session_next_target(const struct wl_session *m);

/* The recordings that are begun from now on are for another generation or chip. */
void wl_session_turned(struct wl_session *m, struct wl_target before, struct wl_target now);

/* The script cannot run there: what was asked for last is this one instead. */
void wl_session_passed(struct wl_session *m, struct wl_target now);

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
