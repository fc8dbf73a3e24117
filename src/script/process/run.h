/* Running a script in child processes and receiving what it did. */
#ifndef WL_SCRIPT_PROCESS_RUN_H
#define WL_SCRIPT_PROCESS_RUN_H

#include <poll.h>

#include "core/analysis/costs.h"
#include "script/machine/run_options.h"
#include "script/syntax/lesson_header.h" /* wl_script_target() */

struct wl_run;

/* Defaults for every limit; name, text and settings empty. */
extern const struct wl_run_options wl_run_defaults;

/* Reads a script file: a regular file (or "-": standard input) of at most 1 MiB
 * of text. *text is malloc'ed, NUL-terminated. A BOM is left out, a shebang line
 * blanked and every line end is "\n", so that lines and columns are those that an
 * editor shows. */
bool wl_script_read(const char *path, char **text, size_t *size, struct wl_diag *d);

/* What a script at `path` is called, that the user calls `name`: one found elsewhere by its
 * name is called the same wherever that is, and whatever lies in the current folder. */
const char *wl_script_shown(const char *name, const char *path);

/* Starts the run and returns at once. NULL and a diag if it cannot start. */
struct wl_run *wl_run_start(const struct wl_run_options *options, struct wl_diag *d);

/* Blocks so far whose warps ran all lanes at once, not thread by thread. No figure knows
 * it: for tests, which compare the two ways. */
uint64_t wl_run_at_once(const struct wl_run *run);

/* Descriptors to poll for; at most `capacity`, returns how many. */
size_t wl_run_descriptors(const struct wl_run *run, struct pollfd *fds, size_t capacity);

/* Takes in what has arrived, waiting up to `timeout_ms` for the first byte
 * (0: not at all, -1: for ever). Ends the run when a limit is reached. Works
 * for at most about 4 ms before it returns, attended 0.2 ms, so that a screen stays
 * alive. */
enum wl_run_state wl_run_pump(struct wl_run *run, int timeout_ms);

/* Stops the script now, also where its end has come already and nobody has made anything of that.
 * The state becomes WL_RUN_FAILED, status WL_LIMIT. */
void wl_run_cancel(struct wl_run *run);

/* Runs to the end. */
enum wl_run_state wl_run_wait(struct wl_run *run);

/* Owned by the run, which may go on adding to them. Ask again after each pump: a
 * run may begin anew (the old ones stay as they are until destroy()). */
struct wl_trace *wl_run_trace(struct wl_run *run);
struct wl_analysis *wl_run_analysis(struct wl_run *run);
const struct wl_diag *wl_run_diag(const struct wl_run *run);

/* What an array of the head holds at the end: its bytes, NULL where they were not
 * wanted or the array is not in global or constant memory. */
const uint8_t *wl_run_values(const struct wl_run *run, const struct wl_array *a);

/* The same of all arrays: see wl_values_of(). NULL where they were not wanted. */
uint8_t *wl_run_all_values(const struct wl_run *run);

/* What it was asked to do. */
const struct wl_run_options *wl_run_asked(const struct wl_run *run);

/* Blocks whose steps have arrived, of how many: for a progress line. And seconds of a processor
 * that the busiest process has used so far, of which it may use those of the options. */
void wl_run_progress(const struct wl_run *run, uint64_t *done, uint64_t *of);
double wl_run_used(const struct wl_run *run);

/* Kills what still runs and frees all. NULL is fine. */
void wl_run_destroy(struct wl_run *run);

#endif
