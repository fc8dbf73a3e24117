/* The stops of at() while a kernel runs. */
#include "script/machine/lesson_stops.h"

#include <string.h>

#include "core/teach/quiz.h"
#include "script/machine/call_site.h"
#include "script/syntax/instrument.h"

void wl_stops_begin(struct wl_vm *vm) {
  for (unsigned k = 0; k < vm->lesson.stops; k++) {
    struct wl_at *at = &vm->at[k];
    memset(at->passed, 0, sizeof at->passed);
    at->marked = at->asked = false;
  }
}

uint32_t wl_stop_pass(struct wl_lane *lane, uint32_t label) {
  struct wl_vm *vm = lane->vm;
  uint32_t due = 0;
  for (unsigned k = 0; k < vm->lesson.stops; k++) {
    struct wl_at *at = &vm->at[k];
    if (at->label != label || at->block != vm->block || at->warp != lane->index / WL_LANES ||
        ++at->passed[lane->index % WL_LANES] != at->pass)
      continue;
    if (at->title[0]) due |= UINT32_C(1) << k;
    if (vm->lesson.stop[k].asks) lane->asks |= UINT32_C(1) << k;
  }
  return due;
}

/* What an event will be as a step; WL_STEP_KINDS: none that can be asked about. */
static unsigned kind_of(enum wl_script_setup stage) {
  switch (stage) {
  case WL_STAGE_SHUFFLE: return WL_STEP_SHUFFLE;
  case WL_STAGE_VOTE: case WL_STAGE_COLLECT: return WL_STEP_VOTE;
  case WL_STAGE_PIPELINE: case WL_STAGE_SYNCWARP: case WL_STAGE_MARK: case WL_STAGE_LABEL:
  case WL_STAGE_BARRIER: case WL_STAGE_RETURN: case WL_STAGES: return WL_STEP_KINDS;
  default: return WL_STEP_ACCESS;
  }
}

/* Whether a question can be about this. */
static bool meets(const struct wl_vm *vm, const struct wl_question *q, uint64_t site) {
  unsigned kind = kind_of(wl_site_stage(site));
  if (!wl_asked_of(q->asked, kind)) return false;
  if (kind != WL_STEP_ACCESS) return q->array == WL_NO_ARRAY;
  const struct wl_view *v = &vm->view[wl_site_what(site)];
  if (q->asked < WL_FIGURES && !wl_figure_applies((enum wl_figure)q->asked, v->space)) return false;
  return q->array == WL_NO_ARRAY || v->array == q->array;
}

uint8_t wl_stop_take(struct wl_lane *lane, uint64_t site) {
  for (uint32_t left = lane->asks; left != 0; left &= left - 1) {
    unsigned k = (unsigned)__builtin_ctz(left);
    if (!meets(lane->vm, &lane->vm->lesson.stop[k].question, site)) continue;
    lane->asks &= ~(UINT32_C(1) << k);
    return (uint8_t)(k + 1);
  }
  return 0;
}

void wl_stop_ask(struct wl_vm *vm, unsigned ask, struct wl_step *s) {
  if (ask == 0 || s->question != 0 || vm->at[ask - 1].asked) return;
  s->question = (uint8_t)ask;
  vm->at[ask - 1].asked = true;
}

bool wl_stop_mark(struct wl_vm *vm, unsigned k, struct wl_step *s) {
  struct wl_at *at = &vm->at[k];
  const struct wl_token *end = &vm->source->token[at->label], *begin = end - 2;
  if (at->marked) return false;
  at->marked = true;
  uint16_t column = end->line == begin->line ? end->end_column : begin->end_column;
  s->place = (struct wl_source_span){begin->line, begin->column, column};
  memcpy(s->text, at->title, sizeof s->text);
  s->stop = (uint8_t)(k + 1);
  return true;
}
