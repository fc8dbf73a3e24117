#include "input/cuda/ir_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/access/type.h"
#include "core/base/grow.h"

struct wl_ir_part wl_ir_line(const char *at, const char *end, const char **next) {
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  *next = stop != NULL ? stop + 1 : end;
  return (struct wl_ir_part){at, (size_t)((stop != NULL ? stop : end) - at)};
}

bool wl_ir_is(struct wl_ir_part p, const char *word) {
  return strlen(word) == p.size && memcmp(p.at, word, p.size) == 0;
}

bool wl_ir_begins(struct wl_ir_part p, const char *word) {
  size_t n = strlen(word);
  return p.size >= n && memcmp(p.at, word, n) == 0;
}

struct wl_ir_part wl_ir_skip(struct wl_ir_part p, size_t n) {
  if (n > p.size) n = p.size;
  p.at += n, p.size -= n;
  while (p.size > 0 && *p.at == ' ') p.at++, p.size--;
  return p;
}

const char *wl_ir_find(struct wl_ir_part p, const char *word) {
  return p.size == 0 ? NULL : memmem(p.at, p.size, word, strlen(word));
}

/* How far brackets, strings and all reach until one of `stops` stands outside of them. */
static size_t reach(struct wl_ir_part p, const char *stops) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < p.size; i++) {
    char c = p.at[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (depth == 0 && strchr(stops, c) != NULL) return i;
    if (strchr("([{<", c) != NULL) depth++;
    if (strchr(")]}>", c) != NULL) depth--;
    if (depth < 0) return i;
  }
  return p.size;
}

struct wl_ir_part wl_ir_operand(struct wl_ir_part *p) {
  struct wl_ir_part one = {p->at, reach(*p, ",")};
  *p = wl_ir_skip(*p, one.size + 1);
  return one;
}

static size_t past_stars(struct wl_ir_part p, size_t n) {
  while (n < p.size && p.at[n] == '*') n++;
  return n;
}

struct wl_ir_part wl_ir_type(struct wl_ir_part *p) {
  size_t n = p->size > 0 && strchr("([{<", *p->at) != NULL ? 0 : reach(*p, " ,)");
  if (n == 0 && p->size > 0) { /* a bracket, what is in it, and stars */
    struct wl_ir_part rest = {p->at + 1, p->size - 1};
    n = 1 + reach(rest, "");
    n += n < p->size;
  }
  n = past_stars(*p, n);
  if (n + 1 < p->size && p->at[n] == ' ' && p->at[n + 1] == '(') { /* arguments of a function */
    struct wl_ir_part rest = {p->at + n + 2, p->size - n - 2};
    size_t end = n + 2 + reach(rest, "") + 1;
    if (past_stars(*p, end) > end) n = past_stars(*p, end); /* which a pointer points to */
  }
  struct wl_ir_part type = {p->at, n};
  *p = wl_ir_skip(*p, n);
  return type;
}

static bool keep(struct wl_ir_part **list, size_t *count, size_t *capacity, struct wl_ir_part p) {
  if (*count == *capacity) {
    struct wl_ir_part *grown = wl_grow(*list, sizeof *grown, capacity, 1024);
    if (grown == NULL) return false;
    *list = grown;
  }
  (*list)[(*count)++] = p;
  return true;
}

