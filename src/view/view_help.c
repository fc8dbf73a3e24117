/* Help: every key, view and figure, drawn from their tables. */
#include <stdio.h>
#include <string.h>

#include "core/metric.h"
#include "view/keymap.h"
#include "view/prompt.h"
#include "view/view.h"
#include "view/why.h"

enum { NAME = 18, NARROW_NAME = 8, NARROW = 40, COLUMN = 60, MAX_ROWS = 512 };

/* A row of help: a heading (no text), a gap (nothing), or a name and `size`
 * bytes of its text; what does not fit goes on in rows without a name. */
struct row { const char *name, *text; int size; };
struct page {
  struct row row[MAX_ROWS];
  int count, name, cells; /* cells of the names and of the text */
};

static void add(struct page *p, const char *name, const char *text, int size) {
  if (p->count < MAX_ROWS) p->row[p->count++] = (struct row){name, text, size};
}

/* Breaks the text at spaces. */
static void add_text(struct page *p, const struct wl_canvas *c, const char *name,
                     const char *text) {
  do {
    int size = (int)strlen(text), take = size;
    while (take > 0 && wl_canvas_cells(c, text, take) > p->cells) {
      do take--;
      while (take > 0 && text[take] != ' ');
    }
    if (take == 0) take = size; /* one long word: cut when drawn */
    add(p, name, text, take);
    name = "";
    text += take + (text[take] == ' ');
  } while (*text);
}

static void add_heading(struct page *p, const char *name) {
  if (p->count) add(p, NULL, NULL, 0);
  add(p, name, NULL, 0);
}

static void collect(struct page *p, const struct wl_canvas *c) {
  const char *group = "";
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    const struct wl_action_row *row = &wl_actions[a];
    if (strcmp(row->group, group) != 0) add_heading(p, row->group);
    group = row->group;
    add_text(p, c, row->keys, row->help);
  }
  add_heading(p, "behind the key :");
  for (unsigned i = 0; i < WL_PROMPT_ROWS; i++)
    add_text(p, c, wl_prompt_rows[i].form, wl_prompt_rows[i].help);
  add_heading(p, "views");
  for (unsigned v = 0; v < WL_VIEWS; v++) add_text(p, c, wl_views[v].name, wl_views[v].help);
  add_heading(p, "figures");
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    add_text(p, c, wl_metrics[f].title, wl_metrics[f].help);
  add_heading(p, "how sure a rule is");
  for (enum wl_certainty k = 0; k < WL_CERTAINTIES; k++)
    add_text(p, c, wl_certainty_names[k], wl_certainty_texts[k]);
}

static void draw_row(struct wl_canvas *c, int x, int y, const struct page *p,
                     const struct row *row) {
  if (!row->name) return;
  if (!row->text) {
    wl_canvas_text(c, x, y, WL_STYLE_STRONG, row->name);
    return;
  }
  wl_canvas_fit(c, x + 2, y, p->name - 3, WL_STYLE_KEY, row->name, -1);
  wl_canvas_fit(c, x + p->name, y, p->cells, WL_STYLE_TEXT, row->text, row->size);
}

void wl_view_help(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  struct page p = {.count = 0};
  int columns = r.w / COLUMN < 1 ? 1 : r.w / COLUMN, width = r.w / columns;
  p.name = width < NARROW ? NARROW_NAME : NAME;
  p.cells = width - p.name - 2 > 8 ? width - p.name - 2 : 8;
  collect(&p, c);
  int shown = r.h - (r.h > 4), per = shown * columns, last = p.count > per ? p.count - per : 0;
  m->scroll = m->scroll < 0 ? 0 : m->scroll > last ? last : m->scroll;
  struct wl_rect old = wl_canvas_clip(c, r);
  for (int i = 0; i < per && m->scroll + i < p.count; i++)
    draw_row(c, r.x + 1 + i / shown * width, r.y + i % shown, &p, &p.row[m->scroll + i]);
  int end = m->scroll + per < p.count ? m->scroll + per : p.count;
  if (last && r.h > 4)
    wl_canvas_printf(c, r.x + 1, r.y + r.h - 1, WL_STYLE_NOTE, "%d–%d of %d rows", m->scroll + 1,
                     end, p.count);
  wl_canvas_clip(c, old);
}
