/* View 6: the script, with what each line costs over the whole grid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cache/caches.h"
#include "session/compare/line_costs.h"
#include "session/predict/redact_source.h"
#include "session/search/hazard_summary.h"
#include "session/search/search.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "words/format.h"

/* Left of the code: line number, columns of figures, and the mark of the selected line. */
enum { NUMBER = 5, MARK = 3, SHARE_WAS = 3, LINE_MAX_BYTES = 512, SAID = 256 };
enum { CODE = 52,     /* with so many cells it has whole indents */
       WHOLE = 100 }; /* lines of so many are whole on walls */

enum column { REQUESTS, SECTORS, WAVES, EXCESS, SHARE, HITS, COLUMNS };

/* `rank`: where there is no room for all, lower ones stay; those of 0 always do. */
static const struct { const char *title; uint8_t cells, rank; } columns[COLUMNS] = {
  [REQUESTS] = {"reqs", 6, 4}, [SECTORS] = {"sect.", 6, 1}, [WAVES] = {"waves", 6, 2},
  [EXCESS] = {"excess", 7, 0}, [SHARE] = {"share", 6, 0},   [HITS] = {"hits", 6, 3}};
enum { RANKS = 5 };

/* What is known of all lines. */
struct costs {
  const struct wl_line_cost *line;
  size_t count;
  uint64_t all, worst; /* cost of all; greatest excess of one line */
  bool any[COLUMNS], shown[COLUMNS]; /* there are such figures; they have room, too */
  bool hidden;         /* all numbers are */
  const struct wl_analysis *of;
  const struct wl_costs *before; /* of the last change; NULL: not known, or there was none */
};

static bool all_known(const struct wl_line_sums *t) {
  return t->known[WL_UNIT_SECTORS] && t->known[WL_UNIT_WAVEFRONTS];
}

static void add_columns(struct costs *k, const struct wl_line_sums *t) {
  k->any[HITS] |= t->hit_rate >= 0;
  for (int n = 0; n < WL_UNITS; n++) k->any[SECTORS + n] |= t->cost[n] || !t->known[n];
}

static struct costs costs_of(struct wl_session *m, const struct wl_analysis *a) {
  struct costs k = {.before = wl_costs_before(m), .of = a,
                    .any = {[REQUESTS] = true, [EXCESS] = true, [SHARE] = true}};
  if (a) k.line = wl_analysis_lines(a, &k.count);
  for (size_t i = 0; i < k.count; i++) {
    struct wl_line_sums t = wl_line_sums(a, &k.line[i]);
    add_columns(&k, &t);
    k.all += wl_line_total(&t);
    if (t.excess > k.worst) k.worst = t.excess;
  }
  for (size_t i = 0; k.before && i < k.before->count; i++)
    add_columns(&k, &k.before->line[i]);
  return k;
}

/* Shares from before and now have a column together. */
static int cells_of(const struct costs *k, enum column n) {
  return columns[n].cells + (n == SHARE && k->before ? SHARE_WAS : 0);
}

static int left_of(const struct costs *k) {
  int left = NUMBER + MARK;
  for (enum column n = 0; n < COLUMNS; n++) left += k->shown[n] ? cells_of(k, n) : 0;
  return left;
}

static int longest_line(struct wl_session *m) {
  size_t size, most = 0;
  for (uint32_t line = 1; line <= wl_trace_lines(m->trace); line++)
    if (wl_source_line(m, line, &size) && size > most) most = size;
  return most < WHOLE ? (int)most : WHOLE;
}

/* The columns that leave the code what it needs: on walls whole lines, else five eighths of `w`. */
static void choose_columns(struct wl_session *m, struct costs *k, int w) {
  bool wall = m->drawn.size > WL_SIZE_WALL && !m->drawn.aside;
  int code = longest_line(m), most = wall ? WHOLE : (w + 1) * 5 / 8;
  if (code > most) code = most;
  for (int rank = 0; rank < RANKS; rank++)
    for (enum column n = 0; n < COLUMNS; n++)
      if (k->any[n] && columns[n].rank == rank)
        k->shown[n] = !rank || left_of(k) + cells_of(k, n) + code <= w;
}

int wl_cells_source(struct wl_session *m) {
  return NUMBER + columns[EXCESS].cells + columns[SHARE].cells + MARK + longest_line(m) + 1;
}

