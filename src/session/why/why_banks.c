/* Evidence for wavefronts and ways: the banks and the words that they serve. */
#include "session/why/why_banks.h"

#include <stdio.h>
#include <string.h>

#include "core/count/count_spaces.h"
#include "core/count/legacy_shared.h"
#include "session/state/session_query.h"
#include "session/state/step_info.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/format.h"

const char *wl_why_turn(const char *title) {
  return strcmp(title, "passes") == 0 ? "pass" : strcmp(title, "lock trips") == 0 ? "trip" : "wave";
}

enum { ROW_WORDS = 64 }; /* cc 3.x: of 4 bytes, two a bank */

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

/* The bank that keeps a chunk busy in most wavefronts, and what it serves there. */
static unsigned fullest(const struct wl_explain *e, const struct chunk *k, unsigned *served) {
  unsigned of[WL_MAX_BANKS] = {0}, turns[WL_MAX_BANKS] = {0}, best = 0;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    bool again = false; /* cc 3.x: another word of the same row */
    if (!in_chunk(&e->wavefront[w->wavefront], k)) continue;
    for (unsigned n = 0; n < i; n++)
      again |= e->word[n].bank == w->bank && e->word[n].wavefront == w->wavefront;
    of[w->bank]++;
    turns[w->bank] += !again;
  }
  for (unsigned b = 1; b < WL_MAX_BANKS; b++)
    if (turns[b] > turns[best]) best = b;
  *served = of[best];
  return best;
}

/* The different words among what a bank serves to a chunk, and the lanes that want them. */
static unsigned distinct_words(const struct wl_explain *e, const struct chunk *k, unsigned bank,
                               uint32_t *lanes) {
  unsigned count = 0;
  *lanes = 0;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    bool again = false; /* atomics: another lane's turn */
    if (w->bank != bank || !in_chunk(&e->wavefront[w->wavefront], k)) continue;
    for (unsigned n = 0; n < i; n++)
      again |= e->word[n].bank == bank && e->word[n].index == w->index &&
               in_chunk(&e->wavefront[e->word[n].wavefront], k);
    count += !again;
    *lanes |= w->lanes;
  }
  return count;
}

/* The array that a copy fills: the one of shared memory that has an address. */
static const struct wl_array *filled(const struct wl_head *h, uint64_t address) {
  for (unsigned i = 0; h && i < h->arrays; i++) {
    const struct wl_array *a = &h->array[i];
    if (a->space == WL_SHARED && address >= a->base && address - a->base < a->bytes) return a;
  }
  return NULL;
}

/* "word 7 of tile for lanes 0–3": counted in its array, or from address 0. `beside`: one
 * that is served with it, or NULL. */
static void say_word(const struct wl_session *m, const struct wl_step_info *s,
                     const struct wl_word *word,
                     const struct wl_word *beside, struct wl_why_row *row) {
  const struct wl_head *h = wl_session_head(m);
  const struct wl_array *a = h && s->step.array < h->arrays ? &h->array[s->step.array] : NULL;
  char lanes[48];
  if (s->step.access.op == WL_COPY) a = filled(h, word->index * 4);
  /* Words of local memory lie lane by lane: the same one of every thread's array. */
  uint64_t index = s->step.access.space == WL_LOCAL ? word->index / WL_LANES : word->index;
  uint64_t first = a && a->base / 4 <= index ? a->base / 4 : 0;
  wl_why_say(row, beside ? "words %llu" : "word %llu", (unsigned long long)(index - first));
  if (beside) wl_why_say(row, " and %llu", (unsigned long long)(beside->index - first));
  if (a) wl_why_say(row, " of %s", a->name);
  wl_why_say(row, " for %s", wl_format_lane_set(row->lanes, lanes, sizeof lanes));
}

/* The words that one bank serves to a chunk, one row each. */
static void list_words(const struct wl_session *m, const struct wl_step_info *s,
                       const struct chunk *k,
                       unsigned bank, const char *turn, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *word = &e->word[i];
    if (word->bank != bank || !in_chunk(&e->wavefront[word->wavefront], k)) continue;
    say_word(m, s, word, NULL,
             wl_why_add(w, word->lanes, -1, "  %s %u", turn, word->wavefront + 1u));
  }
}

/* Which bank made a chunk take so long. */
static void say_bank(const struct wl_explain *e, const struct chunk *k, struct wl_why_row *row) {
  char lanes[48], many[40];
  uint32_t wanted;
  unsigned served, bank = fullest(e, k, &served), words = distinct_words(e, k, bank, &wanted);
  if (served == 1) {
    wl_why_say(row, "no bank has more than 1 word to serve, for %s",
               wl_format_lane_set(k->lanes, lanes, sizeof lanes));
    return;
  }
  wl_why_say(row, "bank %u has %s to serve", bank, wl_why_counted(words, "word", many));
  if (words < served) { /* atomics; the lanes stand below */
    wl_why_say(row, ", for %s one by one",
               wl_why_counted(wl_lanes_count(wanted), "lane", many));
    return;
  }
  if (served > k->wavefronts) /* cc 3.x */
    wl_why_say(row, ", in %s", wl_why_counted(k->wavefronts, "row", many));
  wl_why_say(row, ", for %s", wl_format_lane_set(wanted, lanes, sizeof lanes));
}

