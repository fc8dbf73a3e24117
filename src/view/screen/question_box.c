/* The question about the selected step, its answers, and the result. */
#include <stdio.h>
#include <string.h>

#include "session/course/presentation.h"
#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"

enum { LEAST = 9 /* cells of an answer and its count */, ROOMY = 16, NARROW = 40 };

/* In one row, or in both where the second is there. */
static void draw_wrapped(struct wl_canvas *c, struct wl_rect r, struct wl_rect second,
                         enum wl_style style, const char *text) {
  int take = second.h > 0 ? wl_row_bytes(c, text, r.w - 4) : (int)strlen(text);
  struct wl_rect first = {r.x + 3, r.y, r.w - 4, 1};
  wl_canvas_fit_bytes(c, first, style, text, (size_t)take);
  text += take + (text[take] == ' ');
  if (second.h > 0) wl_canvas_fit(c, r.x + 3, second.y, second.w - 4, style, text);
}

bool wl_part_question(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  const struct wl_poll *p = &m->poll;
  struct wl_rect r = l->part[WL_PART_VERDICT], second = l->part[WL_PART_RULE];
  char text[WL_OUTCOME_TEXT];
  if (p->state == WL_PREDICT_FREE) return false;
  if (r.h > 1) second = (struct wl_rect){r.x, r.y + 1, r.w, 1};
  if (p->state == WL_PREDICT_ASKED) {
    wl_canvas_text(c, r.x + 1, r.y, WL_STYLE_NOTE, "?");
    struct wl_rect rows = {r.x + 3, r.y, r.w - 4, r.h};
    if (r.h > 2) wl_draw_wrapped(c, rows, r.h, WL_STYLE_STRONG, p->question.text);
    else draw_wrapped(c, r, second, WL_STYLE_STRONG, p->question.text);
    return true;
  }
  bool good = wl_poll_right(p) * 2 >= p->count;
  wl_poll_outcome(p, text);
  wl_canvas_glyph(c, r.x + 1, r.y, good ? WL_GLYPH_CHECK : WL_GLYPH_BULLET, 1,
                  good ? WL_STYLE_GOOD : WL_STYLE_WARN);
  wl_canvas_fit(c, r.x + 3, r.y, r.w - 4, good ? WL_STYLE_GOOD : WL_STYLE_WARN, text);
  const char *because = p->question.because[0] ? p->question.because
                                               : wl_session_spot(m)->verdict.text;
  wl_canvas_fit(c, r.x + 3, second.y, r.w - 4, WL_STYLE_TEXT, because);
  return true;
}

/* Of the choices: votes, while presenting, or what Enter commits. */
static char first_letter(const struct wl_session *m) { return m->present ? 'A' : 'a'; }

/* The columns of an answer, alike for all of a row: what they differ in is the length of a bar,
 * and that only tells if all begin and end together. */
struct columns {
  int lead;       /* before an answer: its letter, and the sign of the chosen or the right one */
  int label, bar; /* 0 of a bar: there is none */
};

static bool is_counted(const struct wl_poll *p) { return p->state != WL_PREDICT_ASKED && p->count; }

/* How many gave an answer, as no other answer looks; behind a bar also that nobody did. */
static int count_of(const struct wl_canvas *c, const struct wl_poll *p, unsigned i, bool bar,
                    char text[16]) {
  if (bar || p->said[i].count) snprintf(text, 16, "×%u", p->said[i].count);
  else text[0] = '\0';
  return wl_canvas_cells(c, text, -1);
}

static struct columns columns_of(const struct wl_canvas *c, const struct wl_poll *p, int cells) {
  enum { LEAST_BAR = 3, AIR = 2 /* before and behind a bar */ };
  struct columns k = {.lead = p->question.choices || p->state != WL_PREDICT_ASKED ? 2 : 0};
  int counts = 0;
  for (unsigned i = 0; i < p->rows; i++) {
    char text[16];
    int label = wl_canvas_cells(c, p->said[i].answer, -1), count = count_of(c, p, i, true, text);
    if (label > k.label) k.label = label;
    if (count > counts) counts = count;
  }
  int left = cells - k.lead - k.label - AIR - counts;
  if (is_counted(p) && left >= LEAST_BAR) k.bar = left;
  return k;
}

/* One answer: its letter, itself, and once all is shown, how many gave it. Before, no one is to
 * be swayed by the others. */
