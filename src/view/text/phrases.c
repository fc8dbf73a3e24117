#include "session/predict/redact_source.h"
#include "view/text/phrases.h"

#include <stdio.h>
#include <string.h>

#include "core/access/access.h"
#include "core/count/count_texture.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "view/draw/memory_cells.h"
#include "words/format.h"
#include "words/texel_pattern.h"

enum { LANES = 48 };

/* Before a number that is an estimate. */
static const char *about(const struct wl_step_info *s, enum wl_figure figure) {
  return s->estimates >> figure & 1 ? "≈" : "";
}

/* "tag wavefront 1 of 8: lanes 0–3 find 4 lines". */
static void say_tag(const struct wl_step_info *s, const struct wl_replay_state *t, char *text,
                    size_t size) {
  const struct wl_explain *e = &s->explain;
  char lanes[LANES];
  unsigned lines = 0;
  for (int i = 0; i < e->line_count; i++) lines += e->line[i].tag == t->index;
  snprintf(text, size, "tag wavefront %u of %s%u: %s find%s %u line%s", t->index + 1,
           about(s, WL_TAG_WAVEFRONTS), t->of,
           wl_format_lane_set(t->now, lanes, LANES), wl_lanes_count(t->now) == 1 ? "s" : "", lines,
           lines == 1 ? "" : "s");
}

/* "transaction 1 of 2: 64 bytes for lanes 0–15". */
static void say_transaction(const struct wl_explain *e, const struct wl_replay_state *t, char *text,
                            size_t size) {
  char lanes[LANES];
  snprintf(text, size, "transaction %u of %u: %u bytes for %s", t->index + 1, t->of,
           e->transaction[t->index].bytes, wl_format_lane_set(t->now, lanes, LANES));
}

/* "quad 1 of 8: lanes 0–3 fetch from 2 sectors". */
static void say_quad(const struct wl_step_info *s, const struct wl_replay_state *t, char *text,
                     size_t size) {
  struct wl_access quad = s->step.access;
  struct wl_fetch_counts fetch;
  char lanes[LANES];
  quad.mask = t->now;
  wl_fetch_count(&quad, &fetch);
  snprintf(text, size, "quad %u of %u: %s fetch%s from %u sector%s", t->index + 1, t->of,
           wl_format_lane_set(t->now, lanes, LANES), wl_lanes_count(t->now) == 1 ? "es" : "",
           fetch.sectors, fetch.sectors == 1 ? "" : "s");
}

/* What one round of the banks is called. */
static const char *round_of(const struct wl_session *m, const struct wl_step_info *s) {
  bool pass = s->step.access.space == WL_CONSTANT ||
              (s->step.access.space == WL_SHARED && wl_session_arch(m)->family == WL_COALESCED);
  return pass ? "pass" : "wavefront";
}

/* Before that, where there are two kinds of wavefronts. */
static const char *stage_of(const struct wl_explain *e, bool brief) {
  return e->tag_count && !brief ? "data " : "";
}

/* What a bank serves: the element where that is one word; else "word 7 of input", counted in
 * its array. Of shared memory, where banks count from its first byte on, "word 7". */
static void say_served(const struct wl_session *m, const struct wl_step_info *s,
                       const struct wl_word *word, char *text, size_t size) {
  const struct wl_head *h = wl_session_head(m);
  const struct wl_access *a = &s->step.access;
  const struct wl_array *in = h && s->step.array < h->arrays ? &h->array[s->step.array] : NULL;
  unsigned lane = (unsigned)__builtin_ctz(word->lanes);
  uint64_t index = word->index, first = in ? in->base / 4 : 0;
  bool own = in && (a->space == WL_GLOBAL || a->space == WL_LOCAL);
  if (own && a->width == 4 && wl_lane_address(a, lane) / 4 == index) {
    wl_format_element(h, &s->step, lane, true, text, size);
    return;
  }
  if (a->space == WL_LOCAL) index /= WL_LANES; /* the same word of every thread's array */
  if (!own || index < first) first = 0, own = false;
  snprintf(text, size, "word %llu%s%s", (unsigned long long)(index - first), own ? " of " : "",
           own ? in->name : "");
}

/* Which way words go: banks serve those that are read, take those that are written, and update
 * those of an atomic on shared memory; of one on global memory they take the operands. */
struct deed { const char *one, *many, *whom; };

static struct deed deed_of(const struct wl_access *a) {
  static const struct deed serve = {"serves", "serve", "to"}, take = {"takes", "take", "from"},
                           update = {"updates", "update", "for"}, fill = {"takes", "take", "for"};
  enum wl_op op = (enum wl_op)a->op;
  if (op == WL_STORE) return take;
  if (wl_op_is_copy(op)) return fill;
  return !wl_op_is_atomic(op) ? serve : a->space == WL_SHARED ? update : take;
}

