/* Lines typed after ':' and '/': recognizes and runs them. */
#include "view/help/prompt.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "session/course/course.h"
#include "session/predict/hide_figures.h"
#include "session/predict/open_questions.h"
#include "session/predict/question.h"
#include "session/restore/restore.h"
#include "session/search/hazard_summary.h"
#include "session/search/search.h"
#include "session/select/second_run.h"
#include "session/select/setters.h"
#include "session/settings/adjust.h"
#include "session/settings/undo.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/view_table.h"

/* The name that a line begins with, "" where it is none; what stands behind it, and its blanks. */
static const char *first_word(const char *text, char name[WL_TYPING_BYTES]) {
  size_t size = 0;
  while (!wl_is_digit(text[0]) && wl_in_name(text[size])) size++;
  memcpy(name, text, size);
  name[size] = '\0';
  return text + size + strspn(text + size, " ");
}

/* "pad=1", where `pad` is a name and what follows is no comparison; "pad 1", of a parameter. */
static bool assigns(const struct wl_session *m, const char *text) {
  char name[WL_TYPING_BYTES];
  struct wl_param shape;
  const char *rest = first_word(text, name);
  if (!*name) return false;
  if (*rest == '=') return rest[1] != '=';
  return text[strlen(name)] == ' ' && wl_in_name(*rest) && wl_param_named(m, name, &shape);
}

/* "block 16 16" is block=16,16. */
static bool set_shape(struct wl_session *m, const char *name, const char *value,
                      struct wl_diag *d) {
  char list[WL_TYPING_BYTES];
  size_t used = 0;
  for (const char *s = value; *s; s += strspn(s, ", ")) {
    size_t n = strcspn(s, ", ");
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s", used ? "," : "", (int)n, s);
    s += n;
  }
  return wl_param_set(m, name, list, d);
}

static bool set_parameter(struct wl_session *m, const char *text, struct wl_diag *d) {
  char name[WL_TYPING_BYTES];
  struct wl_param shape;
  const char *value = first_word(text, name);
  if (*value == '=') value += 1 + strspn(value + 1, " ");
  else if (wl_is_shape(name)) return set_shape(m, name, value, d);
  for (size_t i = 0; i < WL_PROMPT_ROWS && !wl_param_named(m, name, &shape); i++) {
    const struct wl_prompt_row *row = &wl_prompt_rows[i]; /* arch=8.0, as in a shell */
    if (row->word && strcmp(row->word, name) == 0) return row->run(m, value, d);
  }
  return wl_param_set(m, name, value, d);
}

static bool set_arch(struct wl_session *m, const char *text, struct wl_diag *d) {
  struct wl_target target;
  if (!wl_target_find(text, &target, d)) return false;
  wl_session_set_target(m, target);
  return true;
}

static bool read_number(const char *text, size_t *out) {
  bool digits = *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 16;
  if (digits) *out = strtoull(text, NULL, 10);
  return digits;
}

static bool go_step(struct wl_session *m, const char *text, struct wl_diag *d) {
  size_t step;
  if (read_number(text, &step) && wl_session_select(m, step)) return true;
  wl_diag_fail(d, WL_USAGE, "no step '%s'", text);
  return m->count ? wl_diag_hint(d, "there are 0 … %zu", m->count - 1) : false;
}

static bool go_line(struct wl_session *m, const char *text, struct wl_diag *d) {
  size_t line;
  if (read_number(text, &line) && wl_session_select_line(m, line)) return true;
  return wl_diag_fail(d, WL_USAGE, "line %s of the script makes no step", text);
}

static bool go_hazard(struct wl_session *m, const char *text, struct wl_diag *d) {
  size_t number;
  if (*text && !read_number(text, &number))
    return wl_diag_fail(d, WL_USAGE, "hazard takes a number, not '%s'", text);
  if (*text) return wl_hazard_go(m, number, d);
  snprintf(m->question, sizeof m->question, "hazard");
  wl_hazard_list(m);
  return true;
}

