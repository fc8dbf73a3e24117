#include "input/instruction.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "core/access/access.h"
#include "core/base/text.h"

enum { SHOWN = 40 /* bytes of an outside name in a message */ };

/* Kinds of instructions by what they are told with, as bits. */
enum { MEMORY = 1, FETCH = 2, COPY = 4, MATRIX = 8, ANY = MEMORY | FETCH | COPY | MATRIX };

/* Numbers of the lanes, and which lanes have one. */
struct numbers {
  uint64_t of[WL_LANES];
  uint32_t mask;
};

struct line {
  struct wl_access a;
  uint32_t has; /* keys, as bits */
  struct numbers addresses, x, y, to;
  uint8_t matrices, cache;
};

/* What a value is, for messages. */
static const char *describe(const json_t *value) {
  static const char *const kinds[] = {
    [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array", [JSON_STRING] = "a string",
    [JSON_INTEGER] = "an integer", [JSON_REAL] = "not an integer", [JSON_TRUE] = "true",
    [JSON_FALSE] = "false", [JSON_NULL] = "null",
  };
  return kinds[json_typeof(value)];
}

/* "\"array\" or \"pitch\"": the names that there are. */
static const char *list_names(const char *const *names, size_t count, char text[160]) {
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    n += (size_t)snprintf(text + n, n < 160 ? 160 - n : 0, "%s\"%s\"",
                          i == 0 ? "" : i + 1 < count ? ", " : " or ", names[i]);
  return text;
}

/* A value that is one of a few names; *out is its index. */
static bool parse_name(const char *key, const json_t *value, const char *const *names,
                       size_t count, uint8_t *out, struct wl_diag *d) {
  const char *text = json_string_value(value);
  char all[160];
  for (size_t i = 0; text != NULL && i < count; i++)
    if (strcmp(text, names[i]) == 0) {
      *out = (uint8_t)i;
      return true;
    }
  const char *near = text ? wl_nearest(text, names, count) : NULL;
  list_names(names, count, all);
  if (text == NULL)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is %s: give %s", key, describe(value), all);
  if (near)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is \"%.*s\": did you mean \"%s\"?", key, SHOWN, text,
                        near);
  return wl_diag_fail(d, WL_INPUT, "\"%s\" is \"%.*s\": give %s", key, SHOWN, text, all);
}

/* A number out of a set of bits: 1 | 2 | 4 are the numbers 1, 2 and 4. */
static bool parse_choice(const char *key, const json_t *value, json_int_t choices,
                         const char *expected, uint8_t *out, struct wl_diag *d) {
  json_int_t number = json_integer_value(value);
  *out = (uint8_t)number;
  if (!json_is_integer(value))
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is %s: give %s", key, describe(value), expected);
  if (number > 0 && (number & (number - 1)) == 0 && (number & choices)) return true;
  return wl_diag_fail(d, WL_INPUT, "\"%s\" is %" JSON_INTEGER_FORMAT ": give %s", key, number,
                      expected);
}

static bool parse_pitch(const char *key, const json_t *value, uint32_t *out, struct wl_diag *d) {
  json_int_t pitch = json_integer_value(value);
  if (!json_is_integer(value))
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is %s: give the bytes from row to row", key,
                        describe(value));
  if (pitch < 1 || pitch > UINT32_MAX)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is %" JSON_INTEGER_FORMAT ": give 1 to %" PRIu32, key,
                        pitch, UINT32_MAX);
  *out = (uint32_t)pitch;
  return true;
}

