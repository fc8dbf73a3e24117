#include "core/base/text.h"

#include <string.h>

#include "core/base/unicode.h"

enum { REPLACEMENT = 0xfffd, CONTROL_PICTURES = 0x2400, DELETE_PICTURE = 0x2421 };

/* Length of the well-formed sequence at `s` (RFC 3629: shortest form only, no
 * surrogates, at most U+10FFFF), 0 if there is none. */
static size_t decode(const unsigned char *s, size_t size, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned lead = s[0];
  if (lead < 0x80) {
    *code = lead;
    return 1;
  }
  size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length == 0 || size < length) return 0;
  uint32_t c = lead & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((s[i] & 0xc0) != 0x80) return 0;
    c = c << 6 | (s[i] & 0x3fu);
  }
  if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
  *code = c;
  return length;
}

/* Takes one code point; a whole run of bytes that are not UTF-8 is one U+FFFD. */
static uint32_t take(const char **s, const char *end) {
  uint32_t code;
  size_t length = decode((const unsigned char *)*s, (size_t)(end - *s), &code);
  if (length > 0) {
    *s += length;
    return code;
  }
  do (*s)++;
  while (*s < end && decode((const unsigned char *)*s, (size_t)(end - *s), &code) == 0);
  return REPLACEMENT;
}

static uint32_t control_picture(uint32_t code) {
  return code < 0x20 ? CONTROL_PICTURES + code : code == 0x7f ? DELETE_PICTURE : REPLACEMENT;
}

/* Skips the marks that belong to the character just taken. */
static void skip_marks(const char **s, const char *end) {
  while (*s < end && (unsigned char)**s >= 0x80) {
    const char *next = *s;
    if (wl_unicode_class(take(&next, end)) != WL_UNICODE_MARK) return;
    *s = next;
  }
}

/* Nearly all text: a visible character of ASCII that no mark can follow. */
static bool is_simple(const char *s, const char *end) {
  return *s >= ' ' && *s <= '~' && (s + 1 == end || (unsigned char)s[1] < 0x80);
}

bool wl_text_next(const char **s, const char *end, struct wl_glyph *glyph) {
  if (*s >= end) return false;
  if (is_simple(*s, end)) {
    *glyph = (struct wl_glyph){.code = (uint32_t)*(*s)++, .cells = 1};
    return true;
  }
  uint32_t code = take(s, end);
  enum wl_unicode class = wl_unicode_class(code);
  *glyph = (struct wl_glyph){.code = code, .cells = 1};
  if (class == WL_UNICODE_WIDE) glyph->cells = 2;
  else if (class == WL_UNICODE_CONTROL) glyph->code = control_picture(code);
  else if (class != WL_UNICODE_NARROW) glyph->code = REPLACEMENT;
  skip_marks(s, end);
  return true;
}

/* Whether eight bytes are all from ' ' to '~'. A byte's top bit is set, before it is looked at:
 * where it was set already; by the first sum, where the byte is above '~'; by the difference,
 * which may borrow from the byte above only where this one is too small itself. */
static bool eight_simple(const char *s) {
  const uint64_t ones = ~0ull / 0xff;
  uint64_t bytes;
  memcpy(&bytes, s, sizeof bytes);
  return ((bytes | (bytes + ones) | (bytes - ' ' * ones)) & 0x80 * ones) == 0;
}

size_t wl_text_simple(const char *s, const char *end) {
  const char *at = s;
  while (end - at >= 8 && eight_simple(at)) at += 8;
  while (at < end && *at >= ' ' && *at <= '~') at++;
  return (size_t)(at - s) - (at > s && at < end && (unsigned char)*at >= 0x80);
}

size_t wl_text_cells(const char *s, size_t size) {
  const char *end = s + size;
  struct wl_glyph glyph = {.cells = 0};
  size_t cells = 0;
  do {
    size_t simple = wl_text_simple(s, end);
    cells += simple + glyph.cells;
    s += simple;
  } while (wl_text_next(&s, end, &glyph));
  return cells;
}

