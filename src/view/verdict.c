/* One sentence on what an instruction costs, and why. */
#include "view/verdict.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/form.h"
#include "view/format.h"
#include "view/tiling.h"

static void say(struct wl_verdict *v, enum wl_grade grade, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct wl_verdict *v, enum wl_grade grade, const char *format, ...) {
  va_list args;
  v->grade = grade;
  va_start(args, format);
  vsnprintf(v->text, sizeof v->text, format, args);
  va_end(args);
}

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

/* The ending of a verb: one lane reads, two lanes read. */
static const char *third(unsigned n) { return n == 1 ? "s" : ""; }

enum wl_grade wl_grade_efficiency(double efficiency) {
  if (efficiency < 0) return WL_GRADE_NONE;
  return efficiency >= 1 ? WL_GRADE_GOOD : efficiency >= 0.5 ? WL_GRADE_WARN : WL_GRADE_BAD;
}

void wl_cost_of(const struct wl_counts *c, enum wl_space s, uint32_t *cost, uint32_t *ideal) {
  switch (s) {
  case WL_GLOBAL:
  case WL_LOCAL:
  case WL_TEXTURE:
    *cost = c->sectors;
    *ideal = c->ideal_sectors;
    return;
  default:
    *cost = c->wavefronts;
    *ideal = c->ideal_wavefronts;
  }
}

static enum wl_grade grade_cost(uint32_t cost, uint32_t ideal) {
  return wl_grade_efficiency(cost ? (double)ideal / cost : -1);
}

/* How many different units of `bytes` the lanes' addresses lie in. */
static unsigned distinct(const struct wl_access *a, unsigned bytes) {
  unsigned count = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool seen = !(a->mask >> l & 1);
    for (unsigned k = 0; k < l; k++)
      seen |= a->mask >> k & 1 && a->address[k] / bytes == a->address[l] / bytes;
    count += !seen;
  }
  return count;
}

static bool same_address(const struct wl_access *a) {
  unsigned first = (unsigned)__builtin_ctz(a->mask);
  for (unsigned l = first; l < WL_LANES; l++)
    if (a->mask >> l & 1 && a->address[l] != a->address[first]) return false;
  return true;
}

uint32_t wl_bytes_in_vain(const struct wl_explain *e) {
  uint32_t moved = e->counts.bytes_moved, used = 0;
  for (int i = 0; i < e->line_count; i++)
    used += (uint32_t)(__builtin_popcountll(e->line[i].used[0]) +
                       __builtin_popcountll(e->line[i].used[1]));
  if (e->transaction_count || !e->line_count) used = e->counts.bytes_asked;
  return moved > used ? moved - used : 0;
}

static const char *verb(const struct wl_access *a) {
  if (a->op == WL_CAS) return "swap";
  if (wl_op_is_copy((enum wl_op)a->op)) return "copy";
  return a->op == WL_LOAD ? "read" : a->op == WL_STORE ? "write" : "update";
}

/* Before the tag wavefronts of an instruction where they are only an estimate. */
static const char *about(const struct wl_explain *e) { return e->tags_known ? "" : "≈"; }

/* Atomics: equal addresses never share a tag wavefront. */
static void global_atomic(const struct wl_access *a, const struct wl_explain *e,
                          struct wl_verdict *v) {
  unsigned lanes = wl_lanes_count(a->mask), tags = e->counts.tag_wavefronts;
  v->rule = e->rule[tags ? WL_TAG_WAVEFRONTS : WL_SECTORS];
  if (tags == 0 && lanes > 1 && same_address(a))
    say(v, WL_GRADE_BAD, "%u lanes %s one address, one after the other", lanes, verb(a));
  else if (tags == 0 && distinct(a, 1) < lanes)
    say(v, WL_GRADE_WARN, "%u lanes %s %u addresses; those that share one wait", lanes, verb(a),
        distinct(a, 1));
  else if (tags == 0)
    say(v, WL_GRADE_NONE, "%u lane%s %s%s %u byte%s", lanes, plural(lanes), verb(a), third(lanes),
        e->counts.bytes_asked, plural(e->counts.bytes_asked));
  else if (lanes > 1 && same_address(a))
    say(v, WL_GRADE_BAD, "%u lanes %s one address, one after the other: %s%u tag wavefronts",
        lanes, verb(a), about(e), tags);
  else if (distinct(a, 1) < lanes)
    say(v, tags > 4 ? WL_GRADE_BAD : WL_GRADE_WARN,
        "%u lanes %s %u addresses; those that share one wait: %s%u tag wavefronts", lanes, verb(a),
        distinct(a, 1), about(e), tags);
  else
    say(v, tags > 4 ? WL_GRADE_BAD : tags > 1 ? WL_GRADE_WARN : WL_GRADE_GOOD,
        "%u lane%s %s%s %s%u sector%s in %s%u tag wavefront%s", lanes, plural(lanes), verb(a),
        third(lanes), about(e), e->counts.sectors, plural(e->counts.sectors), about(e), tags,
        plural(tags));
}

