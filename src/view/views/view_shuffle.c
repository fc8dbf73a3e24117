/* View 4: lanes exchange values. Each column is a lane: what it sends, from whom
 * it reads, what it gets; where there is room, lines from source to reader. */
#include <stdio.h>
#include <string.h>

#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/step_sentences.h"

enum { LABEL = 7, STRIP_LABEL = 5, ROWS = 3, VALUE = 24, STRIP = 16, STRIP_CELL = 3,
       PICTURE = 5, WHOLE = 12, SHARE = 2 /* rows of the picture: at least, and as many as rows of
       the view allow */,
       STRIP_LANES = STRIP * STRIP_CELL - 1 };

/* "gets from", whichever side that lane is on. */
static enum wl_glyph_id arrow_of(const struct wl_step *s, unsigned lane) {
  unsigned from = s->source[lane];
  if (s->undefined >> lane & 1) return WL_GLYPH_FAIL;
  return from == lane ? WL_GLYPH_DOT : WL_GLYPH_LEFT;
}

/* In front of column `x`: "<-" in ASCII, where "<" would compare lanes. */
static void draw_arrow(struct wl_canvas *c, int x, int y, enum wl_glyph_id arrow,
                       enum wl_style style) {
  bool two = wl_canvas_ascii(c) && arrow == WL_GLYPH_LEFT;
  wl_canvas_glyph(c, x - 1 - two, y, arrow, 1, style);
  if (two) wl_canvas_glyph(c, x - 1, y, WL_GLYPH_H, 1, style);
}

/* A set of lanes as a mask, or where that is too long, how many they are. */
static void set_text(uint32_t lanes, int cells, char text[VALUE]) {
  if (cells >= 8) snprintf(text, VALUE, "%08x", (unsigned)lanes);
  else snprintf(text, VALUE, "%d same", __builtin_popcount(lanes));
}

/* Lane and its source, value sent, value received: the rows of a cell of the table, which end in
 * one column. */