/* What a column says of a line, but for its share; "": nothing. */
static const char *text_of(const struct wl_line_sums *t, enum column n, char text[32]) {
  text[0] = '\0';
  if (n == REQUESTS) return wl_format_brief(t->requests, true, text);
  if (n == EXCESS) return t->judged ? wl_format_brief(t->excess, true, text) : "?";
  if (n == HITS && t->hit_rate >= 0) snprintf(text, 32, "%.0f %%", 100 * t->hit_rate);
  if (n != SECTORS && n != WAVES) return text;
  if (!t->known[n - SECTORS]) return "?";
  return t->cost[n - SECTORS] ? wl_format_brief(t->cost[n - SECTORS], true, text) : text;
}

static bool is_wide(struct wl_rect r, const struct costs *k) { return r.w - left_of(k) >= CODE; }

/* As that of a step, whatever memory its steps are in. */
static enum wl_grade grade_of(const struct wl_line_sums *t) {
  return t->judged ? wl_grade_excess(t->excess, wl_line_total(t)) : WL_GRADE_NONE;
}

static enum wl_style excess_style(const struct wl_line_sums *t) {
  return wl_grade_style(grade_of(t));
}

static int by_line(const void *line, const void *cost) {
  uint32_t a = *(const uint32_t *)line, b = ((const struct wl_line_cost *)cost)->line;
  return a < b ? -1 : a > b;
}

static const struct wl_line_cost *find(const struct costs *k, uint32_t line) {
  return k->count ? bsearch(&line, k->line, k->count, sizeof *k->line, by_line) : NULL;
}

/* While costs are hidden a line has a sign in place of each number. */
static void draw_asked(struct wl_canvas *c, struct wl_rect r, const struct costs *k) {
  int x = r.x + NUMBER;
  for (enum column n = 0; n < COLUMNS; n++)
    if (k->shown[n]) wl_canvas_right(c, x += cells_of(k, n), r.y, WL_STYLE_DIM, "?");
}

/* What a line costs; or did before a change, of which those figures are shown that are others
 * `now`. */
struct cost { struct wl_line_sums sums, now; bool worst, here, was; };

static double part_of(const struct wl_line_sums *t, uint64_t all) {
  return all ? (double)wl_line_total(t) / (double)all : 0;
}

/* In percent. Whether it was another one before, which is "" else. */
static bool share_before(const struct wl_line_sums *t, const struct costs *k, char now[16],
                         char was[16]) {
  struct wl_line_sums then;
  bool two = k->before && wl_costs_line(k->before, t->line, &then) && all_known(&then);
  snprintf(now, 16, "%.0f", 100 * part_of(t, k->all));
  snprintf(was, 16, "%.0f", two ? 100 * part_of(&then, k->before->all) : 0);
  if (!two || strcmp(was, now) == 0) was[0] = '\0';
  return was[0];
}

/* Its share of all that the script does, behind that from before where it was another one. */
static void draw_share(struct wl_canvas *c, int end, int y, const struct wl_line_sums *t,
                       const struct costs *k) {
  char now[16], was[16], text[40];
  bool two = share_before(t, k, now, was);
  snprintf(text, sizeof text, "%s%s%s %%", was, two ? "→" : "", now);
  wl_canvas_right(c, end, y, WL_STYLE_DIM, all_known(t) ? text : "?");
}

/* That in the row `r`. */
static void draw_costs(struct wl_canvas *c, struct wl_rect r, const struct cost *l,
                       const struct costs *k) {
  char text[32], other[32];
  const struct wl_line_sums *t = &l->sums;
  int x = r.x + NUMBER;
  enum wl_style plain = l->was ? WL_STYLE_BEFORE : l->here ? WL_STYLE_STRONG : WL_STYLE_TEXT;
  for (enum column n = 0; n < COLUMNS; n++) {
    if (!k->shown[n]) continue;
    x += cells_of(k, n);
    if (n == SHARE) {
      if (!l->was) draw_share(c, x, r.y, t, k);
      continue;
    }
    const char *said = text_of(t, n, text);
    if (l->was && strcmp(said, text_of(&l->now, n, other)) == 0) continue;
    if (n == EXCESS && l->worst) /* in mono, too, it is seen at once */
      wl_canvas_glyph(c, x - 6, r.y, wl_grade_sign(grade_of(t)), 1, excess_style(t));
    wl_canvas_right(c, x, r.y, n == EXCESS && !l->was ? excess_style(t) : plain,
                    l->was && !said[0] && n != HITS ? "0" : said);
  }
}

