/* The sentence on an access, number by number: each that stands in it is one that the slow
 * reference counts, or that can be counted in the addresses. A number that no row below knows
 * is an error, as is a row that no sentence needs. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/accesses.h"
#include "../core/reference.h"
#include "../core/test.h"
#include "core/access/access.h"
#include "core/explain/explain.h"
#include "core/gpu/feature.h"
#include "words/texel_pattern.h"
#include "words/verdict.h"

enum { ACCESSES = 4000 /* of each generation */ };

/* A sentence, and what its numbers are about. */
struct sentence {
  const struct wl_arch *arch;
  const struct wl_access *a;
  const struct wl_counts *c; /* the reference's */
  unsigned groups;           /* lane groups of the banks */
  const char *text;
  uint32_t goes_on;          /* of a loop's step */
};

static unsigned active(const struct sentence *s) {
  return (unsigned)__builtin_popcount(s->a->mask);
}

/* How many different `address / bytes` the active lanes have. */
static unsigned different(const struct wl_access *a, unsigned bytes) {
  unsigned count = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool again = !(a->mask >> l & 1);
    for (unsigned k = 0; k < l; k++)
      again |= a->mask >> k & 1 && a->address[k] / bytes == a->address[l] / bytes;
    count += !again;
  }
  return count;
}

static bool has(const struct sentence *s, const char *part) {
  return strstr(s->text, part) != NULL;
}
static unsigned split(unsigned n, unsigned by) { return (n + by - 1) / by; }

static bool lanes(const struct sentence *s, uint64_t n) { return n == active(s); }
static bool asked(const struct sentence *s, uint64_t n) { return n == active(s) * s->a->width; }
static bool width(const struct sentence *s, uint64_t n) { return n == s->a->width; }
static bool moved(const struct sentence *s, uint64_t n) { return n == s->c->bytes_moved; }
static bool sectors(const struct sentence *s, uint64_t n) { return n == s->c->sectors; }
static bool lines(const struct sentence *s, uint64_t n) { return n == s->c->lines; }
static bool waves(const struct sentence *s, uint64_t n) { return n == s->c->wavefronts; }
static bool tags(const struct sentence *s, uint64_t n) { return n == s->c->tag_wavefronts; }
static bool transactions(const struct sentence *s, uint64_t n) { return n == s->c->transactions; }
static bool ways(const struct sentence *s, uint64_t n) { return n == s->c->ways; }
static bool ideal_bytes(const struct sentence *s, uint64_t n) {
  return n == 32u * s->c->ideal_sectors;
}
static bool excess(const struct sentence *s, uint64_t n) {
  return n + s->c->ideal_sectors == s->c->sectors;
}
static bool row(const struct sentence *s, uint64_t n) { return n == s->arch->row_bytes; }
static bool addresses(const struct sentence *s, uint64_t n) { return n == different(s->a, 1); }
static bool words(const struct sentence *s, uint64_t n) { return n == different(s->a, 4); }
static bool matrices(const struct sentence *s, uint64_t n) { return n == active(s) / 8; }
static bool one(const struct sentence *s, uint64_t n) { return (void)s, n == 1; }
static bool two(const struct sentence *s, uint64_t n) { return (void)s, n == 2; }
static bool eight(const struct sentence *s, uint64_t n) { return (void)s, n == 8; }
static bool sixteen(const struct sentence *s, uint64_t n) { return n == 16 && width(s, n); }

/* What one pass serves: 4 bytes of constant memory, a row of shared memory. */
static bool pass_bytes(const struct sentence *s, uint64_t n) {
  return n == (s->a->space == WL_CONSTANT ? 4 : s->arch->row_bytes);
}

/* What would do: of what the sentence is about. */
static bool ideal(const struct sentence *s, uint64_t n) {
  if (wl_op_is_copy((enum wl_op)s->a->op) && has(s, "wavefront"))
    return n == split(active(s) * s->a->width, 128);
  if (s->a->op == WL_MATRIX_LOAD || s->a->op == WL_MATRIX_STORE) return matrices(s, n);
  return n == (has(s, "sector") ? s->c->ideal_sectors : s->c->ideal_wavefronts);
}

/* The groups that take turns at the banks: without a conflict one wavefront each; CAS has two
 * operands. */