/* Before cc 5.0 transactions are what counts. */
static void early(const struct wl_arch *arch, const struct wl_access *a,
                  const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), n = c->transactions;
  v->rule = e->rule[WL_TRANSACTIONS];
  if (v->rule == WL_RULE_UNKNOWN)
    say(v, WL_GRADE_NONE, "%u lane%s %s: what cc %s moves for it is not documented", lanes,
        plural(lanes), verb(a), arch->cc);
  else if (wl_op_is_atomic((enum wl_op)a->op) && lanes > 1 && same_address(a))
    say(v, WL_GRADE_BAD, "%u lanes %s one address, one after the other", lanes, verb(a));
  else if (wl_op_is_atomic((enum wl_op)a->op) && distinct(a, 1) < lanes)
    say(v, WL_GRADE_WARN, "%u lanes %s %u addresses; those that share one wait", lanes, verb(a),
        distinct(a, 1));
  else if (c->sectors > c->ideal_sectors)
    say(v, grade_cost(c->sectors, c->ideal_sectors),
        "%u lane%s %s %u bytes in %u transaction%s: %u moved, %u would do", lanes, plural(lanes),
        verb(a), c->bytes_asked, n, plural(n), c->bytes_moved, 32u * c->ideal_sectors);
  else
    say(v, WL_GRADE_GOOD, "%u lane%s %s %u bytes in %u transaction%s: %s", lanes, plural(lanes),
        verb(a), c->bytes_asked, n, plural(n),
        wl_bytes_in_vain(e) ? "fewer would not do" : "nothing is moved in vain");
}

static void texture(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  struct wl_tiling t = wl_tiling_of(a);
  char texels[64];
  v->rule = e->rule[WL_SECTORS];
  wl_texel_pattern(a, texels, sizeof texels);
  if (c->sectors > c->ideal_sectors)
    say(v, grade_cost(c->sectors, c->ideal_sectors),
        "%s: %u sectors of %u × %u texels, where %u would do", texels, c->sectors,
        t.sector_columns, t.sector_rows, c->ideal_sectors);
  else
    say(v, WL_GRADE_GOOD, "%s: %u sector%s of %u × %u texels, fewer would not do", texels,
        c->sectors, plural(c->sectors), t.sector_columns, t.sector_rows);
}

static void local(const struct wl_arch *arch, const struct wl_access *a, const struct wl_explain *e,
                  struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), places = distinct(a, 4), n = c->sectors;
  enum wl_grade grade = grade_cost(n, c->ideal_sectors);
  bool early = arch->family == WL_COALESCED;
  char cost[48], place[24] = "one place";
  v->rule = e->rule[early ? WL_SECTORS : WL_LINE_COUNT]; /* how the words lie */
  if (places > 1) snprintf(place, sizeof place, "%u places", places);
  if (early)
    snprintf(cost, sizeof cost, "%u transaction%s, %u B", c->transactions,
             plural(c->transactions), c->bytes_moved);
  else
    snprintf(cost, sizeof cost, "%u line%s, %u sector%s", c->lines, plural(c->lines), n, plural(n));
  say(v, grade, "%u thread%s %s%s %s of %s own memory: %s", lanes, plural(lanes), verb(a),
      third(lanes), place, lanes == 1 ? "its" : "their", cost);
}

