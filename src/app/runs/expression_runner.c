#include "app/runs/expression_runner.h"

#include <stdio.h>
#include <string.h>

#include "session/select/setters.h"
#include "session/state/session_query.h"

enum { PATIENCE_MS = 200 /* after that, a message says how to stop it */ };

void wl_expression_runner_start(struct wl_expression_runner *a,
                                const struct wl_run_options *options,
                                struct wl_input *run, const char *expression) {
  struct wl_diag d;
  a->since = 0;
  a->peek = wl_input_peek(options, run, expression, &d);
  if (!a->peek) wl_session_fail_line(a->model, &d);
}

void wl_expression_runner_drop(struct wl_expression_runner *a) {
  char text[WL_EVALUATION_TEXT];
  struct wl_diag d;
  if (a->peek) wl_evaluation_end(a->peek, text, &d);
  a->peek = NULL;
}

size_t wl_expression_runner_descriptors(const struct wl_expression_runner *a, struct pollfd *fds,
                                        size_t capacity) {
  if (!a->peek || capacity == 0) return 0;
  fds[0] = (struct pollfd){wl_evaluation_descriptor(a->peek), POLLIN, 0};
  return 1;
}

bool wl_expression_runner_pump(struct wl_expression_runner *a, int64_t now) {
  char text[WL_EVALUATION_TEXT];
  struct wl_diag d;
  if (!a->peek) return false;
  if (a->since == 0) a->since = now;
  if (!wl_evaluation_done(a->peek)) {
    if (a->since > 0 && now - a->since > PATIENCE_MS) {
      wl_session_say(a->model, "still evaluating: x stops it");
      a->since = -1;
    }
    return false;
  }
  bool good = wl_evaluation_end(a->peek, text, &d);
  a->peek = NULL;
  if (a->since < 0) wl_session_say(a->model, "");
  if (!good && strstr(d.what, "<eof> expected"))
    snprintf(d.what, sizeof d.what, "this is neither a command nor an expression");
  if (!good && !d.hint[0])
    wl_diag_hint(&d, "a line is name=value, a command that ? lists, or an expression of Lua");
  if (good) wl_session_answer(a->model, text);
  else wl_session_fail_line(a->model, &d);
  return true;
}
