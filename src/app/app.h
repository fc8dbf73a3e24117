/* One script on a screen or without one: its model, its runs, and the lessons around it. */
#ifndef WL_APP_APP_H
#define WL_APP_APP_H

#include <stdio.h>

#include "app/key_player.h"
#include "app/runs/file_watch.h"
#include "app/runs/runner.h"
#include "app/runs/second_runner.h"
#include "canvas/theme.h"
#include "script/process/run.h"
#include "session/course/course.h"
#include "session/restore/restore.h"
#include "session/session.h"

/* The lessons of which one is shown, counted from the first that was: -1 comes before it. */
struct wl_tui_course {
  void *of;
  /* What lies before and after a lesson; borrowed until the course ends. */
  void (*look)(void *of, int lesson, struct wl_beyond beyond[WL_SIDES]);
  /* The number of a lesson by its name. False and a diag: there is none. */
  bool (*find)(void *of, const char *name, int *lesson, struct wl_diag *d);
  /* The options of that lesson, valid until those of a further one; NULL and a diag. `now` are
   * those of the one that is shown. */
  const struct wl_tui_options *(*open)(void *of, const struct wl_tui_options *now, int lesson,
                                       struct wl_diag *d);
};

struct wl_tui_options {
  struct wl_run_options run;  /* what to run; settings change from the screen */
  bool at_stop;               /* begins at the first picture behind its first mark */
  bool silent;                /* does not pose the questions of the script */
  bool still;                 /* the picture is to be taken home */
  const char *file;           /* read again when it changes; NULL: what runs stays as it is */
  bool ascii;                 /* no character outside ASCII */
  bool have_tier;             /* colour depth given by the user */
  enum wl_tier tier;
  enum wl_scheme scheme;
  uint32_t registers;         /* of a thread; 0: not given */
  const char *const *words;   /* of the command line, which the line of a picture begins with */
  size_t word_count;
  struct wl_restore at;            /* where to begin */
  const char *keys;           /* file to take keys from, or NULL */
  const char *record;         /* file to write keys to, or NULL */
  bool (*tally)(void *to, const char *rows, struct wl_diag *d); /* keeps it, or NULL */
  void *tally_to;
  wl_second_runner_finder *find;       /* scripts by the names that users call them, or NULL */
  wl_session_teller *tell;    /* what else to tell below the text of the script, or NULL */
  const void *tell_of;
  struct wl_tui_course course; /* without functions: none */
  int lesson;                 /* that is shown, of it */
  bool print_state;           /* print how to come back to the last one */
};

/* Questions of a lesson that was left, which are behind when a lecture comes back to it. */
struct wl_app_left { int lesson; struct wl_answered *answered; struct wl_app_left *next; };

struct wl_app {
  const struct wl_tui_options *options;
  struct wl_session *model;
  struct wl_runner *feed;
  struct wl_second_runner *side;   /* what stands beside it */
  struct wl_file_watch *watch; /* of its file; NULL: of nothing */
  bool looked;            /* the session knows the lessons around this one */
  struct wl_app_left *left;
  struct wl_diag unkept;  /* why votes are in no file, for all lessons; WL_OK: they are */
};

/* A script that has not been started. False and a diag where memory ran out; to be closed
 * either way. */
bool wl_app_open(struct wl_app *e, const struct wl_tui_options *o, struct wl_diag *d);
void wl_app_close(struct wl_app *e); /* one that is all zeros, too */

/* Opens the lesson after this one, or before it, or the one that the session names; false where it
 * cannot be: the session says why. */
bool wl_app_next(struct wl_app *e, bool on, struct wl_app *next);

/* … and puts it in its place. It has not been started. */
void wl_app_replace(struct wl_app *e, const struct wl_app *next, bool on);

/* Both, and starts it, where the session wants another lesson and no screen has to be seen to. */
bool wl_app_turn(struct wl_app *e);

/* Has the session know the lessons around this one, which takes reading them all: before it gets
 * a key at the latest. */
void wl_app_look(struct wl_app *e);

/* Does what the session wants of the script and of what stands beside it (enum wl_request, as
 * bits). */
void wl_app_take(struct wl_app *e, unsigned requests);

/* The same as those of the feed (app/runs/runner.h), for both. */
enum { WL_APP_FDS = 1024 };
bool wl_app_busy(const struct wl_app *e);
size_t wl_app_descriptors(const struct wl_app *e, struct pollfd fds[WL_APP_FDS]);
bool wl_app_pump(struct wl_app *e, int64_t now);

/* Has the tally kept, where somebody keeps it, or says why not. */
void wl_app_tally(struct wl_app *e);

/* What the whole ends with: `status`, or that votes are in no file, and why. */
enum wl_status wl_app_end(const struct wl_app *e, enum wl_status status,
                          struct wl_diag *d);

/* Prints how to come back to the picture, after the terminal is as it was. */
enum wl_status wl_app_print_state(struct wl_app *e, FILE *f, struct wl_diag *d);

#endif
