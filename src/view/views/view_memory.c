/* View 7: the memory chart of the kernel, who makes its picked number, and the least time. Below
 * them how many blocks an SM holds, and the levels of memory: what each holds and costs, and the
 * way of the selected instruction along them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/teach/measured_check.h"
#include "session/compare/line_costs.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/counted_figures.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/views/memory_boxes.h"
#include "words/format.h"
#include "words/memory_levels.h"
#include "words/occupancy_text.h"

enum {
  RAIL = 3, LEVEL = 16, CLOSE = 15, SIZE = 14, LATENCY = 12, BANDWIDTH = 13, BAR = 16,
  CELL = WL_LEVEL_TEXT,
  WIDE = 84,    /* from here on with bars */
  MEDIUM = 70,  /* from here on with bandwidths */
  TIMED = 58,   /* from here on with latencies */
  ROOMY = 46,   /* below, columns are close */
  MOST = 100,   /* columns: figures stay near their level */
  NOTES = 8,    /* rows of sources, at most */
  AROUND = 28,  /* rows of all but the chart and the levels, with air */
  SPOKEN = 3,   /* rows below the chart that are worth more than the second rows in it */
  AIRY = 12,    /* rows below the chart, from which on parts stand apart */
  OCCUPIED = 3, MOST_SAID = 3, /* rows of time and occupancy; of the picked number */
  LEGEND = 1, LEVELS_LEAST = 8, /* rows of the table of levels */
  LIMITS = 5,   /* rows of what each resource allows */
  LABEL = 11,   /* of the rows below the levels */
};

struct row { enum wl_level level; struct wl_level_facts facts; };

/* The levels that have a row; `path`: those on the way of the instruction, as bits. Of them
 * `shown` are shown, from `first` on. */
struct levels { struct row row[WL_LEVELS]; int count, first, shown; unsigned path; };

static bool on_path(const struct levels *l, int i) { return l->path >> l->row[i].level & 1; }

static const char *sure_of(enum wl_certainty c) { return wl_certainty_names[c]; }

