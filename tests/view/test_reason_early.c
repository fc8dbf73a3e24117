/* What is said of each transaction before cc 5.0 is so: each sentence held against the addresses,
 * of random accesses of every width, of some lanes and of all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/explain/explain.h"
#include "core/gpu/target.h"
#include "session/state/session_query.h"
#include "session/state/step_info.h"
#include "view/text/reason_legacy.h"

enum { TRIES = 12000, BASE = 4096, HALF = 16 };

/* Sentences of each kind that were held against the step. */
enum { ITS_PLACE, THIS_PLACE, OUTSIDE, NARROW, ORDER, IDLE, BOTH, ONLY, SAME, BLOCK, TURN, LAST,
       KINDS };
static unsigned told[KINDS];

static unsigned seed = 1;
static unsigned below(unsigned n) {
  seed = seed * 1103515245 + 12345;
  return (seed >> 16) % n;
}

static struct wl_access make(uint8_t width, bool store) {
  struct wl_access a = {.space = WL_GLOBAL, .op = store ? WL_STORE : WL_LOAD, .width = width};
  unsigned shape = below(6), step = 1 + below(5), from = below(3) ? 0 : below(40);
  const uint32_t masks[] = {UINT32_MAX, 0xffu << 8 * below(4), 0xffff0000u << below(8),
                            below(65536) * 65537u | 1u << below(32)};
  a.mask = masks[below(5) % 4];
  for (unsigned l = 0; l < WL_LANES; l++) {
    unsigned at = shape == 0 ? below(256) : shape == 1 ? l ^ 1 : shape == 2 ? l * step : l;
    if (shape == 3 && l > 20) at += 64;
    a.address[l] = BASE + (uint64_t)(at + from) * width;
  }
  return a;
}

static unsigned lanes_in(const struct wl_access *a, uint32_t lanes, uint64_t from, unsigned bytes) {
  unsigned count = 0;
  for (unsigned l = 0; l < WL_LANES; l++)
    count += lanes >> l & 1 && a->address[l] >= from && a->address[l] < from + bytes;
  return count;
}

/* Lanes that ask together with those of a transaction. */
static uint32_t asking(const struct wl_arch *arch, const struct wl_access *a, uint32_t lanes) {
  unsigned part = arch->id < WL_CC_20 ? HALF : a->width <= 4 ? 32 : a->width == 8 ? 16 : 8;
  uint32_t all = 0;
  for (unsigned l = 0; l < WL_LANES; l++)
    for (unsigned k = 0; k < WL_LANES; k++)
      if (lanes >> k & 1 && l / part == k / part) all |= 1u << l;
  return all & a->mask;
}

struct moment {
  const struct wl_arch *arch;
  const struct wl_access *a;
  const struct wl_transaction *t;
  uint32_t later; /* lanes that are served behind it */
};

static const char *check_place(const struct moment *m, const char *text) {
  unsigned lane, at, segment, want, end, width = m->a->width;
  char which[8];
  int n = 0;
  if (sscanf(text, "lane %u is at byte %u of %7s %u-byte segment, not at %u%n", &lane, &at, which,
             &segment, &want, &n) != 5) return NULL;
  bool its = strcmp(which, "its") == 0;
  uint32_t all = asking(m->arch, m->a, m->t->lanes);
  unsigned first = (unsigned)__builtin_ctz(all);
  uint64_t from = its ? 0 : m->a->address[first] - first % HALF * width;
  end = its ? segment : width * HALF;
  assert_int_equal(segment, its ? width == 4 ? 64 : 128 : width * HALF);
  assert_true(all >> lane & 1 && (!its || lane == first));
  assert_int_equal((m->a->address[lane] - from) % segment, at);
  assert_int_equal(lane % HALF * width % end, want);
  assert_true(at != want && m->t->bytes == 32);
  assert_int_equal(__builtin_popcount(m->t->lanes), 1);
  told[its ? ITS_PLACE : THIS_PLACE]++;
  return text + n;
}

