/* View 1: the lanes, what each requests, and a small map of where that is. */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/active_lanes.h"
#include "view/text/step_sentences.h"
#include "view/views/lanes_map.h"
#include "words/format.h"
#include "words/texel_pattern.h"

enum { TEXT = 24, VALUE_CELLS = 7, GAP = 2, STRIP_CELL = 3, HALF = 16 };
enum { DIGITS = 2, LANE_CELLS = 3 /* of a sign and the number of a lane */ };
enum { TABLE = 76 /* columns of a table */ };
enum column { LANE, ELEMENT, BYTE, VALUE, HIT, COLUMNS };

/* The columns in words; only those that fit are shown. */
struct table {
  char text[WL_LANES][COLUMNS][TEXT];
  char head[COLUMNS][TEXT];
  int width[COLUMNS]; /* 0: not shown */
  int gap;
  unsigned first; /* active lane */
};

/* Line and sector, bank or banks, or pass. */
static void say_hit(const struct wl_arch *arch, const struct wl_step_info *s, unsigned lane,
                    char *text) {
  const struct wl_access *a = &s->step.access;
  const struct wl_explain *e = &s->explain;
  unsigned bank = wl_bank_of(arch, a->address[lane]);
  unsigned last = wl_bank_of(arch, a->address[lane] + a->width - 1u);
  text[0] = '\0';
  if (s->covered) return;
  if (a->space == WL_SHARED && bank == last) wl_text_number(bank, text);
  else if (a->space == WL_SHARED) snprintf(text, TEXT, "%u–%u", bank, last);
  if (a->space == WL_TEXTURE) wl_text_number(wl_texel_sector(a, lane), text);
  if (e->transaction_count) {
    for (int i = 0; i < e->transaction_count && !text[0]; i++)
      if (e->transaction[i].lanes >> lane & 1) snprintf(text, TEXT, "%d", i + 1);
    return;
  }
  for (int i = 0; wl_moves_sectors((enum wl_space)a->space) && i < e->line_count; i++)
    if (e->line[i].lanes >> lane & 1) {
      text += wl_text_number(wl_line_number(s, (unsigned)i), text);
      *text++ = ':';
      wl_text_number(wl_sector_of(arch, wl_lane_address(a, lane)), text);
      return;
    }
  for (int i = 0; a->space == WL_CONSTANT && i < e->wavefront_count; i++)
    if (e->wavefront[i].lanes >> lane & 1) {
      snprintf(text, TEXT, "%d", i + 1);
      return;
    }
}

/* What a lane got from others. */
static void say_result(const struct wl_step_info *s, unsigned lane, char *text) {
  const struct wl_step *step = &s->step;
  bool got = step->kind == WL_STEP_SHUFFLE || step->kind == WL_STEP_VOTE;
  if (!got || s->covered) return;
  if (step->undefined >> lane & 1) snprintf(text, TEXT, "?");
  else if (!step->has_values || !wl_name_matches(step->name))
    wl_step_info_value(s, step->result[lane], VALUE_CELLS, text);
  else snprintf(text, TEXT, "%08llx", (unsigned long long)step->result[lane]);
}

/* What a column has of an active lane. */
static void say_cell(const struct wl_session *m, const struct wl_step_info *s, unsigned lane,
                     enum column k, char *text) {
  const struct wl_step *step = &s->step;
  const struct wl_head *head = wl_session_head(m);
  bool access = step->kind == WL_STEP_ACCESS;
  bool placed = step->access.space != WL_TEXTURE; /* where texels lie is the hardware's affair */
  if (k == VALUE) wl_step_info_value(s, step->value[lane], VALUE_CELLS, text);
  else if (k == HIT && !access) say_result(s, lane, text);
  else if (k == HIT) say_hit(wl_session_arch(m), s, lane, text);
  else if (k == ELEMENT && access) wl_format_element(head, step, lane, false, text, TEXT);
  else if (k == BYTE && access && placed) wl_text_number(wl_lane_offset(head, step, lane), text);
}

