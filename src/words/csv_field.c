#include "words/csv_field.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

static bool is_number(const char *text) {
  char *end;
  strtod(text, &end); /* in the locale "C", as everywhere */
  return end > text && *end == '\0';
}

void wl_csv_field(FILE *f, const char *text, bool always) {
  bool quoted = always || strpbrk(text, ",\"\r\n") != NULL;
  struct wl_glyph g;
  char utf8[4];
  if (quoted) putc('"', f);
  if (text[0] && strchr("=+-@\t\r", text[0]) && !is_number(text)) putc('\'', f);
  for (const char *end = text + strlen(text); wl_text_next(&text, end, &g);) {
    if (g.code == '"') putc('"', f);
    fwrite(utf8, 1, wl_text_encode(g.code, utf8), f);
  }
  if (quoted) putc('"', f);
}
