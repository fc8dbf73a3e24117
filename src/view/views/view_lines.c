/* View 2: memory in rows of 128 bytes, word by word: which lanes request it, and what is moved
 * unused. Global memory shows lines and sectors, other memories plain rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/constant_passes.h"
#include "view/draw/draw.h"
#include "view/draw/memory_cells.h"
#include "view/draw/texel_tiles.h"
#include "view/screen/view_functions.h"
#include "view/text/step_sentences.h"
#include "view/views/lines_legend.h"
#include "view/views/lines_window.h"
#include "words/format.h"
#include "words/texel_pattern.h"

enum { LABEL = 7, LEAD = 2 /* a sign, and air */, TAIL = 3, WORDS = 32, GROUP = 8, PASSES = 4 };
enum { LANES = 6 /* cells in which a row has its lanes in numbers */ };
enum { TALL = 4, SHARE = 2 /* of the rows that there are, for one */, FEW = 8,
       ORDER = 80 /* columns from which on a foot tells it */ };

/* Whether lines are found in several rounds: else tags have nothing to tell. */
static bool has_rounds(const struct wl_step_info *s) {
  return s->explain.tag_count > 1 && !s->basic;
}

/* Cells of a word so that label, words and tail fit. */
static int word_cells(int width) {
  for (int cell = 3; cell > 1; cell--)
    if (LABEL + LEAD + wl_words_cells(cell, WORDS, GROUP) + 1 + TAIL <= width) return cell;
  return 1;
}

/* Where a row of narrow words has its lanes in numbers: behind words and tag. w 0: nowhere. */
static struct wl_rect lanes_place(struct wl_rect r, const struct wl_step_info *s) {
  int tags = has_rounds(s) ? 1 + TAIL : 0;
  int x = LABEL + LEAD + wl_words_cells(1, WORDS, GROUP) + tags + 2;
  if (word_cells(r.w) > 1 || r.w - 1 - x < LANES) return (struct wl_rect){0};
  return (struct wl_rect){r.x + x, r.y, r.w - 1 - x, 1};
}

/* Whether tags have room behind the words. */
static bool has_tags(const struct wl_step_info *s, struct wl_rect r) {
  int words = wl_words_cells(word_cells(r.w), WORDS, GROUP);
  return has_rounds(s) && LABEL + LEAD + words + 1 + TAIL <= r.w;
}

static void draw_head(struct wl_canvas *c, const struct wl_step_info *s, struct wl_rect r,
                      int cell) {
  bool global = wl_moves_sectors((enum wl_space)s->step.access.space);
  int x = r.x + LABEL + LEAD;
  bool local = s->step.access.space == WL_LOCAL;
  wl_canvas_right(c, r.x + LABEL, r.y, WL_STYLE_DIM, local ? "place" : "byte");
  for (int g = 0; g < WORDS / GROUP; g++) {
    int at = x + g * (GROUP * cell + 1);
    if (local) wl_canvas_printf(c, at, r.y, WL_STYLE_DIM, cell > 1 ? "lanes %d–%d" : "%d–%d",
                                g * GROUP, g * GROUP + GROUP - 1);
    else if (global) wl_canvas_printf(c, at, r.y, WL_STYLE_DIM, "sector %d", g);
    else if (s->step.access.space == WL_CONSTANT)
      wl_canvas_printf(c, at, r.y, WL_STYLE_DIM, cell > 1 ? "word %d" : "%d", g * GROUP);
    else wl_canvas_printf(c, at, r.y, WL_STYLE_DIM, cell > 1 ? "bank %d" : "%d", g * GROUP);
  }
  if (global && has_tags(s, r))
    wl_canvas_right(c, x + wl_words_cells(cell, WORDS, GROUP) + 1 + TAIL, r.y, WL_STYLE_DIM, "tag");
  struct wl_rect lanes = lanes_place(r, s);
  if (lanes.w) wl_canvas_text(c, lanes.x, r.y, WL_STYLE_DIM, "lanes");
}