static void draw_lane(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                      struct wl_rect r, unsigned lane) {
  enum { FROM = 4 /* of an arrow and a lane */, CELL = 9, DIGITS = 2 };
  const struct wl_step *step = &s->step;
  uint32_t mask = step->access.mask, bit = 1u << lane;
  struct wl_replay_state none = {0};
  char text[VALUE];
  int y = r.y, end = r.x + (r.w < CELL ? r.w : CELL) - 1;
  bool mine = lane == m->lane, undefined = step->undefined & bit;
  bool shuffle = step->kind == WL_STEP_SHUFFLE && !s->covered;
  bool source = shuffle && (mask >> m->lane & 1) &&
                step->source[m->lane] == lane;
  int x = end - DIGITS - (shuffle ? FROM : 0);
  wl_canvas_printf(c, x, y, wl_lane_style(m, &none, mask, lane), "%2u", lane);
  wl_draw_served(c, x + (lane < 10) - 1, y, wl_lane_is_lit(m, &none, lane), false);
  if (!(mask & bit)) {
    wl_canvas_glyph(c, end - 1, y + 1, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    wl_canvas_glyph(c, end - 1, y + 2, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    return;
  }
  unsigned from = step->source[lane];
  enum wl_style style = undefined ? WL_STYLE_BAD : from == lane ? WL_STYLE_DIM : WL_STYLE_LANE;
  if (shuffle) draw_arrow(c, end - DIGITS, y, arrow_of(step, lane), style);
  if (shuffle) wl_canvas_printf(c, end - DIGITS, y, style, "%2u", from);
  unsigned cells = (unsigned)(end - r.x);
  wl_step_info_value(s, step->value[lane], cells, text);
  wl_canvas_right(c, end, y + 1, source ? WL_STYLE_NOW : WL_STYLE_TEXT, text);
  if (step->kind == WL_STEP_VOTE && wl_name_matches(step->name))
    set_text((uint32_t)step->result[lane], end - r.x, text);
  else
    wl_step_info_value(s, step->result[lane], cells, text);
  if (s->covered) wl_canvas_right(c, end, y + 2, WL_STYLE_DIM, "?");
  else if (undefined) wl_canvas_right(c, end, y + 2, WL_STYLE_BAD, "?");
  else wl_canvas_right(c, end, y + 2, mine ? WL_STYLE_NOW : WL_STYLE_STRONG, text);
}

/* All lanes in rows of `across`, `pitch` screen rows apart. */
static void draw_table(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
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

/* Of a strip: its lanes, and the rows of all of them. */
static unsigned strip_lanes(int w) { return w < STRIP_LABEL + STRIP_LANES ? STRIP / 2 : STRIP; }

static int strip_rows(int w) { return (int)(WL_LANES / strip_lanes(w)) * 2; }

/* What the picked lane sends and gets; whether it takes part. */
static bool say_picked(const struct wl_session *m, const struct wl_step_info *spot, char text[96]) {
  const struct wl_step *s = &spot->step;
  char sent[VALUE], got[VALUE];
  if (!(s->access.mask >> m->lane & 1)) return false;
  wl_step_info_value(spot, s->value[m->lane], 9, sent);
  wl_step_info_value(spot, s->result[m->lane], 9, got);
  bool defined = !(s->undefined >> m->lane & 1);
  snprintf(text, 96,
           defined ? "lane %u sends %s, gets %s from lane %u"
                   : "lane %u sends %s, gets %s: lane %u is inactive",
           m->lane, sent, defined ? got : "undefined", s->source[m->lane]);
  return true;
}

/* Whether sources are hidden, and there is room for what all lanes send in their place. */
static bool sends_fit(const struct wl_step_info *s) {
  char text[VALUE];
  if (!s->covered || s->step.kind != WL_STEP_SHUFFLE || !s->step.has_values) return false;
  for (unsigned l = 0; l < WL_LANES; l++) {
    wl_step_info_value(s, s->step.value[l], VALUE / 2, text);
    if (s->step.access.mask >> l & 1 && strlen(text) >= STRIP_CELL) return false;
  }
  return true;
}

/* The lane of a strip and, below it, its source; or what it sends, where that is hidden. */
static void draw_strip_lane(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                            int x,
                            int y, unsigned l, unsigned first, bool sends) {
  const struct wl_step *step = &s->step;
  struct wl_replay_state none = {0};
  uint32_t mask = step->access.mask;
  wl_canvas_printf(c, x, y, wl_lane_style(m, &none, mask, l), "%2u", l);
  wl_draw_served_lane(c, x + (l < 10) - 1, y, wl_lanes_lit(m, &none), 0, l, first);
  if (!(mask >> l & 1)) wl_canvas_glyph(c, x + 1, y + 1, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
  else if (sends) {
    char text[VALUE];
    wl_step_info_value(s, step->value[l], VALUE / 2, text);
    wl_canvas_right(c, x + STRIP_CELL - 1, y + 1, WL_STYLE_TEXT, text);
  } else if (s->covered) wl_canvas_text(c, x + 1, y + 1, WL_STYLE_DIM, "?");
  else if (step->undefined >> l & 1)
    wl_canvas_glyph(c, x + 1, y + 1, WL_GLYPH_FAIL, 1, WL_STYLE_BAD);
  else
    wl_canvas_printf(c, x, y + 1, l == m->lane ? WL_STYLE_NOW : WL_STYLE_TEXT, "%2u",
                     step->source[l]);
}

/* Which strips are in sight: that of the picked lane, or what is scrolled to, up to the ends. */
static unsigned first_strip(struct wl_session *m, int some, int all, int across) {
  int here = (int)m->lane / across, from = here < some ? 0 : here - some + 1;
  return (unsigned)wl_scroll_window(m, from, all, some);
}

/* Which lanes are in sight where some are not: beside the strips, or in the last row. */
static void draw_some(const struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                      bool beside,
                      unsigned first, unsigned end) {
  char text[48];
  if (beside) {
    snprintf(text, sizeof text, "%u–%u of 32", first, end - 1);
    wl_canvas_right(c, r.x + r.w, r.y, WL_STYLE_NOTE, text);
    if (!m->still) wl_canvas_right(c, r.x + r.w, r.y + 1, WL_STYLE_DIM, "J K scroll");
    return;
  }
  snprintf(text, sizeof text, "lanes %u–%u of 32%s", first, end - 1, wl_scroll_keys(m));
  wl_canvas_fit(c, r.x, r.y + r.h - 1, r.w, WL_STYLE_NOTE, text);
}

/* Small screens: lanes and their sources, and the picked lane in words. */
static void draw_strips(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                        struct wl_rect r) {
  enum { NOTE = 12 /* cells of "16–31 of 32" and a gap */ };
  char text[96];
  bool told = !s->covered && say_picked(m, s, text), sends = sends_fit(s);
  if (r.h == 1 && told) wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_TEXT, text);
  if (r.h < 2) return;
  unsigned across = strip_lanes(r.w);
  int rows = strip_rows(r.w), label = STRIP_LABEL + (r.w > STRIP_LABEL + STRIP_LANES);
  bool cut = rows > r.h, beside = r.w - label - (int)across * STRIP_CELL + 1 >= NOTE;
  int all = (int)(WL_LANES / across), some = cut ? (r.h - !beside) / 2 : all;
  if (some < 1) some = 1;
  unsigned first = first_strip(m, some, all, (int)across), end = (first + (unsigned)some) * across;
  for (unsigned l = first * across; l < end; l++) {
    int x = r.x + label + (int)(l % across) * STRIP_CELL;
    int y = r.y + (int)(l / across - first) * 2;
    if (l % across == 0) {
      wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "lane");
      wl_canvas_text(c, r.x, y + 1, WL_STYLE_DIM,
                     !sends ? "from" : label > STRIP_LABEL ? "sends" : "send");
    }
    draw_strip_lane(m, c, s, x, y, l, l - l % across, sends);
  }
  if (cut && (beside || r.h > 2)) draw_some(m, c, r, beside, first * across, end);
  struct wl_rect words = {r.x, r.y + rows + 1, r.w, r.h - rows - 1};
  if (words.h > 0 && told) wl_draw_wrapped(c, words, words.h, WL_STYLE_TEXT, text);
}

/* Who reads one lane: the lanes from the first to the last of them and it. */
struct bus { unsigned source, first, last; uint32_t readers; };

static struct bus bus_of(const struct wl_step *s, unsigned source) {
  struct bus b = {source, source, source, 0};
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(s->access.mask >> l & 1) || s->source[l] != source) continue;
    b.readers |= 1u << l;
    if (l < b.first) b.first = l;
    if (l > b.last) b.last = l;
  }
  return b;
}

