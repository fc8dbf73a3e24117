/* Words and numbers of a plot. How wide they are is not known here, since fonts differ: they are
 * taken to be as wide as those of wide fonts. */
#include <stdlib.h>
#include <string.h>

#include "report/plot/plot.h"
#include "report/plot/plot_text.h"
#include "canvas/write/markup.h"
#include "canvas/write/page.h"
#include "core/base/text.h"

enum { LEADING = 6 };
static const double CHAR = 0.58; /* width of a character, in sizes of its font */

uint32_t wl_plot_ink(const struct wl_plot_area *r, enum wl_style s) {
  const struct wl_look *look = wl_theme_look(r->scheme, WL_TRUE, s);
  return look->fg < 0 ? wl_theme_ink(r->scheme) : (uint32_t)look->fg;
}

double wl_plot_width(const char *text, int size) {
  return (double)wl_text_cells(text, strlen(text)) * size * CHAR;
}

void wl_plot_text(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                  const char *anchor, const char *text) {
  fprintf(r->f, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\"%s fill=\"#%06x\">",
          x, y, font.size, anchor, font.bold ? " font-weight=\"bold\"" : "",
          (unsigned)wl_plot_ink(r, font.style));
  wl_markup_text(r->f, text);
  fputs("</text>\n", r->f);
}

void wl_plot_fit(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                 const char *text, double width) {
  char *cut = NULL;
  size_t bytes = 0, cells = (size_t)(width / (font.size * CHAR));
  FILE *f = open_memstream(&cut, &bytes);
  if (!f) return;
  wl_page_fit(f, false, text, strlen(text), cells);
  fclose(f);
  wl_plot_text(r, x, y, font, "start", cut);
  free(cut);
}

/* Bytes of a word that is too wide: "variant=", else all of it. */
static size_t behind_sign(const char *word, size_t cells) {
  size_t n = strcspn(word, " "), name = strcspn(word, "=") + 1;
  return name < n && wl_text_cells(word, name) <= cells ? name : n;
}

int wl_plot_rows(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                 const char *text, double width) {
  size_t cells = (size_t)(width / (font.size * CHAR));
  int rows = 0;
  while (*text) {
    size_t n = strlen(text), take = n;
    while (take > 0 && (wl_text_cells(text, take) > cells || (take < n && text[take] != ' ')))
      take--;
    if (take == 0) take = behind_sign(text, cells);
    if (take == 0) take = 1; /* a space */
    char *row = r ? strndup(text, take) : NULL;
    if (row) wl_plot_fit(r, x, y + rows * (font.size + LEADING), font, row, width);
    free(row);
    text += take;
    text += *text == ' ';
    rows++;
  }
  return rows > 1 ? (rows - 1) * (font.size + LEADING) : 0;
}

const char *wl_plot_number(double v, bool share, char text[32]) {
  if (share) snprintf(text, 32, "%.3g %%", v * 100);
  else if (v >= 0 && v < 1e15) wl_page_count((uint64_t)(v + 0.5), 24, text);
  else snprintf(text, 32, "%.4g", v);
  return text;
}

const char *wl_plot_tick(double v, bool share, char text[32]) {
  static const struct { double unit; const char *name; } units[] = {
    {1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e4, " k"}};
  if (share) {
    snprintf(text, 32, "%.3g %%", v * 100);
    return text;
  }
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (v >= units[i].unit) {
      snprintf(text, 32, "%.4g%s", v / (units[i].unit == 1e4 ? 1e3 : units[i].unit), units[i].name);
      return text;
    }
  if (v >= 1000) return wl_plot_number(v, false, text);
  snprintf(text, 32, "%.4g", v);
  return text;
}