/* 32 numbers, null for a lane that has none. */
static bool parse_numbers(const char *key, const json_t *value, json_int_t most,
                          struct numbers *out, struct wl_diag *d) {
  if (!json_is_array(value))
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is %s: give an array of 32 integers or nulls", key,
                        describe(value));
  if (json_array_size(value) != WL_LANES)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" has %zu entries: give 32, one per lane, null where "
                        "the lane is inactive", key, json_array_size(value));
  for (unsigned i = 0; i < WL_LANES; i++) {
    const json_t *number = json_array_get(value, i);
    if (json_is_null(number)) continue;
    if (!json_is_integer(number))
      return wl_diag_fail(d, WL_INPUT, "\"%s\"[%u] is %s: give an integer or null", key, i,
                          describe(number));
    if (json_integer_value(number) < 0)
      return wl_diag_fail(d, WL_INPUT, "\"%s\"[%u] is negative: %s start at 0", key, i,
                          strcmp(key, "addresses") == 0 ? "addresses" : "they");
    if (json_integer_value(number) > most)
      return wl_diag_fail(d, WL_INPUT, "\"%s\"[%u] is more than %" JSON_INTEGER_FORMAT, key, i,
                          most);
    out->of[i] = (uint64_t)json_integer_value(number);
    out->mask |= UINT32_C(1) << i;
  }
  return true;
}

/* What a value is: a name, a number out of few, numbers of the lanes, true or false, or bytes from
 * row to row. */
enum kind { NAME, CHOICE, LANES, LANES_64, TRUTH, PITCH };

/* The keys, the kinds of instructions that must have them, and those that may; where the value
 * goes, and which there are. Accesses of 32 bytes are for core to refuse, texels are never as
 * wide. */
#define TO(member) offsetof(struct line, member)
static const struct key {
  const char *name;
  uint8_t must, may, kind;
  size_t to;
  const char *const *names;
  json_int_t most; /* how many names; CHOICE: the numbers, as bits */
  const char *expected;
} keys[] = {
  {"space", MEMORY | FETCH, ANY, NAME, TO(a.space), wl_space_names, WL_SPACES, NULL},
  {"op", MEMORY | COPY | MATRIX, ANY, NAME, TO(a.op), wl_op_names, WL_OPS, NULL},
  {"cache", 0, MEMORY, NAME, TO(cache), wl_cache_names + WL_CA, WL_CACHES - WL_CA, NULL},
  {"width", MEMORY | COPY, MEMORY | COPY | MATRIX, CHOICE, TO(a.width), NULL, 63,
   "1, 2, 4, 8 or 16 (PTX ISA, ld and st)"},
  {"texel", FETCH, FETCH, CHOICE, TO(a.width), NULL, 31,
   "1, 2, 4, 8 or 16 (CUDA Programming Guide, texture memory: 1, 2 or 4 components of up to 4 "
   "bytes)"},
  {"addresses", MEMORY | COPY | MATRIX, MEMORY | COPY | MATRIX, LANES_64, TO(addresses), NULL, 0,
   NULL},
  {"to", COPY, COPY, LANES, TO(to), NULL, 0, NULL},
  {"x", FETCH, FETCH, LANES, TO(x), NULL, 0, NULL},
  {"y", FETCH, FETCH, LANES, TO(y), NULL, 0, NULL},
  {"matrices", MATRIX, MATRIX, CHOICE, TO(matrices), NULL, 1 | 2 | 4, "1, 2 or 4"},
  {"layout", 0, FETCH, NAME, TO(a.layout), wl_layout_names, WL_LAYOUTS, NULL},
  {"pitch", 0, FETCH, PITCH, TO(a.pitch), NULL, 0, NULL},
  {"banks", 0, MEMORY, CHOICE, TO(a.banks), NULL, 4 | 8, "4 or 8"},
  {"hit", 0, MEMORY, TRUTH, TO(a.hit), NULL, 0, NULL},
  {"form", 0, MEMORY, NAME, TO(a.form), wl_form_names, WL_FORMS, NULL},
};
enum { SPACE, OP, CACHE }; /* rows */

