#include "session/compare/variants.h"

#include <stdio.h>
#include <string.h>

#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"

const char *wl_variant_list(const struct wl_session *m) {
  return wl_trace_lesson(m->trace)->flip;
}

/* The value that words set a parameter to; false: they do not. */
static bool value_in(const char *words, const char *name, char value[WL_VALUE]) {
  struct wl_setting_pair pair;
  bool found = false;
  while (wl_setting_next(&words, &pair))
    if (strcmp(pair.name, name) == 0) memcpy(value, pair.value, WL_VALUE), found = true;
  return found;
}

static bool was_in(const struct wl_variant_past *past, const char *name, char value[WL_VALUE]) {
  for (unsigned i = 0; past->stops && i < past->values; i++)
    if (strcmp(past->was[i].name, name) == 0) return memcpy(value, past->was[i].value, WL_VALUE);
  return false;
}

static bool is_arch(const char *name) { return strcmp(name, wl_setting_arch) == 0; }

static void write_target(struct wl_target t, char value[WL_VALUE]) {
  char name[WL_TARGET_TEXT];
  snprintf(value, WL_VALUE, "%.*s", WL_VALUE - 1, wl_target_name(t, name));
}

/* The generation as a parameter. */
static const struct wl_param *arch_param(const struct wl_session *m, struct wl_param *made) {
  *made = (struct wl_param){.kind = WL_PARAM_CHOICE};
  snprintf(made->name, sizeof made->name, "%s", wl_setting_arch);
  write_target(wl_session_target(m), made->value);
  write_target(wl_session_own_target(m), made->initial);
  return made;
}

/* The value of a parameter with number `k` of the list, which names it: what is not set there is
 * as the script has it. */
void wl_variant_value(const struct wl_session *m, unsigned k, const struct wl_param *p,
                      char value[WL_VALUE]) {
  char words[WL_VARIANT_TEXT];
  struct wl_target t;
  if (!value_in(wl_variant_text(wl_variant_list(m), k, words), p->name, value))
    memcpy(value, p->initial, WL_VALUE);
  else if (is_arch(p->name) && wl_target_find(value, &t, NULL))
    write_target(t, value); /* by the name that it has where it is shown */
}

/* Parameter number `i` of all that the list names, with repetitions; NULL: there are no more. */
const struct wl_param *wl_variant_named(const struct wl_session *m, unsigned i,
                                        struct wl_param *made) {
  const char *flips = wl_variant_list(m);
  char text[WL_VARIANT_TEXT];
  struct wl_setting_pair pair;
  for (unsigned k = 1; k <= wl_variant_count(flips); k++) {
    const char *words = wl_variant_text(flips, k, text);
    while (wl_setting_next(&words, &pair)) {
      const struct wl_param *p = is_arch(pair.name) ? arch_param(m, made)
                                                    : wl_param_named(m, pair.name, made);
      if (p && i-- == 0) return p;
    }
  }
  return NULL;
}

bool wl_variant_told(const struct wl_session *m, unsigned i, const char *name) {
  struct wl_param made;
  while (i-- > 0)
    if (strcmp(wl_variant_named(m, i, &made)->name, name) == 0) return true;
  return false;
}

/* Whether the values are those of number `k`. */
bool wl_variant_is_now(const struct wl_session *m, unsigned k) {
  struct wl_param made;
  char value[WL_VALUE];
  const struct wl_param *p;
  for (unsigned i = 0; (p = wl_variant_named(m, i, &made)); i++) {
    wl_variant_value(m, k, p, value);
    if (strcmp(value, wl_param_value(m, p)) != 0) return false;
  }
  return true;
}