static bool groups(const struct sentence *s, uint64_t n) {
  return n == s->groups && s->c->wavefronts <= (s->a->op == WL_CAS ? 2 * n : n);
}

/* Of a loop's step: those that its next step has not, and those that it has. */
static bool through(const struct sentence *s, uint64_t n) {
  return n == (unsigned)__builtin_popcount(s->a->mask & ~s->goes_on);
}
static bool again(const struct sentence *s, uint64_t n) {
  return n == (unsigned)__builtin_popcount(s->goes_on);
}

/* Bytes that some lane asks for, however many others do. */
static bool differing(const struct sentence *s, uint64_t n) {
  uint64_t bytes = 0;
  for (unsigned l = 0; l < WL_LANES; l++)
    for (unsigned b = 0; s->a->mask >> l & 1 && b < s->a->width; b++) {
      bool seen = false;
      for (unsigned k = 0; k < l; k++)
        seen |= s->a->mask >> k & 1 && s->a->address[l] + b - s->a->address[k] < s->a->width;
      bytes += !seen;
    }
  return n == bytes;
}

/* What the lanes want of the banks, counted from their addresses. */
struct demand { unsigned used, most, lanes; };

/* `bank` only, or all of them: in each group of `per` lanes, of their words or, before cc 2.0,
 * one word of each lane after the other. Atomics queue lane by lane. */
static struct demand demand_of(const struct sentence *s, int bank, unsigned per, bool apart) {
  const struct wl_access *a = s->a;
  bool chosen = a->banks && s->arch->banking8 != WL_BANKS_NONE;
  unsigned bank_bytes = chosen ? a->banks : s->arch->bank_bytes;
  unsigned each = a->width > 4 ? a->width / 4 : 1;
  bool counted = a->form == WL_FORM_INCREMENT && wl_arch_has(s->arch, WL_HAS_INCREMENT);
  bool queue = wl_op_is_atomic((enum wl_op)a->op) && !counted;
  struct demand d = {0};
  uint64_t used = 0;
  uint32_t wanting = 0;
  for (unsigned first = 0; first < WL_LANES; first += per)
    for (unsigned turn = 0; turn < (apart ? each : 1); turn++) {
      uint64_t seen[WL_LANES * 4];
      unsigned count = 0, of[64] = {0};
      for (unsigned l = first; l < first + per; l++)
        for (unsigned k = 0; a->mask >> l & 1 && k < (apart ? 1 : each); k++) {
          uint64_t word = a->address[l] / 4 + (apart ? turn : k);
          unsigned b = (unsigned)(word * 4 / bank_bytes % s->arch->banks);
          bool known = false;
          for (unsigned i = 0; !queue && i < count; i++) known |= seen[i] == word;
          if (bank >= 0 && b != (unsigned)bank) continue;
          used |= 1ull << b, wanting |= 1u << l;
          if (known) continue;
          seen[count++] = word;
          if (++of[b] > d.most) d.most = of[b];
        }
    }
  d.used = (unsigned)__builtin_popcountll(used);
  d.lanes = (unsigned)__builtin_popcount(wanting);
  return d;
}

/* Whether n is the most that a bank has to serve, in groups that there may be: as many as there
 * are said to be, of equal size. */
static bool most_of(const struct sentence *s, int bank, uint64_t n) {
  for (unsigned per = WL_LANES; per >= 8; per /= 2)
    for (unsigned apart = 0; apart < 2; apart++) {
      unsigned each = apart && s->a->width > 4 ? s->a->width / 4 : 1;
      if (WL_LANES / per * each != s->groups) continue;
      if (demand_of(s, bank, per, apart).most == n) return true;
    }
  return false;
}

/* The bank that is named: it has words, and no other one has more. */
static int named_bank(const struct sentence *s) {
  const char *at = strstr(s->text, "bank ");
  return at ? atoi(at + 5) : -1;
}
static bool bank(const struct sentence *s, uint64_t n) {
  return demand_of(s, (int)n, WL_LANES, false).used == 1 &&
         demand_of(s, (int)n, WL_LANES, false).most >= 1;
}
static bool bank_lanes(const struct sentence *s, uint64_t n) {
  return n == demand_of(s, named_bank(s), WL_LANES, false).lanes;
}
static bool bank_words(const struct sentence *s, uint64_t n) {
  return most_of(s, named_bank(s), n);
}
static bool worst(const struct sentence *s, uint64_t n) { return most_of(s, -1, n); }
static bool banks(const struct sentence *s, uint64_t n) {
  return n == demand_of(s, -1, WL_LANES, false).used;
}