unsigned wl_why_row_of_tag(const struct wl_step_info *s, unsigned tag) {
  const struct wl_explain *e = &s->explain;
  unsigned rows = wl_why_local_rows(s);
  for (unsigned i = 0; i < e->line_count; i++) /* an element begins at a whole one of its width */
    if (e->line[i].tag == tag) return (unsigned)(e->line[i].address / 128 % rows) + 1;
  return 1;
}

unsigned wl_why_local_rows(const struct wl_step_info *s) {
  const struct wl_access *a = &s->step.access;
  return a->space == WL_LOCAL ? wl_local_rows(a->width) : 1;
}

static void name_chunk(const struct wl_step_info *s, const struct chunk *k, char label[20]) {
  const struct wl_explain *e = &s->explain;
  unsigned row = wl_why_row_of_tag(s, k->tag), rows = wl_why_local_rows(s), tag = k->tag + 1u;
  bool wholly = s->step.access.space == WL_LOCAL && s->step.access.op == WL_LOAD;
  if (k->back || k->again) snprintf(label, 20, k->back ? "results" : "operand 2");
  else if (rows > 1) snprintf(label, 20, "row %u", row);
  else if (e->tag_count > 1 && !wholly) snprintf(label, 20, "tag wave %u", tag);
  else if (e->groups > 1) snprintf(label, 20, "group %u", k->group + 1u);
  else snprintf(label, 20, "lanes");
}

static void say_chunk(const struct wl_step_info *s, const struct chunk *k, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  char lanes[48];
  unsigned served;
  fullest(e, k, &served);
  char label[20];
  name_chunk(s, k, label);
  struct wl_why_row *row = wl_why_add(w, k->lanes, (int)k->wavefronts, "%s", label);
  wl_format_lane_set(k->lanes, lanes, sizeof lanes);
  if (k->back) wl_why_say(row, "old values come back to %s", lanes);
  else if (k->again) wl_why_say(row, "the same once more for %s", lanes);
  else if (served < k->wavefronts && s->step.access.op == WL_COPY)
    wl_why_say(row, "banks of their source or destination keep apart %s", lanes);
  else if (served < k->wavefronts) wl_why_say(row, "banks that act as one serve %s", lanes);
  else say_bank(e, k, row);
}

/* Atomics before cc 5.0: lanes that share one of the locks go one by one, whatever the bank. */
static uint64_t lock_of(const struct wl_word *w) { return w->index % WL_SHARED_LOCKS; }

/* The lock that most lanes share, and which those are. */
static uint64_t busiest_lock(const struct wl_explain *e, uint32_t *lanes) {
  uint64_t best = 0;
  *lanes = 0;
  for (unsigned i = 0; i < e->word_count; i++) {
    uint32_t sharing = 0;
    for (unsigned n = 0; n < e->word_count; n++)
      if (lock_of(&e->word[n]) == lock_of(&e->word[i])) sharing |= e->word[n].lanes;
    if (wl_lanes_count(sharing) <= wl_lanes_count(*lanes)) continue;
    *lanes = sharing;
    best = lock_of(&e->word[i]);
  }
  return best;
}

/* The lanes of that lock, one row each: the trip, or for `ways` the lock, stands before it. */
static void list_lock(const struct wl_session *m, const struct wl_step_info *s, bool ways,
                      struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  uint32_t lanes;
  unsigned lock = (unsigned)busiest_lock(e, &lanes);
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *word = &e->word[i];
    if (lock_of(word) != lock) continue;
    say_word(m, s, word, NULL,
             ways ? wl_why_add(w, word->lanes, -1, "lock %u", lock)
                  : wl_why_add(w, word->lanes, -1, "  trip %u", word->wavefront + 1u));
  }
}

static void why_locks(const struct wl_session *m, const struct wl_step_info *s, struct wl_why *w) {
  char text[48];
  uint32_t lanes;
  unsigned lock = (unsigned)busiest_lock(&s->explain, &lanes);
  struct wl_why_row *row =
    wl_why_add(w, s->step.access.mask, s->explain.counts.wavefronts, "lanes");
  if (wl_lanes_count(lanes) < 2) {
    wl_why_say(row, "no lock is shared by %s",
               wl_format_lane_set(s->step.access.mask, text, sizeof text));
    return;
  }
  wl_why_say(row, "lock %u is shared by %s", lock, wl_format_lane_set(lanes, text, sizeof text));
  list_lock(m, s, false, w);
}

