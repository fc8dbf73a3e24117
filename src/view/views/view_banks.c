/* View 3: the banks. A column per bank and a row per wavefront, the first at the
 * bottom: a word stands in the row of the wavefront that serves it. Where there
 * are more wavefronts than rows, columns are drawn to scale. */
#include <stdio.h>
#include <string.h>

#include "core/access/access.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/constant_passes.h"
#include "view/draw/draw.h"
#include "view/draw/memory_cells.h"
#include "view/screen/view_functions.h"
#include "view/text/step_sentences.h"
#include "view/views/banks_chart.h"
#include "words/format.h"

enum { MAX_CELL = 3, FOOT = 2, MAX_PITCH = 3, LEAST_LANES = 6,
       LEAST_SUMS = 2, /* lanes of which sums show a rule */
       CLEAR_SUMS = 3, /* of many lanes, also the second one: what it is away from the first */
       MOST_SUMS = 6 };

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

/* Of the picked lane's bank if words clash there, else of the first one where they do, a lane of
 * each word that clashes: these sums say why. Words of other lane groups may be alone there. */
static uint32_t summed(const struct wl_step_info *s, const struct wl_banks_chart *k) {
  uint32_t banks = k->clashing & k->picked ? k->clashing & k->picked : k->clashing, lanes = 0;
  if (!banks) return s->step.access.mask;
  for (int i = 0; i < s->explain.word_count; i++) {
    const struct wl_word *w = &s->explain.word[i];
    if (k->clash[i] && w->bank == __builtin_ctz(banks)) lanes |= w->lanes & -w->lanes;
  }
  return lanes;
}

/* Whether a word is served now, or comes again. */
static bool is_now(const struct wl_banks_chart *k, const struct wl_word *w) {
  if (!k->now.replay || k->now.tag) return false;
  return k->now.again ? (w->lanes & k->now.now) != 0 : w->wavefront == k->now.served;
}

static void measure(struct wl_session *m, const struct wl_step_info *s, struct wl_rect r,
                    struct wl_banks_chart *k) {
  const struct wl_explain *e = &s->explain;
  int banks = (int)wl_session_arch(m)->banks;
  *k = (struct wl_banks_chart){.r = r, .now = wl_session_moment(m), .banks = banks};
  k->cell = (r.w - WL_BANKS_LABEL - 1) / k->banks;
  k->cell = k->cell < 1 ? 1 : k->cell > MAX_CELL ? MAX_CELL : k->cell;
  k->r.x += WL_BANKS_LABEL + 1;
  k->r.w -= WL_BANKS_LABEL + 1;
  k->passes = wl_session_arch(m)->family == WL_COALESCED;
  k->unknown = e->wavefront_count == 0;
  const struct wl_access *a = &s->step.access;
  k->lanes = wl_bank_serves_lanes(a);
  /* So much data takes several passes, whoever comes first. */
  bool fewest = k->passes && e->counts.ideal_wavefronts > 1 &&
                e->counts.wavefronts <= e->counts.ideal_wavefronts;
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    if (w->wavefront + 1u > k->rows) k->rows = w->wavefront + 1u;
    for (int n = 0; n < i; n++)
      k->place[i] = (uint8_t)(k->place[i] + (e->word[n].bank == w->bank &&
                                             e->word[n].wavefront == w->wavefront));
    if (k->place[i] + 1u > k->deep) k->deep = k->place[i] + 1u;
    k->busy += k->words[w->bank] == 0;
    if (w->wavefront < k->now.served) k->served[w->bank]++;
    if (is_now(k, w)) {
      uint8_t lane = (uint8_t)(__builtin_ctz(w->lanes) + 1), *first = &k->serving[w->bank];
      if (!*first || lane < *first) *first = lane;
      if (!k->taken[w->bank]) k->below[w->bank] = k->words[w->bank];
      k->taken[w->bank]++;
    }
    if (++k->words[w->bank] > k->most) k->most = k->words[w->bank];
    if (w->lanes >> m->lane & 1) k->picked |= 1u << w->bank;
    k->shared |= (w->lanes & (w->lanes - 1)) != 0;
    k->clash[i] = !fewest && clashes(e, w);
    if (k->clash[i]) k->clashing |= 1u << w->bank;
  }
  if (a->space == WL_SHARED && k->r.w >= WL_BANKS_SUM) k->summed = summed(s, k);
}

/* Above the wavefronts: sentences, and a row of sums. */
static int head_rows(const struct wl_banks_chart *k) { return 2 + (k->cell > 1); }

