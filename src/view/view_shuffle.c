/* View 4: lanes exchange values. Each column is a lane: what it sends, from whom
 * it reads, what it gets; where there is room, lines from source to reader. */
#include <stdio.h>

#include "view/draw.h"
#include "view/moment.h"
#include "view/selection.h"
#include "view/speak.h"
#include "view/state.h"
#include "view/view.h"

enum { LABEL = 7, ROWS = 3, VALUE = 24, STRIP = 16, STRIP_CELL = 3, PICTURE = 12 };

static void value_text(const struct wl_step *s, uint64_t bits, int cells, char text[VALUE]) {
  text[0] = '\0';
  if (s->has_values) wl_scalar_format((enum wl_scalar)s->type.scalar, bits, (unsigned)cells, text);
}

/* "gets from", whichever side that lane is on. */
static enum wl_glyph_id arrow_of(const struct wl_step *s, unsigned lane) {
  unsigned from = s->source[lane];
  if (s->undefined >> lane & 1) return WL_GLYPH_FAIL;
  return from == lane ? WL_GLYPH_DOT : WL_GLYPH_LEFT;
}

/* A set of lanes as a mask, or where that is too long, how many they are. */
static void set_text(uint32_t lanes, int cells, char text[VALUE]) {
  if (cells >= 8) snprintf(text, VALUE, "%08x", (unsigned)lanes);
  else snprintf(text, VALUE, "%d same", __builtin_popcount(lanes));
}

