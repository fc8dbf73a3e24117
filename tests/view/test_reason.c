/* Why wavefronts are as they are: what the replay says of every one of them is so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analysis/other_generation.h"
#include "core/gpu/target.h"
#include "scene.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "view/text/phrases.h"
#include "words/format.h"

static unsigned banks, lines, groups, names, served; /* sentences that were held against the step */
static unsigned ways[3]; /* sentences of stores, of atomics on shared memory, and of the others */
static unsigned turns, stages; /* replays in which both kinds of wavefronts take turns, or do not */

static bool has_word(const struct wl_explain *e, unsigned lane, unsigned bank, bool later,
                     unsigned index) {
  for (int i = 0; i < e->word_count; i++) {
    const struct wl_word *w = &e->word[i];
    bool in_time = later ? w->wavefront > index : w->wavefront == index;
    if (in_time && w->bank == bank && w->lanes >> lane & 1) return true;
  }
  return false;
}

/* The lane that waits has a word in that bank later, and the other one has it now. */
static void check_bank(const struct wl_explain *e, const struct wl_replay_state *t,
                       const char *text) {
  unsigned lane, bank, other;
  if (sscanf(text, "lane %u waits: bank %u is taken by lane %u", &lane, &bank, &other) != 3) return;
  uint32_t found = 0;
  for (unsigned i = 0; i < t->found; i++) found |= e->tag_lanes[i];
  assert_true(!e->tag_count || found >> lane & 1); /* else it waits for its line */
  banks++;
  assert_true(has_word(e, lane, bank, true, t->index));
  assert_true(has_word(e, other, bank, false, t->index));
  assert_true(t->now >> other & 1);
}

/* The line of a tag wavefront, this one or a later one, that begins so far into the array. */
static const struct wl_line *line_at(struct wl_session *m, unsigned long long byte, bool later,
                                     unsigned tag) {
  const struct wl_step_info *s = wl_session_spot(m);
  uint64_t base = wl_session_head(m)->array[s->step.array].base;
  for (int i = 0; i < s->explain.line_count; i++) {
    const struct wl_line *line = &s->explain.line[i];
    if (line->address == base + byte && (later ? line->tag > tag : line->tag == tag)) return line;
  }
  return NULL;
}

/* The line that waits is found later, and the other one of its tag set is found now. */
static void check_line(struct wl_session *m, const struct wl_replay_state *t, const char *text) {
  unsigned long long waits, taken;
  if (sscanf(text, "byte %llu waits: its tag set is taken by byte %llu", &waits, &taken) != 2)
    return;
  lines++;
  const struct wl_line *late = line_at(m, waits, true, t->index);
  const struct wl_line *now = line_at(m, taken, false, t->index);
  assert_true(late && now && late->set == now->set);
}

/* Loads take words out of banks, stores bring them there; of atomics on global memory banks have
 * the operands, and on shared memory they update. */
static void check_way(struct wl_session *m, const struct wl_replay_state *t) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  bool atomic = wl_op_is_atomic((enum wl_op)a->op), store = a->op == WL_STORE;
  char text[WL_PHRASE];
  wl_phrase_now(m, text);
  if (t->tag || a->space == WL_CONSTANT || !strstr(text, " bank")) return;
  bool takes = strstr(text, " take") && strstr(text, " from lane");
  bool updates = strstr(text, " update") && strstr(text, " for lane");
  bool serves = strstr(text, " serve") && strstr(text, " to lane");
  assert_int_equal(updates, atomic && a->space == WL_SHARED);
  assert_int_equal(takes, store || (atomic && a->space != WL_SHARED));
  assert_int_equal(serves, !store && !atomic && !wl_op_is_copy((enum wl_op)a->op));
  ways[takes ? 0 : updates ? 1 : 2]++;
}

/* A bank that serves one word names it: by its element, or by its place in the array, which is
 * the bank again, for arrays begin at the first one. Addresses are told nowhere. */
static void check_served(struct wl_session *m, const struct wl_replay_state *t) {
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_access *a = &s->step.access;
  char text[WL_PHRASE], of[64], want[160];
  unsigned bank;
  unsigned long long word;
  wl_phrase_now(m, text);
  const char *serves = strstr(text, " serves ");
  if (!serves) serves = strstr(text, " takes ");
  if (!serves || a->space != WL_GLOBAL || t->tag) return;
  const char *at = strstr(text, "bank ");
  if (!at || sscanf(at, "bank %u serves", &bank) != 1) return;
  const struct wl_array *in = &wl_session_head(m)->array[s->step.array];
  if (sscanf(serves, " %*s word %llu of %63s", &word, of) == 2) {
    assert_string_equal(of, in->name);
    assert_true(word * 4 < in->bytes && word % 32 == bank);
    served++;
  } else {
    unsigned lane = (unsigned)__builtin_ctz(t->now);
    wl_format_element(wl_session_head(m), &s->step, lane, true, of, sizeof of);
    snprintf(want, sizeof want, "s %s ", of);
    assert_non_null(strstr(serves, want));
    assert_int_equal((a->address[lane] - in->base) / 4 % 32, bank);
    served++;
  }
}