static bool put_beside(struct wl_session *m, const char *text, struct wl_diag *d) {
  if (!wl_second_run_ask(m, text, d)) return false;
  if (!*text) return true;
  snprintf(m->message, sizeof m->message, "beside this runs %s", text);
  return wl_session_set_view(m, "compare");
}

static bool ask_for(struct wl_session *m, const char *text, struct wl_diag *d) {
  if (!wl_mask_ask_named(m, text, d)) return false;
  const struct wl_step_info *bare = wl_session_bare(m);
  if (bare && !wl_question_can(m, bare, m->mask.figure))
    wl_session_say(m, "this step has no such figure: it is asked for where a step has it");
  return true;
}

/* What the option of that name does when the screen begins. */
static bool apply(struct wl_session *m, const char *key, const char *text, struct wl_diag *d) {
  struct wl_restore at = {.given = 0};
  return wl_restore_set(&at, key, text, d) && wl_restore_apply(m, &at, d);
}

static bool go_lane(struct wl_session *m, const char *text, struct wl_diag *d) {
  return apply(m, "lane", text, d);
}

static bool go_fact(struct wl_session *m, const char *text, struct wl_diag *d) {
  return apply(m, "fact", text, d);
}

static bool go_wavefront(struct wl_session *m, const char *text, struct wl_diag *d) {
  if (!wl_session_masked(m)) return apply(m, "wave", text, d);
  wl_diag_fail(d, WL_USAGE, "the replay is hidden with the figures"); /* it would tell them */
  return wl_diag_hint(d, "mask shows them");
}

static bool go_view(struct wl_session *m, const char *text, struct wl_diag *d) {
  for (unsigned v = 0; v < WL_VIEWS && text[0] && !text[1]; v++) /* the key of one */
    if (wl_actions[WL_ACT_VIEWS + v].keys[0] == text[0]) {
      text = wl_views[v].name;
      break;
    }
  return apply(m, "view", text, d);
}

static bool ask_why(struct wl_session *m, const char *text, struct wl_diag *d) {
  return apply(m, "why", text, d);
}

static bool evaluate(struct wl_session *m, const char *text, struct wl_diag *d) {
  if (wl_session_masked(m))
    return wl_diag_fail(d, WL_USAGE, "figures are hidden: press m first, then evaluate");
  if (wl_open_question_before(m, SIZE_MAX))
    return wl_diag_fail(d, WL_USAGE, "answer the question first: values could give it away");
  snprintf(m->question, sizeof m->question, "%s", text);
  m->requests |= WL_REQUEST_EVALUATE;
  return true;
}

const struct wl_prompt_row wl_prompt_rows[] = {
  {NULL, false, "name=value", "set a parameter and run the script again", set_parameter},
  {"arch", false, "arch CC", "the GPU generation, as compute capability or chip", set_arch},
  {"step", false, "step N", "the step with this number in the report", go_step},
  {"line", false, "line N", "the first step that a line of the script makes", go_line},
  {"lane", false, "lane N", "pick a lane, from 0", go_lane},
  {"wavefront", false, "wavefront N", "replay up to this wavefront", go_wavefront},
  {"view", false, "view NAME", "a view by its name", go_view},
  {"why", false, "why FIGURE", "explain a figure of this step", ask_why},
  {"fact", false, "fact N", "this fact of the step, while presenting", go_fact},
  {"hazard", true, "hazard N", "a hazard by its number; without it, all of them", go_hazard},
  {"beside", true, "beside WORDS", "compare with FILE name=value --arch=CC, each as needed",
   put_beside},
  {"lesson", false, "lesson NAME", "another lesson, by its name", wl_course_go},
  {"ask", false, "ask FIGURE", "hide the figures, and ask for this one", ask_for},
  {"find", false, "find TEXT", "search, as the key / does", wl_find},
  {NULL, false, "expression", "value of an expression, with the final arrays: sum(output)",
   evaluate},
};
static_assert(sizeof wl_prompt_rows / sizeof *wl_prompt_rows == WL_PROMPT_ROWS, "every row");
enum { ASSIGN = 0, EVALUATE = WL_PROMPT_ROWS - 1 };

