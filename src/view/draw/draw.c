#include "view/draw/draw.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "session/state/layout.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"

enum wl_style wl_grade_style(enum wl_grade grade) {
  static const uint8_t styles[] = {
    [WL_GRADE_NONE] = WL_STYLE_TEXT,
    [WL_GRADE_GOOD] = WL_STYLE_GOOD,
    [WL_GRADE_WARN] = WL_STYLE_WARN,
    [WL_GRADE_BAD] = WL_STYLE_BAD,
  };
  return (enum wl_style)styles[grade];
}

enum wl_glyph_id wl_grade_sign(enum wl_grade g) {
  return g == WL_GRADE_GOOD ? WL_GLYPH_CHECK : g == WL_GRADE_BAD ? WL_GLYPH_FAIL : WL_GLYPH_BULLET;
}

void wl_draw_verdict(struct wl_canvas *c, struct wl_rect r, const struct wl_verdict *v) {
  enum wl_style style = wl_grade_style(v->grade);
  wl_canvas_glyph(c, r.x, r.y, wl_grade_sign(v->grade), 1, style);
  wl_draw_clauses(c, r.x + 2, r.y, r.w - 2, style, v->text);
}

/* Bytes of a text up to its last word that begins before byte `end`, without what parts it from the
 * next. */
static size_t word_before(const char *text, size_t end) {
  while (end > 0 && text[--end] != ' ') continue;
  while (end > 0 && strchr(" ,:;", text[end - 1])) end--;
  return end;
}

int wl_draw_sentence(struct wl_canvas *c, struct wl_rect r, enum wl_style style, const char *text) {
  size_t size = strlen(text);
  int room = r.w, air = 0; /* a cell: a number that "…" touched might be another one */
  if (r.w < 1) return r.x;
  while (size > 0 && wl_canvas_cells(c, text, (int)size) > room) {
    size = word_before(text, size);
    air = size > 0 && wl_is_digit(text[size - 1]);
    room = r.w - 1 - air;
  }
  if (!text[size] || 2 * wl_canvas_cells(c, text, (int)size) < r.w)
    return wl_canvas_fit(c, r.x, r.y, r.w, style, text);
  int x = wl_canvas_fit_bytes(c, r, style, text, size) + air;
  wl_canvas_glyph(c, x, r.y, WL_GLYPH_ELLIPSIS, 1, style);
  return x + 1;
}

void wl_draw_more(struct wl_canvas *c, int x, int y) {
  enum { WORD = 12 }; /* a longer one loses its last letter, and not all of them */
  int last = x, from = x;
  while (last > 0 && wl_canvas_cell(c, last, y)->code == ' ') last--;
  if (wl_canvas_cell(c, last, y)->code == wl_theme_glyph(WL_GLYPH_ELLIPSIS, wl_canvas_ascii(c)))
    return;
  while (last == x && from > 0 && wl_canvas_cell(c, from, y)->code != ' ') from--;
  if (x - from <= WORD) wl_canvas_fill(c, (struct wl_rect){from, y, x - from, 1}, WL_STYLE_TEXT);
  wl_canvas_glyph(c, x, y, WL_GLYPH_ELLIPSIS, 1, WL_STYLE_STRONG);
}

/* Bytes of a text up to its last clause that begins before byte `end`; 0: it is one. A comma
 * between numbers is one of a list. What is before a colon is a clause, too, but says little. */
static size_t clause_before(const char *text, size_t end) {
  while (end-- > 1) {
    if (text[end + 1] != ' ' || !strchr(";,:", text[end])) continue;
    bool list = text[end] == ',' && wl_is_digit(text[end - 1]) && wl_is_digit(text[end + 2]);
    if (!list) return end;
  }
  return 0;
}

int wl_draw_clauses(struct wl_canvas *c, int x, int y, int w, enum wl_style style,
                    const char *text) {
  size_t size = strlen(text);
  while (size && wl_canvas_cells(c, text, (int)size) > w) size = clause_before(text, size);
  if (text[size] == ':' && 3 * wl_canvas_cells(c, text, (int)size) < w) size = 0;
  struct wl_rect r = {x, y, w, 1};
  return size ? wl_canvas_fit_bytes(c, r, style, text, size) : wl_draw_sentence(c, r, style, text);
}