static const char *check_alone(const struct moment *m, const char *text) {
  unsigned lane, first, bytes, width = m->a->width;
  int n = 0, plural = 0;
  if (sscanf(text, "lane %u is outside of the %u bytes of lane %u%n", &lane, &bytes, &first, &n) ==
      3) {
    uint32_t all = asking(m->arch, m->a, m->t->lanes);
    uint64_t from = m->a->address[first] - first % HALF * width;
    assert_true(first == (unsigned)__builtin_ctz(all) && all >> lane & 1);
    assert_true(bytes == width * HALF && !lanes_in(m->a, 1u << lane, from, bytes));
    told[OUTSIDE]++;
    return text + n;
  }
  if (sscanf(text, "words of %u byte%n", &bytes, &n) != 1 || !n) return NULL;
  plural = text[n] == 's';
  assert_true(bytes == width && width < 4 && plural == (width > 1));
  told[NARROW]++;
  text += n + plural;
  assert_memory_equal(text, " never go together", 18);
  return text + 18;
}

static const char *check_order(const struct moment *m, const char *text) {
  unsigned bytes;
  int n = 0;
  const struct wl_transaction *t = m->t;
  if (sscanf(text, "in order, from a multiple of %u bytes on%n", &bytes, &n) == 1 && n) {
    unsigned first = (unsigned)__builtin_ctz(t->lanes);
    for (unsigned l = 0; l < WL_LANES; l++)
      if (t->lanes >> l & 1)
        assert_int_equal(m->a->address[l] - m->a->address[first], (l - first) * m->a->width);
    assert_true(bytes == t->bytes && t->address % bytes == 0 && bytes > 32);
    told[ORDER]++;
    return text + n;
  }
  if (sscanf(text, "the lanes of these %u bytes are not active%n", &bytes, &n) != 1 || !n)
    return NULL;
  assert_true(bytes == t->bytes && !lanes_in(m->a, m->a->mask, t->address, bytes));
  told[IDLE]++;
  return text + n;
}

static const char *check_use(const struct moment *m, const char *text) {
  unsigned bytes;
  int n = 0;
  char part[16];
  const struct wl_transaction *t = m->t;
  unsigned segment = m->arch->id >= WL_CC_20 ? 128 : m->a->width == 1 ? 32
                   : m->a->width == 2        ? 64 : 128;
  if (sscanf(text, "its lanes use both halves of these %u bytes%n", &bytes, &n) == 1 && n) {
    assert_true(lanes_in(m->a, t->lanes, t->address, bytes / 2) > 0);
    assert_true(lanes_in(m->a, t->lanes, t->address + bytes / 2, bytes / 2) > 0);
    assert_true(bytes == t->bytes && bytes == segment);
    told[BOTH]++;
    return text + n;
  }
  if (sscanf(text, "its lanes use only this %15s of %u bytes%n", part, &bytes, &n) == 2 && n) {
    assert_int_equal(bytes, segment);
    assert_int_equal(t->bytes, strcmp(part, "half") == 0 ? bytes / 2 : bytes / 4);
    told[ONLY]++;
    return text + n;
  }
  if (strncmp(text, "lanes with bytes in the same 32 go together", 43) != 0) return NULL;
  assert_true(t->bytes == 32 && segment == 32);
  told[SAME]++;
  return text + 43;
}

/* "; 3 wait" or "; 3 more wait", of so many; nothing, where there are none. */
static void check_tail(const char *tail, unsigned waiting, bool more) {
  char want[48] = "";
  if (waiting)
    snprintf(want, sizeof want, "; %u %swait%s", waiting, more ? "more " : "",
             waiting > 1 ? "" : "s");
  assert_string_equal(tail, want);
}

