/* A Lua script as an input: run in processes of its own. */
#include "input/input.h"

static bool takes(const struct wl_run_options *o) {
  (void)o;
  return true;
}

static void *start(const struct wl_run_options *o, struct wl_diag *d) { return wl_run_start(o, d); }

static size_t descriptors(const void *of, struct pollfd *fds, size_t capacity) {
  return wl_run_descriptors(of, fds, capacity);
}

static enum wl_run_state pump(void *of, int timeout_ms) { return wl_run_pump(of, timeout_ms); }

static enum wl_run_state wait_for(void *of) { return wl_run_wait(of); }

static void cancel(void *of) { wl_run_cancel(of); }

static struct wl_trace *trace(void *of) { return wl_run_trace(of); }

static struct wl_analysis *analysis(void *of) { return wl_run_analysis(of); }

static const struct wl_diag *diag(const void *of) { return wl_run_diag(of); }

static void progress(const void *of, uint64_t *done, uint64_t *total) {
  wl_run_progress(of, done, total);
}

static void destroy(void *of) { wl_run_destroy(of); }

static const uint8_t *values(const void *of, const struct wl_array *a) {
  return wl_run_values(of, a);
}

static struct wl_evaluation *peek(const struct wl_run_options *o, void *of, const char *expression,
                                  struct wl_diag *d) {
  return wl_evaluation_start(o, of, expression, d);
}

const struct wl_input_ops wl_input_lua = {
  .what = "a script", .can = WL_CAN_SET | WL_CAN_EVALUATE | WL_CAN_CHECK, .takes = takes,
  .start = start, .descriptors = descriptors, .pump = pump, .wait = wait_for, .cancel = cancel,
  .trace = trace, .analysis = analysis, .diag = diag, .progress = progress, .destroy = destroy,
  .values = values, .peek = peek,
};
