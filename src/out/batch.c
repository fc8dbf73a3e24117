/* batch: one JSON object per line in, one out. Memory does not grow with the
 * number of lines. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/metric.h"
#include "core/text.h"
#include "out/finish.h"
#include "out/json.h"
#include "out/out.h"

enum { LONGEST = 64 * 1024, SHOWN = 40 /* bytes of an outside name in a message */ };

struct batch {
  FILE *in, *out;
  const struct wl_arch *arch;
  uint64_t line, bad, first_bad;
  char text[LONGEST];
  size_t size;
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

/* The name closest to a wrong one, if it is close; else NULL. */
static const char *closest(const char *name, const char *const *names, size_t count) {
  const char *best = NULL;
  unsigned least = 3;
  for (size_t i = 0; i < count; i++) {
    unsigned distance = wl_text_distance(name, names[i]);
    if (distance >= least || distance >= strlen(names[i])) continue;
    least = distance;
    best = names[i];
  }
  return best;
}

/* A value that is one of a few names. */
static bool parse_name(const char *key, const json_t *value, const char *const *names,
                       size_t count, const char *expected, uint8_t *out, struct wl_diag *d) {
  const char *text = json_string_value(value);
  if (text == NULL)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is %s: give %s", key, describe(value), expected);
  for (size_t i = 0; i < count; i++)
    if (strcmp(text, names[i]) == 0) {
      *out = (uint8_t)i;
      return true;
    }
  const char *near = closest(text, names, count);
  if (near)
    return wl_diag_fail(d, WL_INPUT, "\"%s\" is \"%.*s\": did you mean \"%s\"?", key, SHOWN, text,
                        near);
  return wl_diag_fail(d, WL_INPUT, "\"%s\" is \"%.*s\": give %s", key, SHOWN, text, expected);
}

static bool parse_space(const json_t *value, struct wl_access *a, struct wl_diag *d) {
  return parse_name("space", value, wl_space_names, WL_SPACES,
                    "\"global\", \"shared\" or \"constant\"", &a->space, d);
}

static bool parse_op(const json_t *value, struct wl_access *a, struct wl_diag *d) {
  return parse_name("op", value, wl_op_names, WL_OPS,
                    "\"load\", \"store\", \"reduce\" or \"atomic\"", &a->op, d);
}

static bool parse_cache(const json_t *value, struct wl_access *a, struct wl_diag *d) {
  return parse_name("cache", value, wl_cache_names, WL_CACHES, "\"ca\", \"cg\" or \"nc\"",
                    &a->cache, d);
}

static bool parse_hit(const json_t *value, struct wl_access *a, struct wl_diag *d) {
  a->hit = json_is_true(value);
  if (json_is_boolean(value)) return true;
  return wl_diag_fail(d, WL_INPUT, "\"hit\" is %s: give true or false", describe(value));
}

static bool parse_width(const json_t *value, struct wl_access *a, struct wl_diag *d) {
  json_int_t width = json_integer_value(value);
  if (!json_is_integer(value))
    return wl_diag_fail(d, WL_INPUT, "\"width\" is %s: give 1, 2, 4, 8 or 16", describe(value));
  if (width < 1 || width > 16 || (width & (width - 1)) != 0)
    return wl_diag_fail(d, WL_INPUT, "\"width\" is %" JSON_INTEGER_FORMAT
                        ": give 1, 2, 4, 8 or 16", width);
  a->width = (uint8_t)width;
  return true;
}

static bool parse_addresses(const json_t *value, struct wl_access *a, struct wl_diag *d) {
  if (!json_is_array(value))
    return wl_diag_fail(d, WL_INPUT, "\"addresses\" is %s: give an array of 32 integers or nulls",
                        describe(value));
  if (json_array_size(value) != WL_LANES)
    return wl_diag_fail(d, WL_INPUT, "\"addresses\" has %zu entries: give 32, one per lane, "
                        "null where the lane is inactive", json_array_size(value));
  for (unsigned i = 0; i < WL_LANES; i++) {
    const json_t *address = json_array_get(value, i);
    if (json_is_null(address)) continue;
    if (!json_is_integer(address))
      return wl_diag_fail(d, WL_INPUT, "\"addresses\"[%u] is %s: give an integer or null", i,
                          describe(address));
    if (json_integer_value(address) < 0)
      return wl_diag_fail(d, WL_INPUT, "\"addresses\"[%u] is negative: addresses start at 0", i);
    a->address[i] = (uint64_t)json_integer_value(address);
    a->mask |= UINT32_C(1) << i;
  }
  return true;
}

static const struct key {
  const char *name;
  bool required;
  bool (*parse)(const json_t *value, struct wl_access *a, struct wl_diag *d);
} keys[] = {
  {"space", true, parse_space},
  {"op", true, parse_op},
  {"cache", false, parse_cache},
  {"width", true, parse_width},
  {"addresses", true, parse_addresses},
  {"hit", false, parse_hit},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

static bool check_keys(const json_t *object, struct wl_diag *d) {
  const char *names[KEYS], *name;
  const json_t *value;
  for (size_t i = 0; i < KEYS; i++) names[i] = keys[i].name;
  json_object_foreach((json_t *)object, name, value) {
    size_t i = 0;
    while (i < KEYS && strcmp(name, names[i]) != 0) i++;
    if (i < KEYS) continue;
    const char *near = closest(name, names, KEYS);
    if (near)
      return wl_diag_fail(d, WL_INPUT, "no key is called \"%.*s\": did you mean \"%s\"?", SHOWN,
                          name, near);
    return wl_diag_fail(d, WL_INPUT, "no key is called \"%.*s\": the keys are space, op, cache, "
                        "width, addresses and hit", SHOWN, name);
  }
  return true;
}

static bool parse_object(const json_t *object, struct wl_access *a, struct wl_diag *d) {
  if (!json_is_object(object))
    return wl_diag_fail(d, WL_INPUT, "the line is %s: give an object, {\"space\": …}",
                        describe(object));
  if (!check_keys(object, d)) return false;
  *a = (struct wl_access){.cache = WL_CA};
  for (size_t i = 0; i < KEYS; i++) {
    const json_t *value = json_object_get(object, keys[i].name);
    if (value == NULL && keys[i].required)
      return wl_diag_fail(d, WL_INPUT, "\"%s\" is missing", keys[i].name);
    if (value && !keys[i].parse(value, a, d)) return false;
  }
  return true;
}

static bool parse_line(const struct batch *b, struct wl_access *a, struct wl_diag *d) {
  json_error_t error;
  json_t *object = json_loadb(b->text, b->size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  if (object == NULL)
    return wl_diag_fail(d, WL_INPUT, "not JSON, at byte %d: %s", error.position, error.text);
  bool good = parse_object(object, a, d) && wl_access_check(b->arch, a, d);
  json_decref(object);
  return good;
}

enum line_state { LINE, LINE_EMPTY, LINE_LONG, LINE_END };

/* Reads one line, without its end, however long it is. */
static enum line_state read_line(struct batch *b) {
  bool empty = true, any = false;
  size_t size = 0;
  for (int c; (c = getc_unlocked(b->in)) != EOF;) {
    any = true;
    if (c == '\n') break;
    if (c != ' ' && c != '\t' && c != '\r') empty = false;
    if (size < LONGEST) b->text[size] = (char)c;
    size++;
  }
  b->size = size;
  return !any ? LINE_END : empty ? LINE_EMPTY : size > LONGEST ? LINE_LONG : LINE;
}

static bool at_end(FILE *f) {
  int c = getc(f);
  return c == EOF || ungetc(c, f) == EOF;
}

static bool put_counts(const struct batch *b, const struct wl_access *a) {
  char line[400], *at = line;
  struct wl_counts counts;
  wl_count(b->arch, a, &counts);
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    if (wl_figure_applies(f, a->space))
      at += snprintf(at, (size_t)(line + sizeof line - at), "%c\"%s\":%" PRIu32,
                     at == line ? '{' : ',', wl_metrics[f].key, wl_figure_get(&counts, f));
  memcpy(at, "}\n", 3);
  return fputs(line, b->out) != EOF;
}

static bool put_error(const struct batch *b, const struct wl_diag *d) {
  json_t *message = wl_json_text(d->what, strlen(d->what));
  json_t *error = json_pack("{s:{s:I, s:o}}", "error", "line", (json_int_t)b->line, "message",
                            message);
  return wl_json_put(b->out, error, 0) && putc('\n', b->out) != EOF;
}

static bool do_line(struct batch *b, enum line_state state) {
  struct wl_access a;
  struct wl_diag d;
  bool good = false;
  if (state == LINE) good = parse_line(b, &a, &d);
  else if (state == LINE_LONG)
    wl_diag_fail(&d, WL_INPUT, "the line is longer than %d bytes", LONGEST);
  else wl_diag_fail(&d, WL_INPUT, "the line is empty: give one object on every line");
  if (good) return put_counts(b, &a);
  if (b->bad++ == 0) b->first_bad = b->line;
  return put_error(b, &d);
}

enum wl_status wl_batch(FILE *in, FILE *out, const struct wl_arch *arch, struct wl_diag *d) {
  struct batch b = {.in = in, .out = out, .arch = arch};
  bool written = true;
  for (enum line_state state; written && (state = read_line(&b)) != LINE_END;) {
    if (state == LINE_EMPTY && at_end(in)) break;
    b.line++;
    written = do_line(&b, state);
  }
  int error = errno;
  bool unread = ferror(in);
  if (!wl_out_finish(out, d)) return WL_OUTPUT;
  if (unread) {
    wl_diag_fail(d, WL_INPUT, "cannot read on after line %" PRIu64 ": %s", b.line, strerror(error));
    return WL_INPUT;
  }
  if (b.bad == 0) return WL_OK;
  wl_diag_fail(d, WL_INPUT, "%" PRIu64 " of %" PRIu64 " lines cannot be used, the first is line %"
               PRIu64, b.bad, b.line, b.first_bad);
  wl_diag_hint(d, "the output has an error object in the place of each");
  return WL_INPUT;
}
