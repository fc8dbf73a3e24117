#include "core/gpu/target.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/chip.h"

struct wl_target wl_target_make(const struct wl_arch *arch, const struct wl_chip *chip) {
  bool fits = chip && wl_chip_is_of(chip, arch);
  struct wl_target t = {arch, fits ? chip : wl_chip_find(arch->chip)};
  assert(t.chip != NULL); /* a row of wl_chips stands for each generation */
  return t;
}

static bool unknown(const char *name, struct wl_diag *d) {
  char list[sizeof d->hint] = "";
  const char *near = wl_arch_nearest(name);
  for (size_t i = 0; i < wl_arch_count; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
             wl_archs[i].cc);
  wl_diag_fail(d, WL_USAGE, "unknown GPU generation '%s'", name);
  return wl_diag_hint(d, "%s%s%sknown are cc %s, and chips of these", near ? "did you mean " : "",
                      near ? near : "", near ? "? " : "", list);
}

/* What a generation without the mode has, and who says so. */
static bool no_mode(const struct wl_arch *arch, const char *word, bool banks, struct wl_diag *d) {
  const char *has = banks ? "its banks are 4 bytes wide, only cc 3.x chooses 4 or 8"
                  : arch->plain == WL_PLAIN ? "it has no cache for global memory"
                  : "its plain loads go past L1: l1=cg";
  wl_diag_fail(d, WL_USAGE, "cc %s has no mode %s", arch->cc, word);
  return wl_diag_hint(d, "%s (%s)", has, wl_limit_source(arch, banks ? "banking8" : "load_ca"));
}

/* One word of a mode, "banks=8". */
static bool choose(const char *word, struct wl_target *t, struct wl_diag *d) {
  static const struct { const char *word; uint8_t l1, banks; } words[] = {
    {"l1=ca", WL_CA, 0}, {"l1=cg", WL_CG, 0}, {"banks=4", WL_PLAIN, 4}, {"banks=8", WL_PLAIN, 8},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp(words[i].word, word) != 0) continue;
    const struct wl_arch *in = wl_arch_in_mode(t->arch, (enum wl_cache)words[i].l1, words[i].banks);
    if (!in) return no_mode(t->arch, word, words[i].banks != 0, d);
    t->arch = in;
    return true;
  }
  wl_diag_fail(d, WL_USAGE, "unknown mode '%s'", word);
  return wl_diag_hint(d, "modes are l1=ca, l1=cg, banks=4 and banks=8");
}

bool wl_target_find(const char *name, struct wl_target *out, struct wl_diag *d) {
  char text[WL_TARGET_TEXT];
  snprintf(text, sizeof text, "%.*s", (int)strcspn(name, ":"), name);
  const struct wl_arch *arch = wl_arch_find(text);
  if (!arch) return unknown(text, d);
  *out = wl_target_make(arch, wl_chip_find(text));
  for (const char *s = name + strcspn(name, ":"); *s; s += strcspn(s, ":")) {
    s++;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(s, ":"), s);
    if (!choose(text, out, d)) return false;
  }
  return true;
}

const char *wl_target_title(struct wl_target t, char text[WL_TARGET_TEXT]) {
  snprintf(text, WL_TARGET_TEXT, "cc %s%s %s", t.arch->cc, t.arch->mode, t.chip->name);
  return text;
}

const char *wl_target_name(struct wl_target t, char text[WL_TARGET_TEXT]) {
  bool stands = t.chip == wl_target_make(t.arch, NULL).chip;
  char chip[WL_TARGET_TEXT / 2];
  wl_chip_key(t.chip->name, chip, sizeof chip);
  snprintf(text, WL_TARGET_TEXT, "%s%s", stands ? t.arch->cc : chip, t.arch->mode);
  return text;
}

const struct wl_chip *wl_target_chip(struct wl_target t, int turns, unsigned *at, unsigned *of) {
  size_t chips[32], count = 0, here = 0; /* no generation has as many */
  for (size_t i = 0; i < wl_chip_count && count < 32; i++) {
    if (!wl_chip_is_of(&wl_chips[i], t.arch)) continue;
    if (&wl_chips[i] == t.chip) here = count;
    chips[count++] = i;
  }
  assert(count > 0); /* as wl_target_make() has seen */
  long n = (long)count, to = (((long)here + turns) % n + n) % n;
  *at = (unsigned)to + 1;
  *of = (unsigned)count;
  return &wl_chips[chips[to]];
}

/* Not tolower(): in a Turkish locale that has its own idea of I. */
static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool begins(const char *name, const char *lower) {
  while (*lower && fold(*name) == *lower) name++, lower++;
  return *lower == '\0';
}

/* The number in "sm_90", "compute_90" and "cc 9.0". */
static const char *number_of(const char *name) {
  if (begins(name, "sm_")) return name + 3;
  if (begins(name, "compute_")) return name + 8;
  if (begins(name, "cc")) return name + 2 + (name[2] == ' ');
  return name;
}

