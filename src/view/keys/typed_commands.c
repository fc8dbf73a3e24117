#include "view/keys/typed_commands.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "session/predict/answers.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/session_state.h"
#include "view/help/prompt.h"
#include "view/keys/actions.h"
#include "view/keys/input.h"

enum { LONGEST = 200 /* bytes of a line */, MOST = 9999 /* times */ };

const struct wl_order_row wl_order_rows[] = {
  {"empty line", "next; while presenting, the next fact; the answer to a question"},
  {"ACTION, ACTION N", "the action of this name, N times"},
  {"KEY", "the key of this name"},
  {"step N", "as after a colon; also line N, lane N, view NAME, arch CC, name=value"},
  {":TEXT, /TEXT", "as after these keys, also as command TEXT, find TEXT: sum(output), a search"},
  {"# TEXT", "nothing"},
};
static_assert(sizeof wl_order_rows / sizeof *wl_order_rows == WL_ORDER_ROWS, "every row");

static bool is_number(const char *text) {
  return *text && strlen(text) < 10 && strspn(text, "0123456789") == strlen(text);
}

static enum wl_action named(const char *name) {
  enum wl_action a = 0;
  while (a < WL_ACTION_COUNT && strcmp(wl_actions[a].name, name) != 0) a++;
  return a;
}

/* The line without blanks around it; false where it is too long. */
static bool trim(const char *line, char text[LONGEST + 1]) {
  line += strspn(line, " \t\r");
  size_t size = strlen(line);
  while (size && strchr(" \t\r", line[size - 1])) size--;
  if (size > LONGEST) return false;
  memcpy(text, line, size);
  text[size] = '\0';
  return true;
}

/* Types it behind ':' or '/', which is what `open` does. */
static void prompt(struct wl_session *m, enum wl_action open, const char *text) {
  struct wl_glyph g;
  const char *end = text + strlen(text);
  wl_session_do(m, open, 0);
  while (wl_text_next(&text, end, &g)) wl_session_key(m, g.code);
  wl_session_key(m, WL_KEY_ENTER);
}

/* The letter of an answer that is typed in full, in `letter`; else the text as it is. */
static const char *letter_of(const struct wl_poll *p, const char *text, char letter[2]) {
  for (unsigned i = 0; i < p->question.choices; i++)
    if (strcmp(p->said[i].answer, text) == 0) {
      letter[0] = (char)('a' + i);
      letter[1] = '\0';
      return letter;
    }
  return text;
}

/* An answer to the question that stands is a letter or what it stands for, or a number. */
static bool answer(struct wl_session *m, const char *text) {
  const struct wl_poll *p = &m->poll;
  unsigned choices = p->question.choices;
  char one[2];
  if (p->state != WL_PREDICT_ASKED) return false;
  text = letter_of(p, text, one);
  if (wl_key_parse(text) == WL_KEY_BACKSPACE) {
    wl_session_key(m, WL_KEY_BACKSPACE);
    return true;
  }
  bool letter = !text[1] && ((*text >= 'a' && *text < (int)('a' + choices)) ||
                             (*text >= 'A' && *text < (int)('A' + choices)));
  if (choices ? *text && !letter : *text && !is_number(text + (*text == '-'))) return false;
  m->param = -1; /* its keys would be taken for an answer's */
  m->poll.begun = true;
  bool vote = letter && (m->present || *text < 'a');
  for (const char *s = text; *s; s++) wl_session_key(m, (unsigned char)*s);
  if (!vote) wl_session_key(m, WL_KEY_ENTER);
  return true;
}

static bool unknown(const struct wl_session *m, const char *text, struct wl_diag *d) {
  unsigned choices = m->poll.state == WL_PREDICT_ASKED ? m->poll.question.choices : 0;
  struct wl_guess near = {NULL, 0};
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++)
    wl_guess_try(&near, text, wl_actions[a].name);
  wl_diag_fail(d, WL_USAGE, "unknown command '%s'", text);
  if (choices && (is_number(text) || !text[1]))
    return wl_diag_hint(d, "a question stands: a to %c answer it", 'a' + (int)choices - 1);
  return wl_guess_good(&near, text) ? wl_diag_hint(d, "did you mean '%s'?", near.name)
                                      : wl_diag_hint(d, "'help' lists the commands");
}