bool wl_ir_open(struct wl_ir *ir, const char *text, size_t size) {
  size_t most = 0, types = 0;
  *ir = (struct wl_ir){.text = text, .size = size};
  for (const char *at = text, *end = text + size; at < end;) {
    struct wl_ir_part line = wl_ir_line(at, end, &at);
    if (wl_ir_begins(line, "!") && line.size > 1 && line.at[1] >= '0' && line.at[1] <= '9') {
      size_t number = strtoul(line.at + 1, NULL, 10);
      const char *is = wl_ir_find(line, " = ");
      if (is == NULL || number > size) continue;
      while (number >= most) {
        struct wl_ir_part *grown = wl_grow(ir->metadata, sizeof *grown, &most, 4096);
        if (grown == NULL) return false;
        ir->metadata = grown;
      }
      while (ir->metadata_count <= number)
        ir->metadata[ir->metadata_count++] = (struct wl_ir_part){"", 0};
      ir->metadata[number] = wl_ir_skip(line, (size_t)(is - line.at) + 3);
      if (wl_ir_begins(ir->metadata[number], "distinct "))
        ir->metadata[number] = wl_ir_skip(ir->metadata[number], 9);
    } else if (wl_ir_begins(line, "%") && wl_ir_find(line, " = type ") != NULL) {
      if (!keep(&ir->type, &ir->types, &types, line)) return false;
    } else if (wl_ir_find(line, "* @") != NULL || wl_ir_find(line, "* %") != NULL ||
               wl_ir_find(line, "i8*") != NULL) {
      ir->typed = true;
    }
  }
  return true;
}

void wl_ir_close(struct wl_ir *ir) {
  free(ir->metadata);
  free(ir->type);
}

static const struct { const char *name; uint8_t bytes, scalar; } plain[] = {
  {"i1", 1, WL_UCHAR}, {"i8", 1, WL_CHAR}, {"i16", 2, WL_SHORT}, {"i32", 4, WL_INT},
  {"i64", 8, WL_LONGLONG}, {"half", 2, WL_HALF}, {"bfloat", 2, WL_USHORT},
  {"float", 4, WL_FLOAT}, {"double", 8, WL_DOUBLE}, {"ptr", 8, WL_ULONGLONG},
};

static struct wl_ir_part named(const struct wl_ir *ir, struct wl_ir_part name) {
  for (size_t i = 0; i < ir->types; i++) {
    struct wl_ir_part line = ir->type[i];
    if (line.size > name.size && memcmp(line.at, name.at, name.size) == 0 &&
        line.at[name.size] == ' ')
      return wl_ir_skip(line, name.size + strlen(" = type "));
  }
  return (struct wl_ir_part){"", 0};
}

static struct wl_ir_shape shape_of(const struct wl_ir *ir, struct wl_ir_part type, int depth);

static struct wl_ir_shape array_shape(const struct wl_ir *ir, struct wl_ir_part type, int depth) {
  bool vector = *type.at == '<';
  char *x;
  unsigned long long count = strtoull(type.at + 1, &x, 10);
  struct wl_ir_part inner = {x + 3, (size_t)(type.at + type.size - 1 - (x + 3))};
  if (type.size < 6 || x + 3 > type.at + type.size) return (struct wl_ir_shape){0};
  struct wl_ir_shape s = shape_of(ir, inner, depth + 1);
  s.bytes *= count;
  if (vector) {
    if (count >= 1 && count <= 4 && s.components == 1) s.components = (uint8_t)count;
    s.element_bytes = (uint32_t)s.bytes;
    s.align = s.bytes < 16 ? (uint32_t)s.bytes : 16;
    s.extent[0] = s.extent[1] = s.extent[2] = 1;
    return s;
  }
  if (s.dimensions < 3) {
    if (depth > 0 || s.dimensions > 0 || true) {
      for (unsigned i = s.dimensions; i > 0; i--) s.extent[i] = s.extent[i - 1];
      s.extent[0] = (uint32_t)count;
      s.dimensions++;
    }
  } else {
    s.extent[0] *= (uint32_t)count;
  }
  return s;
}