/* The row that is meant; *argument is what it is about. */
static const struct wl_prompt_row *find(const struct wl_session *m, const char *text,
                                        const char **argument) {
  *argument = text;
  if (assigns(m, text)) return &wl_prompt_rows[ASSIGN];
  for (size_t i = ASSIGN + 1; i < EVALUATE; i++) {
    size_t n = strlen(wl_prompt_rows[i].word);
    if (strncmp(text, wl_prompt_rows[i].word, n) != 0 || (text[n] && text[n] != ' ')) continue;
    *argument = text + n + strspn(text + n, " ");
    return &wl_prompt_rows[i];
  }
  return &wl_prompt_rows[EVALUATE];
}

bool wl_prompt_knows(const struct wl_session *m, const char *text) {
  const char *argument;
  return find(m, text, &argument) != &wl_prompt_rows[EVALUATE];
}

/* "quit", "q": what has this name, or this key, and is neither a row's nor the script's. */
static enum wl_action action_of(const struct wl_session *m, const char *text) {
  const char *argument;
  struct wl_param shape;
  const struct wl_prompt_row *row = find(m, text, &argument);
  bool taken = row->word && (*argument || row->alone);
  if (taken || wl_param_named(m, text, &shape)) return WL_ACTION_COUNT;
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++)
    if (strcmp(wl_actions[a].name, text) == 0) return a;
  return wl_keymap_find(wl_key_parse(text));
}

static enum wl_action execute(struct wl_session *m, const struct wl_typing *line) {
  char text[WL_TYPING_BYTES];
  struct wl_diag d = {.status = WL_OK};
  const char *argument = text, *from = line->text + strspn(line->text, " ");
  size_t size = strlen(from);
  while (size && from[size - 1] == ' ') size--;
  memcpy(text, from, size);
  text[size] = '\0';
  if (!size) return WL_ACTION_COUNT;
  wl_panel_close(m, WL_PANEL_ANSWER);
  if (m->line_failed) wl_panel_close(m, WL_PANEL_ERROR); /* the error of the line before */
  enum wl_action action = m->searching ? WL_ACTION_COUNT : action_of(m, text);
  if (action < WL_ACTION_COUNT) return action;
  bool good = m->searching ? wl_find(m, text, &d) : find(m, text, &argument)->run(m, argument, &d);
  if (good) return WL_ACTION_COUNT;
  wl_session_fail_line(m, &d);
  return WL_ACTION_COUNT;
}

void wl_prompt_open(struct wl_session *m, bool search) {
  wl_panel_open(m, WL_PANEL_PROMPT);
  m->searching = search;
  wl_typing_begin(search ? &m->search : &m->line);
}

void wl_prompt_help(struct wl_session *m) {
  if (wl_panel_on(m, WL_PANEL_HELP)) wl_panel_close(m, WL_PANEL_HELP);
  else wl_panel_open(m, WL_PANEL_HELP);
  m->tips_chosen = 0;
  wl_typing_begin(&m->filter);
}

enum wl_action wl_prompt_key(struct wl_session *m, uint32_t key) {
  m->message[0] = '\0';
  m->requests |= WL_REQUEST_DRAW;
  struct wl_typing *line = m->searching ? &m->search : &m->line;
  if (key == ('L' & 31)) { /* as anywhere */
    m->requests |= WL_REQUEST_REPAINT;
    return WL_ACTION_COUNT;
  }
  switch (wl_typing_key(line, key)) {
  case WL_TYPING_OPEN: break;
  case WL_TYPING_FULL:
    snprintf(m->message, sizeof m->message, "the line is full");
    break;
  case WL_TYPING_ENTERED:
    wl_panel_close(m, WL_PANEL_PROMPT);
    return execute(m, line);
  case WL_TYPING_LEFT: wl_panel_close(m, WL_PANEL_PROMPT);
  }
  return WL_ACTION_COUNT;
}
