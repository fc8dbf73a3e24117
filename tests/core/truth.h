/* Reading tests/truth: rows of hardware counters as accesses. */
#ifndef TESTS_CORE_TRUTH_H
#define TESTS_CORE_TRUTH_H

#include "core/access/access.h"

enum { TRUTH_COLUMNS = 40, TRUTH_LINE = 4096 };

struct truth_file;

/* One row; the fields point into it. */
struct truth_row {
  char text[TRUTH_LINE];
  char *field[TRUTH_COLUMNS];
  unsigned columns;
};

/* Opens a file of the directory and reads its header; ends the program if it
 * cannot. Closed by truth_next() at its end. */
struct truth_file *truth_open(const char *directory, const char *name);

/* Reads the next row; false at the end. */
bool truth_next(struct truth_file *f, struct truth_row *row);

/* Whether the file has a column. */
bool truth_has(const struct truth_file *f, const char *column);

/* The field of a column by its name, which must exist. */
const char *truth_field(const struct truth_file *f, const struct truth_row *row,
                        const char *column);

/* The number in a column, or -1 where it is empty. */
long truth_number(const struct truth_file *f, const struct truth_row *row, const char *column);

/* Takes 32 numbers, or dashes for inactive lanes, out of a field. */
void truth_lanes(const char *field, uint32_t *mask, uint64_t value[WL_LANES]);

#endif
