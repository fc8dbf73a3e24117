/* A CUDA file as an input: compiled and run in a cage, with the parent's side of scripts. */
#include <stdlib.h>
#include <string.h>

#include "input/cuda/compile.h"
#include "input/input.h"
#include "script/process/launches.h"

struct cuda { struct wl_cuda_job job; struct wl_run *run; };

static bool takes(const struct wl_run_options *o) {
  size_t n = o->name != NULL ? strlen(o->name) : 0;
  return !o->one_line && !o->rubric && n > 3 && strcmp(o->name + n - 3, ".cu") == 0;
}

static _Noreturn void child(const struct wl_plan *plan) {
  wl_cuda_child_main(plan, plan->options->child_of);
}

static void destroy(void *of) {
  struct cuda *c = of;
  wl_run_destroy(c->run);
  wl_cuda_job_end(&c->job);
  free(c);
}

static void *start(const struct wl_run_options *o, struct wl_diag *d) {
  struct cuda *c = calloc(1, sizeof *c);
  if (c == NULL) {
    wl_diag_refused(d, "not enough memory to start the program");
    return NULL;
  }
  struct wl_run_options own = *o;
  own.child = child;
  own.child_of = &c->job;
  own.want_values = false;
  if (wl_cuda_job_begin(&c->job, d)) c->run = wl_run_start(&own, d);
  else if (d != NULL) wl_diag_file(d, o->name, 0);
  if (c->run != NULL) return c;
  destroy(c);
  return NULL;
}

static struct wl_run *run_of(const void *of) { return ((const struct cuda *)of)->run; }

static size_t descriptors(const void *of, struct pollfd *fds, size_t capacity) {
  return wl_run_descriptors(run_of(of), fds, capacity);
}

static enum wl_run_state pump(void *of, int ms) { return wl_run_pump(run_of(of), ms); }

static enum wl_run_state wait_for(void *of) { return wl_run_wait(run_of(of)); }

static void cancel(void *of) { wl_run_cancel(run_of(of)); }

static struct wl_trace *trace(void *of) { return wl_run_trace(run_of(of)); }

static struct wl_analysis *analysis(void *of) { return wl_run_analysis(run_of(of)); }

static const struct wl_diag *diag(const void *of) { return wl_run_diag(run_of(of)); }

static void progress(const void *of, uint64_t *done, uint64_t *total) {
  wl_run_progress(run_of(of), done, total);
}

static const struct wl_launches *launches(const void *of) { return wl_run_launches(run_of(of)); }

const struct wl_input_ops wl_input_cuda = {
  .what = "a CUDA file", .can = WL_CAN_SET, .takes = takes, .start = start,
  .descriptors = descriptors, .pump = pump, .wait = wait_for, .cancel = cancel, .trace = trace,
  .analysis = analysis, .diag = diag, .progress = progress, .destroy = destroy,
  .launches = launches,
};
