/* View 3: the banks. A column per bank and a row per wavefront, the first at the
 * bottom: a word stands in the row of the wavefront that serves it. Where there
 * are more wavefronts than rows, columns are drawn to scale. */
#include <stdio.h>
#include <string.h>

#include "core/form.h"
#include "view/basics.h"
#include "view/cells.h"
#include "view/constant.h"
#include "view/draw.h"
#include "view/figures.h"
#include "view/format.h"
#include "view/moment.h"
#include "view/selection.h"
#include "view/shown.h"
#include "view/speak.h"
#include "view/state.h"
#include "view/view.h"

enum { LABEL = 6, MAX_CELL = 3, FOOT = 2, MAX_PITCH = 3, SENTENCES = 3, SUM = 36, SUM_TEXT = 80 };

struct chart {
  struct wl_rect r;      /* of the columns */
  int cell, banks;       /* cells of a bank; how many there are */
  unsigned rows;         /* wavefronts with words */
  struct wl_moment now;
  uint8_t words[WL_MAX_BANKS], served[WL_MAX_BANKS], most;
  uint8_t serving[WL_MAX_BANKS]; /* lowest lane served now, plus 1; 0: none */
  uint32_t picked;       /* banks of the picked lane */
  struct { int from, to; } named; /* columns of their arrows, and of its name */
  bool clash[WL_MAX_WORDS];
  uint32_t clashing;     /* banks */
  unsigned busy;         /* banks that have words */
  bool lanes;            /* lanes are served one by one, also those that share a word */
  int pitch;             /* rows of a wavefront */
  bool shared;           /* some word is asked for by several lanes */
  bool stacked;          /* words that a bank serves together are above each other */
  unsigned deep;         /* most words that one bank serves in one wavefront: 2 on cc 3.x */
  bool passes;           /* that is what early manuals call wavefronts */
  bool unknown;          /* in which of them a word is served: rows are lane groups then */
  uint8_t place[WL_MAX_WORDS]; /* of a word among those of its bank and wavefront */
};

/* Whether the word shares its bank with another of its group and tag wavefront that
 * is served at another time: only then one of them waits. */
static bool clashes(const struct wl_explain *e, const struct wl_word *w) {
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *other = &e->word[i];
    if (other->wavefront != w->wavefront && other->bank == w->bank && other->group == w->group &&
        e->wavefront[other->wavefront].tag == e->wavefront[w->wavefront].tag)
      return true;
  }
  return false;
}

static void measure(struct wl_model *m, const struct wl_spot *s, struct wl_rect r,
                    struct chart *k) {
  const struct wl_explain *e = &s->explain;
  *k = (struct chart){.r = r, .now = wl_model_moment(m), .banks = (int)wl_model_arch(m)->banks};
  k->cell = (r.w - LABEL - 1) / k->banks;
  k->cell = k->cell < 1 ? 1 : k->cell > MAX_CELL ? MAX_CELL : k->cell;
  k->r.x += LABEL + 1;
  k->r.w -= LABEL + 1;
  k->passes = wl_model_arch(m)->family == WL_COALESCED;
  k->unknown = e->wavefront_count == 0;
  const struct wl_access *a = &s->step.access;
  k->lanes = a->op == WL_COPY ||
             (wl_op_is_atomic((enum wl_op)a->op) && a->form != WL_FORM_INCREMENT);
  bool data = k->now.replay && !k->now.tag;
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    if (w->wavefront + 1u > k->rows) k->rows = w->wavefront + 1u;
    for (int n = 0; n < i; n++)
      k->place[i] = (uint8_t)(k->place[i] + (e->word[n].bank == w->bank &&
                                             e->word[n].wavefront == w->wavefront));
    if (k->place[i] + 1u > k->deep) k->deep = k->place[i] + 1u;
    k->busy += k->words[w->bank] == 0;
    if (++k->words[w->bank] > k->most) k->most = k->words[w->bank];
    if (data && w->wavefront < k->now.index) k->served[w->bank]++;
    if (data && w->wavefront == k->now.index)
      k->serving[w->bank] = (uint8_t)(__builtin_ctz(w->lanes) + 1);
    if (w->lanes >> m->lane & 1) k->picked |= 1u << w->bank;
    k->shared |= (w->lanes & (w->lanes - 1)) != 0;
    k->clash[i] = clashes(e, w);
    if (k->clash[i]) k->clashing |= 1u << w->bank;
  }
}

