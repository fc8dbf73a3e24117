#include "session/predict/redact_source.h"

#include <string.h>

#include "core/base/text.h"
#include "core/trace/trace.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

bool wl_source_hidden(const struct wl_session *m) { return m->present || !m->disclosure.source; }

const char *wl_source_text(const struct wl_session *m) {
  const char *text = m->trace ? wl_trace_words(m->trace)->redacted : NULL;
  return !wl_source_hidden(m) ? NULL : text ? text : "";
}

/* What of a line may always be seen. */
static const char *redacted(const struct wl_session *m, uint32_t line, size_t *size) {
  size_t all;
  const char *text = wl_trace_words(m->trace)->redacted, *s = wl_trace_line(m->trace, line, size);
  if (!s || !text) return *size = 0, "";
  s = text + (s - wl_trace_text(m->trace, &all));
  while (*size && wl_is_space(s[*size - 1])) --*size;
  return s;
}

const char *wl_source_line(const struct wl_session *m, uint32_t line, size_t *size) {
  const char *s = m->trace ? wl_trace_line(m->trace, line, size) : NULL;
  return s && wl_source_hidden(m) ? redacted(m, line, size) : s;
}

size_t wl_source_code(const struct wl_session *m, uint32_t line) {
  size_t size = 0, code;
  const char *s = wl_trace_line(m->trace, line, &size);
  redacted(m, line, &code);
  size_t rest = code;
  while (rest < size && wl_is_space(s[rest])) rest++;
  return rest + 2 <= size && memcmp(s + rest, "--", 2) == 0 ? code : size;
}

bool wl_source_blank(const struct wl_session *m, uint32_t line) {
  size_t size;
  return m->trace && wl_trace_line(m->trace, line, &size) && size &&
         wl_source_line(m, line, &size) && !size;
}

const char *wl_source_name(const struct wl_session *m) {
  return !m->disclosure.source ? wl_trace_name(m->trace) : wl_trace_called(m->trace);
}

const char *wl_source_title(struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  bool line = m->trace && !(head && head->title[0]) && wl_trace_is_line(m->trace);
  return line && m->disclosure.source ? wl_source_name(m) : wl_session_title(m);
}

const char *wl_source_about(const struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  return head && !m->mask.on ? head->about : "";
}

const char *wl_source_help(const struct wl_session *m, const struct wl_param *p) {
  const struct wl_head *head = wl_session_head(m);
  bool told = head && p >= head->param && p < head->param + head->params; /* by the script */
  return told && wl_session_masked(m) ? "" : p->help;
}
