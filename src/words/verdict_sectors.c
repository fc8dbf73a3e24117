/* Verdicts for instructions that move sectors: global and local memory, textures. */
#include "words/verdict_parts.h"

#include <stdio.h>

#include "words/format.h"
#include "words/texel_pattern.h"

/* Before the tag wavefronts of an instruction where they are only an estimate. */
static const char *about(const struct wl_explain *e) { return e->tags_known ? "" : "≈"; }

enum { ASKED = 32 };

/* "128 bytes"; where lanes share some, those that differ: what they ask for together is more than
 * what moves for them. */
static const char *asked(const struct wl_access *a, const struct wl_explain *e, char text[ASKED]) {
  unsigned differ = wl_distinct_units(a, 1) * a->width, all = e->counts.bytes_asked;
  if (differ == all) snprintf(text, ASKED, "%u byte%s", all, plural(all));
  else if (wl_same_address(a)) snprintf(text, ASKED, "the same %u byte%s", differ, plural(differ));
  else snprintf(text, ASKED, "%u different bytes", differ);
  return text;
}

/* Atomics: equal addresses never share a tag wavefront. */
static void global_atomic(const struct wl_access *a, const struct wl_explain *e,
                          struct wl_verdict *v) {
  unsigned lanes = wl_lanes_count(a->mask), tags = e->counts.tag_wavefronts;
  v->rule = e->rule[tags ? WL_TAG_WAVEFRONTS : WL_SECTORS];
  if (tags == 0 && lanes > 1 && wl_same_address(a))
    wl_rate(v, WL_GRADE_BAD, "%u lanes %s one address in turns; how many turns is not known", lanes,
            wl_verdict_verb(a));
  else if (tags == 0 && wl_distinct_units(a, 1) < lanes)
    wl_rate(v, WL_GRADE_WARN, "%u lanes %s %u addresses; how long some wait is not known", lanes,
            wl_verdict_verb(a), wl_distinct_units(a, 1));
  else if (tags == 0)
    wl_rate(v, WL_GRADE_NONE, "%u lane%s %s%s %u byte%s", lanes, plural(lanes), wl_verdict_verb(a),
            third(lanes), e->counts.bytes_asked, plural(e->counts.bytes_asked));
  else if (lanes > 1 && wl_same_address(a))
    wl_rate(v, WL_GRADE_BAD, "%u lanes %s one address, one after the other: %s%u tag wavefronts",
            lanes, wl_verdict_verb(a), about(e), tags);
  else if (wl_distinct_units(a, 1) < lanes)
    wl_rate(v, tags > 4 ? WL_GRADE_BAD : WL_GRADE_WARN,
            "%u lanes %s %u addresses; those that share one wait: %s%u tag wavefronts", lanes,
            wl_verdict_verb(a), wl_distinct_units(a, 1), about(e), tags);
  else
    wl_rate(v, tags > 4 ? WL_GRADE_BAD : tags > 1 ? WL_GRADE_WARN : WL_GRADE_GOOD,
            "%u lane%s %s%s %s%u sector%s in %s%u tag wavefront%s", lanes, plural(lanes),
            wl_verdict_verb(a), third(lanes), about(e), e->counts.sectors,
            plural(e->counts.sectors), about(e), tags, plural(tags));
}

/* Before cc 5.0 transactions are what counts. */
static void early(const struct wl_arch *arch, const struct wl_access *a,
                  const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), n = c->transactions;
  bool shared = wl_distinct_units(a, 1) < lanes;
  char bytes[ASKED];
  v->rule = e->rule[WL_TRANSACTIONS];
  if (v->rule == WL_RULE_UNKNOWN)
    wl_rate(v, WL_GRADE_NONE, "%u lane%s %s: what cc %s moves for it is not documented", lanes,
            plural(lanes), wl_verdict_verb(a), arch->cc);
  else if (wl_op_is_atomic((enum wl_op)a->op) && lanes > 1 && wl_same_address(a))
    wl_rate(v, WL_GRADE_BAD, "%u lanes %s one address, one after the other", lanes,
            wl_verdict_verb(a));
  else if (wl_op_is_atomic((enum wl_op)a->op) && wl_distinct_units(a, 1) < lanes)
    wl_rate(v, WL_GRADE_WARN, "%u lanes %s %u addresses; those that share one wait", lanes,
            wl_verdict_verb(a), wl_distinct_units(a, 1));
  else if (c->sectors > c->ideal_sectors)
    wl_rate(v, wl_grade_cost(c->sectors, c->ideal_sectors),
            "%u lane%s %s %u bytes in %u transaction%s: %u moved, %u needed", lanes,
            plural(lanes), wl_verdict_verb(a), c->bytes_asked, n, plural(n), c->bytes_moved,
            32u * c->ideal_sectors);
  else
    wl_rate(v, WL_GRADE_GOOD, "%u lane%s %s %s in %u transaction%s: %s", lanes, plural(lanes),
            wl_verdict_verb(a), asked(a, e, bytes), n, plural(n),
            wl_bytes_in_vain(e) || shared ? "the minimum" : "no byte wasted");
}

