#include "core/gpu/arch_name.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/gpu/chip.h"

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