static bool parse(const struct key *key, const json_t *value, struct line *l, struct wl_diag *d) {
  void *to = (char *)l + key->to;
  l->has |= UINT32_C(1) << (key - keys);
  switch (key->kind) {
  case NAME: return parse_name(key->name, value, key->names, (size_t)key->most, to, d);
  case CHOICE: return parse_choice(key->name, value, key->most, key->expected, to, d);
  case LANES: return parse_numbers(key->name, value, UINT32_MAX, to, d);
  case LANES_64: return parse_numbers(key->name, value, INT64_MAX, to, d);
  case PITCH: return parse_pitch(key->name, value, to, d);
  default:
    *(bool *)to = json_is_true(value);
    return json_is_boolean(value) ||
           wl_diag_fail(d, WL_INPUT, "\"%s\" is %s: give true or false", key->name,
                        describe(value));
  }
}

enum { KEYS = sizeof keys / sizeof keys[0] };

static bool unknown_key(const char *name, struct wl_diag *d) {
  const char *names[KEYS];
  for (size_t i = 0; i < KEYS; i++) names[i] = keys[i].name;
  const char *near = wl_nearest(name, names, KEYS);
  if (strcmp(name, "arch") == 0)
    return wl_diag_fail(d, WL_INPUT, "no key is called \"arch\": all lines are of one generation, "
                        "--arch says which");
  if (near)
    return wl_diag_fail(d, WL_INPUT, "no key is called \"%.*s\": did you mean \"%s\"?", SHOWN,
                        name, near);
  return wl_diag_fail(d, WL_INPUT, "no key is called \"%.*s\": the keys are space, op, cache, "
                      "width, addresses and hit; banks; form; to; matrices; x, y, texel, layout "
                      "and pitch", SHOWN, name);
}

static bool check_names(const json_t *object, struct wl_diag *d) {
  const char *name;
  const json_t *value;
  json_object_foreach((json_t *)object, name, value) {
    size_t i = 0;
    while (i < KEYS && strcmp(name, keys[i].name) != 0) i++;
    if (i == KEYS) return unknown_key(name, d);
  }
  return true;
}

/* The kind of the instruction, once its space and op are read. */
static unsigned kind_of(const struct line *l, const char **what) {
  if (l->has >> OP & 1 && l->a.op >= WL_COPY) {
    *what = wl_op_names[l->a.op];
    return wl_op_is_copy((enum wl_op)l->a.op) ? COPY : MATRIX;
  }
  bool fetch = l->has >> SPACE & 1 && l->a.space == WL_TEXTURE;
  *what = fetch ? "a texture" : "this instruction";
  return fetch ? FETCH : MEMORY;
}

static bool parse_key(const json_t *object, const struct key *key, struct line *l,
                      struct wl_diag *d) {
  const json_t *value = json_object_get(object, key->name);
  const char *what;
  unsigned kind = kind_of(l, &what);
  if (value == NULL && key->must & kind)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is missing", key->name);
  if (value && !(key->may & kind))
    return wl_diag_fail(d, WL_INPUT, "\"%s\" has no meaning for %s", key->name, what);
  return value == NULL || parse(key, value, l, d);
}

/* Space and op come first: they tell which other keys there must be. */
static bool parse_keys(const json_t *object, struct line *l, struct wl_diag *d) {
  for (size_t i = 0; i < 2; i++) {
    const json_t *value = json_object_get(object, keys[i].name);
    if (value && !parse(&keys[i], value, l, d)) return false;
  }
  for (size_t i = 0; i < KEYS; i++)
    if (!parse_key(object, &keys[i], l, d)) return false;
  return true;
}

/* Two lists of one line have numbers for the same lanes. */
static bool same_lanes(const char *one, const struct numbers *a, const char *other,
                       const struct numbers *b, struct wl_diag *d) {
  if (a->mask == b->mask) return true;
  unsigned lane = (unsigned)__builtin_ctz(a->mask ^ b->mask);
  bool first = a->mask >> lane & 1;
  return wl_diag_fail(d, WL_INPUT, "lane %u has \"%s\" but no \"%s\"", lane, first ? one : other,
                      first ? other : one);
}