static void texture(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  struct wl_tiling t = wl_tiling_of(a);
  char texels[64];
  v->rule = e->rule[WL_SECTORS];
  wl_texel_pattern(a, texels, sizeof texels);
  if (c->sectors > c->ideal_sectors)
    wl_rate(v, wl_grade_cost(c->sectors, c->ideal_sectors),
            "%s: %u sectors of %u × %u texels, %u needed", texels, c->sectors,
            t.sector_columns, t.sector_rows, c->ideal_sectors);
  else
    wl_rate(v, WL_GRADE_GOOD, "%s: %u sector%s of %u × %u texels, the minimum", texels,
            c->sectors, plural(c->sectors), t.sector_columns, t.sector_rows);
}

static void local(const struct wl_arch *arch, const struct wl_access *a, const struct wl_explain *e,
                  struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), places = wl_distinct_units(a, 4), n = c->sectors;
  enum wl_grade grade = wl_grade_cost(n, c->ideal_sectors);
  bool early = arch->family == WL_COALESCED;
  char cost[48], place[24] = "one place";
  v->rule = e->rule[early ? WL_SECTORS : WL_LINE_COUNT]; /* how the words lie */
  if (places > 1) snprintf(place, sizeof place, "%u places", places);
  if (early)
    snprintf(cost, sizeof cost, "%u transaction%s, %u B", c->transactions,
             plural(c->transactions), c->bytes_moved);
  else
    snprintf(cost, sizeof cost, "%u line%s, %u sector%s", c->lines, plural(c->lines), n, plural(n));
  wl_rate(v, grade, "%u thread%s %s%s %s of %s own memory: %s", lanes, plural(lanes),
          wl_verdict_verb(a), third(lanes), place, lanes == 1 ? "its" : "their", cost);
}

/* cp.async: what it reads is a load, what it writes goes into banks. */
static void copy(const struct wl_access *a, const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), w = c->wavefronts;
  unsigned ideal = c->bytes_asked <= 128 ? 1 : (c->bytes_asked + 127) / 128;
  v->rule = e->rule[WL_SECTORS];
  if (c->sectors > c->ideal_sectors && c->sectors * ideal >= w * c->ideal_sectors) {
    wl_rate(v, wl_grade_cost(c->sectors, c->ideal_sectors),
            "%u lane%s cop%s %u bytes: %u sectors are read, %u needed", lanes,
            plural(lanes), lanes == 1 ? "ies" : "y", c->bytes_asked, c->sectors, c->ideal_sectors);
  } else if (w > ideal) {
    v->rule = e->rule[WL_WAVEFRONTS];
    wl_rate(v, wl_grade_cost(w, ideal),
            "%u lane%s cop%s %u bytes in %s%u wavefronts, %u needed: %s", lanes,
            plural(lanes), lanes == 1 ? "ies" : "y", c->bytes_asked, about(e), w, ideal,
            c->ways > 1 ? "bank conflicts" : "as L1 has them");
  } else {
    wl_rate(v, WL_GRADE_GOOD,
            "%u lane%s cop%s %u bytes to shared memory: %u sector%s, %u wavefront%s", lanes,
            plural(lanes), lanes == 1 ? "ies" : "y", c->bytes_asked, c->sectors, plural(c->sectors),
            w, plural(w));
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
    wl_rate(v, wl_grade_cost(c->sectors, c->ideal_sectors),
            "%u lane%s cop%s %u bytes past L1 in %u sectors, %u needed (%u wasted)",
            lanes, plural(lanes), ending, c->bytes_asked, c->sectors, c->ideal_sectors,
            c->sectors - c->ideal_sectors);
  } else if (c->tag_wavefronts > 1) {
    v->rule = e->rule[WL_TAG_WAVEFRONTS];
    wl_rate(v, WL_GRADE_WARN,
            "no sector wasted, but %u line lookups for the rows to fill: %s%u tag wavefronts",
            c->lines, about(e), c->tag_wavefronts);
  } else {
    wl_rate(v, WL_GRADE_GOOD, "%u lane%s cop%s %u bytes past L1 to shared memory: %u sector%s",
            lanes, plural(lanes), ending, c->bytes_asked, c->sectors, plural(c->sectors));
  }
}

