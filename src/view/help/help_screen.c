/* Help: the rows of the palette, with the chosen one highlighted. */
#include <stdio.h>
#include <string.h>

#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/help/help_list.h"
#include "view/screen/view_functions.h"

/* Cells of a column, of one that is narrow, and of the names in it: of keys, of what has longer
 * names, and where it is narrow. */
enum { COLUMN = 60, KEY = 12, NAME = 18, MAX_ROWS = 512 };

/* A row of help: a heading (no text), a gap (nothing), or a name and `size`
 * bytes of its text; what does not fit goes on in rows without a name. */
struct row { const char *name, *text; int size, cells /* of its name */; bool chosen; size_t tip; };
struct page {
  struct row row[MAX_ROWS];
  int count, width;
  int chosen, end; /* its first row and the one behind its last; -1: none */
};

static void add(struct page *p, struct row row) {
  if (p->count == MAX_ROWS) return;
  if (row.chosen && p->chosen < 0) p->chosen = p->count;
  p->row[p->count++] = row;
  if (row.chosen) p->end = p->count;
}

/* Of the text, beside a name of so many. */
static int cells_beside(const struct page *p, int name) {
  return p->width - name - 2 > 8 ? p->width - name - 2 : 8;
}

/* Of the names from a tip on, up to the next heading. */
static int name_cells(const struct page *p, const struct wl_canvas *c, const struct wl_tip *tip,
                      size_t count) {
  int widest = 0;
  for (size_t i = 0; i < count && tip[i].kind != WL_TIP_HEADING; i++) {
    int cells = wl_canvas_cells(c, tip[i].name, -1);
    if (cells > widest) widest = cells;
  }
  bool keys = count && tip->kind == WL_TIP_ACTION;
  return keys || p->width < COLUMN || widest <= KEY - 3 ? KEY : NAME;
}

/* Breaks the text at spaces; a name that is longer than its column has a row of its own. */
static void add_text(struct page *p, const struct wl_canvas *c, const struct wl_tip *tip,
                     size_t place, int cells, bool chosen) {
  const char *name = tip->name, *text = tip->text;
  if (wl_canvas_cells(c, name, -1) > cells - 3) {
    add(p, (struct row){name, "", 0, cells, chosen, place});
    name = "";
  }
  do {
    int size = (int)strlen(text), take = size;
    while (take > 0 && wl_canvas_cells(c, text, take) > cells_beside(p, cells)) {
      do take--;
      while (take > 0 && text[take] != ' ');
    }
    if (take == 0) take = size; /* one long word: cut when drawn */
    add(p, (struct row){name, text, take, cells, chosen, place});
    name = "";
    text += take + (text[take] == ' ');
  } while (*text);
}

static void collect(struct wl_session *m, struct page *p, const struct wl_canvas *c) {
  struct wl_tip tips[WL_MAX_TIPS];
  size_t chosen, count = wl_palette_list(m, tips, &chosen);
  int cells = NAME;
  for (size_t i = 0; i < count; i++) {
    bool heading = tips[i].kind == WL_TIP_HEADING;
    if (heading && p->count) add(p, (struct row){.tip = i});
    if (heading) add(p, (struct row){.name = tips[i].name, .tip = i});
    if (heading) cells = name_cells(p, c, &tips[i + 1], count - i - 1);
    else add_text(p, c, &tips[i], i, cells, i == chosen);
  }
}

static void draw_row(struct wl_canvas *c, int x, int y, const struct page *p,
                     const struct row *row) {
  if (!row->name) return;
  if (!row->text) {
    wl_canvas_text(c, x, y, WL_STYLE_STRONG, row->name);
    return;
  }
  int beside = cells_beside(p, row->cells), room = *row->text ? row->cells - 3 : p->width - 4;
  wl_canvas_hit(c, (struct wl_rect){x, y, row->cells + beside, 1}, WL_HIT_TIP, row->tip);
  if (row->chosen) {
    wl_canvas_fill(c, (struct wl_rect){x, y, row->cells + beside + 1, 1}, WL_STYLE_BAR);
    if (*row->name) wl_canvas_glyph(c, x, y, WL_GLYPH_PLAY, 1, WL_STYLE_BAR_KEY);
  }
  wl_canvas_fit(c, x + 2, y, room, row->chosen ? WL_STYLE_BAR_KEY : WL_STYLE_KEY, row->name);
  wl_canvas_fit_bytes(c, (struct wl_rect){x + row->cells, y, beside, 1},
                      row->chosen ? WL_STYLE_BAR : WL_STYLE_TEXT, row->text, (size_t)row->size);
}

/* The first row in sight: as few are left out above as show what is chosen, its name at least. */
static int first_row(const struct page *p, int per) {
  int least = p->end > per ? p->end - per : 0;
  return p->chosen >= 0 && p->chosen < least ? p->chosen : least;
}

void wl_view_help(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct page p = {.count = 0, .chosen = -1, .end = -1};
  int columns = r.w / COLUMN < 1 ? 1 : r.w / COLUMN, width = r.w / columns;
  p.width = width;
  collect(m, &p, c);
  int shown = r.h - (r.h > 4), per = shown * columns;
  int first = first_row(&p, per);
  struct wl_rect old = wl_canvas_clip(c, r);
  for (int i = 0; i < per && first + i < p.count; i++)
    draw_row(c, r.x + 1 + i / shown * width, r.y + i % shown, &p, &p.row[first + i]);
  int end = first + per < p.count ? first + per : p.count;
  if (p.count == 0) {
    char text[sizeof m->filter.text + 48];
    snprintf(text, sizeof text, wl_palette_line(m) ? "Enter does \"%s\"" :
             "nothing has \"%s\": Backspace deletes", m->filter.text);
    wl_draw_wrapped(c, (struct wl_rect){r.x + 1, r.y, r.w - 2, 1}, r.h, WL_STYLE_DIM, text);
  }
  if (p.count > per && r.h > 4)
    wl_canvas_printf(c, r.x + 1, r.y + r.h - 1, WL_STYLE_NOTE, "%d–%d of %d rows", first + 1, end,
                     p.count);
  wl_canvas_clip(c, old);
}