/* What the wavefronts leave above them, but for sentences. */
static int rows_left(const struct wl_banks_chart *k) {
  return k->r.h - wl_banks_grid_rows(k) - (k->pitch > 2 && k->deep == 1) - head_rows(k) + 1;
}

/* Whether wavefronts of so many words above each other have a row each, and signs of conflicts one
 * above them. */
static bool has_room(const struct wl_banks_chart *k, unsigned deep) {
  return (int)(k->rows * deep) + (k->clashing != 0) <= k->r.h;
}

/* How far apart the wavefronts are, where sums leave room for that, in which shared memory shows
 * its rule: a blank row between those of one row each would look like one more of them. And where
 * all need less than there is, the picture stands at the top of it. */
static void place(struct wl_banks_chart *k) {
  int air = k->r.h / (2 * (int)k->rows), least = 1;
  k->pitch = air < MAX_PITCH ? 1 : MAX_PITCH;
  k->stacked = has_room(k, k->deep);
  if (k->stacked) least = (int)k->deep;
  if (k->pitch < least) k->pitch = least;
  int wide = k->pitch, sums = __builtin_popcount(k->summed);
  if (sums > MOST_SUMS) sums = MOST_SUMS;
  if (k->summed && rows_left(k) < (sums < CLEAR_SUMS ? LEAST_SUMS : CLEAR_SUMS)) k->pitch = least;
  int left = rows_left(k);
  if (k->summed && left >= LEAST_SUMS) k->sums = left > sums ? sums : left;
  else k->pitch = wide;
  int grid = head_rows(k) + 1 + (k->sums ? k->sums - 1 : 0) + wl_banks_grid_rows(k);
  int wanted = has_room(k, 1) ? grid + (k->sums && k->pitch > 2) : 2 * k->most + 1;
  if (k->r.h > wanted) k->r.h = wanted;
}

/* The words that a wavefront serves at a place of their banks; -1: at all, as one. */
static void collect_row(const struct wl_explain *e, const struct wl_banks_chart *k, unsigned row,
                        int place, struct wl_cell_word words[WL_MAX_BANKS]) {
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    if (w->wavefront != row || (place >= 0 && k->place[i] != place)) continue;
    enum wl_style style = k->clash[i] ? WL_STYLE_CLASH : WL_STYLE_USED;
    if (row < k->now.served) style = WL_STYLE_DONE;
    if (is_now(k, w)) style = WL_STYLE_NOW;
    words[w->bank] =
      (struct wl_cell_word){words[w->bank].lanes | w->lanes, true, (uint8_t)style};
  }
}