/* cc 1.x: a word that several lanes want takes several turns, unless it is broadcast. */
static bool turns(const struct sentence *s, uint64_t n) {
  return s->arch->id < WL_CC_20 && n <= s->c->ways && n > demand_of(s, -1, 16, true).most;
}

/* Textures: texels, the rectangle around them, and what a sector holds. */
struct area { uint64_t left, top, columns, rows, texels; };
static struct area area_of(const struct wl_access *a) {
  struct area r = {UINT64_MAX, UINT64_MAX, 0, 0, 0};
  uint64_t right = 0, bottom = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool seen = !(a->mask >> l & 1);
    if (seen) continue;
    for (unsigned k = 0; k < l; k++)
      seen |= a->mask >> k & 1 && a->address[k] == a->address[l] && a->second[k] == a->second[l];
    r.texels += !seen;
    if (a->address[l] < r.left) r.left = a->address[l];
    if (a->second[l] < r.top) r.top = a->second[l];
    if (a->address[l] > right) right = a->address[l];
    if (a->second[l] > bottom) bottom = a->second[l];
  }
  r.columns = right - r.left + 1, r.rows = bottom - r.top + 1;
  return r;
}
static bool left(const struct sentence *s, uint64_t n) { return n == area_of(s->a).left; }
static bool top(const struct sentence *s, uint64_t n) { return n == area_of(s->a).top; }
static bool columns(const struct sentence *s, uint64_t n) { return n == area_of(s->a).columns; }
static bool rows(const struct sentence *s, uint64_t n) { return n == area_of(s->a).rows; }
static bool texels(const struct sentence *s, uint64_t n) { return n == area_of(s->a).texels; }
/* A sector is 32 bytes: in a row, or two rows of 16. */
static bool sector_rows(const struct sentence *s, uint64_t n) {
  return n == (s->a->layout == WL_LAYOUT_PITCH ? 1 : 2);
}
static bool sector_columns(const struct sentence *s, uint64_t n) {
  return n == 32u / s->a->width / (s->a->layout == WL_LAYOUT_PITCH ? 1 : 2);
}

/* What stands around a number, which is #; the first row that fits says what it has to be. */
static const struct {
  const char *around;
  bool (*holds)(const struct sentence *, uint64_t);
} rules[] = {
  {"but the lanes sit in # groups", groups},
  {" lanes try to swap: # get", through},
  {"through, # must", again},
  {", # would change nothing", through},
  {"all # would change nothing", through},
  {"# lanes want bank ", bank_lanes},
  {"# lanes update words of bank ", bank_words},
  {"lanes of # bytes: ", sixteen},
  {"lane of # bytes: ", sixteen},
  {"up to # share a lock", waves},
  {"up to # of them in one bank", ways},
  {"# lane", lanes},
  {"# thread", lanes},
  {"the # rows", eight},
  {"of # rows", eight},
  {"# matri", matrices},
  {"bank #:", bank},
  {"bank #,", bank},
  {"# bank", banks},
  {"up to # turns at a bank", turns},
  {"serve # different word", worst},
  {"up to # different word", worst},
  {": # different word", bank_words},
  {"serve # words", worst},
  {"serves # words", worst},
  {"up to # words", worst},
  {": # words in rows", bank_words},
  {"# word", words},
  {"rows of # bytes", row},
  {"row of # bytes", row},
  {"wavefronts of # bytes", row},
  {"passes of # bytes", pass_bytes},
  {"the same # byte", width},
  {"addresses of # bytes", width},
  {"address of # bytes", width},
  {"# different byte", differing},
  {"# byte", asked},
  {"# moved", moved},
  {"moved, # needed", ideal_bytes},
  {"# wasted", excess},
  {"where # would do", ideal},
  {", # needed", ideal},
  {", not #", ideal},
  {"where #-way", two},
  {": #-way", ways},
  {"# sector", sectors},
  {"of # × ", sector_columns},
  {"# × ", columns},
  {" × # texels, ", sector_rows},
  {" × # texels from", rows},
  {" × #:", rows},
  {"# texels within", texels},
  {"# texels from", texels},
  {"from # on", left},
  {"texel for all: #:", left},
  {"of # texels, from", columns},
  {"# of ", texels},
  {"(#, ", left},
  {", #)", top},
  {"# line lookups", lines},
  {"# line", lines},
  {"# place", words},
  {"# tag wavefront", tags},
  {"# wavefront", waves},
  {"# pass", waves},
  {"# transaction", transactions},
  {"# different address", addresses},
  {"# address", addresses},
  {", # B", moved},
  {"add # to", one},
  {"adds # to", one},
};
enum { RULES = sizeof rules / sizeof rules[0] };
static unsigned used[RULES];

