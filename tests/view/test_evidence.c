/* The rows of evidence for a figure, number by number: lanes are active and ask for what the
 * row says, addresses are theirs, and the rows add up to what the slow reference counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/accesses.h"
#include "../core/reference.h"
#include "core/access/access.h"
#include "core/count/count_texture.h"
#include "core/explain/explain.h"
#include "session/session.h"
#include "session/state/step_info.h"
#include "session/why/why.h"
#include "session/why/why_rows.h"
#include "words/figures.h"

enum { ACCESSES = 600 /* of each generation */ };

static const struct wl_arch *arch;
static const struct wl_access *a;
static const struct wl_explain *e;
static const struct wl_why *why;
static struct wl_counts counts; /* the reference's */
static const char *row_text;

#define HOLDS(condition)                                                                  \
  do {                                                                                    \
    if (!(condition))                                                                     \
      fail_msg("cc %s, %s %s of %u bytes, lanes %08x, %s: \"%s\": not so: %s", arch->cc,    \
               wl_space_names[a->space], wl_op_names[a->op], a->width, a->mask, why->title, \
               row_text, #condition);                                                     \
  } while (0)

/* Whether a text begins like a format, to its end. */
static int end;
#define SCAN(text, format, ...) \
  (end = -1, sscanf(text, format "%n", __VA_ARGS__, &end), end >= 0)

static unsigned count(uint32_t lanes) { return (unsigned)__builtin_popcount(lanes); }

/* The lanes that a text names from `at` on: "lanes 0–3, 7", "lanes 0–30 in steps of 2"; *cut: there
 * are more. */
static uint32_t named(const char *at, bool *cut) {
  uint32_t lanes = 0;
  at += strncmp(at, "lanes ", 6) == 0 ? 6 : 5;
  for (*cut = false;;) {
    char *next;
    unsigned first = (unsigned)strtoul(at, &next, 10), last = first, far = 1;
    if (strncmp(at, "…", 3) == 0) return *cut = true, lanes;
    HOLDS(next > at && first < WL_LANES);
    if (strncmp(next, "–", 3) == 0) last = (unsigned)strtoul(next + 3, &next, 10);
    if (SCAN(next, " in steps of %u", &far)) HOLDS(far > 1);
    HOLDS(last < WL_LANES && first <= last);
    for (unsigned l = first; l <= last; l += far) lanes |= 1u << l;
    if (strncmp(next, "…", 3) == 0) return *cut = true, lanes;
    bool more = next[0] == ',' && next[2] >= '0' && next[2] <= '9';
    if (!more && strncmp(next, ", …", 5) != 0) return lanes;
    at = next + 2;
  }
}

/* The last set of lanes in a text is that of the row, or of those of them that `all` leaves out. */
static uint32_t check_lanes(const struct wl_why_row *row, bool all) {
  const char *at = NULL, *next = row->text;
  bool cut;
  if (!row->lanes) { /* cc 1.x moves what nobody wants, too */
    HOLDS(strstr(row->text, " for no lane"));
    return 0;
  }
  while ((next = strstr(next, "lane")) != NULL) {
    if (strncmp(next, "lane ", 5) == 0 || strncmp(next, "lanes ", 6) == 0) at = next;
    next++;
  }
  HOLDS(at != NULL);
  uint32_t lanes = named(at, &cut);
  HOLDS((lanes & ~row->lanes) == 0 && lanes != 0);
  HOLDS(!all || cut || lanes == row->lanes);
  return cut && all ? row->lanes : lanes;
}

/* The bytes of a lane: in local memory, its words one under the other. */
static bool asks(unsigned lane, uint64_t from, uint64_t bytes) {
  return a->address[lane] <= from + (bytes - 1) && from <= a->address[lane] + (a->width - 1u);
}

/* Every lane asks for some of these bytes, and every active lane that does is among them. */
static void check_bytes(uint32_t lanes, uint64_t from, uint64_t bytes, bool everyone) {
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (lanes >> l & 1) HOLDS(asks(l, from, bytes));
    else if (everyone) HOLDS(!(a->mask >> l & 1) || !asks(l, from, bytes));
  }
}

