/* Words in quotes: for a shell, and for a table. */
#include "words/quote.h"

#include <stdbool.h>
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

/* Whether a terminal may get the word as it is. */
static bool harmless(const char *word) {
  size_t size = strlen(word), wanted = wl_text_clean(word, size, false, NULL, 0);
  char *clean = wanted == size ? malloc(size + 1) : NULL;
  if (clean) wl_text_clean(word, size, false, clean, size + 1);
  bool same = clean && memcmp(clean, word, size) == 0;
  free(clean);
  return same;
}

void wl_shell_quote(FILE *f, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=.,:/@%^";
  bool safe = harmless(word);
  if (*word && strspn(word, plain) == strlen(word)) {
    fputs(word, f);
    return;
  }
  fputs(safe ? "'" : "$'", f);
  for (const char *s = word; *s; s++) {
    if (*s == '\'') fputs(safe ? "'\\''" : "\\'", f);
    else if (!safe && (*s == '\\' || *s < ' ' || *s > '~'))
      fprintf(f, "\\%03o", (unsigned)(unsigned char)*s);
    else putc(*s, f);
  }
  putc('\'', f);
}
