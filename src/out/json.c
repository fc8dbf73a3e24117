#include "out/json.h"

#include <stdlib.h>
#include <string.h>

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

/* jansson leaves DEL as it is, which JSON allows and terminals obey: it is written as \u007f
 * here. It stands in strings only. */
static bool write_safely(FILE *f, const char *text, size_t size) {
  for (const char *end = text + size, *del; text < end; text = del) {
    del = memchr(text, 0x7f, (size_t)(end - text));
    size_t n = (size_t)((del ? del : end) - text);
    if (fwrite(text, 1, n, f) != n) return false;
    if (!del) break;
    if (fputs("\\u007f", f) == EOF) return false;
    del++;
  }
  return true;
}

bool wl_json_put(FILE *f, json_t *value, size_t flags) {
  char room[4096], *text = room; /* one write a value: jansson writes every token */
  size_t all = JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_COMPACT | flags;
  size_t size = value ? json_dumpb(value, room, sizeof room, all) : 0;
  if (size > sizeof room) {
    text = malloc(size);
    if (text) json_dumpb(value, text, size, all);
  }
  json_decref(value);
  bool written = size > 0 && text && write_safely(f, text, size);
  if (text != room) free(text);
  return written;
}

json_t *wl_json_target(struct wl_target t) {
  return json_pack("{s:s, s:s, s:s}", "cc", t.arch->cc, "chip", t.chip->name, "mode",
                   *t.arch->mode ? t.arch->mode + 1 : "default");
}