static const char *hit_title(const struct wl_session *m, const struct wl_step_info *s) {
  static const char *const titles[WL_SPACES] = {"line", "bank", "pass", "line", "sector"};
  if (s->step.kind != WL_STEP_ACCESS) return "gets";
  bool early = wl_session_arch(m)->family == WL_COALESCED;
  if (early && wl_moves_sectors((enum wl_space)s->step.access.space)) return "trans";
  return titles[s->step.access.space];
}

static void fill_head(const struct wl_session *m, const struct wl_step_info *s, struct table *t) {
  const struct wl_head *head = wl_session_head(m);
  bool access = s->step.kind == WL_STEP_ACCESS;
  bool named = head && s->step.array < head->arrays && access;
  const char *titles[COLUMNS] = {
    [LANE] = "lane", [ELEMENT] = named ? head->array[s->step.array].name : "address",
    [BYTE] = "byte", [VALUE] = access ? "value" : "sends",
    [HIT] = s->covered ? "" : hit_title(m, s),
  };
  for (int k = 0; k < COLUMNS; k++) snprintf(t->head[k], TEXT, "%s", titles[k]);
}

/* A column, as wide as it has to be; the head of elements may be cut. */
static void fill_column(const struct wl_session *m, const struct wl_canvas *c,
                        const struct wl_step_info *s, enum column k, struct table *t) {
  for (unsigned l = 0; l < WL_LANES; l++) {
    char *text = t->text[l][k];
    if (k == LANE) wl_text_number(l, text);
    else if (s->step.access.mask >> l & 1) say_cell(m, s, l, k, text);
    int n = wl_canvas_cells(c, text, -1);
    if (n > t->width[k]) t->width[k] = n;
  }
  int n = wl_canvas_cells(c, t->head[k], -1);
  if (t->width[k] && n > t->width[k] && k != ELEMENT) t->width[k] = n;
}

/* Cells for the name of the array: it may go on above the blanks in front of a number. */
static int name_room(const struct table *t) {
  int next = ELEMENT + 1, room = t->width[ELEMENT];
  while (next < COLUMNS && !t->width[next]) next++;
  if (next == COLUMNS) return room;
  return room + t->gap + t->width[next] - (int)strlen(t->head[next]) - 1;
}

/* Cells that a shorter head above short values spares. */
static int shorten(const struct wl_canvas *c, struct table *t) {
  static const char full[] = "value", cut[] = "val";
  int least = (int)strlen(cut), spared;
  if (strcmp(t->head[VALUE], full) != 0 || !t->width[VALUE]) return 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    int n = wl_canvas_cells(c, t->text[l][VALUE], -1);
    if (n > least) least = n;
  }
  if ((spared = t->width[VALUE] - least) <= 0) return 0;
  memcpy(t->head[VALUE], cut, sizeof cut);
  t->width[VALUE] = least;
  return spared;
}

/* What the number behind that of the line is, where its head has room for it. */
static int lengthen(const struct wl_canvas *c, int cells, struct table *t) {
  static const char *const heads[] = {"line:sector", "line:sect", "line"};
  int had = t->width[HIT], wide = had, i = 0;
  if (!had || strcmp(t->head[HIT], "line") != 0 || !strchr(t->text[t->first][HIT], ':')) return 0;
  while ((wide = wl_canvas_cells(c, heads[i], -1)) > had && wide - had > cells) i++;
  snprintf(t->head[HIT], TEXT, "%s", heads[i]);
  if (wide > had) t->width[HIT] = wide;
  return t->width[HIT] - had;
}

/* Wide gaps, and a whole name of the array, in so many cells beyond the columns: as far as that is
 * possible, the name first. */
static void widen(const struct wl_canvas *c, int cells, int gaps, struct table *t) {
  int name = wl_canvas_cells(c, t->head[ELEMENT], -1);
  for (t->gap = GAP; t->gap >= GAP - 1; t->gap--) {
    int free = cells - gaps * t->gap, need = name - name_room(t);
    if (free < 0 || need > free) continue;
    if (need > 0 && t->width[ELEMENT]) t->width[ELEMENT] += need;
    return;
  }
  t->gap = gaps * GAP <= cells ? GAP : GAP - 1;
}

