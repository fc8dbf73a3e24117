/* What is to be shown, and how: what the screen, --plain and `show` begin with. */
#ifndef WL_APP_APP_OPTIONS_H
#define WL_APP_APP_OPTIONS_H

#include "app/runs/second_runner.h"
#include "canvas/theme.h"
#include "script/process/run.h"
#include "session/course/neighbours.h"
#include "session/restore/restore.h"
#include "session/session.h"

struct wl_tui_options;

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
  const struct wl_chip *chip; /* of its generation */
  bool at_stop;               /* begins at the first mark, if it has one */
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
  char *(*page)(const char *name); /* file of a page, "warplens.1"; malloc'ed, or NULL */
  wl_second_runner_finder *find;       /* scripts by the names that users call them, or NULL */
  wl_session_teller *tell;    /* what else to tell below the text of the script, or NULL */
  const void *tell_of;
  struct wl_tui_course course; /* without functions: none */
  int lesson;                 /* that is shown, of it */
  bool print_state;           /* print how to come back to the last one */
};

#endif
