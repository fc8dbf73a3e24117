/* What is typed behind ':' and '/', told apart and done. */
#include "view/prompt.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/basics.h"
#include "view/beside.h"
#include "view/finding.h"
#include "view/hazards.h"
#include "view/mask.h"
#include "view/model_param.h"
#include "view/model_undo.h"
#include "view/pending.h"
#include "view/question.h"
#include "view/selection.h"
#include "view/set.h"
#include "view/setting.h"
#include "view/state.h"
#include "view/views.h"
#include "view/want.h"

/* "pad=1", where `pad` is a name and what follows is no comparison. */
static bool assigns(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  size_t name = strspn(text, letters), gap = strspn(text + name, " ");
  const char *equals = text + name + gap;
  return name && !(text[0] >= '0' && text[0] <= '9') && equals[0] == '=' && equals[1] != '=';
}

static bool set_parameter(struct wl_model *m, const char *text, struct wl_diag *d) {
  char name[WL_TYPING_BYTES];
  size_t size = strcspn(text, " =");
  const char *value = strchr(text, '=') + 1;
  struct wl_param shape;
  memcpy(name, text, size);
  name[size] = '\0';
  value += strspn(value, " ");
  for (size_t i = 0; i < WL_PROMPT_ROWS && !wl_param_named(m, name, &shape); i++) {
    const struct wl_prompt_row *row = &wl_prompt_rows[i]; /* arch=8.0, as in a shell */
    if (row->word && strcmp(row->word, name) == 0) return row->run(m, value, d);
  }
  return wl_param_set(m, name, value, d);
}

static bool set_arch(struct wl_model *m, const char *text, struct wl_diag *d) {
  struct wl_target target;
  if (!wl_target_find(text, &target, d)) return false;
  const struct wl_chip *before = m->chip;
  m->arch_wanted = target.arch;
  wl_model_set_chip(m, target.chip);
  if (target.arch == wl_model_arch(m)) wl_undo_chip(m, before);
  else m->knobs.chip_before = before; /* with the generation */
  m->wants |= WL_WANT_ARCH;
  return true;
}

static bool read_number(const char *text, size_t *out) {
  bool digits = *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 16;
  if (digits) *out = strtoull(text, NULL, 10);
  return digits;
}

static bool go_step(struct wl_model *m, const char *text, struct wl_diag *d) {
  size_t step;
  if (read_number(text, &step) && wl_model_select(m, step)) return true;
  wl_diag_fail(d, WL_USAGE, "no step '%s'", text);
  return m->count ? wl_diag_hint(d, "there are 0 … %zu", m->count - 1) : false;
}

static bool go_line(struct wl_model *m, const char *text, struct wl_diag *d) {
  size_t line;
  if (read_number(text, &line) && wl_model_select_line(m, line)) return true;
  return wl_diag_fail(d, WL_USAGE, "line %s of the script makes no step", text);
}

static bool go_hazard(struct wl_model *m, const char *text, struct wl_diag *d) {
  size_t number;
  if (*text && !read_number(text, &number))
    return wl_diag_fail(d, WL_USAGE, "hazard takes a number, not '%s'", text);
  if (*text) return wl_hazard_go(m, number, d);
  snprintf(m->question, sizeof m->question, "hazard");
  wl_hazard_list(m);
  return true;
}

static bool put_beside(struct wl_model *m, const char *text, struct wl_diag *d) {
  return wl_beside_ask(m, text, d) && (!*text || wl_model_set_view(m, "compare"));
}

static bool ask_for(struct wl_model *m, const char *text, struct wl_diag *d) {
  if (!wl_mask_ask_named(m, text, d)) return false;
  const struct wl_spot *bare = wl_model_bare(m);
  if (bare && !wl_question_can(m, bare, m->mask.figure))
    wl_model_say(m, "this step has no such figure: it is asked for where a step has it");
  return true;
}