/* Who has to wait is not served now, and nobody is said to wait at the end. */
static void check_last(const struct wl_replay_state *t, const char *text) {
  unsigned from;
  if (strstr(text, "no lane waits") || strstr(text, "none waits")) {
    names++;
    assert_true(t->index + 1 == t->of || !t->tag);
  }
  if (sscanf(text, "lanes %u", &from) == 1 && strstr(text, "at a time")) {
    groups++;
    assert_false(t->now >> from & 1);
  }
}

/* Whether the first tag wavefronts find the lines of all words that a data wavefront serves; of
 * copies, whose words lie in shared memory, and of words that nobody lists, a line of each lane. */
static bool all_found(const struct wl_step_info *s, unsigned data, unsigned tags) {
  const struct wl_explain *e = &s->explain;
  bool copy = wl_op_is_copy((enum wl_op)s->step.access.op);
  uint32_t lanes = e->wavefront[data].lanes;
  for (int i = 0; i < e->line_count; i++)
    if (e->line[i].tag < tags) lanes &= ~e->line[i].lanes;
  for (int w = 0; w < e->word_count && !copy; w++) {
    const struct wl_word *word = &e->word[w];
    bool found = word->wavefront != data;
    for (int i = 0; i < e->line_count; i++)
      found |= e->line[i].address == (word->index * 4 & ~127ull) && e->line[i].tag < tags &&
               e->line[i].lanes & word->lanes;
    if (!found) return false;
  }
  return !lanes;
}

/* Every wavefront is played once, those of a stage in their order; a data wavefront when the lines
 * of its lanes have been found, and no tag wavefront in between that none of them waits for. */
static void check_order(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_explain *e = &s->explain;
  bool looked = false, mixed = false;
  unsigned tags = 0, data = 0, waves = wl_session_waves(m);
  uint32_t done = 0;
  if (!e->tag_count) return;
  for (unsigned wave = 1; wave <= waves; wave++) {
    struct wl_replay_state t = wl_replay_state_at(m, wave);
    assert_int_equal(t.found, tags);
    assert_int_equal(t.served, data);
    assert_int_equal(t.index, t.tag ? tags : data);
    assert_int_equal(t.done, done);
    if (!t.tag) {
      assert_true(all_found(s, data, tags));
      assert_false(looked && all_found(s, data, tags - 1));
      done |= e->wavefront[data].finished;
    }
    mixed |= t.tag && data > 0;
    looked = t.tag;
    ++*(t.tag ? &tags : &data);
  }
  assert_int_equal(tags, e->tag_count);
  assert_int_equal(data, e->wavefront_count);
  assert_int_equal(mixed, wl_moments_mixed(wl_session_spot(m)));
  ++*(mixed ? &turns : &stages);
}

static void check_step(struct wl_session *m) {
  char text[WL_PHRASE];
  assert_false(wl_phrase_reason(m, text)); /* nothing is replayed */
  check_order(m);
  for (unsigned wave = 1; wave <= wl_session_waves(m); wave++) {
    wl_session_wave(m, wave);
    struct wl_replay_state now = wl_session_moment(m);
    check_served(m, &now);
    check_way(m, &now);
    for (unsigned lane = 0; lane < WL_LANES; lane += 5) {
      wl_session_pick(m, lane);
      struct wl_replay_state t = wl_session_moment(m);
      const struct wl_explain *e = &wl_session_spot(m)->explain;
      assert_true(wl_phrase_reason(m, text));
      assert_true(text[0] && strlen(text) < 140);
      check_bank(e, &t, text);
      check_line(m, &t, text);
      check_last(&t, text);
    }
  }
  wl_session_wave(m, 0);
}

static void test_reasons(void **state) {
  (void)state;
  static const struct { const char *name; int value; } scenes[] = {
    {"transpose", 0}, {"transpose", 1}, {"stride", 7}, {"stride", 32}, {"spaces", 0}, {"zoo", 2},
  };
  static const char *const archs[] = {"1.0", "2.0", "3.5", "6.0", "7.0", "9.0"};
  struct wl_diag d;
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++)
    for (size_t a = 0; a < sizeof archs / sizeof archs[0]; a++) {
      struct scene s = scene_create(scenes[i].name, scenes[i].value);
      struct wl_target target = wl_target_make(wl_arch_find(archs[a]), NULL);
      struct wl_analysis *other = wl_reanalyze(s.trace, target, &d);
      struct wl_session *m = wl_session_create();
      if (other) wl_session_show(m, s.trace, other); /* the generation may lack an instruction */
      for (size_t step = 0; other && step < 140 && wl_session_select(m, step);
           step++) check_step(m);
      wl_session_destroy(m);
      wl_analysis_destroy(other);
      scene_destroy(s);
    }
  assert_true(banks > 100 && lines > 100 && groups > 10 && names > 100); /* or it tells nothing */
  assert_true(served > 100 && ways[0] > 50 && ways[1] > 0 && ways[2] > 50);
  assert_true(turns > 10 && stages > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reasons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
