/* Around the columns of banks: the ruler, the legend, and how lanes map to banks. */
#include "view/views/banks_chart.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "session/compare/figure_text.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/figures.h"
#include "words/format.h"

enum { AIR = 3 /* between entries */ };

/* The rows from the highest word down, and the label above it. */
int wl_banks_grid_rows(const struct wl_banks_chart *k) {
  return 2 + (int)(k->rows - 1) * k->pitch + (k->stacked ? (int)k->deep - 1 : 0);
}
/* Columns to scale: their rows, and how many of those are below what a bank serves now. */
int wl_banks_column_rows(const struct wl_banks_chart *k) {
  return k->r.h - 1 < 2 * k->most ? k->r.h - 1 : 2 * k->most;
}

int wl_banks_rows_below(const struct wl_banks_chart *k, unsigned bank) {
  return k->below[bank] * wl_banks_column_rows(k) / k->most;
}

/* Whether they are those of L1, which keeps its data as shared memory does. */
static bool are_of_l1(struct wl_session *m) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  bool apart = a->space == WL_SHARED || a->space == WL_CONSTANT;
  return !apart && !wl_op_is_copy((enum wl_op)a->op);
}

/* The ruler, and below it a mark at the banks of the picked lane. */
void wl_banks_ruler(struct wl_session *m, struct wl_canvas *c, struct wl_banks_chart *k, int y) {
  int last = -1;
  if (are_of_l1(m)) wl_canvas_right(c, k->r.x - 1, y + 1, WL_STYLE_DIM, "of L1");
  k->named.from = k->named.to = k->r.x + k->banks * k->cell;
  wl_canvas_right(c, k->r.x - 1, y, WL_STYLE_DIM, "bank");
  for (int b = 0; b < k->banks; b++) {
    int x = k->r.x + b * k->cell;
    bool marked = b % 4 == 0 || b == k->banks - 1;
    if (marked && (k->cell > 1 || b % 4 == 0))
      wl_canvas_number(c, x, y, k->picked >> b & 1 ? WL_STYLE_KEY : WL_STYLE_DIM, (unsigned)b);
    if (!(k->picked >> b & 1)) continue;
    wl_canvas_glyph(c, x, y + 1, WL_GLYPH_UP, 1, WL_STYLE_KEY);
    if (last < 0) k->named.from = x;
    last = x;
  }
  char name[16];
  int cells = snprintf(name, sizeof name, "lane %u", m->lane);
  if (last < 0) {
    k->named.to = k->r.x;
  } else if (last + 2 + cells <= k->r.x + k->r.w) {
    k->named.to = wl_canvas_text(c, last + 2, y + 1, WL_STYLE_DIM, name);
  } else {
    k->named.to = last + 1;
    k->named.from -= cells + 1; /* before its marks */
    wl_canvas_text(c, k->named.from, y + 1, WL_STYLE_DIM, name);
  }
}

/* The first sample that has room from `x` to `end`, with what it means. */
static bool draw_sample(struct wl_canvas *c, int x, int end, int y, const char *const text[][2]) {
  for (int i = 0; text[i][0]; i++) {
    int sample = wl_canvas_cells(c, text[i][0], -1);
    if (x + sample + 1 + wl_canvas_cells(c, text[i][1], -1) > end) continue;
    wl_canvas_text(c, x, y, WL_STYLE_USED, text[i][0]);
    wl_canvas_text(c, x + sample + 1, y, WL_STYLE_DIM, text[i][1]);
    return true;
  }
  return false;
}

/* What stands in the words of a grid that have no room for the number of their lane: behind
 * narrow ones, at the right of the ruler; below wide ones, on either side of the picked lane,
 * where the legend leaves room from `x` to `end`. */
static void draw_labels(struct wl_canvas *c, const struct wl_banks_chart *k, int x, int end,
                        int y) {
  static const char *const bare[][2] = {{"•", "a lane"}, {0}};
  static const char *const some[][2] = {{"×", "several lanes"}, {0}};
  static const char *const many[][2] = {{"×4", "four lanes, ×× ten or more"},
                                        {"×4", "four, ×× from ten"}, {"×4", "four lanes"},
                                        {0}};
  int right = k->r.x + k->r.w - 1, behind = k->r.x + k->banks * k->cell + 2;
  if (k->cell == 1 && k->shared) draw_sample(c, behind, right, y - 1, some);
  else if (k->cell == 1 && k->narrow) draw_sample(c, behind, right, y - 1, bare);
  else if (k->cell > 1 && k->shared && !draw_sample(c, k->named.to + AIR, x, y, many)) {
    int before = k->named.from < x ? k->named.from : x;
    if (!draw_sample(c, k->r.x, before - 2, y, many)) draw_sample(c, end, right, y, many);
  }
}

