/* The score as a table, and each disagreement drawn lane by lane. */
#include <inttypes.h>
#include <string.h>

#include "canvas/write/finish_file.h"
#include "core/base/text.h"
#include "report/calibrate/score.h"

enum { LABEL = 26, FIGURE = LABEL - 2 }; /* cells */

/* Outside text made harmless. */
static void put_clean(FILE *f, const char *s, bool ascii) {
  char clean[4 * 256];
  wl_text_clean(s, strlen(s), ascii, clean, sizeof clean);
  fputs(clean, f);
}

/* Rounded down, so that 100% means all. */
static void put_share(FILE *f, uint32_t part, uint32_t all) {
  if (all == 0) fprintf(f, "%9s%7s%6s", "-", "-", "-");
  else
    fprintf(f, "%9" PRIu32 "%7" PRIu32 "%5" PRIu64 "%%", all, part, (uint64_t)part * 100 / all);
}

/* Counts that no rule of the generation speaks of, behind the shares of a line. */
static void put_unknown(FILE *f, uint32_t rows) {
  if (rows) fprintf(f, "%8" PRIu32, rows);
  putc('\n', f);
}

/* "tag wavefronts", "L2 sectors" */
static void name_measure(enum wl_profiled m, char name[FIGURE]) {
  snprintf(name, FIGURE, "%s", wl_measure_names[m]);
  for (char *c = name; *c; c++)
    if (*c == '_') *c = ' ';
  if (name[0] == 'l' && name[1] == '2') name[0] = 'L';
}

static void put_table(FILE *f, const struct wl_score *s) {
  struct wl_agreement total = wl_score_total(s);
  fprintf(f, "\n%*s%22s%22s\n%*s%9s%7s%15s%7s%s\n", LABEL, "", "exact figures", "estimates", LABEL,
          "", "counted", "agree", "counted", "agree", total.unknown ? "       unknown" : "");
  const struct wl_agreement *before = NULL;
  for (size_t i = 0; i < s->agreements; before = &s->agreement[i++]) {
    const struct wl_agreement *a = &s->agreement[i];
    char figure[FIGURE];
    name_measure(a->measure, figure);
    if (before == NULL || before->space != a->space || strcmp(before->op, a->op) != 0)
      fprintf(f, "%s %s\n", wl_space_names[a->space], a->op);
    fprintf(f, "  %-*s", FIGURE, figure);
    put_share(f, a->exact_agree, a->exact);
    put_share(f, a->estimate_agree, a->estimate);
    put_unknown(f, a->unknown);
  }
  fprintf(f, "%-*s", LABEL, "all");
  put_share(f, total.exact_agree, total.exact);
  put_share(f, total.estimate_agree, total.estimate);
  put_unknown(f, total.unknown);
}

static char digit(unsigned v) { return "0123456789abcdefghijklmnopqrstuv"[v % 32]; }

/* A letter for each different value, in the order of their first lanes. */
static void name_values(const uint64_t value[WL_LANES], uint32_t mask, char text[WL_LANES + 1]) {
  unsigned names = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned j = 0;
    while (j < i && !(mask >> j & 1 && value[j] == value[i])) j++;
    if (j == i) text[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[mask >> i & 1 ? names++ : 0];
    else text[i] = text[j];
  }
}

static void put_strip(FILE *f, const char *name, uint32_t mask, char text[WL_LANES + 1]) {
  for (unsigned i = 0; i < WL_LANES; i++)
    if (!(mask >> i & 1)) text[i] = '.';
  text[WL_LANES] = '\0';
  fprintf(f, "     %-8s%.8s %.8s %.8s %.8s\n", name, text, text + 8, text + 16, text + 24);
}

/* The lanes' addresses in the terms of the memory: letters for lines, words or
 * addresses, digits up to v for tag sets, sectors and banks. */
static void put_lanes(FILE *f, const struct wl_score *s, const struct wl_access *a) {
  static const char *const units[WL_SPACES] = {"line", "word", "address"};
  uint64_t unit[WL_LANES] = {0};
  char text[WL_LANES + 1], sector[WL_LANES + 1], bank[WL_LANES + 1];
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(a->mask >> i & 1)) continue;
    uint64_t size = a->space == WL_GLOBAL   ? s->arch->line_bytes
                    : a->space == WL_SHARED ? s->arch->bank_bytes
                                            : 1;
    unit[i] = a->address[i] / size;
    sector[i] = digit((unsigned)(a->address[i] % s->arch->line_bytes) / s->arch->sector_bytes);
    bank[i] = digit((unsigned)(a->address[i] / s->arch->bank_bytes % s->arch->banks));
  }
  name_values(unit, a->mask, text);
  put_strip(f, units[a->space], a->mask, text);
  if (a->space == WL_GLOBAL) put_strip(f, "sector", a->mask, sector);
  if (a->space != WL_CONSTANT) put_strip(f, "bank", a->mask, bank);
}

