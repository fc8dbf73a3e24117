#include "core/teach/quiz.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/costs.h"
#include "core/gpu/target.h"

bool wl_asked_of(unsigned asked, unsigned kind) {
  switch (asked) {
  case WL_ASK_SOURCE: return kind == WL_STEP_SHUFFLE;
  case WL_ASK_RESULT: return kind == WL_STEP_SHUFFLE || kind == WL_STEP_VOTE;
  case WL_ASK_LANES: case WL_ASK_NOTHING:
    return kind == WL_STEP_ACCESS || kind == WL_STEP_SHUFFLE || kind == WL_STEP_VOTE;
  default: return kind == WL_STEP_ACCESS;
  }
}

static bool right_lane(const struct wl_step *s, const struct wl_question *q,
                       char right[WL_ANSWER_TEXT]) {
  if (!(s->access.mask >> q->lane & 1) || s->undefined >> q->lane & 1) return false;
  if (q->asked == WL_ASK_SOURCE) {
    snprintf(right, WL_ANSWER_TEXT, "%u", s->source[q->lane]);
    return true;
  }
  if (!s->has_values) return false;
  if (s->kind == WL_STEP_VOTE && wl_name_matches(s->name))
    snprintf(right, WL_ANSWER_TEXT, "0x%08" PRIx64, s->result[q->lane]);
  else
    wl_scalar_format((enum wl_scalar)s->type.scalar, s->result[q->lane], 12, right);
  return true;
}

bool wl_quiz_right(const struct wl_question *q, const struct wl_step *s,
                   const struct wl_counts *c, const struct wl_arch *arch,
                   char right[WL_ANSWER_TEXT]) {
  right[0] = '\0';
  if (!wl_asked_of(q->asked, s->kind)) return false;
  if (q->array != WL_NO_ARRAY && (s->kind != WL_STEP_ACCESS || s->array != q->array)) return false;
  if (q->asked == WL_ASK_NOTHING) snprintf(right, WL_ANSWER_TEXT, "%s", q->answer);
  else if (q->asked == WL_ASK_SOURCE || q->asked == WL_ASK_RESULT) return right_lane(s, q, right);
  else if (q->asked == WL_ASK_LANES)
    snprintf(right, WL_ANSWER_TEXT, "%d", __builtin_popcount(s->access.mask));
  if (right[0]) return true;
  enum wl_space space = (enum wl_space)s->access.space;
  enum wl_figure f = q->asked < WL_FIGURES ? (enum wl_figure)q->asked : WL_EXCESS;
  if (wl_figure_meaning(arch, &s->access, f) != WL_KNOWN) return false;
  uint32_t cost = wl_figure_get(c, wl_main_figure(space));
  uint32_t ideal = wl_figure_get(c, wl_ideal_figure(space));
  struct wl_sum sum = {0};
  wl_sum_add(&sum, arch, &s->access, c);
  double share = wl_efficiency(space, &sum);
  if (q->asked < WL_FIGURES) snprintf(right, WL_ANSWER_TEXT, "%" PRIu32, wl_figure_get(c, f));
  else if (q->asked == WL_ASK_EXCESS)
    snprintf(right, WL_ANSWER_TEXT, "%" PRIu32, cost > ideal ? cost - ideal : 0);
  else if (share >= 0) snprintf(right, WL_ANSWER_TEXT, q->choices ? "%.0f" : "%.4g",
                                share * 100);
  return right[0] != '\0';
}

bool wl_quiz_agrees(const struct wl_question *q, const char *said,
                    const char right[WL_ANSWER_TEXT]) {
  char *end;
  if (strcmp(said, right) == 0) return true;
  if (q->asked != WL_ASK_EFFICIENCY || q->choices) return false;
  double v = strtod(said, &end), half = strchr(said, '.') ? 0.05 : 0.5;
  return end != said && !*end && fabs(v - strtod(right, NULL)) <= half + 1e-9;
}

bool wl_quiz_reason_holds(const struct wl_question *q, const struct wl_step *s,
                          const struct wl_head *h, const char right[WL_ANSWER_TEXT]) {
  struct wl_target own = wl_target_make(wl_arch_default(), NULL);
  struct wl_counts counts = {0};
  struct wl_diag d;
  char there[WL_ANSWER_TEXT];
  if (h && h->arch[0] && !wl_target_find(h->arch, &own, &d)) return false;
  if (s->kind == WL_STEP_ACCESS) wl_count(own.arch, &s->access, &counts);
  return wl_quiz_right(q, s, &counts, own.arch, there) && strcmp(there, right) == 0;
}

static bool is_new(const struct wl_quiz *quiz, const struct wl_quiz_row *row) {
  for (unsigned i = 0; i < quiz->rows; i++) {
    const struct wl_quiz_row *r = &quiz->row[i];
    if (r->place.line == row->place.line && r->place.column == row->place.column &&
        strcmp(r->right, row->right) == 0 && strcmp(r->question.text, row->question.text) == 0 &&
        strcmp(r->question.because, row->question.because) == 0)
      return false;
  }
  return true;
}

static void add(struct wl_quiz *quiz, const struct wl_trace *t, const struct wl_step *s,
                size_t step, const struct wl_question *q, const struct wl_arch *arch) {
  struct wl_counts counts = {0};
  if (s->kind == WL_STEP_ACCESS) wl_count(arch, &s->access, &counts);
  struct wl_quiz_row row = {.step = step, .place = s->place, .question = *q};
  if (!wl_quiz_right(q, s, &counts, arch, row.right)) return;
  if (!wl_quiz_reason_holds(q, s, wl_trace_head(t), row.right)) row.question.because[0] = '\0';
  if (!is_new(quiz, &row)) return;
  if (quiz->rows < WL_QUIZ_ROWS) quiz->row[quiz->rows++] = row;
  else quiz->more = true;
}

struct wl_quiz *wl_quiz(const struct wl_trace *t, const struct wl_arch *arch) {
  struct wl_quiz *quiz = calloc(1, sizeof *quiz);
  struct wl_step s;
  bool asked;
  for (size_t i = 0; quiz && !quiz->more && wl_trace_glance(t, i, &s, &asked); i++)
    if (asked && wl_trace_get(t, i, &s))
      add(quiz, t, &s, i, wl_trace_question(t, &s), arch);
  return quiz;
}
