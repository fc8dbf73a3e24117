#include "view/pending.h"

#include <stdio.h>
#include <string.h>

#include "core/ascii.h"
#include "core/quiz.h"
#include "view/basics.h"
#include "view/format.h"
#include "view/lesson.h"
#include "view/model_window.h"
#include "view/question.h"
#include "view/state.h"

enum {
  SEARCH = 16384, /* most steps looked at to find one that is asked about */
  FURTHER = 1024, /* … and behind it, for those of its line at other places */
};

static bool has(const struct wl_pending *p, uint32_t line) {
  for (unsigned i = 0; i < p->count; i++)
    if (p->line[i] == line) return true;
  return p->count == WL_PENDING;
}

static bool has_at(const struct wl_pending *p, uint32_t line, uint32_t column) {
  for (unsigned i = 0; i < p->count; i++)
    if (p->line[i] == line && (!p->column[i] || p->column[i] == column)) return true;
  return p->every || p->count == WL_PENDING;
}

static void add(struct wl_pending *p, uint32_t line, uint32_t column) {
  if (has_at(p, line, column)) return;
  p->line[p->count] = line;
  p->column[p->count++] = column;
}

/* Whether the step and the generation have an answer to it: else it is never posed. */
static bool is_posed(const struct wl_model *m, const struct wl_step *s,
                     const struct wl_question *q) {
  struct wl_counts counts = {0};
  char right[WL_ANSWER_TEXT];
  if (s->kind == WL_STEP_ACCESS) wl_count(wl_model_arch(m), &s->access, &counts);
  return wl_quiz_right(q, s, &counts, wl_model_arch(m), right);
}

/* Whether a step that the kernel asks about still has its question. */
static bool stands(const struct wl_model *m, size_t step) {
  struct wl_step s;
  const struct wl_question *q = wl_trace_get(m->trace, step, &s)
    ? wl_trace_question(m->trace, &s) : NULL;
  return q && !wl_question_is_done(m, s.place.line, q) && is_posed(m, &s, q);
}

/* What lanes get at a step may be what a question is about. */
static void add_exchange(struct wl_pending *p, size_t step, const struct wl_question *q) {
  bool asked = q->asked == WL_ASK_RESULT || q->asked == WL_ASK_SOURCE;
  if (asked && step < p->exchange) p->exchange = step;
}

/* While the mask is on every result is asked for: the first exchange, or where it is no longer
 * looked for. */
static void find_exchange(const struct wl_model *m, struct wl_pending *p) {
  struct wl_step s;
  size_t i = 0;
  for (; i < SEARCH && wl_trace_glance(m->trace, i, &s, NULL); i++)
    if (s.kind == WL_STEP_SHUFFLE || s.kind == WL_STEP_VOTE) break;
  if (i < m->count && i < p->exchange) p->exchange = i;
}

/* The place of a step that is asked about, and those of its line beside it in the warp that access
 * the same array: they may cost as much. A question that names no array is about them all. */
static void add_places(const struct wl_model *m, struct wl_pending *p, size_t step) {
  enum { AROUND = 64 }; /* steps */
  struct wl_step asked, s;
  if (!wl_trace_get(m->trace, step, &asked)) return;
  const struct wl_question *q = wl_trace_question(m->trace, &asked);
  if (q) add_exchange(p, step, q);
  p->reached = true;
  add(p, asked.place.line, asked.place.column);
  if (asked.kind != WL_STEP_ACCESS) return;
  for (size_t i = step > AROUND ? step - AROUND : 0; i <= step + AROUND; i++) {
    if (!wl_trace_glance(m->trace, i, &s, NULL) || s.place.line != asked.place.line) continue;
    if (!wl_trace_get(m->trace, i, &s) || s.kind != WL_STEP_ACCESS) continue;
    bool beside = s.block == asked.block && s.warp == asked.warp;
    if (beside && (!q || q->array == WL_NO_ARRAY || s.array == asked.array))
      add(p, s.place.line, s.place.column);
  }
}

/* What is asked outside the kernel, of a line: where steps of it will be asked. */
static void add_line(const struct wl_model *m, struct wl_pending *p, const struct wl_question *q) {
  struct wl_step s;
  size_t step = 0, end = SEARCH;
  bool found = false;
  if (wl_question_is_done(m, q->line, q)) return;
  for (; step < m->count && step < end; step++) {
    if (!wl_trace_glance(m->trace, step, &s, NULL) || s.place.line != q->line ||
        !wl_trace_get(m->trace, step, &s) || !is_posed(m, &s, q))
      continue;
    p->reached = true;
    add(p, q->line, s.place.column);
    add_exchange(p, step, q);
    if (!found) end = step + FURTHER;
    found = true;
  }
  if (!found && (step < m->count || m->of)) add(p, q->line, 0); /* it may be still to come */
}