void wl_why_wavefronts(const struct wl_session *m, const struct wl_arch *arch,
                       const struct wl_step_info *s, struct wl_why *w) {
  const struct wl_access *a = &s->step.access;
  const char *title =
    wl_figure_title(arch, WL_WAVEFRONTS, (enum wl_space)a->space, (enum wl_op)a->op);
  const char *turn = wl_why_turn(title);
  char text[64];
  struct chunk chunk[WL_MAX_WAVEFRONTS];
  const struct wl_explain *e = &s->explain;
  size_t count = chunks_of(e, chunk), longest = 0;
  if (e->rule[WL_WAVEFRONTS] == WL_RULE_BANK_LOCK) {
    why_locks(m, s, w);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    say_chunk(s, &chunk[i], w);
    if (chunk[i].wavefronts > chunk[longest].wavefronts) longest = i;
  }
  snprintf(text, sizeof text, "%s, one %s after the other", title,
           wl_why_local_rows(s) > 1 ? "row" : "group");
  if (count > 1) wl_why_sum(w, text);
  if (count == 0 || chunk[longest].back || chunk[longest].wavefronts < 2) return;
  unsigned served, bank = fullest(e, &chunk[longest], &served);
  if (count > 1) wl_why_say(wl_why_add(w, 0, -1, "bank %u", bank), "what it serves in each %s:",
                            strcmp(turn, "wave") == 0 ? "wavefront" : turn);
  list_words(m, s, &chunk[longest], bank, turn, w);
}

/* On cc 3.x the words that a bank has in one row of 256 bytes, two at most, go together:
 * one before or after word `i` that goes with it, or NULL. */
static const struct wl_word *in_its_row(const struct wl_explain *e, unsigned i, bool before) {
  const struct wl_word *word = &e->word[i];
  if (e->rule[WL_WAYS] != WL_RULE_WAYS_ROWS) return NULL;
  for (unsigned n = before ? 0 : i + 1; n < (before ? i : e->word_count); n++) {
    const struct wl_word *other = &e->word[n];
    if (other->bank == word->bank && other->group == word->group &&
        other->index / ROW_WORDS == word->index / ROW_WORDS) return other;
  }
  return NULL;
}

/* Words that queue for a bank: those of a lane group, of local memory of a row. */
static unsigned group_of(const struct wl_step_info *s, const struct wl_word *word) {
  if (s->step.access.space != WL_LOCAL) return word->group % WL_MAX_GROUPS;
  return (unsigned)(word->index / WL_LANES % wl_why_local_rows(s));
}

/* The words that the worst bank has in its worst lane group; one row for each way, or, where
 * lanes count that share a word, with as many lanes. */
void wl_why_ways(const struct wl_session *m, const struct wl_step_info *s, struct wl_why *w) {
  const struct wl_explain *e = &s->explain;
  unsigned bank = 0, most = 0, of[WL_MAX_BANKS][WL_MAX_GROUPS] = {{0}}, group = 0;
  const struct wl_access *a = &s->step.access;
  bool by_lanes = a->space == WL_GLOBAL &&
                  (wl_op_is_atomic((enum wl_op)a->op) || wl_op_is_copy((enum wl_op)a->op));
  if (e->rule[WL_WAYS] == WL_RULE_BANK_LOCK) {
    list_lock(m, s, true, w);
    return;
  }
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *word = &e->word[i];
    unsigned ways = by_lanes ? wl_lanes_count(word->lanes) : !in_its_row(e, i, true);
    of[word->bank][group_of(s, word)] += ways;
  }
  for (unsigned b = 0; b < WL_MAX_BANKS; b++)
    for (unsigned g = 0; g < WL_MAX_GROUPS; g++)
      if (of[b][g] > most) most = of[b][g], bank = b, group = g;
  for (unsigned i = 0; i < e->word_count; i++) {
    const struct wl_word *word = &e->word[i], *beside = in_its_row(e, i, false);
    if (word->bank != bank || group_of(s, word) != group || in_its_row(e, i, true)) continue;
    uint32_t lanes = word->lanes | (beside ? beside->lanes : 0);
    bool rows = e->rule[WL_WAYS] == WL_RULE_WAYS_ROWS;
    struct wl_why_row *row = rows ? wl_why_add(w, lanes, -1, "bank %u, row %u", bank,
                                               (unsigned)(word->index / ROW_WORDS))
                                  : wl_why_add(w, lanes, -1, "bank %u", bank);
    say_word(m, s, word, beside, row);
  }
  if (s->explain.rule[WL_WAYS] == WL_RULE_WAYS_WIDE)
    wl_why_say(wl_why_add(w, s->step.access.mask, -1, "and"), "one way more, for 16 bytes a lane");
}