/* Whether all that is read fits into one row: no lane is between a source and its readers and has
 * to do with another. */
static bool are_apart(const struct wl_step *s) {
  uint32_t taken = 0;
  for (unsigned source = 0; source < WL_LANES; source++) {
    struct bus b = bus_of(s, source);
    uint32_t lanes = b.readers ? UINT32_MAX >> (WL_LANES - 1 - b.last) & UINT32_MAX << b.first : 0;
    if (taken & lanes) return false;
    taken |= lanes;
  }
  return true;
}

/* One line from a source to all who read it: what comes down to it, what goes on, and what goes
 * down from it. */
static void draw_bus(struct wl_canvas *c, struct wl_rect r, const struct wl_step *s, struct bus b,
                     int cell, enum wl_style style) {
  enum { LEFT = 1, RIGHT = 2, ABOVE = 4, BELOW = 8 };
  static const uint8_t glyph[] = {
    [LEFT | RIGHT] = WL_GLYPH_H, [ABOVE | BELOW] = WL_GLYPH_V, [RIGHT | BELOW] = WL_GLYPH_TL,
    [LEFT | BELOW] = WL_GLYPH_TR, [RIGHT | ABOVE] = WL_GLYPH_BL, [LEFT | ABOVE] = WL_GLYPH_BR,
    [RIGHT | ABOVE | BELOW] = WL_GLYPH_TEE_R, [LEFT | ABOVE | BELOW] = WL_GLYPH_TEE_L,
    [LEFT | RIGHT | BELOW] = WL_GLYPH_TEE_D, [LEFT | RIGHT | ABOVE] = WL_GLYPH_TEE_U,
    [LEFT | RIGHT | ABOVE | BELOW] = WL_GLYPH_CROSS,
  };
  int y = r.y + r.h / 2;
  for (unsigned l = b.first; l <= b.last; l++) {
    int x = r.x + (int)l * cell;
    bool source = l == b.source, reader = b.readers >> l & 1;
    unsigned ways = (l > b.first ? LEFT : 0) | (l < b.last ? RIGHT : 0) | (source ? ABOVE : 0) |
                    (reader ? BELOW : 0);
    wl_canvas_glyph(c, x, y, glyph[ways], 1, style);
    if (l < b.last) wl_canvas_glyph(c, x + 1, y, WL_GLYPH_H, cell - 1, style);
    for (int up = r.y; source && up < y; up++) wl_canvas_glyph(c, x, up, WL_GLYPH_V, 1, style);
    for (int on = y + 1; reader && on < r.y + r.h; on++) {
      bool bad = s->undefined >> l & 1, end = on + 1 == r.y + r.h;
      wl_canvas_glyph(c, x, on, !end ? WL_GLYPH_V : bad ? WL_GLYPH_FAIL : WL_GLYPH_DOWN, 1,
                      bad ? WL_STYLE_BAD : style);
    }
  }
}