static void draw_answer(struct wl_canvas *c, struct wl_rect r, const struct wl_poll *p, char letter,
                        unsigned i, const struct columns *k) {
  bool open = p->state == WL_PREDICT_ASKED;
  bool chosen = open && strcmp(p->typed, p->said[i].answer) == 0;
  bool right = !open && wl_poll_is_right(p, i);
  enum wl_style style = chosen ? WL_STYLE_TAB_ON : right ? WL_STYLE_GOOD : WL_STYLE_TAB;
  int x = r.x + k->lead, y = r.y, end = r.x + r.w;
  if (p->question.choices) wl_canvas_printf(c, r.x, y, WL_STYLE_KEY, "%c", letter + (int)i);
  if (chosen) wl_canvas_glyph(c, x - 1, y, WL_GLYPH_RIGHT, 1, WL_STYLE_KEY);
  if (right) wl_canvas_glyph(c, x - 1, y, WL_GLYPH_CHECK, 1, WL_STYLE_GOOD);
  char count[16] = "";
  int room = is_counted(p) ? count_of(c, p, i, k->bar, count) : 0;
  bool air = room && wl_canvas_cells(c, p->said[i].answer, -1) + 1 + room <= end - x;
  room = end - x - room - air;
  int behind = wl_canvas_fit(c, x, y, room, style, p->said[i].answer) + air;
  if (!is_counted(p)) return;
  if (k->bar) {
    x += k->label + 1;
    wl_canvas_bar(c, (struct wl_rect){x, y, k->bar, 1}, (double)p->said[i].count / p->count,
                  right ? WL_STYLE_GOOD : WL_STYLE_WARN, WL_STYLE_RULE);
    behind = x + k->bar + 1;
  }
  wl_canvas_text(c, behind, y, WL_STYLE_TAB, count);
}

/* The answer given most often that stands behind `last` in that order; ties go by
 * who was first. */
static int next_by_count(const struct wl_poll *p, int last) {
  int best = -1;
  for (int i = 0; i < (int)p->rows; i++) {
    unsigned n = p->said[i].count;
    bool behind = last < 0 || n < p->said[last].count || (n == p->said[last].count && i > last);
    if (behind && (best < 0 || n > p->said[best].count)) best = i;
  }
  return best;
}

/* "3 answers"; false: there is none, or all is shown. */
static bool count_text(const struct wl_poll *p, char text[32]) {
  if (p->state != WL_PREDICT_ASKED || !p->count) return false;
  snprintf(text, 32, "%u answer%s", p->count, p->count == 1 ? "" : "s");
  return true;
}

/* Where that begins in a row of answers that ends at a column: there, if they leave no room. */
static int count_begin(const struct wl_canvas *c, const struct wl_poll *p, int width,
                       const char *text) {
  int end = width - 1, begin = end - wl_canvas_cells(c, text, -1) - 1, cells = 0;
  for (unsigned i = 0; i < p->rows; i++) cells += 2 + wl_canvas_cells(c, p->said[i].answer, -1);
  return p->question.choices && begin < cells ? end : begin;
}

/* At the right, where the choices leave room for it. Returns where it begins. */
static int draw_count(struct wl_canvas *c, const struct wl_poll *p, struct wl_rect r) {
  char text[32];
  int end = r.x + r.w - 1;
  if (!count_text(p, text)) return end;
  int begin = r.x + count_begin(c, p, r.w, text);
  if (begin < end) wl_canvas_right(c, end, r.y, WL_STYLE_TAB, text);
  return begin;
}

/* What an answer takes with its letter and its count, and no bar. */
static int answer_cells(const struct wl_canvas *c, const struct wl_poll *p, unsigned i, int lead) {
  char count[16];
  int cells = lead + wl_canvas_cells(c, p->said[i].answer, -1);
  return cells + (is_counted(p) ? count_of(c, p, i, false, count) : 0);
}

/* Answers of which columns would cut one, each as wide as it is. False: all of them are too wide
 * for the row, or columns do. */
static bool draw_close(struct wl_canvas *c, struct wl_rect r, const struct wl_poll *p, char letter,
                       int column, int lead) {
  struct columns k = {.lead = lead};
  int all = 0, most = 0, x = r.x;
  for (unsigned i = 0; i < p->rows; i++) {
    int cells = answer_cells(c, p, i, lead);
    all += cells + (i > 0);
    if (cells > most) most = cells;
  }
  if (most <= column || all > r.w || !p->question.choices) return false;
  int gap = p->rows > 1 ? 1 + (r.w - all) / ((int)p->rows - 1) : 1;
  for (unsigned i = 0; i < p->rows; i++, x += gap) {
    int cells = answer_cells(c, p, i, lead);
    draw_answer(c, (struct wl_rect){x, r.y, cells, 1}, p, letter, i, &k);
    x += cells;
  }
  return true;
}