/* A word of shared memory: an index of 4 bytes, of what a copy fills in second[]. */
static bool wants(unsigned lane, uint64_t word) {
  uint64_t first = a->op == WL_COPY ? a->second[lane] : a->address[lane];
  return word * 4 < first + a->width && first < word * 4 + 4;
}

static unsigned bank_of(uint64_t word) {
  unsigned bytes = a->banks && arch->banking8 != WL_BANKS_NONE ? a->banks : arch->bank_bytes;
  return (unsigned)(word * 4 / (bytes ? bytes : 4) % arch->banks);
}

/* "bank 3 has 2 words to serve, for lanes 0, 16" */
static void check_bank(const struct wl_why_row *row, unsigned bank, unsigned words) {
  uint64_t seen[WL_LANES * 4];
  unsigned different = 0, lanes = 0;
  for (unsigned l = 0; l < WL_LANES; l++)
    for (unsigned w = 0; row->lanes >> l & 1 && w < (a->width > 4 ? a->width / 4u : 1u); w++) {
      uint64_t word = (a->op == WL_COPY ? a->second[l] : a->address[l]) / 4 + w;
      bool known = false;
      if (bank_of(word) != bank) continue;
      for (unsigned i = 0; i < different; i++) known |= seen[i] == word;
      if (!known) seen[different++] = word;
      lanes |= 1u << l;
    }
  /* Of a lane's words a group of cc 1.x has one; a wavefront before this one had others. */
  HOLDS(words >= 1 && words <= different);
  if (strstr(row->text, "one by one")) {
    unsigned many;
    HOLDS(SCAN(strstr(row->text, ", for ") + 6, "%u lane", &many) && many <= count(lanes));
  } else {
    HOLDS((check_lanes(row, false) & ~lanes) == 0);
  }
}

static void check_sectors(const struct wl_why_row *row, const char *text) {
  unsigned sectors = 0, q;
  uint64_t from;
  text += text[6] == 's' ? 7 : 6;
  while (SCAN(text, " %u", &q)) sectors |= 1u << q, text += end;
  HOLDS(SCAN(text, " of byte %lu: ", &from));
  uint32_t lanes = check_lanes(row, true), of_lanes = 0;
  if (a->space == WL_LOCAL) return; /* the words of a warp lie side by side: see why_lines() */
  check_bytes(lanes, from, 128, false);
  for (unsigned l = 0; l < WL_LANES; l++)
    for (unsigned s = 0; lanes >> l & 1 && s < 4; s++)
      if (asks(l, from + 32 * s, 32)) of_lanes |= 1u << s;
  HOLDS(of_lanes == sectors);
}

/* The line with a number: entries of an atomic have that of the first which is of the same line.
 * Of those, the one whose lanes are among some. */
static const struct wl_line *numbered(unsigned number, uint32_t lanes) {
  unsigned lines = 0;
  for (int i = 0; i < e->line_count; i++) {
    bool known = false;
    for (int k = 0; wl_op_is_atomic((enum wl_op)a->op) && k < i; k++)
      known |= e->line[k].address == e->line[i].address;
    if (known || lines++ != number) continue;
    for (int k = i; k < e->line_count; k++)
      if (e->line[k].address == e->line[i].address && !(e->line[k].lanes & ~lanes))
        return &e->line[k];
  }
  return NULL;
}

static void check_sets(const struct wl_why_row *row) {
  const char *text = strstr(row->text, ": line"), *sets = strstr(row->text, " in set");
  unsigned line, set;
  HOLDS(text && sets);
  text += text[6] == 's' ? 7 : 6;
  sets += sets[7] == 's' ? 8 : 7;
  while (SCAN(text, " %u", &line)) {
    text += end;
    HOLDS(SCAN(sets, " %u", &set));
    sets += end;
    const struct wl_line *found = numbered(line, row->lanes);
    HOLDS(found);
    if (a->space != WL_LOCAL) HOLDS(set == reference_tag_set(arch, found->address / 128));
  }
}