/* A colour and the sign that stands beside it in the picture; `lane`, instead of a sign: the
 * number of a lane. */
struct entry {
  bool shown;
  enum wl_style style;
  enum wl_glyph_id sign;
  int lane;
  const char *text;
};
enum { ENTRIES = 6 };

/* The lane that is served now: in columns it has its number there. */
static int serving(const struct wl_banks_chart *k) {
  for (int b = 0; b < k->banks; b++)
    if (k->serving[b]) return k->serving[b] - 1;
  return 0;
}

static void list(const struct wl_banks_chart *k, bool grid, struct entry entry[ENTRIES]) {
  bool now = k->now.replay && !k->now.tag && !k->now.over, clash = k->clashing != 0;
  bool data = now || k->now.served, turns = k->lanes && k->most > 1;
  bool waits = data && k->now.served + now < k->rows;
  const struct entry all[ENTRIES] = {
    {!clash && !data && !turns, WL_STYLE_USED, WL_GLYPH_CHECK, -1, "no conflict"},
    {!clash && !data && turns, WL_STYLE_USED, WL_GLYPH_SPACE, -1, "one lane at a time"},
    {clash, WL_STYLE_CLASH, WL_GLYPH_FAIL, -1, "conflict"},
    {!clash && waits, WL_STYLE_USED, WL_GLYPH_SPACE, -1, "waits"},
    {now, WL_STYLE_NOW, WL_GLYPH_PLAY, grid ? -1 : serving(k), "now"},
    {data, WL_STYLE_DONE, grid ? WL_GLYPH_CHECK : WL_GLYPH_LIGHT, -1, "served"},
  };
  for (int i = 0; i < ENTRIES; i++) entry[i] = all[i];
}

static int sample_cells(const struct entry *e) { return e->lane > 9 ? 2 : 1; }

/* Where the legend begins that has so many cells: below the columns, beside the picked lane. -1:
 * there is no room. */
static int place(const struct wl_banks_chart *k, int cells) {
  int x = k->r.x + k->banks * k->cell - cells;
  if (k->named.to > x - AIR) x = k->r.x + k->r.w - 1 - cells;
  if (k->named.to <= x - AIR) return x;
  return k->named.from >= k->r.x + cells + AIR ? k->r.x : -1; /* the lane is at the right */
}

void wl_banks_legend(struct wl_canvas *c, const struct wl_banks_chart *k, bool grid, int y) {
  struct entry entry[ENTRIES];
  int cells = -AIR, right = k->r.x + k->r.w - 1;
  list(k, grid, entry);
  for (int i = 0; i < ENTRIES; i++)
    if (entry[i].shown)
      cells += sample_cells(&entry[i]) + 1 + wl_canvas_cells(c, entry[i].text, -1) + AIR;
  int x = place(k, cells);
  if (grid) draw_labels(c, k, x > k->r.x ? x - AIR : right, x < 0 ? right : x + cells + AIR, y);
  for (int i = 0; x >= 0 && i < ENTRIES; i++) {
    const struct entry *e = &entry[i];
    if (!e->shown) continue;
    if (e->lane < 0) wl_canvas_glyph(c, x, y, e->sign, 1, e->style);
    else wl_canvas_number(c, x, y, e->style, (unsigned)e->lane);
    x = wl_canvas_text(c, x + sample_cells(e) + 1, y, WL_STYLE_DIM, e->text) + AIR;
  }
}

enum { SUM = 36, SUM_TEXT = 80,
       NAME = 6, /* cells, of the word before the sums of those that are next */
       SMALL = 9 /* rows of a picture without air */ };

/* "lane  1   word   33 mod 32 = bank  1" */
static int say_bank(const struct wl_arch *arch, const struct wl_step_info *s, unsigned lane,
                    const char *format, char text[SUM_TEXT]) {
  unsigned long long word = s->step.access.address[lane] / wl_bank_bytes(arch, &s->step.access);
  return snprintf(text, SUM_TEXT, format, lane, word, arch->banks,
                  (unsigned)(word % arch->banks));
}

/* The longest run of banks without a word, where a picture of few banks has room: to the right
 * edge if it ends the banks. */
static struct wl_rect free_place(const struct wl_banks_chart *k) {
  int first = 0, most = 0;
  for (int b = 0, run = 0; b < k->banks; b++) {
    run = k->words[b] ? 0 : run + 1;
    if (run > most) most = run, first = b + 1 - run;
  }
  int x = k->r.x + (first + 1) * k->cell, air = k->r.h < SMALL ? 1 : 2;
  bool edge = first + most == k->banks;
  return (struct wl_rect){x, k->r.y + air, edge ? k->r.x + k->r.w - 1 - x : (most - 1) * k->cell,
                          k->r.h - 2 * air};
}

