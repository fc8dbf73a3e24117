#include "score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/explain/metric.h"
#include "truth.h"

/* Every launch that copies by cp.async counts so many shared wavefronts besides those
 * of its copies. Source: H200 counters, tests/truth/README.md. */
enum { COPY_EXTRA = 3 };

enum { GLOBAL = 1 << WL_GLOBAL, SHARED = 1 << WL_SHARED, CONSTANT = 1 << WL_CONSTANT };

/* Offsets of global memory are from a base that is aligned to a 2-MB page. */
static const uint64_t base = 5ull << 33;

static const struct measure {
  const char *column;
  uint8_t figure, spaces; /* bit s: has meaning for enum wl_space s */
  bool misses;            /* of two loads only the first counts: the second hits in L1 */
} measures[] = {
  {"requests", WL_REQUESTS, GLOBAL, false},
  {"sectors", WL_SECTORS, GLOBAL, false},
  {"lines", WL_LINE_COUNT, GLOBAL, false},
  {"tag_wavefronts", WL_TAG_WAVEFRONTS, GLOBAL, false},
  {"data_wavefronts", WL_WAVEFRONTS, GLOBAL, false},
  {"l2_requests", WL_LINE_COUNT, GLOBAL, true}, /* L2 is asked line by line */
  {"l2_sectors", WL_SECTORS, GLOBAL, true},
  {"shared_wavefronts", WL_WAVEFRONTS, SHARED, false},
  {"constant_passes", WL_WAVEFRONTS, CONSTANT, false},
  {"profiler_sectors_ideal", WL_IDEAL_SECTORS, GLOBAL, false},
};

/* One instruction of the file. A file without operations is of two loads each. */
struct instruction {
  struct wl_access access;
  const char *op;
  bool twice;
};

static void bad_row(const struct truth_file *f, const struct truth_row *row, const char *why) {
  fprintf(stderr, "row %s: %s\n", truth_field(f, row, "id"), why);
  exit(1);
}

static void read_instruction(const struct truth_file *f, const struct truth_row *row,
                             const struct wl_arch *arch, struct instruction *i) {
  struct wl_access *a = &i->access;
  struct wl_diag d = {0};
  const char *space = truth_has(f, "space") ? truth_field(f, row, "space") : "global";
  *i = (struct instruction){.op = truth_has(f, "op") ? truth_field(f, row, "op") : "load.again"};
  unsigned op = WL_OPS, s = 0;
  while (s < WL_SPACES && strcmp(space, wl_space_names[s]) != 0) s++;
  for (unsigned o = 0; o < WL_OPS; o++) { /* "cp.async" begins "cp.async.cg" */
    size_t n = strlen(wl_op_names[o]);
    if (strncmp(i->op, wl_op_names[o], n) == 0 && (i->op[n] == '.' || !i->op[n])) op = o;
  }
  if (s == WL_SPACES || op == WL_OPS) bad_row(f, row, "nobody knows such an instruction");
  a->space = (uint8_t)s;
  a->op = (uint8_t)(strcmp(i->op, "atomic.cas") == 0 ? WL_CAS : op);
  for (unsigned c = 0; c < WL_CACHES && op == WL_LOAD; c++)
    if (strncmp(i->op, "load.", 5) == 0 && strcmp(i->op + 5, wl_cache_names[c]) == 0)
      a->cache = (uint8_t)c;
  i->twice = strcmp(i->op, "load.again") == 0;
  a->width = (uint8_t)truth_number(f, row, "width");
  truth_lanes(truth_field(f, row, "addresses"), &a->mask, a->address);
  if (a->mask != strtoul(truth_field(f, row, "mask"), NULL, 16)) bad_row(f, row, "a wrong mask");
  for (unsigned lane = 0; lane < WL_LANES && s == WL_GLOBAL; lane++) a->address[lane] += base;
  if (wl_op_is_copy((enum wl_op)a->op)) {
    uint64_t to[WL_LANES];
    uint32_t mask;
    truth_lanes(truth_field(f, row, "destinations"), &mask, to);
    for (unsigned lane = 0; lane < WL_LANES; lane++) a->second[lane] = (uint32_t)to[lane];
  }
  if (!wl_access_check(arch, a, &d)) bad_row(f, row, d.what);
}