static bool evaluate(struct wl_model *m, const char *text, struct wl_diag *d) {
  if (wl_model_masked(m))
    return wl_diag_fail(d, WL_USAGE, "a value might give the figures away: m shows them first");
  if (wl_pending_values(m, SIZE_MAX))
    return wl_diag_fail(d, WL_USAGE, "a value might tell what lanes get, which is still asked");
  snprintf(m->question, sizeof m->question, "%s", text);
  m->wants |= WL_WANT_EVALUATE;
  return true;
}

const struct wl_prompt_row wl_prompt_rows[] = {
  {NULL, "name=value", "set a parameter and run the script again", set_parameter},
  {"arch", "arch CC", "the GPU generation, as compute capability or chip", set_arch},
  {"step", "step N", "the step with this number in the report", go_step},
  {"line", "line N", "the first step that a line of the script makes", go_line},
  {"hazard", "hazard N", "a hazard by its number; without it, all of them", go_hazard},
  {"beside", "beside WORDS", "compare with FILE name=value --arch=CC, each as needed", put_beside},
  {"ask", "ask FIGURE", "hide the figures, and ask for this one", ask_for},
  {NULL, "expression", "its value, with arrays as they are at the end: sum(output)", evaluate},
};
static_assert(sizeof wl_prompt_rows / sizeof *wl_prompt_rows == WL_PROMPT_ROWS, "every row");
enum { ASSIGN = 0, EVALUATE = WL_PROMPT_ROWS - 1 };

/* The row that is meant; *argument is what it is about. */
static const struct wl_prompt_row *find(const char *text, const char **argument) {
  *argument = text;
  if (assigns(text)) return &wl_prompt_rows[ASSIGN];
  for (size_t i = ASSIGN + 1; i < EVALUATE; i++) {
    size_t n = strlen(wl_prompt_rows[i].word);
    if (strncmp(text, wl_prompt_rows[i].word, n) != 0 || (text[n] && text[n] != ' ')) continue;
    *argument = text + n + strspn(text + n, " ");
    return &wl_prompt_rows[i];
  }
  return &wl_prompt_rows[EVALUATE];
}

bool wl_prompt_knows(const char *text) {
  const char *argument;
  return find(text, &argument) != &wl_prompt_rows[EVALUATE];
}

static void execute(struct wl_model *m, const struct wl_typing *line) {
  char text[WL_TYPING_BYTES];
  struct wl_diag d = {.status = WL_OK};
  const char *argument = text, *from = line->text + strspn(line->text, " ");
  size_t size = strlen(from);
  while (size && from[size - 1] == ' ') size--;
  memcpy(text, from, size);
  text[size] = '\0';
  if (!size) return;
  m->answered = false;
  if (m->line_failed) m->failed = m->line_failed = false; /* the error of the line before */
  bool good = m->searching ? wl_find(m, text, &d) : find(text, &argument)->run(m, argument, &d);
  if (good) return;
  wl_model_fail(m, &d);
  m->line_failed = true;
}

void wl_prompt_open(struct wl_model *m, bool search) {
  m->typing = true;
  m->searching = search;
  wl_typing_begin(search ? &m->search : &m->line);
}

void wl_prompt_help(struct wl_model *m) {
  m->help = !m->help;
  m->scroll = 0;
  m->tips_chosen = 0;
  wl_typing_begin(&m->filter);
}

void wl_prompt_key(struct wl_model *m, uint32_t key) {
  m->message[0] = '\0';
  m->wants |= WL_WANT_DRAW;
  struct wl_typing *line = m->searching ? &m->search : &m->line;
  if (key == ('L' & 31)) { /* as anywhere */
    m->wants |= WL_WANT_REPAINT;
    return;
  }
  switch (wl_typing_key(line, key)) {
  case WL_TYPING_OPEN: return;
  case WL_TYPING_FULL:
    snprintf(m->message, sizeof m->message, "the line is full");
    return;
  case WL_TYPING_ENTERED:
    m->typing = false;
    execute(m, line);
    return;
  case WL_TYPING_LEFT: m->typing = false;
  }
}
