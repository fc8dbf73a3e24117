/* View 6: the script, with what each line costs over the whole grid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/finding.h"
#include "view/format.h"
#include "view/chance.h"
#include "view/pending.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/veil.h"
#include "view/view.h"

/* Left of the code: line number, numbers, a bar, a percentage. */
enum { NUMBER = 5, COUNT = 8, NARROW_COUNT = 6, SIGN = 2, BAR = 5, SHARE = 5, GAPS = 3,
       LINE_MAX_BYTES = 512 };
enum { AIRY = 112, /* from here on there is air between columns, and indents are whole */
       WIDE = 88,  /* from here on there is a bar */
       MOST = 70,  /* from here on there are requests */
       FEW = 59 }; /* below there is the excess alone, and room for the code */

/* Memories that move sectors, and those that banks serve, are told apart: a sum of the two is no
 * number that anybody could find elsewhere. */
enum cost { SECTORS, WAVEFRONTS, COSTS };

/* One line, all memories and operations together. */
struct sums {
  uint64_t requests, cost[COSTS], excess;
  bool known[COSTS], judged;
};

static uint64_t total(const struct sums *t) { return t->cost[SECTORS] + t->cost[WAVEFRONTS]; }

static bool all_known(const struct sums *t) { return t->known[SECTORS] && t->known[WAVEFRONTS]; }

static struct sums sums_of(const struct wl_line_cost *l) {
  struct sums t = {.known = {true, true}, .judged = true};
  for (int s = 0; s < WL_SPACES; s++)
    for (int op = 0; op < WL_OPS; op++) {
      const uint64_t *v = l->sum[s][op].value;
      uint32_t unknown = l->sum[s][op].unknown;
      enum cost k = wl_moves_sectors((enum wl_space)s) ? SECTORS : WAVEFRONTS;
      uint64_t cost = v[wl_main_figure((enum wl_space)s)];
      uint64_t ideal = v[wl_ideal_figure((enum wl_space)s)];
      t.requests += v[WL_REQUESTS];
      t.cost[k] += cost;
      if (unknown >> WL_EXCESS & 1) t.judged = false;
      else t.excess += cost > ideal ? cost - ideal : 0;
      if (unknown >> wl_main_figure((enum wl_space)s) & 1) t.known[k] = false;
    }
  return t;
}

/* What is known of all lines. */
struct costs {
  const struct wl_line_cost *line;
  size_t count;
  uint64_t all, worst; /* cost of all; greatest excess of one line */
  bool any[COSTS];     /* what they cost: it has a column */
  bool requests, few;  /* they have a column, too; there is room for none of these */
  bool parts;          /* shares and the worst may be told: nothing is still to be asked */
  bool hidden;         /* all numbers are */
};

static struct costs costs_of(struct wl_model *m, const struct wl_analysis *a) {
  struct costs k = {.parts = !wl_pending_any(m)};
  if (a) k.line = wl_analysis_lines(a, &k.count);
  for (size_t i = 0; i < k.count; i++) {
    struct sums t = sums_of(&k.line[i]);
    for (int n = 0; n < COSTS; n++) k.any[n] |= t.cost[n] || !t.known[n];
    k.all += total(&t);
    if (t.excess > k.worst) k.worst = t.excess;
  }
  return k;
}

static int bar_of(struct wl_rect r) { return r.w >= WIDE ? BAR : 0; }
static bool is_airy(struct wl_rect r) { return r.w >= AIRY; }
static int count_of(struct wl_rect r) { return is_airy(r) ? COUNT : NARROW_COUNT; }

static int left_of(struct wl_rect r, const struct costs *k) {
  int counts = 1 + k->requests + (k->few ? 0 : k->any[SECTORS] + k->any[WAVEFRONTS]);
  return NUMBER + counts * count_of(r) + SIGN + bar_of(r) + SHARE + GAPS;
}

/* At most seven cells: 1,048,576 becomes 1.05 M; five where it is `narrow`: 1.05M. */
static const char *brief(uint64_t n, bool narrow, char text[32]) {
  static const char *const units[] = {"k", "M", "G", "T", "P", "E"};
  if (n < (narrow ? 10000u : 1000000u)) return wl_format_count(n, text);
  double v = (double)n;
  int u = -1;
  while (v >= 999.5 && u < 5) v /= 1000, u++;
  snprintf(text, 32, "%.*f%s%s", v < 9.995 ? 2 : v < 99.95 ? 1 : 0, v, narrow ? "" : " ",
           units[u]);
  return text;
}

