/* Where steps come from: a Lua script, a CUDA file or a list of addresses. Users of steps see only
 * this. */
#ifndef WL_INPUT_INPUT_H
#define WL_INPUT_INPUT_H

#include "script/judge/evaluate_arrays.h"
#include "script/process/run.h"

struct wl_input;
struct wl_launches;

/* What a kind of input may be able to do, as bits. */
enum wl_ability {
  WL_CAN_SET = 1,      /* has parameters that a user sets and sweeps */
  WL_CAN_EVALUATE = 2, /* knows what its arrays hold at the end */
  WL_CAN_CHECK = 4,    /* states what it is to come to */
};

/* A kind of input. `of` is what start() has made; state, diag and recording are asked for at any
 * time after it. */
struct wl_input_ops {
  const char *what; /* for messages: "a list of addresses" */
  unsigned can;     /* enum wl_ability */
  bool (*takes)(const struct wl_run_options *o); /* whether the text is one of its kind */
  void *(*start)(const struct wl_run_options *o, struct wl_diag *d); /* NULL: it cannot start */
  struct wl_trace *(*trace)(void *of);
  struct wl_analysis *(*analysis)(void *of);
  const struct wl_diag *(*diag)(const void *of);
  void (*destroy)(void *of);
  /* All NULL where it is over as soon as it has started; diag() says how. */
  size_t (*descriptors)(const void *of, struct pollfd *fds, size_t capacity);
  enum wl_run_state (*pump)(void *of, int timeout_ms);
  enum wl_run_state (*wait)(void *of);
  void (*cancel)(void *of);
  void (*progress)(const void *of, uint64_t *done, uint64_t *total);
  const struct wl_launches *(*launches)(const void *of); /* NULL: it has none */
  /* With WL_CAN_EVALUATE alone: NULL else. */
  const uint8_t *(*values)(const void *of, const struct wl_array *a);
  struct wl_evaluation *(*peek)(const struct wl_run_options *o, void *of, const char *expression,
                                struct wl_diag *d);
};
extern const struct wl_input_ops wl_input_addresses, wl_input_cuda,
  wl_input_lua; /* which takes all the rest */

/* Whether the input that these options name has an ability; false and a diag that says so: the
 * one place that does. */
bool wl_input_can(const struct wl_run_options *o, enum wl_ability ability, struct wl_diag *d);

/* Notes in options with a name what runs their text, where that is no script: whoever copies them
 * and starts runs by himself needs it. */
void wl_input_prepare(struct wl_run_options *o);

/* As those of script/process/run.h, by whatever kind the text is. */
struct wl_input *wl_input_start(const struct wl_run_options *o, struct wl_diag *d);
size_t wl_input_descriptors(const struct wl_input *in, struct pollfd *fds, size_t capacity);
enum wl_run_state wl_input_pump(struct wl_input *in, int timeout_ms);
enum wl_run_state wl_input_wait(struct wl_input *in);
void wl_input_cancel(struct wl_input *in);
struct wl_trace *wl_input_trace(struct wl_input *in);
struct wl_analysis *wl_input_analysis(struct wl_input *in);
const struct wl_diag *wl_input_diag(const struct wl_input *in);
void wl_input_progress(const struct wl_input *in, uint64_t *done, uint64_t *of);
void wl_input_destroy(struct wl_input *in); /* NULL is fine */

/* The launches of a program, and what it prints (script/process/launches.h); NULL: it has none. */
const struct wl_launches *wl_input_launches(const struct wl_input *in);

/* What an array holds at the end; NULL where that is not known. */
const uint8_t *wl_input_values(const struct wl_input *in, const struct wl_array *a);

/* Starts to evaluate an expression over these values. NULL and a diag if it cannot be. */
struct wl_evaluation *wl_input_peek(const struct wl_run_options *o, struct wl_input *in,
                                    const char *expression, struct wl_diag *d);

#endif