/* The columns that fit into `cells`, those that are wanted most first; with wide gaps if that
 * is possible. What has no room for its head is not made: printing values takes its time. */
static void fill(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s, int cells,
                 struct table *t) {
  static const uint8_t wanted[COLUMNS] = {LANE, ELEMENT, HIT, VALUE, BYTE};
  enum { LEAST = 2 };
  int total = 0, columns = 0;
  memset(t, 0, sizeof *t);
  if (s->step.access.mask) t->first = (unsigned)__builtin_ctz(s->step.access.mask);
  fill_head(m, s, t);
  for (int i = 0; i < COLUMNS; i++) {
    uint8_t k = wanted[i];
    int room = cells - total - columns * (GAP - 1);
    if (k == VALUE && !s->step.has_values && !s->silent) continue;
    if (i >= LEAST && wl_canvas_cells(c, t->head[k], -1) > room) break;
    fill_column(m, c, s, k, t);
    if (i >= LEAST && t->width[k] > room) {
      t->width[k] = 0;
      break;
    }
    total += t->width[k];
    columns += t->width[k] > 0;
  }
  t->gap = GAP - 1;
  int need = wl_canvas_cells(c, t->head[ELEMENT], -1) - name_room(t);
  if (need > cells - total - (columns - 1) * t->gap) total -= shorten(c, t);
  total += lengthen(c, cells - total - (columns - 1) * t->gap - (need > 0 ? need : 0), t);
  widen(c, cells - total, columns - 1, t);
}

static void draw_head(struct wl_canvas *c, int x, int y, const struct table *t) {
  for (int k = 0; k < COLUMNS; k++) {
    int w = t->width[k];
    if (!w) continue;
    if (k == ELEMENT) wl_canvas_fit(c, x, y, name_room(t), WL_STYLE_DIM, t->head[k]);
    else wl_canvas_right(c, x + w, y, WL_STYLE_DIM, t->head[k]);
    x += w + t->gap;
  }
}

/* One lane, whose number looks like `style`. */
static void draw_row(struct wl_canvas *c, int x, int y, const struct table *t, unsigned l,
                     enum wl_style style) {
  for (int k = 0; k < COLUMNS; k++) {
    int w = t->width[k];
    const char *text = t->text[l][k];
    if (!w) continue;
    if (k == ELEMENT) wl_canvas_fit(c, x, y, w, WL_STYLE_TEXT, text);
    else if (k == LANE && style != WL_STYLE_DIM) {
      wl_canvas_fill(c, (struct wl_rect){x, y, LANE_CELLS, 1}, style);
      wl_canvas_right(c, x + LANE_CELLS, y, style, text);
    } else wl_canvas_right(c, x + w, y, WL_STYLE_TEXT, text);
    x += w + t->gap;
  }
}

/* The table in `columns` columns of lanes. Returns the rows used. */
static int draw_table(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                      struct wl_rect r, int columns) {
  struct table t;
  struct wl_replay_state now = wl_session_moment(m);
  int rows = WL_LANES / columns, cells = r.w / columns - 1;
  fill(m, c, s, cells, &t);
  for (int i = 0; i < columns; i++) draw_head(c, r.x + i * r.w / columns, r.y, &t);
  for (unsigned l = 0; l < WL_LANES; l++) {
    int x = r.x + (int)l / rows * r.w / columns, y = r.y + 1 + (int)l % rows;
    bool active = s->step.access.mask >> l & 1;
    wl_canvas_hit(c, (struct wl_rect){x, y, cells, 1}, WL_HIT_LANES, (size_t)1 << l);
    enum wl_style lane = wl_lane_style(m, &now, s->step.access.mask, l);
    draw_row(c, x, y, &t, l, lane);
    wl_draw_served(c, x, y, wl_lane_is_lit(m, &now, l), now.done >> l & 1);
    if (!active)
      wl_canvas_text(c, x + 6, y, WL_STYLE_LANE_OFF, wl_lane_absence(&s->step, l));
  }
  return rows + 1;
}

