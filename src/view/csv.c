#include "out/csv.h"

#include <stdbool.h>
#include <string.h>

#include "core/text.h"
#include "out/canvas_out.h"

void wl_csv_field(FILE *f, const char *text) {
  bool quoted = strpbrk(text, ",\"\r\n") != NULL;
  struct wl_glyph g;
  if (quoted) putc('"', f);
  for (const char *end = text + strlen(text); wl_text_next(&text, end, &g);) {
    if (g.code == '"') putc('"', f);
    wl_out_code(f, g.code);
  }
  if (quoted) putc('"', f);
}