static enum wl_style excess_style(const struct sums *t) {
  return t->excess ? WL_STYLE_BAD : t->judged ? WL_STYLE_GOOD : WL_STYLE_TEXT;
}

static const struct wl_line_cost *find(const struct wl_line_cost *lines, size_t count,
                                       uint32_t line) {
  for (size_t i = 0; i < count; i++)
    if (lines[i].line == line) return &lines[i];
  return NULL;
}

/* A line that is still asked about has a sign in place of each number. */
static void draw_asked(struct wl_canvas *c, struct wl_rect r, const struct costs *k) {
  int step = count_of(r), x = r.x + NUMBER - 1;
  if (k->requests) wl_canvas_right(c, x += step, r.y, WL_STYLE_DIM, "?");
  for (int n = 0; n < COSTS && !k->few; n++)
    if (k->any[n]) wl_canvas_right(c, x += step, r.y, WL_STYLE_DIM, "?");
  wl_canvas_right(c, x += step + SIGN, r.y, WL_STYLE_DIM, "?");
  wl_canvas_right(c, x + 1 + bar_of(r) + SHARE, r.y, WL_STYLE_DIM, "?");
}

/* What one line costs, in the row `r`, of all that the script does. */
static void draw_costs(struct wl_canvas *c, struct wl_rect r, struct sums t, const struct costs *k,
                       bool here) {
  char text[32];
  int bar = bar_of(r), step = count_of(r), x = r.x + NUMBER - 1, y = r.y;
  bool narrow = !is_airy(r);
  enum wl_style plain = here ? WL_STYLE_STRONG : WL_STYLE_TEXT, excess = excess_style(&t);
  double share = k->all ? (double)total(&t) / (double)k->all : 0;
  if (k->requests) wl_canvas_right(c, x += step, y, plain, brief(t.requests, narrow, text));
  for (int n = 0; n < COSTS && !k->few; n++) {
    if (!k->any[n]) continue;
    x += step;
    if (!t.known[n]) wl_canvas_right(c, x, y, plain, "?");
    else if (t.cost[n]) wl_canvas_right(c, x, y, plain, brief(t.cost[n], narrow, text));
  }
  x += step + SIGN;
  bool worst = k->parts && t.excess && t.excess == k->worst;
  if (worst) /* in mono, too, it is seen at once */
    wl_canvas_glyph(c, x - step - 1, y, WL_GLYPH_FAIL, 1, WL_STYLE_BAD);
  wl_canvas_right(c, x, y, excess, t.judged ? brief(t.excess, narrow, text) : "?");
  if (bar && k->parts)
    wl_canvas_bar(c, (struct wl_rect){x + 1, y, bar, 1}, share, excess, WL_STYLE_RULE);
  snprintf(text, sizeof text, "%.0f %%", 100 * share);
  wl_canvas_right(c, x + 1 + bar + SHARE, y, WL_STYLE_DIM, all_known(&t) && k->parts ? text : "?");
}

static void draw_head(struct wl_canvas *c, struct wl_rect r, const struct costs *k) {
  static const char *const titles[COSTS][2] = {
    [SECTORS] = {"sect.", "sectors"}, [WAVEFRONTS] = {"waves", "waves"}};
  bool wide = is_airy(r);
  int step = count_of(r), x = r.x + NUMBER - 1, left = left_of(r, k);
  if (!k->requests) wl_canvas_text(c, x - 1, r.y, WL_STYLE_DIM, "…");
  else wl_canvas_right(c, x += step, r.y, WL_STYLE_DIM, wide ? "requests" : "reqs");
  for (int n = 0; n < COSTS && !k->few; n++)
    if (k->any[n]) wl_canvas_right(c, x += step, r.y, WL_STYLE_DIM, titles[n][wide]);
  wl_canvas_right(c, x += step + SIGN, r.y, WL_STYLE_DIM, "excess");
  wl_canvas_right(c, x + 1 + bar_of(r) + SHARE, r.y, WL_STYLE_DIM, "share");
  const char *const whole = k->any[SECTORS] && k->any[WAVEFRONTS]
    ? "share: of all sectors and waves" : k->any[SECTORS] ? "share: of all sectors"
    : "share: of all wavefronts";
  if (k->count && !k->hidden && left + wl_canvas_cells(c, whole, -1) <= r.w)
    wl_canvas_text(c, r.x + left, r.y, WL_STYLE_DIM, whole);
}

