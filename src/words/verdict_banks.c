/* Verdicts for instructions that wait for banks, or for the one port of constant memory. */
#include "words/verdict_parts.h"

#include "core/access/access.h"
#include "words/format.h"

/* Banks with the most words, and the lanes that want the first of them. On cc 1.x a word may
 * take several turns: the most that are different are fewer then. */
struct busy { unsigned words, different, banks, used, first; uint32_t lanes; };

/* The most different words that one bank has in one group. */
static unsigned most_different(const struct wl_explain *e) {
  unsigned most = 0;
  uint8_t of[WL_MAX_GROUPS][WL_MAX_BANKS] = {{0}};
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    bool again = false;
    for (unsigned n = 0; n < i; n++)
      again |= e->word[n].index == w->index && e->word[n].group == w->group;
    if (!again && ++of[w->group][w->bank] > most) most = of[w->group][w->bank];
  }
  return most;
}

static struct busy busiest(const struct wl_arch *arch, const struct wl_explain *e) {
  struct busy b = {.different = most_different(e)};
  for (unsigned i = 0; i < arch->banks; i++) {
    unsigned n = e->bank_words[i];
    if (n) b.used++;
    if (n > b.words) b.words = n, b.first = i, b.banks = 0;
    if (n && n == b.words) b.banks++;
  }
  for (unsigned i = 0; i < e->word_count; i++)
    if (e->word[i].bank == b.first) b.lanes |= e->word[i].lanes;
  return b;
}

/* What early manuals call passes is called wavefronts since. */
static const char *unit_of(const struct wl_arch *arch, unsigned n) {
  if (arch->family == WL_COALESCED) return n == 1 ? "pass" : "passes";
  return n == 1 ? "wavefront" : "wavefronts";
}

/* ldmatrix and stmatrix: 8 lanes are the rows of a matrix. */
static void matrix(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  unsigned matrices = wl_lanes_count(a->mask) / 8, w = e->counts.wavefronts;
  const char *several = matrices == 1 ? "matrix" : "matrices";
  v->rule = e->rule[WL_WAVEFRONTS];
  if (w > matrices)
    wl_rate(v, wl_grade_cost(w, matrices),
            "%u %s of 8 rows, up to %u of them in one bank: %u wavefronts, not %u", matrices,
            several, e->counts.ways, w, matrices);
  else
    wl_rate(v, WL_GRADE_GOOD, "%u %s: the 8 rows of %s lie in different banks: %u wavefront%s",
            matrices, several, matrices == 1 ? "it" : "each", w, plural(w));
}

static void conflict(const struct wl_arch *arch, const struct wl_access *a,
                     const struct wl_explain *e, struct busy b, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  enum wl_grade grade = wl_grade_cost(c->wavefronts, c->ideal_wavefronts);
  unsigned w = c->wavefronts;
  const char *unit = unit_of(arch, w);
  if (a->op != WL_LOAD && a->op != WL_STORE && v->rule != WL_RULE_BANK_INCREMENT)
    wl_rate(v, grade, "%u lanes update words of bank %u, one lane at a time: %u %s, not %u",
            b.words, b.first, w, unit, c->ideal_wavefronts);
  else if (b.different < b.words) /* cc 1.x */
    wl_rate(v, grade, "up to %u turns at a bank, as a pass broadcasts one word: %u %s, not %u",
            b.words, w, unit, c->ideal_wavefronts);
  else if (w < b.words && b.banks == 1) /* cc 3.x: a bank gives two words of one row */
    wl_rate(v, grade, "%u lanes want bank %u: %u words in rows of %u bytes, %u %s, not %u",
            wl_lanes_count(b.lanes), b.first, b.words, arch->row_bytes, w, unit,
            c->ideal_wavefronts);
  else if (w < b.words)
    wl_rate(v, grade, "%u banks serve %s%u words each, in rows of %u bytes: %u %s, not %u", b.used,
            b.banks < b.used ? "up to " : "", b.words, arch->row_bytes, w, unit,
            c->ideal_wavefronts);
  else if (b.banks == 1)
    wl_rate(v, grade, "%u lanes want bank %u: %u different words%s, %u %s where %u would do",
            wl_lanes_count(b.lanes), b.first, b.words, e->groups > 1 ? " a group" : "", w, unit,
            c->ideal_wavefronts);
  else
    wl_rate(v, grade, "%u banks serve %s%u different words each: %u %s where %u would do", b.used,
            b.banks < b.used ? "up to " : "", b.words, w, unit, c->ideal_wavefronts);
}

