#include "view/views/lanes_map.h"

#include <stdio.h>
#include <string.h>

#include "session/course/presentation.h"
#include "session/predict/redact_source.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/draw/memory_cells.h"
#include "view/draw/texel_tiles.h"
#include "words/format.h"

enum {
  LABEL = 6, /* cells in front of banks */
  SCALE = 8, /* words of a whole column, or as many as the busiest bank has */
};

/* What is left of `r` below a row of air, where that leaves enough or all that is needed. */
static struct wl_rect below_air(struct wl_rect r, int need) {
  enum { ENOUGH = 3 };
  bool air = r.h > ENOUGH || r.h > need;
  int h = r.h - air;
  return (struct wl_rect){r.x, r.y + air, r.w, h < WL_MAP_MAX ? h : WL_MAP_MAX};
}

/* Banks side by side, each `cell` cells wide. */
struct banks { int cell, end, words[WL_MAX_BANKS]; };

/* Whether a number of two digits goes on above a bank without words. */
static bool lends(const struct banks *all, unsigned b) {
  return all->cell == 1 && b > 0 && !all->words[b] && all->words[b - 1] > 9;
}

/* The words of a bank. Where two digits would touch those beside them, equal banks go
 * without; '+' where there is no room at all. */
static void draw_number(struct wl_canvas *c, int x, int y, enum wl_style style,
                        const struct banks *all, unsigned b) {
  int n = all->words[b], cell = all->cell;
  bool same = b > 0 && all->words[b - 1] == n;
  bool more = b + 1 < WL_MAX_BANKS && all->words[b + 1] == n;
  if (n > 9 && same && (cell == 1 || (cell == 2 && b % 2))) return;
  bool free = b + 1 < WL_MAX_BANKS ? lends(all, b + 1) : x + 2 <= all->end;
  if (n > 9 && cell == 1 && !more && !free) wl_canvas_text(c, x, y, style, "+");
  else wl_canvas_printf(c, x, y, style, cell > 1 ? "%2d" : "%d", n);
}

/* How many words each bank has to serve, as columns where there is room. They are all that
 * it serves, as in the view of banks; those that meet in one lane group have the colour. */
static void map_banks(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                      struct wl_rect r) {
  const struct wl_arch *arch = wl_session_arch(m);
  const struct wl_explain *e = &s->explain;
  int cell = (r.w - LABEL) / (int)arch->banks, y = r.y + r.h - 1, most = SCALE;
  cell = cell < 1 ? 1 : cell > 3 ? 3 : cell;
  bool active = s->step.access.mask >> m->lane & 1;
  unsigned picked = active ? wl_bank_of(arch, s->step.access.address[m->lane]) : arch->banks;
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "bank");
  wl_canvas_text(c, r.x, y - 1, WL_STYLE_DIM,
                 wl_bank_serves_lanes(&s->step.access) ? "lanes" : "words");
  struct banks banks = {.cell = cell, .end = r.x + r.w};
  for (int i = 0; i < e->word_count; i++) {
    int n = ++banks.words[e->word[i].bank];
    if (n > most) most = n;
  }
  for (unsigned b = 0; b < arch->banks; b++) {
    int x = r.x + LABEL + (int)b * cell, n = banks.words[b];
    enum wl_style bar = e->bank_words[b] > 1 ? WL_STYLE_BAD : WL_STYLE_GOOD;
    enum wl_style style = b == picked ? WL_STYLE_PICK : bar;
    if (b % 4 == 0) wl_canvas_printf(c, x + (cell > 1 && b < 10), y, WL_STYLE_DIM, "%u", b);
    if (lends(&banks, b)) continue;
    if (!n) wl_canvas_glyph(c, x + (cell > 1), y - 1, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    else draw_number(c, x, y - 1, style, &banks, b);
    struct wl_rect column = {x + (cell > 1), r.y, 1, r.h - 2};
    if (n) wl_canvas_column(c, column, (double)n / most, bar);
  }
}

/* A sector as high as its bytes in use; in ASCII its words. Yellow is what is served now. */
static void draw_sector(struct wl_canvas *c, int x, int y, int bytes, bool picked, bool now) {
  int words = (bytes + 3) / 4;
  if (wl_canvas_ascii(c))
    wl_canvas_printf(c, x, y, picked ? WL_STYLE_PICK : now ? WL_STYLE_NOW : WL_STYLE_PART, "%d",
                     words);
  else
    wl_canvas_glyph(c, x, y, (enum wl_glyph_id)(WL_GLYPH_RISE_1 + words - 1), 1,
                    picked ? WL_STYLE_PART_PICK : now ? WL_STYLE_PART_NOW : WL_STYLE_PART);
}