/* Which word of an element, of those that are no structs: ".y", or "+4" within 8 bytes. */
static void add_word(const struct wl_array *a, uint64_t own, char text[24]) {
  uint32_t width = a->type.scalar < WL_SCALARS ? wl_scalars[a->type.scalar].bytes : 0;
  size_t used = strlen(text);
  if (!width || own - a->base >= a->bytes) return;
  unsigned offset = (unsigned)((own - a->base) % a->element_bytes);
  if (a->type.components > 1)
    used += (size_t)snprintf(text + used, 24 - used, ".%c", "xyzw"[offset / width % 4]);
  if (offset % width && used < 24) snprintf(text + used, 24 - used, "+%u", offset % width);
}

/* Where a row begins: in its array, in shared memory for what cp.async writes, and
 * in each thread's own array, where a row is one word of all threads. */
static void say_base(const struct wl_head *h, const struct wl_step *s, const struct wl_row *row,
                     char text[24]) {
  const struct wl_array *a = h && s->array < h->arrays ? &h->array[s->array] : NULL;
  unsigned long long base = row->base, own = base / WL_LANES;
  text[0] = '\0';
  if (s->access.space == WL_LOCAL) {
    if (a) wl_head_element(h, s->array, own, text, 24);
    if (text[0]) add_word(a, own, text);
    else snprintf(text, 24, "+%llu", own);
    return;
  }
  if (row->filled) snprintf(text, 24, "→ %llu", base);
  else snprintf(text, 24, "%llu", a && base >= a->base ? base - (unsigned long long)a->base : base);
}

/* Atomics on one word, or on words of one line, take turns: a row is a turn, and not another line.
 * How many turns there are at the only line; 0: there are more lines, or no turns. */
static int turns_of(const struct wl_step_info *s, const struct wl_row *rows, int count,
                    bool *one_word) {
  *one_word = true;
  if (!wl_op_is_atomic((enum wl_op)s->step.access.op) || count < 2) return 0;
  for (int i = 1; i < count; i++) {
    if (rows[i].base != rows[0].base) return 0;
    for (int w = 0; w < WORDS; w++) *one_word &= !rows[i].word[w] == !rows[0].word[w];
  }
  unsigned words = 0;
  for (int w = 0; w < WORDS; w++) words += rows[0].word[w] != 0;
  *one_word &= words == 1;
  return count;
}

/* Whether the row is found now, or some word of it served; or all that are asked for have been. */
static void draw_sign(struct wl_canvas *c, int x, int y, const struct wl_row *row,
                      const struct wl_cell_word words[WORDS], const struct wl_replay_state *now) {
  bool any = now->tag && row->tag == (int)now->index, all = true;
  for (int i = 0; i < WORDS; i++) {
    if (!words[i].lanes) continue;
    any |= words[i].style == WL_STYLE_NOW;
    all &= words[i].style == WL_STYLE_DONE;
  }
  wl_draw_served(c, x, y, now->replay && any, now->replay && all && row->lanes);
}

/* Behind a row: when its line is found, and whether it has been. */
static void draw_tag(struct wl_canvas *c, int x, int y, const struct wl_row *row,
                     const struct wl_replay_state *now) {
  enum wl_style style = now->tag && row->tag == (int)now->index ? WL_STYLE_NOW
                      : row->tag < (int)now->found              ? WL_STYLE_DONE
                                                                : WL_STYLE_DIM;
  char text[16];
  int digits = snprintf(text, sizeof text, "%d", row->tag + 1);
  wl_canvas_right(c, x, y, style, text);
  if (row->tag < (int)now->found && digits < TAIL)
    wl_canvas_glyph(c, x - digits - 1, y, WL_GLYPH_CHECK, 1, style);
}

/* Behind a row of narrow words: its lanes, of which few have their number there; and of a
 * single lane the element, if there is room. */