/* Where what lanes hit is hidden, their elements tell more than bare numbers: in columns, as many
 * as there is room for. */
static bool tells_elements(const struct wl_step_info *s) {
  return s->covered && s->step.kind == WL_STEP_ACCESS && s->step.access.mask;
}

static int element_cells(struct wl_session *m, const struct wl_canvas *c,
                         const struct wl_step_info *s) {
  char element[64];
  int most = 0;
  for (uint32_t rest = s->step.access.mask; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    wl_format_element(wl_session_head(m), &s->step, lane, false, element, sizeof element);
    int cells = wl_canvas_cells(c, element, -1);
    if (cells > most) most = cells;
  }
  return DIGITS + 1 + most + GAP;
}

/* Which strips are on a small screen: all, or those around the picked lane. */
struct strips {
  unsigned across, first, end; /* lanes in one; the lanes [first, end) */
  int label;                   /* cells before them; of elements, of each */
  int rows;                    /* of one: the second has what lanes hit, unless that is hidden */
};

/* How many there is room for, and which: scrolling stops at the ends. */
static void choose(struct wl_session *m, struct wl_rect r, struct strips *t) {
  int all = (int)((WL_LANES + t->across - 1) / t->across), some = r.h / t->rows;
  some = some < 1 ? 1 : some > all ? all : some;
  int here = (int)(m->lane / t->across), from = here < some ? 0 : here - some + 1;
  t->first = (unsigned)wl_scroll_window(m, from, all, some) * t->across;
  t->end = t->first + (unsigned)some * t->across;
  if (t->end > WL_LANES) t->end = WL_LANES;
}

static struct strips strips_of(struct wl_session *m, const struct wl_step_info *s,
                               struct wl_rect r) {
  enum { LANES = HALF * STRIP_CELL - 1 /* the last ends with its digits */ };
  const char *title = s->covered ? "lane" : hit_title(m, s);
  struct strips t = {HALF, 0, WL_LANES, (int)strlen(title) + 1, s->covered ? 1 : 2};
  if (r.w < t.label + LANES) t.across = HALF / 2;
  else if (r.w > t.label + LANES && strlen(title) < 5) t.label++; /* air before a sign */
  choose(m, r, &t);
  return t;
}

/* The same where lanes have their elements: four beside each other if that shows all of them. */
static struct strips elements_of(struct wl_session *m, const struct wl_canvas *c,
                                 const struct wl_step_info *s, struct wl_rect r) {
  enum { FEW = 4 };
  int cells = element_cells(m, c, s), fit = (r.w + GAP) / cells;
  struct strips t = {fit < 1 ? 1 : (unsigned)fit, 0, WL_LANES, cells, 1};
  if (fit > FEW && r.h >= (int)WL_LANES / FEW) t.across = FEW;
  choose(m, r, &t);
  return t;
}

/* Small screens: two rows of sixteen lanes, or four of eight, and what each hits below it. */
static int draw_strips(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                       struct wl_rect r, struct strips t) {
  struct wl_replay_state now = wl_session_moment(m);
  uint32_t mask = s->step.access.mask;
  unsigned across = t.across;
  for (unsigned l = t.first; l < t.end; l++) {
    char hit[TEXT];
    int x = r.x + t.label + (int)(l % across) * STRIP_CELL;
    int y = r.y + (int)((l - t.first) / across) * t.rows;
    if (l % across == 0) wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "lane");
    if (l % across == 0 && t.rows > 1)
      wl_canvas_text(c, r.x, y + 1, WL_STYLE_DIM, hit_title(m, s));
    wl_canvas_printf(c, x, y, wl_lane_style(m, &now, mask, l), "%2u", l);
    wl_canvas_hit(c, (struct wl_rect){x, y, STRIP_CELL, t.rows}, WL_HIT_LANES, (size_t)1 << l);
    wl_draw_served_lane(c, x + (l < 10) - 1, y, wl_lanes_lit(m, &now), now.done, l, l - l % across);
    if (t.rows < 2) continue;
    if (!(mask >> l & 1)) {
      wl_canvas_glyph(c, x + 1, y + 1, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
      continue;
    }
    if (s->step.kind == WL_STEP_ACCESS) say_hit(wl_session_arch(m), s, l, hit);
    else wl_step_info_value(s, s->step.result[l], 2, hit);
    hit[strcspn(hit, ":–")] = '\0';
    wl_canvas_right(c, x + 2, y + 1, WL_STYLE_TEXT, hit);
  }
  return t.rows * (int)((t.end - t.first) / across);
}