/* A row that only has numbers; the reference has the same. */
static bool check_sum(const char *t) {
  unsigned n, m, p, q;
  bool moves = wl_moves_sectors((enum wl_space)a->space);
  unsigned cost = moves ? counts.sectors : counts.wavefronts;
  unsigned ideal = moves ? counts.ideal_sectors : counts.ideal_wavefronts;
  if (SCAN(t, "one instruction, %u active lane", &n)) return n == count(a->mask);
  if (SCAN(t, "%u active lanes × %u bytes = %u", &n, &m, &p) ||
      SCAN(t, "%u active lane × %u bytes = %u", &n, &m, &p))
    return n == count(a->mask) && m == a->width && p == n * m;
  if (SCAN(t, "%u active lane", &n)) return n == count(a->mask);
  if (SCAN(t, "cost %u − ideal %u", &n, &m)) return n == cost && m == ideal;
  if (SCAN(t, "%u bytes asked / %u bytes a %*[a-z]: %u; it takes only %u", &n, &m, &p, &q))
    return n == counts.bytes_asked && p == (n + m - 1) / m && q == ideal && q < p;
  if (SCAN(t, "%u bytes asked / %u bytes a %*[a-z], for each operand", &n, &m))
    return n == counts.bytes_asked && 2 * ((n + m - 1) / m) == ideal;
  if (SCAN(t, "%u bytes asked / %u bytes a %*[a-z]", &n, &m))
    return n == counts.bytes_asked && (n + m - 1) / m == ideal;
  if (SCAN(t, "%u request of one address × %u pass", &n, &m) ||
      SCAN(t, "%u requests of one address × %u pass", &n, &m))
    return n == counts.requests && n * m == counts.ideal_wavefronts;
  if (SCAN(t, "%u sectors × %u bytes = %u", &n, &m, &p) ||
      SCAN(t, "%u sector × %u bytes = %u", &n, &m, &p))
    return n == counts.sectors && n * m == p && p == counts.bytes_moved;
  if (SCAN(t, "%u %*[a-z] × %u bytes = %u", &n, &m, &p))
    return n == counts.wavefronts && n * m == p && p == counts.bytes_moved;
  return false;
}

static void check_row(const struct wl_why_row *row) {
  const char *t = row_text = row->text;
  uint64_t at;
  unsigned n, m, line;
  HOLDS((row->lanes & ~a->mask) == 0);
  if (row->sum || !t[strcspn(t, "0123456789")]) return;
  if (SCAN(t, "%u bytes at byte %lu for", &n, &at)) {
    uint32_t lanes = check_lanes(row, true);
    if (SCAN(row->label, "line %u", &line)) HOLDS(n == 128 && line < e->line_count);
    if (a->space != WL_LOCAL) check_bytes(lanes, at, n, false);
  } else if (SCAN(t, "%u bytes at byte %lu:", &n, &at)) {
    uint32_t lanes = check_lanes(row, true);
    HOLDS(n == 128);
    if (a->space == WL_LOCAL) check_bytes(lanes, at, 4, false); /* of every thread's own */
    else check_bytes(lanes, at, n, a->op == WL_LOAD || a->op == WL_STORE);
  } else if (SCAN(t, "byte %lu for", &at)) {
    check_bytes(check_lanes(row, true), at, a->width < 4 ? a->width : 4, false);
  } else if (SCAN(t, "bytes %u to %u of each lane", &n, &m)) {
    HOLDS(m == n + 3 && m < a->width && row->lanes == a->mask);
  } else if (strncmp(t, "sector", 6) == 0) {
    check_sectors(row, t);
  } else if (strncmp(t, "texel (", 7) == 0) {
    unsigned first = (unsigned)__builtin_ctz(check_lanes(row, true));
    HOLDS(SCAN(t, "texel (%u, %u)", &n, &m) && n == a->address[first] && m == a->second[first]);
    for (unsigned l = 0; l < WL_LANES; l++)
      if (row->lanes >> l & 1 && strncmp(row->label, "sector", 6) == 0)
        HOLDS(wl_fetch_sector(a, l) == wl_fetch_sector(a, first));
  } else if (strstr(t, " in set")) {
    check_sets(row);
  } else if (SCAN(t, "bank %u has %u word", &n, &m)) {
    check_bank(row, n, m);
  } else if (SCAN(t, "lock %u is shared by", &n)) {
    uint32_t lanes = check_lanes(row, false), sharing = 0;
    for (unsigned l = 0; l < WL_LANES; l++)
      if (a->mask >> l & 1 && a->address[l] / 4 % 1024 == n) sharing |= 1u << l;
    HOLDS((lanes & ~sharing) == 0 && count(sharing) == counts.wavefronts);
  } else if (SCAN(t, "word %lu", &at) || SCAN(t, "words %lu and", &at)) {
    unsigned long other = at;
    sscanf(t, "words %*u and %lu", &other);
    uint32_t lanes = check_lanes(row, true);
    for (unsigned l = 0; l < WL_LANES; l++)
      HOLDS(!(lanes >> l & 1) || wants(l, at) || wants(l, other));
    if (SCAN(row->label, "lock %u", &n)) HOLDS(at % 1024 == n);
    if (SCAN(row->label, "bank %u", &n) && a->space == WL_LOCAL) HOLDS(lanes == 1u << n);
    else if (SCAN(row->label, "bank %u", &n)) HOLDS(bank_of(at) == n && bank_of(other) == n);
  } else if (!check_sum(t) && !strstr(t, "one way more")) {
    const char *no = strstr(t, "no bank has more than 1 word");
    HOLDS(no || strncmp(t, "lane", 4) == 0 || strstr(t, " lane"));
    check_lanes(row, true);
  }
}