/* Atomics before cc 5.0 take locks in a loop: the figure is trips round it. What the
 * banks need on each trip is not known. */
static void locks(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  unsigned lanes = wl_lanes_count(a->mask), trips = e->counts.wavefronts;
  if (trips > 1)
    wl_rate(v, WL_GRADE_BAD, "%u lanes %s %u word%s: up to %u share a lock and go round one by one",
            lanes, wl_verdict_verb(a), wl_distinct_units(a, 4), plural(wl_distinct_units(a, 4)),
            trips);
  else
    wl_rate(v, WL_GRADE_NONE,
            "%u lane%s %s%s, each with a lock of its own; what banks add is not known", lanes,
            plural(lanes), wl_verdict_verb(a), third(lanes));
}

/* 16 bytes a lane on cc 2.x: the vendor gives ways, and no passes. */
static void ways_only(unsigned lanes, const struct wl_explain *e, struct wl_verdict *v) {
  unsigned ways = e->counts.ways;
  v->rule = e->rule[WL_WAYS];
  wl_rate(v, ways > 2 ? WL_GRADE_WARN : WL_GRADE_NONE,
          "%u lane%s of 16 bytes: %u-way%s; passes are not known", lanes, plural(lanes), ways,
          ways > 2 ? ", where 2-way is the least" : ", the least that there is");
}

/* A turn of the loop that an atomic is which no instruction does. */
static void turn(const struct wl_step *s, struct wl_verdict *v) {
  const struct wl_access *a = &s->access;
  unsigned lanes = wl_lanes_count(a->mask), left = wl_lanes_count(s->goes_on);
  unsigned through = lanes - left; /* or the lanes that have no need to try */
  enum wl_grade grade = left ? WL_GRADE_BAD : WL_GRADE_GOOD;
  bool again = a->form == WL_FORM_AGAIN;
  if (!wl_access_tries(a) && through)
    wl_rate(v, again ? WL_GRADE_BAD : WL_GRADE_NONE,
            "a loop: %u lane%s read%s%s, %s%u would change nothing and leave%s", lanes,
            plural(lanes), third(lanes), again ? " again" : " first", left ? "" : "all ", through,
            third(through));
  else if (!wl_access_tries(a))
    wl_rate(v, again ? WL_GRADE_BAD : WL_GRADE_NONE,
            "no instruction does this atomic, so a loop does: %u lane%s read%s%s", lanes,
            plural(lanes), third(lanes), again ? " again" : " first");
  else if (left)
    wl_rate(v, grade, "%u lanes try to swap: %u get%s through, %u must read and try again", lanes,
            through, third(through), left);
  else
    wl_rate(v, again ? WL_GRADE_BAD : grade, "%u lane%s tr%s to swap, and get%s through%s", lanes,
            plural(lanes), lanes == 1 ? "ies" : "y", third(lanes), again ? " at last" : "");
}

