#include "view/veil.h"

#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"
#include "core/trace.h"
#include "view/basics.h"
#include "view/fold.h"
#include "view/lesson.h"
#include "view/pending.h"
#include "view/selection.h"
#include "view/state.h"

/* What is hidden, as bits. */
enum { ASKED = 1, TOLD = 2, NOTED = 4, LEFT = 8 /* TOLD by code, before all is asked */ };

/* Calls whose table tells more than those who are asked should know. */
static const struct { const char *name; unsigned hidden; } calls[] = {
  {"at", ASKED | NOTED}, {"lesson", TOLD}, {"measured", TOLD | LEFT}, {"expect", TOLD | LEFT},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* Blank, with "... }" where it begins if there is room for it. */
static void blank(char *from, char *end) {
  while (from < end && wl_is_space(*from)) from++;
  size_t room = strcspn(from, "\n");
  char text[] = "... }";
  bool folds = from + sizeof text <= end && room >= sizeof text;
  if (*end) text[4] = *end;
  for (char *s = from; s < end; s++)
    if (*s != '\n') *s = ' ';
  if (!folds) return;
  memcpy(from, text, sizeof text - 1);
  if (*end) *end = ' ';
}

/* Where the brackets close that open at `s`. */
static char *past_call(char *s) {
  s++;
  for (int depth = 0; *s;) {
    char *past = wl_past_text(s);
    if (past > s) {
      s = past;
      continue;
    }
    if (strchr("({[", *s)) depth++;
    if (strchr(")}]", *s) && depth-- == 0) break;
    s++;
  }
  return s;
}

/* The row of the table for a call of the `size` bytes at `name`; CALLS: it is none of these. */
static size_t call_at(const char *name, size_t size) {
  char open = name[size + strspn(name + size, " \t\r\n")];
  for (size_t i = 0; i < CALLS && (open == '{' || open == '('); i++)
    if (strlen(calls[i].name) == size && memcmp(calls[i].name, name, size) == 0) return i;
  return CALLS;
}

/* A comment keeps its dashes, a string its quotes: that there is one tells nothing. Names
 * of parameters and arrays stay. */
static void blank_text(char *s, char *end) {
  bool comment = *s == '-', quoted = *s == '"' || *s == '\'';
  size_t name = quoted ? 1 : 0;
  while (quoted && (wl_is_letter(s[name]) || s[name] == '_')) name++;
  if (quoted && s + name + 1 == end) return;
  s += comment ? 2 : 1;
  if (!comment && end > s) end--;
  char *dots = quoted && end - s >= 4 ? s : NULL;
  for (char *at = s; at < end; at++)
    if (*at != '\n') *at = ' ';
  if (dots) memcpy(dots, "...", 3), dots[3] = dots[-1], *end = ' ';
}

static void hide(char *s, unsigned hidden) {
  while (*s) {
    char *past = wl_past_text(s);
    if (past > s) {
      if (hidden & TOLD) blank_text(s, past);
      s = past;
      continue;
    }
    if (!wl_in_name(*s)) {
      s++;
      continue;
    }
    char *name = s;
    while (wl_in_name(*s)) s++;
    size_t i = call_at(name, (size_t)(s - name));
    if (i == CALLS || !(calls[i].hidden & hidden)) continue;
    char *open = s + strspn(s, " \t\r\n");
    s = past_call(open);
    blank(open + 1, s);
  }
}

static unsigned hidden_now(struct wl_model *m) {
  bool masked = wl_model_masked(m);
  bool left = masked || (m->asks && wl_pending_any(m));
  return (m->asks || masked ? ASKED : 0u) | (masked ? TOLD : 0u) | (left ? LEFT : 0u) |
         (m->asks || masked || m->present ? NOTED : 0u);
}

unsigned wl_veil_hides(struct wl_model *m) { return hidden_now(m); }

bool wl_veil_about(struct wl_model *m) { return hidden_now(m) & TOLD; }
bool wl_veil_notes(struct wl_model *m) {
  return wl_model_masked(m) || m->present || (m->asks && wl_pending_any(m));
}

const char *wl_veil_help(struct wl_model *m, const struct wl_param *p) {
  const struct wl_head *head = wl_model_head(m);
  bool told = head && p >= head->param && p < head->param + head->params; /* by the script */
  return told && wl_veil_about(m) ? "" : p->help;
}

static bool lower(struct wl_model *m, unsigned hidden) {
  size_t size;
  const char *text = wl_trace_text(m->trace, &size);
  if (m->veil.text && m->veil.hidden == hidden) return true;
  char *copy = malloc(size + 1);
  if (!copy) return false;
  for (size_t i = 0; i < size; i++) copy[i] = text[i] && text[i] != WL_FOLDED ? text[i] : ' ';
  copy[size] = '\0';
  hide(copy, hidden);
  /* a line in place of a file is what the kernel does, all of it */
  if (hidden & LEFT && !wl_trace_is_line(m->trace)) wl_fold(copy);
  free(m->veil.text);
  m->veil.text = copy;
  m->veil.hidden = hidden;
  return true;
}

bool wl_veil_changes(struct wl_model *m) {
  size_t size;
  const char *text = m->trace ? wl_trace_text(m->trace, &size) : NULL;
  unsigned hidden = text ? hidden_now(m) : 0;
  return hidden && lower(m, hidden) && memcmp(m->veil.text, text, size) != 0;
}

const char *wl_veil_text(struct wl_model *m) {
  unsigned hidden = hidden_now(m);
  return !hidden ? NULL : lower(m, hidden) ? m->veil.text : "";
}

const char *wl_veil_name(struct wl_model *m) {
  bool hides = hidden_now(m) & TOLD || (wl_trace_is_line(m->trace) && wl_veil_changes(m));
  return hides ? wl_trace_name(m->trace) : wl_trace_called(m->trace);
}

const char *wl_veil_title(struct wl_model *m) {
  const struct wl_head *head = wl_model_head(m);
  bool titled = head && head->title[0];
  const char *name = m->trace && !titled ? wl_veil_name(m) : NULL;
  return name && name != wl_trace_name(m->trace) ? name : wl_model_title(m);
}

/* The line that a byte of the script is in, from `line` on. */
static uint32_t line_at(const struct wl_model *m, size_t at, uint32_t line) {
  size_t size;
  const char *text = wl_trace_text(m->trace, &size), *next;
  while ((next = wl_trace_line(m->trace, line + 1, &size)) && next <= text + at) line++;
  return line;
}

/* Marks the lines of a call from its name on to where it closes, but for those that have other
 * code, too. Returns the last one. */
static uint32_t mark_call(struct wl_model *m, const char *text, const char *name,
                          const char *close, uint32_t line) {
  uint32_t first = line_at(m, (size_t)(name - text), line);
  uint32_t last = line_at(m, (size_t)(close - text), first);
  const char *before = name, *behind = close + (*close != '\0');
  while (before > text && (before[-1] == ' ' || before[-1] == '\t')) before--;
  behind += strspn(behind, " \t\r;");
  bool begins = before == text || before[-1] == '\n';
  bool ends = *behind == '\n' || *behind == '\0' || strncmp(behind, "--", 2) == 0;
  for (uint32_t i = first; i <= last && i < WL_VEIL_LINES; i++)
    if ((i > first || begins) && (i < last || ends)) m->veil.aside[i / 64] |= 1ull << i % 64;
  return last;
}

/* Without memory of its own: a picture may not be another one where that is short. */
static void find_asides(struct wl_model *m) {
  size_t size;
  char *text = (char *)wl_trace_text(m->trace, &size); /* which is not written to */
  uint32_t line = 1;
  memset(m->veil.aside, 0, sizeof m->veil.aside);
  m->veil.known = true;
  for (char *s = text; *s;) {
    char *name = s;
    s = wl_past_text(name);
    if (s > name) continue;
    while (wl_in_name(*s)) s++;
    size_t i = call_at(name, (size_t)(s - name));
    if (i < CALLS) {
      s = past_call(s + strspn(s, " \t\r\n"));
      line = mark_call(m, text, name, s, line);
    }
    s += s == name;
  }
}

bool wl_veil_aside(struct wl_model *m, uint32_t line) {
  if (!m->trace || line == 0 || line >= WL_VEIL_LINES) return false;
  if (!m->veil.known) find_asides(m);
  return m->veil.aside[line / 64] >> line % 64 & 1;
}

size_t wl_veil_said(const char *line, size_t size) {
  while (size && (line[size - 1] == ' ' || line[size - 1] == '-')) size--;
  return size;
}

const char *wl_veil_line(struct wl_model *m, uint32_t line, size_t *size) {
  const char *s = m->trace ? wl_trace_line(m->trace, line, size) : NULL;
  unsigned hidden = s ? hidden_now(m) : 0;
  if (!hidden) return s;
  if (lower(m, hidden)) {
    s = m->veil.text + (s - wl_trace_text(m->trace, &(size_t){0}));
    while (*size && s[*size - 1] == ' ') --*size;
    if (!*size || *s != WL_FOLDED) return s;
    const char *why = hidden & TOLD ? wl_folded : wl_folded_asked;
    *size = strlen(why);
    return why;
  }
  static const char lost[] = "-- not enough memory to show this line"; /* nor more than it may */
  *size = sizeof lost - 1;
  return lost;
}

void wl_veil_again(struct wl_model *m) {
  free(m->veil.text);
  m->veil = (struct wl_veil){.text = NULL};
}