/* Small screens where figures are hidden: lanes with what they ask for. */
static int draw_elements(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                         struct wl_rect r, struct strips t) {
  struct wl_replay_state now = {0};
  uint32_t mask = s->step.access.mask;
  for (unsigned l = t.first; l < t.end; l++) {
    char element[64];
    int x = r.x + (int)((l - t.first) % t.across) * t.label;
    int y = r.y + (int)((l - t.first) / t.across);
    wl_canvas_hit(c, (struct wl_rect){x, y, t.label, 1}, WL_HIT_LANES, (size_t)1 << l);
    wl_canvas_printf(c, x, y, wl_lane_style(m, &now, mask, l), "%*u", DIGITS, l);
    x += DIGITS + 1;
    if (!(mask >> l & 1)) {
      wl_canvas_glyph(c, x, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
      continue;
    }
    wl_format_element(wl_session_head(m), &s->step, l, false, element, sizeof element);
    wl_canvas_fit(c, x, y, t.label - DIGITS - 1, WL_STYLE_TEXT, element);
  }
  return (int)((t.end - t.first + t.across - 1) / t.across);
}

/* Who is active, and the way of the others: as much as fits, ending at the right. */
static void draw_active(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                        struct wl_rect r) {
  char form[4][192], lanes[40], flow[WL_FLOW_TEXT], active[40];
  uint32_t mask = s->step.access.mask;
  if (s->lanes_covered) return;
  if (mask == UINT32_MAX) snprintf(active, sizeof active, "all 32 lanes active");
  else
    snprintf(active, sizeof active, "%u of 32 lanes %s", wl_lanes_count(mask),
             wl_names_rows(&s->step) ? "name rows" : "active");
  wl_flow_lanes(m, flow);
  wl_format_lanes(mask, lanes, sizeof lanes);
  const char *which = mask == UINT32_MAX ? "" : ": ", *semicolon = flow[0] ? "; " : "";
  if (mask == UINT32_MAX) lanes[0] = '\0';
  snprintf(form[0], sizeof form[0], "%s%s%s%s%s", active, which, lanes, semicolon, flow);
  snprintf(form[1], sizeof form[1], "%s%s%s", active, semicolon, flow);
  snprintf(form[2], sizeof form[2], "%s", flow);
  snprintf(form[3], sizeof form[3], "%s%s%s", active, which, lanes);
  for (int i = 0; i < 4; i++) {
    if (!form[i][0] || wl_canvas_cells(c, form[i], -1) > r.w) continue;
    enum wl_style style = flow[0] && i < 3 ? WL_STYLE_TEXT : WL_STYLE_DIM;
    wl_canvas_right(c, r.x + r.w, r.y, style, form[i]);
    return;
  }
}

/* The pattern of the addresses, or what is exchanged. */
static void say_summary(const struct wl_step_info *s, char text[sizeof s->verdict.text]) {
  size_t size = sizeof s->verdict.text;
  bool told = s->covered && s->step.kind != WL_STEP_ACCESS; /* what is hidden, above the view */
  snprintf(text, size, "%s", told ? "" : s->verdict.text);
  if (s->step.kind == WL_STEP_ACCESS) wl_pattern(&s->step.access, text, size);
  if (s->step.kind == WL_STEP_SHUFFLE && !s->covered) wl_shuffle_pattern(&s->step, text, size);
}

/* The first row: that, and who is active. */
static void draw_summary(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                         struct wl_rect r) {
  char pattern[sizeof s->verdict.text];
  say_summary(s, pattern);
  int x = wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_STRONG, pattern) + 3;
  draw_active(m, c, s, (struct wl_rect){x, r.y, r.x + r.w - x, 1});
}