/* Nobody has measured the caches of the generation. */
static bool is_estimate(const struct costs *k) {
  const struct wl_caches *caches = k->of ? wl_analysis_caches(k->of) : NULL;
  return caches && wl_caches_model(caches)->estimate;
}

/* Figures of the selected line that have no column: "line 47: reqs 65.5k, hits 0 %". */
static const char *say_left_out(const struct costs *k, const struct wl_line_sums *t,
                                char said[SAID]) {
  char text[32];
  int used = 0;
  for (enum column n = 0; n < COLUMNS; n++) {
    const char *figure = text_of(t, n, text);
    if (!k->any[n] || k->shown[n] || !figure[0]) continue;
    if (!used) used = snprintf(said, SAID, "line %u: ", t->line);
    else used += snprintf(said + used, (size_t)(SAID - used), ", ");
    used += snprintf(said + used, (size_t)(SAID - used), "%s %s", columns[n].title, figure);
  }
  return used ? said : NULL;
}

/* The titles of the columns, and what they leave out or mean. */
static void draw_head(struct wl_canvas *c, struct wl_rect r, const struct costs *k,
                      const struct wl_line_sums *here) {
  char said[SAID];
  int x = r.x + NUMBER, left = left_of(k), room = r.w - left;
  for (enum column n = 0; n < COLUMNS; n++) {
    if (k->any[n] && !k->shown[n]) wl_canvas_text(c, r.x + NUMBER - 2, r.y, WL_STYLE_DIM, "…");
    if (!k->shown[n]) continue;
    const char *title = n == HITS && is_estimate(k) ? "≈hits" : columns[n].title;
    wl_canvas_right(c, x += cells_of(k, n), r.y, WL_STYLE_DIM, title);
  }
  if (!k->count || k->hidden) return;
  const char *const notes[] = {
    here ? say_left_out(k, here, said) : NULL,
    k->any[SECTORS] && k->any[WAVES] ? "share: of all sectors and waves"
      : k->any[SECTORS] ? "share: of all sectors" : "share: of all wavefronts",
    k->shown[HITS] ? "hits: of loads in L1" : NULL};
  x = r.x + left;
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
    if (!notes[i]) continue;
    bool first = x == r.x + left;
    if (wl_canvas_cells(c, notes[i], -1) + (first ? 0 : 2) > room - (x - r.x - left)) continue;
    x = wl_canvas_printf(c, x, r.y, i ? WL_STYLE_DIM : WL_STYLE_TEXT, "%s%s", first ? "" : "; ",
                         notes[i]);
  }
}

/* Spaces and tabs that all lines [from, to) begin with. */
static size_t indent_of(struct wl_session *m, int from, int to) {
  size_t least = LINE_MAX_BYTES, size;
  for (int line = from; line < to; line++) {
    const char *s = wl_source_line(m, (uint32_t)line, &size);
    size_t n = 0;
    while (s && n < size && (s[n] == ' ' || s[n] == '\t')) n++;
    if (s && n < size && n < least) least = n;
  }
  return least == LINE_MAX_BYTES ? 0 : least;
}

static bool is_here(struct wl_session *m, uint32_t line) {
  return line == wl_session_spot(m)->step.place.line;
}

/* What of a line is not shown before its code: what all have, and half of what is its own where
 * the code has little room. */
static size_t drop_of(bool wide, const char *s, size_t size, size_t indent) {
  size_t own = 0;
  while (indent + own < size && (s[indent + own] == ' ' || s[indent + own] == '\t')) own++;
  return indent + (wide ? 0 : own / 2);
}

/* The text of a line in the row `r`, `left` cells from its beginning and without `indent` bytes;
 * bright where it `costs`. */
