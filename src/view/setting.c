#include "view/setting.h"

#include <stdio.h>
#include <string.h>

#include "view/basics.h"
#include "view/state.h"
#include "view/want.h"

static struct wl_value *knob_of(struct wl_model *m, const char *name) {
  for (size_t i = 0; i < m->knobs.now.count; i++)
    if (strcmp(m->knobs.now.value[i].name, name) == 0) return &m->knobs.now.value[i];
  return NULL;
}

const char *wl_param_value(const struct wl_model *m, const struct wl_param *p) {
  for (size_t i = 0; i < m->knobs.now.count; i++)
    if (strcmp(m->knobs.now.value[i].name, p->name) == 0) return m->knobs.now.value[i].value;
  return p->value;
}

void wl_model_settle(struct wl_model *m) {
  const struct wl_head *head = wl_model_head(m);
  for (unsigned i = 0; head && i < head->params; i++) {
    const struct wl_param *p = &head->param[i];
    if (knob_of(m, p->name)) continue;
    if (strcmp(p->value, p->initial) == 0 && !wl_model_one_line(m)) continue;
    if (m->knobs.now.count == WL_MAX_PARAMS) break;
    struct wl_value *k = &m->knobs.now.value[m->knobs.now.count++];
    memcpy(k->name, p->name, sizeof k->name);
    memcpy(k->value, p->value, sizeof k->value);
  }
  for (size_t i = 0; i < m->knobs.now.count; i++) {
    snprintf(m->knobs.text[i].text, sizeof m->knobs.text[i].text, "%s=%s",
             m->knobs.now.value[i].name, m->knobs.now.value[i].value);
    m->knobs.setting[i] = m->knobs.text[i].text;
  }
}

void wl_model_forget(struct wl_model *m) {
  const struct wl_head *head = wl_model_head(m);
  size_t kept = 0;
  for (size_t i = 0; head && i < m->knobs.now.count; i++)
    for (unsigned k = 0; k < head->params; k++)
      if (strcmp(head->param[k].name, m->knobs.now.value[i].name) == 0 &&
          strcmp(head->param[k].value, m->knobs.now.value[i].value) == 0) {
        m->knobs.now.value[kept++] = m->knobs.now.value[i];
        break;
      }
  m->knobs.now.count = kept;
}

const char *const *wl_model_settings(const struct wl_model *m, size_t *count) {
  *count = m->knobs.now.count;
  return m->knobs.setting;
}

bool wl_is_shape(const char *name) {
  return strcmp(name, "grid") == 0 || strcmp(name, "block") == 0;
}

const struct wl_param *wl_param_named(const struct wl_model *m, const char *name,
                                      struct wl_param *shape) {
  const struct wl_head *head = wl_model_head(m);
  for (unsigned i = 0; head && i < head->params; i++)
    if (strcmp(head->param[i].name, name) == 0) return &head->param[i];
  if (!head) return NULL;
  *shape = (struct wl_param){.kind = WL_PARAM_CHOICE};
  snprintf(shape->name, sizeof shape->name, "%s", name);
  for (unsigned i = 0; !wl_model_one_line(m) && i < head->arrays; i++)
    if (strcmp(head->array[i].name, name) == 0 && head->array[i].type.scalar != WL_STRUCT &&
        head->array[i].space != WL_TEXTURE) {
      wl_param_types(head->array[i].type, shape);
      snprintf(shape->help, sizeof shape->help, "type of its elements");
      return shape;
    }
  if (!wl_is_shape(name)) return NULL;
  bool grid = *name == 'g';
  const uint32_t *now = grid ? head->grid : head->block;
  wl_param_shapes(now, now, !grid, shape);
  snprintf(shape->help, sizeof shape->help, grid ? "blocks" : "threads");
  return shape;
}

bool wl_param_put(struct wl_model *m, const struct wl_param *p, const char *value) {
  if (strcmp(wl_param_value(m, p), value) == 0) return false;
  struct wl_value *k = knob_of(m, p->name);
  if (!k) {
    if (m->knobs.now.count == WL_MAX_PARAMS) return false;
    k = &m->knobs.now.value[m->knobs.now.count++];
    memcpy(k->name, p->name, sizeof k->name);
  }
  snprintf(k->value, sizeof k->value, "%s", value);
  wl_model_settle(m);
  m->wants |= WL_WANT_RUN | WL_WANT_DRAW;
  return true;
}

int wl_param_first(const struct wl_model *m) {
  const struct wl_head *head = wl_model_head(m);
  int params = head ? head->params : 0, number = -1;
  for (int i = 0; i < params; i++) {
    const struct wl_param *p = &head->param[i];
    const struct wl_made *k = &m->knobs.now;
    if (k->changes && strcmp(k->change[k->changes - 1].name, p->name) == 0) return i;
    if (number < 0 && p->kind != WL_PARAM_CHOICE && p->min < p->max) number = i;
  }
  return number < 0 ? 0 : number;
}
