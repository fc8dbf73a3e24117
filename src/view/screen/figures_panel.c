/* The figures: below the view in columns, or beside it as a list. */
#include <stdio.h>
#include <string.h>

#include "core/analysis/costs.h"
#include "core/cache/site_figure.h"
#include "session/compare/figure_text.h"
#include "session/predict/redact_source.h"
#include "session/settings/adjust.h"
#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/why/why_subjects.h"
#include "view/draw/draw.h"
#include "words/figures.h"
#include "words/format.h"

enum { COLUMNS = 4, ROWS = 3, SMALL_COLUMNS = 3, SMALL_ROWS = 2, THREE = 48,
       MOST = 120 }; /* cells of all: titles stay near their numbers */
enum { LINE_SUM = 7 }; /* rows of it, with one above and one below */
#define NONE WL_SHOW_NOTHING

/* Below the view, column by column. */
static const uint8_t table[WL_FIGURE_KINDS][COLUMNS][ROWS] = {
  [WL_KIND_MOVES] = {{WL_REQUESTS, WL_BYTES_ASKED, WL_BYTES_MOVED},
                     {WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS},
                     {WL_LINE_COUNT, WL_TAG_WAVEFRONTS, WL_WAVEFRONTS},
                     {WL_WAYS, WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_PAST] = {{WL_REQUESTS, WL_BYTES_ASKED, WL_BYTES_MOVED},
                    {WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS},
                    {WL_LINE_COUNT, WL_TAG_WAVEFRONTS, WL_L2_REQUESTS},
                    {WL_SHOW_LANES, WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_EARLY] = {{WL_REQUESTS, WL_BYTES_ASKED, WL_BYTES_MOVED},
                     {WL_TRANSACTIONS, WL_SECTORS, WL_IDEAL_SECTORS},
                     {WL_SHOW_EXCESS, WL_SHOW_LANES, WL_WAVEFRONTS},
                     {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE}},
  [WL_KIND_BANKS] = {{WL_REQUESTS, WL_BYTES_ASKED, WL_BYTES_MOVED},
                     {WL_WAVEFRONTS, WL_IDEAL_WAVEFRONTS, WL_SHOW_EXCESS},
                     {WL_WAYS, WL_SHOW_LANES, NONE},
                     {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE}},
  [WL_KIND_PASSES] = {{WL_REQUESTS, WL_BYTES_ASKED, NONE},
                      {WL_WAVEFRONTS, WL_SHOW_EXCESS, NONE},
                      {WL_SHOW_LANES, NONE, NONE},
                      {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE}},
  [WL_KIND_TEXELS] = {{WL_REQUESTS, WL_BYTES_ASKED, WL_BYTES_MOVED},
                      {WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS},
                      {WL_L2_REQUESTS, WL_SHOW_LANES, NONE},
                      {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE}},
};
static const uint8_t small[WL_FIGURE_KINDS][SMALL_COLUMNS][SMALL_ROWS] = {
  [WL_KIND_MOVES] = {{WL_SECTORS, WL_IDEAL_SECTORS},
                     {WL_LINE_COUNT, WL_SHOW_EXCESS},
                     {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_PAST] = {{WL_SECTORS, WL_IDEAL_SECTORS},
                    {WL_LINE_COUNT, WL_SHOW_EXCESS},
                    {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_EARLY] = {{WL_TRANSACTIONS, WL_SECTORS},
                     {WL_IDEAL_SECTORS, WL_SHOW_EXCESS},
                     {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_BANKS] = {{WL_WAVEFRONTS, WL_IDEAL_WAVEFRONTS},
                     {WL_WAYS, WL_SHOW_EXCESS},
                     {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_PASSES] = {{WL_WAVEFRONTS, WL_SHOW_EXCESS},
                      {WL_SHOW_LANES, WL_BYTES_ASKED},
                      {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
  [WL_KIND_TEXELS] = {{WL_SECTORS, WL_IDEAL_SECTORS},
                      {WL_L2_REQUESTS, WL_SHOW_EXCESS},
                      {WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE}},
};
static enum wl_style style_of(enum wl_grade g) {
  return g == WL_GRADE_NONE ? WL_STYLE_STRONG : wl_grade_style(g);
}

/* The efficiency as a bar. */
static void draw_gauge(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  double share = wl_figure_share(wl_session_arch(m), &s->step.access, &s->explain.counts);
  wl_canvas_bar(c, r, share, style_of(wl_grade_efficiency(share)), WL_STYLE_RULE);
}

/* Titles for where the full one would touch its number. */
static const char *short_title(const char *title) {
  static const struct { const char *title, *brief; } rows[] = {
    {"requests", "reqs"}, {"transactions", "trans."}, {"tag wavefronts", "tag waves"},
    {"wavefronts", "waves"}, {"L2 requests", "L2 reqs"}, {"bytes asked", "asked"},
    {"bytes moved", "moved"}, {"active lanes", "lanes"}, {"efficiency", "effic."},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].title, title) == 0) return rows[i].brief;
  return title;
}

static void draw_figure(struct wl_session *m, struct wl_canvas *c, int x, int y, int cells,
                        unsigned figure) {
  struct wl_figure_text f;
  char text[64] = "";
  if (!wl_figure_show(m, figure, &f)) return;
  if (figure == WL_SHOW_GAUGE) {
    draw_gauge(m, c, (struct wl_rect){x, y, cells, 1});
    return;
  }
  bool asked = wl_panel_on(m, WL_PANEL_WHY) && figure == wl_why_subject_now(m);
  int at = x + cells - wl_canvas_cells(c, f.value, -1), room = at - x;
  if (f.before[0]) snprintf(text, sizeof text, "%s→", f.before);
  room -= wl_canvas_cells(c, text, -1) + 1; /* a space before the numbers */
  const char *title = wl_canvas_cells(c, f.title, -1) > room ? short_title(f.title) : f.title;
  if (wl_canvas_cells(c, title, -1) > room) { /* what it is matters more than what it was */
    room += wl_canvas_cells(c, text, -1);
    text[0] = '\0';
  }
  wl_canvas_fit(c, x, y, room, asked ? WL_STYLE_TAB_ON : WL_STYLE_DIM, title);
  wl_canvas_right(c, at, y, WL_STYLE_BEFORE, text);
  wl_canvas_text(c, at, y, style_of(f.grade), f.value);
}

static void draw_columns(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int columns,
                         int rows, const uint8_t *figures) {
  /* The first column holds bytes moved before and after, the widest. */
  static const int share[COLUMNS + 1] = {0, 22, 39, 60, 80};
  if (r.w > MOST) r.w = MOST;
  for (int i = 0; i < columns; i++) {
    int from = columns == COLUMNS ? r.w * share[i] / 80 : r.w * i / columns;
    int to = columns == COLUMNS ? r.w * share[i + 1] / 80 : r.w * (i + 1) / columns;
    for (int j = 0; j < rows && j < r.h; j++)
      draw_figure(m, c, r.x + from + 1, r.y + j, to - from - 2, figures[i * rows + j]);
  }
}

/* What a step that is no access has to say. */
static void draw_other(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  char lanes[64];
  wl_canvas_text(c, r.x + 1, r.y, WL_STYLE_DIM, "no memory is touched");
  if (r.h > 1 && !s->lanes_covered)
    wl_canvas_printf(c, r.x + 1, r.y + 1, WL_STYLE_DIM, "active %s",
                     wl_format_lane_set(s->step.access.mask, lanes, sizeof lanes));
}

void wl_part_figures(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (!s || r.h < 1) return;
  if (s->step.kind != WL_STEP_ACCESS) draw_other(m, c, r);
  else if (r.h >= ROWS) draw_columns(m, c, r, COLUMNS, ROWS, table[wl_figure_kind(m)][0]);
  else draw_columns(m, c, r, r.w < THREE ? 2 : SMALL_COLUMNS, SMALL_ROWS,
                    small[wl_figure_kind(m)][0]);
}

static int heading(struct wl_canvas *c, struct wl_rect r, int y, const char *text) {
  wl_canvas_glyph(c, r.x + 1, y, WL_GLYPH_H, r.w - 2, WL_STYLE_RULE);
  int x = wl_canvas_fit(c, r.x + 1, y, r.w - 3, WL_STYLE_STRONG, text);
  wl_canvas_glyph(c, x, y, WL_GLYPH_SPACE, 1, WL_STYLE_TEXT);
  return y + 1;
}

/* A sum, and what it was before a change, if that is known and another one, and both have room
 * beside the title, or a short one. */
static int count_row(struct wl_canvas *c, struct wl_rect r, int y, const char *title, uint64_t n,
                     const uint64_t *was, enum wl_style style) {
  char now[32], before[32] = "", text[80];
  bool changed = was && *was != n;
  if (changed) wl_format_count(*was, before);
  snprintf(text, sizeof text, "%s%s%s", before, changed ? "→" : "", wl_format_count(n, now));
  int room = r.w - 3;
  if (wl_canvas_cells(c, title, -1) + wl_canvas_cells(c, text, -1) > room)
    title = short_title(title);
  if (wl_canvas_cells(c, title, -1) + wl_canvas_cells(c, text, -1) > room)
    snprintf(text, sizeof text, "%s", now);
  wl_canvas_text(c, r.x + 1, y, WL_STYLE_DIM, title);
  wl_canvas_right(c, r.x + r.w - 1, y, style, text);
  return y + 1;
}

static uint64_t above(uint64_t cost, uint64_t ideal) { return cost > ideal ? cost - ideal : 0; }

/* The sums of one kind of access of the selected line, beside those from before a change. */
static int draw_sums(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                     const struct wl_sum *sum) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  enum wl_space space = (enum wl_space)a->space;
  enum wl_op op = (enum wl_op)a->op;
  enum wl_figure figure = wl_main_figure(space), ideal = wl_ideal_figure(space);
  const struct wl_before *before = wl_figure_before(m);
  const struct wl_sum *was = before && before->line.value[WL_REQUESTS] ? &before->line : NULL;
  y = count_row(c, r, y, "requests", sum->value[WL_REQUESTS],
                was ? &was->value[WL_REQUESTS] : NULL, WL_STYLE_TEXT);
  if (wl_sum_meaning(wl_session_arch(m), space, op, sum, figure) != WL_KNOWN) return y;
  if (was && wl_sum_meaning(before->arch, space, op, was, figure) != WL_KNOWN) was = NULL;
  y = count_row(c, r, y, wl_figure_title(wl_session_arch(m), figure, space, op),
                sum->value[figure], was ? &was->value[figure] : NULL, WL_STYLE_TEXT);
  if (sum->unknown >> WL_EXCESS & 1) return y;
  uint64_t now = above(sum->value[figure], sum->value[ideal]);
  uint64_t then = was ? above(was->value[figure], was->value[ideal]) : 0;
  return count_row(c, r, y, "excess", now, was ? &then : NULL,
                   wl_grade_style(wl_grade_excess(now, sum->value[figure])));
}

/* What caches do with the loads of the line, where the parameters leave room for it. */
static int draw_site(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y) {
  static const uint8_t rows[] = {WL_SITE_HITS, WL_SITE_MISSES, WL_SITE_EVICTED, WL_SITE_DRAM};
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_caches *caches = wl_analysis_caches(wl_session_costs(m));
  const struct wl_access *a = &s->step.access;
  if (!caches || a->space != WL_GLOBAL || a->op != WL_LOAD) return y;
  int room = (int)sizeof rows + wl_session_head(m)->params + 4;
  if (y + room > r.y + r.h) return y;
  struct wl_cache_site site = wl_caches_sum(caches, s->step.place.line, WL_NO_ARRAY);
  for (size_t i = 0; i < sizeof rows; i++) {
    char title[32];
    snprintf(title, sizeof title, "%s%s", wl_caches_model(caches)->estimate ? "≈ " : "",
             wl_site_figures[rows[i]].title);
    y = count_row(c, r, y, title, wl_site_figure_get(&site, (enum wl_site_figure_id)rows[i]), NULL,
                  WL_STYLE_TEXT);
  }
  return y;
}

/* … over all that has run. */
static int draw_line_sum(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y) {
  const struct wl_step_info *s = wl_session_spot(m);
  size_t count = 0;
  const struct wl_analysis *costs = wl_session_costs(m);
  const struct wl_line_cost *lines = costs ? wl_analysis_lines(costs, &count) : NULL;
  const struct wl_access *a = &s->step.access;
  for (size_t i = 0; i < count; i++) {
    if (lines[i].line != s->step.place.line) continue;
    char title[64]; /* the line may do other things, too: view 6 has them all */
    int n = snprintf(title, sizeof title, "line %u: every %s %s", s->step.place.line,
                     wl_space_names[a->space], wl_op_names[a->op]);
    if (n > r.w - 3)
      snprintf(title, sizeof title, "line %u: %s %s", s->step.place.line,
               wl_space_names[a->space], wl_op_names[a->op]);
    y = draw_sums(m, c, r, heading(c, r, y, title), &lines[i].sum[a->space][a->op]);
    y = draw_site(m, c, r, y);
  }
  return y + 1;
}

static void draw_params(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y) {
  const struct wl_head *head = wl_session_head(m);
  struct wl_param made;
  const struct wl_param *p;
  if (!head || y + 1 >= r.y + r.h) return;
  y = heading(c, r, y, head->params ? "parameters" : "launch");
  int rows = r.y + r.h - y - head->params - 2; /* beside those of parameters and shapes */
  for (int i = 0; (p = wl_adjustable(m, i, &made)) != NULL && y < r.y + r.h; i++) {
    bool own = i >= head->params || !wl_param_told(m, p);
    if (own && !wl_is_shape(p->name) && i != m->param) continue;
    bool here = i == m->param;
    const char *value = wl_param_value(m, p);
    int end = r.x + r.w - 1 - wl_canvas_cells(c, value, -1);
    int x = wl_canvas_fit(c, r.x + 1, y, end - r.x - 2, here ? WL_STYLE_KEY : WL_STYLE_TEXT,
                          p->name);
    const char *help = wl_source_help(m, p);
    bool beside = wl_canvas_cells(c, help, -1) <= end - x - 3;
    if (beside) wl_canvas_text(c, x + 2, y, WL_STYLE_DIM, help);
    wl_canvas_text(c, end, y++, here ? WL_STYLE_TAB_ON : WL_STYLE_STRONG, value);
    struct wl_rect below = {r.x + 3, y, r.w - 4, 1};
    int need = beside ? 0 : wl_wrapped_rows(help, below.w);
    if (need < 1 || need > rows) continue;
    y += wl_draw_wrapped(c, below, need, WL_STYLE_DIM, help);
    rows -= need;
  }
}

void wl_part_panel(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (!s || r.w < 1) return;
  for (int y = r.y; y < r.y + r.h; y++)
    wl_canvas_glyph(c, r.x, y, WL_GLYPH_V, 1, WL_STYLE_RULE);
  r = (struct wl_rect){r.x + 1, r.y, r.w - 1, r.h};
  const struct wl_before *before = wl_figure_before(m);
  int y = heading(c, r, r.y, before && before->change[0] ? before->change : "this instruction");
  if (s->step.kind != WL_STEP_ACCESS) {
    draw_other(m, c, (struct wl_rect){r.x, y, r.w, 2});
    draw_params(m, c, r, y + 3);
    return;
  }
  const struct wl_head *head = wl_session_head(m);
  int last = y, rest = LINE_SUM + (head && head->params ? head->params + 1 : 0);
  bool air = y + WL_FIGURE_LIST + rest <= r.y + r.h; /* room for the empty rows */
  for (int i = 0; i < WL_FIGURE_LIST; i++, y++) {
    uint8_t figure = wl_figure_lists[wl_figure_kind(m)][i];
    bool shown = figure != NONE && wl_figure_show(m, figure, &(struct wl_figure_text){0});
    if (figure == NONE ? !air : !shown && !s->covered) y--; /* a covered one comes back */
    if (figure == NONE || (!shown && !s->covered)) continue;
    draw_figure(m, c, r.x + 1, y, r.w - 2, figure);
    last = y;
  }
  y = draw_line_sum(m, c, r, last + 2);
  draw_params(m, c, r, y);
}