/* Tag sets of the lanes' lines, where the generation has them. */
static void put_sets(FILE *f, const struct wl_score *s, const struct wl_access *a) {
  struct wl_explain e;
  char set[WL_LANES + 1] = "";
  if (a->space != WL_GLOBAL || s->arch->tag_sets == 0) return;
  wl_explain(s->arch, a, &e);
  for (unsigned i = 0; i < e.line_count; i++)
    for (uint32_t rest = e.line[i].lanes; rest != 0; rest &= rest - 1)
      set[__builtin_ctz(rest)] = digit(e.line[i].set);
  put_strip(f, "tag set", a->mask, set);
}

static void put_figure(FILE *f, const struct wl_miss *miss, enum wl_profiled m) {
  char figure[FIGURE];
  name_measure(m, figure);
  fprintf(f, "     %-18s counted %3" PRId64 ", model %3" PRIu32 "%s\n", figure,
          miss->row.counted[m], miss->modelled[m], miss->estimates >> m & 1 ? ", an estimate" : "");
}

/* The figures that differ, under the rule that decided them. */
static void put_figures(FILE *f, const struct wl_miss *miss) {
  unsigned left = miss->measures;
  while (left != 0) {
    uint8_t id = miss->rule[__builtin_ctz(left)];
    const struct wl_rule *rule = &wl_rules[id];
    fprintf(f, "     rule: %s (%s)\n", rule->name, wl_certainty_names[rule->certainty]);
    for (enum wl_profiled m = 0; m < WL_MEASURES; m++) {
      if (!(left >> m & 1) || miss->rule[m] != id) continue;
      put_figure(f, miss, m);
      left &= ~(1u << m);
    }
  }
}

static void put_miss(FILE *f, const struct wl_score *s, const struct wl_miss *m, bool ascii) {
  const struct wl_access *a = &m->row.access;
  uint64_t low = UINT64_MAX, high = 0;
  for (uint32_t rest = a->mask; rest != 0; rest &= rest - 1) {
    uint64_t address = a->address[__builtin_ctz(rest)];
    low = address < low ? address : low;
    high = address > high ? address : high;
  }
  fprintf(f, "\nline %" PRIu32 ": %s %s, %u bytes a lane, %d lanes", m->row.line,
          wl_space_names[a->space], m->row.op, a->width, __builtin_popcount(a->mask));
  if (m->row.family[0]) fputs(", ", f), put_clean(f, m->row.family, ascii);
  putc('\n', f);
  put_figures(f, m);
  if (a->mask == 0) return;
  fprintf(f, "     lanes from the left; bytes %" PRIu64 " to %" PRIu64 "\n", low,
          high + a->width - 1);
  put_lanes(f, s, a);
  put_sets(f, s, a);
}

bool wl_score_text(FILE *f, const struct wl_score *s, size_t limit, bool ascii,
                   struct wl_diag *d) {
  put_clean(f, s->name, ascii);
  fprintf(f, ": %" PRIu32 " instructions against the rules of cc %s%s\n", s->rows, s->arch->cc,
          s->assumed ? ", assumed: neither the file nor --arch names a generation" : "");
  if (s->comment[0]) {
    put_clean(f, s->comment, ascii);
    putc('\n', f);
  }
  put_table(f, s);
  for (size_t i = 0; i < s->unmodelled_count; i++)
    fprintf(f, "%s%s %s: no rule, %" PRIu32 " row%s left out\n", i == 0 ? "\n" : "",
            wl_space_names[s->unmodelled[i].space], s->unmodelled[i].op, s->unmodelled[i].rows,
            s->unmodelled[i].rows == 1 ? "" : "s");
  if (s->misses > 0)
    fprintf(f, "\nInstructions with counts that differ, %zu of %zu, the simplest of each kind "
            "first:\n", limit < s->misses ? limit : s->misses, s->misses);
  for (size_t i = 0; i < s->misses && i < limit && !ferror(f); i++)
    put_miss(f, s, &s->miss[i], ascii);
  return wl_out_finish(f, d);
}