/* Spaces and tabs that all lines [from, to) begin with. */
static size_t indent_of(struct wl_model *m, int from, int to) {
  size_t least = LINE_MAX_BYTES, size;
  for (int line = from; line < to; line++) {
    const char *s = wl_veil_line(m, (uint32_t)line, &size);
    size_t n = 0;
    while (s && n < size && (s[n] == ' ' || s[n] == '\t')) n++;
    if (s && n < size && n < least) least = n;
  }
  return least == LINE_MAX_BYTES ? 0 : least;
}

static bool is_here(struct wl_model *m, uint32_t line) {
  return line == wl_model_spot(m)->step.place.line;
}

/* What of a line is not shown before its code: what all have, and half of what is its own where
 * the code has little room. */
static size_t drop_of(struct wl_rect r, const char *s, size_t size, size_t indent) {
  size_t own = 0;
  while (indent + own < size && (s[indent + own] == ' ' || s[indent + own] == '\t')) own++;
  return indent + (is_airy(r) ? 0 : own / 2);
}

/* The text of a line in the row `r`, `left` cells from its beginning and without `indent` bytes;
 * bright where it `costs`. */
static void draw_line(struct wl_model *m, struct wl_canvas *c, struct wl_rect r, uint32_t line,
                      size_t indent, int left, bool costs) {
  size_t size;
  int y = r.y;
  bool here = is_here(m, line);
  const char *s = wl_veil_line(m, line, &size);
  char text[LINE_MAX_BYTES];
  if (!s) return;
  if (size >= sizeof text) size = sizeof text - 1;
  for (size_t i = 0; i < size; i++) text[i] = s[i] == '\t' ? ' ' : s[i];
  wl_canvas_hit(c, r, WL_HIT_LINE, line);
  wl_canvas_printf(c, r.x, y, here ? WL_STYLE_KEY : WL_STYLE_DIM, "%4u", line);
  enum wl_style style = here ? WL_STYLE_STRONG : costs ? WL_STYLE_TEXT : WL_STYLE_DIM;
  size_t drop = drop_of(r, text, size, indent);
  if (size > drop)
    wl_canvas_fit_bytes(c, (struct wl_rect){r.x + left, y, r.w - left, 1}, style, text + drop,
                        size - drop);
  if (wl_found_line(m, line)) {
    wl_canvas_restyle(c, (struct wl_rect){r.x, y, NUMBER - 1, 1}, WL_STYLE_FOUND);
    wl_canvas_text(c, r.x + NUMBER - 1, y, WL_STYLE_FOUND, "/");
  }
  if (wl_hazard_line(m, line) && wl_hazards_open(m))
    wl_canvas_text(c, r.x + NUMBER - 1, y, WL_STYLE_BAD, "!");
  if (here) wl_canvas_glyph(c, r.x + left - 2, y, WL_GLYPH_PLAY, 1, WL_STYLE_KEY);
}

/* A line and what it costs, in the row `r`. */
static void draw_one(struct wl_model *m, struct wl_canvas *c, struct wl_rect r, uint32_t line,
                     size_t indent, const struct costs *k) {
  const struct wl_line_cost *cost = find(k->line, k->count, line);
  draw_line(m, c, r, line, indent, left_of(r, k), cost || !k->count);
  if (!cost) return;
  if (k->hidden || wl_pending_line(m, line)) draw_asked(c, r, k);
  else draw_costs(c, r, sums_of(cost), k, is_here(m, line));
}

/* The costliest first: by excess, then by cost, then as in the script. */
static int dearer(const void *a, const void *b) {
  const struct wl_line_cost *x = a, *y = b;
  struct sums p = sums_of(x), q = sums_of(y);
  if (p.excess != q.excess) return p.excess > q.excess ? -1 : 1;
  if (total(&p) != total(&q)) return total(&p) > total(&q) ? -1 : 1;
  return x->line < y->line ? -1 : 1;
}

/* Puts lines that are still asked about behind the others, as they stand in the script. Returns
 * how many others there are. */
static size_t asked_last(struct wl_model *m, struct wl_line_cost *line, size_t count) {
  size_t others = 0;
  for (size_t i = 0; i < count; i++) {
    struct wl_line_cost one = line[i];
    if (wl_pending_line(m, one.line)) continue;
    memmove(line + others + 1, line + others, (i - others) * sizeof *line);
    line[others++] = one;
  }
  return others;
}

/* Row `i` below the head. */
static struct wl_rect row_of(struct wl_rect r, int i) {
  return (struct wl_rect){r.x, r.y + 1 + i, r.w, 1};
}

