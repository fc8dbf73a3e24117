#include "view/model_undo.h"

#include <stdio.h>
#include <string.h>

#include "view/basics.h"
#include "view/set.h"
#include "view/setting.h"
#include "view/snapshot.h"
#include "view/state.h"
#include "view/want.h"

/* Whether change `i` was made by that turn. */
static bool is_of(const struct wl_made *k, size_t i, const struct wl_turned *t) {
  return t->number && k->change[i].turn.number == t->number;
}

/* The oldest change, with all of its turn. */
static void drop_first(struct wl_made *k) {
  size_t n = 1;
  while (n < k->changes && is_of(k, n, &k->change[0].turn)) n++;
  k->changes -= n;
  memmove(k->change, k->change + n, sizeof k->change[0] * k->changes);
}

static void add(struct wl_model *m, const struct wl_change *c) {
  struct wl_made *k = &m->knobs.now;
  if (k->changes == WL_UNDO) drop_first(k);
  k->undone = 0; /* what was taken back before is another story now */
  k->change[k->changes] = *c;
  if (!c->turn.number) k->change[k->changes].turn = m->knobs.turn;
  k->change[k->changes++].number = ++m->knobs.numbers;
}

static bool is_of_chip(const struct wl_change *c) { return !c->name[0] && !c->arch_after; }

/* The last change that counts, 0: none. */
static unsigned last_of(const struct wl_made *k) {
  return k->changes ? k->change[k->changes - 1].number : 0;
}

void wl_undo_note(struct wl_model *m, const char *name, const char *before, const char *after) {
  struct wl_change c = {.number = 0};
  snprintf(c.name, sizeof c.name, "%s", name);
  snprintf(c.before, sizeof c.before, "%s", before);
  snprintf(c.after, sizeof c.after, "%s", after);
  add(m, &c);
}

void wl_model_turned(struct wl_model *m, const struct wl_arch *before, const struct wl_arch *now) {
  bool back = now == m->knobs.arch_back;
  m->knobs.arch_back = NULL;
  m->arch_coming = now;
  struct wl_change c = {.arch_before = before, .arch_after = now, .turn = m->knobs.arch_turn};
  m->knobs.arch_turn.number = 0;
  if (m->knobs.chip_before) c.chip_before = m->knobs.chip_before, c.chip_after = m->chip;
  m->knobs.chip_before = NULL;
  if (before != now && !back) add(m, &c);
  if (before != now && wl_model_tiny(m) && !m->message[0])
    snprintf(m->message, sizeof m->message, "cc %s%s", now->cc, now->mode);
}

void wl_model_passed(struct wl_model *m, const struct wl_arch *now) {
  m->arch_coming = now;
  struct wl_made *k = &m->knobs.now;
  for (size_t i = k->changes; i-- > 0;)
    if (!k->change[i].name[0] && !is_of_chip(&k->change[i])) {
      k->change[i].arch_after = now;
      return;
    }
}

/* A chip is another at once: what is shown, and what a run was begun with, have it too. */
struct levels { bool started, good; };

static struct levels levels_of(const struct wl_knobs *k) {
  unsigned last = last_of(&k->now);
  return (struct levels){last_of(&k->started) == last, last_of(&k->good) == last};
}

static void keep_level(struct wl_knobs *k, struct levels l) {
  if (l.started) k->started = k->now;
  if (l.good) k->good = k->now;
}

void wl_undo_chip(struct wl_model *m, const struct wl_chip *before) {
  struct levels l = levels_of(&m->knobs);
  if (before == m->chip) return;
  add(m, &(struct wl_change){.chip_before = before, .chip_after = m->chip});
  keep_level(&m->knobs, l);
}

static void complete(struct wl_model *m) {
  struct wl_knobs *k = &m->knobs;
  /* What the script says of its parameters may have been news. */
  k->good = last_of(&k->now) == last_of(&k->started) ? k->now : k->started;
  k->shown = m->trace;
  m->course.flip.from = m->course.flip.at;
}

static void take_back(struct wl_model *m) {
  m->knobs.now = m->knobs.good;
  m->course.flip.at = m->course.flip.from;
  m->course.flip.turn = 0;
  m->course.flip.back.number = 0;
  m->knobs.arch_turn.number = 0;
  m->course.flip.next.stops = 0;
  m->opening.last = false;
  wl_model_settle(m);
  m->wants |= WL_WANT_DRAW;
}

/* To where it was left, unless one has gone elsewhere since. */
static void come_back(struct wl_model *m) {
  if (strcmp(m->message, m->past.note) == 0) m->message[0] = '\0'; /* of what is gone again */
  wl_snapshot_return(m, &m->left);
  m->left.at.valid = false;
}

void wl_model_event(struct wl_model *m, enum wl_event e) {
  switch (e) {
  case WL_EVENT_STARTED: m->knobs.started = m->knobs.now; return;
  case WL_EVENT_SHOWS: m->left = wl_snapshot_take(m); return;
  case WL_EVENT_COMPLETE: complete(m); return;
  case WL_EVENT_GONE: come_back(m); return;
  case WL_EVENT_FAILED: take_back(m); return;
  }
}

