/* The table that `ncu --csv` writes: one launch in each row (page raw), or one counter in each row
 * (page details, and what --metrics gives). */
#include "report/counters/counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 22 /* of a row */, MOST_FIELDS = 1 << 14, NONE = -1 };

/* Columns that are read by their names. */
enum column { ID, KERNEL, BLOCK, GRID, CC, METRIC, UNIT, VALUE, COLUMNS };
static const char *const column_names[COLUMNS] = {
  "ID", "Kernel Name", "Block Size", "Grid Size", "CC", "Metric Name", "Metric Unit",
  "Metric Value",
};

struct reader {
  FILE *in;
  struct wl_counters *c;
  uint32_t line, next;    /* of the row, from 1; of the one behind it */
  bool table;             /* the names of the columns have been read */
  char *text;             /* of the row; fields end with a 0 */
  size_t size, room;
  size_t field[MOST_FIELDS], fields;
  int column[COLUMNS];    /* NONE: the table lacks it */
  int counter[MOST_FIELDS]; /* page raw: what each column counts, or NONE */
};

static bool fail_here(const struct reader *r, struct wl_diag *d) {
  wl_diag_file(d, r->c->file, r->line);
  return false;
}

static bool add_byte(struct reader *r, char byte, struct wl_diag *d) {
  if (r->size == MOST_BYTES) {
    wl_diag_fail(d, WL_INPUT, "the row is longer than %d bytes", MOST_BYTES);
    return fail_here(r, d);
  }
  if (r->size == r->room) {
    size_t room = r->room ? 2 * r->room : 4096;
    char *text = realloc(r->text, room);
    if (!text) return wl_diag_refused(d, "out of memory");
    r->text = text;
    r->room = room;
  }
  r->text[r->size++] = byte;
  return true;
}

static bool end_field(struct reader *r, size_t from, struct wl_diag *d) {
  if (r->fields == MOST_FIELDS) {
    wl_diag_fail(d, WL_INPUT, "the row has more than %d columns", MOST_FIELDS);
    return fail_here(r, d);
  }
  r->field[r->fields++] = from;
  return add_byte(r, '\0', d);
}

/* Reads a row: quotes go, and in a table an end of line may stand between them. False at the end
 * of the file, and with a diag where something is wrong. */
static bool read_row(struct reader *r, struct wl_diag *d) {
  bool quoted = false;
  size_t from = 0;
  r->size = r->fields = 0;
  r->line = ++r->next;
  int c = getc_unlocked(r->in);
  if (c == EOF) return false;
  for (;; c = getc_unlocked(r->in)) {
    if (c == '\0') {
      wl_diag_fail(d, WL_INPUT, "the row has a NUL byte: the file is not text");
      return fail_here(r, d);
    }
    bool end = c == EOF || (c == '\n' && !(quoted && r->table));
    if (quoted && c == '"') {
      int after = getc_unlocked(r->in);
      if (after == '"') { /* two are one */
        if (!add_byte(r, '"', d)) return false;
        continue;
      }
      quoted = false;
      if (after != EOF) ungetc(after, r->in);
    } else if (!quoted && c == '"' && r->size == from) {
      quoted = true;
    } else if (end || (!quoted && c == ',')) {
      if (end && r->size > from && r->text[r->size - 1] == '\r') r->size--;
      if (!end_field(r, from, d)) return false;
      from = r->size;
      if (end) return true;
    } else {
      r->next += c == '\n';
      if (!add_byte(r, (char)c, d)) return false;
      bool mark = r->fields == 0 && r->size == 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0;
      if (mark) r->size = 0; /* of the byte order */
    }
  }
}

/* The text of a column; "" where the row or the table lacks it. */
static const char *get(const struct reader *r, enum column c) {
  int i = r->column[c];
  return i == NONE || (size_t)i >= r->fields ? "" : r->text + r->field[i];
}