/* The rows from the highest word down, and the label above it. */
static int grid_rows(const struct chart *k) {
  return 2 + (int)(k->rows - 1) * k->pitch + (k->stacked ? (int)k->deep - 1 : 0);
}

/* How far apart the wavefronts are; and where they need less than there is, the picture
 * stands at the top of it. */
static void place(struct chart *k) {
  int air = k->r.h / (2 * (int)k->rows);
  k->pitch = air < 1 ? 1 : air > MAX_PITCH ? MAX_PITCH : air;
  k->stacked = (int)(k->rows * k->deep) <= k->r.h;
  if (k->stacked && k->pitch < (int)k->deep) k->pitch = (int)k->deep;
  int grid = SENTENCES + 1 + grid_rows(k), columns = 2 * k->most + 1;
  int wanted = (int)k->rows <= k->r.h ? grid : columns;
  if (k->r.h > wanted) k->r.h = wanted;
}

/* The ruler, and below it a mark at the banks of the picked lane. */
static void draw_ruler(struct wl_model *m, struct wl_canvas *c, const struct wl_arch *arch,
                       struct chart *k, int y) {
  int last = -1;
  k->named.from = k->named.to = k->r.x + k->banks * k->cell;
  wl_canvas_right(c, k->r.x - 1, y, WL_STYLE_DIM, "bank");
  for (int b = 0; b < (int)arch->banks; b++) {
    int x = k->r.x + b * k->cell;
    bool marked = b % 4 == 0 || b == (int)arch->banks - 1;
    if (marked && (k->cell > 1 || b % 4 == 0))
      wl_canvas_number(c, x, y, k->picked >> b & 1 ? WL_STYLE_KEY : WL_STYLE_DIM, (unsigned)b);
    if (!(k->picked >> b & 1)) continue;
    wl_canvas_glyph(c, x, y + 1, WL_GLYPH_UP, 1, WL_STYLE_KEY);
    if (last < 0) k->named.from = x;
    last = x;
  }
  if (last < 0) k->named.to = k->r.x;
  else k->named.to = wl_canvas_printf(c, last + 2, y + 1, WL_STYLE_DIM, "lane %u", m->lane);
}

/* The words that a wavefront serves at a place of their banks; -1: at all, as one. */
static void collect_row(const struct wl_explain *e, const struct chart *k, unsigned row, int place,
                        struct wl_cell_word words[WL_MAX_BANKS]) {
  bool data = k->now.replay && !k->now.tag;
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    if (w->wavefront != row || (place >= 0 && k->place[i] != place)) continue;
    enum wl_style style = k->clash[i] ? WL_STYLE_CLASH : WL_STYLE_USED;
    if (data && row < k->now.index) style = WL_STYLE_DONE;
    if (data && row == k->now.index) style = WL_STYLE_NOW;
    words[w->bank] =
      (struct wl_cell_word){words[w->bank].lanes | w->lanes, true, (uint8_t)style};
  }
}

static bool any_word(const struct wl_cell_word words[WL_MAX_BANKS]) {
  uint32_t lanes = 0;
  for (int b = 0; b < WL_MAX_BANKS; b++) lanes |= words[b].lanes;
  return lanes != 0;
}

/* "8–15": the lane group whose words begin with a row; "" for its other rows. */
static void name_group(const struct wl_explain *e, unsigned row, char text[16]) {
  int here = -1, above = -1;
  text[0] = '\0';
  for (int i = 0; i < e->word_count; i++)
    if (e->word[i].wavefront == row) here = e->word[i].group;
    else if (e->word[i].wavefront + 1u == row) above = e->word[i].group;
  if (here < 0 || here == above) return;
  uint32_t lanes = e->group_lanes[here];
  snprintf(text, 16, "%d–%d", __builtin_ctz(lanes), 31 - __builtin_clz(lanes));
}

/* The words of a wavefront from row `y` up: those that a bank serves together stand above each
 * other; where there is no room for that, as one. */
static void draw_front(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                       const struct chart *k, unsigned row, int y) {
  bool tall = k->pitch > 2 && k->deep == 1;
  for (unsigned place = 0; place < (k->stacked ? k->deep : 1); place++) {
    struct wl_cell_word words[WL_MAX_BANKS] = {0};
    collect_row(&s->explain, k, row, k->stacked ? (int)place : -1, words);
    if (place == 0 || any_word(words))
      wl_draw_words(c, k->r.x, y - (int)place,
                    (struct wl_cell_words){words, k->banks, 0, k->cell}, m->lane);
    for (int b = 0; b < k->banks && tall; b++) {
      int x = k->r.x + b * k->cell;
      enum wl_style style = (enum wl_style)wl_canvas_cell(c, x, y)->style;
      if (words[b].lanes) wl_canvas_glyph(c, x, y - 1, WL_GLYPH_SPACE, k->cell, style);
    }
  }
}