/* The first row where some lanes have no room: which those are that have, below the others where
 * a row is left. Returns the rows that are. */
static int draw_some(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                     struct wl_rect r, struct strips t) {
  char text[48], pattern[sizeof s->verdict.text];
  bool below = r.h % 2 == 0 && r.h > 2 && !s->covered; /* each strip has two */
  snprintf(text, sizeof text, "lanes %u–%u of 32%s", t.first, t.end - 1, wl_scroll_keys(m));
  say_summary(s, pattern);
  if (!below && wl_canvas_cells(c, pattern, -1) + 2 + wl_canvas_cells(c, text, -1) > r.w)
    snprintf(text, sizeof text, "%u–%u of 32", t.first, t.end - 1);
  int cells = below ? -2 : wl_canvas_cells(c, text, -1);
  if (below) wl_canvas_fit(c, r.x, r.y + r.h - 1, r.w, WL_STYLE_NOTE, text);
  else wl_canvas_right(c, r.x + r.w, r.y, WL_STYLE_NOTE, text);
  draw_summary(m, c, s, (struct wl_rect){r.x, r.y, r.w - cells - 2, 1});
  return r.h - below;
}

/* Columns of the table: two have more figures; four leave more rows, where memory is whole then. */
static int columns_of(const struct wl_step_info *s, struct wl_rect r) {
  enum { HEAD = 4 /* rows above the table, and of air */ };
  int map = wl_map_rows(s), two = r.h - HEAD - WL_LANES / 2, four = r.h - HEAD - WL_LANES / 4;
  if (r.h < 24 || r.w >= 120) return 4;
  return wl_moves_sectors((enum wl_space)s->step.access.space) && map > two && map <= four ? 4 : 2;
}

void wl_view_lanes(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2, r.h};
  if (s->step.kind == WL_STEP_MARK || s->step.kind == WL_STEP_BARRIER) {
    wl_draw_stop(m, c, r);
    return;
  }
  int columns = columns_of(s, r), used;
  struct wl_rect rest = {r.x, r.y + 1, r.w, r.h - 1};
  if (r.h >= 20) rest.y++, rest.h--;
  bool strips = r.h < WL_LANES / columns + 2 || r.w < TABLE;
  bool elements = tells_elements(s);
  struct strips some = elements ? elements_of(m, c, s, rest) : strips_of(m, s, rest);
  if (strips && some.end - some.first < WL_LANES) r.h = draw_some(m, c, s, r, some);
  else draw_summary(m, c, s, r);
  if (strips && elements) used = draw_elements(m, c, s, rest, some);
  else if (strips) used = draw_strips(m, c, s, rest, some);
  else used = draw_table(m, c, s, rest, columns);
  int y = rest.y + used, left = r.y + r.h - y;
  wl_draw_map(m, c, s, (struct wl_rect){r.x - 1, y, r.w + 2, left});
}

int wl_rows_lanes(struct wl_session *m, struct wl_canvas *c, int w) {
  const struct wl_step_info *s = wl_session_spot(m);
  (void)c;
  if (s->step.kind == WL_STEP_MARK || s->step.kind == WL_STEP_BARRIER)
    return wl_stop_rows(m);
  int map = wl_map_rows(s), table = w - 2 < TABLE ? 9 : WL_LANES / 4 + 1;
  return 2 + table + (map ? 1 + map : 0);
}

void wl_say_lanes(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (s->step.kind == WL_STEP_MARK || s->step.kind == WL_STEP_BARRIER) wl_say_stop(m, p);
  else wl_speak_lanes(m, p);
}