/* "sm_90a" has instructions of its own, and "sm_100f" those of its family: they run on the
 * generation that the number names, and count as it does. */
static bool is_variant(const char *cc, const char *rest) {
  bool has_variants = strlen(cc) > 3 || cc[0] == '9'; /* from cc 9.0 on */
  return has_variants && (fold(rest[0]) == 'a' || fold(rest[0]) == 'f') && rest[1] == '\0';
}

/* "9.0" and "90" name the same generation. */
static bool same_cc(const char *cc, const char *name) {
  const char *whole = cc;
  for (; *cc && *name; cc++, name++) {
    if (*cc == '.' && *name != '.') cc++;
    if (*cc != *name) return false;
  }
  return *cc == *name || (*cc == '\0' && is_variant(whole, name));
}

/* "10" alone could be cc 1.0 as nvcc writes it, or 10.0: better ask. */
static const char *ambiguous(const char *name) {
  size_t size = strlen(name);
  for (size_t i = 0; i < wl_arch_count; i++) {
    const char *cc = wl_archs[i].cc;
    if (size == 2 && strncmp(cc, name, size) == 0 && strcmp(cc + size, ".0") == 0) return cc;
  }
  return NULL;
}

const struct wl_arch *wl_arch_find(const char *name) {
  const struct wl_chip *chip = wl_chip_find(name);
  const char *number = chip ? chip->cc : number_of(name);
  if (ambiguous(name)) return NULL;
  for (size_t i = 0; i < wl_arch_count; i++)
    if (same_cc(wl_archs[i].cc, number) || wl_chip_same(wl_archs[i].chip, name))
      return &wl_archs[i];
  return NULL;
}

/* Tenths of a capability, "8.7" and "87" as 87, "9" as 90; -1 if it is none. */
static long tenths(const char *text) {
  char *end;
  long major = strtol(text, &end, 10);
  if (end == text || major < 0 || major > 999) return -1;
  if (*end == '\0') return major < 10 ? major * 10 : major;
  if (end[0] != '.' || end[1] < '0' || end[1] > '9' || end[2] != '\0') return -1;
  return major * 10 + (end[1] - '0');
}

static const char *nearest_cc(long wanted) {
  const char *best = NULL;
  long least = 15; /* further away nothing is meant */
  for (size_t i = 0; i < wl_arch_count; i++) {
    long distance = labs(tenths(wl_archs[i].cc) - wanted);
    if (distance < least) best = wl_archs[i].cc, least = distance;
  }
  return best;
}

/* What families of generations are called, and the first of each that a course meets. */
static const struct { const char *name, *cc; } families[] = {
  {"fermi", "2.0"},  {"kepler", "3.5"}, {"maxwell", "5.2"},     {"pascal", "6.0"},
  {"volta", "7.0"},  {"turing", "7.5"}, {"ampere", "8.0"},      {"ada", "8.9"},
  {"hopper", "9.0"}, {"lovelace", "8.9"}, {"adalovelace", "8.9"}, {"blackwell", "10.0"},
};

/* Keeps the candidate if a word of it, with all that follow, is closer. A short name is
 * another one where two of its letters are. */
static void keep_closer(const char *wanted, const char *candidate, const char **best,
                        unsigned *least) {
  char known[32];
  for (const char *part = candidate; part; part = strchr(part, ' ')) {
    part += *part == ' ';
    wl_chip_key(part, known, sizeof known);
    unsigned distance = wl_text_distance(wanted, known);
    if (strlen(known) <= 5 && distance > 1) continue;
    if (distance < *least && distance + 1 < strlen(known)) *best = candidate, *least = distance;
  }
}

const char *wl_arch_nearest(const char *name) {
  bool bare = begins(name, "sm") && name[2] >= '0' && name[2] <= '9'; /* "sm90" */
  long number = tenths(bare ? name + 2 : number_of(name));
  if (ambiguous(name)) return ambiguous(name);
  if (number >= 0) return nearest_cc(number);
  char wanted[32];
  const char *best = NULL;
  unsigned least = 3; /* this many edits are too many */
  wl_chip_key(name, wanted, sizeof wanted);
  for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
    if (strcmp(families[i].name, wanted) == 0) return families[i].cc;
  for (size_t i = 0; i < wl_chip_count; i++)
    keep_closer(wanted, wl_chips[i].name, &best, &least);
  for (size_t i = 0; i < wl_arch_count; i++) {
    keep_closer(wanted, wl_archs[i].chip, &best, &least);
    keep_closer(wanted, wl_archs[i].cc, &best, &least);
  }
  for (size_t i = 0; i < wl_chip_count && !best; i++) /* "H100 SXM": more than the tables know */
    if (wl_chip_begins(wl_chips[i].name, name)) best = wl_chips[i].name;
  return best;
}