size_t wl_text_number(uint64_t n, char out[WL_TEXT_NUMBER]) {
  size_t length = 1;
  for (uint64_t rest = n; rest >= 10; rest /= 10) length++;
  out[length] = '\0';
  for (size_t i = length; i-- > 0; n /= 10) out[i] = (char)('0' + n % 10);
  return length;
}

size_t wl_text_encode(uint32_t code, char out[4]) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (size_t i = length - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
  out[0] = (char)((0xf00u >> length & 0xf0) | code);
  return length;
}

/* Appends a character to a buffer of `size` bytes, whole or (from the first
 * that does not fit on) not at all; counts it either way. */
struct sink {
  char *buffer;
  size_t size, used, wanted;
};

static void put(struct sink *out, const char *bytes, size_t length) {
  out->wanted += length;
  if (out->wanted >= out->size) return;
  memcpy(out->buffer + out->used, bytes, length);
  out->used += length;
}

static size_t finish(struct sink *out) {
  if (out->size > 0) out->buffer[out->used] = '\0';
  return out->wanted;
}

size_t wl_text_clean(const char *s, size_t n, bool ascii, char *buffer, size_t size) {
  struct sink out = {.buffer = buffer, .size = size};
  struct wl_glyph glyph;
  for (const char *end = s + n; wl_text_next(&s, end, &glyph);) {
    char bytes[4] = "??";
    bool stand_in = ascii && glyph.code >= 0x80;
    put(&out, bytes, stand_in ? glyph.cells : wl_text_encode(glyph.code, bytes));
  }
  return finish(&out);
}

size_t wl_text_utf8(const char *s, size_t n, char *buffer, size_t size) {
  struct sink out = {.buffer = buffer, .size = size};
  for (const char *end = s + n; s < end;) {
    char bytes[4];
    put(&out, bytes, wl_text_encode(take(&s, end), bytes));
  }
  return finish(&out);
}

size_t wl_text_line(const char *s, size_t n, size_t *next) {
  size_t length = 0;
  while (length < n && s[length] != '\n' && s[length] != '\r') length++;
  *next = length < n ? length + 1 : n;
  if (*next < n && (s[*next] == '\n' || s[*next] == '\r') && s[*next] != s[length]) ++*next;
  return length;
}

unsigned wl_text_distance(const char *a, const char *b) {
  enum { LONGEST = 64 };
  size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST) return (unsigned)(m > n ? m : n);
  unsigned rows[3][LONGEST + 1];
  unsigned *before = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= n; j++) last[j] = (unsigned)j;
  for (size_t i = 1; i <= m; i++) {
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      bool swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swap && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      row[j] = best;
    }
    unsigned *spare = before;
    before = last, last = row, row = spare;
  }
  return last[n];
}

/* Whether two names differ by capitals and underscores alone. */
static bool spelled_alike(const char *a, const char *b) {
  for (;; a++, b++) {
    while (*a == '_') a++;
    while (*b == '_') b++;
    if (wl_lower(*a) != wl_lower(*b)) return false;
    if (*a == '\0') return true;
  }
}

void wl_guess_try(struct wl_guess *n, const char *name, const char *candidate) {
  unsigned distance = wl_text_distance(name, candidate);
  if (distance > 1 && spelled_alike(name, candidate)) distance = 1;
  if (n->name != NULL && n->distance <= distance) return;
  n->name = candidate;
  n->distance = distance;
}

bool wl_guess_good(const struct wl_guess *n, const char *name) {
  if (n->name == NULL || n->distance >= strlen(n->name)) return false;
  return n->distance <= 1 + strlen(name) / 4 && n->distance < strlen(name);
}

const char *wl_nearest(const char *name, const char *const *names, size_t count) {
  struct wl_guess n = {NULL, 0};
  for (size_t i = 0; i < count; i++) wl_guess_try(&n, name, names[i]);
  return wl_guess_good(&n, name) ? n.name : NULL;
}
