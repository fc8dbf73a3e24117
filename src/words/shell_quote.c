#include "words/shell_quote.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

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
