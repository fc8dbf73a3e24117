#include "session/state/settings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/trace/setting.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

static struct wl_value *knob_of(struct wl_session *m, const char *name) {
  for (size_t i = 0; i < m->knobs.now.count; i++)
    if (strcmp(m->knobs.now.value[i].name, name) == 0) return &m->knobs.now.value[i];
  return NULL;
}

const char *wl_param_value(const struct wl_session *m, const struct wl_param *p) {
  for (size_t i = 0; i < m->knobs.now.count; i++)
    if (strcmp(m->knobs.now.value[i].name, p->name) == 0) return m->knobs.now.value[i].value;
  return p->value;
}

const char *wl_param_shown(const struct wl_session *m, const struct wl_param *p) {
  return m->present || wl_panel_on(m, WL_PANEL_ERROR) ? p->value : wl_param_value(m, p);
}

bool wl_param_told(const struct wl_session *m, const struct wl_param *p) {
  return !p->made || strcmp(wl_param_shown(m, p), p->initial) != 0;
}

static_assert(sizeof(struct wl_setting_text) == WL_SETTING_TEXT, "as setting.h says");

void wl_session_settle(struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  for (unsigned i = 0; head && i < head->params; i++) {
    const struct wl_param *p = &head->param[i];
    if (knob_of(m, p->name)) continue;
    if (strcmp(p->value, p->initial) == 0 && !wl_session_one_line(m)) continue;
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

void wl_session_forget(struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
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

const char *const *wl_session_settings(const struct wl_session *m, size_t *count) {
  *count = m->knobs.now.count;
  return m->knobs.setting;
}

bool wl_is_shape(const char *name) {
  return strcmp(name, "grid") == 0 || strcmp(name, "block") == 0;
}

const struct wl_param *wl_param_named(const struct wl_session *m, const char *name,
                                      struct wl_param *made) {
  const struct wl_head *head = wl_session_head(m);
  const struct wl_param *p = head ? wl_param_find(head, wl_session_arch(m)->sm, name, made) : NULL;
  bool type = p == made && !wl_is_shape(name);
  return type && wl_session_one_line(m) ? NULL : p; /* of its arrays nobody set a type */
}

bool wl_param_put(struct wl_session *m, const struct wl_param *p, const char *value) {
  if (strcmp(wl_param_value(m, p), value) == 0) return false;
  struct wl_value *k = knob_of(m, p->name);
  if (!k) {
    if (m->knobs.now.count == WL_MAX_PARAMS) return false;
    k = &m->knobs.now.value[m->knobs.now.count++];
    memcpy(k->name, p->name, sizeof k->name);
  }
  snprintf(k->value, sizeof k->value, "%s", value);
  wl_session_settle(m);
  m->requests |= WL_REQUEST_RUN | WL_REQUEST_DRAW;
  return true;
}

const char *wl_param_changed(const struct wl_session *m) {
  const struct wl_settings_state *k = &m->knobs;
  for (size_t i = k->entries; i-- > 0;)
    if (strcmp(k->entry[i].name, wl_setting_arch) != 0) return k->entry[i].name;
  return "";
}

int wl_param_first(const struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  const char *changed = wl_param_changed(m);
  int params = head ? head->params : 0, number = -1;
  for (int i = 0; i < params; i++) {
    const struct wl_param *p = &head->param[i];
    if (strcmp(changed, p->name) == 0) return i;
    if (number < 0 && p->kind != WL_PARAM_CHOICE && p->min < p->max) number = i;
  }
  return number < 0 ? 0 : number;
}
