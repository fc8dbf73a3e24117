/* A CUDA file without its comments and what its strings say. */
#include <stdlib.h>
#include <string.h>

#include "script/syntax/redact.h"

enum where { CODE, LINE_COMMENT, COMMENT, STRING };

/* The bytes that belong together from `s` on, of which the first decides: 2 for a sign of two, or
 * what is escaped. Where the next one is changes with it. */
static int take(const char *s, enum where *in) {
  bool two = s[1] != '\0';
  if (*in == CODE) {
    if (two && s[0] == '/' && (s[1] == '/' || s[1] == '*'))
      return *in = s[1] == '/' ? LINE_COMMENT : COMMENT, 2;
    if (s[0] == '\'' && (s[1] == '"' || s[1] == '\\')) return s[1] == '\\' && s[2] ? 3 : 2;
    if (s[0] == '"') *in = STRING;
  } else if (*in == COMMENT && s[0] == '*' && s[1] == '/') {
    return *in = CODE, 2;
  } else if (*in == STRING && s[0] == '\\' && two && s[1] != '\n') {
    return 2;
  } else if (*in == STRING && s[0] == '"') {
    *in = CODE;
  } else if ((s[0] == '\n' || s[0] == '\r') && *in != COMMENT) {
    *in = CODE;
  }
  return 1;
}

bool wl_redact_code(struct wl_trace *t) {
  size_t size, at = 0;
  const char *text = wl_trace_text(t, &size);
  char *out = malloc(size + 1);
  struct wl_trace_words words = *wl_trace_words(t);
  if (!out) return false;
  for (enum where in = CODE; at < size;) {
    enum where was = in;
    int n = take(text + at, &in);
    bool quote = text[at] == '"' && n == 1, shown = quote || (was == CODE && in == CODE);
    for (; n > 0; n--, at++)
      out[at] = shown || text[at] == '\n' || text[at] == '\r' ? text[at] : ' ';
  }
  out[size] = '\0';
  words.redacted = out;
  bool good = wl_trace_set_words(t, &words);
  free(out);
  return good;
}
