/* Running scripts in tests, and their steps as lines of text. */
#ifndef TEST_SCRIPT_H
#define TEST_SCRIPT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "script/process/run.h"

/* So many seconds, or more in a build that takes longer for all it does: sanitizers. All
 * limits on time in tests that they may meet go through here. */
double patience(double seconds);

/* Seconds of a processor that this process has used, and those it has waited for. They pass
 * alike however busy the machine is. */
double used_seconds(void);

/* Of them, what a run may need beyond its limit; what hangs takes longer still. */
#define SLACK 3.0

/* A run to its end of the script `text`, named "test.lua". `settings` is
 * "a=1 b=2" or NULL; workers 0: as the machine has. */
struct wl_run *run_text(const char *text, const char *settings, unsigned workers);

/* The same, `one_by_one`: thread by thread, never all lanes at once. */
struct wl_run *run_settings(const char *text, const char *settings, unsigned workers,
                            bool one_by_one);

/* The same on a generation, NULL for the one that is usual. */
struct wl_run *run_on(const char *cc, const char *text, unsigned workers);

/* The usual options of a run of one worker, for those who change some. */
struct wl_run_options options_of(const char *text, size_t size);

/* With all options. */
struct wl_run *run_options(const struct wl_run_options *options);

/* A run of one worker, which has to end well. */
struct wl_run *run_kernel(const char *text);
struct wl_run *run_kernel_on(const char *cc, const char *text);

/* The steps of a run that must have gone well, one per line:
 * "LINE OPERATION ARRAY MASK [#ITERATION]", for one warp of one block:
 * "5 store g 000000ff #0". Barriers, shuffles and votes have their name, marks
 * their text. To be freed. */
char *steps_of(struct wl_run *run, uint32_t block, uint32_t warp);

/* The same of warp 0 of block 0, for a run that failed. */
char *steps_of_failed(struct wl_run *run);

/* Runs `text`, lanes at once where they can and threads one by one, and compares the steps of
 * warp 0 of block 0. */
void expect_steps(const char *text, const char *steps);

/* The steps' bytes, one after the other; to be freed. */
uint8_t *bytes_of(struct wl_run *run, size_t *size);

/* Finds the n-th step (from 0) on a source line; fails the test if there is none. */
struct wl_step step_at(struct wl_run *run, uint32_t line, unsigned n);

/* The number that `lane` loaded or stored at a step. */
double stored(const struct wl_step *s, unsigned lane);

/* Asserts that a run failed and prints its message where it did not. */
const struct wl_diag *expect_failure(struct wl_run *run);

#endif