/* cp.async: what it reads is a load, what it writes goes into banks. */
static void copy(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), w = c->wavefronts;
  unsigned ideal = c->bytes_asked <= 128 ? 1 : (c->bytes_asked + 127) / 128;
  v->rule = e->rule[WL_SECTORS];
  if (c->sectors > c->ideal_sectors && c->sectors * ideal >= w * c->ideal_sectors) {
    say(v, grade_cost(c->sectors, c->ideal_sectors),
        "%u lane%s cop%s %u bytes: %u sectors are read, where %u would do", lanes, plural(lanes),
        lanes == 1 ? "ies" : "y", c->bytes_asked, c->sectors, c->ideal_sectors);
  } else if (w > ideal) {
    v->rule = e->rule[WL_WAVEFRONTS];
    say(v, grade_cost(w, ideal),
        "%u lane%s cop%s %u bytes in %s%u wavefronts, where %u would do: bank conflicts", lanes,
        plural(lanes), lanes == 1 ? "ies" : "y", c->bytes_asked, about(e), w, ideal);
  } else {
    say(v, WL_GRADE_GOOD, "%u lane%s cop%s %u bytes to shared memory: %u sector%s, %u wavefront%s",
        lanes, plural(lanes), lanes == 1 ? "ies" : "y", c->bytes_asked, c->sectors,
        plural(c->sectors), w, plural(w));
  }
}

/* cp.async.cg: L2 sends sectors for the rows that they fill; lookups are all that
 * L1 has to do. 4 lines and 4 rows, all that 32 lanes need, are one tag wavefront. */
static void copy_past(const struct wl_access *a, const struct wl_explain *e,
                      struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask);
  const char *ending = lanes == 1 ? "ies" : "y";
  v->rule = e->rule[WL_SECTORS];
  if (c->sectors > c->ideal_sectors) {
    say(v, grade_cost(c->sectors, c->ideal_sectors),
        "%u lane%s cop%s %u bytes past L1 in %u sectors, where %u would do: %u in excess", lanes,
        plural(lanes), ending, c->bytes_asked, c->sectors, c->ideal_sectors,
        c->sectors - c->ideal_sectors);
  } else if (c->tag_wavefronts > 1) {
    v->rule = e->rule[WL_TAG_WAVEFRONTS];
    say(v, WL_GRADE_WARN, "no sector in excess, but %u lookups of lines for rows to fill: %s%u tag "
        "wavefronts", c->lines, about(e), c->tag_wavefronts);
  } else {
    say(v, WL_GRADE_GOOD, "%u lane%s cop%s %u bytes past L1 to shared memory: %u sector%s", lanes,
        plural(lanes), ending, c->bytes_asked, c->sectors, plural(c->sectors));
  }
}

static void global(const struct wl_arch *arch, const struct wl_access *a,
                   const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), per_line = arch->line_bytes / arch->sector_bytes;
  v->rule = e->rule[WL_SECTORS];
  if (a->op == WL_COPY_CG) {
    copy_past(a, e, v);
  } else if (a->op == WL_COPY) {
    copy(a, e, v);
  } else if (wl_op_is_atomic((enum wl_op)a->op)) {
    global_atomic(a, e, v);
  } else if (lanes > 1 && same_address(a) && a->op == WL_STORE) {
    say(v, WL_GRADE_WARN, "%u lanes write the same %u byte%s: one value stays, which is undefined",
        lanes, a->width, plural(a->width));
  } else if (lanes > 1 && same_address(a)) {
    say(v, WL_GRADE_GOOD, "%u lanes read the same %u byte%s: %u sector%s serve%s them all", lanes,
        a->width, plural(a->width), c->sectors, plural(c->sectors), third(c->sectors));
  } else if (c->sectors > c->ideal_sectors) {
    say(v, grade_cost(c->sectors, c->ideal_sectors),
        "%u lane%s %s%s %u byte%s in %u sectors, where %u would do: %u in excess", lanes,
        plural(lanes), verb(a), third(lanes), c->bytes_asked, plural(c->bytes_asked), c->sectors,
        c->ideal_sectors, c->sectors - c->ideal_sectors);
  } else if (c->lines > (c->sectors + per_line - 1) / per_line && c->tag_wavefronts > 1) {
    v->rule = e->rule[WL_TAG_WAVEFRONTS];
    say(v, WL_GRADE_WARN, "no sector in excess, but they lie in %u lines: %s%u tag wavefronts",
        c->lines, about(e), c->tag_wavefronts);
  } else {
    say(v, WL_GRADE_GOOD, "%u lane%s %s%s %u byte%s in %u sector%s: %s", lanes, plural(lanes),
        verb(a), third(lanes), c->bytes_asked, plural(c->bytes_asked), c->sectors, plural(c->sectors),
        wl_bytes_in_vain(e) ? "fewer would not do" : "nothing is moved in vain");
  }
}

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
    say(v, grade_cost(w, matrices),
        "%u %s of 8 rows, up to %u of them in one bank: %u wavefronts, not %u", matrices, several,
        e->counts.ways, w, matrices);
  else
    say(v, WL_GRADE_GOOD, "%u %s: the 8 rows of %s lie in different banks: %u wavefront%s",
        matrices, several, matrices == 1 ? "it" : "each", w, plural(w));
}

