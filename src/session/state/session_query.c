#include "session/state/session_query.h"

#include <stdio.h>
#include <string.h>

#include "core/teach/measured_check.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"

struct wl_target wl_session_target(const struct wl_session *m) {
  return m->analysis ? wl_analysis_target(m->analysis) : wl_target_make(wl_arch_default(), NULL);
}

const struct wl_arch *wl_session_arch(const struct wl_session *m) {
  return wl_session_target(m).arch;
}

struct wl_target wl_session_own_target(const struct wl_session *m) {
  struct wl_target own = wl_target_make(wl_arch_default(), NULL);
  const struct wl_head *head = wl_session_head(m);
  struct wl_diag d;
  if (head && head->arch[0]) wl_target_find(head->arch, &own, &d);
  return own;
}

const struct wl_head *wl_session_head(const struct wl_session *m) {
  return m->trace ? wl_trace_head(m->trace) : NULL;
}

bool wl_session_empty(const struct wl_session *m) { return m->count == 0; }

uint32_t wl_session_excess(const struct wl_session *m, size_t step) {
  const struct wl_cost *cost = m->analysis ? wl_analysis_cost(m->analysis, step) : NULL;
  return cost ? wl_cost_excess(cost) : 0;
}

void wl_session_say(struct wl_session *m, const char *text) {
  snprintf(m->message, sizeof m->message, "%s", text);
  m->of_run = false;
  m->requests |= WL_REQUEST_DRAW;
}

void wl_session_say_running(struct wl_session *m, const char *text) {
  wl_session_say(m, text);
  m->of_run = true;
}

const char *wl_session_title(const struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  if (head && head->title[0]) return head->title;
  if (!head && m->title[0]) return m->title;
  const char *name = m->trace ? wl_trace_name(m->trace) : NULL;
  if (!name || !*name) return "warplens";
  const char *slash = strrchr(name, '/');
  return slash && slash[1] ? slash + 1 : name;
}

bool wl_session_one_line(const struct wl_session *m) {
  return m->recall.words && strcmp(m->recall.word[0], "-e") == 0;
}

const struct wl_measured *wl_session_measured(const struct wl_session *m) {
  const struct wl_lesson_data *l = wl_trace_lesson(m->trace);
  for (unsigned i = 0; m->analysis && m->of == 0 && i < l->measurements; i++)
    if (wl_measured_compares(&l->measured[i], wl_session_arch(m))) return &l->measured[i];
  return NULL;
}

static const struct { const char *words, *brief, *heading; } rows[] = {
  [WL_FILE_SAME] = {"", "", "this picture again, from a shell:"},
  [WL_FILE_STOPPED] = {"stopped before its end", "stopped", "this picture again, from a shell:"},
  [WL_FILE_NEWER] = {"last good run", "old run", "this place again, but the file is newer:"},
  [WL_FILE_UNREAD] = {"its file cannot be read", "no file",
                      "this place again, once the file can be read:"},
};

void wl_file_set(struct wl_session *m, enum wl_file file) {
  m->file = (uint8_t)file;
  m->requests |= WL_REQUEST_DRAW;
}

const char *wl_file_words(const struct wl_session *m, bool brief) {
  unsigned row = m->of > 0 ? WL_FILE_SAME : m->file;
  return brief ? rows[row].brief : rows[row].words;
}

const char *wl_file_heading(const struct wl_session *m) { return rows[m->file].heading; }
