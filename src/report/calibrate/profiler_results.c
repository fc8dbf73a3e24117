#include "report/calibrate/profiler_results.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

const char *const wl_measure_names[] = {
  "requests", "sectors", "lines", "tag_wavefronts", "data_wavefronts",
  "l2_requests", "l2_sectors", "shared_wavefronts", "constant_passes",
};
static_assert(sizeof wl_measure_names / sizeof *wl_measure_names == WL_MEASURES, "a row each");

enum { LONGEST = 16 * 1024, COLUMNS = 64, COMMENT = 200, SHOWN = 40 };

/* Columns that say what the instruction was. */
enum column { ID, FAMILY, SPACE, OP, WIDTH, MASK, ADDRESSES, DESTINATIONS, NAMED };
static const char *const column_names[NAMED] = {
  "id", "family", "space", "op", "width", "mask", "addresses", "destinations",
};

struct wl_results {
  FILE *in;
  const char *name;
  uint32_t line;
  size_t size, fields;
  bool twice;                    /* the counts are called requests_both …: see wl_result */
  int column[NAMED];             /* index of each, or -1 */
  int measure[WL_MEASURES];
  char *field[COLUMNS];          /* of the current line */
  char comment[COMMENT], cc[8];
  char text[LONGEST + 1];
};

/* Says that a failure is about the current line. */
static bool fail_here(const struct wl_results *r, struct wl_diag *d) {
  wl_diag_file(d, r->name, r->line);
  return false;
}

enum line_state { LINE, LINE_END, LINE_BAD };

/* Reads a line without its end, CR included, that is neither empty nor a comment.
 * Takes the first comment before the names of the columns. */