/* The sectors of a line, a cell each. */
static void draw_sectors(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                         int x,
                         int y, const struct wl_row *line) {
  enum { WORDS = 8 /* of a sector */ };
  struct wl_cell_word words[4 * WORDS];
  struct wl_replay_state now = wl_session_moment(m);
  if (now.now == s->step.access.mask) now.replay = false; /* the table above tells as much */
  wl_row_words(s, line, &now, words);
  for (int q = 0; q < 4; q++) {
    bool picked = false, served = false;
    for (int i = q * WORDS; i < (q + 1) * WORDS; i++) {
      picked |= words[i].lanes >> m->lane & 1;
      served |= words[i].lanes && words[i].style == WL_STYLE_NOW;
    }
    if (!(line->sectors >> q & 1))
      wl_canvas_glyph(c, x + q, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    else if (!line->used[q])
      wl_canvas_glyph(c, x + q, y, WL_GLYPH_LIGHT, 1, WL_STYLE_WASTE);
    else
      draw_sector(c, x + q, y, line->used[q], picked, served);
  }
}

/* All lines, as many as have room. */
static void map_sectors(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                        struct wl_rect r) {
  struct wl_row rows[WL_MAX_ROWS];
  const struct wl_arch *arch = wl_session_arch(m);
  int count = wl_access_rows(s, rows), across = (r.w - 1) / 5, left = r.x + 1;
  if (across < 1) return; /* no line has room */
  r = below_air(r, 1 + (count + across - 1) / across);
  int shown = across * (r.h - 1);
  if (shown < count) { /* up to the edges */
    across = (r.w + 1) / 5;
    shown = across * (r.h - 1);
    left = r.x;
  }
  if (shown > count) shown = count;
  bool turns = count > 1 && wl_line_number(s, (unsigned)count - 1) == 0; /* of an atomic */
  wl_canvas_printf(c, r.x + 1, r.y, WL_STYLE_DIM,
                   turns ? "%d of %d turns at one line, as high as its sectors are used"
                   : arch->family == WL_COALESCED
                     ? "%d of %d rows of 4 × 32 bytes, as high as they are used"
                     : "%d of %d lines: 4 sectors each, as high as they are used",
                   shown, count);
  for (int i = 0; i < shown; i++)
    draw_sectors(m, c, s, left + i % across * 5, r.y + 1 + i / across, &rows[i]);
}

/* Whole lines, word by word, where there is room for all of them. */
static bool map_lines(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                      struct wl_rect r) {
  struct wl_row rows[WL_MAX_ROWS];
  struct wl_cell_word words[32];
  struct wl_replay_state now = wl_session_moment(m);
  int count = wl_access_rows(s, rows), label = 8;
  int cell = r.w >= label + wl_words_cells(2, 32, 8) ? 2 : 1;
  bool shared = false, cut = false; /* some word, some lane's number */
  r = below_air(r, count + (cell == 1));
  if (count + (cell == 1) > r.h) return false; /* what is cut has to be explained */
  if (now.now == s->step.access.mask) now.replay = false; /* the table above tells as much */
  for (int i = 0; i < count; i++) {
    wl_canvas_printf(c, r.x, r.y + i, WL_STYLE_DIM,
                     s->explain.transaction_count ? "row %u" : "line %u",
                     wl_line_number(s, (unsigned)i));
    wl_row_words(s, &rows[i], &now, words);
    for (int k = 0; k < 32; k++) {
      bool several = words[k].lanes & (words[k].lanes - 1);
      shared |= several;
    }
    struct wl_cell_words line = {words, 32, 8, cell, true, true};
    cut |= wl_draw_words(c, r.x + label, r.y + i, line, m->lane);
  }
  char key[80] = "";
  if (cut) snprintf(key, sizeof key, "•: a lane");
  if (shared)
    snprintf(key + strlen(key), sizeof key - strlen(key), "%s×: several lanes", cut ? "; " : "");
  if (cell == 1 && count < r.h)
    wl_canvas_fit(c, r.x + label, r.y + count, r.w - label, WL_STYLE_DIM, key);
  return true;
}

void wl_draw_map(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                 struct wl_rect r) {
  if (s->step.kind != WL_STEP_ACCESS || s->covered || r.h < 2) return;
  struct wl_rect inner = {r.x + 1, r.y, r.w - 2, r.h};
  struct wl_rect airy = below_air(inner, WL_MAP_MAX);
  if (s->step.access.space == WL_SHARED) map_banks(m, c, s, airy);
  else if (s->step.access.space == WL_TEXTURE && airy.h >= 5)
    wl_draw_texels(m, c, airy);
  else if (wl_moves_sectors((enum wl_space)s->step.access.space) && s->explain.line_count &&
           !map_lines(m, c, s, inner))
    map_sectors(m, c, s, r);
}

int wl_map_rows(const struct wl_step_info *s) {
  struct wl_row rows[WL_MAX_ROWS];
  if (s->step.kind != WL_STEP_ACCESS || s->covered) return 0;
  if (!wl_moves_sectors((enum wl_space)s->step.access.space))
    return s->step.access.space == WL_CONSTANT ? 0 : WL_MAP_MAX;
  int count = wl_access_rows(s, rows) + 1;
  return count < WL_MAP_MAX ? count : WL_MAP_MAX;
}

/* What the script is about, at the first mark of a warp: `rows` below it stay free where it does
 * not need them. Returns the row behind. */
static int draw_about(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int rows) {
  const struct wl_head *head = wl_session_head(m);
  enum { MOST = 76 /* cells that are read in one go */ };
  if (!head || !head->about[0] || !wl_present_opens(m)) return r.y;
  if (r.w > MOST) r = (struct wl_rect){r.x + (r.w - MOST) / 2, r.y, MOST, r.h};
  const char *about = wl_source_about(m);
  bool ample = wl_centred_rows(c, r.w, about) <= r.h - rows;
  return r.y + wl_draw_wrapped(c, r, ample ? r.h - rows : r.h, WL_STYLE_TEXT, about);
}

/* What stops here, and who came. */
struct stop { char text[96], who[192]; uint32_t absent; };

static void say_stop(const struct wl_step_info *s, struct stop *out) {
  char here[64], away[64];
  const char *text = NULL;
  if (s->step.kind == WL_STEP_MARK) text = "a mark in the script";
  else if (s->step.name == WL_NAME_SYNCWARP) text = "the lanes of the warp meet";
  else if (s->step.name == WL_NAME_PIPELINE_COMMIT) text = "a batch of copies ends";
  else if (s->step.name == WL_NAME_PIPELINE_WAIT) text = "copies arrive in shared memory";
  else if (s->step.name >= WL_NAME_THREADFENCE)
    text = "memory written before is seen before memory written after";
  if (text) snprintf(out->text, sizeof out->text, "%s", text);
  else
    snprintf(out->text, sizeof out->text,
             "barrier %d: the threads of the block wait for each other", s->step.phase + 1);
  out->absent = s->step.live & ~s->step.access.mask;
  wl_format_lanes(s->step.access.mask, here, sizeof here);
  wl_format_lanes(out->absent, away, sizeof away);
  if (out->absent)
    snprintf(out->who, sizeof out->who, "here: lanes %s; elsewhere: lanes %s", here, away);
  else if (s->step.access.mask == UINT32_MAX)
    snprintf(out->who, sizeof out->who, "all 32 lanes are here");
  else
    snprintf(out->who, sizeof out->who, "here: lanes %s; the others have returned", here);
}

void wl_draw_stop(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { LINES = 3 };
  const struct wl_step_info *s = wl_session_spot(m);
  struct stop stop;
  bool mark = s->step.kind == WL_STEP_MARK;
  say_stop(s, &stop);
  const struct { const char *text; enum wl_style style; } line[LINES] = {
    {stop.text, mark ? WL_STYLE_NOTE : WL_STYLE_STRONG},
    {stop.who, stop.absent ? WL_STYLE_WARN : WL_STYLE_TEXT},
    {m->still ? "" : "PageDown and PageUp go to the next barrier, mark, question", WL_STYLE_DIM},
  };
  int told = mark ? draw_about(m, c, r, LINES + 1) - r.y : 0, rows = 0, count = 0;
  r = (struct wl_rect){r.x, r.y + told, r.w, r.h - told};
  while (count < LINES && rows + wl_centred_rows(c, r.w, line[count].text) <= r.h)
    rows += wl_centred_rows(c, r.w, line[count++].text);
  r.y += (r.h - rows) / 2;
  for (int i = 0; i < count; i++)
    r.y += wl_draw_centred(c, r, line[i].style, line[i].text);
}

int wl_stop_rows(struct wl_session *m) {
  enum { ROWS = 6, ABOUT = 5 };
  return wl_present_opens(m) ? ROWS + ABOUT : ROWS;
}

void wl_say_stop(struct wl_session *m, const struct wl_prose *p) {
  struct stop stop;
  say_stop(wl_session_spot(m), &stop);
  wl_say_words(p, "%s", stop.text);
  wl_say_words(p, "%s", stop.who);
}
