/* What verbs share: the script of a command, its run, and the output. */
#ifndef WL_CLI_JOB_H
#define WL_CLI_JOB_H

#include "cli/command.h"
#include "cli/output.h"
#include "cli/patterns.h"
#include "input/input.h"

/* A run of the script that the command names, not yet started. */
struct wl_job {
  struct wl_run_options run;
  struct wl_target target; /* of --arch, else what the script says, else the default */
  char *path, *text;
  const char *rubric;           /* of --rubric, or named by the script that is checked; or NULL */
  char named[WL_RUBRIC_NAME];   /* the latter */
  struct wl_counters *counters; /* report/counters/counters.h; NULL: not given */
};

/* Reads the script of `c`. False and a diag where there is none to run; `j` is to be
 * freed either way. */
bool wl_job_read(const struct wl_command *c, struct wl_job *j, struct wl_diag *d);
void wl_job_free(struct wl_job *j);

/* Says once which file is meant, where that could be in doubt. */
void wl_job_note(enum wl_bundle bundle, const char *name);

/* Runs a job that was read to its end. NULL and a diag where that fails. */
struct wl_input *wl_job_run(const struct wl_job *j, struct wl_diag *d);

/* Opens the output of `c` before any work is done for it. */
struct wl_output *wl_verb_open(const struct wl_command *c, struct wl_diag *d);

/* Whether output has to be ASCII: asked for, or the locale has no UTF-8. */
bool wl_wants_ascii(const struct wl_command *c);

/* Whether its picture is to be taken home: a file, a picture for people without keys. */
bool wl_wants_still(const struct wl_command *c);

/* What the command wants to be written: --json is a format like others. */
enum wl_format wl_verb_format(const struct wl_command *c);

/* Writes the error as an object to `f`, standard output, for a program that asked for JSON
 * there: the verb stopped at its input or its arguments, and nothing went there yet. */
void wl_verb_tell(const struct wl_command *c, FILE *f, const struct wl_diag *d);

/* Ends the output, where it stopped with wl_verb_tell(). */
bool wl_verb_close(const struct wl_command *c, struct wl_output *o, bool good, struct wl_diag *d);

typedef bool wl_verb_writer(const struct wl_command *c, const struct wl_job *j,
                            struct wl_input *run, FILE *f, struct wl_diag *d);

/* Runs the script and has `write` put what it gave where -o says. The target of its
 * command is that of the job. */
enum wl_status wl_verb_write(const struct wl_command *c, wl_verb_writer *write,
                             struct wl_diag *d);

#endif
