/* A page of text as HTML: what a verb writes for a terminal, its headings marked. */
#include <stdlib.h>
#include <string.h>

#include "canvas/write/markup.h"
#include "canvas/write/page.h"
#include "canvas/write/write_html.h"
#include "core/base/text.h"

/* Longer than a window: the reader scrolls, and chooses how big it is. */
static const char style[] =
  "main { --size: clamp(11px, calc(148vw / var(--columns)), 20px); justify-content: flex-start; "
  "padding: 2rem 2vmin }\n"
  "h1, pre { width: calc(.6125 * var(--columns) * var(--size)); max-width: 100%; margin: 0 }\n"
  "h1 { font-size: calc(1.4 * var(--size)) }\n"
  "pre { font-size: var(--size); white-space: pre; overflow-x: auto }\n"
  "pre b { display: inline-block; width: 100%; border-bottom: 1px solid #8888 }\n";

/* Rows that a sign begins have the colour of what it says; a number may stand close to it. */
static const struct { const char *sign, *class; } signs[] = {
  {"▶", "bad"}, {" ≠ ", "warn"}};

static const char *class_of(const char *row) {
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    if (strncmp(row, signs[i].sign, strlen(signs[i].sign)) == 0) return signs[i].class;
  return NULL;
}

/* As wide as the widest row, but no less than a terminal. */
static size_t columns_of(const char *text) {
  size_t most = WL_PAGE_WIDTH;
  while (*text) {
    size_t size = strcspn(text, "\n"), cells = wl_text_cells(text, size);
    if (cells > most) most = cells;
    text += size + (text[size] == '\n');
  }
  return most;
}

/* Rows of text begin with spaces or numbers; what else begins a row is a heading. */
static void put_row(FILE *f, const char *row) {
  bool heading = wl_is_letter(row[0]);
  const char *class = heading ? NULL : class_of(row);
  if (class) fprintf(f, "<span class=\"%s\">", class);
  if (heading) fputs("<b class=\"strong\">", f);
  wl_markup_text(f, row);
  if (heading) fputs("</b>", f);
  if (class) fputs("</span>", f);
  putc('\n', f);
}

bool wl_write_html_text(FILE *f, char *text, struct wl_html_options options, struct wl_diag *d) {
  char *from = text + strcspn(text, "\n"), *row = text;
  if (*from) *from++ = '\0';
  char css[sizeof style + 48];
  snprintf(css, sizeof css, ":root { --columns: %zu }\n%s", columns_of(from), style);
  options.style = css;
  if (!options.title) options.title = row;
  wl_html_begin(f, &options);
  fputs("<h1>", f);
  wl_markup_text(f, row);
  fputs("</h1>\n<pre>", f);
  for (char *end; *from; from = end) {
    end = from + strcspn(from, "\n");
    if (*end) *end++ = '\0';
    put_row(f, from);
  }
  fputs("</pre>\n", f);
  return wl_html_end(f, d);
}