/* Lane and its source, value sent, value received: the rows of a cell of the table. */
static void draw_lane(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                      struct wl_rect r, unsigned lane) {
  const struct wl_step *step = &s->step;
  uint32_t mask = step->access.mask, bit = 1u << lane;
  struct wl_moment none = {0};
  char text[VALUE];
  int x = r.x, y = r.y;
  int end = x + (r.w < 9 ? r.w - 1 : 8); /* values stand below the lane and its source */
  bool mine = lane == m->lane, undefined = step->undefined & bit;
  bool shuffle = step->kind == WL_STEP_SHUFFLE && !s->covered;
  bool source = shuffle && (mask >> m->lane & 1) &&
                step->source[m->lane] == lane;
  wl_canvas_printf(c, x, y, wl_lane_style(m, &none, mask, lane), "%2u", lane);
  wl_draw_served(c, x + 2, y, wl_lane_is_lit(m, &none, lane), false);
  if (!(mask & bit)) {
    wl_canvas_glyph(c, end - 1, y + 1, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    wl_canvas_glyph(c, end - 1, y + 2, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    return;
  }
  unsigned from = step->source[lane];
  enum wl_style style = undefined ? WL_STYLE_BAD : from == lane ? WL_STYLE_DIM : WL_STYLE_LANE;
  if (shuffle) wl_canvas_glyph(c, x + 3, y, arrow_of(step, lane), 1, style);
  if (shuffle) wl_canvas_printf(c, x + 4, y, style, "%u", from);
  value_text(step, step->value[lane], end - x, text);
  wl_canvas_right(c, end, y + 1, source ? WL_STYLE_NOW : WL_STYLE_TEXT, text);
  if (step->kind == WL_STEP_VOTE && wl_name_matches(step->name))
    set_text((uint32_t)step->result[lane], end - x, text);
  else
    value_text(step, step->result[lane], end - x, text);
  if (s->covered) wl_canvas_right(c, end, y + 2, WL_STYLE_DIM, "?");
  else if (undefined) wl_canvas_right(c, end, y + 2, WL_STYLE_BAD, "?");
  else wl_canvas_right(c, end, y + 2, mine ? WL_STYLE_NOW : WL_STYLE_STRONG, text);
}

/* All lanes in rows of `across`, `pitch` screen rows apart. */
static void draw_table(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                       struct wl_rect r, int across, int pitch) {
  static const char *const names[ROWS] = {"lane", "sends", "gets"};
  int cell = (r.w - LABEL) / across;
  for (unsigned l = 0; l < WL_LANES; l++) {
    int column = (int)l % across, y = r.y + (int)l / across * pitch;
    for (int i = 0; column == 0 && i < ROWS; i++)
      wl_canvas_text(c, r.x, y + i, WL_STYLE_DIM, names[i]);
    draw_lane(m, c, s, (struct wl_rect){r.x + LABEL + column * cell, y, cell, ROWS}, l);
  }
}

/* Small screens: lanes and their sources, and the picked lane in words. */
static void draw_strips(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                        struct wl_rect r) {
  const struct wl_step *step = &s->step;
  struct wl_moment none = {0};
  uint32_t mask = step->access.mask;
  char sent[VALUE], got[VALUE];
  for (unsigned l = 0; l < WL_LANES; l++) {
    int x = r.x + LABEL + (int)(l % STRIP) * STRIP_CELL, y = r.y + (int)(l / STRIP) * 2;
    if (l % STRIP == 0) {
      wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "lane");
      wl_canvas_text(c, r.x, y + 1, WL_STYLE_DIM, "reads");
    }
    wl_canvas_printf(c, x, y, wl_lane_style(m, &none, mask, l), "%2u", l);
    wl_draw_served(c, x + 2, y, wl_lane_is_lit(m, &none, l), false);
    if (!(mask >> l & 1)) wl_canvas_glyph(c, x + 1, y + 1, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    else if (s->covered) wl_canvas_text(c, x + 1, y + 1, WL_STYLE_DIM, "?");
    else if (step->undefined >> l & 1)
      wl_canvas_glyph(c, x + 1, y + 1, WL_GLYPH_FAIL, 1, WL_STYLE_BAD);
    else
      wl_canvas_printf(c, x, y + 1, l == m->lane ? WL_STYLE_NOW : WL_STYLE_TEXT, "%2u",
                       step->source[l]);
  }
  if (r.h < 6 || s->covered || !(mask >> m->lane & 1)) return;
  value_text(step, step->value[m->lane], 9, sent);
  value_text(step, step->result[m->lane], 9, got);
  bool defined = !(step->undefined >> m->lane & 1);
  wl_canvas_printf(c, r.x, r.y + 5, WL_STYLE_TEXT,
                   defined ? "lane %u sends %s, gets %s from lane %u"
                           : "lane %u sends %s, gets %s: lane %u is inactive",
                   m->lane, sent, defined ? got : "undefined", step->source[m->lane]);
}

/* The column in which the line from a source to its reader crosses row `y` of `rows`. */
static int crossing(int from, int to, int y, int rows) {
  return from + ((to - from) * (2 * y + 1) + (to > from ? rows : -rows)) / (2 * rows);
}

/* The line of the picked lane, without holes: each row reaches half way to its neighbours. */
static void draw_picked_link(struct wl_canvas *c, struct wl_rect r, int from, int to) {
  for (int y = 0; y < r.h; y++) {
    int x = crossing(from, to, y, r.h), above = y ? crossing(from, to, y - 1, r.h) : from;
    int below = y + 1 < r.h ? crossing(from, to, y + 1, r.h) : to;
    int a = (x + above) / 2, b = (x + below) / 2, left = a < b ? a : b, right = a < b ? b : a;
    wl_canvas_glyph(c, r.x + left, r.y + y, WL_GLYPH_H, right - left, WL_STYLE_WARN);
    wl_canvas_glyph(c, r.x + x, r.y + y, WL_GLYPH_BULLET, 1, WL_STYLE_WARN);
  }
}

/* Lines from every source down to its readers, that of the picked lane last and
 * brightest. One lane is `cell` cells wide. */
static void draw_links(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                       struct wl_rect r, int cell) {
  const struct wl_step *step = &s->step;
  uint32_t linked = step->access.mask & ~step->undefined;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    int from = (int)step->source[lane] * cell, to = (int)lane * cell;
    if (!(linked >> lane & 1) || lane == m->lane) continue;
    for (int y = 0; y < r.h; y++)
      wl_canvas_glyph(c, r.x + crossing(from, to, y, r.h), r.y + y, WL_GLYPH_DOT, 1,
                      WL_STYLE_LANE);
  }
  if (linked >> m->lane & 1)
    draw_picked_link(c, r, (int)step->source[m->lane] * cell, (int)m->lane * cell);
}

/* Tall and wide enough: two rulers of 32 lanes with the lines between them. */
static int draw_picture(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                        struct wl_rect r) {
  int cell = (r.w - LABEL) / WL_LANES, x = r.x + LABEL;
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool source = l == s->step.source[m->lane], reader = l == m->lane;
    enum wl_style off = s->step.access.mask >> l & 1 ? WL_STYLE_LANE : WL_STYLE_LANE_OFF;
    if (l % 4 == 0 || source)
      wl_canvas_printf(c, x + (int)l * cell, r.y, source ? WL_STYLE_NOW : off, "%u", l);
    if (l % 4 == 0 || reader)
      wl_canvas_printf(c, x + (int)l * cell, r.y + r.h - 1, reader ? WL_STYLE_PICK : off, "%u", l);
  }
  wl_canvas_text(c, r.x, r.y, WL_STYLE_DIM, "from");
  wl_canvas_text(c, r.x, r.y + r.h - 1, WL_STYLE_DIM, "to");
  draw_links(m, c, s, (struct wl_rect){x, r.y + 1, r.w - LABEL, r.h - 2}, cell);
  return r.h + 1;
}