/* The lane whose sum takes the most cells: all but two numbers is as wide for each. */
static unsigned longest_sum(const struct wl_arch *arch, const struct wl_step_info *s,
                            uint32_t lanes) {
  enum { WORD = 4 /* cells at least */ };
  unsigned longest = 0;
  size_t most = 0;
  for (; lanes; lanes &= lanes - 1) {
    unsigned lane = (unsigned)__builtin_ctz(lanes);
    uint64_t word = s->step.access.address[lane] / wl_bank_bytes(arch, &s->step.access);
    char text[WL_TEXT_NUMBER];
    size_t cells = wl_text_number(word, text);
    cells = (cells > WORD ? cells : WORD) + wl_text_number(word % arch->banks, text);
    if (cells > most) most = cells, longest = lane;
  }
  return longest;
}

/* How the sums of lanes are written that all fit into so many cells. */
static const char *sum_format(struct wl_session *m, uint32_t lanes, int cells) {
  static const char whole[] = "lane %2u   word %4llu mod %u = bank %u",
                    brief[] = "lane %2u  %4llu mod %u = bank %u";
  const struct wl_arch *arch = wl_session_arch(m);
  const struct wl_step_info *s = wl_session_spot(m);
  char text[SUM_TEXT];
  return say_bank(arch, s, longest_sum(arch, s, lanes), whole, text) > cells ? brief : whole;
}

/* "lane  1   word   33 mod 32 = bank  1" in row `y`. Above wavefronts, which show who is served,
 * it looks the same all the time: many of the lanes may be served at once. */
static void draw_sum(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k,
                     const char *format, int x, int y, unsigned lane) {
  char text[SUM_TEXT];
  say_bank(wl_session_arch(m), wl_session_spot(m), lane, format, text);
  bool now = !k->sums && k->now.replay && k->now.now >> lane & 1;
  wl_canvas_text(c, x, y, now ? WL_STYLE_NOW : lane == m->lane ? WL_STYLE_KEY : WL_STYLE_DIM,
                 text);
}

/* Lanes of words that a later wavefront serves. */
static uint32_t waiting_lanes(const struct wl_step_info *s, const struct wl_banks_chart *k) {
  uint32_t lanes = 0;
  for (int i = 0; i < s->explain.word_count; i++)
    if (s->explain.word[i].wavefront > k->now.served) lanes |= s->explain.word[i].lanes;
  return lanes;
}

/* Sums of lanes from row `r.y + r.h - 1` up, the lowest lane first. `ends`: behind a sign the last
 * one stands at the top. Returns the rows used. */
static int draw_upwards(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k,
                        struct wl_rect r, uint32_t lanes, bool ends) {
  const char *format = sum_format(m, wl_session_spot(m)->step.access.mask, r.w);
  int row = 0;
  for (; lanes && row < r.h; row++, lanes &= lanes - 1) {
    int y = r.y + r.h - 1 - row, left = __builtin_popcount(lanes), free = r.h - row;
    bool out = left > free && free == 1 + ends;
    if (left > 1 && free == 1 && ends) lanes = 1u << (31 - __builtin_clz(lanes));
    if (out) wl_canvas_glyph(c, r.x, y, WL_GLYPH_ELLIPSIS, 1, WL_STYLE_DIM);
    else draw_sum(m, c, k, format, r.x, y, (unsigned)__builtin_ctz(lanes));
  }
  return row;
}

/* While words are served: their lanes in the row where the columns show them or below it, and above
 * these, apart from them, those that come next. A row of the columns stands for several words, so
 * these are a list with a name and not what the rows are called. */
static void draw_served(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k,
                        struct wl_rect r, bool named) {
  enum { APART = 1 };
  uint32_t waiting = waiting_lanes(wl_session_spot(m), k);
  unsigned bank = 0;
  while (bank + 1 < (unsigned)k->banks && !k->serving[bank]) bank++;
  int here = k->r.y + k->r.h - 1 - wl_banks_rows_below(k, bank);
  int bottom = k->r.y + k->r.h - 2; /* above the row that has all banks */
  int lanes = __builtin_popcount(k->now.now & ~waiting);
  int low = here + lanes - 1 < bottom ? here + lanes - 1 : bottom; /* beside what is served */
  int top = k->r.y + 1; /* below what the columns are called */
  struct wl_rect now = {r.x, top, r.w, low - top + 1};
  int used = draw_upwards(m, c, k, now, k->now.now & ~waiting, false);
  struct wl_rect next = {r.x, r.y, r.w, low - used - APART - r.y + 1};
  if (!waiting || next.h < 1) return;
  draw_upwards(m, c, k, next, waiting, true);
  if (named) wl_canvas_text(c, r.x - NAME, next.y + next.h - 1, WL_STYLE_DIM, "next");
}