/* A line from column `from` of the first row down to column `to` of the last. */
static void draw_diagonal(struct wl_canvas *c, struct wl_rect r, int from, int to,
                          enum wl_style style) {
  enum wl_glyph_id own = from == to  ? WL_GLYPH_V
                       : from < to ? WL_GLYPH_FALLING
                                   : WL_GLYPH_RISING;
  enum wl_glyph_id other = own == WL_GLYPH_RISING ? WL_GLYPH_FALLING : WL_GLYPH_RISING;
  for (int row = 0; row < r.h; row++) {
    int x = r.x + from + (to - from) * (2 * row + 1) / (2 * r.h), y = r.y + row;
    uint32_t there = wl_canvas_cell(c, x, y)->code;
    bool crosses = there == wl_theme_glyph(other, wl_canvas_ascii(c)) ||
                   there == wl_theme_glyph(WL_GLYPH_CROSSING, wl_canvas_ascii(c));
    wl_canvas_glyph(c, x, y, crosses && from != to ? WL_GLYPH_CROSSING : own, 1, style);
  }
}

/* What all lanes read, and the picked one brightest: lines that fork where none would cross, else
 * a line from source to reader for each. One lane is `cell` cells wide. */
static void draw_links(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                       struct wl_rect r, int cell) {
  const struct wl_step *step = &s->step;
  uint32_t mask = step->access.mask;
  bool apart = are_apart(step), linked = mask >> m->lane & 1;
  for (unsigned source = 0; source < WL_LANES && apart; source++) {
    struct bus b = bus_of(step, source);
    if (b.readers) draw_bus(c, r, step, b, cell, WL_STYLE_LANE);
  }
  for (unsigned l = 0; l < WL_LANES && !apart; l++) {
    enum wl_style style = step->undefined >> l & 1 ? WL_STYLE_BAD : WL_STYLE_LANE;
    if (mask >> l & 1) draw_diagonal(c, r, step->source[l] * cell, (int)l * cell, style);
  }
  if (!linked) return;
  enum wl_style style = step->undefined >> m->lane & 1 ? WL_STYLE_BAD : WL_STYLE_WARN;
  int from = step->source[m->lane] * cell, to = (int)m->lane * cell, left = from < to ? from : to;
  if (!apart) {
    draw_diagonal(c, r, from, to, style);
    return;
  }
  struct wl_rect up = {r.x + from, r.y, 1, r.h / 2};
  struct wl_rect along = {r.x + left, r.y + up.h, from + to - 2 * left + 1, 1};
  struct wl_rect down = {r.x + to, along.y + 1, 1, r.h - up.h - 1};
  wl_canvas_restyle(c, up, style);
  wl_canvas_restyle(c, along, style);
  wl_canvas_restyle(c, down, style);
}

/* A ruler of lanes, every fourth and the special one, which those beside it leave room for. */
static void draw_ruler(struct wl_canvas *c, int x, int y, int cell, uint32_t mask,
                       unsigned special, enum wl_style style) {
  for (unsigned l = 0; l < WL_LANES; l++) {
    enum wl_style quiet = mask >> l & 1 ? WL_STYLE_LANE : WL_STYLE_LANE_OFF;
    int apart = ((int)special - (int)l) * cell, cells = l > 9 ? 2 : 1;
    bool room = apart > cells || apart < -(special > 9 ? 2 : 1);
    if (l == special) wl_canvas_printf(c, x + (int)l * cell, y, style, "%u", l);
    else if (l % 4 == 0 && room) wl_canvas_printf(c, x + (int)l * cell, y, quiet, "%u", l);
  }
}

/* Tall and wide enough: two rulers of 32 lanes with the lines between them. */
static int draw_picture(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                        struct wl_rect r) {
  int cell = (r.w - LABEL) / WL_LANES, x = r.x + LABEL;
  uint32_t mask = s->step.access.mask;
  unsigned from = mask >> m->lane & 1 ? s->step.source[m->lane] : WL_LANES;
  draw_ruler(c, x, r.y, cell, mask, from, WL_STYLE_NOW);
  draw_ruler(c, x, r.y + r.h - 1, cell, mask, m->lane, WL_STYLE_PICK);
  wl_canvas_text(c, r.x, r.y, WL_STYLE_DIM, "from");
  wl_canvas_text(c, r.x, r.y + r.h - 1, WL_STYLE_DIM, "to");
  draw_links(m, c, s, (struct wl_rect){x, r.y + 1, r.w - LABEL, r.h - 2}, cell);
  return r.h + 1;
}

