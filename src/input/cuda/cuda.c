/* A CUDA file as an input: compiled and run confined; the parent works as for scripts. */
#include <stdlib.h>
#include <string.h>

#include "input/cuda/compile.h"
#include "input/input.h"
#include "script/process/launches.h"

static bool takes(const struct wl_run_options *o) {
  size_t n = o->name != NULL ? strlen(o->name) : 0;
  return !o->one_line && !o->rubric && n > 3 && strcmp(o->name + n - 3, ".cu") == 0;
}

static void *begin(const struct wl_run_options *o, struct wl_diag *d) {
  struct wl_cuda_job *job = calloc(1, sizeof *job);
  if (job == NULL) wl_diag_refused(d, "not enough memory to start the program");
  else if (wl_cuda_job_begin(job, d)) return job;
  else wl_diag_file(d, o->name, 0);
  free(job);
  return NULL;
}

static void child(const struct wl_plan *plan, const void *of) { wl_cuda_child_main(plan, of); }

static void end(void *of) {
  wl_cuda_job_end(of);
  free(of);
}

static const struct wl_run_program program = {begin, child, end};

/* Whole programs take longer than a script: seconds where the user has not said how many. */
enum { PROGRAM_SECONDS = 120 };

void wl_input_prepare(struct wl_run_options *o) {
  o->program = takes(o) ? &program : NULL;
  if (o->program != NULL && o->seconds == wl_run_defaults.seconds) o->seconds = PROGRAM_SECONDS;
}

static void *start(const struct wl_run_options *o, struct wl_diag *d) {
  struct wl_run_options own = *o;
  own.program = &program;
  own.want_values = false;
  return wl_run_start(&own, d);
}

static size_t descriptors(const void *of, struct pollfd *fds, size_t capacity) {
  return wl_run_descriptors(of, fds, capacity);
}

static enum wl_run_state pump(void *of, int ms) { return wl_run_pump(of, ms); }

static enum wl_run_state wait_for(void *of) { return wl_run_wait(of); }

static void cancel(void *of) { wl_run_cancel(of); }

static struct wl_trace *trace(void *of) { return wl_run_trace(of); }

static struct wl_analysis *analysis(void *of) { return wl_run_analysis(of); }

static const struct wl_diag *diag(const void *of) { return wl_run_diag(of); }

static void progress(const void *of, uint64_t *done, uint64_t *total) {
  wl_run_progress(of, done, total);
}

static void destroy(void *of) { wl_run_destroy(of); }

static const struct wl_launches *launches(const void *of) { return wl_run_launches(of); }

const struct wl_input_ops wl_input_cuda = {
  .what = "a CUDA file", .can = WL_CAN_SET, .takes = takes, .start = start,
  .descriptors = descriptors, .pump = pump, .wait = wait_for, .cancel = cancel, .trace = trace,
  .analysis = analysis, .diag = diag, .progress = progress, .destroy = destroy,
  .launches = launches,
};
