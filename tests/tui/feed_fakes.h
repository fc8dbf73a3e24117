/* Runs and a model that do what a test of the feed says. */
#ifndef TESTS_TUI_FEED_FAKES_H
#define TESTS_TUI_FEED_FAKES_H

#include "script/process/run.h"

struct wl_runner;

struct wl_input {
  int id;
  enum wl_run_state state;
  size_t steps;
  struct wl_diag diag;
  char text[32];
};
struct wl_session {
  int shown;      /* id of the run on screen, 0: none */
  int alive[32];  /* runs that have not been destroyed */
  char failed[64];
  unsigned failures;
  int file;       /* enum wl_file */
  uint64_t of;    /* of the last progress */
  int settings;   /* how many it has */
  int wanted, begun, made; /* which changes of the user: the last, those of a run, of good */
  bool presents;
  int waits; /* how often somebody was told to wait */
  const struct wl_arch *arch; /* that the last change was for */
  const char *tried; /* what was set since the last good run */
  int left, home; /* what was shown when a run was, and when it had come to nothing */
  int taken_back; /* how often settings that did not run were */
};

extern struct wl_session screen;
extern char said[64];
extern struct wl_input *newest;
extern int runs;
extern struct wl_run_options last;
extern char last_settings[128];
extern const char *file;
extern int cut; /* this many reads come out short, each in its own way */
extern const char *none, *laid_out;
extern int layouts;
extern bool over;
extern const char *answer;
extern int peeks;
extern char answered[32];
extern const char *swept;
extern bool sweeping, sweep_news;

/* A feed that has started the run of a script, and has to have none left at its end. */
struct wl_runner *begin(void);
void end(struct wl_runner *f);

/* The newest run ends well, or is to fail after some steps. */
void run_once(struct wl_runner *f, int64_t now);
void fail_with(enum wl_status status, size_t steps);

#endif
