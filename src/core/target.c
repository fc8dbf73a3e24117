#include "core/target.h"

#include <stdio.h>
#include <string.h>

struct wl_target wl_target_make(const struct wl_arch *arch, const struct wl_chip *chip) {
  bool fits = chip && wl_chip_is_of(chip, arch);
  return (struct wl_target){arch, fits ? chip : wl_chip_find(arch->chip)};
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

bool wl_target_find(const char *name, struct wl_target *out, struct wl_diag *d) {
  const struct wl_arch *arch = wl_arch_find(name);
  if (!arch) return unknown(name, d);
  *out = wl_target_make(arch, wl_chip_find(name));
  return true;
}

const char *wl_target_title(struct wl_target t, char text[WL_TARGET_TEXT]) {
  snprintf(text, WL_TARGET_TEXT, "cc %s %s", t.arch->cc, t.chip->name);
  return text;
}

const char *wl_target_name(struct wl_target t, char text[WL_TARGET_TEXT]) {
  bool stands = t.chip == wl_target_make(t.arch, NULL).chip;
  if (stands) snprintf(text, WL_TARGET_TEXT, "%s", t.arch->cc);
  else wl_chip_key(t.chip->name, text, WL_TARGET_TEXT);
  return text;
}

const struct wl_chip *wl_target_chip(struct wl_target t, int turns, unsigned *at, unsigned *of) {
  size_t chips[32], count = 0, here = 0; /* no generation has as many */
  for (size_t i = 0; i < wl_chip_count && count < 32; i++) {
    if (!wl_chip_is_of(&wl_chips[i], t.arch)) continue;
    if (&wl_chips[i] == t.chip) here = count;
    chips[count++] = i;
  }
  long n = (long)count, to = (((long)here + turns) % n + n) % n;
  *at = (unsigned)to + 1;
  *of = (unsigned)count;
  return &wl_chips[chips[to]];
}