/* 0 for 10 cycles and less, 1 for 1000: a level is as far as its bar is long. */
static double length_of(double cycles) {
  double share = (log10(cycles) - 1) / 2;
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* A cell of the table, in the first row of `r`: a value, and how sure it is by its first
 * letter. What is not known steps back. It is left out where it would reach column `end`. */
static void draw_cell(struct wl_canvas *c, struct wl_rect r, const char *text,
                      const struct wl_range *of, bool on, int end) {
  enum wl_style style = !of->known ? WL_STYLE_DIM : on ? WL_STYLE_STRONG : WL_STYLE_TEXT;
  int cells = wl_canvas_cells(c, text, -1);
  if (cells > r.w - 3) cells = r.w - 3;
  if (r.x + cells + (of->known ? 2 : 0) >= end) return;
  int last = wl_canvas_fit(c, r.x, r.y, r.w - 3, style, text);
  if (of->known && *text)
    wl_canvas_printf(c, last + 1, r.y, WL_STYLE_DIM, "%c", sure_of(of->certainty)[0]);
}

/* From the registers down to the last level of the way, with an arrow at each. */
static void draw_rail(struct wl_canvas *c, int x, int y, int pitch, const struct levels *l) {
  int last = 0;
  for (int i = 0; i < l->count; i++)
    if (on_path(l, i)) last = i;
  if (!l->path) return;
  int end = l->first + l->shown < last + 1 ? l->first + l->shown : last + 1;
  for (int i = l->first; i < end; i++, y += pitch) {
    bool on = on_path(l, i);
    enum wl_glyph_id g = i == 0 ? (last ? WL_GLYPH_TL : WL_GLYPH_H)
                       : i == last ? WL_GLYPH_BL : on ? WL_GLYPH_TEE_R : WL_GLYPH_V;
    wl_canvas_glyph(c, x, y, g, 1, WL_STYLE_KEY);
    wl_canvas_glyph(c, x + 1, y, on ? WL_GLYPH_PLAY : i == 0 ? WL_GLYPH_H : WL_GLYPH_SPACE, 1,
                    WL_STYLE_KEY);
    for (int j = 1; j < pitch && i < last; j++)
      wl_canvas_glyph(c, x, y + j, WL_GLYPH_V, 1, WL_STYLE_KEY);
  }
}

static void draw_level(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                       const struct row *row, bool on) {
  const struct wl_chip *chip = wl_session_target(m).chip;
  const struct wl_level_facts *f = &row->facts;
  char text[CELL];
  int x = r.x + RAIL, end = r.x + r.w;
  wl_canvas_fit(c, x, y, CLOSE, on ? WL_STYLE_KEY : WL_STYLE_DIM, f->title);
  x += r.w < ROOMY ? CLOSE : LEVEL;
  wl_level_size_text(f, text);
  bool sized = f->exists && !f->part_of;
  draw_cell(c, (struct wl_rect){x, y, SIZE, 1}, text,
            sized ? &f->size : &(struct wl_range){.known = false}, on, end);
  x += SIZE;
  wl_range_text(&f->latency, chip, text);
  if (!f->exists) text[0] = '\0';
  if (r.w >= TIMED) draw_cell(c, (struct wl_rect){x, y, LATENCY, 1}, text, &f->latency, on,
                             end);
  x += LATENCY;
  if (r.w >= WIDE) {
    if (f->latency.known && f->exists)
      wl_canvas_bar(c, (struct wl_rect){x, y, BAR - 2, 1}, length_of(f->latency.low),
                    on ? WL_STYLE_LANE : WL_STYLE_DIM, WL_STYLE_RULE);
    x += BAR;
  }
  wl_range_text(&f->bandwidth, chip, text);
  if (!f->exists) text[0] = '\0';
  if (r.w >= MEDIUM)
    draw_cell(c, (struct wl_rect){x, y, BANDWIDTH, 1}, text, &f->bandwidth, on, end);
}

static void draw_head(struct wl_canvas *c, struct wl_rect r, int y) {
  int x = r.x + RAIL + (r.w < ROOMY ? CLOSE : LEVEL);
  wl_canvas_text(c, r.x + RAIL, y, WL_STYLE_DIM, "level");
  wl_canvas_text(c, x, y, WL_STYLE_DIM, "size");
  x += SIZE;
  if (r.w >= TIMED)
    wl_canvas_text(c, x, y, WL_STYLE_DIM, r.w >= WIDE ? "cycles to use, 10 to 1000" : "cycles");
  x += LATENCY + (r.w >= WIDE ? BAR : 0);
  if (r.w >= MEDIUM) wl_canvas_text(c, x, y, WL_STYLE_DIM, "TB/s");
}

/* How many blocks there were before a change; NULL: not known, or not shown. */
static const struct wl_residency *blocks_before(struct wl_session *m) {
  const struct wl_residency *before = &m->past.last.blocks;
  return before->sm && before->fits && wl_costs_before(m) ? before : NULL;
}

/* Below the occupancy what it was, or what of it is news; returns the row behind. */
static int draw_blocks_before(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                              const struct wl_residency *now) {
  const struct wl_residency *before = blocks_before(m);
  char text[128], was[96], is[96];
  if (!before) return y;
  struct wl_rect row = {r.x + LABEL, y, r.w - LABEL, 1};
  const char *note = wl_residency_note(before, now, m->past.last.step.change, text);
  if (note) {
    wl_canvas_fit(c, row.x, y, row.w, WL_STYLE_WARN, note);
    return y + 1;
  }
  if (strcmp(wl_residency_text(before, was), wl_residency_text(now, is)) == 0) return y;
  wl_canvas_right(c, row.x - 2, y, WL_STYLE_NOTE, "was");
  wl_canvas_fit(c, row.x, y, row.w, WL_STYLE_BEFORE, was);
  return y + 1;
}

/* "4,096→4,224": what a block has of shared memory, and had before a change. */
static const char *shared_text(struct wl_session *m, const struct wl_residency *now,
                               char text[64]) {
  const struct wl_residency *before = blocks_before(m);
  char was[28], is[28];
  bool changed = before && before->shared != now->shared;
  snprintf(text, 64, "%s%s%s", changed ? wl_format_count(before->shared, was) : "",
           changed ? "→" : "", wl_format_count(now->shared, is));
  return text;
}

/* "occupancy  8 blocks of 8 warps: 64 of 64 per SM (100 %)" and why. */
static int draw_occupancy(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                          int rows) {
  enum { NARROW = 40 /* the sentence may need two rows */ };
  struct wl_residency now;
  char text[192], limits[64], shared[64];
  int x = r.x + LABEL, w = r.w - LABEL;
  bool known = wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &now);
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "occupancy");
  if (!known || !now.fits) {
    wl_canvas_fit(c, x, y, w, known ? WL_STYLE_BAD : WL_STYLE_DIM,
                  known ? now.diag.what : "unknown");
    return y + 1;
  }
  double share = (double)now.occupancy.warps / now.sm->warps;
  int end = y + rows;
  y += wl_draw_wrapped(c, (struct wl_rect){x, y, w, 1}, rows > 1 && w < NARROW ? 2 : 1,
                       share >= 0.5 ? WL_STYLE_STRONG : WL_STYLE_WARN,
                       wl_residency_text(&now, text));
  if (y < end) y = draw_blocks_before(m, c, r, y, &now);
  if (y >= end) return y;
  snprintf(text, sizeof text, "limit: %s; %u registers%s, %s B shared%s",
           wl_residency_limits(&now, limits), now.registers.count,
           now.registers.assumed ? " (assumed)" : "", shared_text(m, &now, shared),
           now.shared_assumed ? " (assumed)" : "");
  struct wl_rect rest = {x, y, w, 1};
  return y + wl_draw_wrapped(c, rest, end - y < 2 ? 1 : 2, WL_STYLE_DIM, text);
}