static void conflict(const struct wl_arch *arch, const struct wl_access *a,
                     const struct wl_explain *e, struct busy b, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  enum wl_grade grade = grade_cost(c->wavefronts, c->ideal_wavefronts);
  unsigned w = c->wavefronts;
  const char *unit = unit_of(arch, w);
  if (a->op != WL_LOAD && a->op != WL_STORE && v->rule != WL_RULE_BANK_INCREMENT)
    say(v, grade, "%u lanes update words of bank %u, one lane at a time: %u %s, not %u",
        b.words, b.first, w, unit, c->ideal_wavefronts);
  else if (b.different < b.words) /* cc 1.x */
    say(v, grade, "up to %u turns at a bank, as a pass broadcasts one word: %u %s, not %u",
        b.words, w, unit, c->ideal_wavefronts);
  else if (w < b.words && b.banks == 1) /* cc 3.x: a bank gives two words of one row */
    say(v, grade, "%u lanes want bank %u: %u words in rows of %u bytes, %u %s, not %u",
        wl_lanes_count(b.lanes), b.first, b.words, arch->row_bytes, w, unit, c->ideal_wavefronts);
  else if (w < b.words)
    say(v, grade, "%u banks serve %s%u words each, in rows of %u bytes: %u %s, not %u", b.used,
        b.banks < b.used ? "up to " : "", b.words, arch->row_bytes, w, unit, c->ideal_wavefronts);
  else if (b.banks == 1)
    say(v, grade, "%u lanes want bank %u: %u different words%s, %u %s where %u would do",
        wl_lanes_count(b.lanes), b.first, b.words, e->groups > 1 ? " a group" : "", w, unit,
        c->ideal_wavefronts);
  else
    say(v, grade, "%u banks serve %s%u different words each: %u %s where %u would do", b.used,
        b.banks < b.used ? "up to " : "", b.words, w, unit, c->ideal_wavefronts);
}

/* Atomics before cc 5.0 take locks in a loop: the figure is trips round it. What the
 * banks need on each trip is not known. */
static void locks(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  unsigned lanes = wl_lanes_count(a->mask), trips = e->counts.wavefronts;
  if (trips > 1)
    say(v, WL_GRADE_BAD, "%u lanes %s %u word%s: up to %u share a lock and go round one by one",
        lanes, verb(a), distinct(a, 4), plural(distinct(a, 4)), trips);
  else
    say(v, WL_GRADE_NONE,
        "%u lane%s %s%s, each with a lock of its own; what banks add is not known",
        lanes, plural(lanes), verb(a), third(lanes));
}

