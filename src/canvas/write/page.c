#include "canvas/write/page.h"

#include <inttypes.h>
#include <string.h>

#include "canvas/theme.h"
#include "core/base/text.h"
#include "words/format.h"

size_t wl_page_fit(FILE *f, bool ascii, const char *s, size_t n, size_t cells) {
  const char *mark = ascii ? "..." : "…", *end = s + n;
  size_t room = ascii ? 3 : 1, used = 0;
  bool cut = wl_text_cells(s, n) > cells;
  struct wl_glyph glyph;
  while (wl_text_next(&s, end, &glyph)) {
    char bytes[5] = "??";
    if (cut && used + glyph.cells + room > cells) {
      fputs(mark, f);
      return used + room;
    }
    bool stand_in = ascii && glyph.code >= 0x80;
    size_t length = stand_in ? glyph.cells : wl_text_encode(glyph.code, bytes);
    if (stand_in && length == 1) bytes[0] = (char)wl_theme_ascii(glyph.code);
    fwrite(bytes, 1, length, f);
    used += glyph.cells;
  }
  return used;
}

const char *wl_page_count(uint64_t v, int cells, char text[32]) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, v);
  if (length > cells) snprintf(text, 32, "%c.%.2se%d", digits[0], digits + 1, length - 1);
  else if (length + (length - 1) / 3 > cells) snprintf(text, 32, "%s", digits);
  else wl_format_count(v, text);
  return text;
}

/* Bytes of `text` for one row of `cells`: up to a space; of a word that is longer, up to a slash
 * or what has room. */
static size_t take_row(const char *text, size_t cells) {
  const char *s = text, *end = text + strlen(text), *space = NULL, *slash = NULL, *full = NULL;
  size_t used = 0;
  struct wl_glyph glyph;
  for (const char *from = s; wl_text_next(&s, end, &glyph); from = s) {
    if (*from == ' ' && from > text) space = from;
    used += glyph.cells;
    if (used > cells && from > text) {
      full = from;
      break;
    }
    if (*from == '/') slash = s;
  }
  const char *to = full == NULL ? end : space != NULL ? space : slash != NULL ? slash : full;
  return (size_t)(to - text);
}

void wl_page_wrap(FILE *f, bool ascii, const char *text, size_t indent) {
  size_t cells = WL_PAGE_WIDTH - indent;
  while (*text) {
    size_t take = take_row(text, cells);
    wl_page_fit(f, ascii, text, take, cells);
    putc('\n', f);
    text += take;
    text += strspn(text, " ");
    if (*text) fprintf(f, "%*s", (int)indent, "");
  }
}