/* "44", "any"; "48→44" where it was others before a change. */
static void limit_text(const struct wl_residency *before, const struct wl_residency *now,
                       unsigned limiter, char text[CELL]) {
  uint32_t by = now->occupancy.by[limiter], was = before ? before->occupancy.by[limiter] : by;
  char number[2][11];
  snprintf(number[0], sizeof number[0], "%u", was);
  snprintf(number[1], sizeof number[1], "%u", by);
  snprintf(text, CELL, "%s%s%s", was == by ? "" : was == UINT32_MAX ? "any" : number[0],
           was == by ? "" : "→", by == UINT32_MAX ? "any" : number[1]);
}

/* What each resource would allow on its own, as bars up to the most that one allows. */
static int draw_limits(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y) {
  enum { NAME = 19, CHANGED = 24 /* columns up to the end of the number */, LENGTH = 24 };
  struct wl_residency now;
  char text[CELL];
  if (!wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &now) || !now.fits) return
                                                                                            y;
  const struct wl_residency *before = blocks_before(m);
  uint32_t most = 1;
  int number = r.x + LABEL + NAME;
  for (unsigned i = 0; i < WL_LIMITERS; i++) {
    if (now.occupancy.by[i] != UINT32_MAX && now.occupancy.by[i] > most) most = now.occupancy.by[i];
    if (before && before->occupancy.by[i] != now.occupancy.by[i]) number = r.x + LABEL + CHANGED;
  }
  wl_canvas_fit(c, r.x + LABEL, y++, r.w - LABEL, WL_STYLE_DIM,
                "blocks per SM, if this alone were the limit");
  for (unsigned i = 0; i < WL_LIMITERS; i++, y++) {
    uint32_t by = now.occupancy.by[i];
    bool tight = now.occupancy.limiters >> i & 1;
    wl_canvas_text(c, r.x + LABEL, y, tight ? WL_STYLE_STRONG : WL_STYLE_DIM, wl_limiter_names[i]);
    limit_text(before, &now, i, text);
    wl_canvas_right(c, number, y, tight ? WL_STYLE_STRONG : WL_STYLE_TEXT, text);
    double share = by == UINT32_MAX ? 1 : (double)by / most;
    wl_canvas_bar(c, (struct wl_rect){number + 2, y, LENGTH, 1}, share,
                  tight ? WL_STYLE_WARN : WL_STYLE_LANE, WL_STYLE_RULE);
    if (tight)
      wl_canvas_text(c, number + 2 + LENGTH + 2, y, WL_STYLE_DIM, "the limit");
  }
  return y;
}

