/* View 2: memory in rows of 128 bytes, word by word: who asks for it, and what
 * moves in vain. Global memory shows lines and sectors, the others plain rows. */
#include <stdio.h>
#include <stdlib.h>

#include "view/cells.h"
#include "view/format.h"
#include "view/view.h"

enum { LABEL = 7, TAIL = 4, WORDS = 32, GROUP = 8 };

/* Cells of a word so that label, words and tail fit. */
static int word_cells(int width) {
  for (int cell = 3; cell > 1; cell--)
    if (LABEL + 1 + wl_words_cells(cell, WORDS, GROUP) + 1 + TAIL <= width) return cell;
  return 1;
}

static void draw_head(struct wl_canvas *c, const struct wl_spot *s, struct wl_rect r, int cell) {
  bool global = wl_moves_sectors((enum wl_space)s->step.access.space);
  int x = r.x + LABEL + 1;
  wl_canvas_right(c, r.x + LABEL, r.y, WL_STYLE_DIM, "byte");
  for (int g = 0; g < WORDS / GROUP; g++) {
    int at = x + g * (GROUP * cell + 1);
    if (global) wl_canvas_printf(c, at, r.y, WL_STYLE_DIM, "sector %d", g);
    else wl_canvas_printf(c, at, r.y, WL_STYLE_DIM, cell > 1 ? "bank %d" : "%d", g * GROUP);
  }
  if (global && s->explain.tag_count)
    wl_canvas_right(c, x + wl_words_cells(cell, WORDS, GROUP) + 1 + TAIL, r.y, WL_STYLE_DIM, "tag");
}

/* The first row to show: the picked lane's, or the one served now, in sight. */
static int first_row(struct wl_model *m, const struct wl_row *rows, int count, int shown,
                     const struct wl_moment *now) {
  int want = 0;
  for (int i = count - 1; i >= 0; i--) {
    uint32_t lanes = now->replay ? now->now : 1u << m->lane;
    if (rows[i].lanes & lanes && (!now->replay || !now->tag || rows[i].tag == (int)now->index))
      want = i;
  }
  int first = want < shown ? 0 : want - shown / 2;
  int last = count > shown ? count - shown : 0;
  first += m->scroll;
  int clipped = first < 0 ? 0 : first > last ? last : first;
  m->scroll += clipped - first; /* scrolling stops at the ends */
  return clipped;
}

static void draw_row(struct wl_model *m, struct wl_canvas *c, const struct wl_spot *s, int x, int y,
                     int cell, const struct wl_row *row, const struct wl_moment *now) {
  const struct wl_head *head = wl_model_head(m);
  struct wl_cell_word words[WORDS];
  char text[24];
  uint64_t base = row->base;
  if (head && s->step.array < head->arrays && base >= head->array[s->step.array].base)
    base -= head->array[s->step.array].base;
  bool here = row->lanes >> m->lane & 1;
  snprintf(text, sizeof text, "%llu", (unsigned long long)base);
  wl_canvas_right(c, x + LABEL, y, here ? WL_STYLE_KEY : WL_STYLE_DIM, text);
  wl_row_words(s, row, now, words);
  x += LABEL + 1;
  wl_draw_words(c, x, y, cell, WORDS, GROUP, words, m->lane);
  x += wl_words_cells(cell, WORDS, GROUP) + 1;
  if (row->tag < 0) return;
  bool tagged = now->replay && now->tag;
  enum wl_style style = !tagged ? WL_STYLE_DIM
                      : row->tag == (int)now->index ? WL_STYLE_NOW
                      : row->tag < (int)now->index ? WL_STYLE_DONE
                                                   : WL_STYLE_DIM;
  snprintf(text, sizeof text, "%d", row->tag + 1);
  wl_canvas_right(c, x + TAIL, y, style, text);
}

