/* What outputs promise, whatever went in. */
#include <fcntl.h>
#include <jansson.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef FUZZ_LIBXML
#include <libxml/parser.h>
#endif

#include "fuzz.h"

/* The code point at `s` and its length; a broken one breaks the promise. */
static uint32_t decode(const uint8_t *s, size_t left, size_t *length) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
  uint32_t code = n == 1 ? s[0] : s[0] & (0xff >> (n + 1));
  FUZZ_PROMISE(s[0] < 0x80 || (s[0] >= 0xc2 && s[0] <= 0xf4));
  FUZZ_PROMISE(n <= left);
  for (size_t i = 1; i < n; i++) {
    FUZZ_PROMISE((s[i] & 0xc0) == 0x80);
    code = code << 6 | (s[i] & 0x3f);
  }
  FUZZ_PROMISE(code >= least[n] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
  *length = n;
  return code;
}

/* Length of a sequence that sets colours, which is all that may begin with an Escape. */
static size_t color(const uint8_t *s, size_t left) {
  size_t n = 2;
  FUZZ_PROMISE(left > 2 && s[1] == '[');
  while (n < left && ((s[n] >= '0' && s[n] <= '9') || s[n] == ';')) n++;
  FUZZ_PROMISE(n < left && s[n] == 'm');
  return n + 1;
}

/* Controls, overrides of direction, what has no width of its own, and no characters. */
static bool harmful(uint32_t c) {
  return (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
         (c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff ||
         (c >= 0xfff9 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe || (c >= 0x1f3fb && c <= 0x1f3ff) ||
         (c >= 0xe0000 && c <= 0xe0fff);
}

static void check_text(const uint8_t *s, size_t size, bool colors) {
  for (size_t at = 0, n; at < size; at += n) {
    if (colors && s[at] == 0x1b) n = color(s + at, size - at);
    else {
      uint32_t c = decode(s + at, size - at, &n);
      if (harmful(c)) fprintf(stderr, "U+%04X at byte %zu of: %.*s\n", c, at, (int)size, s);
      FUZZ_PROMISE(!harmful(c));
    }
  }
}

static void check_json(const char *text, size_t size) {
  for (const char *end; size > 0; size -= (size_t)(end - text), text = end) {
    end = memchr(text, '\n', size);
    FUZZ_PROMISE(end != NULL);
    end++;
    for (const char *s = text; s < end - 1; s++) FUZZ_PROMISE(*s >= ' ' && *s < 0x7f);
    json_error_t error;
    json_t *value = json_loadb(text, (size_t)(end - text), JSON_REJECT_DUPLICATES, &error);
    FUZZ_PROMISE(value != NULL);
    json_decref(value);
  }
}

static void check_xml(const char *text, size_t size) {
#ifdef FUZZ_LIBXML
  xmlDoc *doc = xmlReadMemory(text, (int)size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
  FUZZ_PROMISE(doc != NULL);
  xmlFreeDoc(doc);
#else
  (void)text, (void)size;
#endif
}

void fuzz_check(enum fuzz_form form, const char *bytes, size_t size) {
  check_text((const uint8_t *)bytes, size, form == FUZZ_ANSI);
  if (form == FUZZ_JSON) check_json(bytes, size);
  if (form == FUZZ_XML) check_xml(bytes, size);
}

void fuzz_output_open(struct fuzz_output *o) {
  o->f = open_memstream(&o->text, &o->size);
  if (o->f == NULL) abort();
}

void fuzz_output_check(struct fuzz_output *o, enum fuzz_form form) {
  if (fclose(o->f) != 0) abort();
  fuzz_check(form, o->text, o->size);
  free(o->text);
}

FILE *fuzz_file(const uint8_t *data, size_t size) {
  int fd = memfd_create("input", MFD_CLOEXEC);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) != 0) abort();
  FILE *f = fdopen(fd, "r");
  if (f == NULL) abort();
  return f;
}