/* The sources of what is shown, each once. */
static void draw_sources(struct wl_canvas *c, struct wl_rect r, int y, const struct row *rows,
                         int count) {
  const char *seen[NOTES];
  int n = 0, end = r.y + r.h - 1;
  char text[160];
  for (int i = 0; i < count; i++) {
    const struct wl_range *of[] = {&rows[i].facts.latency, &rows[i].facts.bandwidth,
                                   &rows[i].facts.size};
    for (size_t k = 0; k < 3 && rows[i].facts.exists; k++) {
      bool known = of[k]->known && n < NOTES && y + n < end;
      for (int j = 0; known && j < n; j++) known = strcmp(seen[j], of[k]->source) != 0;
      if (!known) continue;
      seen[n] = of[k]->source;
      snprintf(text, sizeof text, of[k]->chip && k < 2 ? "%s, on %s" : "%s", of[k]->source,
               of[k]->chip);
      wl_canvas_text(c, r.x, y + n, WL_STYLE_DIM, n ? "" : "sources");
      wl_canvas_fit(c, r.x + LABEL, y + n, r.w - LABEL, WL_STYLE_DIM, text);
      n++;
    }
  }
}

static void draw_legend(struct wl_canvas *c, struct wl_rect r, int y) {
  int x = r.x;
  for (enum wl_certainty k = 0; k < WL_CERTAINTIES; k++) {
    x = wl_canvas_printf(c, x, y, WL_STYLE_TEXT, "%c", wl_certainty_names[k][0]) + 1;
    x = wl_canvas_text(c, x, y, WL_STYLE_DIM, wl_certainty_names[k]) + 2;
  }
  wl_canvas_text(c, x, y, WL_STYLE_TEXT, "≈");
  wl_canvas_fit(c, x + 2, y, r.x + r.w - x - 2, WL_STYLE_DIM, "another chip of this generation");
}

/* The levels that the generation has; where room is short, without those that
 * are part of another. */
static int list_levels(struct wl_session *m, bool all, struct levels *out) {
  out->count = 0;
  out->path = wl_level_path(wl_session_arch(m), &wl_session_spot(m)->step);
  for (enum wl_level l = 0; l < WL_LEVELS; l++) {
    struct row *row = &out->row[out->count];
    row->level = l;
    wl_level_facts(wl_session_target(m), l, &row->facts);
    out->count += row->facts.part_of ? all && (row->facts.exists && row->facts.latency.known) : 1;
  }
  out->first = 0;
  out->shown = out->count;
  return out->count;
}

/* "H200 1616 GB/s, 4 of 4 figures counted as here": what a launch came to. */
static size_t measured_text(struct wl_session *m, const struct wl_measured *f, bool named,
                            char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s%s%s", named ? f->chip : "",
                                 named && !f->applies ? " " : "", f->applies ? "" : f->with);
  if (f->gbps > 0)
    used += (size_t)snprintf(text + used, size - used, " %.*f GB/s", f->gbps < 10, f->gbps);
  if (!f->figures || m->of > 0 || !wl_measured_compares(f, wl_session_arch(m))) return used;
  unsigned same = 0;
  for (unsigned k = 0; k < f->figures; k++)
    same += wl_measured_model(f, k, m->analysis) == f->figure[k].counted;
  return used + (size_t)snprintf(text + used, size - used, ", %u of %u figures counted as here",
                                 same, f->figures);
}

