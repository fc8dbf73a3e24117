#include "canvas/write/json.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

/* jansson tells of memory in every call, and building a value takes hundreds of them. One
 * flag, set where memory is asked for, cannot be forgotten by any of them. */
static bool ran_out;

static void *allocate(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) ran_out = true;
  return memory;
}

/* Before the first value is made, by whoever does it. */
__attribute__((constructor)) static void watch_memory(void) {
  json_set_alloc_funcs(allocate, free);
}

bool wl_json_ran_out(void) { return ran_out; }

json_t *wl_json_text(const char *s, size_t n) {
  size_t length = wl_text_utf8(s, n, NULL, 0);
  char *text = malloc(length + 1);
  if (text == NULL) {
    ran_out = true;
    return NULL;
  }
  wl_text_utf8(s, n, text, length + 1);
  json_t *value = json_stringn(text, length);
  free(text);
  return value;
}

json_t *wl_json_word(const char *s) { return wl_json_text(s, strlen(s)); }

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
    else ran_out = true;
  }
  json_decref(value);
  bool written = size > 0 && text && !ran_out && write_safely(f, text, size);
  if (text != room) free(text);
  return written;
}

bool wl_json_line(FILE *f, json_t *value, size_t flags) {
  return wl_json_put(f, value, flags) && putc('\n', f) != EOF;
}

json_t *wl_json_target(struct wl_target t) {
  return json_pack("{s:s, s:s, s:s}", "cc", t.arch->cc, "chip", t.chip->name, "mode",
                   *t.arch->mode ? t.arch->mode + 1 : "default");
}