/* "wavefront 1 of 32: bank 0 serves word 0 to lane 0". */
static void say_data(const struct wl_session *m, const struct wl_step_info *s,
                     const struct wl_replay_state *t,
                     bool brief, char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  const struct wl_word *word = NULL;
  char lanes[LANES], served[96];
  struct deed deed = deed_of(&s->step.access);
  unsigned words = 0, banks = 0;
  bool busy[WL_MAX_BANKS] = {false};
  for (int i = 0; i < e->word_count; i++) {
    if (e->word[i].wavefront != t->index) continue;
    word = &e->word[i];
    words++;
    banks += !busy[word->bank];
    busy[word->bank] = true;
  }
  wl_format_lane_set(t->now, lanes, LANES);
  int n = snprintf(text, size, "%s%s %u of %s%u: ", stage_of(e, brief), round_of(m, s),
                   t->index + 1, about(s, WL_WAVEFRONTS), t->of);
  text += n;
  size -= (size_t)n;
  if (s->step.access.space == WL_CONSTANT)
    snprintf(text, size, "byte %llu for %s",
             (unsigned long long)e->wavefront[t->index].address, lanes);
  else if (e->wavefront[t->index].back) snprintf(text, size, "old values come back to %s", lanes);
  else if (e->wavefront[t->index].again)
    snprintf(text, size, "the second operand%s of %s", wl_lanes_count(t->now) == 1 ? "" : "s",
             lanes);
  else if (words == 1) {
    say_served(m, s, word, served, sizeof served);
    snprintf(text, size, "bank %u %s %s %s %s", word->bank, deed.one, served, deed.whom, lanes);
  } else if (words > banks) /* cc 3.x */
    snprintf(text, size, "%u bank%s %s %u words, %s %s", banks, banks == 1 ? "" : "s",
             banks == 1 ? deed.one : deed.many, words, deed.whom, lanes);
  else
    snprintf(text, size, "%u banks %s a word each, %s %s", words, deed.many, deed.whom, lanes);
}

static const char *ending(unsigned n, const char *plural) { return n == 1 ? "" : plural; }

/* What there is to replay, while nothing is. */
static void say_whole(struct wl_session *m, const struct wl_step_info *s, char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  const char *unit = round_of(m, s), *plural = strcmp(unit, "pass") == 0 ? "es" : "s";
  const char *tags = about(s, WL_TAG_WAVEFRONTS), *data = about(s, WL_WAVEFRONTS);
  enum wl_meaning passes = wl_figure_meaning(wl_session_arch(m), &s->step.access, WL_WAVEFRONTS);
  bool unknown = passes == WL_UNKNOWN && s->step.kind == WL_STEP_ACCESS && s->step.access.mask;
  bool early = wl_session_arch(m)->family == WL_COALESCED;
  if (wl_session_waves(m) == 0)
    snprintf(text, size, unknown ? "how many %ss it takes is not known" : "nothing to replay",
             early ? "passe" : unit);
  else if (s->step.access.space == WL_TEXTURE)
    snprintf(text, size, "%u quad%s of up to four lanes", e->counts.requests,
             ending(e->counts.requests, "s"));
  else if (s->basic && e->tag_count)
    snprintf(text, size, "%u stages to replay", wl_session_waves(m));
  else if (!e->tag_count && !e->wavefront_count)
    snprintf(text, size, "%s%u transaction%s%s", unknown ? "≈" : "", e->transaction_count,
             ending(e->transaction_count, "s"),
             unknown && early ? "; how many passes is not known" : "");
  else if (e->tag_count && !e->wavefront_count)
    snprintf(text, size, "%s%u tag wavefront%s", tags, e->tag_count, ending(e->tag_count, "s"));
  else if (wl_moments_mixed(s))
    snprintf(text, size, "%s%u tag and %s%u data wavefront%s, in turns", tags, e->tag_count,
             data, e->wavefront_count, ending(e->wavefront_count, "s"));
  else if (e->tag_count)
    snprintf(text, size, "%s%u tag wavefront%s, then %s%u data wavefront%s", tags, e->tag_count,
             ending(e->tag_count, "s"), data, e->wavefront_count,
             ending(e->wavefront_count, "s"));
  else
    snprintf(text, size, "%u %s%s", e->wavefront_count, unit,
             ending(e->wavefront_count, plural));
}

/* Who is served, and not by whom. */
static void say_lanes(const struct wl_session *m, const struct wl_step_info *s,
                      const struct wl_replay_state *t,
                      char *text, size_t size) {
  char lanes[LANES];
  const char *stage = t->transaction ? "transaction" : t->quad ? "quad" : t->tag ? "tag wavefront"
                                                                                 : round_of(m, s);
  bool known = t->transaction || t->quad;
  snprintf(text, size, "%s %u of %s%u: %s", stage, t->index + 1,
           known ? "" : about(s, t->tag ? WL_TAG_WAVEFRONTS : WL_WAVEFRONTS), t->of,
           wl_format_lane_set(t->now, lanes, LANES));
}