/* What counters said: with these settings, then bandwidths with others, which tell what is dear,
 * once nothing of it is still to be asked. As a table where `rows` has room for it, else in
 * words. Returns the row behind. */
static int draw_measured(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                         int rows) {
  enum { ROOM = 200 /* of one launch */, WORDS = 5 /* rows, at most */ };
  const struct wl_lesson_data *l = wl_trace_lesson(m->trace);
  char text[WL_MAX_MEASURED * 160 + ROOM] = "";
  size_t used = 0;
  if (!wl_session_costs(m) || rows < 1) return y;
  struct wl_rect room = {r.x + LABEL, y, r.w - LABEL, wl_counted_rows_beside(m)};
  if (room.h > 0 && room.h <= rows && room.w >= WL_COUNTED_BESIDE) {
    wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "measured");
    wl_counted_draw_beside(m, c, room);
    return y + room.h;
  }
  for (unsigned other = 0; other < 2; other++)
    for (unsigned i = 0; i < l->measurements && used + ROOM < sizeof text; i++) {
      const struct wl_measured *f = &l->measured[i];
      if (f->applies == other || (other && f->gbps <= 0)) continue;
      if (used) used += (size_t)snprintf(text + used, sizeof text - used, "; ");
      bool named = used == 0 || strcmp(f->chip, l->measured[0].chip) != 0;
      used += measured_text(m, f, named, text + used, sizeof text - used);
    }
  if (!used) return y;
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "measured");
  return y + wl_draw_wrapped(c, room, rows < WORDS ? rows : WORDS, WL_STYLE_TEXT, text);
}

static void draw_levels(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                        int pitch, const struct levels *l) {
  for (int i = 0; i < l->shown; i++)
    draw_level(m, c, r, y + i * pitch, &l->row[l->first + i], on_path(l, l->first + i));
  draw_rail(c, r.x, y, pitch, l);
}

/* "time  at least 12.3 µs: shared memory"; returns the row behind. */
static int draw_time(struct wl_canvas *c, struct wl_rect r, int y, const struct wl_chart_shown *s) {
  char text[WL_CHART_TIME_TEXT];
  bool known = s->told && *wl_chart_time_text(&s->now, text);
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "time");
  wl_draw_clauses(c, r.x + LABEL, y, r.w - LABEL,
                  known && s->now.tells ? WL_STYLE_STRONG : WL_STYLE_DIM,
                  !s->told ? "?" : known ? text : "unknown");
  return y + 1;
}

/* "reuse  each sector from L2 is loaded 8.0 times, from L1"; returns the row behind. */
static int draw_reuse(struct wl_canvas *c, struct wl_rect r, int y,
                      const struct wl_chart_shown *s) {
  char text[WL_CHART_TIME_TEXT];
  if (!s->told || !*wl_chart_reuse_text(&s->now, text)) return y;
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "reuse");
  wl_draw_clauses(c, r.x + LABEL, y, r.w - LABEL, WL_STYLE_STRONG, text);
  return y + 1;
}

/* Where there are not rows for the chart: some of it as a list, with time and occupancy. */
static void draw_some(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                      const struct wl_chart_shown *s) {
  int list = wl_chart_list_rows(s), all = list + 2, note = all > r.h && r.h > 1;
  int rows = r.h - note, first = wl_scroll_window(m, 0, all, rows), y = r.y;
  if (first < list) {
    int n = list - first < rows ? list - first : rows;
    wl_chart_draw_list(m, c, (struct wl_rect){r.x, y, r.w, n}, first, s);
    y += n;
  }
  if (first <= list && y < r.y + rows) draw_time(c, r, y++, s);
  if (y < r.y + rows) draw_occupancy(m, c, r, y, 1);
  if (note)
    wl_canvas_printf(c, r.x, r.y + rows, WL_STYLE_NOTE, "rows %d–%d of %d%s", first + 1,
                     first + rows < all ? first + rows : all, all, wl_scroll_keys(m));
}