/* 16 bytes a lane on cc 2.x: the vendor gives ways, and no passes. */
static void ways_only(unsigned lanes, const struct wl_explain *e, struct wl_verdict *v) {
  unsigned ways = e->counts.ways;
  v->rule = e->rule[WL_WAYS];
  say(v, ways > 2 ? WL_GRADE_WARN : WL_GRADE_NONE,
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
    say(v, again ? WL_GRADE_BAD : WL_GRADE_NONE, "a loop: %u lane%s read%s%s, %s%u would change "
        "nothing and leave%s", lanes, plural(lanes), third(lanes), again ? " again" : " first",
        left ? "" : "all ", through, third(through));
  else if (!wl_access_tries(a))
    say(v, again ? WL_GRADE_BAD : WL_GRADE_NONE, "no instruction does this atomic, so a loop does: "
        "%u lane%s read%s%s", lanes, plural(lanes), third(lanes), again ? " again" : " first");
  else if (left)
    say(v, grade, "%u lanes try to swap: %u get%s through, %u must read and try again", lanes,
        through, third(through), left);
  else
    say(v, again ? WL_GRADE_BAD : grade, "%u lane%s tr%s to swap, and get%s through%s", lanes,
        plural(lanes), lanes == 1 ? "ies" : "y", third(lanes), again ? " at last" : "");
}

static void shared(const struct wl_arch *arch, const struct wl_step *s,
                   const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_access *a = &s->access;
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), w = c->wavefronts;
  struct busy b = busiest(arch, e);
  v->rule = e->rule[WL_WAVEFRONTS];
  if (wl_access_absent(arch, a))
    say(v, WL_GRADE_NONE, "cc %s has no such step: its first try stands for a loop with a lock",
        arch->cc);
  else if (a->op == WL_MATRIX_LOAD || a->op == WL_MATRIX_STORE)
    matrix(a, e, v);
  else if (wl_access_loops(a) && arch->family != WL_COALESCED)
    turn(s, v);
  else if (v->rule == WL_RULE_BANK_INCREMENT && w <= c->ideal_wavefronts)
    say(v, WL_GRADE_GOOD, "%u lane%s add%s 1 to %u word%s: equal words are counted at once", lanes,
        plural(lanes), third(lanes), distinct(a, 1), plural(distinct(a, 1)));
  else if (v->rule == WL_RULE_BANK_LOCK)
    locks(a, e, v);
  else if (v->rule == WL_RULE_UNKNOWN)
    ways_only(lanes, e, v);
  else if (e->counts.wavefronts > 1 && wl_op_is_atomic((enum wl_op)a->op) && lanes > 1 &&
           same_address(a))
    say(v, WL_GRADE_BAD, "%u lanes %s one word, one after the other: %u %s, not %u", lanes,
        verb(a), w, unit_of(arch, w), c->ideal_wavefronts);
  else if (w > c->ideal_wavefronts && b.words > 1)
    conflict(arch, a, e, b, v);
  else if (w > c->ideal_wavefronts)
    say(v, WL_GRADE_WARN, "no bank conflict, but the lanes sit in %u groups: %u %s, not %u",
        e->groups, w, unit_of(arch, w), c->ideal_wavefronts);
  else if (lanes > 1 && same_address(a) && a->op == WL_LOAD)
    say(v, WL_GRADE_GOOD, "%u lanes read the same word: the bank sends it to all in %u %s",
        lanes, w, unit_of(arch, w));
  else if (w > 1)
    say(v, WL_GRADE_GOOD, "no bank conflict: %u bytes need %u %s of %u bytes", c->bytes_asked, w,
        unit_of(arch, w), arch->row_bytes);
  else if (b.words > 1) /* cc 3.x */
    say(v, WL_GRADE_GOOD, "no bank conflict: %u bank%s serve%s %s%u words of one row of %u bytes",
        b.used, plural(b.used), third(b.used), b.banks < b.used ? "up to " : "", b.words,
        arch->row_bytes);
  else
    say(v, WL_GRADE_GOOD, "no bank conflict: %u lane%s use%s %u bank%s, one word%s", lanes,
        plural(lanes), third(lanes), b.used, plural(b.used), b.used == 1 ? "" : " of each");
}