/* One row per wavefront: every word where it is served. */
static void draw_grid(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                      const struct chart *k) {
  bool data = k->now.replay && !k->now.tag;
  int top = k->r.y + k->r.h - grid_rows(k);
  int above = top - (k->pitch > 2 && k->deep == 1); /* of all words, however high */
  const char *label = k->unknown ? "lanes" : k->passes ? "pass"
                    : above < k->r.y ? "wave" : "wavefront";
  if (above >= k->r.y || k->rows < 10) /* else numbers of two digits stand there */
    wl_canvas_text(c, k->r.x - LABEL, above < k->r.y ? k->r.y : above, WL_STYLE_DIM, label);
  for (unsigned row = 0; row < k->rows; row++) {
    int y = k->r.y + k->r.h - 1 - (int)row * k->pitch;
    bool here = data && row == k->now.index;
    char text[16];
    if (k->unknown) name_group(&s->explain, row, text);
    else snprintf(text, sizeof text, "%u", row + 1);
    wl_canvas_right(c, k->r.x - 1, y, here ? WL_STYLE_NOW : WL_STYLE_DIM, text);
    wl_draw_served(c, k->r.x - LABEL, y, here, data && row < k->now.index);
    draw_front(m, c, s, k, row, y);
  }
}

/* Above the only column: who waits there, as much of it as has room. */
static void draw_queue(struct wl_canvas *c, const struct chart *k, int x, int y,
                       enum wl_style style, int left) {
  char text[80];
  const char *what = k->lanes ? "lanes" : "different words";
  const char *why = k->now.replay ? " wait"
                  : k->deep > 1   ? ": one bank serves two at a time"
                                  : ": one bank serves one at a time";
  snprintf(text, sizeof text, "%d %s%s", left, what, why);
  if (x + wl_canvas_cells(c, text, -1) > k->r.x + k->r.w)
    snprintf(text, sizeof text, "%d %s", left, what);
  wl_canvas_text(c, x, y, style, text);
}

/* Columns to scale: their rows, and how many of those the served words of a bank take. */
static int column_rows(const struct chart *k) {
  return k->r.h - 1 < 2 * k->most ? k->r.h - 1 : 2 * k->most;
}

static int served_rows(const struct chart *k, unsigned bank) {
  return k->served[bank] * column_rows(k) / k->most;
}

/* To scale, from the bottom: what is served steps back, the word that is served
 * now names its lane, the rest waits. */