int wl_row_bytes(const struct wl_canvas *c, const char *text, int cells) {
  int size = (int)strlen(text), take = size;
  while (take > 0 && wl_canvas_cells(c, text, take) > cells) {
    do take--;
    while (take > 0 && text[take] != ' ');
  }
  return take ? take : size;
}

uint32_t wl_lanes_lit(const struct wl_session *m, const struct wl_replay_state *now) {
  return now->replay ? now->now : m->poll.lit;
}

bool wl_lane_is_lit(const struct wl_session *m, const struct wl_replay_state *now, unsigned lane) {
  return wl_lanes_lit(m, now) >> lane & 1;
}

enum wl_style wl_lane_style(const struct wl_session *m, const struct wl_replay_state *now,
                            uint32_t mask,
                            unsigned lane) {
  uint32_t bit = 1u << lane;
  if (lane == m->lane) return WL_STYLE_PICK;
  if (!(mask & bit)) return WL_STYLE_LANE_OFF;
  if (wl_lane_is_lit(m, now, lane)) return WL_STYLE_NOW;
  if (now->replay && now->done & bit) return WL_STYLE_DONE;
  return WL_STYLE_LANE;
}

void wl_draw_served(struct wl_canvas *c, int x, int y, bool now, bool done) {
  if (now) wl_canvas_glyph(c, x, y, WL_GLYPH_PLAY, 1, WL_STYLE_NOW);
  else if (done) wl_canvas_glyph(c, x, y, WL_GLYPH_CHECK, 1, WL_STYLE_DONE);
}

void wl_draw_served_lane(struct wl_canvas *c, int x, int y, uint32_t now, uint32_t done,
                         unsigned lane, unsigned first) {
  uint32_t both = lane > 0 ? 3u << (lane - 1) : 0;
  bool lit = now >> lane & 1, wide = lane > 9 && lane > first;
  if (wide && ((now & both) == both || (!(now & both) && (done & both) == both)))
    wl_canvas_glyph(c, x, y, WL_GLYPH_H, 1, lit ? WL_STYLE_NOW : WL_STYLE_DONE);
  else wl_draw_served(c, x, y, lit, done >> lane & 1);
}

struct wl_view_tip wl_view_best(const struct wl_step *s) {
  static const struct wl_view_tip exchange = {WL_VIEW_SHUFFLE, "4 shows what its lanes exchange"},
    among = {WL_VIEW_TIMELINE, "5 shows it among all steps of the block"},
    instead = {WL_VIEW_TIMELINE, "5 shows where its warp goes instead"},
    of[WL_SPACES] = {
      [WL_SHARED] = {WL_VIEW_BANKS, "3 shows the banks that it uses"},
      [WL_CONSTANT] = {WL_VIEW_BANKS, "3 shows its passes"},
      [WL_TEXTURE] = {WL_VIEW_LINES, "2 shows the tiles that it fetches"},
      [WL_GLOBAL] = {WL_VIEW_LINES, "2 shows the lines that it touches"},
      [WL_LOCAL] = {WL_VIEW_LINES, "2 shows the lines that it touches"},
    };
  if (s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE) return exchange;
  if (s->kind != WL_STEP_ACCESS) return among;
  return s->access.mask ? of[s->access.space] : instead;
}

int wl_centred_rows(const struct wl_canvas *c, int cells, const char *text) {
  int rows = 0;
  while (*text) {
    text += wl_row_bytes(c, text, cells);
    text += strspn(text, " ");
    rows++;
  }
  return rows;
}

int wl_draw_centred(struct wl_canvas *c, struct wl_rect r, enum wl_style style, const char *text) {
  int y = r.y;
  for (; *text; y++) {
    int size = wl_row_bytes(c, text, r.w), cells = wl_canvas_cells(c, text, size);
    int x = r.x + (cells < r.w ? (r.w - cells) / 2 : 0);
    wl_canvas_fit_bytes(c, (struct wl_rect){x, y, r.x + r.w - x, 1}, style, text, (size_t)size);
    text += size;
    text += strspn(text, " ");
  }
  return y - r.y;
}

/* Two sentences in the middle of a view that has nothing else to show, the second where there is
 * room. */
