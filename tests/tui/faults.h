/* What the checks of test_faults share: the program in a terminal, and what is wrong. */
#ifndef TESTS_TUI_FAULTS_H
#define TESTS_TUI_FAULTS_H

#include <stdbool.h>

#include "pseudo.h"

enum { TEXT = 512 };

extern const char *program, *source, *row_id; /* the row that is checked */
extern char dir[64];                          /* where the program runs */
extern int failures;

void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void expect(bool good, const char *what);

/* A file of the test's directory, as a whole, until the next call; "" where there is none. */
char *slurp(const char *name);

/* A command line for sh, without a terminal; $W is the program. Its exit status, or 128 and
 * the signal. */
int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Bytes that a terminal would take for more than text. */
bool has_escapes(const char *text);

/* How often a text has another. */
int count(const char *text, const char *what);

/* Starts `arguments` (words with spaces between them) in a terminal of a size; `set`: more
 * of the environment, "NAME=VALUE" with spaces between them, "-NAME" to leave one out. */
void start(struct pty *p, int width, int height, const char *set, const char *arguments);

/* The usual: a picture is there. */
void start_picture(struct pty *p, const char *set);

bool exited(const struct pty *p, int status);

/* Leaves by q, and well. */
void leave(struct pty *p, const char *what);

/* Died of a signal, with the terminal as it was. */
void dies(struct pty *p, int number, const char *what);

/* The rows: faults_start.c and faults_signals.c. */
void no_type(void);
void dumb(void);
void no_color(void);
void recorded(void);
void locales(void);
void sizes(void);
void homes(void);
void deadly(void);
void crashes(void);
void signals_at_bad_times(void);
void suspends(void);
void background(void);
void storms(void);
void pipes(void);
void options(void);
void closed(void);
void readers(void);
void slow(void);
void terminfo(void);
void colour_depths(void);
void kills(void);
void vanishes(void);
void garbage(void);

#endif