bool wl_variant_change(const struct wl_session *m, struct wl_variant_change *out) {
  const struct wl_variant *f = &m->course.flip;
  struct wl_param made;
  char was[WL_VALUE], now[WL_VALUE];
  const struct wl_param *p;
  size_t used = 0;
  unsigned at = f->shown;
  bool told = wl_variant_turns(m) ? f->past.stops > 0 : f->led && wl_variant_is_now(m, at);
  *out = (struct wl_variant_change){.parameters = 0};
  if (!at || !told) return false;
  for (unsigned i = 0; (p = wl_variant_named(m, i, &made)) && used < sizeof out->text; i++) {
    if (!was_in(&f->past, p->name, was)) wl_variant_value(m, at - 1, p, was);
    wl_variant_value(m, at, p, now);
    if (strcmp(was, now) == 0 || wl_variant_told(m, i, p->name)) continue;
    out->parameters++;
    snprintf(out->name, sizeof out->name, "%s", is_arch(p->name) ? "generation" : p->name);
    snprintf(out->values, sizeof out->values, "%s→%s", was, now);
    used += (size_t)snprintf(out->text + used, sizeof out->text - used, "%s%s %s → %s",
                             used ? ", " : "", out->name, was, now);
  }
  return out->parameters > 0;
}

bool wl_variant_turns(const struct wl_session *m) {
  return m->course.flip.shown != m->knobs.now.variant;
}

void wl_variant_arrive(struct wl_session *m) {
  struct wl_variant *f = &m->course.flip;
  unsigned was = f->shown, *at = &m->knobs.now.variant;
  struct wl_variant_change change;
  unsigned count = wl_variant_count(wl_variant_list(m));
  if (!wl_session_head(m)) return;
  bool first = !f->known;
  if (first)
    for (unsigned k = 1; k <= count; k++)
      if (wl_variant_is_now(m, k)) *at = m->knobs.coming.variant = was = k;
  f->known = true;
  if (*at > count) *at = 0; /* the script was edited */
  f->shown = *at;
  bool turned = *at != was;
  f->moved = !first && !turned;
  if (!turned) {
    f->past.stops = 0; /* it is not what the turn came to any more */
    f->led = false;
    return;
  }
  m->wanted = f->home; /* where it is not there any more, the first */
  m->selected = 0;
  m->slide.fact = m->slide.wanted = 0;
  m->opening.first = *at > was;
  m->opening.last = *at < was;
  f->past = f->next;
  if (!m->present && wl_variant_change(m, &change)) wl_session_say(m, change.text);
}

void wl_variant_edited(struct wl_session *m) {
  m->course.flip.next.stops = 0;
}

const char *wl_variant_beyond(struct wl_session *m, char text[WL_VARIANT_TEXT]) {
  unsigned count = wl_variant_count(wl_variant_list(m)), k = m->knobs.now.variant + 1;
  while (k <= count && wl_variant_is_now(m, k)) k++;
  return wl_variant_text(wl_variant_list(m), k <= count ? k : 0, text);
}

bool wl_variant_comes(struct wl_session *m, const char *settings) {
  unsigned count = wl_variant_count(wl_variant_list(m));
  for (unsigned k = m->knobs.now.variant + 1; k <= count; k++) {
    struct wl_setting_pair pair;
    struct wl_param made;
    char text[WL_VARIANT_TEXT], value[WL_VALUE];
    const char *words = settings, *flip = wl_variant_text(wl_variant_list(m), k, text);
    bool all = true;
    while (all && wl_setting_next(&words, &pair)) {
      const struct wl_param *p = wl_param_named(m, pair.name, &made);
      if (!p) return false;
      if (!value_in(flip, pair.name, value))
        snprintf(value, sizeof value, "%s", wl_param_value(m, p));
      all = strcmp(value, pair.value) == 0;
    }
    if (all && !wl_variant_is_now(m, k)) return true;
  }
  return false;
}

const struct wl_variant_stop *wl_variant_before(const struct wl_session *m,
                                                const struct wl_identity *at) {
  for (unsigned i = 0; i < m->course.flip.past.stops; i++) {
    const struct wl_identity *was = &m->course.flip.past.stop[i].before.at;
    if (was->block == at->block && was->warp == at->warp && was->nth == at->nth &&
        was->place.line == at->place.line && was->place.column == at->place.column)
      return &m->course.flip.past.stop[i];
  }
  return NULL;
}
