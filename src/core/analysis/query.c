#include "core/analysis/query.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

#define FIRST WL_QUERY_EXCESS
const struct wl_query_row wl_query_rows[] = {
  [WL_QUERY_EXCESS - FIRST] = {"excess", "excess>0", "sectors or wavefronts above the ideal"},
  [WL_QUERY_EFFICIENCY - FIRST] = {"efficiency", "efficiency<50", "in percent"},
  [WL_QUERY_LANES - FIRST] = {"active_lanes", "active_lanes<32", "lanes that take part"},
  [WL_QUERY_OP - FIRST] = {"op", "op=store", "what it does: load, atomic, shuffle, barrier, mark"},
  [WL_QUERY_SPACE - FIRST] = {"space", "space=shared", "the memory that it uses"},
  [WL_QUERY_ARRAY - FIRST] = {"array", "array=tile", "the array that it uses"},
  [WL_QUERY_LINE - FIRST] = {"line", "line=52", "the line of the script"},
  [WL_QUERY_STEP - FIRST] = {"step", "step>=1000", "its number in the report"},
  [WL_QUERY_BLOCK - FIRST] = {"block", "block=3", "the block, counted as blocks run"},
  [WL_QUERY_WARP - FIRST] = {"warp", "warp=0", "the warp in its block"},
  [WL_QUERY_ITERATION - FIRST] = {"iteration", "iteration=0", "of the innermost loop, from 0"},
  [WL_QUERY_FIELDS - FIRST] = {"ways", "ways>=4", "every figure has its name: sectors, ways"},
  [WL_QUERY_FIELDS - FIRST + 1] = {"text", "tile[", "text of the source line, or of a mark"},
};
static_assert(sizeof wl_query_rows / sizeof wl_query_rows[0] == WL_QUERY_ROWS, "every row");

static const char *key_of(unsigned field) {
  return field < WL_FIGURES ? wl_metrics[field].key : wl_query_rows[field - FIRST].key;
}

/* Values of `op`: those of accesses, and behind them the kinds of other steps. */
static const char *const kinds[WL_STEP_KINDS] = {
  [WL_STEP_ACCESS] = "access", [WL_STEP_SHUFFLE] = "shuffle", [WL_STEP_VOTE] = "vote",
  [WL_STEP_BARRIER] = "barrier", [WL_STEP_MARK] = "mark",
};
enum { OPS = WL_OPS + WL_STEP_KINDS };

static const char *op_name(unsigned i) { return i < WL_OPS ? wl_op_names[i] : kinds[i - WL_OPS]; }
static const char *space_name(unsigned i) { return wl_space_names[i]; }
static const char *field_name(unsigned i) { return key_of(i); }
static const char *row_name(unsigned i) { return wl_query_rows[i].key; }

/* The row that has the name, `count` if none has it. */
static unsigned find(const char *name, unsigned count, const char *(*name_of)(unsigned)) {
  unsigned i = 0;
  while (i < count && strcmp(name_of(i), name) != 0) i++;
  return i;
}

/* The name that was meant. */
static const char *nearest(const char *name, unsigned count, const char *(*name_of)(unsigned)) {
  struct wl_guess near = {0};
  for (unsigned i = 0; i < count; i++) wl_guess_try(&near, name, name_of(i));
  return wl_guess_good(&near, name) ? near.name : NULL;
}

/* "load, store, …" */
static void list(char *text, size_t size, unsigned count, const char *(*name_of)(unsigned)) {
  size_t used = 0;
  text[0] = '\0';
  for (unsigned i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", name_of(i));
}

static bool holds(const char *text, size_t size, const char *part, bool fold) {
  size_t n = strlen(part);
  for (size_t i = 0; i + n <= size; i++) {
    size_t k = 0;
    while (k < n && (fold ? wl_lower(text[i + k]) : text[i + k]) == part[k]) k++;
    if (k == n) return true;
  }
  return false;
}

/* The script that is searched, and of its text what may be seen; NULL: all. */
struct source { const struct wl_trace *trace; const char *seen; };

static bool in_source(const struct source *s, const char *part, bool fold) {
  size_t size;
  const char *text = s->seen ? s->seen : wl_trace_text(s->trace, &size);
  return holds(text, s->seen ? strlen(text) : size, part, fold);
}

/* One term, cut out of what was typed, and its parts where it compares. */
struct term {
  char text[WL_QUERY_TEXT], name[WL_QUERY_TEXT], value[WL_QUERY_TEXT];
  bool compares, quoted;
  enum wl_compare compare;
};

static void copy(char *to, const char *from, size_t size) {
  while (size && *from == ' ') from++, size--;
  while (size && from[size - 1] == ' ') size--;
  memcpy(to, from, size);
  to[size] = '\0';
}

/* NAME, a sign, and something behind it. */
static void split(struct term *t) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  static const struct { const char *sign; uint8_t compare; } signs[] = {
    {"==", WL_EQUAL},  {"!=", WL_UNEQUAL}, {"~=", WL_UNEQUAL}, {"<=", WL_AT_MOST},
    {">=", WL_AT_LEAST}, {"=", WL_EQUAL},  {"<", WL_LESS},     {">", WL_MORE},
  };
  size_t name = strspn(t->text, letters), gap = strspn(t->text + name, " ");
  const char *sign = t->text + name + gap;
  t->compares = false;
  if (!name || (t->text[0] >= '0' && t->text[0] <= '9')) return;
  for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !t->compares; i++) {
    size_t n = strlen(signs[i].sign);
    if (strncmp(sign, signs[i].sign, n) != 0) continue;
    t->compares = true;
    t->compare = (enum wl_compare)signs[i].compare;
    copy(t->name, t->text, name);
    copy(t->value, sign + n, strlen(sign + n));
  }
}

