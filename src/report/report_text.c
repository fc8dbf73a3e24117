/* The report as a student reads it in a terminal of 80 columns. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/page.h"
#include "canvas/write/write.h"
#include "core/access/access.h"
#include "core/base/text.h"
#include "core/hazard/hazard_text.h"
#include "core/hazard/hazards.h"
#include "core/teach/measured_check.h"
#include "core/teach/quiz.h"
#include "report/report.h"
#include "report/counters/counters.h"
#include "report/report_parts.h"

enum {
  TEXT = 5,      /* column of a text behind the number of its line */
  PARAM = 18,    /* cells of the name of a parameter, and its value */
  NAME = 32,     /* cells of the names of what was measured */
  MEASURED = 15, /* cells of a column of that */
};

static void put_param(struct wl_report *r, const struct wl_param *p) {
  fputs("  ", r->f);
  size_t used = 3 + wl_report_fit(r, p->name, strlen(p->name), 16);
  putc('=', r->f);
  used += wl_report_fit(r, p->value, strlen(p->value), 16);
  if (p->help[0]) fprintf(r->f, "%*s", used < PARAM ? (int)(PARAM - used) : 2, "");
  wl_report_fit(r, p->help, strlen(p->help), r->width - 36);
  if (strcmp(p->value, p->initial) != 0) {
    fputs(" (script: ", r->f);
    wl_report_fit(r, p->initial, strlen(p->initial), 16);
    putc(')', r->f);
  }
  putc('\n', r->f);
}

/* The end of a path, from a '/' on where there is one. */
static void put_name(struct wl_report *r) {
  const char *path = wl_trace_called(r->trace);
  if (wl_trace_is_line(r->trace)) {
    wl_report_fit(r, path, strlen(path), r->width / 2);
    return;
  }
  const char *end = path + strlen(path), *from = path;
  size_t room = r->width / 2;
  struct wl_glyph glyph;
  if (wl_text_cells(path, strlen(path)) > room) {
    room -= r->ascii ? 3 : 1;
    while (wl_text_cells(from, (size_t)(end - from)) > room) wl_text_next(&from, end, &glyph);
    const char *slash = strchr(from, '/');
    if (slash) from = slash;
    fputs(r->ascii ? "..." : "…", r->f);
  }
  wl_report_fit(r, from, (size_t)(end - from), room);
}

static void put_head(struct wl_report *r) {
  static const char *const names[] = {"grid", "block"};
  char title[WL_TARGET_TEXT];
  const char *gap = r->ascii ? " - " : " · ", *times = r->ascii ? "x" : "×";
  if (r->head && r->head->title[0]) {
    wl_report_fit(r, r->head->title, strlen(r->head->title), r->width);
    putc('\n', r->f);
  }
  put_name(r);
  for (unsigned i = 0; r->head && i < 2; i++) {
    const uint32_t *n = i == 0 ? r->head->grid : r->head->block;
    fprintf(r->f, "%s%s %" PRIu32, gap, names[i], n[0]);
    if (n[1] > 1 || n[2] > 1) fprintf(r->f, "%s%" PRIu32, times, n[1]);
    if (n[2] > 1) fprintf(r->f, "%s%" PRIu32, times, n[2]);
  }
  fprintf(r->f, "%s%s\n", gap, wl_target_title(wl_analysis_target(r->analysis), title));
  for (unsigned i = 0; r->head && i < r->head->params; i++) put_param(r, &r->head->param[i]);
}

static void put_step(struct wl_report *r, size_t index, const struct wl_step *step) {
  char block[40] = "", what[64];
  const struct wl_access *a = &step->access;
  struct wl_counts c;
  if (r->head) {
    uint32_t xyz[3];
    wl_head_block(r->head, step->block, xyz);
    snprintf(block, sizeof block, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, xyz[0], xyz[1], xyz[2]);
  }
  fprintf(r->f, "%8zu %9s %4u %4" PRIu32 "  ", index, block, step->warp, step->place.line);
  const char *text = what;
  if (step->kind == WL_STEP_MARK) text = step->text;
  else if (step->kind != WL_STEP_ACCESS) text = wl_step_names[step->name];
  else
    snprintf(what, sizeof what, "%s %s %s", wl_space_names[a->space], wl_access_name(a),
             r->head && step->array < r->head->arrays ? r->head->array[step->array].name : "");
  size_t used = wl_report_fit(r, text, strlen(text), 24);
  if (step->kind == WL_STEP_ACCESS) {
    wl_count(wl_analysis_arch(r->analysis), a, &c);
    const enum wl_figure figures[] = {wl_main_figure(a->space), wl_ideal_figure(a->space),
                                      WL_WAYS};
    fprintf(r->f, "%*d", (int)(24 - used) + 6, __builtin_popcount(a->mask));
    for (unsigned i = 0; i < 3; i++) {
      enum wl_meaning m = wl_figure_meaning(wl_analysis_arch(r->analysis), a, figures[i]);
      int width = i < 2 ? 7 : 6;
      if (m == WL_KNOWN) fprintf(r->f, "%*" PRIu32, width, wl_figure_get(&c, figures[i]));
      else if (m == WL_UNKNOWN) fprintf(r->f, "%*s", width, "?");
    }
  } else if (step->kind != WL_STEP_MARK)
    fprintf(r->f, "%*d", (int)(24 - used) + 6, __builtin_popcount(a->mask));
  putc('\n', r->f);
}