static void draw_line(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, uint32_t line,
                      size_t indent, int left, bool costs) {
  size_t size;
  int y = r.y;
  bool here = is_here(m, line);
  const char *s = wl_source_line(m, line, &size);
  char text[LINE_MAX_BYTES];
  if (!s) return;
  if (size >= sizeof text) size = sizeof text - 1;
  for (size_t i = 0; i < size; i++) text[i] = s[i] == '\t' ? ' ' : s[i];
  wl_canvas_hit(c, r, WL_HIT_LINE, line);
  wl_canvas_printf(c, r.x, y, here ? WL_STYLE_KEY : WL_STYLE_DIM, "%4u", line);
  enum wl_style style = here ? WL_STYLE_STRONG : costs ? WL_STYLE_TEXT : WL_STYLE_DIM;
  size_t drop = drop_of(r.w - left >= CODE, text, size, indent);
  if (size > drop)
    wl_canvas_fit_bytes(c, (struct wl_rect){r.x + left, y, r.w - left, 1}, style, text + drop,
                        size - drop);
  bool found = wl_found_line(m, line);
  if (found) {
    wl_canvas_restyle(c, (struct wl_rect){r.x, y, NUMBER - 1, 1}, WL_STYLE_FOUND);
    wl_canvas_text(c, r.x + NUMBER - 1, y, WL_STYLE_FOUND, "/");
  }
  if (wl_hazard_line(m, line) && wl_hazards_open(m)) { /* both, where the number leaves room */
    if (found && line < 1000) wl_canvas_text(c, r.x, y, WL_STYLE_FOUND, "/");
    wl_canvas_text(c, r.x + NUMBER - 1, y, WL_STYLE_BAD, "!");
  }
  if (here) wl_canvas_glyph(c, r.x + left - 2, y, WL_GLYPH_PLAY, 1, WL_STYLE_KEY);
}

/* What a line costs now; all zero where it costs nothing. */
static struct cost cost_now(struct wl_session *m, uint32_t line, const struct costs *k) {
  const struct wl_line_cost *cost = find(k, line);
  struct cost l = {.here = is_here(m, line)};
  l.sums = cost ? wl_line_sums(k->of, cost) : wl_line_sums_none(line);
  l.worst = l.sums.excess && l.sums.excess == k->worst;
  return l;
}

/* Whether all that has a column says the same. */
static bool looks_same(const struct wl_line_sums *a, const struct wl_line_sums *b,
                       const struct costs *k) {
  char text[32], other[32];
  for (enum column n = 0; n < COLUMNS; n++)
    if (k->shown[n] && strcmp(text_of(a, n, text), text_of(b, n, other)) != 0) return false;
  return true;
}

/* What a line cost before the change: false where that is not known, or looks the same now. */
static bool cost_before(struct wl_session *m, uint32_t line, const struct costs *k,
                        struct cost *out) {
  if (!k->before) return false;
  *out = (struct cost){.now = cost_now(m, line, k).sums, .was = true};
  return wl_costs_line(k->before, line, &out->sums) && !looks_same(&out->sums, &out->now, k);
}

static int rows_of(struct wl_session *m, const struct costs *k, uint32_t line) {
  struct cost was;
  return 1 + cost_before(m, line, k, &was);
}

/* A line and what it costs, in the row `r`. */
static void draw_one(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, uint32_t line,
                     size_t indent, const struct costs *k) {
  bool costs = find(k, line) != NULL;
  struct cost now = cost_now(m, line, k);
  draw_line(m, c, r, line, indent, left_of(k), costs || !k->count);
  if (costs && k->hidden) draw_asked(c, r, k);
  else if (costs || rows_of(m, k, line) > 1) draw_costs(c, r, &now, k);
}

/* What it cost before, below it. */
static void draw_was(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                     const struct cost *was, const struct costs *k) {
  int left = left_of(k);
  wl_canvas_hit(c, r, WL_HIT_LINE, was->sums.line);
  wl_canvas_right(c, r.x + NUMBER - 1, r.y, WL_STYLE_NOTE, "was");
  draw_costs(c, r, was, k);
  wl_canvas_fit(c, r.x + left, r.y, r.w - left, WL_STYLE_NOTE, m->past.last.step.change);
}

/* The costliest first: by excess, then by cost, then as in the script. */
static int dearer(const void *a, const void *b) {
  const struct wl_line_sums *p = a, *q = b;
  uint64_t p_all = wl_line_total(p), q_all = wl_line_total(q);
  if (p->excess != q->excess) return p->excess > q->excess ? -1 : 1;
  if (p_all != q_all) return p_all > q_all ? -1 : 1;
  return p->line < q->line ? -1 : 1;
}

