#include "session/why/why.h"

#include <stdio.h>
#include <string.h>

#include "core/access/access.h"
#include "core/count/count_texture.h"
#include "session/compare/figure_text.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/why/why_banks.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/format.h"
#include "words/profiler_names.h"
#include "words/texel_pattern.h"

const char *const wl_certainty_texts[] = {
  [WL_VENDOR] = "documented by the vendor",
  [WL_MEASURED] = "counted or timed on hardware",
  [WL_DERIVED] = "follows from other rules, or fitted",
  [WL_FOLKLORE] = "said often, never checked here",
  [WL_NOT_KNOWN] = "neither documented nor measured",
};

const char *wl_why_source(const struct wl_why *w, char *text, size_t size) {
  bool defined = strcmp(w->rule->source, "definition") == 0; /* nothing follows, nobody fitted */
  snprintf(text, size, "%s%s%s", defined ? "" : wl_certainty_texts[w->certainty],
           defined ? "" : ": ", w->rule->source);
  return text;
}

/* Figures that the screen adds have rules of their own: definitions. */
static const struct { const char *help; struct wl_rule rule; } added[] = {
  [WL_SHOW_EXCESS - WL_FIGURES] = {
    "cost of the instruction above the ideal",
    {"cost above the ideal",
     "For global and local memory and textures the sectors that move less the ideal sectors, for "
     "shared and constant memory the wavefronts less the ideal ones. 0 means that nothing can be "
     "gained here.",
     WL_DERIVED, "definition", 0}},
  [WL_SHOW_LANES - WL_FIGURES] = {
    "active lanes of the warp",
    {"lanes in the active mask",
     "A lane is active if it exists, has not returned, and its thread is on the path that the "
     "warp executes. The others wait.",
     WL_VENDOR, "CUDA Programming Guide, SIMT architecture", 0}},
  [WL_SHOW_EFFICIENCY - WL_FIGURES] = {
    "ideal as a part of what the instruction takes",
    {"ideal by actual",
     "In global and local memory and for textures the ideal sectors by those that move, in shared "
     "memory the ideal wavefronts by those it takes, in constant memory the passes of one address "
     "by all passes. Lanes that are not active cost nothing here: see the active lanes.",
     WL_DERIVED, "definition", 0}},
};

/* "input[3][0]" of the array, or the address. */
static const char *place(const struct wl_session *m, const struct wl_step_info *s, uint64_t address,
                         char text[64]) {
  const struct wl_head *h = wl_session_head(m);
  /* A line has one word of each lane: the same byte of every thread's array. */
  if (s->step.access.space == WL_LOCAL) address = address / 128 * 4;
  if (h && s->step.array < h->arrays && address >= h->array[s->step.array].base) {
    const struct wl_array *a = &h->array[s->step.array];
    snprintf(text, 64, "%s + %llu", a->name, (unsigned long long)(address - a->base));
  } else {
    snprintf(text, 64, "byte %llu", (unsigned long long)address);
  }
  return text;
}

