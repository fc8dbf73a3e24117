/* A page of text as HTML: what a verb writes for a terminal, its headings marked. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "out/html.h"
#include "out/markup.h"

/* Longer than a window: the reader scrolls, and chooses how big it is. */
static const char style[] =
  "main { --size: clamp(11px, 1.85vw, 20px); justify-content: flex-start; padding: 2rem 2vmin }\n"
  "h1, pre { width: calc(49 * var(--size)); max-width: 100%; margin: 0 }\n" /* 80 cells */
  "h1 { font-size: calc(1.4 * var(--size)) }\n"
  "pre { font-size: var(--size); white-space: pre; overflow-x: auto }\n"
  "pre b { display: inline-block; width: 100%; border-bottom: 1px solid #8888 }\n";

/* Rows of text begin with spaces or numbers; what else begins a row is a heading. */
static void put_row(FILE *f, const char *row) {
  bool heading = isalpha((unsigned char)row[0]);
  if (heading) fputs("<b class=\"strong\">", f);
  wl_markup_text(f, row);
  if (heading) fputs("</b>", f);
  putc('\n', f);
}

bool wl_write_html_text(FILE *f, char *text, struct wl_html_options options, struct wl_diag *d) {
  char *from = text + strcspn(text, "\n"), *row = text;
  if (*from) *from++ = '\0';
  options.style = style;
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