/* Lines that cost something now, or did before, in their order: the next one. False: no more. */
struct walk { size_t now, before; uint32_t line; };

static bool next_line(const struct costs *k, struct walk *w) {
  size_t lines = k->before ? k->before->count : 0;
  uint32_t now = w->now < k->count ? k->line[w->now].line : UINT32_MAX;
  uint32_t then = w->before < lines ? k->before->line[w->before].line : UINT32_MAX;
  w->line = now < then ? now : then;
  w->now += now == w->line;
  w->before += then == w->line;
  return w->line != UINT32_MAX;
}

/* Row `i` below the head. */
static struct wl_rect row_of(struct wl_rect r, int i) {
  return (struct wl_rect){r.x, r.y + 1 + i, r.w, 1};
}

/* Rows of a list of lines, one behind the other: those from `first` on are drawn, as many as have
 * room. */
struct list { struct wl_rect r; int first, at; };

static bool is_full(const struct list *l) { return l->at - l->first >= l->r.h - 1; }

static void draw_entry(struct wl_session *m, struct wl_canvas *c, struct list *l, uint32_t line,
                       size_t indent, const struct costs *k) {
  struct cost was;
  if (l->at >= l->first) draw_one(m, c, row_of(l->r, l->at - l->first), line, indent, k);
  l->at++;
  if (!cost_before(m, line, k, &was)) return;
  if (l->at >= l->first && !is_full(l)) draw_was(m, c, row_of(l->r, l->at - l->first), &was, k);
  l->at++;
}

/* Lines above `end` that have a row more. */
static int count_changed(struct wl_session *m, const struct costs *k, uint32_t end) {
  struct walk w = {0};
  int count = 0;
  while (k->before && next_line(k, &w) && w.line < end) count += rows_of(m, k, w.line) - 1;
  return count;
}

/* Lines that cost something, or did before, and no others; NULL where memory is short. `*all`
 * rows. */
static struct wl_line_sums *list_by_cost(struct wl_session *m, const struct costs *k, size_t *count,
                                         int *all) {
  size_t most = k->count + (k->before ? k->before->count : 0);
  struct wl_line_sums *line = malloc(most * sizeof *line);
  struct walk w = {0};
  *count = 0;
  *all = 0;
  while (line && next_line(k, &w)) {
    int rows = rows_of(m, k, w.line);
    if (!find(k, w.line) && rows == 1) continue;
    line[(*count)++] = cost_now(m, w.line, k).sums;
    *all += rows;
  }
  if (line) qsort(line, *count, sizeof *line, dearer);
  return line;
}

/* Draws them. False where memory is short. */
static bool draw_by_cost(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                         const struct costs *k) {
  size_t count;
  int all, rows = r.h - 1;
  struct wl_line_sums *line = list_by_cost(m, k, &count, &all);
  if (!line) return false;
  struct list list = {r, wl_scroll_window(m, 0, all, rows), 0};
  for (size_t i = 0; i < count && !is_full(&list); i++) {
    int from = (int)line[i].line;
    bool seen = list.at >= list.first;
    draw_entry(m, c, &list, line[i].line, seen ? indent_of(m, from, from + 1) : 0, k);
  }
  free(line);
  return true;
}

/* The script as it stands, around the selected line. */
static void draw_script(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                        const struct costs *k) {
  int rows = r.h - 1, lines = (int)wl_trace_lines(m->trace);
  uint32_t here = wl_session_spot(m)->step.place.line;
  int first = (int)here - 1 + count_changed(m, k, here) - rows / 2;
  struct list list = {r, wl_scroll_window(m, first, lines + count_changed(m, k, UINT32_MAX), rows),
                      0};
  int line = 1;
  for (int h; line <= lines; line++, list.at += h) {
    h = rows_of(m, k, (uint32_t)line);
    if (list.at + h > list.first) break;
  }
  size_t indent = is_wide(r, k) ? 0 : indent_of(m, line, line + rows);
  for (; line <= lines && !is_full(&list); line++)
    draw_entry(m, c, &list, (uint32_t)line, indent, k);
}

