/* Why a wavefront of the replay cannot do more, and by which rule. */
#include <stdio.h>
#include <string.h>

#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/text/phrases.h"
#include "view/text/reason_legacy.h"
#include "words/format.h"

enum { LINE = 128 }; /* bytes, on every generation that has tag wavefronts */

enum wl_rule_id wl_replay_state_rule(const struct wl_step_info *s,
                                     const struct wl_replay_state *t) {
  enum wl_figure f = t->transaction ? WL_TRANSACTIONS
                   : t->quad        ? WL_REQUESTS
                   : t->tag         ? WL_TAG_WAVEFRONTS
                                    : WL_WAVEFRONTS;
  return (enum wl_rule_id)s->explain.rule[f];
}

/* A lane's bit, the picked lane's if the set has it. */
static unsigned one_of(const struct wl_session *m, uint32_t lanes) {
  return lanes >> m->lane & 1 ? m->lane : (unsigned)__builtin_ctz(lanes);
}

/* The line that a lane waits for, if it is found later than tag wavefront `tag`. */
static int late_line(const struct wl_explain *e, unsigned lane, unsigned tag) {
  for (int i = 0; i < e->line_count; i++)
    if (e->line[i].lanes >> lane & 1 && e->line[i].tag > tag) return i;
  return -1;
}

/* The line of a tag set that is found now. */
static int line_of_set(const struct wl_explain *e, unsigned set, unsigned tag) {
  for (int i = 0; i < e->line_count; i++)
    if (e->line[i].set == set && e->line[i].tag == tag) return i;
  return -1;
}

/* Of some lanes, those with the same place in a line as `lane`. */
static uint32_t same_place(const struct wl_access *a, uint32_t lanes, unsigned lane) {
  uint32_t same = 0;
  for (; lanes; lanes &= lanes - 1) {
    unsigned other = (unsigned)__builtin_ctz(lanes);
    if (((a->address[other] ^ a->address[lane]) & (LINE - 1)) == 0) same |= 1u << other;
  }
  return same;
}

/* A line by what the view of lines has before its row: where it begins in its array, of local
 * memory the element of all threads. */
static const char *say_line(const struct wl_session *m, const struct wl_step *s, uint64_t address,
                            char *text, size_t size) {
  const struct wl_head *h = wl_session_head(m);
  const struct wl_array *a = h && s->array < h->arrays ? &h->array[s->array] : NULL;
  uint64_t own = s->access.space == WL_LOCAL ? address / WL_LANES
               : a && address >= a->base     ? address - a->base
                                             : address;
  int n = snprintf(text, size, "byte %llu", (unsigned long long)own);
  if (a && s->access.space == WL_LOCAL && n > 0) {
    n = snprintf(text, size, "%s", a->name);
    wl_head_element(h, s->array, own, text + n, size - (size_t)n);
  }
  return text;
}

/* Behind the last tag wavefront for the words that `tag` is for: local memory has a row of words
 * for each four bytes of an access, one after the other, and all lanes have a line in each. */
static unsigned end_of_row(const struct wl_access *a, const struct wl_explain *e, unsigned tag) {
  uint32_t found = 0;
  if (a->space != WL_LOCAL) return e->tag_count;
  for (unsigned i = 0; i < e->tag_count; i++) {
    found |= e->tag_lanes[i];
    if (found != a->mask) continue;
    if (i >= tag) return i + 1;
    found = 0;
  }
  return e->tag_count;
}