/* Where there are more marks and questions than a lesson lists: those of the window. */
static void look_around(struct wl_model *m, struct wl_pending *p) {
  const struct wl_window *w = wl_model_window(m);
  for (size_t i = 0; i < w->count; i++)
    if (w->entry[i].asked && !has_at(p, w->entry[i].line, w->entry[i].column) &&
        stands(m, w->first + i))
      add_places(m, p, w->first + i);
}

static void collect(struct wl_model *m, struct wl_pending *p) {
  const struct wl_head *head = wl_model_head(m);
  if (!m->asks || !head) return;
  for (unsigned i = 0; i < head->questions; i++)
    add_line(m, p, &head->question[i]);
  const struct wl_stops *l = wl_lesson(m);
  for (unsigned i = 0; i < l->count; i++)
    if (l->stop[i].asked && stands(m, l->stop[i].step))
      add_places(m, p, l->stop[i].step);
  if (l->more) look_around(m, p);
}

static const struct wl_pending *take(struct wl_model *m) {
  static const struct wl_pending none = {.exchange = SIZE_MAX};
  struct wl_pending *p = &m->mask.pending;
  if (!m->asks && !m->mask.on) return &none; /* seen at once, as every figure asks */
  const struct wl_arch *arch = wl_model_arch(m);
  size_t first = wl_lesson(m)->more ? wl_model_window(m)->first : 0;
  unsigned flip = wl_flip_shown(&m->course.flip);
  if (p->trace == m->trace && p->arch == arch && p->steps == m->count && p->first == first &&
      p->answered == m->answered_times && p->flip == flip && p->asks == m->asks &&
      p->every == m->mask.on && p->runs == (m->of > 0))
    return p;
  *p = (struct wl_pending){
      .every = m->mask.on, .exchange = SIZE_MAX, .trace = m->trace, .arch = arch,
      .steps = m->count, .first = first, .answered = m->answered_times,
      .flip = flip, .asks = m->asks, .runs = m->of > 0};
  collect(m, p);
  if (p->every) find_exchange(m, p);
  return p;
}

/* Whether a run goes on of a script that asks: what about, is not known before its end. */
static bool to_come(const struct wl_model *m) {
  size_t size;
  const char *text = m->asks && m->of && m->trace ? wl_trace_text(m->trace, &size) : NULL;
  for (const char *s = text; s && (s = strstr(s, "ask")) != NULL; s++) {
    bool whole = s == text || !wl_in_name(s[-1]);
    const char *open = s + strlen("ask");
    open += strspn(open, " \t");
    if (whole && *open == '=') return true;
  }
  return false;
}

bool wl_pending_left(struct wl_model *m) { return take(m)->count > 0; }

bool wl_pending_left_line(struct wl_model *m, uint32_t line) { return has(take(m), line); }

/* Whether one can go to a question that is left: while a run goes on its step may not be there. */
static bool leads(struct wl_model *m) { return take(m)->reached || (wl_pending_left(m) && !m->of); }

enum wl_untold wl_pending_why(struct wl_model *m) {
  return take(m)->every                   ? WL_UNTOLD_MASK
       : leads(m)                         ? WL_UNTOLD_ASKED
       : wl_pending_left(m) || to_come(m) ? WL_UNTOLD_RUNS
                                          : WL_UNTOLD_NOTHING;
}

bool wl_pending_any(struct wl_model *m) { return wl_pending_why(m) != WL_UNTOLD_NOTHING; }

bool wl_pending_line(struct wl_model *m, uint32_t line) {
  return take(m)->every || has(take(m), line);
}

bool wl_pending_at(struct wl_model *m, size_t step, uint32_t line, uint32_t column) {
  if (!has_at(take(m), line, column)) return false;
  return !wl_question_was_at(m, line, column) || (m->asks && stands(m, step));
}

bool wl_pending_values(struct wl_model *m, size_t step) { return step > take(m)->exchange; }

void wl_pending_way(struct wl_model *m, char text[WL_PENDING_WAY]) {
  enum { AHEAD, BEHIND, ELSEWHERE, NOWHERE } best = NOWHERE; /* not at hand, or still to come */
  const struct wl_stops *l = wl_lesson(m);
  struct wl_step here = {.kind = WL_STEP_MARK}, s;
  char block[40];
  wl_trace_get(m->trace, m->selected, &here);
  for (unsigned i = 0; i < l->count; i++) {
    size_t step = l->stop[i].step;
    if (!l->stop[i].asked || !stands(m, step) || !wl_trace_get(m->trace, step, &s)) continue;
    bool same = s.block == here.block && s.warp == here.warp;
    unsigned way = !same ? ELSEWHERE : step < m->selected ? BEHIND : AHEAD;
    if (way >= best) continue;
    best = way;
    wl_format_block(wl_model_head(m), s.block, ",", block, sizeof block);
    snprintf(text, WL_PENDING_WAY, "it is in block %s, warp %u", block, s.warp);
  }
  if (best == ELSEWHERE) return;
  snprintf(text, WL_PENDING_WAY, "%s leads there", best == BEHIND ? "PageUp" : "PageDown");
}
