#include "view/pending.h"

#include "core/question.h"
#include "core/step.h"
#include "core/trace.h"
#include "view/basics.h"
#include "view/model_window.h"
#include "view/question.h"
#include "view/state.h"

static bool named(const struct wl_pending *p, uint32_t line) {
  for (unsigned i = 0; i < p->count; i++)
    if (p->line[i] == line) return true;
  return false;
}

static bool has(const struct wl_pending *p, uint32_t line) {
  return p->count == WL_PENDING || named(p, line);
}

bool wl_pending_at(const struct wl_model *m, const struct wl_pending *p, uint32_t line,
                   uint32_t column) {
  return has(p, line) && !wl_question_was_at(m, line, column);
}

static void add(struct wl_pending *p, uint32_t line) {
  if (!has(p, line)) p->line[p->count++] = line;
}

/* Whether a step that the kernel asks about still has its question. */
static bool stands(const struct wl_model *m, size_t step) {
  struct wl_question q;
  struct wl_step s;
  return wl_trace_get(m->trace, step, &s) && s.question &&
         wl_question_unpack(s.question, s.question_size, &q) &&
         !wl_question_is_done(m, s.place.line, &q);
}

void wl_pending_take(struct wl_model *m, struct wl_pending *p) {
  const struct wl_head *head = wl_model_head(m);
  struct wl_pending looked = {0}; /* lines that have been: one step stands for all of its line */
  p->count = 0;
  if (!m->asks || !head) return;
  for (unsigned i = 0; i < head->questions; i++)
    if (!wl_question_is_done(m, head->question[i].line, &head->question[i]))
      add(p, head->question[i].line);
  const struct wl_window *w = wl_model_window(m);
  for (size_t i = 0; i < w->count; i++) {
    uint32_t line = w->entry[i].line;
    if (!w->entry[i].asked || named(&looked, line)) continue;
    add(&looked, line);
    if (stands(m, w->first + i)) add(p, line);
  }
}