/* The levels with their sizes and costs, where all of them have room; returns the row behind. */
static int draw_table(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y, int end) {
  struct levels levels;
  int count = list_levels(m, true, &levels);
  if (end - y < count + 1 + LEGEND) count = list_levels(m, false, &levels);
  if (end - y < count + 1 + LEGEND) return y;
  draw_head(c, r, y);
  draw_levels(m, c, r, y + 1, 1, &levels);
  y += 1 + count;
  if (end - y > 1 + LEGEND)
    wl_canvas_fit(c, r.x, y++, r.w, WL_STYLE_NOTE,
                  wl_level_path_text(wl_session_arch(m), &wl_session_spot(m)->step));
  draw_sources(c, (struct wl_rect){r.x, r.y, r.w, end - r.y}, y, levels.row, count);
  draw_legend(c, r, end - 1);
  return end;
}

void wl_view_memory(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct wl_chart_shown s = wl_chart_shown(m);
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2 < MOST ? r.w - 2 : MOST, r.h};
  int least = wl_chart_least_rows(&s), most = wl_chart_most_rows(&s), end = r.y + r.h;
  if (r.w < WL_CHART_NARROW || r.h < least + 1) {
    draw_some(m, c, r, &s);
    return;
  }
  int rows = wl_within(r.h - SPOKEN, least, most);
  int y = wl_chart_draw(m, c, (struct wl_rect){r.x, r.y, r.w, rows}, &s);
  bool air = end - y >= AIRY;
  y += air;
  int said = wl_within(end - y - OCCUPIED, 1, MOST_SAID);
  if (end - y > 1) y = wl_chart_draw_picked(m, c, (struct wl_rect){r.x, y, r.w, said}, &s);
  y += air;
  if (end - y > 1) y = draw_reuse(c, r, y, &s);
  if (end - y > 0) y = draw_time(c, r, y, &s);
  bool before = blocks_before(m), measured = wl_trace_lesson(m->trace)->measurements > 0;
  int behind_bars = before || measured ? 4 : 1; /* what changed and what was measured come first */
  if (r.w >= MEDIUM && end - y >= (int)wl_chart_roofs(m) + behind_bars)
    y = wl_chart_draw_roofs(m, c, (struct wl_rect){r.x + LABEL, y, r.w - LABEL, WL_ROOFS});
  y += air && end - y > 3;
  int occupied = before ? 4 : 3;
  if (end - y > 0) y = draw_occupancy(m, c, r, y, end - y > occupied ? occupied : end - y);
  int free_rows = end - y; /* for both, or for what has room */
  if (free_rows >= LIMITS && (free_rows < LEVELS_LEAST || free_rows >= LIMITS + LEVELS_LEAST))
    y = draw_limits(m, c, r, y);
  y += air && end - y > LEVELS_LEAST;
  int behind = draw_measured(m, c, r, y, end - y);
  y = behind > y ? behind + (air && end - behind > LEVELS_LEAST) : y;
  draw_table(m, c, r, y, end);
}

int wl_rows_memory(struct wl_session *m, struct wl_canvas *c, int w) {
  struct wl_chart_shown s = wl_chart_shown(m);
  struct levels levels;
  (void)c, (void)w;
  return wl_chart_most_rows(&s) + list_levels(m, true, &levels) + AROUND;
}

/* "39 cycles, measured". */
static void say_range(const struct wl_range *r, const struct wl_chip *chip, const char *unit,
                      char text[64]) {
  char value[WL_LEVEL_TEXT];
  wl_range_text(r, chip, value);
  if (r->known) snprintf(text, 64, "%s %s, %s", value, unit, sure_of(r->certainty));
  else snprintf(text, 64, "not known");
}