/* "done after 1 wavefront", while what is beside it goes on. */
static void say_over(const struct wl_session *m, const struct wl_step_info *s,
                     const struct wl_replay_state *t,
                     char *text, size_t size) {
  bool staged = s->explain.tag_count > 0;
  const char *unit = t->transaction ? "transaction" : t->quad ? "quad"
                   : staged ? "wavefront" : round_of(m, s);
  snprintf(text, size, "done after %u %s%s", t->of, unit,
           t->of == 1 ? "" : strcmp(unit, "pass") == 0 ? "es" : "s");
}

void wl_phrase_now_brief(struct wl_session *m, enum wl_brief brief, char text[WL_PHRASE]) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_replay_state t = wl_session_moment(m);
  bool access = s->step.kind == WL_STEP_ACCESS; /* others have nothing to replay, seen or not */
  if (s->covered && access) snprintf(text, WL_PHRASE, "the figures are hidden");
  else if (!t.replay) say_whole(m, s, text, WL_PHRASE);
  else if (t.over) say_over(m, s, &t, text, WL_PHRASE);
  else if (brief == WL_BRIEFEST) say_lanes(m, s, &t, text, WL_PHRASE);
  else if (t.transaction) say_transaction(&s->explain, &t, text, WL_PHRASE);
  else if (t.quad) say_quad(s, &t, text, WL_PHRASE);
  else if (t.tag) say_tag(s, &t, text, WL_PHRASE);
  else say_data(m, s, &t, brief, text, WL_PHRASE);
}

void wl_phrase_now(struct wl_session *m, char text[WL_PHRASE]) {
  wl_phrase_now_brief(m, WL_WHOLE, text);
}

/* Where the bytes of a lane are, and who serves them. */
static void say_hit(const struct wl_session *m, const struct wl_step_info *s, unsigned lane,
                    char *text,
                    size_t size) {
  const struct wl_arch *arch = wl_session_arch(m);
  const struct wl_access *a = &s->step.access;
  const struct wl_explain *e = &s->explain;
  uint64_t address = wl_lane_address(a, lane), word = address / 4;
  int wave = wl_word_wavefront(e, word, 1u << lane), n = 0;
  int transaction = wl_transaction_of(e, address, 1u << lane);
  if (a->space == WL_TEXTURE) {
    n = snprintf(text, size, "sector %u of %u, quad %u", wl_texel_sector(a, lane),
                 e->counts.sectors, lane / 4);
  } else if (transaction >= 0) {
    n = snprintf(text, size, "transaction %d of %u", transaction + 1, e->transaction_count);
  } else if (wl_moves_sectors((enum wl_space)a->space)) {
    for (int i = 0; i < e->line_count; i++) {
      if (!(e->line[i].lanes >> lane & 1)) continue;
      n = snprintf(text, size, "line %u, sector %u", wl_line_number(s, (unsigned)i),
                   wl_sector_of(arch, address));
      if (n > 0 && e->tag_count && !s->basic)
        n += snprintf(text + n, size - (size_t)n, ", tag %d", e->line[i].tag + 1);
      break;
    }
  } else if (a->space == WL_SHARED) {
    n = snprintf(text, size, "word %llu, bank %u", (unsigned long long)word,
                 wl_bank_of(arch, a->address[lane]));
  } else {
    for (int i = 0; i < e->wavefront_count; i++)
      if (e->wavefront[i].lanes >> lane & 1 && e->wavefront[i].address == a->address[lane])
        n = snprintf(text, size, "pass %d", i + 1);
  }
  if (n >= 0 && wave >= 0 && !(s->basic && e->tag_count))
    snprintf(text + n, size - (size_t)n, ", %s %d", round_of(m, s), wave + 1);
}