/* A lane is named that waits, the picked one if it does, or those of another request. */
static const char *check_block(const struct moment *m, unsigned picked, const char *text,
                               unsigned *named) {
  unsigned lane, bytes;
  int n = 0;
  uint32_t own = asking(m->arch, m->a, m->t->lanes) & m->later;
  if (sscanf(text, "lane %u waits: not in these %u bytes%n", &lane, &bytes, &n) == 2 && n) {
    assert_true(own >> lane & 1 && bytes == m->t->bytes);
    assert_true(lane == picked || !(m->later >> picked & 1));
    assert_false(lanes_in(m->a, 1u << lane, m->t->address, bytes));
    *named = 1;
    told[BLOCK]++;
    return text + n;
  }
  const char *at = strstr(text, " at a time");
  if (!at) return NULL;
  unsigned first, end, part;
  int got = sscanf(text, "lanes %u–%u wait: %u", &first, &end, &part);
  if (got < 1) got = sscanf(text, "lane %u waits: %u", &first, &part) == 2 ? 1 : 0;
  assert_true(got > 0);
  uint32_t next = asking(m->arch, m->a, 1u << first);
  assert_true(!(next & asking(m->arch, m->a, m->t->lanes)) && (next & m->later) == next);
  assert_true(first == (unsigned)__builtin_ctz(next));
  assert_true(m->later >> picked & 1 ? next >> picked & 1 : own == 0);
  *named = (unsigned)__builtin_popcount(next);
  told[TURN]++;
  return at + strlen(" at a time");
}

static void check(const struct moment *m, unsigned picked, const char *text) {
  unsigned waiting = (unsigned)__builtin_popcount(m->later), named = 0;
  const char *tail = check_block(m, picked, text, &named);
  if (tail) {
    check_tail(tail, waiting - named, true);
    return;
  }
  if (strcmp(text, "no lane waits any more") == 0) {
    assert_int_equal(waiting, 0);
    told[LAST]++;
    return;
  }
  if (!tail) tail = check_place(m, text);
  if (!tail) tail = check_alone(m, text);
  if (!tail) tail = check_order(m, text);
  if (!tail) tail = check_use(m, text);
  if (!tail) fail_msg("what is '%s'?", text);
  else check_tail(tail, waiting, false);
}

static void test_sentences(void **state) {
  (void)state;
  static const char *const archs[] = {"1.0", "1.2", "1.3", "2.0", "3.5"};
  static const uint8_t widths[] = {1, 2, 4, 8, 16};
  for (unsigned i = 0; i < TRIES; i++) {
    struct wl_step_info s = {.valid = true};
    const struct wl_arch *arch = wl_arch_find(archs[below(5)]);
    s.step.kind = WL_STEP_ACCESS;
    s.step.access = make(widths[below(5)], below(3) == 0);
    wl_explain(arch, &s.step.access, &s.explain);
    for (unsigned t = 0; t < s.explain.transaction_count; t++) {
      struct moment m = {arch, &s.step.access, &s.explain.transaction[t], 0};
      for (unsigned k = t + 1; k < s.explain.transaction_count; k++)
        m.later |= s.explain.transaction[k].lanes;
      char text[160];
      unsigned picked = below(32);
      assert_true(wl_say_transaction(&s, t, picked, text, sizeof text));
      check(&m, picked, text);
    }
  }
  for (unsigned k = 0; k < KINDS; k++)
    if (told[k] < 20) fail_msg("kind %u was said %u times: that tells nothing", k, told[k]);
}

/* Local memory has rows of words, of which none of these sentences is true. */
static void test_local(void **state) {
  (void)state;
  struct wl_step_info s = {.valid = true};
  char text[160];
  s.step.kind = WL_STEP_ACCESS;
  s.step.access = make(16, true);
  s.step.access.space = WL_LOCAL;
  wl_explain(wl_arch_find("1.0"), &s.step.access, &s.explain);
  assert_true(s.explain.transaction_count > 0);
  for (unsigned t = 0; t < s.explain.transaction_count; t++)
    assert_false(wl_say_transaction(&s, t, 0, text, sizeof text));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sentences),
    cmocka_unit_test(test_local),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