static enum line_state read_line(struct wl_results *r, struct wl_diag *d) {
  for (;;) {
    int c;
    r->size = r->fields = 0;
    while ((c = getc_unlocked(r->in)) != EOF && c != '\n') {
      if (r->size < LONGEST) r->text[r->size] = (char)c;
      r->size++;
    }
    if (c == EOF && r->size == 0) break;
    r->line++;
    if (r->size > LONGEST) {
      wl_diag_fail(d, WL_INPUT, "the line is longer than %d bytes", LONGEST);
      return fail_here(r, d), LINE_BAD;
    }
    if (r->size > 0 && r->text[r->size - 1] == '\r') r->size--;
    r->text[r->size] = '\0';
    if (strlen(r->text) != r->size) {
      wl_diag_fail(d, WL_INPUT, "the line has a NUL byte: the file is not text");
      return fail_here(r, d), LINE_BAD;
    }
    char *start = r->text + strspn(r->text, " \t");
    if (r->line == 1 && strncmp(start, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
      memmove(start, start + 3, strlen(start + 3) + 1);
    if (*start == '#' && r->comment[0] == '\0')
      snprintf(r->comment, sizeof r->comment, "%s", start + 1 + strspn(start + 1, " \t"));
    if (*start == '\0' || *start == '#') continue;
    return LINE;
  }
  if (!ferror(r->in)) return LINE_END;
  wl_diag_fail(d, WL_INPUT, "it cannot be read: %s", strerror(errno));
  return fail_here(r, d), LINE_BAD;
}

/* Cuts one field off the line, in place: quotes and the blanks around go. */
static char *cut_field(char **rest) {
  char *s = *rest + strspn(*rest, " \t"), *from = s, *to = s;
  bool quoted = *s == '"';
  if (quoted) {
    for (from = s + 1; *from && (*from != '"' || from[1] == '"'); from++) {
      from += *from == '"'; /* "" is one quote */
      *to++ = *from;
    }
    from += *from == '"';
    from += strcspn(from, ",");
  } else {
    while (*from && *from != ',') from++;
    to = from;
    while (to > s && (to[-1] == ' ' || to[-1] == '\t')) to--;
  }
  *rest = *from == ',' ? from + 1 : NULL;
  *to = '\0';
  return s;
}

static bool cut_line(struct wl_results *r, struct wl_diag *d) {
  for (char *rest = r->text; rest; r->fields++) {
    if (r->fields == COLUMNS) {
      wl_diag_fail(d, WL_INPUT, "the line has more than %d columns", COLUMNS);
      return fail_here(r, d);
    }
    r->field[r->fields] = cut_field(&rest);
  }
  return true;
}

/* The measure that a column holds, WL_MEASURES if none; *both: of two loads. */
static enum wl_profiled find_measure(const char *name, bool *both) {
  size_t n = strlen(name);
  *both = n > 5 && strcmp(name + n - 5, "_both") == 0;
  if (*both) n -= 5;
  enum wl_profiled m = 0;
  while (m < WL_MEASURES &&
         (strlen(wl_measure_names[m]) != n || memcmp(name, wl_measure_names[m], n) != 0))
    m++;
  return m;
}

static bool take_column(struct wl_results *r, int i, struct wl_diag *d) {
  bool both;
  const char *name = r->field[i];
  enum wl_profiled m = find_measure(name, &both);
  int *place = m < WL_MEASURES ? &r->measure[m] : NULL;
  for (enum column c = 0; c < NAMED; c++)
    if (strcmp(name, column_names[c]) == 0) place = &r->column[c];
  if (place == NULL) return true;
  if (*place >= 0) {
    wl_diag_fail(d, WL_INPUT, "two columns are called %.*s", SHOWN, name);
    return fail_here(r, d);
  }
  *place = i;
  r->twice |= m < WL_MEASURES && both;
  return true;
}

/* Whether `name` is a measure's without its beginning, or with a letter too many or too few. */
static bool means(const char *name, const char *measure) {
  size_t n = strlen(name), m = strlen(measure);
  if (n + 1 < m && measure[m - n - 1] == '_' && strcmp(measure + m - n, name) == 0) return true;
  return (n + 1 == m || n == m + 1) && wl_text_distance(name, measure) == 1;
}

/* A column that is nearly called as one that the file lacks was meant to be compared. */
static bool check_column(const struct wl_results *r, const char *name, struct wl_diag *d) {
  char near[160] = "";
  bool both;
  for (enum column c = 0; c < NAMED; c++)
    if (strcmp(name, column_names[c]) == 0) return true;
  if (find_measure(name, &both) < WL_MEASURES) return true;
  for (enum wl_profiled m = 0; m < WL_MEASURES; m++) {
    if (r->measure[m] >= 0 || !means(name, wl_measure_names[m])) continue;
    size_t n = strlen(near);
    snprintf(near + n, sizeof near - n, "%s%s", n > 0 ? ", " : "", wl_measure_names[m]);
  }
  if (!*near) return true;
  wl_diag_fail(d, WL_INPUT, "the column %.*s would not be compared", SHOWN, name);
  wl_diag_hint(d, strchr(near, ',') ? "did you mean one of %s?" : "did you mean %s?", near);
  return fail_here(r, d);
}

/* Which column is which. Rows of double loads need not say that they are. */
static bool take_header(struct wl_results *r, struct wl_diag *d) {
  bool any = false;
  for (size_t i = 0; i < NAMED; i++) r->column[i] = -1;
  for (size_t i = 0; i < WL_MEASURES; i++) r->measure[i] = -1;
  for (size_t i = 0; i < r->fields; i++)
    if (!take_column(r, (int)i, d)) return false;
  for (enum column c = SPACE; c < NAMED; c++) {
    bool needed = c == WIDTH || c == ADDRESSES || (c < WIDTH && !r->twice);
    if (!needed || r->column[c] >= 0) continue;
    wl_diag_fail(d, WL_INPUT, "no column is called %s", column_names[c]);
    wl_diag_hint(d, "the first line names the columns, with commas between: space, op, width, "
                 "addresses and what was counted");
    return fail_here(r, d);
  }
  for (size_t i = 0; i < r->fields; i++)
    if (!check_column(r, r->field[i], d)) return false;
  for (size_t i = 0; i < WL_MEASURES; i++) any |= r->measure[i] >= 0;
  if (any) return true;
  wl_diag_fail(d, WL_INPUT, "no column has counts");
  wl_diag_hint(d, "one at least of: requests, sectors, lines, tag_wavefronts, data_wavefronts, "
               "l2_requests, l2_sectors, shared_wavefronts, constant_passes");
  return fail_here(r, d);
}

/* "…, cc 9.0, …" */
static void take_cc(struct wl_results *r) {
  const char *s = strstr(r->comment, "cc ");
  size_t n = s ? strspn(s + 3, "0123456789.") : 0;
  if (n > 0 && n < sizeof r->cc) memcpy(r->cc, s + 3, n);
}

struct wl_results *wl_results_open(FILE *in, const char *name, struct wl_diag *d) {
  struct wl_results *r = calloc(1, sizeof *r);
  if (r == NULL) {
    wl_diag_fail(d, WL_LIMIT, "memory ran out");
    return NULL;
  }
  r->in = in;
  r->name = name;
  enum line_state state = read_line(r, d);
  if (state == LINE_END) {
    wl_diag_fail(d, WL_INPUT, "the file has no rows");
    wl_diag_hint(d, "give the results of probe/measure");
    fail_here(r, d);
  }
  take_cc(r);
  if (state == LINE && cut_line(r, d) && take_header(r, d)) return r;
  free(r);
  return NULL;
}

void wl_results_close(struct wl_results *r) { free(r); }

const char *wl_results_comment(const struct wl_results *r) { return r->comment; }
const char *wl_results_cc(const struct wl_results *r) { return r->cc; }

/* The field of a column; "" where the file lacks it. */
static const char *get(const struct wl_results *r, int column) {
  return column < 0 ? "" : r->field[column];
}

static bool fail_field(struct wl_results *r, enum column c, const char *expected,
                       struct wl_diag *d) {
  wl_diag_fail(d, WL_INPUT, "%s is '%.*s': expected %s", column_names[c], SHOWN,
               get(r, r->column[c]), expected);
  return fail_here(r, d);
}

/* A whole number up to `most`, with nothing before or after. */
static bool parse_number(const char *s, unsigned base, uint64_t most, uint64_t *out) {
  uint64_t v = 0;
  if (*s == '\0') return false;
  for (; *s; s++) {
    unsigned digit = *s >= '0' && *s <= '9'   ? (unsigned)(*s - '0')
                     : *s >= 'a' && *s <= 'f' ? (unsigned)(*s - 'a' + 10)
                     : *s >= 'A' && *s <= 'F' ? (unsigned)(*s - 'A' + 10)
                                              : base;
    if (digit >= base || v > (most - digit) / base) return false;
    v = v * base + digit;
  }
  *out = v;
  return true;
}

/* Variants of an operation, after the dot of its name. */
static const struct variant {
  enum wl_op op;
  const char *name; /* NULL: any, or none at all */
  enum wl_cache cache;
  bool twice;
  uint32_t lanes;   /* those that have to be active; 0: any */
} variants[] = {
  {WL_LOAD, "", WL_PLAIN, false, 0},
  {WL_LOAD, "ca", WL_CA, false, 0},
  {WL_LOAD, "cg", WL_CG, false, 0},
  {WL_LOAD, "nc", WL_NC, false, 0},
  {WL_LOAD, "again", WL_PLAIN, true, 0},
  {WL_STORE, "", WL_PLAIN, false, 0},
  {WL_REDUCE, NULL, WL_PLAIN, false, 0},
  {WL_ATOMIC, NULL, WL_PLAIN, false, 0},
  {WL_CAS, "", WL_PLAIN, false, 0},
  {WL_COPY, "ca", WL_PLAIN, false, 0},
  {WL_COPY_CG, "", WL_PLAIN, false, 0},
  {WL_MATRIX_LOAD, "x1", WL_PLAIN, false, 0xff},
  {WL_MATRIX_LOAD, "x2", WL_PLAIN, false, 0xffff},
  {WL_MATRIX_LOAD, "x4", WL_PLAIN, false, 0xffffffff},
  {WL_MATRIX_STORE, "x1", WL_PLAIN, false, 0xff},
  {WL_MATRIX_STORE, "x2", WL_PLAIN, false, 0xffff},
  {WL_MATRIX_STORE, "x4", WL_PLAIN, false, 0xffffffff},
};

/* What the text says the operation is; NULL where warplens has no rule for it. */
static const struct variant *find_variant(const char *text) {
  const char *name = "";
  enum wl_op op = 0;
  size_t n = 0;
  for (; op < WL_OPS; op++) { /* names have dots, too: "cp.async.cg" */
    n = strlen(wl_op_names[op]);
    if (strcmp(text, wl_op_names[op]) == 0) break;
  }
  for (enum wl_op o = 0; o < WL_OPS && op == WL_OPS; o++) {
    n = strlen(wl_op_names[o]);
    if (strncmp(text, wl_op_names[o], n) == 0 && text[n] == '.') op = o;
  }
  if (strcmp(text, "atomic.cas") == 0) op = WL_CAS;
  else if (op < WL_OPS && text[n] == '.') name = text + n + 1;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
    if (variants[i].op == op && (variants[i].name == NULL || strcmp(variants[i].name, name) == 0))
      return &variants[i];
  return NULL;
}

static bool parse_kind(struct wl_results *r, struct wl_result *out,
                       const struct variant **variant, struct wl_diag *d) {
  const char *space = r->column[SPACE] < 0 ? "global" : get(r, r->column[SPACE]);
  const char *op = r->column[OP] < 0 ? "load.again" : get(r, r->column[OP]);
  size_t n = strlen(op);
  enum wl_space s = 0;
  while (s < WL_SPACES && strcmp(space, wl_space_names[s]) != 0) s++;
  if (s == WL_SPACES) return fail_field(r, SPACE, "global, shared or constant", d);
  if (n == 0 || n >= sizeof out->op || strspn(op, "abcdefghijklmnopqrstuvwxyz0123456789._-") != n)
    return fail_field(r, OP, "a name such as load, load.cg, store, reduce or atomic", d);
  out->access.space = (uint8_t)s;
  memcpy(out->op, op, n + 1);
  *variant = find_variant(op);
  out->modelled = *variant != NULL;
  out->twice = r->twice || (*variant && (*variant)->twice);
  if (*variant == NULL) return true;
  out->access.op = (uint8_t)(*variant)->op;
  out->access.cache = (uint8_t)(*variant)->cache;
  return true;
}

/* 32 byte offsets, '-' for a lane without one; `given`: the lanes that have one. */
static bool parse_offsets(struct wl_results *r, enum column c, uint64_t offset[WL_LANES],
                          uint32_t *given, struct wl_diag *d) {
  const char *s = get(r, r->column[c]);
  *given = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    char number[24] = "";
    s += strspn(s, " ");
    size_t n = strcspn(s, " ");
    if (n < sizeof number) memcpy(number, s, n);
    bool lane = parse_number(number, 10, UINT64_MAX >> 1, &offset[i]);
    if (!lane && strcmp(number, "-") != 0)
      return fail_field(r, c, "32 numbers or dashes with blanks between", d);
    *given |= (uint32_t)lane << i;
    s += n;
  }
  return s[strspn(s, " ")] == '\0' || fail_field(r, c, "no more than 32 lanes", d);
}

/* The addresses together with the mask, if there is one. Offsets of lanes that the
 * mask leaves out do not count. Copies have destinations, too. */
static bool parse_lanes(struct wl_results *r, struct wl_access *a, struct wl_diag *d) {
  uint64_t mask = UINT32_MAX, to[WL_LANES];
  uint32_t given, placed = UINT32_MAX;
  if (!parse_offsets(r, ADDRESSES, a->address, &given, d)) return false;
  const char *text = get(r, r->column[MASK]);
  if (r->column[MASK] >= 0) {
    text += 2 * (strncmp(text, "0x", 2) == 0);
    if (!parse_number(text, 16, UINT32_MAX, &mask))
      return fail_field(r, MASK, "the active lanes in hexadecimal, lane 0 as bit 0", d);
    if (mask & ~(uint64_t)given)
      return fail_field(r, MASK, "an address for every lane that it has", d);
  }
  a->mask = (uint32_t)mask & given;
  if (!wl_op_is_copy((enum wl_op)a->op)) return true;
  if (!parse_offsets(r, DESTINATIONS, to, &placed, d)) return false;
  if (a->mask & ~placed)
    return fail_field(r, DESTINATIONS, "an offset for every lane that copies", d);
  for (unsigned i = 0; i < WL_LANES; i++)
    if (a->mask >> i & 1 && to[i] > UINT32_MAX)
      return fail_field(r, DESTINATIONS, "offsets in shared memory", d);
    else
      a->second[i] = (uint32_t)to[i];
  return true;
}

static bool parse_counts(struct wl_results *r, struct wl_result *out, struct wl_diag *d) {
  for (enum wl_profiled m = 0; m < WL_MEASURES; m++) {
    const char *text = get(r, r->measure[m]);
    uint64_t v = 0;
    out->counted[m] = -1;
    if (*text == '\0') continue;
    if (!parse_number(text, 10, UINT32_MAX, &v)) {
      wl_diag_fail(d, WL_INPUT, "%s is '%.*s': expected a count, or nothing if it was not measured",
                   wl_measure_names[m], SHOWN, text);
      return fail_here(r, d);
    }
    out->counted[m] = (int64_t)v;
  }
  return true;
}

static bool parse_row(struct wl_results *r, const struct wl_arch *arch, struct wl_result *out,
                      struct wl_diag *d) {
  uint64_t width;
  if (!cut_line(r, d)) return false;
  int last = -1;
  for (size_t i = 0; i < NAMED; i++) last = r->column[i] > last ? r->column[i] : last;
  for (size_t i = 0; i < WL_MEASURES; i++) last = r->measure[i] > last ? r->measure[i] : last;
  if (r->fields <= (size_t)last) {
    wl_diag_fail(d, WL_INPUT, "the line has %zu columns: expected at least %d", r->fields,
                 last + 1);
    return fail_here(r, d);
  }
  *out = (struct wl_result){.line = r->line};
  snprintf(out->id, sizeof out->id, "%s", get(r, r->column[ID]));
  snprintf(out->family, sizeof out->family, "%s", get(r, r->column[FAMILY]));
  const struct variant *variant = NULL;
  if (!parse_kind(r, out, &variant, d)) return false;
  if (variant == NULL) return true;
  if (!parse_number(get(r, r->column[WIDTH]), 10, 16, &width))
    return fail_field(r, WIDTH, "1, 2, 4, 8 or 16 bytes", d);
  out->access.width = (uint8_t)width;
  if (!parse_lanes(r, &out->access, d) || !parse_counts(r, out, d)) return false;
  if (variant->lanes && out->access.mask != variant->lanes)
    return fail_field(r, ADDRESSES, "those of 8 rows for each matrix, from lane 0", d);
  return wl_access_check(arch, &out->access, d) || fail_here(r, d);
}

enum wl_results_state wl_results_next(struct wl_results *r, const struct wl_arch *arch,
                                      struct wl_result *out, struct wl_diag *d) {
  switch (read_line(r, d)) {
  case LINE: return parse_row(r, arch, out, d) ? WL_RESULT_ROW : WL_RESULT_BAD;
  case LINE_END: return WL_RESULT_END;
  default: return WL_RESULT_BAD;
  }
}