static void global(const struct wl_arch *arch, const struct wl_access *a,
                   const struct wl_explain *e, struct wl_verdict *v) {
  const struct wl_counts *c = &e->counts;
  unsigned lanes = wl_lanes_count(a->mask), per_line = arch->line_bytes / arch->sector_bytes;
  char bytes[ASKED];
  v->rule = e->rule[WL_SECTORS];
  if (a->op == WL_COPY_CG) {
    copy_past(a, e, v);
  } else if (a->op == WL_COPY) {
    copy(a, e, v);
  } else if (wl_op_is_atomic((enum wl_op)a->op)) {
    global_atomic(a, e, v);
  } else if (lanes > 1 && wl_same_address(a) && a->op == WL_STORE) {
    wl_rate(v, WL_GRADE_WARN,
            "%u lanes write the same %u byte%s: one value stays, which is undefined", lanes,
            a->width, plural(a->width));
  } else if (lanes > 1 && wl_same_address(a)) {
    wl_rate(v, WL_GRADE_GOOD, "%u lanes read the same %u byte%s: %u sector%s serve%s them all",
            lanes, a->width, plural(a->width), c->sectors, plural(c->sectors), third(c->sectors));
  } else if (c->sectors > c->ideal_sectors && wl_distinct_units(a, 1) < lanes) {
    wl_rate(v, wl_grade_cost(c->sectors, c->ideal_sectors),
            "%u lane%s %s%s %s in %u sectors (%u wasted)", lanes, plural(lanes),
            wl_verdict_verb(a), third(lanes), asked(a, e, bytes), c->sectors,
            c->sectors - c->ideal_sectors); /* the least holds what each of them asks for */
  } else if (c->sectors > c->ideal_sectors) {
    wl_rate(v, wl_grade_cost(c->sectors, c->ideal_sectors),
            "%u lane%s %s%s %s in %u sectors, %u needed (%u wasted)", lanes,
            plural(lanes), wl_verdict_verb(a), third(lanes), asked(a, e, bytes), c->sectors,
            c->ideal_sectors, c->sectors - c->ideal_sectors);
  } else if (c->lines > (c->sectors + per_line - 1) / per_line && c->tag_wavefronts > 1) {
    v->rule = e->rule[WL_TAG_WAVEFRONTS];
    wl_rate(v, WL_GRADE_WARN, "no sector wasted, but they lie in %u lines: %s%u tag wavefronts",
            c->lines, about(e), c->tag_wavefronts);
  } else if (wl_bytes_in_vain(e) &&
             wl_distinct_units(a, 1) * a->width <= arch->sector_bytes * (c->sectors - 1u)) {
    wl_rate(v, WL_GRADE_GOOD, "%u lane%s %s%s %s in %u sectors, which they share",
            lanes, plural(lanes), wl_verdict_verb(a), third(lanes), asked(a, e, bytes), c->sectors);
  } else {
    wl_rate(v, WL_GRADE_GOOD, "%u lane%s %s%s %s in %u sector%s: %s", lanes, plural(lanes),
            wl_verdict_verb(a), third(lanes), asked(a, e, bytes), c->sectors, plural(c->sectors),
            wl_bytes_in_vain(e) ? "the minimum" : "no byte wasted");
  }
}

void wl_verdict_sectors(const struct wl_arch *arch, const struct wl_access *a,
                        const struct wl_explain *e, struct wl_verdict *v) {
  if (a->space == WL_TEXTURE) texture(a, e, v);
  else if (a->space == WL_LOCAL) local(arch, a, e, v);
  else (arch->family == WL_COALESCED ? early : global)(arch, a, e, v);
}
