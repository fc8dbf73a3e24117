/* A sweep as text: for each figure and line, a row with a bar for each value. */
#include <string.h>

#include "canvas/theme.h"
#include "canvas/write/page.h"
#include "canvas/write/write.h"
#include "core/base/text.h"
#include "report/sweep/sweep.h"

enum { NUMBER = 12, MOST_VALUE = 20, BEST = 6 /* cells of " best" and one of air */ };

struct page {
  FILE *f;
  const struct wl_sweep_page *p;
  int value; /* cells of the widest value */
};

static void put_glyph(const struct page *p, enum wl_glyph_id g) {
  char utf8[4];
  fwrite(utf8, 1, wl_text_encode(wl_theme_glyph(g, p->p->ascii), utf8), p->f);
}

/* Text in exactly `cells` cells, at the right where `right`. */
static void put_cell(const struct page *p, const char *text, int cells, bool right) {
  int used = (int)wl_text_cells(text, strlen(text));
  if (used > cells) used = cells;
  if (right) fprintf(p->f, "%*s", cells - used, "");
  wl_page_fit(p->f, p->p->ascii, text, strlen(text), (size_t)cells);
  if (!right) fprintf(p->f, "%*s", cells - used, "");
}

static void put_bar(const struct page *p, int cells, double share) {
  int n = (int)(share * cells * 8 + 0.5);
  if (n == 0 && share > 0) n = 1;
  for (int i = 0; i < n / 8; i++) put_glyph(p, WL_GLYPH_FULL);
  if (n % 8) put_glyph(p, (enum wl_glyph_id)(WL_GLYPH_EIGHTH_1 + n % 8 - 1));
}

static const char *number_text(const struct wl_measure *m, double v, char text[32]) {
  switch (wl_measure_unit(m)) {
    case WL_COUNTED: return wl_page_count((uint64_t)v, NUMBER, text);
    case WL_SHARE: snprintf(text, 32, "%.3g %%", v * 100); break;
    case WL_MICROSECONDS: snprintf(text, 32, "%.3g us", v); break;
  }
  return text;
}

/* What every line of the plot is drawn against. */
static double most_of(const struct wl_sweep *s, const struct wl_measure *m) {
  double most = 0, v;
  for (size_t l = 0; l < s->lines; l++)
    for (size_t i = 0; i < s->values; i++)
      if (wl_sweep_get(s, l, i, m, &v) == WL_KNOWN && v > most) most = v;
  return most;
}

static void put_row(const struct page *p, const struct wl_measure *m, size_t line, size_t i,
                    double most) {
  const struct wl_sweep *s = p->p->sweep;
  const struct wl_sweep_point *point = wl_sweep_at(s, line, i);
  int room = WL_PAGE_WIDTH - 4 - p->value - NUMBER - 2 - BEST;
  double v, best;
  char text[32];
  fputs("  ", p->f);
  if (i == wl_sweep_present(s)) put_glyph(p, WL_GLYPH_PLAY);
  else putc(' ', p->f);
  putc(' ', p->f);
  put_cell(p, s->value[i], p->value, true);
  if (point->state == WL_POINT_FAILED) {
    fputs("  ", p->f);
    wl_page_wrap(p->f, p->p->ascii, point->problem.what, (size_t)p->value + 6);
    return;
  }
  enum wl_meaning meaning = wl_sweep_get(s, line, i, m, &v);
  put_cell(p, meaning == WL_KNOWN ? number_text(m, v, text) : meaning == WL_UNKNOWN ?
           "?" : "-",
           NUMBER, true);
  if (meaning == WL_KNOWN && v > 0) {
    fputs("  ", p->f);
    put_bar(p, room, most > 0 ? v / most : 0);
  }
  bool differ = wl_sweep_best(s, line, m, &best);
  if (meaning == WL_KNOWN && differ && v == best) fputs("  best", p->f);
  putc('\n', p->f);
}

static void put_measure(const struct page *p, const struct wl_measure *m) {
  const struct wl_sweep *s = p->p->sweep;
  char title[WL_MEASURE_NAME], head[WL_SWEEP_TEXT + sizeof title + sizeof s->line[0].label + 8];
  double most = most_of(s, m);
  for (size_t line = 0; line < s->lines; line++) {
    snprintf(head, sizeof head, "%s: %s%s%s", s->name, wl_measure_title(m, title),
             s->lines > 1 ? ", " : "", s->line[line].label);
    putc('\n', p->f);
    wl_page_wrap(p->f, p->p->ascii, head, 2);
    for (size_t i = 0; i < s->values; i++) put_row(p, m, line, i, most);
  }
}

/* What the script has itself. */
static void put_present(const struct page *p) {
  const struct wl_sweep *s = p->p->sweep;
  if (!s->initial[0]) return;
  bool among = wl_sweep_present(s) < s->values;
  fputs("\n  ", p->f);
  if (among) put_glyph(p, WL_GLYPH_PLAY);
  fputs(among ? " as the script has it: " : "The script has ", p->f);
  wl_page_fit(p->f, p->p->ascii, s->name, strlen(s->name), WL_SWEEP_TEXT);
  putc('=', p->f);
  wl_page_fit(p->f, p->p->ascii, s->initial, strlen(s->initial), WL_SWEEP_TEXT);
  fputs(among ? "\n" : ", which is not among them.\n", p->f);
}

/* The script, and what all of it is counted on; lines of several generations say that. */
static void put_script(const struct wl_sweep_page *page, FILE *f) {
  const char *gap = page->ascii ? " - " : " · ";
  char target[WL_TARGET_TEXT] = "";
  if (page->target) wl_target_title(*page->target, target);
  else gap = "";
  size_t used = wl_text_cells(gap, strlen(gap)) + wl_text_cells(target, strlen(target));
  wl_page_fit(f, page->ascii, page->script, strlen(page->script), WL_PAGE_WIDTH - used);
  fprintf(f, "%s%s\n", gap, target);
}

bool wl_sweep_text(FILE *f, const struct wl_sweep_page *page, struct wl_diag *d) {
  const struct wl_sweep *s = page->sweep;
  struct page p = {.f = f, .p = page, .value = 1};
  for (size_t i = 0; i < s->values; i++) {
    int cells = (int)wl_text_cells(s->value[i], strlen(s->value[i]));
    if (cells > p.value) p.value = cells < MOST_VALUE ? cells : MOST_VALUE;
  }
  if (page->title[0]) {
    wl_page_fit(f, page->ascii, page->title, strlen(page->title), WL_PAGE_WIDTH);
    putc('\n', f);
  }
  put_script(page, f);
  if (page->with[0]) wl_page_wrap(f, page->ascii, page->with, 0);
  for (size_t i = 0; i < page->measures; i++) put_measure(&p, &page->measure[i]);
  put_present(&p);
  return wl_out_finish(f, d);
}
