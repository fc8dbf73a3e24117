/* What is said of a run that takes long: how far it is, what is left, and the limit to come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/runs/runs_left.h"

static const struct { struct wl_progress p; const char *line; } rows[] = {
  {{0, 4096, 0, 1000, 3, 10, 3}, "block 0 of 4096"},
  {{0, 0, 0, 1000, 3, 10, 3}, "block 0 of 0"},
  {{1024, 4096, 100, 1000, 1, 10, 1}, "block 1024 of 4096, 25 %: 3 s left"},
  {{1024, 4096, 251, 1000, 3, 10, 1},
   "block 1024 of 4096, 25 %: 3 s left; more than --accesses=1000 to come"},
  {{1024, 4096, 250, 1000, 2.5, 10, 30}, "block 1024 of 4096, 25 %: 90 s left"},
  {{1024, 4096, 250, 1000, 2.6, 10, 3},
   "block 1024 of 4096, 25 %: 9 s left; --timeout=10 will stop it"},
  {{1, 1000, 0, 1000, 1, 86400, 1}, "block 1 of 1000, 0 %: 17 min left"},
  {{1, 100000, 0, 1000, 1, 1e6, 1}, "block 1 of 100000, 0 %: 28 h left"},
  {{4096, 4096, 1000, 1000, 10, 10, 10}, "block 4096 of 4096, 100 %: 0 s left"},
  {{UINT32_MAX, UINT64_C(4) * UINT32_MAX, UINT64_C(1) << 49, UINT64_C(1) << 49, 1, 86400, 1e3},
   "block 4294967295 of 17179869180, 25 %: 50 min left; more than --accesses=562949"},
};

static void test_lines(void **state) {
  (void)state;
  char text[WL_WAITING];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    wl_waiting_line(&rows[i].p, text);
    assert_string_equal(text, rows[i].line);
  }
}

/* Where the errors go to a file nothing is said, however long it takes. */
static void test_no_terminal(void **state) {
  (void)state;
  struct wl_waiting w = {.began = 1};
  char file[] = "/tmp/warplens-waiting-XXXXXX";
  int was = dup(STDERR_FILENO), fd = mkstemp(file);
  assert_true(fd >= 0 && dup2(fd, STDERR_FILENO) >= 0);
  wl_waiting_run(&w, &rows[2].p);
  wl_waiting_run(&w, NULL);
  wl_waiting_tell(&w, 7);
  dup2(was, STDERR_FILENO);
  assert_int_equal(lseek(fd, 0, SEEK_END), 0);
  close(was), close(fd);
  unlink(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines),
                                     cmocka_unit_test(test_no_terminal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