static void check_figure(struct wl_session *m, const struct wl_step_info *s, enum wl_figure f) {
  static struct wl_why w;
  unsigned sum = 0, numbers = 0, of_lanes = 0;
  uint32_t lanes = 0;
  memset(&w, 0, sizeof w);
  w.title = wl_metrics[f].title;
  snprintf(w.value, sizeof w.value, "%u", wl_figure_get(&s->explain.counts, f));
  wl_why_figure_on(m, arch, s, f, &w);
  why = &w;
  for (size_t i = 0; i < w.count; i++) {
    check_row(&w.row[i]);
    lanes |= w.row[i].lanes;
    of_lanes += count(w.row[i].lanes);
    if (w.row[i].sum || !w.row[i].value[0]) continue;
    sum += (unsigned)atoi(w.row[i].value);
    numbers++;
  }
  row_text = "";
  HOLDS(!numbers || sum == wl_figure_get(&counts, f));
  bool tries = wl_access_tries(a) && f == WL_WAVEFRONTS; /* a try serves not all of its lanes */
  HOLDS(f == WL_WAYS || lanes == (tries && arch->id >= WL_CC_50 ? wl_try_served(a) : a->mask));
  bool by_lanes = a->space == WL_GLOBAL && a->op >= WL_REDUCE;
  if (f == WL_WAYS) HOLDS((by_lanes ? of_lanes : w.count) == counts.ways);
}

static void test_evidence(void **state) {
  (void)state;
  uint64_t random = 1010;
  static struct wl_step_info s;
  struct wl_session *m = wl_session_create();
  for (size_t k = 0; k < wl_arch_count; k++)
    for (unsigned i = 0; i < ACCESSES; i++) {
      arch = &wl_archs[k], a = &s.step.access, e = &s.explain;
      s = (struct wl_step_info){.valid = true, .step = {.kind = WL_STEP_ACCESS, .array =
                                                        WL_NO_ARRAY,
                                                        .live = UINT32_MAX}};
      random_access(&random, arch, &s.step.access);
      if (!a->mask) continue;
      wl_explain(arch, a, &s.explain);
      reference_count_on(arch, a, &counts);
      for (enum wl_figure f = 0; f < WL_FIGURES; f++)
        if (wl_figure_meaning(arch, a, f) == WL_KNOWN) check_figure(m, &s, f);
    }
  wl_session_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_evidence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
