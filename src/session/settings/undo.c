#include "session/settings/undo.h"

#include <stdio.h>
#include <string.h>

#include "core/trace/setting.h"
#include "session/predict/predict.h"
#include "session/select/setters.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/window.h"

/* Whether entry `i` was made by that turn. */
static bool is_of(const struct wl_settings_state *k, size_t i, const struct wl_turned *t) {
  return t->number && k->entry[i].turn.number == t->number;
}

/* The oldest entry, with all of its turn. */
static void drop_first(struct wl_settings_state *k) {
  size_t n = 1;
  while (n < k->entries && is_of(k, n, &k->entry[0].turn)) n++;
  k->entries -= n;
  memmove(k->entry, k->entry + n, sizeof k->entry[0] * k->entries);
}

void wl_undo_note(struct wl_session *m, const char *name, const char *before, const char *after) {
  struct wl_settings_state *k = &m->knobs;
  if (k->entries == WL_UNDO) drop_first(k);
  k->undone = 0; /* what was taken back before is another story now */
  struct wl_change *e = &k->entry[k->entries++];
  *e = (struct wl_change){.number = ++k->numbers, .turn = k->turn};
  snprintf(e->name, sizeof e->name, "%s", name);
  snprintf(e->before, sizeof e->before, "%s", before);
  snprintf(e->after, sizeof e->after, "%s", after);
}

/* The last change that counts, 0: none. */
static unsigned last_of(const struct wl_settings_state *k) {
  return k->entries ? k->entry[k->entries - 1].number : 0;
}

static bool is_target(const struct wl_change *e) { return strcmp(e->name, wl_setting_arch) == 0; }

static bool same_target(struct wl_target a, struct wl_target b) {
  return a.arch == b.arch && a.chip == b.chip;
}

struct levels { bool coming, complete; };

static struct levels levels_of(const struct wl_settings_state *k) {
  return (struct levels){k->coming.last == last_of(k), k->complete.last == last_of(k)};
}

static void keep_level(struct wl_settings_state *k, struct levels l) {
  if (l.coming) k->coming.last = last_of(k);
  if (l.complete) k->complete.last = last_of(k);
}

/* False where nothing is another. */
static bool note_target(struct wl_session *m, struct wl_target before, struct wl_target after) {
  char from[WL_TARGET_TEXT], to[WL_TARGET_TEXT];
  wl_target_name(before, from);
  wl_target_name(after, to);
  if (strcmp(from, to) == 0) return false;
  wl_undo_note(m, wl_setting_arch, from, to);
  return true;
}

struct wl_target wl_session_next_target(const struct wl_session *m) {
  return m->wanted_target.arch ? m->wanted_target
         : m->coming_target.arch ? m->coming_target : wl_session_target(m);
}

void wl_session_set_target(struct wl_session *m, struct wl_target t) {
  bool noted = note_target(m, wl_session_next_target(m), t);
  if (!noted && !m->knobs.turn.number) return; /* a turn waits for a run */
  if (noted) m->knobs.noted_target = t;
  m->wanted_target = t;
  m->requests |= WL_REQUEST_ARCH;
}

void wl_session_turned(struct wl_session *m, struct wl_target before, struct wl_target now) {
  bool noted = same_target(now, m->knobs.noted_target);
  m->knobs.noted_target.arch = NULL;
  m->coming_target = now;
  if (!noted && !same_target(before, now)) note_target(m, before, now);
}

void wl_session_passed(struct wl_session *m, struct wl_target now) {
  struct wl_settings_state *k = &m->knobs;
  m->coming_target = now;
  for (size_t i = k->entries; i-- > 0;)
    if (is_target(&k->entry[i])) {
      wl_target_name(now, k->entry[i].after);
      return;
    }
}

static void begin(struct wl_session *m) {
  m->knobs.coming = m->knobs.now;
  m->knobs.coming.last = last_of(&m->knobs);
}

static void complete(struct wl_session *m) {
  struct wl_settings_state *k = &m->knobs;
  /* What the script says of its parameters may have been news. */
  unsigned last = k->coming.last;
  k->complete = last_of(k) == last ? k->now : k->coming;
  k->complete.last = last;
  k->shown = m->trace;
}

/* Entries that the complete recording was made with; what was taken back since comes again. */
static void take_back_entries(struct wl_settings_state *k) {
  size_t all = k->entries + k->undone, n = 0;
  while (n < all && k->entry[n].number <= k->complete.last) n++;
  k->undone = k->entries > n ? 0 : all - n;
  k->entries = n;
}

static void take_back(struct wl_session *m) {
  m->knobs.now = m->knobs.complete;
  take_back_entries(&m->knobs);
  m->knobs.noted_target.arch = NULL;
  m->course.flip.shown = m->knobs.now.variant;
  m->course.flip.next.stops = 0;
  m->opening.last = false;
  wl_session_settle(m);
  m->requests |= WL_REQUEST_DRAW;
}

static void leave(struct wl_session *m) {
  m->left = (struct wl_snapshot){.wave = m->wave, .scroll = m->scroll,
                                 .fact = m->slide.told_fact};
  if (wl_session_bare(m)) m->left.at = wl_session_identity(m);
}