/* Lanes that want words. */
static uint32_t lanes_of(const struct wl_cell_word words[WL_MAX_BANKS]) {
  uint32_t lanes = 0;
  for (int b = 0; b < WL_MAX_BANKS; b++) lanes |= words[b].lanes;
  return lanes;
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
static void draw_front(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                       struct wl_banks_chart *k, unsigned row, int y) {
  bool tall = k->pitch > 2 && k->deep == 1;
  for (unsigned place = 0; place < (k->stacked ? k->deep : 1); place++) {
    struct wl_cell_word words[WL_MAX_BANKS] = {0};
    collect_row(&s->explain, k, row, k->stacked ? (int)place : -1, words);
    struct wl_cell_words all = {words, k->banks, 0, k->cell, false, false};
    bool drawn = place == 0 || lanes_of(words);
    if (drawn) k->narrow |= wl_draw_words(c, k->r.x, y - (int)place, all, m->lane);
    for (int b = 0; b < k->banks && tall; b++) {
      int x = k->r.x + b * k->cell;
      enum wl_style style = (enum wl_style)wl_canvas_cell(c, x, y)->style;
      if (words[b].lanes) wl_canvas_glyph(c, x, y - 1, WL_GLYPH_SPACE, k->cell, style);
    }
  }
}

/* Behind a row of narrow words: its lanes, of which few have their number there. */
static void draw_lanes(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k,
                       unsigned row, int y) {
  const struct wl_explain *e = &wl_session_spot(m)->explain;
  int x = k->r.x + k->banks * k->cell + 2, cells = k->r.x + k->r.w - 1 - x;
  uint32_t lanes = 0;
  char text[160];
  for (int i = 0; i < e->word_count; i++)
    if (e->word[i].wavefront == row) lanes |= e->word[i].lanes;
  if (k->cell > 1 || cells < LEAST_LANES || !lanes) return;
  bool one = (lanes & (lanes - 1)) == 0;
  const char *unit = one ? "lane " : "lanes ";
  if (wl_format_lanes_short(lanes, cells - wl_canvas_cells(c, unit, -1), text, sizeof text))
    x = wl_canvas_text(c, x, y, WL_STYLE_DIM, unit);
  wl_canvas_text(c, x, y, lanes >> m->lane & 1 ? WL_STYLE_KEY : WL_STYLE_TEXT, text);
}

/* Above banks that have a conflict, higher than any word: a sign that needs no colour. Between
 * words it would stand beside lanes that have none. */
static void draw_clashes(struct wl_canvas *c, const struct wl_banks_chart *k, int y) {
  for (int b = 0; b < k->banks && y >= k->r.y; b++)
    if (k->clashing >> b & 1)
      wl_canvas_glyph(c, k->r.x + b * k->cell, y, WL_GLYPH_FAIL, 1, WL_STYLE_BAD);
}

/* One row per wavefront: every word where it is served. */
static void draw_grid(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                      struct wl_banks_chart *k) {
  int top = k->r.y + k->r.h - wl_banks_grid_rows(k);
  int above = top - (k->pitch > 2 && k->deep == 1); /* of all words, however high */
  const char *label = k->unknown ? "lanes" : k->passes ? "pass"
                    : above < k->r.y || k->clashing & 0xf ? "wave" : "wavefront";
  if (above >= k->r.y || k->rows < 10) /* else numbers of two digits stand there */
    wl_canvas_text(c, k->r.x - WL_BANKS_LABEL, above < k->r.y ? k->r.y : above, WL_STYLE_DIM,
                   label);
  for (unsigned row = 0; row < k->rows; row++) {
    int y = k->r.y + k->r.h - 1 - (int)row * k->pitch;
    bool here = false;
    char text[16];
    for (int i = 0; i < s->explain.word_count; i++)
      here |= s->explain.word[i].wavefront == row && is_now(k, &s->explain.word[i]);
    if (k->unknown) name_group(&s->explain, row, text);
    else snprintf(text, sizeof text, "%u", row + 1);
    wl_canvas_right(c, k->r.x - 1, y, here ? WL_STYLE_NOW : WL_STYLE_DIM, text);
    wl_draw_served(c, k->r.x - WL_BANKS_LABEL, y, here, row < k->now.served);
    draw_front(m, c, s, k, row, y);
    draw_lanes(m, c, k, row, y);
  }
  draw_clashes(c, k, above);
}

/* Above the only column: who waits there, as much of it as has room. */
static void draw_queue(struct wl_canvas *c, const struct wl_banks_chart *k, int x, int y,
                       enum wl_style style, int left) {
  char text[80];
  const char *what = left == 1 ? (k->lanes ? "lane" : "word")
                   : k->lanes  ? "lanes"
                               : "different words";
  const char *why = k->now.replay ? (left == 1 ? " waits" : " wait")
                  : k->deep > 1   ? ": one bank serves two at a time"
                                  : ": one bank serves one at a time";
  snprintf(text, sizeof text, "%d %s%s", left, what, why);
  if (x + wl_canvas_cells(c, text, -1) > k->r.x + k->r.w)
    snprintf(text, sizeof text, "%d %s%s", left, what,
             k->now.replay || k->deep > 1 ? "" : ", one at a time");
  if (x + wl_canvas_cells(c, text, -1) > k->r.x + k->r.w)
    snprintf(text, sizeof text, "%d %s", left, what);
  wl_canvas_text(c, x, y, style, text);
}

static int waiting(const struct wl_banks_chart *k, unsigned b) {
  return k->words[b] - k->served[b] - (k->now.again ? 0 : k->taken[b]);
}

/* What waits at a bank, as a number at the top of its column, where it has room. */
static void draw_left(struct wl_canvas *c, const struct wl_banks_chart *k, unsigned b, int top,
                      enum wl_style style) {
  int left = waiting(k, b), x = k->r.x + (int)b * k->cell;
  bool free_beside = (int)b + 1 == k->banks || !k->words[b + 1];
  if (left && k->busy == 1 && (int)b < k->banks / 2)
    draw_queue(c, k, x, top, style, left);
  else if (left > 9 && k->cell == 2 && b % 2 && left == waiting(k, b - 1))
    return; /* it would be one long number with that beside it */
  else if (left && (left < 10 || k->cell > 1 || free_beside))
    wl_canvas_number(c, x, top, style, (unsigned)left);
}

/* From the bottom: what is served steps back, the word that is served now names its lane, the
 * rest waits. */
static void draw_column(struct wl_canvas *c, const struct wl_banks_chart *k, unsigned b) {
  int rows = wl_banks_column_rows(k), bottom = k->r.y + k->r.h - 1;
  int x = k->r.x + (int)b * k->cell, wide = k->cell > 1 ? k->cell - 1 : 1;
  if (!k->words[b]) {
    wl_canvas_glyph(c, x, bottom, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    return;
  }
  bool clash = k->clashing >> b & 1;
  enum wl_style style = clash ? WL_STYLE_BAD : WL_STYLE_LANE;
  struct wl_rect column = {x, bottom - rows + 1, wide, rows};
  wl_canvas_column(c, column, (double)k->words[b] / k->most, style);
  int top = bottom - (k->words[b] * rows + k->most - 1) / k->most;
  int served = k->served[b] * rows / k->most, below = wl_banks_rows_below(k, b);
  for (int y = 0; y < served; y++)
    wl_canvas_glyph(c, x, bottom - y, WL_GLYPH_LIGHT, wide, WL_STYLE_DONE);
  int foot = bottom - served - (k->serving[b] != 0); /* of what waits */
  if (clash && foot > top) { /* a sign that needs no colour */
    wl_canvas_glyph(c, x, foot, WL_GLYPH_SPACE, wide, WL_STYLE_CLASH);
    wl_canvas_glyph(c, x, foot, WL_GLYPH_FAIL, 1, WL_STYLE_CLASH);
  }
  if (k->serving[b]) {
    wl_canvas_glyph(c, x, bottom - below, WL_GLYPH_SPACE, k->cell > 1 ? 2 : 1, WL_STYLE_NOW);
    unsigned lane = k->serving[b] - 1u;
    bool same = k->cell == 2 && lane > 9 && b > 0 && k->serving[b - 1] == k->serving[b] &&
                wl_banks_rows_below(k, b - 1) == below; /* one bar of several banks */
    if (!same)
      wl_canvas_number(c, x, bottom - below, WL_STYLE_NOW, k->cell > 1 ? lane : lane % 10);
  }
  draw_left(c, k, b, top, style);
}

/* To scale, which stands at the left. */
static void draw_columns(struct wl_canvas *c, const struct wl_banks_chart *k) {
  int rows = wl_banks_column_rows(k), bottom = k->r.y + k->r.h - 1;
  char text[16];
  snprintf(text, sizeof text, "%u", k->most);
  wl_canvas_right(c, k->r.x - 1, bottom - rows + 1, WL_STYLE_DIM, text);
  if (rows > 2) wl_canvas_right(c, k->r.x - 1, bottom - rows + 2, WL_STYLE_DIM,
                                k->lanes ? "lanes" : "words");
  if (rows > 1) wl_canvas_right(c, k->r.x - 1, bottom, WL_STYLE_DIM, "1");
  for (unsigned b = 0; (int)b < k->banks; b++) draw_column(c, k, b);
}

/* Why no bank serves the step; NULL: some does, or a pass of constant memory. */
static const char *problem_of(const struct wl_arch *arch, const struct wl_step_info *s) {
  if (s->step.kind != WL_STEP_ACCESS || !s->step.access.mask) return "this step uses no bank";
  if (s->step.access.space == WL_CONSTANT) return NULL;
  if (s->step.access.space == WL_TEXTURE) return "a texture goes through no bank that is known";
  if (s->explain.word_count) return NULL;
  return arch->family != WL_SECTORED ? "this access bypasses the banks"
                                     : "how L1 uses banks for it is not known on this generation";
}

void wl_view_banks(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_arch *arch = wl_session_arch(m);
  struct wl_banks_chart k;
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
  bool grid = has_room(&k, 1);
  if (grid) draw_grid(m, c, s, &k);
  if (grid) wl_banks_sentence(m, c, &k);
  else draw_columns(c, &k);
  if (!grid) wl_banks_sums(m, c, &k);
  wl_banks_ruler(m, c, &k, k.r.y + k.r.h);
  wl_banks_legend(c, &k, grid, k.r.y + k.r.h + 1);
}

int wl_rows_banks(struct wl_session *m, struct wl_canvas *c, int w) {
  enum { ENOUGH = 44 };
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_banks_chart k;
  (void)c;
  if (problem_of(wl_session_arch(m), s)) return WL_ELSEWHERE;
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

void wl_say_banks(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  const char *problem = problem_of(wl_session_arch(m), s);
  bool atomic = wl_op_is_atomic((enum wl_op)s->step.access.op);
  if (problem) {
    wl_speak_elsewhere(m, p, problem);
    return;
  }
  if (s->step.access.space != WL_CONSTANT) say_queues(wl_session_arch(m), &s->explain, atomic, p);
  if (s->explain.wavefront_count == 0) wl_say(p, "How many passes they take is not known");
  wl_speak_waves(m, p);
}