bool wl_undo_awaited(const struct wl_model *m) {
  return last_of(&m->knobs.now) != last_of(&m->knobs.good);
}

static const char *good_value(const struct wl_model *m, const struct wl_value *v,
                              struct wl_param *shape) {
  const struct wl_made *good = &m->knobs.good;
  for (size_t i = 0; i < good->count; i++)
    if (strcmp(good->value[i].name, v->name) == 0) return good->value[i].value;
  const struct wl_param *p = wl_param_named(m, v->name, shape);
  if (!p) return v->value;
  return p == shape ? p->value : p->initial;
}

void wl_undo_tried(const struct wl_model *m, char *text, size_t size) {
  const struct wl_made *now = &m->knobs.now;
  struct wl_param shape;
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < now->count && used < size; i++) {
    const struct wl_value *v = &now->value[i];
    if (strcmp(good_value(m, v, &shape), v->value) == 0) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? " " : "", v->name,
                             v->value);
  }
}

void wl_undo_were(const struct wl_model *m, struct wl_were *out) {
  const struct wl_made *now = &m->knobs.now;
  struct wl_param shape;
  out->count = 0;
  for (size_t i = 0; i < now->count; i++) {
    const struct wl_value *v = &now->value[i];
    const char *before = good_value(m, v, &shape);
    if (strcmp(before, v->value) == 0) continue;
    struct wl_value *to = &out->value[out->count++];
    snprintf(to->name, sizeof to->name, "%s", v->name);
    snprintf(to->value, sizeof to->value, "%.*s", WL_VALUE - 1, before);
  }
}

void wl_undo_news(const struct wl_model *m, char *text, size_t size) {
  const struct wl_made *now = &m->knobs.now;
  size_t used = 0;
  struct wl_were were;
  text[0] = '\0';
  wl_undo_were(m, &were);
  for (size_t i = 0, k = 0; i < were.count && used < size; i++) { /* in the same order */
    while (strcmp(now->value[k].name, were.value[i].name) != 0) k++;
    used += (size_t)snprintf(text + used, size - used, "%s%s %s → %s", i ? ", " : "",
                             were.value[i].name, were.value[i].value, now->value[k].value);
  }
  if (used >= size) snprintf(text, size, "%u values changed", were.count);
}

/* Sets what was there before the change, or after it; false where it cannot be any more. */
static bool put(struct wl_model *m, const struct wl_change *c, bool after) {
  struct wl_param shape;
  if (is_of_chip(c)) {
    wl_model_set_chip(m, after ? c->chip_after : c->chip_before);
    return true;
  }
  if (!c->name[0]) {
    m->knobs.arch_back = m->arch_wanted = after ? c->arch_after : c->arch_before;
    if (c->chip_after) wl_model_set_chip(m, after ? c->chip_after : c->chip_before);
    m->wants |= WL_WANT_ARCH;
    return true;
  }
  const struct wl_param *p = wl_param_named(m, c->name, &shape);
  const char *value = after ? c->after : c->before;
  return p && wl_setting_suits(p, value, NULL) && wl_param_put(m, p, value);
}

/* The same, and what is shown has it where that is so at once. */
static bool put_level(struct wl_model *m, const struct wl_change *c, bool after,
                      struct levels l) {
  bool good = put(m, c, after);
  if (!good || is_of_chip(c)) keep_level(&m->knobs, l); /* no run comes of it */
  return good;
}

struct wl_turned wl_model_undo(struct wl_model *m) {
  struct wl_made *k = &m->knobs.now;
  while (k->changes > 0) {
    struct wl_turned t = k->change[k->changes - 1].turn;
    bool any = false;
    do {
      struct levels l = levels_of(&m->knobs);
      k->undone++;
      any |= put_level(m, &k->change[--k->changes], false, l);
    } while (k->changes && is_of(k, k->changes - 1, &t));
    if (any) return t;
  }
  snprintf(m->message, sizeof m->message, "no change to take back");
  return (struct wl_turned){.number = 0};
}

struct wl_turned wl_undo_next(const struct wl_model *m) {
  const struct wl_made *k = &m->knobs.now;
  return k->undone ? k->change[k->changes].turn : (struct wl_turned){.number = 0};
}

struct wl_turned wl_model_redo(struct wl_model *m) {
  struct wl_made *k = &m->knobs.now;
  while (k->undone > 0) {
    struct wl_turned t = k->change[k->changes].turn;
    bool any = false;
    do {
      struct levels l = levels_of(&m->knobs);
      k->undone--;
      any |= put_level(m, &k->change[k->changes++], true, l);
    } while (k->undone && is_of(k, k->changes, &t));
    if (any) return t;
  }
  snprintf(m->message, sizeof m->message, "no change to make again");
  return (struct wl_turned){.number = 0};
}