static void draw_lanes(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                       const struct wl_row *row) {
  const struct wl_step_info *s = wl_session_spot(m);
  char text[160], element[64];
  enum wl_style style = row->lanes >> m->lane & 1 ? WL_STYLE_KEY : WL_STYLE_TEXT;
  if (!r.w || !row->lanes) return;
  wl_format_lanes_short(row->lanes, r.w, text, sizeof text);
  int x = wl_canvas_text(c, r.x, r.y, style, text) + 1;
  if (row->lanes & (row->lanes - 1)) return;
  wl_format_element(wl_session_head(m), &s->step, (unsigned)__builtin_ctz(row->lanes), false,
                    element,
                    sizeof element);
  if (x + wl_canvas_cells(c, element, -1) <= r.x + r.w)
    wl_canvas_text(c, x, r.y, WL_STYLE_DIM, element);
}

/* Where screens are narrow, labels that are short leave cells to the words, and those the tags:
 * the picture begins so far to the left of `r`. */
static struct wl_rect shift(struct wl_session *m, const struct wl_canvas *c, struct wl_rect r,
                            const struct wl_row *rows, int count, bool turns) {
  const struct wl_step_info *s = wl_session_spot(m);
  int words = LABEL + LEAD + wl_words_cells(1, WORDS, GROUP) - r.w; /* cells that they lack */
  int all = has_rounds(s) ? words + 1 + TAIL : words;
  int longest = (int)strlen(turns || s->step.access.space == WL_LOCAL ? "place" : "byte");
  int last = LABEL + LEAD + wl_words_cells(word_cells(r.w), WORDS, GROUP) + 1 + TAIL;
  bool full = has_rounds(s) && last == r.w; /* tags stand in the last column */
  if (all <= 0 && !full) return r;
  for (int i = 0; i < count; i++) {
    char text[24];
    say_base(wl_session_head(m), &s->step, &rows[i], text);
    int cells = wl_canvas_cells(c, text, -1);
    if (cells > longest) longest = cells;
  }
  int spare = longest < LABEL ? LABEL - longest : 0, by = all;
  if (by > spare) by = has_rounds(s) ? words + 1 : words; /* tags are not there at all */
  if (full) by = 1; /* behind it terminals differ on where the cursor is */
  by = by < 0 ? 0 : by > spare ? spare : by;
  return (struct wl_rect){r.x - by, r.y, r.w + by, r.h};
}

/* Whether each data wavefront serves all lanes. */
static bool serves_all(const struct wl_step_info *s) {
  const struct wl_explain *e = &s->explain;
  bool all = e->wavefront_count > 0;
  for (unsigned i = 0; i < e->wavefront_count; i++)
    all &= e->wavefront[i].lanes == s->step.access.mask;
  return all;
}

/* One row at the top of `r`; `again`: it is the line of the one before. Returns whether some lane
 * has no number. */
static bool draw_row(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                     const struct wl_row *row, bool again, const struct wl_replay_state *now) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_cell_word words[WORDS];
  char text[24];
  bool here = row->lanes >> m->lane & 1;
  int x = r.x + LABEL, cell = word_cells(r.w);
  say_base(wl_session_head(m), &s->step, row, text);
  if (again) snprintf(text, sizeof text, "again");
  wl_canvas_right(c, x, r.y, here ? WL_STYLE_KEY : row->filled ? WL_STYLE_NOTE : WL_STYLE_DIM,
                  text);
  wl_row_words(s, row, now, words);
  draw_sign(c, x, r.y, row, words, now);
  x += LEAD;
  if (serves_all(s)) /* signs tell that */
    wl_row_words(s, row, &(struct wl_replay_state){.replay = false}, words);
  bool sectors = wl_moves_sectors((enum wl_space)s->step.access.space);
  struct wl_cell_words all = {words, WORDS, GROUP, cell, false, sectors && !row->filled};
  bool cut = wl_draw_words(c, x, r.y, all, m->lane);
  x += wl_words_cells(cell, WORDS, GROUP) + 1;
  if (row->tag >= 0 && has_tags(s, r)) draw_tag(c, x + TAIL, r.y, row, now);
  draw_lanes(m, c, lanes_place(r, s), row);
  return cut;
}

