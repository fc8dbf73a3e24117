/* The second run beside the script on the screen (session/select/second_run.h), which follows the
 * first. */
#ifndef WL_APP_RUNS_SECOND_RUNNER_H
#define WL_APP_RUNS_SECOND_RUNNER_H

#include "app/runs/runner.h"

struct wl_second_runner;

/* Where a script lies that the user calls `name`, malloc'ed; NULL and a diag: nowhere. */
typedef char *wl_second_runner_finder(const char *name, struct wl_diag *d);

/* Beside what `f` shows in `m`; both and all that `find` needs are borrowed. `find` may
 * be NULL: names are paths. NULL when memory ran out. */
struct wl_second_runner *wl_second_runner_create(struct wl_runner *f, struct wl_session *m,
                                                 wl_second_runner_finder *find);
void wl_second_runner_destroy(struct wl_second_runner *s);

/* The name of the script in the words of --beside, malloc'ed; NULL where they have none. */
char *wl_second_runner_file(const char *words);

/* Does what the session wants (enum wl_request, as bits), and runs again where the feed did. */
void wl_second_runner_take(struct wl_second_runner *s, unsigned requests);

/* The same as those of the feed. */
bool wl_second_runner_busy(const struct wl_second_runner *s);
size_t wl_second_runner_descriptors(const struct wl_second_runner *s, struct pollfd *fds,
                                    size_t capacity);
bool wl_second_runner_pump(struct wl_second_runner *s, int64_t now);

/* Why there is nothing beside, or what is there did not run; NULL: all is well. */
const struct wl_diag *wl_second_runner_problem(const struct wl_second_runner *s);

#endif
