/* View 8 without a second run: the selected instruction on every generation. Neighbours that do
 * the same share a row; the generation of the screen is marked. */
#include <stdio.h>
#include <string.h>

#include "core/analysis/other_generation.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/step_sentences.h"
#include "words/figures.h"
#include "words/format.h"

enum { MARK = 2, NAME = 16, COST = 17, NUMBER = 9, MAX_ROWS = 48, VERDICT = 76, EFFICIENCY = 11,
       HEADED = 7 /* cells of a bar that has a head */ };

/* The columns before the cost, in a row of `width` cells: the longest name fills its own but for
 * one, and has air where there is room. */
static int before_cost(int width) {
  enum { AIRY = 84 };
  return MARK + NAME + (width >= AIRY);
}

/* Whether a row of `width` cells has room for bytes beside the cost. */
static bool has_bytes(int width, enum wl_space space) {
  return wl_figure_applies(WL_BYTES_MOVED, space) &&
         width >= MARK + NAME + COST + NUMBER - 2 + EFFICIENCY;
}

/* Generations from `first` to `last` of a table, which all do the same. */
struct row {
  const struct wl_arch *first, *last;
  bool possible; /* else `problem` says why not */
  bool known;    /* what it costs is documented or measured */
  uint8_t op;     /* enum wl_op */
  uint8_t figure; /* enum wl_figure that the manuals of the generation count */
  struct wl_counts counts;
  double share;  /* efficiency; negative: none, or not `judged` */
  bool judged;
  uint8_t rule;  /* enum wl_rule_id that decided the cost */
  struct wl_verdict verdict;
  char problem[512];
};

static void work_out(const struct wl_trace *t, const struct wl_arch *arch,
                     const struct wl_step *step, struct row *row) {
  const struct wl_access *a = &step->access;
  struct wl_explain e;
  struct wl_diag d;
  memset(row, 0, sizeof *row);
  row->first = row->last = arch;
  row->possible = wl_step_check(t, arch, step, &d);
  if (!row->possible) {
    char name[16]; /* the row has it already, and those beside it may have the same problem */
    int n = snprintf(name, sizeof name, "cc %s ", arch->cc);
    bool named = strncmp(d.what, name, (size_t)n) == 0;
    snprintf(row->problem, sizeof row->problem, "%s", d.what + (named ? n : 0));
    return;
  }
  wl_explain(arch, a, &e);
  row->counts = e.counts;
  row->op = a->op;
  row->figure = (uint8_t)wl_figure_telling(arch, a);
  row->known = wl_figure_meaning(arch, a, (enum wl_figure)row->figure) == WL_KNOWN;
  row->share = wl_figure_share(arch, a, &e.counts);
  row->judged = wl_figure_meaning(arch, a, WL_EXCESS) == WL_KNOWN;
  row->rule = e.rule[row->figure];
  wl_verdict(arch, step, &e, &row->verdict);
}

static bool same(const struct row *a, const struct row *b) {
  if (a->possible != b->possible || a->rule != b->rule || a->figure != b->figure) return false;
  for (unsigned f = 0; f < WL_FIGURES; f++)
    if (wl_figure_get(&a->counts, (enum wl_figure)f) !=
        wl_figure_get(&b->counts, (enum wl_figure)f))
      return false;
  return strcmp(a->problem, b->problem) == 0;
}

/* A mode that changes something: with the one before it where both do the same. */
static int add_mode(const struct wl_trace *t, const struct wl_arch *mode,
                    const struct wl_step *step, struct row rows[MAX_ROWS], int count) {
  struct row row, plain, *last = &rows[count - 1];
  work_out(t, mode, step, &row);
  work_out(t, &wl_archs[mode->id], step, &plain);
  if (same(&row, &plain)) return count;
  bool goes_on = same(last, &row) && strcmp(last->last->mode, mode->mode) == 0 &&
                 last->last->id + 1 == mode->id;
  if (goes_on) last->last = mode;
  else if (count < MAX_ROWS) rows[count++] = row;
  return count;
}

/* First the generations as they are by default, then modes in which they do something
 * else with the instruction. */
static int collect(const struct wl_trace *t, const struct wl_step *step,
                   struct row rows[MAX_ROWS]) {
  static const char *const choices[] = {":l1=cg", ":l1=ca", ":banks=8"}; /* one alone decides */
  int count = 0;
  for (size_t i = 0; i < wl_arch_count; i++) {
    struct row row;
    work_out(t, &wl_archs[i], step, &row);
    if (count && same(&rows[count - 1], &row)) rows[count - 1].last = row.last;
    else if (count < MAX_ROWS) rows[count++] = row;
  }
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
    for (size_t k = 0; k < wl_arch_mode_count; k++)
      if (strcmp(wl_arch_modes[k].mode, choices[i]) == 0)
        count = add_mode(t, &wl_arch_modes[k], step, rows, count);
  return count;
}

/* What bars compare: bytes where memory moves in units of several sizes. */
static uint32_t weight(const struct row *r, enum wl_space s) {
  return wl_moves_sectors(s) ? r->counts.bytes_moved
                             : wl_figure_get(&r->counts, wl_main_figure(s));
}