/* Beside few columns: how the lanes come to their banks, from the bottom up, as they are
 * served. */
void wl_banks_sums(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_rect r = free_place(k);
  if (s->step.access.space != WL_SHARED || r.w < SUM || r.h < 3) return;
  bool named = r.w >= SUM + NAME;
  if (named) r.x += NAME, r.w -= NAME; /* also while nothing is replayed: less changes then */
  if (k->now.replay && !k->now.tag && k->now.now) draw_served(m, c, k, r, named);
  else draw_upwards(m, c, k, r, s->step.access.mask, true);
}

/* The same in one row, as many lanes as fit. */
static void draw_sums_row(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k,
                          int y) {
  const struct wl_step_info *s = wl_session_spot(m);
  char text[SUM_TEXT];
  int x = k->r.x;
  for (uint32_t rest = s->step.access.mask; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    say_bank(wl_session_arch(m), s, lane, "lane %u: word %llu mod %u = bank %u", text);
    if (x + wl_canvas_cells(c, text, -1) > k->r.x + k->r.w) break;
    x = wl_canvas_text(c, x, y, lane == m->lane ? WL_STYLE_KEY : WL_STYLE_DIM, text) + 3;
  }
}

/* The same in rows: the first lanes, and behind a sign the last one. */
static void draw_sums_rows(struct wl_session *m, struct wl_canvas *c,
                           const struct wl_banks_chart *k,
                           int y) {
  enum { INDENT = 2 };
  uint32_t rest = k->summed;
  const char *format = sum_format(m, rest, k->r.w - INDENT);
  for (int row = 0; row < k->sums && rest; row++, rest &= rest - 1) {
    bool out = row == k->sums - 1 && (rest & (rest - 1));
    if (out) {
      rest = 1u << (31 - __builtin_clz(rest));
      wl_canvas_glyph(c, k->r.x, y + row, WL_GLYPH_ELLIPSIS, 1, WL_STYLE_DIM);
    }
    draw_sum(m, c, k, format, k->r.x + INDENT, y + row, (unsigned)__builtin_ctz(rest));
  }
}

/* Above few wavefronts: how a bank is found, and what a row is. */
void wl_banks_sentence(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k) {
  char text[96];
  char row[80];
  int rows = wl_banks_grid_rows(k);
  const char *how = wl_bank_text(m, k->r.w, text);
  const struct wl_step_info *s = wl_session_spot(m);
  if (s->step.access.space == WL_SHARED && wl_bank_serves_lanes(&s->step.access))
    how = "lanes that update words of a bank go one after the other";
  else if (s->step.access.op == WL_COPY)
    how = "what cp.async writes: a lane waits for the banks of its source, too";
  else if (s->step.access.op == WL_MATRIX_LOAD || s->step.access.op == WL_MATRIX_STORE)
    how = "8 lanes are rows of a matrix: 16 bytes, over 4 banks";
  else if (!how && wl_op_is_atomic((enum wl_op)s->step.access.op))
    how = "operands pass the banks of L1; the atomic is done in L2";
  else if (!how) how = "L1 keeps its data in banks, as shared memory does";
  static const char brief[] = "L1 keeps its data in banks";
  if (strncmp(how, brief, strlen(brief)) == 0 && wl_canvas_cells(c, how, -1) > k->r.w) how = brief;
  if (k->r.h - rows < 3) return;
  snprintf(row, sizeof row, "a row is a %s: in it %s", k->passes ? "pass" : "wavefront",
           k->deep > 1 ? "a bank serves two words"
                       : "each bank serves one word");
  if (k->unknown)
    snprintf(row, sizeof row,
             "what %d lanes request from each bank; the number of passes is not known",
             WL_LANES / s->explain.groups);
  wl_canvas_fit(c, k->r.x, k->r.y, k->r.w, WL_STYLE_TEXT, how);
  if (k->cell > 1) wl_canvas_fit(c, k->r.x, k->r.y + 1, k->r.w, WL_STYLE_DIM, row);
  if (k->sums) draw_sums_rows(m, c, k, k->r.y + 1 + (k->cell > 1));
  else if (s->step.access.space == WL_SHARED && k->r.h - rows > 3)
    draw_sums_row(m, c, k, k->r.y + 1 + (k->cell > 1));
}