static void constant(const struct wl_access *a, const struct wl_explain *e,
                     struct wl_verdict *v) {
  unsigned passes = e->counts.wavefronts, lanes = wl_lanes_count(a->mask);
  unsigned addresses = distinct(a, 1), ideal = e->counts.ideal_wavefronts;
  v->rule = e->rule[WL_WAVEFRONTS];
  if (passes <= 1)
    say(v, WL_GRADE_GOOD, "%u lane%s read%s one address: one pass serves %s", lanes, plural(lanes),
        third(lanes), lanes == 1 ? "it" : "them all");
  else if (passes == addresses)
    say(v, grade_cost(passes, ideal), "%u lanes read %u different addresses: one pass for each", lanes,
        passes);
  else if (a->width > 4)
    say(v, grade_cost(passes, ideal), "%u lane%s read%s %u address%s of %u bytes: %u passes of 4 bytes",
        lanes, plural(lanes), third(lanes), addresses, addresses == 1 ? "" : "es", a->width,
        passes);
  else
    say(v, grade_cost(passes, ideal),
        "%u lanes read %u address%s, each half-warp on its own: %u passes", lanes,
        addresses, addresses == 1 ? "" : "es", passes);
}

/* What a match found, or a reduction made. */
static void collective(const struct wl_step *s, struct wl_verdict *v) {
  unsigned lanes = wl_lanes_count(s->access.mask), different = 0;
  char result[24];
  if (!s->has_values || !s->access.mask) return;
  for (unsigned i = 0; i < WL_LANES; i++) {
    bool first = s->access.mask >> i & 1;
    for (unsigned j = 0; j < i && first; j++)
      first = !(s->access.mask >> j & 1) || s->value[j] != s->value[i];
    different += first;
  }
  wl_scalar_format((enum wl_scalar)s->type.scalar, s->result[__builtin_ctz(s->access.mask)], 12,
                   result);
  if (wl_name_matches(s->name))
    say(v, WL_GRADE_NONE, "%u lane%s give%s %u different value%s", lanes, plural(lanes),
        third(lanes), different, plural(different));
  else
    say(v, WL_GRADE_NONE, "%u lane%s give%s a value, and every one of them gets %s", lanes,
        plural(lanes), third(lanes), result);
}

static void no_access(const struct wl_step *s, struct wl_verdict *v) {
  char text[112], lanes[40];
  switch ((enum wl_step_kind)s->kind) {
  case WL_STEP_SHUFFLE:
    if (s->undefined)
      say(v, WL_GRADE_BAD, "%s read%s a lane that is not active: what %s is undefined",
          wl_format_lane_set(s->undefined, lanes, sizeof lanes),
          third(wl_lanes_count(s->undefined)),
          wl_lanes_count(s->undefined) == 1 ? "it gets" : "they get");
    else
      say(v, WL_GRADE_NONE, "%s", wl_shuffle_pattern(s, text, sizeof text));
    break;
  case WL_STEP_VOTE:
    if (wl_name_matches(s->name) || wl_name_reduces(s->name)) {
      collective(s, v);
      break;
    }
    say(v, WL_GRADE_NONE, "%u lane%s vote%s, and every one of them gets the result",
        wl_lanes_count(s->access.mask), plural(wl_lanes_count(s->access.mask)),
        third(wl_lanes_count(s->access.mask)));
    break;
  case WL_STEP_BARRIER:
    say(v, WL_GRADE_NONE, "%s", s->name == WL_NAME_PIPELINE_COMMIT
                                    ? "the copies since the last commit are one batch to wait for"
                                : s->name == WL_NAME_PIPELINE_WAIT
                                    ? "each lane waits here for copies of its own"
                                : s->name >= WL_NAME_THREADFENCE
                                    ? "nobody waits: each lane puts its own accesses in order"
                                    : "lanes wait here until all of them have come");
    break;
  default:
    say(v, WL_GRADE_NONE, "%s", s->text);
  }
}

void wl_verdict(const struct wl_arch *arch, const struct wl_step *step,
                const struct wl_explain *explain, struct wl_verdict *out) {
  *out = (struct wl_verdict){.rule = WL_RULE_NONE};
  if (step->kind != WL_STEP_ACCESS) no_access(step, out);
  else if (!step->access.mask) say(out, WL_GRADE_NONE, "no lane is active: nothing is moved");
  else if (step->access.space == WL_TEXTURE) texture(&step->access, explain, out);
  else if (step->access.space == WL_LOCAL) local(arch, &step->access, explain, out);
  else if (wl_moves_sectors((enum wl_space)step->access.space))
    (arch->family == WL_COALESCED ? early : global)(arch, &step->access, explain, out);
  else if (step->access.space == WL_SHARED) shared(arch, step, explain, out);
  else constant(&step->access, explain, out);
}