/* Its fields, one behind the other; of equal scalars a vector. */
static struct wl_ir_shape struct_shape(const struct wl_ir *ir, struct wl_ir_part type, int depth) {
  struct wl_ir_shape s = {.align = 1, .extent = {1, 1, 1}};
  bool packed = *type.at == '<', equal = true;
  unsigned fields = 0;
  struct wl_ir_part rest = wl_ir_skip(type, packed ? 2 : 1);
  rest.size -= packed ? 2 : 1;
  while (rest.size > 0) {
    struct wl_ir_part field = wl_ir_operand(&rest);
    while (field.size > 0 && field.at[field.size - 1] == ' ') field.size--;
    if (field.size == 0) continue;
    struct wl_ir_shape f = shape_of(ir, field, depth + 1);
    uint32_t align = packed || f.align == 0 ? 1 : f.align;
    s.bytes = (s.bytes + align - 1) / align * align + f.bytes;
    if (align > s.align) s.align = align;
    if (fields++ == 0) s.scalar = f.scalar;
    equal = equal && f.scalar == s.scalar && f.components == 1 && f.dimensions == 0;
  }
  s.bytes = (s.bytes + s.align - 1) / s.align * s.align;
  s.element_bytes = (uint32_t)s.bytes;
  s.components = 1;
  if (equal && fields >= 1 && fields <= 4) s.components = (uint8_t)fields;
  else s.scalar = s.bytes % 4 == 0 ? WL_UINT : WL_UCHAR;
  return s;
}

static struct wl_ir_shape shape_of(const struct wl_ir *ir, struct wl_ir_part type, int depth) {
  struct wl_ir_shape none = {.align = 1, .extent = {1, 1, 1}, .components = 1};
  while (type.size > 0 && type.at[type.size - 1] == ' ') type.size--;
  if (type.size == 0 || depth > 12) return none;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (wl_ir_is(type, plain[i].name))
      return (struct wl_ir_shape){.bytes = plain[i].bytes, .align = plain[i].bytes,
                                  .element_bytes = plain[i].bytes, .scalar = plain[i].scalar,
                                  .components = 1, .extent = {1, 1, 1}};
  if (type.at[type.size - 1] == '*')
    return (struct wl_ir_shape){.bytes = 8, .align = 8, .element_bytes = 8,
                                .scalar = WL_ULONGLONG, .components = 1, .extent = {1, 1, 1}};
  if (*type.at == '[' || (*type.at == '<' && type.size > 1 && type.at[1] != '{'))
    return array_shape(ir, type, depth);
  if (*type.at == '{' || *type.at == '<') return struct_shape(ir, type, depth);
  if (*type.at == '%') {
    struct wl_ir_part own = named(ir, type);
    return own.size > 0 && (*own.at == '{' || *own.at == '<') ? struct_shape(ir, own, depth) : none;
  }
  return none;
}

struct wl_ir_shape wl_ir_shape_of(const struct wl_ir *ir, struct wl_ir_part type) {
  return shape_of(ir, type, 0);
}

struct wl_ir_part wl_ir_fields(const struct wl_ir *ir, struct wl_ir_part type) {
  if (type.size > 0 && *type.at == '%') type = named(ir, type);
  if (type.size < 4 || *type.at != '{') return (struct wl_ir_part){"", 0};
  type.size -= 2;
  return wl_ir_skip(type, 1);
}

uint32_t wl_ir_number(struct wl_ir_part p, const char *word) {
  const char *at = wl_ir_find(p, word);
  if (at == NULL) return 0;
  at += strlen(word);
  uint32_t n = 0;
  while (at < p.at + p.size && *at >= '0' && *at <= '9' && n < UINT32_MAX / 10)
    n = n * 10 + (uint32_t)(*at++ - '0');
  return n;
}

static struct wl_ir_part node_of(const struct wl_ir *ir, uint32_t node) {
  return node < ir->metadata_count ? ir->metadata[node] : (struct wl_ir_part){"", 0};
}

bool wl_ir_kind(const struct wl_ir *ir, uint32_t node, const char *kind) {
  return wl_ir_begins(node_of(ir, node), kind);
}

/* What follows "name: " at its own level. */
static struct wl_ir_part field_of(const struct wl_ir *ir, uint32_t node, const char *name) {
  struct wl_ir_part p = node_of(ir, node);
  size_t n = strlen(name);
  const char *open = p.size > 0 ? memchr(p.at, '(', p.size) : NULL;
  if (open == NULL) return (struct wl_ir_part){"", 0};
  p = wl_ir_skip(p, (size_t)(open - p.at) + 1);
  while (p.size > 0) {
    struct wl_ir_part one = wl_ir_operand(&p);
    if (one.size > n + 2 && memcmp(one.at, name, n) == 0 && one.at[n] == ':')
      return wl_ir_skip(one, n + 1);
    if (p.size > 0 && *p.at == ')') break;
  }
  return (struct wl_ir_part){"", 0};
}