void wl_verdict_banks(const struct wl_arch *arch, const struct wl_step *s,
                      const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_access *a = &s->access;
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), w = c->wavefronts;
  struct busy b = busiest(arch, e);
  v->rule = e->rule[WL_WAVEFRONTS];
  if (wl_access_absent(arch, a))
    wl_rate(v, WL_GRADE_NONE, "cc %s has no such step: this is the first try of a loop with a lock",
            arch->cc);
  else if (a->op == WL_MATRIX_LOAD || a->op == WL_MATRIX_STORE)
    matrix(a, e, v);
  else if (wl_access_loops(a) && arch->family != WL_COALESCED)
    turn(s, v);
  else if (v->rule == WL_RULE_BANK_INCREMENT && w <= c->ideal_wavefronts)
    wl_rate(v, WL_GRADE_GOOD, "%u lane%s add%s 1 to %u word%s: equal words are counted at once",
            lanes, plural(lanes), third(lanes), wl_distinct_units(a, 1),
            plural(wl_distinct_units(a, 1)));
  else if (v->rule == WL_RULE_BANK_LOCK)
    locks(a, e, v);
  else if (v->rule == WL_RULE_UNKNOWN)
    ways_only(lanes, e, v);
  else if (e->counts.wavefronts > 1 && wl_op_is_atomic((enum wl_op)a->op) && lanes > 1 &&
           wl_same_address(a))
    wl_rate(v, WL_GRADE_BAD, "%u lanes %s one word, one after the other: %u %s, not %u", lanes,
            wl_verdict_verb(a), w, unit_of(arch, w), c->ideal_wavefronts);
  else if (w > c->ideal_wavefronts && b.words > 1)
    conflict(arch, a, e, b, v);
  else if (w > c->ideal_wavefronts)
    wl_rate(v, WL_GRADE_WARN, "no bank conflict, but the lanes sit in %u groups: %u %s, not %u",
            e->groups, w, unit_of(arch, w), c->ideal_wavefronts);
  else if (lanes > 1 && wl_same_address(a) && a->op == WL_LOAD)
    wl_rate(v, WL_GRADE_GOOD, "%u lanes read the same word: the bank sends it to all in %u %s",
            lanes, w, unit_of(arch, w));
  else if (w > 1)
    wl_rate(v, WL_GRADE_GOOD, "no bank conflict: %u bytes need %u %s of %u bytes", c->bytes_asked,
            w, unit_of(arch, w), arch->row_bytes);
  else if (b.words > 1) /* cc 3.x */
    wl_rate(v, WL_GRADE_GOOD,
            "no bank conflict: %u bank%s serve%s %s%u words of one row of %u bytes", b.used,
            plural(b.used), third(b.used), b.banks < b.used ? "up to " : "", b.words,
            arch->row_bytes);
  else
    wl_rate(v, WL_GRADE_GOOD, "no bank conflict: %u lane%s use%s %u bank%s, one word%s", lanes,
            plural(lanes), third(lanes), b.used, plural(b.used), b.used == 1 ? "" : " of each");
}

void wl_verdict_constant(const struct wl_access *a, const struct wl_explain *e,
                         struct wl_verdict *v) {
  unsigned passes = e->counts.wavefronts, lanes = wl_lanes_count(a->mask);
  unsigned addresses = wl_distinct_units(a, 1), ideal = e->counts.ideal_wavefronts;
  v->rule = e->rule[WL_WAVEFRONTS];
  if (passes <= 1)
    wl_rate(v, WL_GRADE_GOOD, "%u lane%s read%s one address: one pass serves %s", lanes,
            plural(lanes), third(lanes), lanes == 1 ? "it" : "them all");
  else if (passes == addresses)
    wl_rate(v, wl_grade_cost(passes, ideal),
            "%u lanes read %u different addresses: one pass for each", lanes, passes);
  else if (a->width > 4)
    wl_rate(v, wl_grade_cost(passes, ideal),
            "%u lane%s read%s %u address%s of %u bytes: %u passes of 4 bytes", lanes, plural(lanes),
            third(lanes), addresses, addresses == 1 ? "" : "es", a->width, passes);
  else
    wl_rate(v, wl_grade_cost(passes, ideal),
            "%u lanes read %u address%s, each half-warp on its own: %u passes", lanes, addresses,
            addresses == 1 ? "" : "es", passes);
}
