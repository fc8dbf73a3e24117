#include "core/base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

static const char ellipsis[] = "…";
enum { ELLIPSIS = sizeof ellipsis - 1, TAB = 4, MARGIN = 4 };

/* Whether a cut before this byte would split a UTF-8 character. */
static bool inside(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* Formats into `field`. Text that is too long loses its tail to an ellipsis.
 * The arguments may point into the field itself. */
static void fill(char *field, size_t size, const char *format, va_list args) {
  char text[sizeof((struct wl_diag *)0)->what];
  int length = vsnprintf(text, size, format, args);
  if (length < 0) text[0] = '\0';
  if (length >= (int)size) {
    size_t cut = size - 1 - ELLIPSIS;
    while (cut > 0 && inside(text[cut])) cut--;
    memcpy(text + cut, ellipsis, sizeof ellipsis);
  }
  memcpy(field, text, strlen(text) + 1);
}

bool wl_diag_fail(struct wl_diag *d, enum wl_status status, const char *format, ...) {
  if (d == NULL) return false;
  struct wl_diag new = {.status = status};
  va_list args;
  va_start(args, format);
  fill(new.what, sizeof new.what, format, args);
  va_end(args);
  *d = new;
  return false;
}

bool wl_diag_refused(struct wl_diag *d, const char *format, ...) {
  if (d == NULL) return false;
  struct wl_diag new = {.status = WL_LIMIT, .refused = true};
  va_list args;
  va_start(args, format);
  fill(new.what, sizeof new.what, format, args);
  va_end(args);
  *d = new;
  return false;
}

bool wl_diag_hint(struct wl_diag *d, const char *format, ...) {
  if (d == NULL) return false;
  va_list args;
  va_start(args, format);
  fill(d->hint, sizeof d->hint, format, args);
  va_end(args);
  return false;
}

/* Line `number` of the text, without its end. */
static bool find_line(const char *text, size_t size, uint32_t number, const char **line,
                      size_t *length) {
  for (size_t next; size > 0 && number > 0; number--, text += next, size -= next) {
    *length = wl_text_line(text, size, &next);
    *line = text;
    if (number == 1) return true;
  }
  return false;
}

/* The name of a file too long for the field keeps its tail, which says most. */
static void place_file(struct wl_diag *d, const char *file) {
  size_t length = strlen(file), room = sizeof d->file - 1;
  d->file[0] = '\0';
  if (length <= room) {
    memmove(d->file, file, length + 1);
    return;
  }
  file += length - (room - ELLIPSIS);
  while (inside(*file)) file++;
  snprintf(d->file, sizeof d->file, "%s%s", ellipsis, file);
}

/* Keeps the part of a long line around the column, with an ellipsis where it is cut; the columns
 * move with it. */
static void place_source(struct wl_diag *d, const char *line, size_t length) {
  size_t room = sizeof d->source - 1, first = 0;
  if (length > room) room -= 2 * ELLIPSIS;
  size_t column = d->column > 0 ? d->column - 1 : 0;
  if (column > length) column = length;
  if (length > room && column > room / 2) {
    first = column - room / 2;
    while (first < column && inside(line[first])) first++;
  }
  size_t last = length - first > room ? first + room : length;
  while (last < length && last > first && inside(line[last])) last--;
  size_t before = first > 0 ? ELLIPSIS : 0;
  memcpy(d->source, ellipsis, before);
  memcpy(d->source + before, line + first, last - first);
  snprintf(d->source + before + last - first, ELLIPSIS + 1, "%s", last < length ? ellipsis : "");
  if (d->column > 0) d->column = (uint32_t)(before + column - first) + 1;
  if (d->end_column > last + 1) d->end_column = (uint32_t)last + 1;
  d->end_column = d->end_column > first ? d->end_column - (uint32_t)(first - before) : 0;
}

void wl_diag_file(struct wl_diag *d, const char *file, uint32_t line) {
  if (d == NULL) return;
  place_file(d, file ? file : "");
  d->line = line;
  d->column = d->end_column = 0;
  d->source[0] = '\0';
}

void wl_diag_place(struct wl_diag *d, const char *file, const char *text, size_t size,
                   struct wl_span at) {
  if (d == NULL) return;
  wl_diag_file(d, file, at.line);
  d->column = at.column;
  d->end_column = at.end;
  const char *start;
  size_t length;
  if (text && find_line(text, size, at.line, &start, &length)) place_source(d, start, length);
}

/* Text being laid out; what does not fit is only counted. */
struct layout {
  char *buffer;
  size_t size, used, wanted;
  bool ascii;
};

static void add(struct layout *out, const char *text, size_t n) {
  char clean[4 * sizeof((struct wl_diag *)0)->what];
  size_t length = wl_text_clean(text, n, out->ascii, clean, sizeof clean);
  if (out->wanted + length < out->size) {
    memcpy(out->buffer + out->used, clean, length);
    out->used += length;
  } else if (out->wanted < out->size) { /* the character-wise cut of wl_text_clean() */
    wl_text_clean(text, n, out->ascii, out->buffer + out->used, out->size - out->used);
    out->used += strlen(out->buffer + out->used);
  }
  out->wanted += length;
}

static void add_text(struct layout *out, const char *text) { add(out, text, strlen(text)); }

/* A sentence of ours: where only ASCII may go its ellipses become dots. */
static void add_sentence(struct layout *out, const char *text) {
  const char *next;
  while (out->ascii && (next = strstr(text, ellipsis)) != NULL) {
    add(out, text, (size_t)(next - text));
    add_text(out, "...");
    text = next + sizeof ellipsis - 1;
  }
  add_text(out, text);
}

static void add_end(struct layout *out) {
  if (++out->wanted < out->size) out->buffer[out->used++] = '\n';
}

static void add_times(struct layout *out, const char *text, size_t times) {
  while (times-- > 0) add_text(out, text);
}

/* Adds `n` bytes of a source line that starts `cells` cells to the left; tabs
 * reach to the next multiple of TAB. Returns the cells after it. `out` may be
 * NULL to measure only. */
static size_t add_source(struct layout *out, const char *s, size_t n, size_t cells) {
  for (const char *end = s + n; s < end;) {
    const char *tab = memchr(s, '\t', (size_t)(end - s));
    const char *stop = tab ? tab : end;
    if (out) add(out, s, (size_t)(stop - s));
    cells += wl_text_cells(s, (size_t)(stop - s));
    s = stop;
    if (tab == NULL) continue;
    size_t pad = TAB - cells % TAB;
    if (out) add_times(out, " ", pad);
    cells += pad;
    s++;
  }
  return cells;
}

static void add_caret(struct layout *out, const struct wl_diag *d) {
  size_t length = strlen(d->source);
  size_t column = d->column - 1 < length ? d->column - 1 : length;
  size_t end = d->end_column > 0 && d->end_column - 1 < length ? d->end_column - 1 : length;
  if (d->end_column <= d->column) end = column;
  size_t start = add_source(NULL, d->source, column, 0);
  size_t stop = end > column ? add_source(NULL, d->source + column, end - column, start) : 0;
  add_times(out, " ", MARGIN + start);
  add_text(out, "^");
  if (stop > start + 1) add_times(out, "~", stop - start - 1);
  add_end(out);
}

void wl_diag_calls(const struct wl_diag *d, char *buffer, size_t size) {
  uint32_t known = d->callers < WL_DIAG_CALLERS ? d->callers : WL_DIAG_CALLERS;
  size_t used = 0;
  if (size > 0) buffer[0] = '\0';
  for (uint32_t i = 0; i < known && used < size; i++) {
    const char *before = i == 0 ? "called from" : ",";
    int n = snprintf(buffer + used, size - used, "%s line %u", before, (unsigned)d->caller[i]);
    used += n > 0 ? (size_t)n : 0;
  }
  if (d->callers > known && used < size) {
    bool all = d->callers < WL_DIAG_COUNTED;
    snprintf(buffer + used, size - used, all ? ", and %u more" : ", and many more",
             (unsigned)(d->callers - known));
  }
}

size_t wl_diag_format(const struct wl_diag *d, bool ascii, char *buffer, size_t size) {
  struct layout out = {.buffer = buffer, .size = size, .ascii = ascii};
  char line[16];
  add_text(&out, "warplens: ");
  if (d->file[0]) {
    add_text(&out, d->file);
    snprintf(line, sizeof line, ":%u", (unsigned)d->line);
    if (d->line > 0) add_text(&out, line);
    add_text(&out, ": ");
  }
  add_sentence(&out, d->what);
  add_end(&out);
  if (d->source[0]) {
    add_times(&out, " ", MARGIN);
    add_source(&out, d->source, strlen(d->source), 0);
    add_end(&out);
    if (d->column > 0) add_caret(&out, d);
  }
  char calls[160];
  wl_diag_calls(d, calls, sizeof calls);
  if (d->where[0]) add_text(&out, "  "), add_text(&out, d->where), add_end(&out);
  if (calls[0]) add_text(&out, "  "), add_text(&out, calls), add_end(&out);
  if (d->hint[0]) add_text(&out, "  "), add_sentence(&out, d->hint), add_end(&out);
  if (size > 0) buffer[out.used] = '\0';
  return out.wanted;
}