/* Ballots and their kin: one result for all. */
static void draw_vote(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                      struct wl_rect r) {
  struct wl_replay_state now = {0};
  for (unsigned l = 0; l < WL_LANES; l++) {
    int cell = r.w >= LABEL + 64 ? 4 : 3;
    int x = r.x + LABEL + (int)(l % 16) * cell, y = r.y + 2 + (int)(l / 16) * 3;
    bool active = s->step.access.mask >> l & 1;
    char text[VALUE];
    wl_step_info_value(s, s->step.value[l], 2, text);
    wl_canvas_printf(c, x, y, wl_lane_style(m, &now, s->step.access.mask, l), "%*u", cell - 1, l);
    wl_draw_served(c, x + cell - 3 - (l > 9), y, wl_lane_is_lit(m, &now, l), false);
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
static void draw_covered(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                         struct wl_rect r) {
  int across = r.w >= LABEL + 16 * 8 ? 16 : 8;
  wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_STRONG, s->verdict.text);
  r.y++, r.h--;
  if (r.h < (int)WL_LANES / across * ROWS || r.w < LABEL + 8 * 7) draw_strips(m, c, s, r);
  else draw_table(m, c, s, r, across, ROWS);
}

/* What it comes to, in as many of the first rows as it needs and has, if strips of lanes need none
 * of them; returns what is left. */
static struct wl_rect draw_sentence(struct wl_canvas *c, struct wl_rect r, const char *text) {
  enum { ENOUGH = 8 /* rows for the lanes, and one more for words */ };
  if (r.h <= strip_rows(r.w)) return r; /* the verdict says so, too */
  int rows = r.h >= ENOUGH ? wl_wrapped_rows(text, r.w) : 1;
  rows = wl_draw_wrapped(c, r, rows < 2 ? 1 : 2, WL_STYLE_STRONG, text);
  return (struct wl_rect){r.x, r.y + rows, r.w, r.h - rows};
}

void wl_view_shuffle(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
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
  bool strips = rest.h < lines * ROWS || r.w < LABEL + 8 * 7;
  int below = strips ? strip_rows(r.w) : lines * (ROWS + 1), least = lines * ROWS + PICTURE + 1;
  if (rest.h < below + PICTURE + 1 && rest.h >= least) below = lines * ROWS; /* no air */
  int pitch = rest.h >= below && below > lines * ROWS ? ROWS + 1 : ROWS;
  int air = !strips && pitch > ROWS, left = rest.h - below - 1;
  rest.y += air, rest.h -= air;
  int tall = wl_within(left, 0, r.h / SHARE > WHOLE ? r.h / SHARE : WHOLE);
  if (tall >= PICTURE && r.w >= LABEL + WL_LANES) {
    int rows = draw_picture(m, c, s, (struct wl_rect){r.x, rest.y, r.w, tall});
    rest.y += rows, rest.h -= rows;
  }
  if (strips) draw_strips(m, c, s, rest);
  else draw_table(m, c, s, rest, across, pitch);
}

int wl_rows_shuffle(struct wl_session *m, struct wl_canvas *c, int w) {
  const struct wl_step *s = &wl_session_spot(m)->step;
  int lines = w - 2 >= LABEL + 16 * 8 ? 2 : 4;
  (void)c;
  if (s->kind == WL_STEP_VOTE) return 2 + lines * ROWS;
  return s->kind == WL_STEP_SHUFFLE ? 2 + WHOLE + 1 + lines * (ROWS + 1) : WL_ELSEWHERE;
}

void wl_say_shuffle(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  char text[112];
  if (s->step.kind != WL_STEP_SHUFFLE && s->step.kind != WL_STEP_VOTE) {
    wl_speak_elsewhere(m, p, "In this step no lane reads from another");
    return;
  }
  if (s->step.kind == WL_STEP_SHUFFLE && !s->covered)
    wl_say_words(p, "%s", wl_shuffle_pattern(&s->step, text, sizeof text));
  wl_speak_lanes(m, p);
}