static void put_steps(struct wl_report *r, size_t limit) {
  size_t count = wl_trace_count(r->trace);
  struct wl_step step;
  if (limit == 0 || count == 0) return;
  fputs("\nInstructions, ", r->f);
  wl_report_count(r, limit < count ? limit : count, 0);
  fputs(" of ", r->f);
  wl_report_count(r, wl_trace_total(r->trace), 0);
  if (count < wl_trace_total(r->trace)) {
    fputs("; the recording keeps the first ", r->f);
    wl_report_count(r, count, 0);
  }
  fprintf(r->f, "\n%8s %9s %4s %4s  %-24s%6s%7s%7s%6s\n", "step", "block", "warp", "line", "what",
          "lanes", "actual", "ideal", "ways");
  for (size_t i = 0; i < limit && !ferror(r->f) && wl_trace_get(r->trace, i, &step); i++)
    put_step(r, i, &step);
}

/* One of the two threads of a hazard, behind its line. */
static void put_party(struct wl_report *r, const struct wl_hazard *h, const struct wl_party *p) {
  char text[WL_HAZARD_TEXT];
  wl_hazard_party(h, p, r->head, WL_PARTY_WHOLE, text);
  if (p->place.line) fprintf(r->f, "    line %" PRIu32 ": %s\n", p->place.line, text);
  else fprintf(r->f, "    %s\n", text);
}

static void put_hazard(struct wl_report *r, const struct wl_hazard *h) {
  char text[WL_HAZARD_TEXT];
  wl_hazard_title(h, r->head, text);
  fputs("  ", r->f);
  wl_report_fit(r, text, strlen(text), r->width - 24);
  fputs(", ", r->f);
  wl_report_count(r, h->count, 0);
  fprintf(r->f, " %s%s\n", wl_hazard_unit(h), h->count == 1 ? "" : "s");
  put_party(r, h, &h->first);
  if (h->has_second) put_party(r, h, &h->second);
  wl_hazard_why(h, text);
  fprintf(r->f, "    %s\n", text);
  wl_hazard_fix(h, text);
  fprintf(r->f, "    %s\n", text);
}

/* What is wrong, then what only looks so: nothing where there is neither. */
static void put_hazards(struct wl_report *r) {
  struct wl_hazards *all = wl_analysis_hazards(r->analysis);
  for (int notes = 0; notes < 2 && r->head; notes++) {
    size_t count = wl_hazards_count(all, notes == 1);
    if (count == 0) continue;
    fputs(notes ? "\nNotes, " : "\nHazards, ", r->f);
    wl_report_count(r, count, 0);
    putc('\n', r->f);
    for (size_t i = 0; i < count && !ferror(r->f); i++)
      put_hazard(r, wl_hazards_get(all, notes == 1, i));
  }
  if (wl_hazards_partial(all))
    fputs("\nGlobal memory was not looked at for hazards: the grid touches too much of it, or too "
          "often, or\nits fences and atomics hand on too much.\n",
          r->f);
  if (wl_hazards_lost(all))
    fputs("In some blocks they hand on so much that races in shared memory were not looked for, "
          "either.\n",
          r->f);
}

/* What columns of shared arrays cost in blocks, or would. */
static void put_paddings(struct wl_report *r, const struct wl_residency *now) {
  struct wl_padding list[WL_MAX_PADDINGS];
  unsigned count = wl_residency_paddings(r->head, now, list);
  char text[160];
  for (unsigned i = 0; i < count; i++) {
    wl_padding_text(r->head, now, &list[i], text);
    fputs("  ", r->f);
    wl_report_fit(r, text, strlen(text), r->width - 2);
    putc('\n', r->f);
  }
}

/* Blocks and warps that one multiprocessor holds, and what limits them. */
static void put_occupancy(struct wl_report *r, struct wl_registers registers) {
  struct wl_residency now;
  char text[96];
  if (r->head && r->head->unordered) return; /* nor is known how many threads there are */
  if (!wl_residency(r->head, wl_analysis_arch(r->analysis), registers, &now) || !now.fits)
    return;
  fprintf(r->f, "\nOccupancy\n  %s\n", wl_residency_text(&now, text));
  fprintf(r->f, "  limited by %s\n", wl_residency_limits(&now, text));
  put_paddings(r, &now);
  fprintf(r->f, "  %" PRIu32 " threads, %" PRIu32 " registers each%s, %" PRIu32
                " bytes shared%s\n", now.threads, now.registers.count,
          now.registers.assumed ? " (assumed: --registers)" : "", now.shared,
          now.shared_assumed ? " (assumed: s)" : "");
  const struct wl_sm_field *field = wl_residency_source(&now);
  fprintf(r->f, "  %s: %s\n", wl_certainty_names[wl_sm_field_certainty(field, now.sm)],
          wl_sm_field_source(field, now.sm));
}