/* "2.0 – 2.1", or "6.0 P100": the line of products has no room. */
static void name_of(const struct row *r, char text[32]) {
  static const char *const lines[] = {"GeForce ", "Tesla "};
  const char *chip = r->first->chip;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    if (strncmp(chip, lines[i], strlen(lines[i])) == 0) chip += strlen(lines[i]);
  const char *mode = r->first->mode;
  if (*mode && r->first == r->last) snprintf(text, 32, "%s%s", r->first->cc, mode);
  else if (*mode) snprintf(text, 32, "%s–%s%s", r->first->cc, r->last->cc, mode);
  else if (r->first == r->last) snprintf(text, 32, "%s %s", r->first->cc, chip);
  else snprintf(text, 32, "%s – %s", r->first->cc, r->last->cc);
}

/* At the top of `r`; only a refusal needs all of it. */
static void draw_row(struct wl_canvas *c, struct wl_rect r, const struct row *row,
                     enum wl_space space, uint32_t most, bool here) {
  char text[40], number[32];
  int y = r.y;
  enum wl_style plain = here ? WL_STYLE_STRONG : WL_STYLE_TEXT;
  if (here) wl_canvas_glyph(c, r.x, y, WL_GLYPH_PLAY, 1, WL_STYLE_KEY);
  name_of(row, text);
  wl_canvas_fit(c, r.x + MARK, y, NAME - 1, here ? WL_STYLE_KEY : WL_STYLE_DIM, text);
  int x = r.x + before_cost(r.w), end = r.x + r.w;
  if (!row->possible) {
    wl_draw_wrapped(c, (struct wl_rect){x, y, end - x, r.h}, r.h, WL_STYLE_GHOST, row->problem);
    return;
  }
  if (!row->known) {
    wl_canvas_fit(c, x, y, end - x, WL_STYLE_GHOST, "? not documented");
    return;
  }
  enum wl_figure f = (enum wl_figure)row->figure;
  uint32_t cost = wl_figure_get(&row->counts, f);
  const char *unit = wl_figure_title(row->first, f, space, (enum wl_op)row->op);
  snprintf(text, sizeof text, "%s %.*s", wl_format_count(cost, number),
           wl_figure_unit_length(unit, cost), unit);
  double share = row->share;
  enum wl_style style = wl_grade_style(wl_grade_efficiency(share));
  wl_canvas_fit(c, x, y, COST - 1, style, text);
  x += COST;
  if (has_bytes(r.w, space)) {
    wl_canvas_right(c, x + NUMBER - 2, y, plain,
                    wl_format_count(row->counts.bytes_moved, number));
    x += NUMBER;
  }
  if (!row->judged) wl_canvas_right(c, end, y, style, "?");
  else if (share >= 0)
    wl_canvas_right(c, end, y, style, wl_format_percent(share, text, sizeof text));
  int bar = end - NUMBER - x;
  /* Without a head, bars are taken for the bytes that stand before them. */
  if (bar > (wl_moves_sectors(space) ? 3 : HEADED))
    wl_canvas_bar(c, (struct wl_rect){x, y, bar, 1},
                  most ? (double)weight(row, space) / most : 0,
                  here ? WL_STYLE_LANE : WL_STYLE_DIM, WL_STYLE_RULE);
}

/* `most`: what the longest bar stands for. */
static void draw_head(struct wl_canvas *c, struct wl_rect r, int y, enum wl_space space,
                      uint32_t most) {
  int x = r.x + before_cost(r.w);
  wl_canvas_text(c, r.x + MARK, y, WL_STYLE_DIM, "generation");
  wl_canvas_text(c, x, y, WL_STYLE_DIM, "cost");
  x += COST;
  if (has_bytes(r.w, space))
    wl_canvas_right(c, x + NUMBER - 2, y, WL_STYLE_DIM, "bytes");
  wl_canvas_right(c, r.x + r.w, y, WL_STYLE_DIM, "efficiency");
  if (has_bytes(r.w, space)) x += NUMBER;
  enum { WAYS = 3 };
  bool bytes = wl_moves_sectors(space); /* what weight() tells of */
  char count[32], text[WAYS][64];
  wl_format_count(most, count);
  snprintf(text[0], sizeof text[0], "%s, longest = %s", bytes ? "bytes moved" : "cost", count);
  snprintf(text[1], sizeof text[1], "longest = %s", count);
  snprintf(text[2], sizeof text[2], "to %s", count);
  for (int i = 0; i < WAYS; i++) {
    if (x + wl_canvas_cells(c, text[i], -1) >= r.x + r.w - EFFICIENCY) continue;
    wl_canvas_text(c, x, y, WL_STYLE_DIM, text[i]);
    return;
  }
}

