/* How lanes come to their banks, in sums and sentences beside the columns. */
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
  int bottom = k->r.y + k->r.h - 1, lanes = __builtin_popcount(k->now.now & ~waiting);
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
    snprintf(row, sizeof row, "what %d lanes ask of each bank; how many passes is not known",
             WL_LANES / s->explain.groups);
  wl_canvas_fit(c, k->r.x, k->r.y, k->r.w, WL_STYLE_TEXT, how);
  if (k->cell > 1) wl_canvas_fit(c, k->r.x, k->r.y + 1, k->r.w, WL_STYLE_DIM, row);
  if (k->sums) draw_sums_rows(m, c, k, k->r.y + 1 + (k->cell > 1));
  else if (s->step.access.space == WL_SHARED && k->r.h - rows > 3)
    draw_sums_row(m, c, k, k->r.y + 1 + (k->cell > 1));
}

