#include "core/gpu/target.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/gpu/arch_fields.h"
#include "core/gpu/arch_name.h"

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
