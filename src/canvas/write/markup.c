#include "canvas/write/markup.h"

#include <string.h>

#include "canvas/write/write.h"
#include "core/base/text.h"

const char wl_markup_fonts[] =
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, Noto Sans Mono, monospace";
const char wl_markup_sans[] =
    "system-ui, Segoe UI, Helvetica Neue, Arial, Liberation Sans, DejaVu Sans, sans-serif";

void wl_markup_code(FILE *f, uint32_t code) {
  switch (code) {
  case '&': fputs("&amp;", f); break;
  case '<': fputs("&lt;", f); break;
  case '>': fputs("&gt;", f); break;
  case '"': fputs("&quot;", f); break;
  default: wl_out_code(f, code);
  }
}

void wl_markup_text(FILE *f, const char *text) {
  struct wl_glyph g;
  for (const char *end = text + strlen(text); wl_text_next(&text, end, &g);)
    wl_markup_code(f, g.code);
}