static void say_level(struct wl_session *m, const struct row *row, bool on,
                      const struct wl_prose *p) {
  const struct wl_chip *chip = wl_session_target(m).chip;
  const struct wl_level_facts *f = &row->facts;
  char size[WL_LEVEL_TEXT], latency[64], bandwidth[64];
  wl_level_size_text(f, size);
  if (!f->exists) {
    wl_say(p, "%s: %s", f->title, f->absent);
    return;
  }
  say_range(&f->latency, chip, "cycles", latency);
  say_range(&f->bandwidth, chip, "TB/s", bandwidth);
  wl_say(p, "%s%s: %s%s; latency %s; bandwidth %s", f->title, on ? ", on the way" : "",
         f->part_of ? "" : "size ", size, latency, bandwidth);
}

/* The chart, number by number, with who makes it. */
static void say_chart(struct wl_session *m, const struct wl_prose *p) {
  struct wl_chart_shown s = wl_chart_shown(m);
  char value[WL_CHART_TEXT], was[WL_CHART_TEXT], lines[1024], reason[WL_CHART_REASON];
  char time[WL_CHART_TIME_TEXT];
  if (!s.told) {
    wl_say(p, "An open question hides what the kernel moves");
    return;
  }
  if (s.now.estimate) wl_say(p, "What caches do is an estimate: %s", WL_CHART_ESTIMATE);
  for (enum wl_chart_part i = 0; i < WL_CHART_TIME; i++) {
    const struct wl_chart_figure *f = &s.now.part[i];
    if (!f->requests) continue;
    wl_chart_text(&s.now, i, false, value);
    wl_chart_lines(m->analysis, wl_session_head(m), i, lines, sizeof lines);
    bool changed = s.before && s.before->part[i].known &&
                   strcmp(wl_chart_text(s.before, i, false, was), value) != 0;
    wl_say(p, "%s: %s%s%s%s%s%s%s", wl_chart_rows[i].title, value,
           *wl_chart_rows[i].unit ? " " : "", wl_chart_rows[i].unit,
           changed ? ", before the change " : "", changed ? was : "", *lines ? "; " : "", lines);
    if (*wl_chart_reason(m->analysis, f, reason)) wl_say(p, "It has no exact value: %s", reason);
  }
  if (*wl_chart_reuse_text(&s.now, time)) wl_say(p, "Reuse, in the model: %s", time);
  if (*wl_chart_time_text(&s.now, time)) wl_say(p, "Time: %s", time);
}

void wl_say_memory(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct levels levels;
  struct wl_residency now;
  char text[128], limits[96], shared[28], was[64] = "";
  say_chart(m, p);
  list_levels(m, true, &levels);
  for (int i = 0; i < levels.count; i++) say_level(m, &levels.row[i], on_path(&levels, i), p);
  wl_say(p, "The way of this instruction: %s", wl_level_path_text(wl_session_arch(m), &s->step));
  if (!wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &now)) {
    wl_say(p, "Occupancy is not known");
    return;
  }
  wl_say(p, "Occupancy: %s", now.fits ? wl_residency_text(&now, text) : now.diag.what);
  if (!now.fits) return;
  const struct wl_residency *before = blocks_before(m);
  if (before && strcmp(wl_residency_text(before, text), wl_residency_text(&now, limits)) != 0)
    wl_say(p, "Before the change it was %s", text);
  if (before && before->shared != now.shared)
    snprintf(was, sizeof was, ", before the change %s", wl_format_count(before->shared, shared));
  wl_say(p, "The limit is %s; a thread has %u registers%s, a block %s bytes of shared memory%s%s",
         wl_residency_limits(&now, limits), now.registers.count,
         now.registers.assumed ? ", which is assumed" : "", wl_format_count(now.shared, shared),
         now.shared_assumed ? ", which is assumed, too" : "", was);
}