/* A name and what stands behind it. */
static enum wl_action two_words(struct wl_session *m, const char *text, char *name, char *value,
                                struct wl_diag *d) {
  enum wl_action a = named(name);
  int times = is_number(value) ? atoi(value) : 0;
  if (a == WL_ACT_FIND || a == WL_ACT_COMMAND) {
    prompt(m, a, value);
    return WL_ACTION_COUNT;
  }
  if (a < WL_ACTION_COUNT && times > 0 && times <= MOST) {
    wl_session_do(m, a, times);
    return a;
  }
  if (a < WL_ACTION_COUNT && a != WL_ACT_WHY)
    wl_diag_fail(d, WL_USAGE, "'%s' is no number of times, 1 to %d", value, MOST);
  else if (wl_prompt_knows(m, text)) prompt(m, WL_ACT_COMMAND, text);
  else unknown(m, text, d);
  return WL_ACTION_COUNT;
}

static enum wl_action one_word(struct wl_session *m, const char *text, struct wl_diag *d) {
  enum wl_action a = named(text);
  uint32_t key = wl_key_parse(text);
  if (a < WL_ACTION_COUNT) {
    wl_session_do(m, a, 0);
  } else if (wl_prompt_knows(m, text)) {
    prompt(m, WL_ACT_COMMAND, text);
  } else if (wl_keymap_find(key) < WL_ACTION_COUNT) {
    a = wl_keymap_find(key);
    wl_session_key(m, key);
  } else {
    unknown(m, text, d);
  }
  return a;
}

enum wl_ordered wl_order(struct wl_session *m, const char *line, enum wl_action *action,
                         struct wl_diag *d) {
  char text[LONGEST + 1], name[LONGEST + 1];
  uint32_t value;
  wl_session_refresh(m);
  *d = (struct wl_diag){.status = WL_OK};
  *action = WL_ACTION_COUNT;
  if (!trim(line, text)) {
    wl_diag_fail(d, WL_USAGE, "a command has at most %d bytes", LONGEST);
    return WL_ORDERED_UNKNOWN;
  }
  enum wl_keys_kind kind = wl_keys_line(text, &value);
  bool key = kind == WL_KEYS_KEY || kind == WL_KEYS_NOTHING || kind == WL_KEYS_UNKNOWN;
  if (!key) return WL_ORDERED_NOTHING; /* of a recording */
  if (text[0] == '#' && (text[1] == '\0' || text[1] == ' ')) return WL_ORDERED_NOTHING;
  if (answer(m, text)) return WL_ORDERED;
  size_t size = strcspn(text, " ");
  memcpy(name, text, size);
  name[size] = '\0';
  if (!*text) {
    *action = m->present ? WL_ACT_STOP_NEXT : WL_ACT_NEXT;
    wl_session_do(m, *action, 0);
  } else if ((text[0] == ':' || text[0] == '/') && text[1]) {
    prompt(m, text[0] == ':' ? WL_ACT_COMMAND : WL_ACT_FIND, text + 1);
  } else if (text[size]) {
    *action = two_words(m, text, name, text + size + strspn(text + size, " "), d);
  } else {
    *action = one_word(m, text, d);
  }
  if (wl_panel_on(m, WL_PANEL_PROMPT)) { /* nothing is left open */
    wl_session_key(m, WL_KEY_ESCAPE);
    wl_diag_fail(d, WL_USAGE, "nothing may follow it");
  }
  return d->status == WL_OK ? WL_ORDERED : WL_ORDERED_UNKNOWN;
}

enum wl_ordered wl_order_key(struct wl_session *m, const char *line, enum wl_action *action,
                             struct wl_diag *d) {
  uint32_t value;
  *action = WL_ACTION_COUNT;
  switch (wl_keys_line(line, &value)) {
  case WL_KEYS_KEY: break;
  case WL_KEYS_UNKNOWN: wl_diag_fail(d, WL_USAGE, "this is no key"); return WL_ORDERED_UNKNOWN;
  default: return WL_ORDERED_NOTHING;
  }
  if (!wl_panel_on(m, WL_PANEL_PROMPT)) *action = wl_keymap_find(value);
  wl_session_key(m, value);
  return wl_panel_on(m, WL_PANEL_PROMPT) ? WL_ORDERED_NOTHING : WL_ORDERED;
}

bool wl_order_urgent(const char *line) {
  char text[LONGEST + 1];
  if (!trim(line, text)) return false;
  enum wl_action a = named(text);
  if (a == WL_ACTION_COUNT) a = wl_keymap_find(wl_key_parse(text));
  return a == WL_ACT_CANCEL || a == WL_ACT_QUIT;
}
