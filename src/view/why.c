#include "view/why.h"

#include <stdio.h>
#include <string.h>

#include "core/texture.h"
#include "view/counter.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/format.h"
#include "view/selection.h"
#include "view/shown.h"
#include "view/why_rows.h"

const char *const wl_certainty_texts[] = {
  [WL_VENDOR] = "documented by the vendor",
  [WL_MEASURED] = "counted or timed on hardware",
  [WL_DERIVED] = "follows from other rules, or fitted",
  [WL_FOLKLORE] = "said often, never checked here",
  [WL_NOT_KNOWN] = "neither documented nor measured",
};

/* Figures that the screen adds have rules of their own: definitions. */
static const struct { const char *help; struct wl_rule rule; } added[] = {
  [WL_SHOW_EXCESS - WL_FIGURES] = {
    "what the instruction costs beyond the least that would do",
    {"cost above the ideal",
     "For global memory the sectors that move less the ideal sectors, for other memories the "
     "wavefronts less the ideal ones. 0 means that nothing can be gained here.",
     WL_DERIVED, "definition", 0}},
  [WL_SHOW_LANES - WL_FIGURES] = {
    "lanes of the warp that take part",
    {"lanes in the active mask",
     "A lane takes part if it exists, has not returned, and its thread is on the path that the "
     "warp executes. The others wait.",
     WL_VENDOR, "CUDA Programming Guide, SIMT architecture", 0}},
  [WL_SHOW_EFFICIENCY - WL_FIGURES] = {
    "useful share of what the instruction costs",
    {"useful share",
     "Global memory: bytes asked for, of the bytes moved. Shared memory: ideal wavefronts, of "
     "those it takes. Constant memory: one pass, of those it takes. Lanes that ask for the same "
     "bytes can bring it above 100 %.",
     WL_DERIVED, "definition", 0}},
};

static const char *counted(unsigned n, const char *noun, char text[40]) {
  snprintf(text, 40, "%u %s%s", n, noun, n == 1 ? "" : "s");
  return text;
}