/* Where rows are few, words are higher: row `y` has the colours of row `from`. */
static void raise_row(struct wl_canvas *c, int x, int y, int from, int cell) {
  for (int end = x + wl_words_cells(cell, WORDS, GROUP); x < end; x++) {
    const struct wl_cell *word = wl_canvas_cell(c, x, from);
    enum wl_style style = (enum wl_style)word->style;
    bool vain = style == WL_STYLE_WASTE && word->code != ' ';
    if (style == WL_STYLE_TEXT || style == WL_STYLE_GHOST) continue;
    wl_canvas_glyph(c, x, y, vain ? WL_GLYPH_LIGHT : WL_GLYPH_SPACE, 1, style);
  }
}

/* Under a row: how much of each sector that moves is asked for. */
static void draw_use(struct wl_canvas *c, int x, int y, int cell, const struct wl_row *row) {
  for (int q = 0; q < WORDS / GROUP; q++) {
    if (!(row->sectors >> q & 1)) continue;
    bool whole = row->used[q] == GROUP * 4;
    wl_canvas_printf(c, x + LABEL + LEAD + q * (GROUP * cell + 1), y,
                     whole ? WL_STYLE_DIM : WL_STYLE_WARN, cell > 1 ? "%d of %d bytes" : "%d/%d",
                     row->used[q], GROUP * 4);
  }
}

/* A texture lies in tiles: each is a line, and the space in it parts its sectors. */
static void draw_texture(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                         struct wl_rect r) {
  struct wl_tiling t = wl_tiling_of(&s->step.access);
  char part[96] = "";
  bool foot = r.h > 6, head = r.h > 7;
  struct wl_rect inner = {r.x + 1, r.y + head, r.w - 2, r.h - head - foot};
  if (head && wl_texels_flat(&s->step.access))
    wl_canvas_printf(c, r.x + 1, r.y, WL_STYLE_DIM, "a sector is %u texels", t.sector_columns);
  else if (head)
    wl_canvas_printf(c, r.x + 1, r.y, WL_STYLE_DIM,
                     "a line is %u × %u texels, a sector %u × %u%s", t.columns, t.rows,
                     t.sector_columns, t.sector_rows,
                     s->step.access.layout == WL_LAYOUT_PITCH ? ": rows lie apart" : "");
  struct wl_tile_rows rows = wl_draw_texels(m, c, inner);
  if (!foot) return;
  if (rows.shown < rows.count && rows.shown == 1)
    snprintf(part, sizeof part, "row %d of %d%s", rows.first + 1, rows.count, wl_scroll_keys(m));
  else if (rows.shown < rows.count)
    snprintf(part, sizeof part, "rows %d–%d of %d%s", rows.first + 1, rows.first + rows.shown,
             rows.count, wl_scroll_keys(m));
  struct wl_words_look look = {.cell = rows.cell, .lone = rows.lone, .crowded = rows.crowded,
                            .cut = rows.cut, .vain = wl_bytes_in_vain(&s->explain) > 0,
                            .still = rows.still};
  wl_lines_foot(c, s, r, part, look);
}

/* A sign where the last words are not seen. */
static void draw_cut(struct wl_canvas *c, struct wl_rect r) {
  int end = r.x + r.w - 1;
  for (int y = r.y; y < r.y + r.h; y++) {
    int x = r.x;
    while (x < end && wl_canvas_cell(c, x, y)->code == ' ') x++;
    if (x < end) wl_canvas_text(c, end, y, WL_STYLE_DIM, "…");
  }
}

/* Whether rows are in the order in which lanes want them, and that is not the order of memory. */
static bool go_by_lane(const struct wl_row *rows, int count) {
  bool up = true;
  for (int i = 1; i < count; i++) {
    if (!rows[i].lanes || __builtin_ctz(rows[i].lanes) < __builtin_ctz(rows[i - 1].lanes))
      return false;
    up &= rows[i].base >= rows[i - 1].base;
  }
  return !up;
}

