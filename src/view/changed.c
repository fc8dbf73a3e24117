#include "view/changed.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/setting.h"
#include "core/target.h"
#include "view/basics.h"
#include "view/costs.h"
#include "view/flip.h"
#include "view/model_param.h"
#include "view/model_undo.h"
#include "view/set.h"
#include "view/setting.h"
#include "view/shown.h"
#include "view/state.h"
#include "view/want.h"

/* Whether figures have those from before the change beside them: of the selected step, or of all
 * lines. */
static bool is_seen(struct wl_model *m) {
  const struct wl_earlier *p = &m->past.last;
  bool words = p->was.count || p->step.arch != wl_model_arch(m);
  bool edited = p->step.at.index == SIZE_MAX; /* no words say that */
  return words && !edited && !wl_flip_led(m) &&
         (wl_figure_before(m) == &p->step || (!m->present && wl_costs_before(m)));
}

bool wl_changed_words(struct wl_model *m, char *text, size_t size) {
  struct wl_param made;
  char arch[WL_TARGET_TEXT];
  bool fits = is_seen(m);
  text[0] = '\0';
  for (unsigned i = 0; fits && i < m->past.last.was.count; i++) {
    const char *name = m->past.last.was.value[i].name;
    const struct wl_param *p = wl_param_named(m, name, &made);
    fits = p && wl_setting_add(text, size, name, wl_param_value(m, p));
  }
  if (fits && m->past.last.step.arch != wl_model_arch(m))
    fits = wl_setting_add(text, size, wl_setting_arch,
                          wl_target_name(wl_model_target(m), arch));
  return fits;
}

/* A value before the change that `were` has. */
static bool take(const struct wl_were *were, const char *name, char *value, size_t size) {
  for (unsigned i = 0; i < were->count; i++) {
    if (strcmp(were->value[i].name, name) != 0) continue;
    snprintf(value, size, "%s", were->value[i].value);
    return true;
  }
  return false;
}

bool wl_changed_was(struct wl_model *m, const char *name, char *value, size_t size) {
  char words[WL_BESIDE_WORDS], arch[WL_TARGET_TEXT];
  bool awaited = wl_changed_awaited(m); /* then what is shown is what was before */
  if (!awaited && !wl_changed_words(m, words, sizeof words)) return false;
  if (strcmp(name, wl_setting_arch) == 0) {
    const struct wl_arch *before = awaited ? wl_model_arch(m) : m->past.last.step.arch;
    if (!awaited && before == wl_model_arch(m)) return false;
    snprintf(value, size, "%s", wl_target_name(wl_target_make(before, NULL), arch));
    return true;
  }
  struct wl_were now;
  if (awaited) wl_undo_were(m, &now);
  return take(awaited ? &now : &m->past.last.was, name, value, size);
}

size_t wl_changed_from(const struct wl_model *m) { return m->past.last.step.at.index; }

bool wl_changed_awaited(const struct wl_model *m) {
  return m->recall.shows && m->shows == m->recall.shows;
}

static bool is_arch(const struct wl_setting_pair *word) {
  return strcmp(word->name, wl_setting_arch) == 0;
}

/* Whether all words can be said: none is set before. */
static bool check(struct wl_model *m, const char *words, struct wl_diag *d) {
  struct wl_setting_pair word;
  struct wl_target t;
  const char *rest = words;
  while (wl_setting_next(&rest, &word))
    if (is_arch(&word) ? !wl_target_find(word.value, &t, d)
                       : !wl_param_takes(m, word.name, word.value, d)) return false;
  if (!*rest && rest != words) return true;
  wl_diag_fail(d, WL_USAGE, "--to='%.60s' is no change", words);
  return wl_diag_hint(d, "such as --to='pad=1' or --to='--arch=8.0'");
}

static void set_arch(struct wl_model *m, const char *name, struct wl_diag *d) {
  struct wl_target t;
  if (!wl_target_find(name, &t, d)) return;
  wl_model_set_chip(m, t.chip);
  m->arch_wanted = t.arch == wl_model_arch(m) ? NULL : t.arch;
  if (m->arch_wanted) m->wants |= WL_WANT_ARCH;
  else m->wants &= ~(unsigned)WL_WANT_ARCH;
}

bool wl_changed_recall(struct wl_model *m, const char *words, struct wl_diag *d) {
  struct wl_setting_pair word;
  const char *rest = words;
  if (m->recall.shows && !wl_changed_awaited(m)) return true;
  if (m->recall.shows || m->trace != m->knobs.shown)
    return wl_diag_fail(d, WL_USAGE, "the script runs");
  if (!check(m, words, d)) return false;
  while (wl_setting_next(&rest, &word))
    if (is_arch(&word)) set_arch(m, word.value, d);
    else wl_param_set(m, word.name, word.value, d);
  m->message[0] = '\0';
  const char *const *left = m->recall.left; /* where it was before, unless --before says */
  if (left[WL_MARK_STEP] && !m->recall.placed)
    wl_model_select(m, (size_t)strtod(left[WL_MARK_STEP], NULL));
  else if (left[WL_MARK_LINE] && !m->recall.placed)
    wl_model_select_line(m, (size_t)strtod(left[WL_MARK_LINE], NULL));
  if (!wl_undo_awaited(m) && !m->arch_wanted) return true; /* all is as it was */
  m->recall.shows = m->shows;
  return wl_diag_fail(d, WL_USAGE, "the script runs again");
}