/* Before cc 5.0: what each transaction moves, in units of `unit` bytes. */
static void why_transactions(struct wl_session *m, const struct wl_step_info *s, unsigned unit,
                             struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.transaction_count; i++) {
    const struct wl_transaction *t = &s->explain.transaction[i];
    int worth = unit ? t->bytes / (int)unit : 1;
    wl_why_say(wl_why_add(w, t->lanes, worth, "transaction %u", i + 1), "%u bytes at %s for %s",
               t->bytes, place(m, s, t->address, at),
               wl_format_lane_set(t->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, unit ? "sectors of 32 bytes that these move" : "transactions");
}

/* A row for an entry of the lines; atomics come to a line again in later tag wavefronts. */
static struct wl_why_row *add_line(const struct wl_step_info *s, unsigned entry, unsigned count,
                                   struct wl_why *w) {
  const struct wl_line *line = &s->explain.line[entry];
  return wl_why_add(w, line->lanes, count, line->pass ? "line %u again" : "line %u",
                    wl_line_number(s, entry));
}

/* Texture: the distinct sectors, or requests to L2, each with its lanes. */
static void why_texels(const struct wl_step_info *s, bool request, struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  uint32_t left = a->mask;
  bool flat = wl_texels_flat(a);
  char lanes[48], texel[32];
  for (unsigned n = 1; left; n++) {
    unsigned first = (unsigned)__builtin_ctz(left), x = (unsigned)a->address[first];
    uint32_t same = 0;
    for (unsigned l = first; l < WL_LANES; l++) {
      if (!(left >> l & 1)) continue;
      bool equal = request ? wl_fetch_request(a, l) == wl_fetch_request(a, first)
                           : wl_fetch_sector(a, l) == wl_fetch_sector(a, first);
      if (equal) same |= 1u << l;
    }
    left &= ~same;
    if (flat) snprintf(texel, sizeof texel, "%u", x);
    else snprintf(texel, sizeof texel, "(%u, %u)", x, a->second[first]);
    wl_why_say(wl_why_add(w, same, 1, request ? "request %u" : "sector %u", n),
               "texel %s and near it: %s", texel, wl_format_lane_set(same, lanes, sizeof lanes));
  }
  wl_why_sum(w, request ? "requests to L2" : "sectors");
}

static void why_sectors(struct wl_session *m, const struct wl_step_info *s, struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.line_count; i++) {
    const struct wl_line *l = &s->explain.line[i];
    struct wl_why_row *row = add_line(s, i, l->moved, w);
    wl_why_say(row, __builtin_popcount(l->sectors) == 1 ? "sector" : "sectors");
    for (unsigned q = 0; q < 8; q++)
      if (l->sectors >> q & 1) wl_why_say(row, " %u", q);
    wl_why_say(row, " of %s: %s", place(m, s, l->address, at),
        wl_format_lane_set(l->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, s->step.access.op == WL_COPY_CG
                 ? "sectors of shared memory that these lines fill"
                 : "sectors, each moved once for every line above");
}

static void why_lines(struct wl_session *m, const struct wl_step_info *s, struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.line_count; i++) {
    const struct wl_line *l = &s->explain.line[i];
    wl_why_say(add_line(s, i, l->rows, w), "128 bytes at %s: %s",
               place(m, s, l->address, at), wl_format_lane_set(l->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, s->step.access.op == WL_COPY_CG ? "lines, once for each row that they fill"
                                                : "lines");
}

static void why_tags(const struct wl_step_info *s, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  char lanes[48];
  for (unsigned t = 0; t < e->tag_count; t++) {
    struct wl_why_row *row = wl_why_add(w, e->tag_lanes[t], 1, "tag wave %u", t + 1);
    unsigned lines = 0;
    for (unsigned i = 0; i < e->line_count; i++) lines += e->line[i].tag == t;
    if (wl_why_local_rows(s) > 1) wl_why_say(row, "row %u, ", wl_why_row_of_tag(s, t));
    wl_why_say(row, "%s: line%s", wl_format_lane_set(e->tag_lanes[t], lanes, sizeof lanes),
        lines == 1 ? "" : "s");
    for (unsigned i = 0; i < e->line_count; i++)
      if (e->line[i].tag == t) wl_why_say(row, " %u", wl_line_number(s, i));
    wl_why_say(row, " in set%s", lines == 1 ? "" : "s");
    for (unsigned i = 0; i < e->line_count; i++)
      if (e->line[i].tag == t) wl_why_say(row, " %u", e->line[i].set);
  }
  wl_why_sum(w, "tag wavefronts");
}

static void why_passes(const struct wl_session *m, const struct wl_step_info *s, struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.wavefront_count; i++) {
    const struct wl_wavefront *v = &s->explain.wavefront[i];
    wl_why_say(wl_why_add(w, v->lanes, 1, "pass %u", i + 1), "%s for %s",
               place(m, s, v->address, at), wl_format_lane_set(v->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, "passes");
}

/* Bytes cut into pieces, unless what is touched is less than that. */
static void say_ideal(struct wl_why_row *row, const struct wl_counts *c, unsigned bytes,
                      const char *unit, unsigned ideal) {
  unsigned pieces = (c->bytes_asked + bytes - 1) / bytes;
  wl_why_say(row, "%u bytes asked / %u bytes a %s", c->bytes_asked, bytes, unit);
  if (pieces > ideal) wl_why_say(row, ": %u; it takes only %u", pieces, ideal);
}

/* Constant memory: what one address takes, if all lanes of a request want it. */
static void say_ideal_passes(struct wl_why_row *row, const struct wl_access *a,
                             const struct wl_counts *c) {
  char many[40];
  unsigned each = c->requests ? c->ideal_wavefronts / c->requests : 0;
  wl_why_say(row, "%s of one address × %u pass%s for %u byte%s",
             wl_why_counted(c->requests, "request", many), each, each == 1 ? "" : "es", a->width,
             a->width == 1 ? "" : "s");
}

/* The parts of the warp that ask one by one, where there are several. */
static bool why_requests(const struct wl_step_info *s, struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  char lanes[48];
  if (a->space == WL_LOCAL && a->width > 4) {
    for (unsigned n = 0; n < a->width / 4u; n++)
      wl_why_say(wl_why_add(w, a->mask, (int)(s->explain.counts.requests / (a->width / 4u)),
                            "row %u", n + 1),
                 "bytes %u to %u of each lane", 4 * n, 4 * n + 3);
    wl_why_sum(w, "requests of one instruction");
    return true;
  }
  for (unsigned size = 16; size >= 4; size /= 2) {
    unsigned parts = 0;
    for (unsigned first = 0; first < WL_LANES; first += size)
      parts += (a->mask >> first & ((1u << size) - 1)) != 0;
    if (parts != s->explain.counts.requests || parts < 2) continue;
    for (unsigned first = 0, n = 1; first < WL_LANES; first += size) {
      uint32_t part = a->mask & ((1u << size) - 1) << first;
      if (part) wl_why_say(wl_why_add(w, part, 1, "request %u", n++), "%s",
                           wl_format_lane_set(part, lanes, sizeof lanes));
    }
    wl_why_sum(w, "requests of one instruction");
    return true;
  }
  return false;
}

/* Figures that are worked out from others. */
static void why_sum(const struct wl_arch *arch, const struct wl_step_info *s, unsigned figure,
                    struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  const struct wl_counts *c = &s->explain.counts;
  const char *wavefronts = wl_figure_title(arch, WL_WAVEFRONTS, WL_SHARED, (enum wl_op)a->op);
  char lanes[48], many[40];
  uint32_t cost, ideal;
  struct wl_why_row *row = wl_why_add(w, a->mask, -1, "here");
  wl_cost_of(c, (enum wl_space)a->space, &cost, &ideal);
  wl_format_lanes(a->mask, lanes, sizeof lanes);
  wl_why_counted(wl_lanes_count(a->mask), "active lane", many);
  switch (figure) {
  case WL_REQUESTS: wl_why_say(row, "one instruction, %s (%s)", many, lanes); break;
  case WL_SHOW_LANES: wl_why_say(row, "%s: %s", many, lanes); break;
  case WL_BYTES_ASKED: wl_why_say(row, "%s × %u bytes = %u", many, a->width, c->bytes_asked); break;
  case WL_BYTES_MOVED:
    if (a->space != WL_SHARED) {
      wl_why_say(row, "%u sector%s × 32 bytes = %u", c->sectors,
                 c->sectors == 1 ? "" : "s", c->bytes_moved);
    } else {
      wl_why_say(row, "%u %.*s × %u bytes = %u", c->wavefronts,
                 wl_figure_unit_length(wavefronts, c->wavefronts), wavefronts,
                 c->wavefronts ? c->bytes_moved / c->wavefronts : 0, c->bytes_moved);
    }
    break;
  case WL_IDEAL_SECTORS: say_ideal(row, c, 32, "sector", c->ideal_sectors); break;
  case WL_IDEAL_WAVEFRONTS:
    if (a->space == WL_CONSTANT) say_ideal_passes(row, a, c);
    else if (a->form == WL_FORM_AGAIN)
      wl_why_say(row, "a later turn of the loop: all of it is excess");
    else if ((a->op == WL_CAS || wl_access_tries(a)) && arch->family != WL_COALESCED)
      wl_why_say(row, "%u bytes asked / %u bytes a wavefront, for each operand", c->bytes_asked,
                 arch->row_bytes);
    else say_ideal(row, c, arch->row_bytes, wl_why_turn(wavefronts), ideal);
    break;
  case WL_SHOW_EXCESS: wl_why_say(row, "cost %u − ideal %u", cost, ideal); break;
  default:
    if (wl_moves_sectors((enum wl_space)a->space))
      wl_why_say(row, "%u bytes asked / %u moved", c->bytes_asked, c->bytes_moved);
    else wl_why_say(row, "ideal %u / cost %u", ideal, cost);
  }
  memcpy(row->value, w->value, sizeof row->value - 1);
}

static void find_evidence(struct wl_session *m, const struct wl_arch *arch,
                          const struct wl_step_info *s,
                          unsigned figure, struct wl_why *w) {
  unsigned space = s->step.access.space;
  bool early = s->explain.transaction_count > 0;
  switch (figure) {
  case WL_TRANSACTIONS: why_transactions(m, s, 0, w); break;
  case WL_SECTORS:
    if (space == WL_TEXTURE) why_texels(s, false, w);
    else if (early) why_transactions(m, s, 32, w);
    else why_sectors(m, s, w);
    break;
  case WL_L2_REQUESTS: why_texels(s, true, w); break;
  case WL_LINE_COUNT: why_lines(m, s, w); break;
  case WL_TAG_WAVEFRONTS: why_tags(s, w); break;
  case WL_WAVEFRONTS:
    if (space == WL_CONSTANT) why_passes(m, s, w);
    else wl_why_wavefronts(m, arch, s, w);
    break;
  case WL_WAYS: wl_why_ways(m, s, w); break;
  case WL_REQUESTS:
    if (why_requests(s, w)) break;
    why_sum(arch, s, figure, w);
    break;
  default: why_sum(arch, s, figure, w);
  }
}

/* Which rule decided the figure, and how sure that is here. */
static void find_rule(const struct wl_arch *arch, const struct wl_step_info *s, unsigned figure,
                      struct wl_why *out) {
  bool early = arch->family == WL_COALESCED && s->step.access.space == WL_GLOBAL;
  if (figure < WL_FIGURES) {
    bool passes = figure == WL_IDEAL_WAVEFRONTS && s->step.access.space == WL_CONSTANT;
    out->help = passes ? "passes needed if all lanes wanted one address"
                : figure != WL_WAVEFRONTS || !early ? wl_metrics[figure].help
                : "turns that lanes take which share an address";
    out->rule = &wl_rules[s->explain.rule[figure]];
    out->certainty = wl_rule_certainty((enum wl_rule_id)s->explain.rule[figure], arch);
  } else {
    out->help = added[figure - WL_FIGURES].help;
    out->rule = &added[figure - WL_FIGURES].rule;
    out->certainty = out->rule->certainty;
  }
}

/* Why nobody can tell the figure. */
static const char *unknown_text(const struct wl_access *a, unsigned figure) {
  bool atomic = wl_op_is_atomic((enum wl_op)a->op) && a->space == WL_GLOBAL;
  if (atomic && figure >= WL_FIGURES)
    return "Lanes that share an address take turns. How many turns the hardware makes of them is "
           "not documented, and sectors that are counted once tell nothing of it: neither what is "
           "wasted nor what is useful can be said.";
  if (atomic && figure == WL_WAVEFRONTS)
    return "Lanes that share an address take turns, one after the other. How many passes that "
           "makes of the instruction is neither documented nor measured on this generation.";
  if (atomic && wl_share_address(a))
    return "Lanes that share an address take turns. On cc 9.0 each turn moves its sector anew (an "
           "H100 counts 32 for a warp on one word, in L1 and in L2); a V100, cc 7.0, was seen to "
           "make 2 atomics of them in L2. How many it is on this generation is not documented.";
  if (a->space == WL_SHARED && a->width == 16)
    return "Of accesses of 16 bytes a lane the vendor tells how many ways a conflict has, and "
           "that 2 are the least. How many passes a way takes it does not tell: nothing that is "
           "worked out from passes is known.";
  if (a->op == WL_COPY_CG)
    return "The copy asks L2 for sectors of the rows that it fills. How many requests that makes "
           "is neither documented nor told by a rule that fits the counters.";
  return wl_rules[WL_RULE_UNKNOWN].sentence;
}

static void find_unknown(const struct wl_arch *arch, const struct wl_step_info *s, unsigned figure,
                         struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  char many[40];
  w->made = wl_rules[WL_RULE_UNKNOWN];
  w->made.sentence = unknown_text(a, figure);
  w->rule = &w->made;
  w->certainty = w->made.certainty;
  wl_why_say(wl_why_add(w, a->mask, -1, "here"), "%s of %u bytes on cc %s",
             wl_why_counted(wl_lanes_count(a->mask), "lane", many), a->width, arch->cc);
}

/* What rules tell of an access holds of each row of a wide one to local memory. */
static void find_rows(const struct wl_step_info *s, unsigned figure, struct wl_why *w) {
  unsigned rows = wl_why_local_rows(s);
  if (rows < 2 || !s->explain.tag_count) return;
  if (figure != WL_TAG_WAVEFRONTS && figure != WL_WAVEFRONTS) return;
  w->made = *w->rule;
  snprintf(w->sentence, sizeof w->sentence,
           "An access of %u bytes to local memory is %u rows of 4 bytes a lane, one after the "
           "other, each on its own. Of each: %s", s->step.access.width, rows, w->made.sentence);
  w->made.sentence = w->sentence;
  w->rule = &w->made;
}

void wl_why_figure_on(struct wl_session *m, const struct wl_arch *arch,
                      const struct wl_step_info *s,
                      unsigned figure, struct wl_why *out) {
  out->profiled = true;
  find_rule(arch, s, figure, out);
  wl_counter_name(arch, &s->step.access, figure, out->profiler, sizeof out->profiler);
  if (out->value[0] != '?') {
    find_rows(s, figure, out);
    find_evidence(m, arch, s, figure, out);
    return;
  }
  find_unknown(arch, s, figure, out);
}

bool wl_why(struct wl_session *m, unsigned figure, struct wl_why *out) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_figure_text shown;
  if (!s || figure >= WL_SHOW_GAUGE || !wl_figure_show(m, figure, &shown)) return false;
  bool named = figure < WL_FIGURES && figure != WL_WAVEFRONTS;
  bool passes = figure == WL_IDEAL_WAVEFRONTS && (wl_session_arch(m)->family == WL_COALESCED ||
                                                  s->step.access.space == WL_CONSTANT);
  out->title = passes ? "ideal passes" : named ? wl_metrics[figure].title : shown.title;
  out->estimate = shown.estimate;
  out->count = 0;
  memcpy(out->value, shown.value, sizeof out->value);
  memcpy(out->before, shown.before, sizeof out->before);
  wl_why_figure_on(m, wl_session_arch(m), s, figure, out);
  return true;
}
