#include "view/model_undo.h"

#include <stdio.h>
#include <string.h>

#include "core/arch_name.h"
#include "view/basics.h"
#include "view/setting.h"
#include "view/state.h"
#include "view/want.h"

/* Stands for the generation among the names of parameters, which are not empty. */
static const char arch_name[] = "";

void wl_undo_note(struct wl_model *m, const char *name, const char *before) {
  struct wl_knobs *k = &m->knobs;
  if (k->changes == WL_UNDO)
    memmove(k->change, k->change + 1, sizeof k->change[0] * --k->changes);
  struct wl_change *c = &k->change[k->changes++];
  snprintf(c->name, sizeof c->name, "%s", name);
  snprintf(c->value, sizeof c->value, "%s", before);
  m->knobs.undone = 0; /* what was taken back before is another story now */
}

void wl_undo_note_arch(struct wl_model *m, const struct wl_arch *before,
                       const struct wl_arch *now) {
  if (now != m->knobs.arch_back) wl_undo_note(m, arch_name, before->cc);
  m->knobs.arch_back = NULL;
}

/* Puts the value of a change in place, and keeps the one that was there in it. */
static bool swap(struct wl_model *m, struct wl_change *c) {
  char value[WL_VALUE];
  struct wl_param shape;
  memcpy(value, c->value, sizeof value);
  if (strcmp(c->name, arch_name) == 0) {
    snprintf(c->value, sizeof c->value, "%s", wl_model_arch(m)->cc);
    m->knobs.arch_back = m->arch_wanted = wl_arch_find(value);
    m->wants |= WL_WANT_ARCH;
    return true;
  }
  const struct wl_param *p = wl_param_named(m, c->name, &shape);
  if (!p) return false;
  snprintf(c->value, sizeof c->value, "%s", wl_param_value(m, p));
  return wl_param_put(m, p, value);
}

void wl_model_undo(struct wl_model *m) {
  while (m->knobs.changes > 0) {
    m->knobs.undone++;
    if (swap(m, &m->knobs.change[--m->knobs.changes])) return;
  }
  snprintf(m->message, sizeof m->message, "no change to take back");
}

void wl_model_redo(struct wl_model *m) {
  while (m->knobs.undone > 0) {
    m->knobs.undone--;
    if (swap(m, &m->knobs.change[m->knobs.changes++])) return;
  }
  snprintf(m->message, sizeof m->message, "no change to make again");
}