/* Where " and " begins, or " and" at the end; NULL: nowhere. */
static const char *find_and(const char *s) {
  for (; (s = strstr(s, " and")) != NULL; s++)
    if (s[4] == ' ' || s[4] == '\0') return s;
  return NULL;
}

/* The next term, up to "and" outside of quotes. False and a diag where it is no term. */
static bool cut(const char **rest, struct term *t, struct wl_diag *d) {
  const char *s = *rest + strspn(*rest, " "), *end, *next;
  t->quoted = *s == '"';
  if (t->quoted) {
    end = strchr(++s, '"');
    if (!end) return wl_diag_fail(d, WL_USAGE, "the text has no end: a second \" is missing");
    next = end + 1 + strspn(end + 1, " ");
    if (*next && strncmp(next, "and ", 4) != 0)
      return wl_diag_fail(d, WL_USAGE, "behind \"…\" only `and` can follow");
    *rest = *next ? next + 4 : next;
  } else {
    end = find_and(s);
    next = end ? end + 4 + strspn(end + 4, " ") : s + strlen(s);
    if (end && !*next) end = s;
    *rest = next;
    if (!end) end = next;
  }
  if (end == s) return wl_diag_fail(d, WL_USAGE, "there is nothing to search for beside `and`");
  if ((size_t)(end - s) >= WL_QUERY_TEXT)
    return wl_diag_fail(d, WL_USAGE, "what is searched for has more than %d bytes",
                        WL_QUERY_TEXT - 1);
  if (t->quoted) { /* spaces and all, and signs are text, too */
    memcpy(t->text, s, (size_t)(end - s));
    t->text[end - s] = '\0';
    t->compares = false;
  } else {
    copy(t->text, s, (size_t)(end - s));
    split(t);
  }
  return true;
}

static bool read_number(const char *text, uint32_t *out) {
  uint64_t n = 0;
  size_t digits = strspn(text, "0123456789");
  for (size_t i = 0; i < digits && n <= UINT32_MAX; i++) n = n * 10 + (uint64_t)(text[i] - '0');
  *out = (uint32_t)n;
  return digits && !text[digits] && n <= UINT32_MAX;
}

/* One of several names: `op=load`. */
static bool read_name(const struct term *t, unsigned count, const char *(*name_of)(unsigned),
                      struct wl_query_term *out, struct wl_diag *d) {
  char names[160];
  if (t->compare > WL_UNEQUAL)
    return wl_diag_fail(d, WL_USAGE, "%s is one of several: only = and != compare it", t->name);
  out->number = find(t->value, count, name_of);
  if (out->number < count) return true;
  const char *near = nearest(t->value, count, name_of);
  wl_diag_fail(d, WL_USAGE, "no %s is called '%s'", t->name, t->value);
  list(names, sizeof names, count, name_of);
  return near ? wl_diag_hint(d, "did you mean %s=%s?", t->name, near)
              : wl_diag_hint(d, "there are %s", names);
}

static bool read_array(const struct term *t, const struct wl_head *head, struct wl_query_term *out,
                       struct wl_diag *d) {
  if (t->compare > WL_UNEQUAL)
    return wl_diag_fail(d, WL_USAGE, "an array has a name: only = and != compare it");
  memcpy(out->text, t->value, sizeof out->text);
  for (unsigned i = 0; head && i < head->arrays; i++)
    if (strcmp(head->array[i].name, t->value) == 0) return true;
  wl_diag_fail(d, WL_USAGE, "no array is called '%s'", t->value);
  return head && head->arrays ? wl_diag_hint(d, "one of them is %s", head->array[0].name) : false;
}

