#include "script/judge/evaluate_arrays.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "script/judge/check_process.h"
#include "script/machine/clock.h"
#include "script/machine/protocol.h"
#include "script/machine/run_options.h"

enum { SECONDS = 5 }; /* nobody waits longer for an answer */

struct wl_evaluation {
  struct wl_run_options options;
  char *expression;
  struct wl_judging judging;
  struct wl_sheet sheet;
  int64_t last; /* milliseconds; when it is given up */
};
static_assert(sizeof((struct wl_check *)0)->message >= WL_EVALUATION_TEXT,
              "the answer is such a message");

struct wl_evaluation *wl_evaluation_start(const struct wl_run_options *options, struct wl_run *run,
                                          const char *expression, struct wl_diag *d) {
  struct wl_evaluation *p = calloc(1, sizeof *p);
  char *copy = p ? strdup(expression) : NULL;
  if (!copy) {
    free(p);
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  p->expression = copy;
  p->options = *options;
  p->options.name = ":";
  p->options.text = copy;
  p->options.size = strlen(copy);
  p->options.settings = NULL;
  p->options.setting_count = 0;
  p->options.one_line = p->options.rubric = true;
  if (p->options.seconds > SECONDS) p->options.seconds = SECONDS;
  struct timespec last = wl_give_up_at(p->options.seconds);
  p->last = (int64_t)last.tv_sec * 1000 + last.tv_nsec / 1000000;
  struct wl_judge_job job = {.options = &p->options, .work = WL_JUDGE_VALUE, .run = run};
  if (wl_judge_begin(&job, &p->judging, d)) return p;
  free(copy);
  free(p);
  return NULL;
}

int wl_evaluation_descriptor(const struct wl_evaluation *p) { return p->judging.fd; }

bool wl_evaluation_done(const struct wl_evaluation *p) {
  struct pollfd fd = {.fd = p->judging.fd, .events = POLLIN};
  return poll(&fd, 1, 0) > 0 || wl_clock_ms() >= p->last;
}

bool wl_evaluation_end(struct wl_evaluation *p, char text[WL_EVALUATION_TEXT], struct wl_diag *d) {
  bool good = wl_judge_end(&p->judging, &p->options, &p->sheet, d);
  if (good) memcpy(text, p->sheet.checks.check[0].message, WL_EVALUATION_TEXT);
  else d->file[0] = '\0'; /* it is in no file */
  free(p->expression);
  free(p);
  return good;
}