void wl_view_source(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct costs k = costs_of(m, wl_session_costs(m));
  k.hidden = m->analysis && !wl_session_costs(m);
  if (k.hidden) k.line = wl_analysis_lines(m->analysis, &k.count);
  r = (struct wl_rect){r.x, r.y, r.w - 1, r.h};
  choose_columns(m, &k, r.w);
  uint32_t here = wl_session_spot(m)->step.place.line;
  struct wl_line_sums sums = cost_now(m, here, &k).sums;
  draw_head(c, r, &k, find(&k, here) ? &sums : NULL);
  if (!m->by_cost || !k.count || k.hidden || !draw_by_cost(m, c, r, &k)) draw_script(m, c, r, &k);
}

int wl_rows_source(struct wl_session *m, struct wl_canvas *c, int w) {
  struct costs k = costs_of(m, wl_session_costs(m));
  struct walk walk = {0};
  int rows = 1;
  (void)c;
  choose_columns(m, &k, w - 1);
  if (!m->by_cost || !k.count)
    return rows + (int)wl_trace_lines(m->trace) + count_changed(m, &k, UINT32_MAX);
  while (next_line(&k, &walk)) {
    int more = rows_of(m, &k, walk.line);
    if (more > 1 || find(&k, walk.line)) rows += more;
  }
  return rows;
}

/* ", 8,192 sectors, 0 wavefronts": those that any line has. */
static void say_cost(const struct wl_line_sums *t, const struct costs *k, char text[96]) {
  static const char *const units[WL_UNITS] = {
    [WL_UNIT_SECTORS] = "sectors", [WL_UNIT_WAVEFRONTS] = "wavefronts"};
  char count[32];
  size_t used = 0;
  text[0] = '\0';
  for (int n = 0; n < WL_UNITS; n++)
    if (k->any[SECTORS + n])
      used += (size_t)snprintf(text + used, 96 - used, ", %s %s",
                               t->known[n] ? wl_format_count(t->cost[n], count) : "unknown",
                               units[n]);
}

/* "256 requests, 512 sectors, excess 0". */
static const char *say_sums(const struct wl_line_sums *t, const struct costs *k, char text[SAID]) {
  char requests[32], cost[96], excess[32], hits[48] = "";
  say_cost(t, k, cost);
  if (t->hit_rate >= 0) snprintf(hits, sizeof hits, ", %.0f percent hit in L1", 100 * t->hit_rate);
  snprintf(text, SAID, "%s requests%s, excess %s%s", wl_format_count(t->requests, requests), cost,
           t->judged ? wl_format_count(t->excess, excess) : "not known", hits);
  return text;
}

static void say_line(struct wl_session *m, uint32_t line, const struct costs *k,
                     const struct wl_prose *p) {
  char sums[SAID], now[16], then[16], share[64] = "";
  struct cost was, cost = cost_now(m, line, k);
  bool two = share_before(&cost.sums, k, now, then);
  snprintf(share, sizeof share, ", share %s percent%s%s", now, two ? ", before " : "", then);
  wl_say(p, "%s%s%s", say_sums(&cost.sums, k, sums), share,
         wl_hazards_open(m) && wl_hazard_line(m, line) ? "; a hazard" : "");
  if (cost_before(m, line, k, &was))
    wl_say(p, "Before the change it was %s", say_sums(&was.sums, k, sums));
}

/* The lines that touch memory; what they cost, and did before a change, unless that is hidden. */
void wl_say_source(struct wl_session *m, const struct wl_prose *p) {
  struct costs k = costs_of(m, m->analysis);
  memcpy(k.shown, k.any, sizeof k.shown); /* all is said */
  bool hidden = !wl_session_costs(m);
  char before[40];
  size_t size;
  if (hidden) wl_say(p, "What the lines cost is hidden");
  for (uint32_t n = 1; n <= wl_trace_lines(m->trace); n++) {
    const char *text = wl_source_line(m, n, &size);
    bool costs = find(&k, n) || rows_of(m, &k, n) > 1;
    if (!text || !costs) continue;
    snprintf(before, sizeof before, "Line %u: ", n);
    wl_say_quoted(p, before, text, size);
    if (!hidden) say_line(m, n, &k, p);
  }
  if (hidden) return;
  wl_say(p, "Sectors are those of global, local and texture memory, wavefronts those of the "
            "others; a share is of all of them");
}