/* Lines that cost something, and no others. False where memory is short. */
static bool draw_by_cost(struct wl_model *m, struct wl_canvas *c, struct wl_rect r,
                         const struct costs *k) {
  struct wl_line_cost *line = malloc(k->count * sizeof *line);
  if (!line) return false;
  memcpy(line, k->line, k->count * sizeof *line);
  qsort(line, asked_last(m, line, k->count), sizeof *line, dearer);
  int rows = r.h - 1, last = (int)k->count > rows ? (int)k->count - rows : 0;
  m->scroll = m->scroll < 0 ? 0 : m->scroll > last ? last : m->scroll;
  for (int i = 0; i < rows && m->scroll + i < (int)k->count; i++) {
    uint32_t n = line[m->scroll + i].line;
    draw_one(m, c, row_of(r, i), n, indent_of(m, (int)n, (int)n + 1), k);
  }
  free(line);
  return true;
}

void wl_view_source(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  struct costs k = costs_of(m, wl_model_costs(m));
  k.hidden = m->analysis && !wl_model_costs(m);
  if (k.hidden) k.line = wl_analysis_lines(m->analysis, &k.count);
  r = (struct wl_rect){r.x, r.y, r.w - 1, r.h};
  k.few = r.w < FEW;
  k.requests = r.w >= MOST;
  draw_head(c, r, &k);
  if (m->by_cost && k.count && !k.hidden && draw_by_cost(m, c, r, &k)) return;
  int rows = r.h - 1, total = (int)wl_trace_lines(m->trace), here = (int)s->step.place.line;
  int first = here - rows / 2 + m->scroll, last = total > rows ? total - rows + 1 : 1;
  int clipped = first > last ? last : first < 1 ? 1 : first;
  m->scroll += clipped - first;
  size_t indent = is_airy(r) ? 0 : indent_of(m, clipped, clipped + rows);
  for (int i = 0; i < rows; i++)
    draw_one(m, c, row_of(r, i), (uint32_t)(clipped + i), indent, &k);
}

int wl_rows_source(struct wl_model *m, struct wl_canvas *c, int w) {
  size_t count = 0;
  const struct wl_analysis *costs = wl_model_costs(m);
  (void)c, (void)w;
  if (m->by_cost && costs) wl_analysis_lines(costs, &count);
  return 1 + (int)(count ? count : wl_trace_lines(m->trace));
}

/* ", 8,192 sectors, 0 wavefronts": those that any line has. */
static void say_cost(const struct sums *t, const struct costs *k, char text[96]) {
  static const char *const units[COSTS] = {[SECTORS] = "sectors", [WAVEFRONTS] = "wavefronts"};
  char count[32];
  size_t used = 0;
  text[0] = '\0';
  for (int n = 0; n < COSTS; n++)
    if (k->any[n])
      used += (size_t)snprintf(text + used, 96 - used, ", %s %s",
                               t->known[n] ? wl_format_count(t->cost[n], count) : "unknown",
                               units[n]);
}

/* The lines that touch memory; what they cost, unless that is hidden. */
void wl_say_source(struct wl_model *m, const struct wl_prose *p) {
  struct costs k = costs_of(m, m->analysis);
  bool hidden = !wl_model_costs(m);
  char requests[32], cost[96], excess[32], before[40];
  size_t size;
  if (hidden) wl_say(p, "What the lines cost is hidden");
  for (uint32_t n = 1; n <= wl_trace_lines(m->trace); n++) {
    const struct wl_line_cost *line = find(k.line, k.count, n);
    const char *text = wl_veil_line(m, n, &size);
    if (!line || !text) continue;
    struct sums t = sums_of(line);
    snprintf(before, sizeof before, "Line %u: ", n);
    wl_say_quoted(p, before, text, size);
    if (hidden) continue;
    if (wl_pending_line(m, n)) {
      wl_say(p, "What it costs is still to be asked");
      continue;
    }
    say_cost(&t, &k, cost);
    char share[32] = "";
    if (k.parts) snprintf(share, sizeof share, ", share %.0f percent",
                          k.all ? 100 * (double)total(&t) / (double)k.all : 0);
    wl_say(p, "%s requests%s, excess %s%s%s", wl_format_count(t.requests, requests), cost,
           t.judged ? wl_format_count(t.excess, excess) : "not known", share,
           wl_hazards_open(m) && wl_hazard_line(m, n) ? "; a hazard" : "");
  }
  if (hidden) return;
  wl_say(p, "Sectors are those of global, local and texture memory, wavefronts those of the "
            "others; a share is of all of them");
}