/* "byte 512 waits: its tag set is taken by byte 0"; for atomics, lane by lane. */
static bool say_tag(const struct wl_session *m, const struct wl_step_info *s,
                    const struct wl_replay_state *t,
                    char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  uint32_t waiting = 0;
  unsigned end = end_of_row(&s->step.access, e, t->index);
  for (int i = 0; i < e->line_count; i++)
    if (e->line[i].tag > t->index && e->line[i].tag < end) waiting |= e->line[i].lanes;
  if (!waiting && end < e->tag_count) {
    snprintf(text, size, "the lines of this word are found: the next comes then");
    return true;
  }
  if (!waiting) {
    bool one = (t->now & (t->now - 1)) == 0;
    snprintf(text, size, one ? "no lane waits for another tag wavefront"
                             : "each of these lines has a tag set of its own: none waits");
    return t->of == 1 || t->index + 1 == t->of;
  }
  unsigned lane = one_of(m, waiting);
  int late = late_line(e, lane, t->index), now;
  if (late < 0 || (now = line_of_set(e, e->line[late].set, t->index)) < 0) return false;
  if (!wl_op_is_atomic((enum wl_op)s->step.access.op)) {
    char waits[64], taken[64];
    snprintf(text, size, "%s waits: its tag set is taken by %s",
             say_line(m, &s->step, e->line[late].address, waits, sizeof waits),
             say_line(m, &s->step, e->line[now].address, taken, sizeof taken));
    return true;
  }
  uint32_t same = same_place(&s->step.access, e->line[now].lanes, lane);
  unsigned first = (unsigned)__builtin_ctz(same ? same : e->line[now].lanes);
  if (same && s->step.access.address[first] == s->step.access.address[lane])
    snprintf(text, size, "lane %u waits: lane %u has the same word", lane, first);
  else if (same)
    snprintf(text, size, "lane %u waits: lane %u has the same place in its line", lane, first);
  else
    snprintf(text, size, "lane %u waits: its tag set is taken by lane %u", lane, first);
  wl_say_more(wl_lanes_count(waiting), 1, text, size);
  return true;
}

/* The word that is served now by the bank that `word` waits for; NULL: none. */
static const struct wl_word *taken_by(const struct wl_explain *e, const struct wl_word *word,
                                      unsigned index) {
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    if (w->wavefront == index && w->bank == word->bank && w->group == word->group) return w;
  }
  return NULL;
}

/* "lane 9 waits: bank 4 is taken by lane 1": of those whose lines have been found. */
static bool say_bank(const struct wl_session *m, const struct wl_explain *e, unsigned index,
                     uint32_t waiting, uint32_t found, char *text, size_t size) {
  const struct wl_word *late = NULL, *now = NULL;
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    if (w->wavefront <= index || e->wavefront[w->wavefront].tag != e->wavefront[index].tag ||
        !(w->lanes & found)) continue;
    const struct wl_word *other = taken_by(e, w, index);
    if (!other || (late && !(w->lanes >> m->lane & 1))) continue;
    if (late && late->lanes >> m->lane & 1) break; /* the picked lane's first word */
    late = w;
    now = other;
  }
  if (!late) return false;
  unsigned lane = one_of(m, late->lanes & found), first = (unsigned)__builtin_ctz(now->lanes);
  if (lane == first)
    snprintf(text, size, "lane %u waits: bank %u has one more word of it", lane, now->bank);
  else snprintf(text, size, "lane %u waits: bank %u is taken by lane %u", lane, now->bank, first);
  wl_say_more(wl_lanes_count(waiting), 1, text, size);
  return true;
}

/* Lanes of which a line has been found by the first `tags` wavefronts; all, where none looks for
 * lines. */
static uint32_t lanes_found(const struct wl_explain *e, unsigned tags) {
  uint32_t lanes = e->tag_count ? 0 : UINT32_MAX;
  for (unsigned i = 0; i < tags; i++) lanes |= e->tag_lanes[i];
  return lanes;
}

/* Lanes with a word in a later wavefront than `index`. */
static uint32_t waiting_of(const struct wl_explain *e, unsigned index) {
  uint32_t lanes = 0;
  for (unsigned i = index + 1; i < e->wavefront_count; i++)
    if (!e->wavefront[i].back && !e->wavefront[i].again) lanes |= e->wavefront[i].lanes;
  return lanes;
}

/* Whether a bank serves several words in the wavefront, as on cc 3.x. */
static bool shares_a_bank(const struct wl_explain *e, unsigned index) {
  uint32_t busy = 0;
  for (int i = 0; i < e->word_count; i++) {
    if (e->word[i].wavefront != index) continue;
    if (busy >> e->word[i].bank & 1) return true;
    busy |= 1u << e->word[i].bank;
  }
  return false;
}