static bool take_texels(struct line *l, struct wl_diag *d) {
  struct wl_access *a = &l->a;
  if (!same_lanes("x", &l->x, "y", &l->y, d)) return false;
  a->mask = l->x.mask;
  for (unsigned i = 0; i < WL_LANES; i++) {
    a->address[i] = l->x.of[i];
    a->second[i] = (uint32_t)l->y.of[i];
  }
  if (a->layout != WL_LAYOUT_PITCH && a->pitch)
    return wl_diag_fail(d, WL_INPUT, "\"pitch\" has no meaning for layout \"%s\"",
                        wl_layout_names[a->layout]);
  return a->layout != WL_LAYOUT_PITCH || a->pitch ||
         wl_diag_fail(d, WL_INPUT, "layout \"pitch\" needs \"pitch\", the bytes from row to row");
}

static bool take_copy(struct line *l, struct wl_diag *d) {
  if (!same_lanes("addresses", &l->addresses, "to", &l->to, d)) return false;
  for (unsigned i = 0; i < WL_LANES; i++) l->a.second[i] = (uint32_t)l->to.of[i];
  return true;
}

/* Lanes beyond the matrices give no row addresses, whatever they hold. */
static bool take_matrices(struct line *l, struct wl_diag *d) {
  struct wl_access *a = &l->a;
  uint32_t needed = UINT32_MAX >> (WL_LANES - 8 * l->matrices);
  uint32_t missing = needed & ~a->mask;
  if (missing != 0)
    return wl_diag_fail(d, WL_INPUT, "\"addresses\"[%u] is null: %s takes row addresses from lanes "
                        "0 to %u", (unsigned)__builtin_ctz(missing), wl_op_names[a->op],
                        8 * l->matrices - 1);
  a->mask = needed;
  if (a->width == 0) a->width = 16;
  return true;
}

static bool take_numbers(struct line *l, struct wl_diag *d) {
  struct wl_access *a = &l->a;
  const char *what;
  unsigned kind = kind_of(l, &what);
  if (kind == FETCH) return take_texels(l, d);
  if (!(l->has >> SPACE & 1)) a->space = kind == MATRIX ? WL_SHARED : WL_GLOBAL;
  a->mask = l->addresses.mask;
  memcpy(a->address, l->addresses.of, sizeof a->address);
  return kind == COPY ? take_copy(l, d) : kind == MATRIX ? take_matrices(l, d) : true;
}

bool wl_instruction_parse(const struct wl_arch *arch, const json_t *object, struct wl_access *a,
                          struct wl_diag *d) {
  struct line l = {.a = {.op = WL_LOAD}};
  if (!json_is_object(object))
    return wl_diag_fail(d, WL_INPUT, "the line is %s: give an object, {\"space\": …}",
                        describe(object));
  bool good = check_names(object, d) && parse_keys(object, &l, d) && take_numbers(&l, d);
  if (l.has >> CACHE & 1) l.a.cache = (uint8_t)(WL_CA + l.cache);
  *a = l.a;
  return good && wl_access_check(arch, a, d);
}

bool wl_instruction_read(const struct wl_arch *arch, const char *text, size_t size,
                         struct wl_access *a, struct wl_diag *d) {
  json_error_t error;
  json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (object == NULL && json_error_code(&error) == json_error_numeric_overflow)
    return wl_diag_fail(d, WL_INPUT, "a number is out of range, before byte %d: addresses are from "
                        "0 to %" PRId64 " (2^63 - 1)", error.position, INT64_MAX);
  if (object == NULL && json_error_code(&error) == json_error_out_of_memory)
    return wl_diag_refused(d, "not enough memory for a line");
  if (object == NULL)
    return wl_diag_fail(d, WL_INPUT, "not JSON, at byte %d: %s", error.position, error.text);
  bool good = wl_instruction_parse(arch, object, a, d);
  json_decref(object);
  return good;
}