/* Counts of hardware beside those of the model, and bandwidths with these settings and
 * with others. */
static void put_measured(struct wl_report *r) {
  const struct wl_arch *arch = wl_analysis_arch(r->analysis);
  const struct wl_lesson_data *l = wl_trace_lesson(r->trace);
  char name[64];
  bool rows = false;
  for (unsigned i = 0; r->head && i < l->measurements; i++) {
    const struct wl_measured *m = &l->measured[i];
    rows = rows || m->gbps > 0 || (wl_measured_compares(m, arch) && m->figures > 0);
  }
  if (!rows) return;
  fprintf(r->f, "\n%-*s%*s%*s\n", NAME, "Measured", MEASURED, l->measured[0].chip, MEASURED,
          "warplens");
  for (unsigned i = 0; i < l->measurements; i++) {
    const struct wl_measured *m = &l->measured[i];
    for (unsigned k = 0; wl_measured_compares(m, arch) && k < m->figures; k++) {
      fprintf(r->f, "  %-*s", NAME - 2, wl_measured_name(m, k, name));
      wl_report_count(r, m->figure[k].counted, MEASURED);
      uint64_t model = wl_measured_model(m, k, r->analysis);
      wl_report_count(r, model, MEASURED);
      if (m->times > 1) { /* the script ran once */
        fputs(" = ", r->f);
        wl_report_count(r, model / m->times, 0);
        fputs(r->ascii ? " x " : " × ", r->f);
        wl_report_count(r, m->times, 0);
      }
      putc('\n', r->f);
    }
  }
  for (unsigned i = 0; i < l->measurements; i++) {
    const struct wl_measured *m = &l->measured[i];
    if (m->gbps <= 0) continue;
    snprintf(name, sizeof name, "GB/s%s%s", m->size[0] ? ", " : "", m->size);
    fputs("  ", r->f);
    size_t used = wl_report_fit(r, name, strlen(name), NAME - 3);
    fprintf(r->f, "%*s%*.1f  ", (int)(NAME - 2 - used), "", MEASURED, m->gbps);
    wl_report_fit(r, m->with, strlen(m->with), r->width - NAME - MEASURED - 8);
    fputs(wl_measured_compares(m, arch) ? " (now)\n" : "\n", r->f);
  }
}

/* What the script asks, with the right answers. False when memory ran out. */
static bool put_questions(struct wl_report *r) {
  const struct wl_arch *arch = wl_analysis_arch(r->analysis);
  struct wl_quiz *quiz = wl_quiz(r->trace, arch);
  char answer[WL_ANSWER_TEXT + WL_COUNTED_CHIP + 50 + WL_BECAUSE_TEXT], count[32];
  for (unsigned i = 0; quiz && i < quiz->rows; i++) {
    const struct wl_quiz_row *row = &quiz->row[i];
    const char *because = row->question.because;
    if (i == 0) fputs("\nQuestions\n", r->f);
    fprintf(r->f, "%*" PRIu32 " ", TEXT - 1, row->place.line);
    wl_page_wrap(r->f, r->ascii, row->question.text, TEXT);
    const char *counted = wl_question_counted(&row->question, arch, count);
    bool choosable = wl_question_choosable(&row->question, row->right);
    int used = snprintf(answer, sizeof answer, "%s%s", row->right,
                        choosable ? "" : ", not among the choices");
    if (counted)
      used += snprintf(answer + used, sizeof answer - (size_t)used, " (%s counted %s)",
                       row->question.chip, counted);
    snprintf(answer + used, sizeof answer - (size_t)used, "%s%s", because[0] ? ": " : "", because);
    fprintf(r->f, "%*s", TEXT, "");
    wl_page_wrap(r->f, r->ascii, answer, TEXT);
  }
  if (quiz && quiz->more) fprintf(r->f, "%*sand more\n", TEXT, "");
  bool made = quiz != NULL;
  free(quiz);
  return made;
}

bool wl_report_text(FILE *f, const struct wl_trace *t, const struct wl_analysis *a,
                    const struct wl_report_options *o, struct wl_diag *d) {
  struct wl_report r = {.f = f, .trace = t, .analysis = a,
                        .head = wl_trace_head(t), .ascii = o->ascii,
                        .width = WL_PAGE_WIDTH};
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++)
      r.total[s] += wl_analysis_sum(a, s, op)->value[wl_main_figure(s)];
  put_head(&r);
  put_hazards(&r);
  bool made = wl_report_lines(&r);
  wl_report_totals(&r);
  wl_report_caches(&r);
  put_occupancy(&r, o->registers);
  put_measured(&r);
  if (o->counters) {
    putc('\n', f);
    wl_counters_text(f, o->counters, t, a, o->registers, o->ascii);
  }
  made = put_questions(&r) && made;
  put_steps(&r, o->limit);
  if (!wl_out_finish(f, d)) return false;
  if (!made) return wl_diag_fail(d, WL_LIMIT, "the report could not be made: memory ran out");
  return true;
}
