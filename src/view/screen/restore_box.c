/* The command that reproduces the picture, over its lower part. */
#include <stdlib.h>
#include <string.h>

#include "session/restore/restore.h"
#include "session/state/parts.h"
#include "session/state/session_query.h"

/* How a row ends: with the last argument, before another one, or within one: the next row then has
 * to go on in its first column. */
enum { LAST, NEXT = 1, WITHIN = 2, SIGN = 2 /* cells of what tells the shell so */ };

/* What a shell is within of a word, and bytes there that belong together. */
enum quote { BARE, QUOTED, DOLLAR };

static size_t step_over(const char *s, enum quote *in) {
  bool escape = *s == '\\' && *in != QUOTED;
  if (escape && *in == DOLLAR && s[1] != '\'') return 4; /* as shell_quote.c writes them: \033 */
  if (escape) return 2;
  size_t size = *in == BARE && *s == '$' && s[1] == '\'' ? 2 : 1;
  if (size == 2) *in = DOLLAR;
  else if (*s == '\'') *in = *in == BARE ? QUOTED : BARE;
  while ((s[size] & 0xc0) == 0x80) size++;
  return size;
}

/* Rows of arguments, which '\n' parts: each ends with a NUL, behind which stands how it ends. */
struct rows { char *text; size_t size; int count; };

static void add(struct rows *r, const char *s, size_t size) {
  memcpy(r->text + r->size, s, size);
  r->size += size;
}

static void end_row(struct rows *r, char how) {
  add(r, (char[]){'\0', how}, 2);
  r->count++;
}

/* An argument that is longer than a row: as much in each as it takes. Returns how many cells of
 * the last one it needs. */
static int add_long(struct rows *r, const struct wl_canvas *c, const char *s, const char *end,
                    int cells) {
  static const char *const open[] = {[BARE] = "", [QUOTED] = "'", [DOLLAR] = "$'"};
  enum quote in = BARE, before = BARE;
  const char *from = s;
  int used = 0;
  for (size_t n; s < end; s += n) {
    before = in;
    n = step_over(s, &in);
    if (used + wl_canvas_cells(c, from, (int)(s + n - from)) + SIGN <= cells || s == from) continue;
    add(r, from, (size_t)(s - from));
    if (before != BARE) add(r, "'", 1);
    end_row(r, WITHIN);
    used = (int)strlen(open[before]);
    add(r, open[before], (size_t)used);
    from = s;
  }
  add(r, from, (size_t)(end - from));
  return used + wl_canvas_cells(c, from, (int)(end - from));
}

/* False where memory is short. */
static bool make_rows(const struct wl_canvas *c, const char *text, int cells, struct rows *r) {
  int used = 0; /* cells of the row */
  *r = (struct rows){malloc(6 * strlen(text) + 8), 0, 0};
  if (!r->text) return false;
  while (*text) {
    const char *end = strchr(text, '\n');
    if (!end) end = text + strlen(text);
    int wants = wl_canvas_cells(c, text, (int)(end - text));
    if (used && used + 1 + wants + SIGN > cells) end_row(r, NEXT), used = 0;
    if (used) add(r, " ", 1), used++;
    if (wants + SIGN > cells) {
      used = add_long(r, c, text, end, cells);
    } else {
      add(r, text, (size_t)(end - text));
      used += wants;
    }
    text = *end ? end + 1 : end;
  }
  end_row(r, LAST);
  return true;
}

static int cells_of(int width) { return width - 2; }

static int count_rows(const struct wl_canvas *c, const char *text, int cells) {
  struct rows rows;
  if (!make_rows(c, text, cells, &rows)) return 1;
  free(rows.text);
  return rows.count;
}

/* The rows from `y` on; `behind`: the sign that the next one goes on, or that there is more. */
static void draw_rows(struct wl_canvas *c, struct wl_rect r, int y, const char *text,
                      enum wl_style style, enum wl_style behind) {
  struct rows rows;
  if (!make_rows(c, text, cells_of(r.w), &rows)) return;
  const char *s = rows.text;
  for (int i = 0, within = 0; i < rows.count && y < r.y + r.h; i++, y++) {
    int x = wl_canvas_fit(c, r.x + !within, y, cells_of(r.w), style, s);
    s += strlen(s) + 1;
    within = *s++;
    bool cut = within && y + 1 == r.y + r.h; /* what is behind the edge cannot be copied */
    if (cut) wl_canvas_glyph(c, x + (within == NEXT), y, WL_GLYPH_ELLIPSIS, 1, behind);
    else if (within) wl_canvas_text(c, x, y, behind, within == NEXT ? " \\" : "\\");
    within = within == WITHIN;
  }
  free(rows.text);
}

int wl_part_back_rows(struct wl_session *m, const struct wl_canvas *c, int width) {
  char *text = wl_restore_write(m, '\n');
  int rows = text ? count_rows(c, text, cells_of(width)) : 1;
  free(text);
  return rows;
}

void wl_part_back(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  char *text = wl_restore_write(m, '\n'), *s = text;
  for (; s && r.h == 1 && *s; s++) /* no room for more: cut where it ends */
    if (*s == '\n') *s = ' ';
  if (text && r.h == 1) wl_canvas_fit(c, r.x + 1, r.y, r.w - 2, WL_STYLE_BAR_DIM, text);
  else if (text) draw_rows(c, r, r.y, text, WL_STYLE_BAR_DIM, WL_STYLE_BAR_KEY);
  free(text);
}

void wl_part_bookmark(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  char *text = wl_restore_write(m, '\n');
  if (!text) return;
  int rows = count_rows(c, text, cells_of(r.w)), heading = r.h > 6 && rows < r.h;
  rows += heading;
  int y = rows < r.h ? r.y + r.h - rows : r.y;
  struct wl_rect old = wl_canvas_clip(c, r);
  wl_canvas_fill(c, (struct wl_rect){r.x, y, r.w, r.y + r.h - y}, WL_STYLE_TEXT);
  if (heading) {
    wl_canvas_fill(c, (struct wl_rect){r.x, y, r.w, 1}, WL_STYLE_TAB);
    wl_canvas_fit(c, r.x + 1, y++, r.w - 2, WL_STYLE_TAB, wl_file_heading(m));
  }
  draw_rows(c, r, y, text, WL_STYLE_STRONG, WL_STYLE_DIM);
  wl_canvas_clip(c, old);
  free(text);
}