/* "input[3][0]" of the array, or the address. */
static const char *place(const struct wl_model *m, const struct wl_spot *s, uint64_t address,
                         char text[64]) {
  const struct wl_head *h = wl_model_head(m);
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
static void why_transactions(struct wl_model *m, const struct wl_spot *s, unsigned unit,
                             struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.transaction_count; i++) {
    const struct wl_transaction *t = &s->explain.transaction[i];
    int worth = unit ? t->bytes / (int)unit : 1;
    wl_why_say(wl_why_add(w, t->lanes, worth, "transaction %u", i + 1), "%u bytes at %s for %s", t->bytes,
        place(m, s, t->address, at), wl_format_lane_set(t->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, unit ? "sectors of 32 bytes that these move" : "transactions");
}

/* Texture: the distinct sectors, or requests to L2, each with its lanes. */
static void why_texels(const struct wl_spot *s, bool request, struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  uint32_t left = a->mask;
  char lanes[48];
  for (unsigned n = 1; left; n++) {
    unsigned first = (unsigned)__builtin_ctz(left);
    uint32_t same = 0;
    for (unsigned l = first; l < WL_LANES; l++) {
      if (!(left >> l & 1)) continue;
      bool equal = request ? wl_fetch_request(a, l) == wl_fetch_request(a, first)
                           : wl_fetch_sector(a, l) == wl_fetch_sector(a, first);
      if (equal) same |= 1u << l;
    }
    left &= ~same;
    wl_why_say(wl_why_add(w, same, 1, request ? "request %u" : "sector %u", n), "texel (%u, %u) and near it: %s",
        (unsigned)a->address[first], a->second[first],
        wl_format_lane_set(same, lanes, sizeof lanes));
  }
  wl_why_sum(w, request ? "requests to L2" : "sectors");
}

static void why_sectors(struct wl_model *m, const struct wl_spot *s, struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.line_count; i++) {
    const struct wl_line *l = &s->explain.line[i];
    struct wl_why_row *row = wl_why_add(w, l->lanes, l->moved, "line %u", i);
    for (unsigned q = 0; q < 8; q++)
      if (l->sectors >> q & 1) wl_why_say(row, "%s%u", row->text[0] ? " " : "sectors ", q);
    wl_why_say(row, " of %s: %s", place(m, s, l->address, at),
        wl_format_lane_set(l->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, s->step.access.op == WL_COPY_CG
                 ? "sectors of shared memory that these lines fill"
                 : "sectors, each moved once for every line above");
}

static void why_lines(struct wl_model *m, const struct wl_spot *s, struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.line_count; i++) {
    const struct wl_line *l = &s->explain.line[i];
    wl_why_say(wl_why_add(w, l->lanes, l->rows, "line %u", i), "128 bytes at %s: %s",
               place(m, s, l->address, at), wl_format_lane_set(l->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, s->step.access.op == WL_COPY_CG ? "lines, once for each row that they fill"
                                                : "lines");
}

static void why_tags(const struct wl_spot *s, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  char lanes[48];
  for (unsigned t = 0; t < e->tag_count; t++) {
    struct wl_why_row *row = wl_why_add(w, e->tag_lanes[t], 1, "tag wave %u", t + 1);
    unsigned lines = 0;
    for (unsigned i = 0; i < e->line_count; i++) lines += e->line[i].tag == t;
    wl_why_say(row, "%s: line%s", wl_format_lane_set(e->tag_lanes[t], lanes, sizeof lanes),
        lines == 1 ? "" : "s");
    for (unsigned i = 0; i < e->line_count; i++)
      if (e->line[i].tag == t) wl_why_say(row, " %u", i);
    wl_why_say(row, " in set%s", lines == 1 ? "" : "s");
    for (unsigned i = 0; i < e->line_count; i++)
      if (e->line[i].tag == t) wl_why_say(row, " %u", e->line[i].set);
  }
  wl_why_sum(w, "tag wavefronts");
}

/* Wavefronts that are served together: one lane group of one tag wavefront. */
struct chunk { uint8_t tag, group; bool back, again; unsigned wavefronts; uint32_t lanes; };

static bool in_chunk(const struct wl_wavefront *v, const struct chunk *k) {
  return v->tag == k->tag && v->group == k->group && v->back == k->back &&
         v->again == k->again;
}

static size_t chunks_of(const struct wl_explain *e, struct chunk chunk[WL_MAX_WAVEFRONTS]) {
  size_t count = 0;
  for (unsigned i = 0; i < e->wavefront_count; i++) {
    const struct wl_wavefront *v = &e->wavefront[i];
    if (count == 0 || !in_chunk(v, &chunk[count - 1]))
      chunk[count++] = (struct chunk){v->tag, v->group, v->back, v->again, 0, 0};
    chunk[count - 1].wavefronts++;
    chunk[count - 1].lanes |= v->lanes;
  }
  return count;
}

/* The bank that has most words of a chunk, and how many. */
static unsigned fullest(const struct wl_explain *e, const struct chunk *k, unsigned *words) {
  unsigned of[WL_MAX_BANKS] = {0}, best = 0;
  for (unsigned i = 0; i < e->word_count; i++)
    if (in_chunk(&e->wavefront[e->word[i].wavefront], k)) of[e->word[i].bank]++;
  for (unsigned b = 1; b < WL_MAX_BANKS; b++)
    if (of[b] > of[best]) best = b;
  *words = of[best];
  return best;
}

/* The array that a copy fills: the one of shared memory that has an address. */
static const struct wl_array *filled(const struct wl_head *h, uint64_t address) {
  for (unsigned i = 0; h && i < h->arrays; i++) {
    const struct wl_array *a = &h->array[i];
    if (a->space == WL_SHARED && address >= a->base && address - a->base < a->bytes) return a;
  }
  return NULL;
}

/* "word 7 of tile for lanes 0–3": counted in its array, or from address 0. */
static void say_word(const struct wl_model *m, const struct wl_spot *s, const struct wl_word *word,
                     struct wl_why_row *row) {
  const struct wl_head *h = wl_model_head(m);
  const struct wl_array *a = h && s->step.array < h->arrays ? &h->array[s->step.array] : NULL;
  char lanes[48];
  if (s->step.access.op == WL_COPY) a = filled(h, word->index * 4);
  uint64_t first = a && a->base / 4 <= word->index ? a->base / 4 : 0;
  wl_why_say(row, "word %llu", (unsigned long long)(word->index - first));
  if (a) wl_why_say(row, " of %s", a->name);
  wl_why_say(row, " for %s", wl_format_lane_set(word->lanes, lanes, sizeof lanes));
}

/* The words that one bank serves to a chunk, one row each. */
static void list_words(const struct wl_model *m, const struct wl_spot *s, const struct chunk *k,
                       unsigned bank, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *word = &e->word[i];
    if (word->bank != bank || !in_chunk(&e->wavefront[word->wavefront], k)) continue;
    say_word(m, s, word, wl_why_add(w, word->lanes, -1, "  wave %u", word->wavefront + 1u));
  }
}

/* Which bank made a chunk take so long. */
static void say_chunk(const struct wl_spot *s, const struct chunk *k, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  char lanes[48], many[40];
  unsigned words, bank = fullest(e, k, &words);
  char label[20] = "lanes";
  if (k->back || k->again) snprintf(label, sizeof label, k->back ? "results" : "operand 2");
  else if (e->tag_count > 1) snprintf(label, sizeof label, "tag wave %u", k->tag + 1u);
  else if (e->groups > 1) snprintf(label, sizeof label, "group %u", k->group + 1u);
  struct wl_why_row *row = wl_why_add(w, k->lanes, (int)k->wavefronts, "%s", label);
  wl_format_lane_set(k->lanes, lanes, sizeof lanes);
  if (k->back) wl_why_say(row, "old values come back to %s", lanes);
  else if (k->again) wl_why_say(row, "the same once more for %s", lanes);
  else if (words < k->wavefronts && s->step.access.op == WL_COPY)
    wl_why_say(row, "banks of their source or destination keep apart %s", lanes);
  else if (words < k->wavefronts) wl_why_say(row, "banks that act as one serve %s", lanes);
  else wl_why_say(row, "bank %u has %s to serve, for %s", bank, counted(words, "word", many), lanes);
}

static void why_wavefronts(const struct wl_model *m, const struct wl_spot *s, struct wl_why *w) {
  struct chunk chunk[WL_MAX_WAVEFRONTS];
  const struct wl_explain *e = &s->explain;
  size_t count = chunks_of(e, chunk), longest = 0;
  for (size_t i = 0; i < count; i++) {
    say_chunk(s, &chunk[i], w);
    if (chunk[i].wavefronts > chunk[longest].wavefronts) longest = i;
  }
  if (count > 1) wl_why_sum(w, "wavefronts, one group after the other");
  if (count == 0 || chunk[longest].back || chunk[longest].wavefronts < 2) return;
  unsigned words, bank = fullest(e, &chunk[longest], &words);
  if (count > 1) wl_why_say(wl_why_add(w, 0, -1, "bank %u", bank), "one word a wavefront:");
  list_words(m, s, &chunk[longest], bank, w);
}

static void why_passes(const struct wl_model *m, const struct wl_spot *s, struct wl_why *w) {
  char at[64], lanes[48];
  for (unsigned i = 0; i < s->explain.wavefront_count; i++) {
    const struct wl_wavefront *v = &s->explain.wavefront[i];
    wl_why_say(wl_why_add(w, v->lanes, 1, "pass %u", i + 1), "%s for %s", place(m, s, v->address, at),
        wl_format_lane_set(v->lanes, lanes, sizeof lanes));
  }
  wl_why_sum(w, "passes");
}

/* The words that the worst bank has in its worst lane group. */
static void why_ways(const struct wl_model *m, const struct wl_spot *s, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  unsigned bank = 0, most = 0, of[WL_MAX_GROUPS] = {0}, group = 0;
  for (unsigned b = 1; b < WL_MAX_BANKS; b++)
    if (e->bank_words[b] > e->bank_words[bank]) bank = b;
  for (unsigned i = 0; i < e->word_count; i++)
    if (e->word[i].bank == bank && e->word[i].group < WL_MAX_GROUPS) of[e->word[i].group]++;
  for (unsigned g = 0; g < WL_MAX_GROUPS; g++)
    if (of[g] > most) most = of[g], group = g;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *word = &e->word[i];
    if (word->bank != bank || word->group != group) continue;
    say_word(m, s, word, wl_why_add(w, word->lanes, -1, "bank %u", bank));
  }
  if (s->explain.rule[WL_WAYS] == WL_RULE_WAYS_WIDE)
    wl_why_say(wl_why_add(w, s->step.access.mask, -1, "and"), "one way more, for 16 bytes a lane");
}

/* Figures that are worked out from others. */
static void why_sum(const struct wl_spot *s, unsigned figure, struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  const struct wl_counts *c = &s->explain.counts;
  char lanes[48], many[40];
  uint32_t cost, ideal;
  struct wl_why_row *row = wl_why_add(w, a->mask, -1, "here");
  wl_cost_of(c, (enum wl_space)a->space, &cost, &ideal);
  wl_format_lanes(a->mask, lanes, sizeof lanes);
  counted(wl_lanes_count(a->mask), "active lane", many);
  switch (figure) {
  case WL_REQUESTS: wl_why_say(row, "one instruction, %s (%s)", many, lanes); break;
  case WL_SHOW_LANES: wl_why_say(row, "%s: %s", many, lanes); break;
  case WL_BYTES_ASKED: wl_why_say(row, "%s × %u bytes = %u", many, a->width, c->bytes_asked); break;
  case WL_BYTES_MOVED:
    if (a->space != WL_SHARED) wl_why_say(row, "%u sectors × 32 bytes = %u", c->sectors, c->bytes_moved);
    else wl_why_say(row, "%u wavefronts × %u bytes = %u", c->wavefronts,
             c->wavefronts ? c->bytes_moved / c->wavefronts : 0, c->bytes_moved);
    break;
  case WL_IDEAL_SECTORS: wl_why_say(row, "%u bytes asked / 32 bytes a sector", c->bytes_asked); break;
  case WL_IDEAL_WAVEFRONTS:
    wl_why_say(row, "%u bytes asked / 128 bytes a wavefront%s", c->bytes_asked,
        a->op == WL_CAS ? ", for each operand" : "");
    break;
  case WL_SHOW_EXCESS: wl_why_say(row, "cost %u − ideal %u", cost, ideal); break;
  default:
    if (wl_moves_sectors((enum wl_space)a->space))
      wl_why_say(row, "%u bytes asked / %u moved", c->bytes_asked, c->bytes_moved);
    else wl_why_say(row, "ideal %u / cost %u", ideal, cost);
  }
  memcpy(row->value, w->value, sizeof row->value - 1);
}

static void find_evidence(struct wl_model *m, const struct wl_spot *s, unsigned figure,
                          struct wl_why *w) {
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
  case WL_WAVEFRONTS: space == WL_CONSTANT ? why_passes(m, s, w) : why_wavefronts(m, s, w); break;
  case WL_WAYS: why_ways(m, s, w); break;
  default: why_sum(s, figure, w);
  }
}

/* Which rule decided the figure, and how sure that is here. */
static void find_rule(const struct wl_arch *arch, const struct wl_spot *s, unsigned figure,
                      struct wl_why *out) {
  bool early = arch->family == WL_COALESCED && s->step.access.space == WL_GLOBAL;
  if (figure < WL_FIGURES) {
    out->help = figure != WL_WAVEFRONTS || !early ? wl_metrics[figure].help
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
  if (a->space == WL_SHARED && a->width == 16)
    return "Of accesses of 16 bytes a lane the vendor tells how many ways a conflict has, and "
           "that 2 are the least. How many passes a way takes it does not tell: nothing that is "
           "worked out from passes is known.";
  if (a->op == WL_COPY_CG)
    return "The copy asks L2 for sectors of the rows that it fills. How many requests that makes "
           "is neither documented nor told by a rule that fits the counters.";
  return wl_rules[WL_RULE_UNKNOWN].sentence;
}

static void find_unknown(const struct wl_arch *arch, const struct wl_spot *s, unsigned figure,
                         struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  char many[40];
  w->made = wl_rules[WL_RULE_UNKNOWN];
  w->made.sentence = unknown_text(a, figure);
  w->rule = &w->made;
  w->certainty = w->made.certainty;
  wl_why_say(wl_why_add(w, a->mask, -1, "here"), "%s of %u bytes on cc %s",
             counted(wl_lanes_count(a->mask), "lane", many), a->width, arch->cc);
}

void wl_why_figure_on(struct wl_model *m, const struct wl_arch *arch, const struct wl_spot *s,
                      unsigned figure, struct wl_why *out) {
  out->profiled = true;
  find_rule(arch, s, figure, out);
  wl_counter_name(arch, &s->step.access, figure, out->profiler, sizeof out->profiler);
  if (out->value[0] != '?') {
    find_evidence(m, s, figure, out);
    return;
  }
  find_unknown(arch, s, figure, out);
}

bool wl_why(struct wl_model *m, unsigned figure, struct wl_why *out) {
  const struct wl_spot *s = wl_model_spot(m);
  struct wl_shown shown;
  if (!s || figure >= WL_SHOW_GAUGE || !wl_figure_show(m, figure, &shown)) return false;
  bool named = figure < WL_FIGURES && figure != WL_WAVEFRONTS;
  out->title = named ? wl_metrics[figure].title : shown.title;
  out->estimate = shown.estimate;
  out->count = 0;
  memcpy(out->value, shown.value, sizeof out->value);
  wl_why_figure_on(m, wl_model_arch(m), s, figure, out);
  return true;
}
