#include "spaces.h"

#include <stdio.h>
#include <string.h>

#include "core/gpu/target.h"
#include "script.h"

const char *truth_dir, *pattern_dir;

/* Asserts that `text` fails on line `line` with `what` in its message. */
void expect_error(const char *cc, const char *text, unsigned line, const char *what) {
  struct wl_run *run = run_on(cc, text, 1);
  const struct wl_diag *d = expect_failure(run);
  if (strstr(d->what, what) == NULL || d->line != line)
    fail_msg("%s\nline %u: %s", text, d->line, d->what);
  wl_run_destroy(run);
}

/* The counts of the n-th step on a line, on cc 9.0. */
struct wl_counts counts_at(struct wl_run *run, uint32_t line, unsigned n) {
  struct wl_step s = step_at(run, line, n);
  struct wl_counts c;
  wl_count(wl_arch_default(), &s.access, &c);
  return c;
}

/* Calls `check` with the fields of every row of a file. */
void each_row(const char *file, void (*check)(char *field[COLUMNS])) {
  char path[1024], line[1024];
  unsigned rows = 0;
  snprintf(path, sizeof path, "%s/%s", truth_dir, file);
  FILE *f = fopen(path, "re");
  assert_non_null(f);
  do assert_non_null(fgets(line, sizeof line, f)); /* the names of the columns */
  while (line[0] == '#');
  for (; fgets(line, sizeof line, f) != NULL; rows++) {
    char *field[COLUMNS] = {0}, *rest = line;
    for (unsigned i = 0; i < COLUMNS && rest != NULL; i++) field[i] = strsep(&rest, ",\n");
    check(field);
  }
  fclose(f);
  assert_true(rows > 5);
}