/* Under a row: how much of each sector that moves is asked for. */
static void draw_use(struct wl_canvas *c, int x, int y, int cell, const struct wl_row *row) {
  for (int q = 0; q < WORDS / GROUP; q++) {
    if (!(row->sectors >> q & 1)) continue;
    bool whole = row->used[q] == GROUP * 4;
    wl_canvas_printf(c, x + LABEL + 1 + q * (GROUP * cell + 1), y,
                     whole ? WL_STYLE_DIM : WL_STYLE_WARN, cell > 1 ? "%d of %d bytes" : "%d/%d",
                     row->used[q], GROUP * 4);
  }
}

/* What moves in vain, and what the marks mean. */
static void draw_foot(struct wl_canvas *c, const struct wl_spot *s, struct wl_rect r, int from,
                      int to, int count, bool crowded) {
  char text[64];
  const struct wl_counts *k = &s->explain.counts;
  bool global = wl_moves_sectors((enum wl_space)s->step.access.space);
  int y = r.y + r.h - 1, x = r.x + 1, end = r.x + r.w - 1;
  if (to - from < count) {
    snprintf(text, sizeof text, "%d–%d of %d rows: J K", from + 1, to, count);
    wl_canvas_right(c, end, y, WL_STYLE_NOTE, text);
    end -= wl_canvas_cells(c, text, -1) + 2;
  }
  struct wl_rect old = wl_canvas_clip(c, (struct wl_rect){x, y, end - x, 1});
  x = wl_canvas_text(c, x, y, WL_STYLE_USED, " 3 ");
  x = wl_canvas_text(c, x, y, WL_STYLE_DIM, " lane 3 asks   ");
  if (crowded) {
    x = wl_canvas_text(c, x, y, WL_STYLE_USED, "×4");
    x = wl_canvas_text(c, x, y, WL_STYLE_DIM, " four lanes, ×× ten or more   ");
  }
  if (global) {
    wl_canvas_glyph(c, x, y, WL_GLYPH_LIGHT, 2, WL_STYLE_WASTE);
    x = wl_canvas_text(c, x + 3, y, WL_STYLE_DIM, "in vain");
    if (k->bytes_moved > k->bytes_asked)
      x = wl_canvas_printf(c, x, y, WL_STYLE_WARN, ": %u of %u bytes",
                           k->bytes_moved - k->bytes_asked, k->bytes_moved);
    x += 3;
  }
  if (x + 13 <= end) {
    wl_canvas_glyph(c, x, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    wl_canvas_text(c, x + 2, y, WL_STYLE_DIM, global ? "not moved" : "not touched");
  }
  wl_canvas_clip(c, old);
}

void wl_view_lines(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  struct wl_row rows[WL_MAX_ROWS];
  struct wl_moment now = wl_model_moment(m);
  int count = wl_access_rows(s, rows), cell = word_cells(r.w);
  if (!count) {
    wl_canvas_text(c, r.x + 1, r.y + 1, WL_STYLE_DIM,
                   s->step.access.space == WL_TEXTURE ? "textures lie in tiles, not in lines"
                                                      : "this step touches no memory");
    return;
  }
  bool framed = r.h >= 4, global = wl_moves_sectors((enum wl_space)s->step.access.space);
  int room = framed ? r.h - 2 : r.h;
  int pitch = global && count * 3 <= room ? 3 : global && count * 2 <= room ? 2 : 1;
  int shown = room / pitch, first = first_row(m, rows, count, shown, &now), y = r.y;
  if (framed) draw_head(c, s, (struct wl_rect){r.x, y++, r.w, 1}, cell);
  int end = first + shown < count ? first + shown : count;
  for (int i = first; i < end; i++, y += pitch) {
    draw_row(m, c, s, r.x, y, cell, &rows[i], &now);
    if (pitch > 1) draw_use(c, r.x, y + 1, cell, &rows[i]);
  }
  bool crowded = false; /* some word is asked for by several lanes */
  for (int i = 0; i < count * WORDS; i++) {
    uint32_t lanes = rows[i / WORDS].word[i % WORDS];
    crowded |= (lanes & (lanes - 1)) != 0;
  }
  if (framed) draw_foot(c, s, r, first, end, count, crowded);
}