void wl_view_lines(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_row rows[WL_MAX_ROWS];
  struct wl_replay_state now = wl_session_moment(m);
  int count = wl_access_rows(s, rows), cell = word_cells(r.w);
  count += wl_filled_rows(s, rows + count, WL_MAX_ROWS - count);
  if (s->step.kind == WL_STEP_ACCESS && s->step.access.space == WL_TEXTURE) {
    draw_texture(m, c, s, r);
    return;
  }
  if (!count) {
    wl_view_elsewhere(m, c, r, "this step touches no memory");
    return;
  }
  bool framed = r.h >= 4, global = wl_moves_sectors((enum wl_space)s->step.access.space);
  int room = framed ? r.h - 2 : r.h;
  int pitch = global && count ? room / count : 1;
  pitch = wl_within(pitch, 1, r.h / SHARE > TALL ? r.h / SHARE : TALL);
  int shown = room / pitch;
  bool one_word, by_tag = shown < count && wl_lines_by_tag(rows, count);
  struct wl_lines_window window = wl_lines_window(m, rows, count, shown);
  int first = window.first, end = window.end, y = r.y;
  int turns = turns_of(s, rows, count, &one_word);
  struct wl_rect p = shift(m, c, r, rows, count, turns);
  enum wl_glyph_id away = wl_lines_away(m, rows, count, &window);
  if (framed && away != WL_GLYPH_SPACE) /* above the signs of rows that are found or served now */
    wl_canvas_glyph(c, p.x + LABEL, y, away, 1, WL_STYLE_NOW);
  if (framed) draw_head(c, s, (struct wl_rect){p.x, y++, p.w, 1}, cell);
  struct wl_words_look look = {.cell = cell, .tags = global && has_tags(s, p)};
  for (int i = 0; i < end - first; i++, y += pitch) {
    const struct wl_row *row = &rows[wl_lines_row(&window, i)];
    int at = pitch < TALL ? y : y + (pitch - 2) / 2, use = pitch < TALL ? y + 1 : y + pitch - 2;
    look.cut |= draw_row(m, c, (struct wl_rect){p.x, at, p.w, 1}, row, turns && i, &now);
    for (int up = y; up < use; up++)
      if (up != at) raise_row(c, p.x + LABEL + LEAD, up, at, cell);
    if (pitch > 1) draw_use(c, p.x, use, cell, row);
  }
  int words = LABEL + LEAD + wl_words_cells(1, WORDS, GROUP);
  if (words > p.w) draw_cut(c, (struct wl_rect){r.x, r.y, r.w, y - r.y});
  struct wl_rect below = {r.x, y + 1, r.w, r.y + r.h - 1 - framed - y};
  if (s->step.access.space == WL_CONSTANT && below.h >= PASSES) wl_draw_passes(m, c, below);
  wl_lines_look_at(s, rows, count, &look);
  char part[96] = "";
  const char *order = r.w < ORDER || turns || s->basic ? "" : by_tag ? " by tag"
                    : go_by_lane(rows, count) ? " by lane" : "";
  char in_sight[WL_LINES_TEXT];
  wl_lines_in_sight(&window, in_sight);
  if (end - first < count)
    snprintf(part, sizeof part, "%s of %d %s%s%s", in_sight, count, turns ? "turns" : "rows",
             order, wl_scroll_keys(m));
  else if (*order)
    snprintf(part, sizeof part, "rows%s", order);
  bool single = s->explain.counts.sectors == turns;
  if (framed && turns) wl_lines_turns(c, r, turns, one_word, single, part);
  else if (framed) wl_lines_foot(c, s, r, part, look);
}

