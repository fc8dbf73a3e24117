/* What tests of accesses other than plain ones share: kernels, their errors, and what
 * hardware counters said. */
#ifndef TESTS_SCRIPT_SPACES_H
#define TESTS_SCRIPT_SPACES_H

#include "script.h"

extern const char *truth_dir, *pattern_dir; /* of the counters; of the bundled scripts */

/* Asserts that `text` fails on line `line` with `what` in its message. */
void expect_error(const char *cc, const char *text, unsigned line, const char *what);

/* The counts of the n-th step on a line, on cc 9.0. */
struct wl_counts counts_at(struct wl_run *run, uint32_t line, unsigned n);

/* Calls `check` with the fields of every row of a file. */
enum { COLUMNS = 17 };
void each_row(const char *file, void (*check)(char *field[COLUMNS]));

#endif