/* Lanes in few cells: "lanes 4–7", "lanes 0, 4 … 28" or "9 lanes". */
static const char *name_lanes(uint32_t lanes, char text[48]) {
  enum { CELLS = 12 };
  char numbers[40];
  bool named = wl_format_lanes_short(lanes, CELLS, numbers, sizeof numbers);
  const char *what = !named ? "" : wl_lanes_count(lanes) == 1 ? "lane " : "lanes ";
  snprintf(text, 48, "%s%s", what, numbers);
  return text;
}

/* Constant memory: who waits for another address, or as half of a warp asks after the other. */
static void say_pass(const struct wl_explain *e, unsigned index, uint32_t waiting, char *text,
                     size_t size) {
  const struct wl_wavefront *now = &e->wavefront[index];
  uint32_t others = e->group_lanes[now->group] & waiting;
  bool halves = waiting && !others;
  char lanes[48];
  if (!waiting) {
    snprintf(text, size, "all that ask for it are served");
    return;
  }
  const char *s_or_not = wl_lanes_count(halves ? waiting : others) == 1 ? "s" : "";
  name_lanes(halves ? waiting : others, lanes);
  if (halves)
    snprintf(text, size, "%s wait%s: %u at a time", lanes, s_or_not,
             wl_lanes_count(e->group_lanes[now->group]));
  else
    snprintf(text, size, "%s wait%s: one address a pass", lanes, s_or_not);
}

static bool say_data(const struct wl_session *m, const struct wl_step_info *s,
                     const struct wl_replay_state *t,
                     char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  const struct wl_wavefront *now = &e->wavefront[t->index];
  uint32_t waiting = waiting_of(e, t->index);
  if (now->back || now->again) return false; /* the rule says it */
  if (s->step.access.space == WL_CONSTANT) {
    say_pass(e, t->index, waiting, text, size);
    return true;
  }
  if (!waiting) {
    bool ends = t->index + 1 == t->of, back = !ends && e->wavefront[t->index + 1].back;
    snprintf(text, size, back                        ? "no lane waits: L2 has all operands"
                         : !ends                     ? "no lane waits: second operands come next"
                         : shares_a_bank(e, t->index) ? "no lane waits any more"
                         : t->index ? "no lane waits: at most one word is left per bank"
                                    : "no lane waits: at most one word per bank");
    return e->word_count > 0;
  }
  uint32_t found = lanes_found(e, t->found);
  if (say_bank(m, e, t->index, waiting, found, text, size)) return true;
  const struct wl_wavefront *next = &e->wavefront[t->index + 1];
  if (next->back || !next->lanes) return false;
  char lanes[48];
  unsigned tag = next->tag, width = s->step.access.width;
  uint32_t late = next->lanes;
  if (late & ~found) {
    for (tag = t->found; tag + 1u < e->tag_count && !(e->tag_lanes[tag] & late & ~found);) tag++;
    late &= ~found & e->tag_lanes[tag];
  }
  const char *s_or_not = wl_lanes_count(late) == 1 ? "s" : "";
  name_lanes(late, lanes);
  if (tag != now->tag)
    snprintf(text, size, "%s wait%s: tag wavefront %u finds %s", lanes, s_or_not, tag + 1u,
             *s_or_not ? "its line" : "their lines");
  else if (next->group != now->group)
    snprintf(text, size, "%s wait%s: %u at a time, %u byte%s each", lanes, s_or_not,
             wl_lanes_count(e->group_lanes[now->group]), width, width == 1 ? "" : "s");
  else return false;
  wl_say_more(wl_lanes_count(waiting & ~late), 0, text, size);
  return true;
}

bool wl_phrase_reason(struct wl_session *m, char text[WL_PHRASE]) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_replay_state t = wl_session_moment(m);
  if (!s || !t.replay || t.over) return false;
  if (t.transaction ? wl_say_transaction(s, t.index, m->lane, text, WL_PHRASE)
      : !t.quad && (t.tag ? say_tag : say_data)(m, s, &t, text, WL_PHRASE)) return true;
  snprintf(text, WL_PHRASE, "%s", wl_rules[wl_replay_state_rule(s, &t)].name);
  return true;
}