int wl_rows_lines(struct wl_session *m, struct wl_canvas *c, int w) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_row rows[WL_MAX_ROWS];
  (void)c;
  if (s->step.kind == WL_STEP_ACCESS && s->step.access.space == WL_TEXTURE)
    return 3 + wl_texels_rows(m, w - 2);
  int count = wl_access_rows(s, rows), pitch = 1;
  count += wl_filled_rows(s, rows + count, WL_MAX_ROWS - count);
  if (!count) return WL_ELSEWHERE;
  if (wl_moves_sectors((enum wl_space)s->step.access.space))
    pitch = count <= FEW ? TALL : count <= 2 * FEW ? 2 : 1;
  int passes = s->step.access.space == WL_CONSTANT ? s->explain.wavefront_count + 3 : 0;
  return 3 + count * pitch + passes;
}

/* "Line 0 at byte 128: sector 0, 32 of 32 bytes; lanes 0–7". */
static void say_row(struct wl_session *m, const struct wl_step_info *s, const struct wl_row *row,
                    int i,
                    bool sectored, const struct wl_prose *p) {
  char base[24], lanes[160], use[160] = "", tag[32] = "";
  size_t used = 0;
  say_base(wl_session_head(m), &s->step, row, base);
  for (unsigned q = 0; sectored && q < WORDS / GROUP; q++)
    if (row->sectors >> q & 1)
      used += (size_t)snprintf(use + used, sizeof use - used,
                               "%s sector %u moves for %d of %d bytes", used ? "," : ":", q,
                               row->used[q], GROUP * 4);
  if (row->tag >= 0 && !s->basic) snprintf(tag, sizeof tag, "; tag wavefront %d", row->tag + 1);
  bool local = s->step.access.space == WL_LOCAL;
  wl_say(p, "%s %d, %s %s%s%s; %s%s", row->filled ? "Filled row" : sectored ? "Line" : "Row", i,
         local ? "place" : "byte", row->filled ? base + strlen("→ ") : base,
         row->filled ? " of shared memory" : "", use,
         wl_format_lane_set(row->lanes, lanes, sizeof lanes), tag);
}

/* A texture's lines are tiles: who fetches from which sector. */
static void say_texture(struct wl_session *m, const struct wl_step_info *s,
                        const struct wl_prose *p) {
  struct wl_tiling t = wl_tiling_of(&s->step.access);
  if (wl_texels_flat(&s->step.access))
    wl_say(p, "A sector is %u texels", t.sector_columns);
  else
    wl_say(p, "A line is %u × %u texels, a sector %u × %u", t.columns, t.rows, t.sector_columns,
           t.sector_rows);
  for (unsigned l = 0; l < WL_LANES; l++)
    if (s->step.access.mask >> l & 1) wl_speak_lane(m, l, p);
}

void wl_say_lines(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_row rows[WL_MAX_ROWS];
  uint32_t vain = wl_bytes_in_vain(&s->explain);
  int own = wl_access_rows(s, rows), count = own + wl_filled_rows(s, rows + own, WL_MAX_ROWS - own);
  bool sectored = wl_moves_sectors((enum wl_space)s->step.access.space);
  if (s->step.kind == WL_STEP_ACCESS && s->step.access.space == WL_TEXTURE) {
    say_texture(m, s, p);
  } else if (!count) {
    wl_speak_elsewhere(m, p, "This step touches no memory");
    return;
  }
  bool one_word;
  int turns = turns_of(s, rows, count, &one_word);
  if (turns) {
    char base[24];
    say_base(wl_session_head(m), &s->step, &rows[0], base);
    wl_say(p, "One line, at byte %s%s: its lanes take %d turns, and each moves %s again", base,
           one_word ? ", and one word of it" : "", turns,
           s->explain.counts.sectors == turns ? "a sector" : "its sectors");
  }
  for (int i = 0; i < count && !(turns && one_word); i++)
    say_row(m, s, &rows[i], turns ? 0 : i < own ? i : i - own, sectored && !rows[i].filled, p);
  if (sectored && vain && !turns)
    wl_say(p, "%u of %u bytes moved are unused", vain, s->explain.counts.bytes_moved);
}