/* Whether the row names the columns of a table. */
static bool take_names(struct reader *r) {
  bool details = false;
  if (strcmp(r->text + r->field[0], "ID") != 0) return false;
  for (enum column c = 0; c < COLUMNS; c++) r->column[c] = NONE;
  for (size_t i = 0; i < r->fields; i++) {
    const char *name = r->text + r->field[i];
    for (enum column c = 0; c < COLUMNS; c++)
      if (strcmp(name, column_names[c]) == 0) r->column[c] = (int)i;
    r->counter[i] = wl_counters_find(r->c, name);
  }
  details = r->column[METRIC] != NONE && r->column[VALUE] != NONE;
  for (size_t i = 0; details && i < r->fields; i++) r->counter[i] = NONE;
  return r->column[KERNEL] != NONE;
}

/* A whole number, with or without signs between thousands; *v stays where there is none ("n/a").
 * False where it is a number of another kind. */
static bool read_count(const char *text, uint64_t *v) {
  uint64_t n = 0;
  char mark = '\0';
  unsigned digits = 0, groups = 0;
  if (!*text || strcmp(text, "n/a") == 0 || strcmp(text, "nan") == 0) return true;
  for (const char *s = text; *s; s++) {
    if (*s >= '0' && *s <= '9') {
      unsigned digit = (unsigned)(*s - '0');
      if (n > (WL_NOT_COUNTED - 1 - digit) / 10) return false;
      n = n * 10 + digit;
      digits++;
      continue;
    }
    bool first = groups == 0 && digits >= 1 && digits <= 3;
    if ((*s != ',' && *s != '.') || (mark && *s != mark) || (!first && digits != 3)) return false;
    mark = *s;
    digits = 0;
    groups++;
  }
  if (groups ? digits != 3 : digits == 0) return false;
  *v = n;
  return true;
}

/* The profiler shortens numbers ("Ksector") unless it is told not to. */
static bool check_unit(const struct reader *r, const char *unit, struct wl_diag *d) {
  if (!strchr("KMGT", unit[0]) || !unit[0] || unit[1] < 'a' || unit[1] > 'z') return true;
  wl_diag_fail(d, WL_INPUT, "counts are rounded to %.20s", unit);
  wl_diag_hint(d, "add --print-units base to ncu");
  return fail_here(r, d);
}

static bool take_value(const struct reader *r, struct wl_profile *l, int counter, const char *text,
                       struct wl_diag *d) {
  if (read_count(text, &l->counted[counter])) return true;
  wl_diag_fail(d, WL_INPUT, "%s is '%.40s': expected a whole number", r->c->name[counter], text);
  return fail_here(r, d);
}

/* "(256, 1, 1)" */
static void read_shape(const char *text, uint32_t shape[3]) {
  if (sscanf(text, "(%9u, %9u, %9u)", &shape[0], &shape[1], &shape[2]) != 3)
    memset(shape, 0, 3 * sizeof shape[0]);
}

/* The launch of the row: a new one unless it has the number of the one before. */
static struct wl_profile *launch_of(struct reader *r, struct wl_diag *d) {
  struct wl_counters *c = r->c;
  struct wl_profile *last = c->launches ? &c->launch[c->launches - 1] : NULL;
  const char *id = get(r, ID);
  if (last && r->column[VALUE] != NONE && strcmp(last->id, id) == 0) return last;
  if (c->launches == WL_MAX_LAUNCHES) {
    wl_diag_fail(d, WL_INPUT, "more than %d launches", WL_MAX_LAUNCHES);
    fail_here(r, d);
    return NULL;
  }
  if ((c->launches & (c->launches - 1)) == 0) {
    size_t room = c->launches ? 2 * c->launches : 1;
    struct wl_profile *grown = realloc(c->launch, room * sizeof *grown);
    if (!grown) return wl_diag_refused(d, "out of memory"), NULL;
    c->launch = grown;
  }
  last = &c->launch[c->launches];
  *last = (struct wl_profile){.kernel = strdup(get(r, KERNEL))};
  if (!last->kernel) return wl_diag_refused(d, "out of memory"), NULL;
  c->launches++;
  snprintf(last->id, sizeof last->id, "%s", id);
  snprintf(last->cc, sizeof last->cc, "%s", get(r, CC));
  read_shape(get(r, GRID), last->grid);
  read_shape(get(r, BLOCK), last->block);
  for (size_t i = 0; i < WL_MAX_COUNTERS; i++) last->counted[i] = WL_NOT_COUNTED;
  return last;
}