/* Whether the text around [from, to) is that of a row. */
static bool fits(const char *text, const char *from, const char *to, const char *around) {
  const char *hash = strchr(around, '#');
  size_t before = (size_t)(hash - around);
  if (from - text >= 3 && memcmp(from - 3, "≈", 3) == 0) from -= 3;
  return (size_t)(from - text) >= before && memcmp(from - before, around, before) == 0 &&
         strncmp(to, hash + 1, strlen(hash + 1)) == 0;
}

static void check_number(const struct sentence *s, const char *from, const char *to) {
  for (size_t i = 0; i < RULES; i++) {
    if (!fits(s->text, from, to, rules[i].around)) continue;
    used[i]++;
    if (rules[i].holds(s, strtoull(from, NULL, 10))) return;
    fail_msg("cc %s, %s %s of %u bytes, lanes %08x: \"%s\": not so: %.*s", s->arch->cc,
             wl_space_names[s->a->space], wl_op_names[s->a->op], s->a->width, s->a->mask, s->text,
             (int)(to - from), from);
  }
  fail_msg("\"%s\": nobody knows what %.*s is", s->text, (int)(to - from), from);
}

/* Numbers; not what is part of a name, as L1 and cc 2.0. */
static unsigned check_sentence(const struct sentence *s) {
  unsigned numbers = 0;
  for (const char *p = s->text; *p;) {
    bool name = p > s->text && (isalnum((unsigned char)p[-1]) || p[-1] == '.');
    if (strncmp(p, "cc ", 3) == 0 && strncmp(p + 3, s->arch->cc, strlen(s->arch->cc)) == 0)
      p += 3 + strlen(s->arch->cc);
    else if (!isdigit((unsigned char)*p) || name)
      p++;
    else {
      const char *to = p + strspn(p, "0123456789");
      check_number(s, p, to);
      p = to;
      numbers++;
    }
  }
  return numbers;
}

static void test_sentences(void **state) {
  (void)state;
  uint64_t random = 62;
  unsigned numbers = 0, sentences = 0;
  for (size_t k = 0; k < wl_arch_count; k++)
    for (unsigned i = 0; i < ACCESSES; i++) {
      static struct wl_explain e;
      struct wl_step step = {.kind = WL_STEP_ACCESS, .array = WL_NO_ARRAY, .live = UINT32_MAX};
      struct wl_counts counts;
      struct wl_verdict v;
      random_access(&random, &wl_archs[k], &step.access);
      unsigned go = (unsigned)test_below(&random, 4); /* none, all, or some */
      if (wl_access_loops(&step.access))
        step.goes_on = step.access.mask & (go == 0   ? 0
                                           : go == 1 ? UINT32_MAX
                                                     : (uint32_t)test_random(&random));
      wl_explain(&wl_archs[k], &step.access, &e);
      reference_count_on(&wl_archs[k], &step.access, &counts);
      wl_verdict(&wl_archs[k], &step, &e, &v);
      assert_true(strlen(v.text) < sizeof v.text - 1); /* nothing is cut */
      numbers += check_sentence(
        &(struct sentence){&wl_archs[k], &step.access, &counts, e.groups, v.text,
                            step.goes_on});
      sentences++;
    }
  for (size_t i = 0; i < RULES; i++)
    if (!used[i]) fail_msg("no sentence has \"%s\"", rules[i].around);
  print_message("%u numbers in %u sentences\n", numbers, sentences);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sentences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