/* Ballots and their kin: one result for all. */
static void draw_vote(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                      struct wl_rect r) {
  struct wl_moment now = {0};
  for (unsigned l = 0; l < WL_LANES; l++) {
    int cell = r.w >= LABEL + 64 ? 4 : 3;
    int x = r.x + LABEL + (int)(l % 16) * cell, y = r.y + 2 + (int)(l / 16) * 3;
    bool active = s->step.access.mask >> l & 1;
    char text[VALUE];
    value_text(&s->step, s->step.value[l], 2, text);
    wl_canvas_printf(c, x, y, wl_lane_style(m, &now, s->step.access.mask, l), "%*u", cell - 1, l);
    wl_draw_served(c, x + cell - 1, y, wl_lane_is_lit(m, &now, l), false);
    if (active) wl_canvas_right(c, x + cell - 1, y + 1, WL_STYLE_STRONG, text);
    if (l % 16 == 0) {
      wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "lane");
      wl_canvas_text(c, r.x, y + 1, WL_STYLE_DIM, "votes");
    }
  }
  uint32_t mask = s->step.access.mask;
  if (!s->step.has_values || !mask) return;
  uint64_t bits = s->step.result[__builtin_ctz(mask)];
  wl_canvas_printf(c, r.x, r.y + 8, WL_STYLE_STRONG, "every lane gets %llu = 0x%llx",
                   (unsigned long long)bits, (unsigned long long)bits);
}

/* What is sent, while what comes of it is hidden. */
static void draw_covered(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s,
                         struct wl_rect r) {
  int across = r.w >= LABEL + 16 * 8 ? 16 : 8;
  wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_STRONG, s->verdict.text);
  r.y++, r.h--;
  if (r.h < (int)WL_LANES / across * ROWS || r.w < LABEL + 8 * 7) draw_strips(m, c, s, r);
  else draw_table(m, c, s, r, across, ROWS);
}

/* What it comes to, in as many of the first rows as it needs and has; returns what is left. */
static struct wl_rect draw_sentence(struct wl_canvas *c, struct wl_rect r, const char *text) {
  enum { ENOUGH = 8 /* rows for the lanes, and one more for words */ };
  int rows = r.h >= ENOUGH ? wl_wrapped_rows(text, r.w) : 1;
  rows = wl_draw_wrapped(c, r, rows < 2 ? 1 : 2, WL_STYLE_STRONG, text);
  return (struct wl_rect){r.x, r.y + rows, r.w, r.h - rows};
}

void wl_view_shuffle(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  char text[112];
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2, r.h};
  if (s->covered && s->step.kind != WL_STEP_ACCESS) {
    draw_covered(m, c, s, r);
    return;
  }
  if (s->step.kind == WL_STEP_VOTE &&
      (wl_name_matches(s->step.name) || wl_name_reduces(s->step.name))) {
    wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_STRONG, s->verdict.text);
    int across = r.w >= LABEL + 16 * 8 ? 16 : 8, room = r.h - 1 - (int)WL_LANES / across * ROWS;
    if (room >= 0 && r.w >= LABEL + 8 * 8)
      draw_table(m, c, s, (struct wl_rect){r.x, r.y + 1, r.w, r.h - 1}, across, ROWS);
    return;
  }
  if (s->step.kind == WL_STEP_VOTE) {
    wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_STRONG, s->verdict.text);
    draw_vote(m, c, s, r);
    return;
  }
  if (s->step.kind != WL_STEP_SHUFFLE) {
    wl_view_elsewhere(m, c, (struct wl_rect){r.x - 1, r.y, r.w + 2, r.h},
                      "in this step no lane reads from another");
    return;
  }
  int across = r.w >= LABEL + 16 * 8 ? 16 : 8, lines = (int)WL_LANES / across;
  struct wl_rect rest = draw_sentence(c, r, wl_shuffle_pattern(&s->step, text, sizeof text));
  if (rest.h < lines * ROWS || r.w < LABEL + 8 * 7) {
    draw_strips(m, c, s, rest);
    return;
  }
  int pitch = rest.h >= lines * (ROWS + 1) ? ROWS + 1 : ROWS;
  rest.y += pitch > ROWS;
  int left = rest.h - lines * (ROWS + 1) - 1, tall = left > PICTURE ? PICTURE : left;
  if (tall >= 7 && r.w >= LABEL + 64)
    rest.y += draw_picture(m, c, s, (struct wl_rect){r.x, rest.y, r.w, tall});
  draw_table(m, c, s, rest, across, pitch);
}

int wl_rows_shuffle(struct wl_model *m, struct wl_canvas *c, int w) {
  const struct wl_step *s = &wl_model_spot(m)->step;
  int lines = w - 2 >= LABEL + 16 * 8 ? 2 : 4;
  (void)c;
  if (s->kind == WL_STEP_VOTE) return 2 + lines * ROWS;
  return s->kind == WL_STEP_SHUFFLE ? 2 + PICTURE + 1 + lines * (ROWS + 1) : WL_ELSEWHERE;
}

void wl_say_shuffle(struct wl_model *m, const struct wl_prose *p) {
  const struct wl_spot *s = wl_model_spot(m);
  char text[112];
  if (s->step.kind != WL_STEP_SHUFFLE && s->step.kind != WL_STEP_VOTE) {
    wl_speak_elsewhere(m, p, "In this step no lane reads from another");
    return;
  }
  if (s->step.kind == WL_STEP_SHUFFLE && !s->covered)
    wl_say_words(p, "%s", wl_shuffle_pattern(&s->step, text, sizeof text));
  wl_speak_lanes(m, p);
}