/* Under a row the rule that decided it, and where there is room what that means here. */
static void draw_rule(struct wl_canvas *c, struct wl_rect r, int y, const struct row *row,
                      bool words) {
  const struct wl_rule *rule = &wl_rules[row->rule];
  char text[160];
  if (!row->possible || row->rule == WL_RULE_NONE) return;
  enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)row->rule, row->first);
  snprintf(text, sizeof text, "%s [%s]", rule->name, wl_certainty_names[sure]);
  int x = r.x + before_cost(r.w);
  if (words && x + VERDICT > r.x + r.w) x = r.x + 2 * MARK; /* out of the column rather than cut */
  wl_canvas_fit(c, x, y, r.x + r.w - x, WL_STYLE_DIM, text);
  if (words && x + wl_canvas_cells(c, row->verdict.text, -1) <= r.x + r.w)
    wl_canvas_text(c, x, y + 1, WL_STYLE_TEXT, row->verdict.text);
}

/* The row of the generation that everything else shows. */
static int find_here(const struct row *rows, int count, const struct wl_arch *arch) {
  int here = 0;
  for (int i = 0; i < count; i++) {
    bool within = arch->id >= rows[i].first->id && arch->id <= rows[i].last->id;
    if (within && strstr(arch->mode, rows[i].first->mode)) here = i;
  }
  return here;
}

void wl_view_compare(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  if (m->beside) {
    wl_view_beside(m, c, r);
    return;
  }
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_arch *arch = wl_session_arch(m);
  struct row rows[MAX_ROWS];
  if (s->step.kind != WL_STEP_ACCESS) {
    wl_view_elsewhere(m, c, r, "this step touches no memory");
    return;
  }
  enum wl_space space = (enum wl_space)s->step.access.space;
  int count = collect(m->trace, &s->step, rows), here = find_here(rows, count, arch);
  uint32_t most = 0;
  for (int i = 0; i < count; i++)
    if (weight(&rows[i], space) > most) most = weight(&rows[i], space);
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2, r.h};
  draw_head(c, r, r.y, space, most);
  int room = r.h - 1, pitch = 4;
  while (pitch > 1 && count * pitch - (pitch > 2) > room) pitch--;
  int shown = (room + (pitch > 2)) / pitch;
  bool note = shown < count && room > 1; /* in a row of its own */
  shown -= note;
  int first = wl_scroll_window(m, here < shown ? 0 : here - shown / 2, count, shown);
  for (int i = first, y = r.y + 1; i < count && i < first + shown; i++, y += pitch) {
    draw_row(c, (struct wl_rect){r.x, y, r.w, pitch}, &rows[i], space, most, i == here);
    if (pitch > 1) draw_rule(c, r, y + 1, &rows[i], pitch > 3);
  }
  if (note)
    wl_canvas_printf(c, r.x, r.y + r.h - 1, WL_STYLE_NOTE, "rows %d–%d of %d%s", first + 1,
                     first + shown, count, wl_scroll_keys(m));
}

int wl_rows_compare(struct wl_session *m, struct wl_canvas *c, int w) {
  enum { USUAL = 24 }; /* to know how many it needs it would have to be worked out */
  (void)c, (void)w;
  return m->beside || wl_session_spot(m)->step.kind == WL_STEP_ACCESS ? USUAL : WL_ELSEWHERE;
}

static void say_row_of(const struct row *row, enum wl_space space, bool here,
                       const struct wl_prose *p) {
  char name[32], number[32], efficiency[40], share_text[24];
  const char *mark = here ? "Here: " : "";
  name_of(row, name);
  if (!row->possible) {
    wl_say(p, "%scc %s: %s", mark, name, row->problem);
    return;
  }
  if (!row->known) {
    wl_say(p, "%scc %s: what it costs is not documented", mark, name);
    return;
  }
  uint32_t cost = wl_figure_get(&row->counts, (enum wl_figure)row->figure);
  const char *unit = wl_figure_title(row->first, row->figure, space, (enum wl_op)row->op);
  double share = row->share;
  efficiency[0] = '\0';
  if (!row->judged) snprintf(efficiency, sizeof efficiency, ", efficiency not known");
  if (share >= 0)
    snprintf(efficiency, sizeof efficiency, ", efficiency %s",
             wl_format_percent(share, share_text, sizeof share_text));
  wl_say(p, "%scc %s: %s %.*s%s", mark, name, wl_format_count(cost, number),
         wl_figure_unit_length(unit, cost), unit, efficiency);
  if (row->rule == WL_RULE_NONE) return;
  enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)row->rule, row->first);
  wl_say(p, "Rule, %s: %s", wl_certainty_names[sure], wl_rules[row->rule].name);
}

void wl_say_compare(struct wl_session *m, const struct wl_prose *p) {
  if (m->beside) {
    wl_say_beside(m, p);
    return;
  }
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_arch *arch = wl_session_arch(m);
  struct row rows[MAX_ROWS];
  if (s->step.kind != WL_STEP_ACCESS) {
    wl_speak_elsewhere(m, p, "This step touches no memory");
    return;
  }
  int count = collect(m->trace, &s->step, rows), here = find_here(rows, count, arch);
  for (int i = 0; i < count; i++)
    say_row_of(&rows[i], (enum wl_space)s->step.access.space, i == here, p);
}
