/* A terminal without a picture: a pseudo-terminal, and a program in it as the job of a
 * shell, which can be stopped, put in the background and continued. Bytes that come are
 * kept; nothing interprets them. */
#ifndef PSEUDO_H
#define PSEUDO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

struct pty {
  int master, keeper;     /* to the terminal; to the shell of the job */
  pid_t shell, job;
  bool ended, stopped;
  int status;             /* of waitpid(), once it has ended */
  struct termios modes;   /* before the job began */
  char *out;              /* what came, with a NUL behind it */
  size_t size, room;
};

/* Opens one; a test is skipped (exit status 77) where there are none. */
void pty_open(struct pty *p, int width, int height);

/* Starts argv[0] in it with the environment `set`: "NAME=VALUE" each, up to NULL. Where
 * `background`, another job has the terminal. */
void pty_start(struct pty *p, const char *const *argv, const char *const *set, bool background);

/* Takes what comes, until there is nothing for `ms`. Returns how many bytes came. */
size_t pty_drain(struct pty *p, int ms);

/* Takes what was written until now, a picture as a whole, however long the terminal needs. */
void pty_sync(struct pty *p);

/* Waits until `text` has come behind the first `from` bytes; false after a minute. */
bool pty_until(struct pty *p, size_t from, const char *text);

/* Wait until the job has ended, has stopped; false after a minute. */
bool pty_ends(struct pty *p);
bool pty_stops(struct pty *p);

void pty_type(struct pty *p, const void *bytes, size_t size);
void pty_resize(struct pty *p, int width, int height);
void pty_signal(struct pty *p, int number);

/* What fg and bg of a shell do. */
void pty_foreground(struct pty *p);
void pty_background(struct pty *p);

/* Whether the terminal has the modes that it had before. */
bool pty_restored(const struct pty *p);

/* The terminal goes away, as when a connection is lost. */
void pty_hang_up(struct pty *p);

/* Ends what is left, and forgets all. */
void pty_close(struct pty *p);

double pty_now_ms(void);

#endif