static void say_value(const struct wl_step_info *spot, unsigned lane, char *text, size_t size) {
  const struct wl_step *s = &spot->step;
  text[0] = '\0';
  if (!s->has_values && !spot->silent) return;
  char value[24], result[24];
  wl_step_info_value(spot, s->value[lane], 12, value);
  if (s->kind == WL_STEP_VOTE && wl_name_matches(s->name) && !spot->silent)
    snprintf(result, sizeof result, "0x%08llx", (unsigned long long)s->result[lane]);
  else
    wl_step_info_value(spot, s->result[lane], 12, result);
  if (spot->covered && s->kind != WL_STEP_ACCESS) snprintf(text, size, "gives %s", value);
  else if (s->kind == WL_STEP_SHUFFLE && s->undefined >> lane & 1)
    snprintf(text, size, "sends %s, what it gets is undefined: lane %u is not active", value,
             s->source[lane]);
  else if (s->kind == WL_STEP_SHUFFLE)
    snprintf(text, size, "sends %s, gets %s from lane %u", value, result, s->source[lane]);
  else if (s->kind == WL_STEP_VOTE)
    snprintf(text, size, "%s %s, gets %s",
             wl_name_matches(s->name) || wl_name_reduces(s->name) ? "gives" : "votes", value,
             result);
  else if (s->kind == WL_STEP_ACCESS && (s->access.op == WL_ATOMIC || s->access.op == WL_CAS))
    snprintf(text, size, " with %s, was %s", value, result);
  else if (s->kind == WL_STEP_ACCESS)
    snprintf(text, size, " = %s%s", value, s->type.components > 1 ? "…" : "");
}

bool wl_phrase_lane(struct wl_session *m, unsigned lane, const char *to, char text[WL_PHRASE]) {
  const struct wl_step_info *s = wl_session_spot(m);
  char element[64], value[96], hit[96] = "", byte[40] = "";
  if (!(s->step.access.mask >> lane & 1)) {
    bool ended = !(s->step.live >> lane & 1);
    snprintf(text, WL_PHRASE, "%s", ended ? "has ended"
                                   : wl_names_rows(&s->step) ? "names no row"
                                                             : "is not active here");
    return false;
  }
  const struct wl_head *head = wl_session_head(m);
  say_value(s, lane, value, sizeof value);
  if (s->step.kind != WL_STEP_ACCESS) {
    snprintf(text, WL_PHRASE, "%s", value[0] ? value : "is active");
    return true;
  }
  if (!s->covered) say_hit(m, s, lane, hit, sizeof hit);
  if (wl_op_is_copy((enum wl_op)s->step.access.op))
    snprintf(byte, sizeof byte, ", to byte %u of shared memory", s->step.access.second[lane]);
  else if (s->step.access.space != WL_TEXTURE)
    snprintf(byte, sizeof byte, ", byte %llu",
             (unsigned long long)wl_lane_offset(head, &s->step, lane));
  snprintf(text, WL_PHRASE, "%s%s%s%s%s",
           wl_format_element(head, &s->step, lane, true, element, sizeof element), value, byte,
           hit[0] ? to : "", hit);
  return true;
}

/* Not toupper(): in a Turkish locale that has its own idea of i. */
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }

void wl_phrase_kind(const struct wl_step *s, char text[WL_PHRASE]) {
  char type[16], op[16];
  wl_type_name(s->type, type);
  if (s->kind == WL_STEP_MARK) {
    snprintf(text, WL_PHRASE, "MARK");
  } else if (s->kind != WL_STEP_ACCESS) {
    bool typed = s->kind == WL_STEP_SHUFFLE;
    snprintf(text, WL_PHRASE, "%s%s%s", s->name < WL_STEP_NAMES ? wl_step_names[s->name] : "",
             typed ? " " : "", typed ? type : "");
  } else {
    const struct wl_access *a = &s->access;
    snprintf(op, sizeof op, "%s", wl_access_name(a));
    for (char *p = op; *p; p++) *p = upper(*p);
    bool cached = a->space == WL_GLOBAL && a->op == WL_LOAD && a->cache != WL_PLAIN;
    snprintf(text, WL_PHRASE, "%s%s%s %s %s", op, cached ? "." : "",
             cached ? wl_cache_names[a->cache] : "", wl_space_names[a->space], type);
  }
}

/* Without the blanks at its end. */
static size_t trimmed(const char *line, size_t bytes) {
  while (bytes > 0 && line[bytes - 1] == ' ') bytes--;
  return bytes;
}

void wl_session_caption(struct wl_session *m, char *text, size_t size) {
  const struct wl_step_info *s = wl_session_spot(m);
  char now[WL_PHRASE], title[WL_TARGET_TEXT];
  size_t bytes = 0;
  snprintf(text, size, "nothing to show");
  if (!s) return;
  const char *line = wl_source_line(m, s->step.place.line, &bytes);
  while (bytes > 0 && (*line == ' ' || *line == '\t')) line++, bytes--;
  bytes = trimmed(line, bytes);
  if (bytes > 2 && strncmp(line + bytes - 2, "--", 2) == 0) /* a comment that is hidden */
    bytes = trimmed(line, bytes - 2);
  wl_phrase_now(m, now);
  snprintf(text, size, "Line %u: %.*s. On %s: %s; %s.", s->step.place.line, line ? (int)bytes : 0,
           line ? line : "", wl_target_title(wl_session_target(m), title), s->verdict.text, now);
}
