#include "out/json.h"

#include <stdlib.h>

#include "core/text.h"

json_t *wl_json_text(const char *s, size_t n) {
  size_t length = wl_text_utf8(s, n, NULL, 0);
  char *text = malloc(length + 1);
  if (text == NULL) return NULL;
  wl_text_utf8(s, n, text, length + 1);
  json_t *value = json_stringn(text, length);
  free(text);
  return value;
}

bool wl_json_put(FILE *f, json_t *value, size_t flags) {
  int failed = value ? json_dumpf(value, f, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_COMPACT |
                                              flags) : -1;
  json_decref(value);
  return failed == 0;
}