/* Whether the model says what a column counts. Copies take their time in shared memory, wherever
 * they read. */
static bool tells(const struct wl_arch *arch, const struct wl_access *a, const struct measure *m) {
  bool copy = wl_op_is_copy((enum wl_op)a->op);
  if (copy && m->figure == WL_WAVEFRONTS) return m->spaces == SHARED && arch->tag_sets;
  if (!(m->spaces >> a->space & 1) || (a->op == WL_COPY_CG && m->misses)) return false;
  return wl_figure_meaning(arch, a, m->figure) == WL_KNOWN;
}

static uint32_t model(const struct measure *m, const struct instruction *i,
                      const struct wl_counts *cold, const struct wl_counts *hit) {
  uint32_t value = wl_figure_get(cold, m->figure);
  if (i->twice && !m->misses) value += wl_figure_get(hit, m->figure);
  bool copies = wl_op_is_copy((enum wl_op)i->access.op) && i->access.mask;
  return value + (copies && m->figure == WL_WAVEFRONTS ? COPY_EXTRA : 0);
}

/* The column as the file calls it: "sectors_both" where two loads were counted; NULL: not there. */
static const char *column_of(const struct truth_file *f, const struct measure *m, char text[64]) {
  if (truth_has(f, m->column)) return m->column;
  snprintf(text, 64, "%s_both", m->column);
  return truth_has(f, text) ? text : NULL;
}

/* The row of an operation; a new one stands where the order has it. */
static struct score *row_of(struct scores *s, const struct instruction *i) {
  char name[sizeof s->row[0].name];
  unsigned r = 0;
  snprintf(name, sizeof name, "%s %s", wl_space_names[i->access.space], i->op);
  while (r < s->rows && strcmp(s->row[r].name, name) < 0) r++;
  if (r == s->rows || strcmp(s->row[r].name, name) != 0) {
    if (s->rows == SCORE_ROWS) exit(1);
    memmove(&s->row[r + 1], &s->row[r], (s->rows++ - r) * sizeof s->row[0]);
    memset(&s->row[r], 0, sizeof s->row[r]);
    memcpy(s->row[r].name, name, sizeof name);
  }
  return &s->row[r].score;
}

static void add(struct score *s, bool estimate, bool agrees) {
  *(estimate ? &s->estimates : &s->exact) += 1;
  *(estimate ? &s->estimates_agree : &s->exact_agree) += agrees;
}

static void score_row(const struct truth_file *f, const struct truth_row *row,
                      const struct wl_arch *arch, bool tell, struct scores *s) {
  struct instruction i;
  struct wl_counts cold, hit;
  char name[64];
  read_instruction(f, row, arch, &i);
  struct wl_access again = i.access;
  again.hit = i.twice;
  wl_count(arch, &i.access, &cold);
  wl_count(arch, &again, &hit);
  s->instructions++;
  for (size_t k = 0; k < sizeof measures / sizeof measures[0]; k++) {
    const struct measure *m = &measures[k];
    const char *column = column_of(f, m, name);
    long counted = column && tells(arch, &i.access, m) ? truth_number(f, row, column) : -1;
    if (counted < 0) continue;
    uint32_t value = model(m, &i, &cold, &hit);
    bool estimate = wl_figure_estimates(arch, &i.access, &cold) >> m->figure & 1;
    add(&s->all, estimate, counted == (long)value);
    add(row_of(s, &i), estimate, counted == (long)value);
    if (tell && !estimate && counted != (long)value)
      printf("row %s: %s: counted %ld, the model says %u\n", truth_field(f, row, "id"), column,
             counted, value);
  }
}

void score_file(const char *directory, const char *name, const struct wl_arch *arch, bool tell,
                struct scores *s) {
  struct truth_file *f = truth_open(directory, name);
  struct truth_row row;
  *s = (struct scores){0};
  while (truth_next(f, &row)) score_row(f, &row, arch, tell, s);
}
