/* The kinds of input, and the choice of one for a text. */
#include "input/input.h"

#include <stdlib.h>

struct wl_input {
  const struct wl_input_ops *ops;
  void *of;
};

static const struct wl_input_ops *kind_of(const struct wl_run_options *o) {
  return wl_input_cuda.takes(o) ? &wl_input_cuda
         : wl_input_addresses.takes(o) ? &wl_input_addresses : &wl_input_lua;
}

bool wl_input_can(const struct wl_run_options *o, enum wl_ability ability, struct wl_diag *d) {
  const struct wl_input_ops *ops = kind_of(o);
  if (ops->can & ability) return true;
  const char *lack = ability == WL_CAN_SET        ? "has no parameters"
                     : ability == WL_CAN_EVALUATE ? "does not say what memory holds"
                                                  : "states nothing to be checked";
  return wl_diag_fail(d, WL_USAGE, "%s is %s, which %s", o->name, ops->what, lack);
}

struct wl_input *wl_input_start(const struct wl_run_options *o, struct wl_diag *d) {
  if (o->setting_count > 0 && !o->edited && !wl_input_can(o, WL_CAN_SET, d)) return NULL;
  struct wl_input *in = malloc(sizeof *in);
  if (in == NULL) {
    wl_diag_refused(d, "not enough memory to start");
    return NULL;
  }
  in->ops = kind_of(o);
  in->of = in->ops->start(o, d);
  if (in->of != NULL) return in;
  free(in);
  return NULL;
}

size_t wl_input_descriptors(const struct wl_input *in, struct pollfd *fds, size_t capacity) {
  return in->ops->pump ? in->ops->descriptors(in->of, fds, capacity) : 0;
}

enum wl_run_state wl_input_pump(struct wl_input *in, int timeout_ms) {
  if (in->ops->pump) return in->ops->pump(in->of, timeout_ms);
  return in->ops->diag(in->of)->status == WL_OK ? WL_RUN_DONE : WL_RUN_FAILED;
}

enum wl_run_state wl_input_wait(struct wl_input *in) {
  return in->ops->wait ? in->ops->wait(in->of) : wl_input_pump(in, 0);
}

void wl_input_cancel(struct wl_input *in) {
  if (in->ops->cancel) in->ops->cancel(in->of);
}

struct wl_trace *wl_input_trace(struct wl_input *in) { return in->ops->trace(in->of); }

struct wl_analysis *wl_input_analysis(struct wl_input *in) { return in->ops->analysis(in->of); }

const struct wl_diag *wl_input_diag(const struct wl_input *in) { return in->ops->diag(in->of); }

void wl_input_progress(const struct wl_input *in, uint64_t *done, uint64_t *of) {
  *done = *of = 1;
  if (in->ops->progress) in->ops->progress(in->of, done, of);
}

void wl_input_destroy(struct wl_input *in) {
  if (in == NULL) return;
  in->ops->destroy(in->of);
  free(in);
}

const struct wl_launches *wl_input_launches(const struct wl_input *in) {
  return in->ops->launches != NULL ? in->ops->launches(in->of) : NULL;
}

const uint8_t *wl_input_values(const struct wl_input *in, const struct wl_array *a) {
  return in->ops->can & WL_CAN_EVALUATE ? in->ops->values(in->of, a) : NULL;
}

struct wl_evaluation *wl_input_peek(const struct wl_run_options *o, struct wl_input *in,
                                    const char *expression, struct wl_diag *d) {
  if (!wl_input_can(o, WL_CAN_EVALUATE, d)) return NULL;
  return in->ops->peek(o, in->of, expression, d);
}
