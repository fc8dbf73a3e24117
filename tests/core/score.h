/* How often the model has the counts of the probe, operation by operation. */
#ifndef TESTS_CORE_SCORE_H
#define TESTS_CORE_SCORE_H

#include "core/gpu/arch.h"

/* Counts, and those that the model has; what it only estimates is apart. */
struct score {
  unsigned exact, exact_agree, estimates, estimates_agree;
};

enum { SCORE_ROWS = 64 };

struct scores {
  unsigned instructions, rows;
  struct score all;
  struct {
    char name[48]; /* "global load.cg" */
    struct score score;
  } row[SCORE_ROWS]; /* in order of memory and name */
};

/* Compares each count of a file that probe/measure has written. With `tell` it prints each that
 * is no estimate and differs. Ends the program where the file makes no sense. */
void score_file(const char *directory, const char *name, const struct wl_arch *arch, bool tell,
                struct scores *s);

#endif
