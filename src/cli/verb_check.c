#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/help.h"
#include "cli/job.h"
#include "report/check/check.h"

static bool write_checks(const struct wl_command *c, FILE *f, const struct wl_judgement *g,
                         struct wl_diag *d) {
  struct wl_hints_asked hints = {(unsigned)c->value[WL_OPT_HINT].number, c->file,
                                 c->value[WL_OPT_RUBRIC].text};
  switch (c->value[WL_OPT_FORMAT].choice) {
  case WL_FORMAT_JUNIT: return wl_check_junit(f, g, d);
  case WL_FORMAT_GRADESCOPE: return wl_check_gradescope(f, g, d);
  case WL_FORMAT_JSON: return wl_check_json(f, g, d);
  default: return wl_check_text(f, g, &hints, wl_wants_ascii(c), d);
  }
}

/* A check that cannot be judged is hardly the fault of the script. */
static enum wl_status status_of(const struct wl_judgement *g) {
  const struct wl_checks *counted = wl_judgement_counted(g);
  if (wl_checks_with(counted, WL_BROKEN) > 0) return WL_SCRIPT;
  return wl_checks_with(counted, WL_PASSED) == counted->count ? WL_OK : WL_CHECK;
}

/* The rubric that `job` names so far as the user does. */
static bool read_rubric(const struct wl_command *c, char **path, char **text,
                        struct wl_grade_job *job, struct wl_diag *d) {
  const char *name = job->rubric;
  if (!name && (!c->value[WL_OPT_HINT].given || job->unreadable)) return true;
  if (!name) return wl_diag_fail(d, WL_USAGE, "--hint needs a --rubric, which has the hints");
  *path = wl_bundled_path(WL_BUNDLED_RUBRIC, name, d);
  if (*path == NULL || !wl_script_read(*path, text, &job->size, d)) {
    if (d->status == WL_INPUT) wl_bundled_hint(WL_BUNDLED_RUBRIC, name, d);
    return false;
  }
  if (c->value[WL_OPT_RUBRIC].given) wl_job_note(WL_BUNDLED_RUBRIC, name);
  job->rubric = *path;
  job->text = *text;
  return true;
}

/* Without a rubric a script that cannot be run is an error, as for every verb; a
 * program that waits for results gets them all the same. Where the system got in the way
 * there are none: nothing is known of the script. */
static bool grade(const struct wl_command *c, const struct wl_grade_job *job,
                  struct wl_judgement *g, FILE *f, enum wl_status *status, struct wl_diag *d) {
  bool text = c->value[WL_OPT_FORMAT].choice == WL_FORMAT_TEXT, graded = wl_grade_run(job, g, d);
  *status = !graded ? d->status : job->unreadable ? WL_INPUT : status_of(g);
  if (graded && wl_judgement_counted(g)->count == 0) {
    wl_diag_fail(d, WL_SCRIPT, "%s has no expect(): nothing to check", job->run.name);
    wl_diag_hint(d, "write  expect(\"name\", function(r) return … end), or give a --rubric");
    *status = d->status;
    return false;
  }
  if (!graded && (text || d->refused || wl_judgement_counted(g)->count == 0)) return false;
  struct wl_diag second;
  if (write_checks(c, f, g, &second)) return true;
  *d = second;
  *status = d->status;
  return false;
}

bool wl_check_foretell(const struct wl_command *c, struct wl_diag *d) {
  const char *path = c->value[WL_OPT_OUTPUT].text;
  struct stat old;
  bool text = c->value[WL_OPT_FORMAT].choice == WL_FORMAT_TEXT;
  if (!path || text || (stat(path, &old) == 0 && !S_ISREG(old.st_mode))) return true;
  struct wl_judgement *g = calloc(1, sizeof *g);
  struct wl_output *o = g ? wl_verb_open(c, d) : NULL;
  if (!g) return wl_diag_fail(d, WL_LIMIT, "out of memory");
  struct wl_check *check = &g->own.check[0];
  g->script = c->expression ? "-e" : c->file;
  g->target = c->target;
  g->own.count = 1;
  check->outcome = WL_FAILED;
  snprintf(check->name, sizeof check->name, "warplens check");
  snprintf(check->message, sizeof check->message,
           "it has not come to its end: nothing is known of the script");
  bool good = o && write_checks(c, wl_output_file(o), g, d);
  if (o && !wl_output_close(o, good, d)) good = false;
  free(g);
  return good;
}

enum wl_status wl_check(const struct wl_command *c, struct wl_grade_job *job, struct wl_output *o,
                        struct wl_diag *d) {
  char *path = NULL, *text = NULL;
  enum wl_status status = WL_LIMIT;
  struct wl_judgement *g = calloc(1, sizeof *g);
  bool good = false;
  if (job->run.name == NULL) job->run.name = c->file;
  if (g == NULL) {
    wl_diag_fail(d, WL_LIMIT, "out of memory");
  } else if (!read_rubric(c, &path, &text, job, d)) {
    status = d->status;
  } else if (job->unreadable && (!job->rubric || job->unreadable->refused)) {
    *d = *job->unreadable;
    status = d->status;
  } else {
    good = grade(c, job, g, wl_output_file(o), &status, d);
  }
  if (!good) wl_verb_tell(c, wl_output_file(o), d);
  if (!wl_output_close(o, good, d) && good) status = d->status;
  free(path);
  free(text);
  free(g);
  return status;
}
