#include "script/process/launches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/bytes.h"
#include "script/process/run.h"

enum { LAUNCHES_MOST = 10000, PRINTED_MOST = 1 << 25 };

struct launch_frame {
  char kernel[96];
  uint32_t shown, counted; /* counted: by launch=NUMBER */
};

const struct wl_launches *wl_run_launches(const struct wl_run *run) { return run->launches; }

static bool refuse(struct wl_run *run, const char *what) {
  return wl_diag_fail(&run->diag, WL_INTERNAL, "the program sent %s", what);
}

static bool no_memory(struct wl_run *run) {
  return wl_diag_refused(&run->diag, "not enough memory for the launches");
}

static void end_other(struct wl_launches *l) {
  struct wl_run *o = l->other;
  l->other = NULL;
  if (o == NULL) return;
  wl_recording_destroy(o->recording);
  wl_trace_destroy(o->trace);
  wl_analysis_destroy(o->analysis);
  free(o);
}

void wl_launches_destroy(struct wl_launches *l) {
  if (l == NULL) return;
  end_other(l);
  free(l->launch);
  free(l->printed);
  free(l);
}

bool wl_launches_end(struct wl_run *run) {
  struct wl_launches *l = run->launches;
  if (l == NULL || l->count == 0) return true;
  struct wl_run *of = l->other != NULL ? l->other : run;
  struct wl_launch *launch = &l->launch[l->count - 1];
  const struct wl_head *head = wl_trace_head(of->trace);
  if (head == NULL || of->blocks_done != of->blocks) return refuse(run, "half a launch");
  wl_recording_close(of->recording);
  if (!wl_recording_end(of->recording)) return no_memory(run);
  wl_launch_take(&launch->totals, head, of->analysis);
  memcpy(launch->grid, head->grid, sizeof launch->grid);
  memcpy(launch->block, head->block, sizeof launch->block);
  launch->recorded = of->recorded;
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++)
      launch->sum[s][op] = *wl_analysis_sum(of->analysis, s, op);
  end_other(l);
  return true;
}

void wl_launch_param(struct wl_param *p, unsigned at, unsigned of) {
  *p = (struct wl_param){.name = "launch", .kind = WL_PARAM_INTEGER, .initial = "1", .min = 1,
                         .max = of, .step = 1, .help = "which launch of the program is shown"};
  snprintf(p->value, sizeof p->value, "%u", at);
}

void wl_launches_offer(struct wl_run *run) {
  const struct wl_launches *l = run->launches;
  struct wl_head head = *wl_trace_head(run->trace);
  unsigned at = 0, of = 0, p = 0;
  for (size_t i = 0; i < l->count; i++) {
    of += l->launch[i].counted;
    if (l->launch[i].shown) at = of;
  }
  while (p < head.params && strcmp(head.param[p].name, "launch") != 0) p++;
  if (of < 2 && p == head.params) return;
  size_t n = strlen(head.title);
  snprintf(head.title + n, sizeof head.title - n, ", launch %u of %u", at, of);
  if (p < WL_MAX_PARAMS) wl_launch_param(&head.param[p], at, of);
  if (p == head.params && p < WL_MAX_PARAMS) head.params++;
  wl_trace_set_head(run->trace, &head);
}

/* Takes in the steps of a launch for their sum alone. */
static bool begin_other(struct wl_run *run, bool (*begin)(struct wl_run *run)) {
  struct wl_run *o = calloc(1, sizeof *o);
  if (o == NULL) return no_memory(run);
  o->options = run->options;
  o->options.keep = 0;
  o->workers = 1;
  run->launches->other = o;
  o->sums_alone = true;
  if (begin(o)) return true;
  run->diag = o->diag;
  return false;
}

static bool take_launch(struct wl_run *run, const uint8_t *data, size_t size,
                        bool (*begin)(struct wl_run *run)) {
  struct launch_frame frame;
  struct wl_launches *l = run->launches;
  if (size != sizeof frame || !wl_launches_end(run))
    return run->diag.status != WL_OK ? false : refuse(run, "a bad launch");
  memcpy(&frame, data, sizeof frame);
  if (!wl_field_ends(frame.kernel, sizeof frame.kernel) || frame.shown > 1 || frame.counted > 1 ||
      l->count == LAUNCHES_MOST || (frame.shown && run->active != 0))
    return refuse(run, "a bad launch");
  if (l->count == l->capacity) {
    struct wl_launch *grown = wl_grow(l->launch, sizeof *grown, &l->capacity, 16);
    if (grown == NULL) return no_memory(run);
    l->launch = grown;
  }
  struct wl_launch *launch = &l->launch[l->count++];
  memset(launch, 0, sizeof *launch);
  memcpy(launch->kernel, frame.kernel, sizeof launch->kernel);
  launch->shown = frame.shown;
  launch->counted = frame.counted;
  return frame.shown || begin_other(run, begin);
}

static bool take_printed(struct wl_run *run, const uint8_t *data, size_t size) {
  struct wl_launches *l = run->launches;
  if (l->printed_size + size > PRINTED_MOST) return refuse(run, "more words than it may");
  while (l->printed_size + size > l->printed_capacity) {
    char *grown = wl_grow(l->printed, 1, &l->printed_capacity, 4096);
    if (grown == NULL) return no_memory(run);
    l->printed = grown;
  }
  memcpy(l->printed + l->printed_size, data, size);
  l->printed_size += size;
  return true;
}

bool wl_launches_take(struct wl_run *run, uint32_t kind, const uint8_t *data, size_t size,
                      bool (*begin)(struct wl_run *run)) {
  if (run->launches == NULL && (run->launches = calloc(1, sizeof *run->launches)) == NULL)
    return no_memory(run);
  return kind == WL_FRAME_LAUNCH ? take_launch(run, data, size, begin)
                                 : take_printed(run, data, size);
}