/* To where it was left, unless one has gone elsewhere since. */
static void come_back(struct wl_session *m) {
  const struct wl_snapshot to = m->left; /* going elsewhere forgets what was left */
  size_t step;
  if (strcmp(m->message, m->past.note) == 0) m->message[0] = '\0'; /* of what is gone again */
  m->left.at.valid = false;
  if (!to.at.valid || wl_session_find(m, &to.at, &step) == WL_FOUND_NONE) return;
  wl_session_go(m, step);
  m->slide.wanted = to.fact + 1u;
  if (wl_session_masked(m)) return; /* a moment of the replay would tell figures */
  m->wave = to.wave < wl_session_waves(m) ? to.wave : wl_session_waves(m);
  m->scroll = to.scroll;
}

void wl_session_event(struct wl_session *m, enum wl_event e) {
  switch (e) {
  case WL_EVENT_STARTED: begin(m); return;
  case WL_EVENT_SHOWS: leave(m); return;
  case WL_EVENT_COMPLETE: complete(m); return;
  case WL_EVENT_GONE: come_back(m); return;
  case WL_EVENT_FAILED: take_back(m); return;
  }
}

bool wl_undo_awaited(const struct wl_session *m) {
  return last_of(&m->knobs) != m->knobs.complete.last;
}

/* The value that the complete recording was made with. */
static const char *value_before(const struct wl_session *m, const struct wl_value *v,
                                struct wl_param *shape) {
  const struct wl_version *good = &m->knobs.complete;
  for (size_t i = 0; i < good->count; i++)
    if (strcmp(good->value[i].name, v->name) == 0) return good->value[i].value;
  const struct wl_param *p = wl_param_named(m, v->name, shape);
  if (!p) return v->value;
  return p == shape ? p->value : p->initial;
}

void wl_undo_tried(const struct wl_session *m, char *text, size_t size) {
  const struct wl_version *now = &m->knobs.now;
  struct wl_param shape;
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < now->count && used < size; i++) {
    const struct wl_value *v = &now->value[i];
    if (strcmp(value_before(m, v, &shape), v->value) == 0) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? " " : "", v->name,
                             v->value);
  }
}

void wl_undo_news(const struct wl_session *m, char *text, size_t size) {
  const struct wl_version *now = &m->knobs.now;
  struct wl_param shape;
  size_t used = 0;
  unsigned changed = 0;
  text[0] = '\0';
  for (size_t i = 0; i < now->count; i++) {
    const struct wl_value *v = &now->value[i];
    const char *before = value_before(m, v, &shape);
    if (strcmp(before, v->value) == 0) continue;
    if (used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s %s → %s", changed ? ", " : "",
                               v->name, before, v->value);
    changed++;
  }
  if (used >= size) snprintf(text, size, "%u values changed", changed);
}

/* Sets what was there before the change, or after it; false where it cannot be any more. */
static bool put(struct wl_session *m, const struct wl_change *e, bool after) {
  struct wl_param shape;
  struct wl_target t;
  const char *value = after ? e->after : e->before;
  if (is_target(e)) {
    if (!wl_target_find(value, &t, NULL)) return false;
    m->knobs.noted_target = m->wanted_target = t;
    m->requests |= WL_REQUEST_ARCH;
    return true;
  }
  const struct wl_param *p = wl_param_named(m, e->name, &shape);
  return p && wl_setting_suits(p, value, NULL) && wl_param_put(m, p, value);
}

/* The same; where nothing comes of it, no run does. */
static bool put_level(struct wl_session *m, const struct wl_change *e, bool after,
                      struct levels l) {
  bool good = put(m, e, after);
  if (!good) keep_level(&m->knobs, l);
  return good;
}

/* The settings of the lesson with a turn taken back, or made again; nothing is known of its stops
 * from before. */
static void to_variant(struct wl_session *m, unsigned k) {
  struct wl_variant *f = &m->course.flip;
  m->knobs.now.variant = k;
  f->led = true;
  f->next.stops = 0;
  if (!wl_undo_awaited(m)) f->shown = k; /* what is shown has them: no run comes */
}

/* Whether anything has come of it. */
static bool undo_one(struct wl_session *m) {
  struct wl_settings_state *k = &m->knobs;
  struct wl_turned t = k->entry[k->entries - 1].turn;
  bool any = false;
  do {
    struct levels l = levels_of(k);
    k->undone++;
    any |= put_level(m, &k->entry[--k->entries], false, l);
  } while (k->entries && is_of(k, k->entries - 1, &t));
  if (any && t.number) to_variant(m, t.from);
  return any;
}

void wl_session_undo(struct wl_session *m) {
  while (m->knobs.entries > 0)
    if (undo_one(m)) return;
  snprintf(m->message, sizeof m->message, "no change to take back");
}

static bool redo_one(struct wl_session *m) {
  struct wl_settings_state *k = &m->knobs;
  struct wl_turned t = k->entry[k->entries].turn;
  bool any = false;
  do {
    struct levels l = levels_of(k);
    k->undone--;
    any |= put_level(m, &k->entry[k->entries++], true, l);
  } while (k->undone && is_of(k, k->entries, &t));
  if (any && t.number) to_variant(m, t.to);
  return any;
}

void wl_session_redo(struct wl_session *m) {
  while (m->knobs.undone > 0)
    if (redo_one(m)) return;
  snprintf(m->message, sizeof m->message, "no change to make again");
}