static bool read_field(const struct term *t, unsigned field, const struct wl_trace *trace,
                       struct wl_query_term *out, struct wl_diag *d) {
  out->field = (uint8_t)field;
  out->compare = (uint8_t)t->compare;
  if (field == WL_QUERY_OP) return read_name(t, OPS, op_name, out, d);
  if (field == WL_QUERY_SPACE) return read_name(t, WL_SPACES, space_name, out, d);
  if (field == WL_QUERY_ARRAY) return read_array(t, wl_trace_head(trace), out, d);
  if (read_number(t->value, &out->number)) return true;
  wl_diag_fail(d, WL_USAGE, "%s compares with a whole number, not with '%s'", t->name, t->value);
  return wl_diag_hint(d, "as in %s>0", t->name);
}

/* Nothing of this name is known, and the script does not have the text either. */
static bool fail(const struct term *t, const char *seen, struct wl_diag *d) {
  unsigned field = find(t->text, WL_QUERY_FIELDS, field_name);
  const char *part = seen ? ", as far as it is seen," : "";
  if (!t->quoted && field < WL_QUERY_FIELDS) {
    wl_diag_fail(d, WL_USAGE, "no line of the script%s has '%s'", part, t->text);
    return wl_diag_hint(d, "a figure is compared with a number: %s>0", t->text);
  }
  if (!t->compares) {
    wl_diag_fail(d, WL_USAGE, "no line of the script%s has '%s'", part, t->text);
    return wl_diag_hint(d, "other searches: excess>0, ways>=4, space=shared, op=store, line=12");
  }
  enum { LAST = WL_QUERY_FIELDS - FIRST - 1 };
  char names[160];
  const char *near = nearest(t->name, WL_QUERY_FIELDS, field_name);
  wl_diag_fail(d, WL_USAGE, "steps cannot be searched by '%s'", t->name);
  list(names, sizeof names, LAST, row_name);
  return near ? wl_diag_hint(d, "did you mean %s?", near)
              : wl_diag_hint(d, "there are the figures, %s and %s", names, row_name(LAST));
}

static bool read_term(const struct term *t, const struct source *source,
                      struct wl_query_term *out, struct wl_diag *d) {
  unsigned field = t->compares ? find(t->name, WL_QUERY_FIELDS, field_name) : WL_QUERY_FIELDS;
  if (field < WL_QUERY_FIELDS) return read_field(t, field, source->trace, out, d);
  out->field = WL_QUERY_SOURCE;
  memcpy(out->text, t->text, sizeof out->text);
  out->fold = true;
  for (const char *s = t->text; *s; s++) out->fold &= wl_lower(*s) == *s;
  return in_source(source, out->text, out->fold) || fail(t, source->seen, d);
}

bool wl_query_parse(const char *text, const struct wl_trace *trace, const char *seen,
                    struct wl_query *out, struct wl_diag *d) {
  const struct source source = {trace, seen};
  struct term t = {.compares = false};
  memset(out, 0, sizeof *out);
  do {
    if (out->terms == WL_QUERY_TERMS)
      return wl_diag_fail(d, WL_USAGE, "at most %d searches can be joined", WL_QUERY_TERMS);
    if (!cut(&text, &t, d) || !read_term(&t, &source, &out->term[out->terms], d)) return false;
    out->terms++;
  } while (*text);
  return true;
}

bool wl_query_tells(const struct wl_query *q) {
  bool tells = false;
  for (unsigned i = 0; i < q->terms; i++) tells |= q->term[i].field < WL_QUERY_OP;
  return tells;
}

/* A step that is looked at, as far as that was needed. */
struct look {
  const struct wl_trace *trace;
  const char *seen; /* its text, as far as it may be; NULL: all of it */
  const struct wl_analysis *analysis;
  size_t index;
  bool whole, counted; /* the step is more than a glance; it is counted */
  struct wl_step step;
  struct wl_counts counts;
};

static bool load(struct look *l) {
  if (!l->whole) l->whole = wl_trace_get(l->trace, l->index, &l->step);
  return l->whole;
}

static bool compare(const struct wl_query_term *t, uint64_t value) {
  switch ((enum wl_compare)t->compare) {
  case WL_EQUAL: return value == t->number;
  case WL_UNEQUAL: return value != t->number;
  case WL_LESS: return value < t->number;
  case WL_AT_MOST: return value <= t->number;
  case WL_MORE: return value > t->number;
  case WL_AT_LEAST: return value >= t->number;
  }
  return false;
}

/* What the analysis has kept of a figure; false: nothing. */
static bool kept(const struct wl_cost *c, unsigned field, uint32_t *value) {
  switch (field) {
  case WL_SECTORS: *value = c->sectors; return true;
  case WL_LINE_COUNT: *value = c->lines; return true;
  case WL_TAG_WAVEFRONTS: *value = c->tag_wavefronts; return true;
  case WL_WAVEFRONTS: *value = c->wavefronts; return true;
  case WL_WAYS: *value = c->ways; return true;
  case WL_QUERY_EXCESS: *value = wl_cost_excess(c); return true;
  default: return false;
  }
}