static bool take_launch(struct reader *r, struct wl_diag *d) {
  const char *id = get(r, ID);
  if (!*id || strspn(id, "0123456789") != strlen(id) || strlen(id) >= sizeof r->c->launch->id) {
    wl_diag_fail(d, WL_INPUT, "'%.40s' is no number of a launch", id);
    return fail_here(r, d);
  }
  struct wl_profile *l = launch_of(r, d);
  if (!l) return false;
  int counter = wl_counters_find(r->c, get(r, METRIC));
  if (counter != NONE && r->column[VALUE] != NONE)
    return check_unit(r, get(r, UNIT), d) && take_value(r, l, counter, get(r, VALUE), d);
  for (size_t i = 0; i < r->fields; i++)
    if (r->counter[i] != NONE && !take_value(r, l, r->counter[i], r->text + r->field[i], d))
      return false;
  return true;
}

/* What stands around the table: lines of the profiler, and what the program prints. */
static bool is_outside(const struct reader *r) {
  const char *first = r->text + r->field[0];
  return strncmp(first, "==", 2) == 0 || r->fields < 4;
}

static bool take_row(struct reader *r, struct wl_diag *d) {
  if (take_names(r)) r->table = true;
  else if (!r->table || is_outside(r)) return true;
  else if (r->text[r->field[0]]) return take_launch(r, d);
  else /* page raw: the units */
    for (size_t i = 0; i < r->fields; i++)
      if (r->counter[i] != NONE && !check_unit(r, r->text + r->field[i], d)) return false;
  return true;
}

/* Whether there is anything to compare. */
static bool check_all(const struct reader *r, struct wl_diag *d) {
  bool any = false;
  for (size_t i = 0; i < r->c->launches; i++)
    for (unsigned k = 0; k < r->c->names; k++)
      any |= r->c->launch[i].counted[k] != WL_NOT_COUNTED;
  bool found = !r->c->chosen[0];
  for (size_t i = 0; i < r->c->launches; i++)
    found |= strcmp(r->c->launch[i].id, r->c->chosen) == 0;
  if (any && found) return true;
  wl_diag_fail(d, WL_INPUT, "%s",
               !r->table          ? "it has no table of ncu --csv"
               : !r->c->launches ? "the table has no launches"
               : !any             ? "it has no counter that a figure here is compared with"
                                  : "it has no launch of that number");
  if (any) wl_diag_hint(d, "it has %s to %s", r->c->launch[0].id,
                        r->c->launch[r->c->launches - 1].id);
  else wl_diag_hint(d, "write it by  ncu --csv --page raw --set full ./program >%s", r->c->file);
  wl_diag_file(d, r->c->file, 0);
  return false;
}

static bool read_all(struct reader *r, struct wl_diag *d) {
  *d = (struct wl_diag){.status = WL_OK};
  for (size_t i = 0; i < MOST_FIELDS; i++) r->counter[i] = NONE;
  while (read_row(r, d))
    if (!take_row(r, d)) return false;
  if (d->status != WL_OK) return false;
  if (!ferror(r->in)) return check_all(r, d);
  wl_diag_fail(d, WL_INPUT, "it cannot be read: %s", strerror(errno));
  return fail_here(r, d);
}

struct wl_counters *wl_counters_read(FILE *in, const char *name, const char *launch,
                                     struct wl_diag *d) {
  struct reader *r = calloc(1, sizeof *r);
  struct wl_counters *c = calloc(1, sizeof *c);
  bool good = r && c && (c->file = strdup(name)) != NULL;
  if (good) {
    r->in = in;
    r->c = c;
    snprintf(c->chosen, sizeof c->chosen, "%s", launch);
    wl_counters_name(c);
    good = read_all(r, d);
  } else {
    wl_diag_refused(d, "out of memory");
  }
  if (r) free(r->text);
  free(r);
  if (good) return c;
  wl_counters_free(c);
  return NULL;
}

void wl_counters_free(struct wl_counters *c) {
  if (!c) return;
  for (size_t i = 0; i < c->launches; i++) free(c->launch[i].kernel);
  free(c->launch);
  free(c->file);
  free(c);
}