static void draw_middle(struct wl_canvas *c, struct wl_rect r, const char *const text[2]) {
  struct wl_rect inner = {r.x + 1, r.y, r.w - 2, r.h};
  int first = wl_centred_rows(c, inner.w, text[0]), all = first;
  if (text[1]) all += wl_centred_rows(c, inner.w, text[1]);
  bool both = text[1] && all <= r.h;
  int used = both ? all : first;
  if (used < r.h) inner.y += (r.h - used) / 2;
  inner.y += wl_draw_centred(c, inner, WL_STYLE_STRONG, text[0]);
  if (both) wl_draw_centred(c, inner, WL_STYLE_DIM, text[1]);
}

static bool lanes_shown(struct wl_session *m) { return !wl_session_spot(m)->lanes_covered; }

const char *wl_view_next_best(struct wl_session *m) {
  struct wl_view_tip best = wl_view_best(&wl_session_spot(m)->step);
  if (!wl_view_hidden(m, best.view)) return best.text;
  return lanes_shown(m) ? "1 shows the addresses of the lanes" : NULL;
}

void wl_view_elsewhere(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                       const char *text) {
  const char *best = m->still ? NULL : wl_view_next_best(m);
  draw_middle(c, r, (const char *const[]){text, best});
}

const char *wl_scroll_keys(const struct wl_session *m) { return m->still ? "" : ": J K"; }

void wl_view_masked(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const char *hint = lanes_shown(m) ? "1 shows the addresses of the lanes" : NULL;
  static const char why[] = "the figures of this view are hidden: m shows them";
  draw_middle(c, r, (const char *const[]){why, hint});
}

/* With a little to spare for breaks at spaces. */
int wl_wrapped_rows(const char *text, int cells) {
  int n = (int)wl_text_cells(text, strlen(text));
  if (cells < 1) return n;
  return n == 0 ? 0 : n <= cells ? 1 : 1 + n / (cells - cells / 8);
}

int wl_draw_wrapped(struct wl_canvas *c, struct wl_rect r, int rows, enum wl_style style,
                    const char *text) {
  int y = 0;
  while (*text && y < rows) {
    size_t size = strlen(text), take = size;
    if (y + 1 < rows)
      while (take > 0 && wl_canvas_cells(c, text, (int)take) > r.w) {
        size_t space = take;
        while (space > 0 && text[space - 1] != ' ') space--;
        if (space == 0) {
          take = size;
          break;
        }
        take = space - 1;
      }
    struct wl_rect row = {r.x, r.y + y, r.w, 1};
    if (y + 1 < rows) wl_canvas_fit_bytes(c, row, style, text, take);
    else wl_draw_sentence(c, row, style, text);
    text += take;
    text += strspn(text, " ");
    y++;
  }
  return y;
}

int wl_draw_text(struct wl_canvas *c, struct wl_rect r, int y, enum wl_style style,
                 const char *text) {
  while (*text && y < r.y + r.h) {
    int take = wl_row_bytes(c, text, r.w);
    bool last = y + 1 == r.y + r.h; /* "…" where more is to come */
    struct wl_rect row = {r.x, y++, r.w, 1};
    if (last) wl_draw_sentence(c, row, style, text);
    else wl_canvas_fit_bytes(c, row, style, text, (size_t)take);
    text += take + (text[take] == ' ');
  }
  return y;
}

void wl_draw_too_small(struct wl_canvas *c) {
  char text[48];
  int rows = wl_canvas_height(c) > 1, width = wl_canvas_width(c);
  snprintf(text, sizeof text, "%d×%d at least", wl_sizes[0].width, wl_sizes[0].height);
  int x = wl_canvas_fit(c, 0, 0, width, WL_STYLE_STRONG, "warplens");
  if (rows) wl_canvas_fit(c, 0, 1, width, WL_STYLE_TEXT, text);
  else wl_canvas_fit(c, x + 1, 0, width - x - 1, WL_STYLE_TEXT, text);
}

int wl_scroll_window(struct wl_session *m, int first, int count, int shown) {
  int last = count > shown ? count - shown : 0, top = wl_within(first, 0, last);
  if (m->drawn.aside) return top;
  m->drawn.above = top;
  m->drawn.below = last - top;
  return wl_within(top + m->scroll, 0, last);
}