static void draw_columns(struct wl_canvas *c, const struct wl_arch *arch,
                         const struct chart *k) {
  int rows = column_rows(k), bottom = k->r.y + k->r.h - 1;
  char text[16];
  snprintf(text, sizeof text, "%u", k->most);
  wl_canvas_right(c, k->r.x - 1, bottom - rows + 1, WL_STYLE_DIM, text);
  if (rows > 2) wl_canvas_right(c, k->r.x - 1, bottom - rows + 2, WL_STYLE_DIM, "words");
  if (rows > 1) wl_canvas_right(c, k->r.x - 1, bottom, WL_STYLE_DIM, "1");
  for (unsigned b = 0; b < arch->banks; b++) {
    int x = k->r.x + (int)b * k->cell, wide = k->cell > 1 ? k->cell - 1 : 1;
    if (!k->words[b]) {
      wl_canvas_glyph(c, x, bottom, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
      continue;
    }
    enum wl_style style = k->clashing >> b & 1 ? WL_STYLE_BAD : WL_STYLE_LANE;
    for (int i = 0; i < wide; i++)
      wl_canvas_column(c, x + i, bottom, rows, (double)k->words[b] / k->most, style);
    int top = bottom - (k->words[b] * rows + k->most - 1) / k->most;
    int served = served_rows(k, b);
    for (int y = 0; y < served; y++)
      wl_canvas_glyph(c, x, bottom - y, WL_GLYPH_LIGHT, wide, WL_STYLE_RULE);
    if (k->serving[b]) {
      wl_canvas_glyph(c, x, bottom - served, WL_GLYPH_SPACE, k->cell > 1 ? 2 : 1, WL_STYLE_NOW);
      unsigned lane = k->serving[b] - 1u;
      wl_canvas_number(c, x, bottom - served, WL_STYLE_NOW, k->cell > 1 ? lane : lane % 10);
    }
    int left = k->words[b] - k->served[b];
    bool free_beside = b + 1 == arch->banks || !k->words[b + 1];
    if (left && k->busy == 1 && (int)b < k->banks / 2)
      draw_queue(c, k, x, top, style, left);
    else if (left > 9 && k->cell == 2 && b % 2 && left == k->words[b - 1] - k->served[b - 1])
      continue; /* it would be one long number with that beside it */
    else if (left && (left < 10 || k->cell > 1 || free_beside))
      wl_canvas_number(c, x, top, style, (unsigned)left);
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
 * narrow ones, at the right of the last row and the ruler; below wide ones, on either side of the
 * picked lane, where the legend leaves room from `x` to `end`. */
static void draw_labels(struct wl_canvas *c, const struct chart *k, int x, int end, int y) {
  static const char *const digit[][2] = {{"3", "lane 3, 13, 23"}, {0}};
  static const char *const some[][2] = {{"×", "several lanes"}, {0}};
  static const char *const many[][2] = {{"×4", "four lanes, ×× ten or more"},
                                        {"×4", "four lanes"}, {0}};
  int right = k->r.x + k->r.w - 1, behind = k->r.x + k->banks * k->cell + 2;
  if (k->cell == 1) {
    draw_sample(c, behind, right, y - 1, digit);
    if (k->shared) draw_sample(c, behind, right, y - 2, some);
  } else if (k->shared && !draw_sample(c, k->named.to + 3, x, y, many)) {
    int before = k->named.from < x ? k->named.from : x;
    if (!draw_sample(c, k->r.x, before - 2, y, many)) draw_sample(c, end, right, y, many);
  }
}

/* Below the ruler, beside the picked lane: what the colours mean, and the words of a grid. */
static void draw_legend(struct wl_canvas *c, const struct chart *k, bool grid, int y) {
  const struct { enum wl_style style; const char *text; bool shown; } marks[] = {
    {WL_STYLE_USED, "no conflict", k->clashing == 0},
    {WL_STYLE_CLASH, "conflict", k->clashing != 0},
    {WL_STYLE_NOW, "now", k->now.replay},
    {WL_STYLE_DONE, "served", k->now.replay},
  };
  enum { MARKS = sizeof marks / sizeof marks[0], AIR = 3 };
  int cells = -AIR, x = k->r.x + k->banks * k->cell;
  for (unsigned i = 0; i < MARKS; i++)
    if (marks[i].shown) cells += 2 + wl_canvas_cells(c, marks[i].text, -1) + AIR;
  x -= cells;
  if (k->named.to > x - AIR) x = k->r.x + k->r.w - 1 - cells;
  if (k->named.to > x - AIR) x = k->r.x; /* the lane is at the right: at the left */
  bool room = x > k->r.x || k->named.from >= x + cells + AIR;
  if (grid) draw_labels(c, k, room ? x - AIR : k->r.x + k->r.w - 1, x + cells + AIR, y);
  for (unsigned i = 0; room && i < MARKS; i++) {
    if (!marks[i].shown) continue;
    wl_canvas_glyph(c, x, y, WL_GLYPH_SPACE, 1, marks[i].style);
    x = wl_canvas_text(c, x + 2, y, WL_STYLE_DIM, marks[i].text) + AIR;
  }
}

/* "lane  1   word   33 mod 32 = bank  1" */
static int say_bank(const struct wl_arch *arch, const struct wl_spot *s, unsigned lane,
                    const char *format, char text[SUM_TEXT]) {
  unsigned long long word = s->step.access.address[lane] / wl_bank_bytes(arch, &s->step.access);
  return snprintf(text, SUM_TEXT, format, lane, word, arch->banks,
                  (unsigned)(word % arch->banks));
}

/* The longest run of banks without a word, where a picture of few banks has room. */
static struct wl_rect free_place(const struct chart *k) {
  int first = 0, most = 0;
  for (int b = 0, run = 0; b < k->banks; b++) {
    run = k->words[b] ? 0 : run + 1;
    if (run > most) most = run, first = b + 1 - run;
  }
  return (struct wl_rect){k->r.x + (first + 1) * k->cell, k->r.y + 2, (most - 1) * k->cell,
                          k->r.h - 4};
}

/* "lane  1   word   33 mod 32 = bank  1" in row `y`. */
static void draw_sum(struct wl_model *m, struct wl_canvas *c, const struct chart *k, int x, int y,
                     unsigned lane) {
  char text[SUM_TEXT];
  say_bank(wl_model_arch(m), wl_model_spot(m), lane, "lane %2u   word %4llu mod %u = bank %u",
           text);
  bool now = k->now.replay && k->now.now >> lane & 1;
  wl_canvas_text(c, x, y, now ? WL_STYLE_NOW : lane == m->lane ? WL_STYLE_KEY : WL_STYLE_DIM,
                 text);
}

/* Of `count` lanes, the one that stands in the lowest of `rows` rows: as they are served, that
 * one is among them, beside its place in the column. -1: the first ones, and the last. */
static int first_sum(const struct chart *k, const uint8_t *lane, int count, struct wl_rect r) {
  int here = 0;
  unsigned bank = 0;
  if (!k->now.replay || k->now.tag || !k->now.now) return -1;
  while (here + 1 < count && !(k->now.now >> lane[here] & 1)) here++;
  while (bank + 1 < (unsigned)k->banks && !k->serving[bank]) bank++;
  int row = r.y + r.h - (k->r.y + k->r.h - served_rows(k, bank));
  row = row < 0 ? 0 : row > r.h - 1 ? r.h - 1 : row;
  int first = here - row, last = count - r.h;
  return first < 0 ? 0 : first > last ? last : first;
}

/* Beside few columns: how the lanes come to their banks, from the bottom up, as they are
 * served. */
static void draw_sums(struct wl_model *m, struct wl_canvas *c, const struct chart *k) {
  const struct wl_spot *s = wl_model_spot(m);
  struct wl_rect r = free_place(k);
  uint8_t lane[WL_LANES];
  int count = 0, first = 0;
  if (s->step.access.space != WL_SHARED || r.w < SUM || r.h < 3) return;
  for (unsigned l = 0; l < WL_LANES; l++)
    if (s->step.access.mask >> l & 1) lane[count++] = (uint8_t)l;
  int rows = count < r.h ? count : r.h;
  if (count > rows) first = first_sum(k, lane, count, r);
  for (int row = 0; row < rows; row++) {
    bool ends = first < 0 && row == rows - 1; /* the last one, and what is left out below it */
    int i = ends ? count - 1 : row + (first < 0 ? 0 : first), y = r.y + r.h - 1 - row;
    bool out = first < 0 ? count > rows && row == rows - 2
                         : (row == 0 && i > 0) || (row == rows - 1 && i < count - 1);
    if (out && !(first >= 0 && k->now.now >> lane[i] & 1))
      wl_canvas_glyph(c, r.x, y, WL_GLYPH_ELLIPSIS, 1, WL_STYLE_DIM);
    else
      draw_sum(m, c, k, r.x, y, lane[i]);
  }
}

/* The same in one row, as many lanes as fit. */
static void draw_sums_row(struct wl_model *m, struct wl_canvas *c, const struct chart *k, int y) {
  const struct wl_spot *s = wl_model_spot(m);
  char text[SUM_TEXT];
  int x = k->r.x;
  for (uint32_t rest = s->step.access.mask; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    say_bank(wl_model_arch(m), s, lane, "lane %u: word %llu mod %u = bank %u", text);
    if (x + wl_canvas_cells(c, text, -1) > k->r.x + k->banks * k->cell) break;
    x = wl_canvas_text(c, x, y, lane == m->lane ? WL_STYLE_KEY : WL_STYLE_DIM, text) + 3;
  }
}

/* Above few wavefronts: how a bank is found, and what a row is. */
static void draw_sentence(struct wl_model *m, struct wl_canvas *c, const struct chart *k) {
  char text[96];
  char row[80];
  int rows = grid_rows(k);
  const char *how = wl_bank_text(m, k->r.w, text);
  const struct wl_spot *s = wl_model_spot(m);
  if (s->step.access.op == WL_COPY)
    how = "what cp.async writes: a lane waits for the banks of its source, too";
  else if (s->step.access.op == WL_MATRIX_LOAD || s->step.access.op == WL_MATRIX_STORE)
    how = "8 lanes are the rows of a matrix, each 16 bytes over 4 banks";
  else if (!how) how = "L1 keeps its data in banks, as shared memory does";
  if (k->r.h - rows < 3) return;
  snprintf(row, sizeof row, "a row is a %s: in it %s", k->passes ? "pass" : "wavefront",
           k->deep > 1 ? "a bank serves two words"
                       : "each bank serves one word");
  if (k->unknown)
    snprintf(row, sizeof row, "what %d lanes ask of each bank; how many passes is not known",
             WL_LANES / s->explain.groups);
  wl_canvas_text(c, k->r.x, k->r.y, WL_STYLE_TEXT, how);
  if (k->cell > 1)
    wl_canvas_text(c, k->r.x, k->r.y + 1, WL_STYLE_DIM, row);
  if (s->step.access.space == WL_SHARED && k->r.h - rows > 3)
    draw_sums_row(m, c, k, k->r.y + 1 + (k->cell > 1));
}

/* Why no bank serves the step; NULL: some does, or a pass of constant memory. */
static const char *problem_of(const struct wl_arch *arch, const struct wl_spot *s) {
  if (s->step.kind != WL_STEP_ACCESS || !s->step.access.mask) return "this step uses no bank";
  if (s->step.access.space == WL_CONSTANT) return NULL;
  if (s->step.access.space == WL_TEXTURE) return "a texture goes through no bank that is known";
  if (s->explain.word_count) return NULL;
  return arch->family != WL_SECTORED ? "it goes past the banks"
                                     : "how L1 uses banks for it is not known on this generation";
}

void wl_view_banks(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  const struct wl_arch *arch = wl_model_arch(m);
  struct chart k;
  const char *problem = problem_of(arch, s);
  if (problem) {
    wl_view_elsewhere(m, c, r, problem);
    return;
  }
  if (s->step.access.space == WL_CONSTANT) {
    wl_draw_passes(m, c, r); /* it has no banks */
    return;
  }
  if (r.h < FOOT + 2) return; /* no room behind an error */
  measure(m, s, r, &k);
  k.r.h -= FOOT;
  place(&k);
  bool grid = (int)k.rows <= k.r.h;
  if (grid) draw_grid(m, c, s, &k);
  if (grid) draw_sentence(m, c, &k);
  else draw_columns(c, arch, &k);
  if (!grid) draw_sums(m, c, &k);
  draw_ruler(m, c, arch, &k, k.r.y + k.r.h);
  draw_legend(c, &k, grid, k.r.y + k.r.h + 1);
}

int wl_rows_banks(struct wl_model *m, struct wl_canvas *c, int w) {
  enum { ENOUGH = 44 };
  const struct wl_spot *s = wl_model_spot(m);
  struct chart k;
  (void)c;
  if (problem_of(wl_model_arch(m), s)) return WL_ELSEWHERE;
  if (s->step.access.space == WL_CONSTANT) return s->explain.wavefront_count + 3;
  measure(m, s, (struct wl_rect){0, 0, w, ENOUGH}, &k);
  place(&k);
  return k.r.h + FOOT;
}

/* "Banks 0, 4 to 7 have 4 words each", for each number of words. */
static void say_queues(const struct wl_arch *arch, const struct wl_explain *e, bool lanes,
                       const struct wl_prose *p) {
  struct wl_set_text text;
  for (unsigned n = WL_MAX_WORDS + 1; n-- > 0;) {
    uint32_t banks[WL_MAX_BANKS];
    unsigned count = 0;
    for (unsigned b = 0; b < arch->banks; b++)
      if (e->bank_words[b] == n) banks[count++] = b;
    if (!count) continue;
    const char *set = wl_set_words("Bank", banks, count, &text), *unit = lanes ? "lane" : "word";
    if (n == 0) wl_say(p, "%s: nothing", set);
    else wl_say(p, "%s: %u %s%s%s", set, n, unit, n == 1 ? "" : "s", count > 1 ? " each" : "");
  }
}

void wl_say_banks(struct wl_model *m, const struct wl_prose *p) {
  const struct wl_spot *s = wl_model_spot(m);
  const char *problem = problem_of(wl_model_arch(m), s);
  bool atomic = wl_op_is_atomic((enum wl_op)s->step.access.op);
  if (problem) {
    wl_speak_elsewhere(m, p, problem);
    return;
  }
  if (s->step.access.space != WL_CONSTANT) say_queues(wl_model_arch(m), &s->explain, atomic, p);
  if (s->explain.wavefront_count == 0) wl_say(p, "How many passes they take is not known");
  wl_speak_waves(m, p);
}