uint32_t wl_ir_field(const struct wl_ir *ir, uint32_t node, const char *name) {
  return wl_ir_number(field_of(ir, node, name), "");
}

uint32_t wl_ir_link(const struct wl_ir *ir, uint32_t node, const char *name) {
  struct wl_ir_part p = field_of(ir, node, name);
  return wl_ir_begins(p, "!") ? wl_ir_number(p, "!") : 0;
}

bool wl_ir_string(const struct wl_ir *ir, uint32_t node, const char *name, char *out,
                  size_t size) {
  struct wl_ir_part p = field_of(ir, node, name);
  out[0] = '\0';
  if (p.size < 2 || *p.at != '"') return false;
  p = (struct wl_ir_part){p.at + 1, p.size - 1};
  const char *end = memchr(p.at, '"', p.size);
  if (end == NULL) return false;
  size_t n = (size_t)(end - p.at);
  if (n >= size) n = size - 1;
  memcpy(out, p.at, n);
  out[n] = '\0';
  return true;
}

uint32_t wl_ir_item(const struct wl_ir *ir, uint32_t node, unsigned i) {
  struct wl_ir_part p = node_of(ir, node);
  if (!wl_ir_begins(p, "!{")) return 0;
  p = wl_ir_skip(p, 2);
  while (p.size > 0 && *p.at != '}') {
    struct wl_ir_part one = wl_ir_operand(&p);
    if (i-- == 0) return wl_ir_number(one, "!");
  }
  return 0;
}

/* The name that begins at `at` with @ or %. */
struct wl_ir_part wl_ir_name(const char *at, const char *end) {
  const char *p = at + 1;
  if (p < end && *p == '"') {
    for (p++; p < end && *p != '"'; p++) {}
    p++;
  } else {
    while (p < end && (*p == '_' || *p == '.' || *p == '$' || *p == '-' ||
                       (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
                       (*p >= 'A' && *p <= 'Z')))
      p++;
  }
  return (struct wl_ir_part){at, (size_t)((p < end ? p : end) - at)};
}


/* What an instruction names, and what stands behind "=". */
bool wl_ir_assigned(struct wl_ir_part line, struct wl_ir_part *name, struct wl_ir_part *rest) {
  line = wl_ir_skip(line, 0);
  if (line.size < 4 || *line.at != '%') return false;
  *name = wl_ir_name(line.at, line.at + line.size);
  *rest = wl_ir_skip(line, name->size);
  if (!wl_ir_begins(*rest, "= ")) return false;
  *rest = wl_ir_skip(*rest, 2);
  return true;
}

/* The last operand of text such as "i8* noundef align 4 %13": its type and its value. */
bool wl_ir_pointer(struct wl_ir_part p, struct wl_ir_part *type, struct wl_ir_part *value) {
  *type = wl_ir_type(&p);
  while (p.size > 0 && p.at[p.size - 1] == ' ') p.size--;
  if (p.size == 0) return false;
  size_t i = p.size;
  if (p.at[i - 1] == ')') {
    int depth = 0;
    while (i > 0) {
      char c = p.at[--i];
      depth += (c == ')') - (c == '(');
      if (depth == 0) break;
    }
    static const char *const words[] = {"getelementptr inbounds ", "getelementptr ", "bitcast ",
                                        "addrspacecast ", "inttoptr ",
                                        "getelementptr inbounds nuw ", "getelementptr nuw "};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
      size_t n = strlen(words[w]);
      if (i >= n && memcmp(p.at + i - n, words[w], n) == 0) {
        *value = (struct wl_ir_part){p.at + i - n, p.size - i + n};
        if (w != 1 || i < 22 || p.at[i - 2] != 's') return true;
      }
    }
    return value->size > 0;
  }
  while (i > 0 && p.at[i - 1] != ' ') i--;
  *value = (struct wl_ir_part){p.at + i, p.size - i};
  return value->size > 0;
}