bool wl_part_answers(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_poll *p = &m->poll;
  bool open = p->state == WL_PREDICT_ASKED;
  if (p->state == WL_PREDICT_FREE) return false;
  wl_canvas_fill(c, r, WL_STYLE_TAB);
  int x = r.x + 1, end = draw_count(c, p, r);
  if (open && !p->question.choices) {
    if (!p->begun) {
      const char *how = "Enter, then a number, answers";
      if (wl_canvas_cells(c, how, -1) > end - x) how = "Enter: a number";
      wl_canvas_fit(c, x, r.y, end - x, WL_STYLE_TAB, how);
      return true;
    }
    x = wl_canvas_text(c, x, r.y, WL_STYLE_TAB, "answer: ");
    wl_canvas_printf(c, x, r.y, WL_STYLE_TAB_ON, " %s_ ", p->typed);
    return true;
  }
  int rows = (int)p->rows, most = (end - x) / LEAST < 1 ? 1 : (end - x) / LEAST;
  int shown = rows < most || p->question.choices ? rows : most;
  int cells = shown ? (end - x) / shown : 0;
  if (!p->count && cells > 2 * LEAST) cells = 2 * LEAST;
  int gap = cells < ROOMY ? 1 : 2;
  struct columns k = columns_of(c, p, cells - gap);
  if (k.bar && gap == 1) k = columns_of(c, p, cells - ++gap); /* air before the next one */
  if (is_counted(p) && !k.bar && gap == 2 && cells < ROOMY) gap = 1;
  struct wl_rect row = {x, r.y, end - x, 1};
  if (draw_close(c, row, p, first_letter(m), cells - gap, k.lead)) return true;
  for (int i = 0, at = -1; i < shown; i++, x += cells) {
    at = p->question.choices ? i : next_by_count(p, at);
    draw_answer(c, (struct wl_rect){x, r.y, cells - gap, 1}, p, first_letter(m), (unsigned)at, &k);
  }
  return true;
}

/* What Enter does now; NULL: nothing. */
static const char *enter_does(const struct wl_poll *p) {
  if (p->state == WL_PREDICT_REVEALED) return "goes on";
  if (p->typed[0]) return "commits";
  if (p->count) return "the answer";
  return p->begun || p->question.choices ? NULL : "answers";
}

/* A key and what it does; NULL: not now. */
struct key { const char *key, *text; };

/* As many of them as have room. */
static void draw_keys(struct wl_canvas *c, struct wl_rect r, const struct key *keys, size_t count) {
  int x = r.x + 1;
  for (size_t i = 0; i < count; i++) {
    int cells = keys[i].key ? wl_canvas_cells(c, keys[i].key, -1) + 1 : 0;
    if (!cells || x + cells + wl_canvas_cells(c, keys[i].text, -1) > r.x + r.w) continue;
    x = wl_canvas_text(c, x, r.y, WL_STYLE_BAR_KEY, keys[i].key) + 1;
    x = wl_canvas_text(c, x, r.y, WL_STYLE_BAR, keys[i].text) + 3;
  }
}

bool wl_part_question_keys(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_poll *p = &m->poll;
  char keys[16] = "0-9";
  if (p->state == WL_PREDICT_FREE || wl_panel_covers(m) || wl_session_empty(m))
    return false;
  char first = first_letter(m);
  if (p->question.choices)
    snprintf(keys, sizeof keys, "%c-%c", first, first + p->question.choices - 1);
  const char *enter = enter_does(p);
  bool goes_on = p->state == WL_PREDICT_REVEALED && m->present;
  bool letters = p->question.choices || p->begun, shows = m->present && wl_present_asks(m);
  enum wl_view_id seen = wl_present_view(wl_session_spot(m)); /* in this view */
  bool look = p->state == WL_PREDICT_REVEALED && !m->present && m->view != seen;
  const char *view = wl_actions[WL_ACT_VIEWS + seen].keys;
  bool chosen = p->state == WL_PREDICT_ASKED && m->mask.on && m->mask.chosen;
  struct key rows[] = {
    {p->state == WL_PREDICT_ASKED && !shows ? "m" : NULL, "show the figures"},
    {p->state == WL_PREDICT_ASKED && letters ? keys : NULL, p->count ? "another" : "your answer"},
    {!enter ? NULL : goes_on ? "PageDown" : "Enter", enter}, /* what a clicker has */
    {m->playing ? "Space" : NULL, "pause"},
    {chosen ? "i" : NULL, "another figure"},
    {p->state == WL_PREDICT_ASKED && p->lasts && !p->typed[0] ? "Backspace" : NULL, "undoes"},
    {shows ? "PageDown" : NULL, "the answer"},
    {look ? view : NULL, wl_views[seen].name},
    {p->state == WL_PREDICT_REVEALED && p->question.asked != WL_ASK_NOTHING ? "y" : NULL, "why"},
    {p->state == WL_PREDICT_REVEALED ? "Q" : NULL, "ask again"},
    {"?", "keys"},
  };
  enum { SHOW, ANSWER, ENTER, ALL = 52 /* cells of these three */ };
  if (r.w < NARROW) { /* there is room for one of them */
    int best = p->typed[0] ? ENTER : ANSWER;
    struct key other = rows[SHOW];
    rows[SHOW] = rows[best];
    rows[best] = other;
  } else if (r.w < ALL) { /* to answer comes first */
    struct key other = rows[SHOW];
    rows[SHOW] = rows[ANSWER];
    rows[ANSWER] = rows[ENTER];
    rows[ENTER] = other;
  }
  char count[32];
  if (!p->typed[0] && count_text(p, count) && count_begin(c, p, r.w, count) == r.w - 1) {
    int cells = wl_canvas_cells(c, count, -1) + 3; /* the answers have no room for it */
    wl_canvas_text(c, r.x + 1, r.y, WL_STYLE_TITLE, count);
    r.x += cells;
    r.w -= cells;
  }
  draw_keys(c, r, rows, sizeof rows / sizeof rows[0]);
  return true;
}
