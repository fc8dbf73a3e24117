/* The legend below the rows of the view of lines. */
#include "view/views/lines_legend.h"

#include <stdio.h>

#include "view/draw/memory_cells.h"

enum { AIR = 3 /* between entries */, WORDS = 32, GROUP = 8 };

void wl_lines_look_at(const struct wl_step_info *s, const struct wl_row *rows, int count,
                      struct wl_words_look *look) {
  bool moves = wl_moves_sectors((enum wl_space)s->step.access.space);
  unsigned once = 0;
  for (int i = 0; i < count * WORDS; i++) {
    const struct wl_row *row = &rows[i / WORDS];
    uint32_t lanes = row->word[i % WORDS];
    bool moved = row->sectors >> i % WORDS / GROUP & 1;
    look->lone |= lanes & (lanes - 1) ? 0 : lanes;
    look->crowded |= (lanes & (lanes - 1)) != 0;
    look->vain |= moves && moved && !lanes;
    look->still |= !lanes && !(moves && moved);
    once += 4 * moved;
  }
  bool again = s->explain.counts.bytes_moved > once;
  look->transactions = again ? s->explain.transaction_count : 0;
}

/* A sample and what it means, if there is room for both; returns where the next goes. */
static int draw_sample(struct wl_canvas *c, struct wl_rect r, enum wl_style style,
                       const char *sample, const char *means) {
  int cells = wl_canvas_cells(c, sample, -1) + 1 + wl_canvas_cells(c, means, -1);
  if (cells > r.w) return r.x;
  int x = wl_canvas_text(c, r.x, r.y, style, sample) + 1;
  return wl_canvas_text(c, x, r.y, WL_STYLE_DIM, means) + AIR;
}

/* What the number of a lane is, and the mark of one that has no room for it, where lanes stand
 * alone in their words. */
static int draw_number(struct wl_canvas *c, uint32_t lanes, struct wl_rect r, bool bare) {
  char sample[8], means[32];
  unsigned lane = lanes >> 3 & 1 ? 3 : (unsigned)__builtin_ctz(lanes);
  snprintf(sample, sizeof sample, " %u ", lane);
  snprintf(means, sizeof means, "lane %u", lane);
  return bare ? draw_sample(c, r, WL_STYLE_USED, " • ", "a lane")
              : draw_sample(c, r, WL_STYLE_USED, sample, means);
}

/* What moves unused, and what the marks mean, in a row of cells. */
static void draw_key(struct wl_canvas *c, const struct wl_step_info *s, struct wl_rect r,
                     struct wl_words_look look) {
  bool moves = wl_moves_sectors((enum wl_space)s->step.access.space);
  uint32_t vain = wl_bytes_in_vain(&s->explain);
  int y = r.y, end = r.x + r.w;
  int x = r.x;
  if (look.lone) x = draw_number(c, look.lone, r, look.cut);
  struct wl_rect rest = {x, y, end - x, 1};
  if (look.crowded)
    x = look.cell > 1 ? draw_sample(c, rest, WL_STYLE_USED, "×4", "four lanes, ×× ten or more")
                 : draw_sample(c, rest, WL_STYLE_USED, "×", "several");
  const char *name = look.vain ? "unused" : "unused within words";
  int sample = look.vain ? look.cell + 1 : 0;
  if (moves && (vain || look.vain) && x + sample + wl_canvas_cells(c, name, -1) <= end) {
    if (look.vain) wl_draw_vain(c, x, y, look.cell);
    x = wl_canvas_text(c, x + sample, y, WL_STYLE_DIM, name);
    char text[80];
    int n = snprintf(text, sizeof text, ": %u of %u bytes", vain, s->explain.counts.bytes_moved);
    snprintf(text + n, sizeof text - (size_t)n, " in %d transactions", look.transactions);
    if (!look.transactions || x + wl_canvas_cells(c, text, -1) > end) text[n] = '\0';
    if (vain && x + wl_canvas_cells(c, text, -1) <= end)
      x = wl_canvas_text(c, x, y, WL_STYLE_WARN, text);
    x += AIR;
  }
  if (look.still && x + 13 <= end) {
    wl_canvas_glyph(c, x, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    x = wl_canvas_text(c, x + 2, y, WL_STYLE_DIM, moves ? "not moved" : "not touched") + AIR;
  }
  rest = (struct wl_rect){x, y, end - x, 1};
  if (wl_op_is_copy((enum wl_op)s->step.access.op)) {
    x = draw_sample(c, rest, WL_STYLE_NOTE, "→ 0", "in shared memory");
    rest = (struct wl_rect){x, y, end - x, 1};
  }
  if (look.tags)
    draw_sample(c, rest, WL_STYLE_NOTE, "tag", "round in which L1 finds the line");
}

void wl_lines_foot(struct wl_canvas *c, const struct wl_step_info *s, struct wl_rect r,
                   const char *part, struct wl_words_look look) {
  struct wl_rect key = {r.x + 1, r.y + r.h - 1, r.w - 2, 1};
  if (part[0]) {
    wl_canvas_right(c, key.x + key.w, key.y, WL_STYLE_NOTE, part);
    key.w -= wl_canvas_cells(c, part, -1) + 2;
  }
  draw_key(c, s, key, look);
}

void wl_lines_turns(struct wl_canvas *c, struct wl_rect r, int turns, bool one_word,
                    bool single, const char *part) {
  char text[80];
  int y = r.y + r.h - 1, end = r.x + r.w - 1 - wl_canvas_cells(c, part, -1);
  wl_canvas_right(c, r.x + r.w - 1, y, WL_STYLE_NOTE, part);
  snprintf(text, sizeof text, "%s: %d turns, %s each time",
           one_word ? "one word, one line" : "one line", turns,
           single ? "a sector" : "its sectors");
  if (r.x + 1 + wl_canvas_cells(c, text, -1) >= end)
    snprintf(text, sizeof text, "%s: %d turns", one_word ? "one word, one line" : "one line",
             turns);
  wl_canvas_fit(c, r.x + 1, y, end - r.x - 2, WL_STYLE_WARN, text);
}