/* Without unpacking the step: false where it cannot match. */
static bool may_match(const struct wl_query *q, const struct wl_analysis *a, size_t i) {
  const struct wl_cost *cost = wl_analysis_cost(a, i);
  uint32_t value;
  for (unsigned n = 0; cost && n < q->terms; n++)
    if (kept(cost, q->term[n].field, &value) && !compare(&q->term[n], value)) return false;
  return true;
}

/* A figure of an access, if it has one. */
static bool match_figure(const struct wl_query_term *t, struct look *l) {
  const struct wl_arch *arch = wl_analysis_arch(l->analysis);
  const struct wl_access *a = &l->step.access;
  if (l->step.kind != WL_STEP_ACCESS || !load(l)) return false;
  enum wl_space space = (enum wl_space)a->space;
  enum wl_figure figure = t->field < WL_FIGURES ? (enum wl_figure)t->field : WL_EXCESS;
  if (wl_figure_meaning(arch, a, figure) != WL_KNOWN) return false;
  if (!l->counted) wl_count(arch, a, &l->counts);
  l->counted = true;
  if (t->field < WL_FIGURES) return compare(t, wl_figure_get(&l->counts, figure));
  uint32_t cost = wl_figure_get(&l->counts, wl_main_figure(space));
  uint32_t ideal = wl_figure_get(&l->counts, wl_ideal_figure(space));
  if (t->field == WL_QUERY_EXCESS) return compare(t, cost - ideal);
  struct wl_sum sum = {0};
  wl_sum_add(&sum, arch, a, &l->counts);
  double share = wl_efficiency(space, &sum);
  return share >= 0 && compare(t, (uint64_t)(share * 100));
}

static bool match_source(const struct wl_query_term *t, struct look *l) {
  size_t size;
  const char *line = wl_trace_line(l->trace, l->step.place.line, &size);
  if (line && l->seen) line = l->seen + (line - wl_trace_text(l->trace, &(size_t){0}));
  if (line && holds(line, size, t->text, t->fold)) return true;
  return l->step.kind == WL_STEP_MARK && load(l) &&
         holds(l->step.text, strlen(l->step.text), t->text, t->fold);
}

static bool match_op(const struct wl_query_term *t, struct look *l) {
  const struct wl_step *s = &l->step;
  bool access = s->kind == WL_STEP_ACCESS;
  bool same = t->number < WL_OPS ? access && load(l) && s->access.op == t->number
                                 : s->kind == t->number - WL_OPS;
  return same == (t->compare == WL_EQUAL);
}

static bool match_array(const struct wl_query_term *t, const struct look *l) {
  const struct wl_head *head = wl_trace_head(l->trace);
  if (!head || l->step.kind != WL_STEP_ACCESS || l->step.array >= head->arrays) return false;
  return (strcmp(head->array[l->step.array].name, t->text) == 0) == (t->compare == WL_EQUAL);
}

static bool match_term(const struct wl_query_term *t, struct look *l) {
  const struct wl_step *s = &l->step;
  switch (t->field) {
  case WL_QUERY_SOURCE: return match_source(t, l);
  case WL_QUERY_LANES: return compare(t, (uint64_t)__builtin_popcount(s->access.mask));
  case WL_QUERY_OP: return match_op(t, l);
  case WL_QUERY_SPACE: return s->kind == WL_STEP_ACCESS && load(l) && compare(t, s->access.space);
  case WL_QUERY_ARRAY: return match_array(t, l);
  case WL_QUERY_LINE: return compare(t, s->place.line);
  case WL_QUERY_STEP: return compare(t, l->index);
  case WL_QUERY_BLOCK: return compare(t, s->block);
  case WL_QUERY_WARP: return compare(t, s->warp);
  case WL_QUERY_ITERATION: return s->iteration != WL_NO_ITERATION && compare(t, s->iteration);
  default: return match_figure(t, l);
  }
}

/* What a glance at the step tells. */
static bool is_cheap(const struct wl_query_term *t) {
  return t->field >= WL_QUERY_ARRAY || t->field == WL_QUERY_LANES;
}

bool wl_query_match(const struct wl_query *q, const struct wl_trace *trace, const char *seen,
                    const struct wl_analysis *a, size_t i) {
  struct look l;
  if (!may_match(q, a, i) || !wl_trace_glance(trace, i, &l.step, NULL)) return false;
  l.trace = trace;
  l.seen = seen;
  l.analysis = a;
  l.index = i;
  l.whole = l.counted = false;
  for (int cheap = 1; cheap >= 0; cheap--)
    for (unsigned n = 0; n < q->terms; n++)
      if (is_cheap(&q->term[n]) == cheap && !match_term(&q->term[n], &l)) return false;
  return true;
}
