#include "view/keys/palette.h"

#include <stdio.h>

#include "core/base/text.h"
#include "session/predict/predict.h"
#include "session/predict/question.h"
#include "session/select/setters.h"
#include "session/state/keymap.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "view/help/help_list.h"
#include "view/help/prompt.h"
#include "view/keys/actions.h"
#include "words/figures.h"

enum { PAGE = 10 };

/* Chooses the tip `by` places on, headings not counted. */
static void choose(struct wl_session *m, int by) {
  struct wl_tip tips[WL_MAX_TIPS];
  if (wl_palette_line(m)) m->tips_chosen = 1, by = 0; /* what else has its words */
  size_t at, count = wl_palette_list(m, tips, &at);
  int nth = 0, all = 0;
  for (size_t i = 0; i < count; i++) {
    all += tips[i].kind != WL_TIP_HEADING;
    if (i == at) nth = all;
  }
  nth += by;
  m->tips_chosen = (unsigned)(nth < 1 ? 1 : nth > all ? all : nth);
}

/* Opens a line with the beginning of what can be typed there. */
static void begin_line(struct wl_session *m, bool search, const char *text) {
  wl_prompt_open(m, search);
  struct wl_typing *l = search ? &m->search : &m->line;
  for (; *text; text++) wl_typing_key(l, (unsigned char)*text);
}

void wl_palette_run(struct wl_session *m, size_t at) {
  struct wl_tip tips[WL_MAX_TIPS];
  size_t chosen, count = wl_palette_list(m, tips, &chosen);
  char word[16];
  if (at >= count || tips[at].kind == WL_TIP_HEADING) return;
  const struct wl_tip *t = &tips[at];
  wl_prompt_help(m);
  switch (t->kind) {
  case WL_TIP_ACTION:
    if (t->index != WL_ACT_HELP) wl_session_do(m, (enum wl_action)t->index, 0);
    return;
  case WL_TIP_PROMPT:
    snprintf(word, sizeof word, "%s ", wl_prompt_rows[t->index].word ? wl_prompt_rows[t->index].word
                                                                     : "");
    begin_line(m, false, word[0] == ' ' ? "" : word);
    return;
  case WL_TIP_QUERY: begin_line(m, true, t->name); return;
  case WL_TIP_VIEW: wl_session_set_view(m, t->name); return;
  case WL_TIP_FIGURE:
    if (wl_session_masked(m) && t->index >= WL_FIGURES)
      wl_session_say(m, "figures are hidden, and no question is about this one");
    else if (wl_session_masked(m) && wl_question_can(m, wl_session_bare(m), t->index))
      wl_mask_ask(m, t->index); /* what explains it is hidden */
    else if (wl_session_masked(m) || !wl_session_ask_why(m, wl_figure_key(t->index)))
      wl_session_say(m, "this step has no such figure");
    return;
  case WL_TIP_CERTAINTY: case WL_TIP_HEADING: return;
  }
}

static bool run_line(struct wl_session *m) {
  char text[WL_TYPING_BYTES];
  if (!wl_palette_line(m)) return false;
  snprintf(text, sizeof text, "%s", m->filter.text);
  wl_prompt_help(m);
  begin_line(m, false, text);
  wl_session_do(m, wl_prompt_key(m, WL_KEY_ENTER), 0);
  return true;
}

static void run_chosen(struct wl_session *m) {
  struct wl_tip tips[WL_MAX_TIPS];
  size_t chosen;
  wl_palette_list(m, tips, &chosen);
  wl_palette_run(m, chosen);
}

void wl_palette_key(struct wl_session *m, uint32_t key) {
  bool empty = !m->filter.text[0];
  m->message[0] = '\0';
  m->requests |= WL_REQUEST_DRAW;
  switch (key) {
  case WL_KEY_DOWN: choose(m, 1); return;
  case WL_KEY_UP: choose(m, -1); return;
  case WL_KEY_PAGE_DOWN: choose(m, PAGE); return;
  case WL_KEY_PAGE_UP: choose(m, -PAGE); return;
  case WL_KEY_ENTER:
    if (!run_line(m)) run_chosen(m);
    return;
  case WL_KEY_F1: wl_prompt_help(m); return;
  case 'L' & 31: m->requests |= WL_REQUEST_REPAINT; return;
  case '?':
    if (empty) wl_prompt_help(m);
    if (empty) return;
    break;
  case WL_KEY_BACKSPACE: case ' ':
    if (empty) return;
    break;
  default: break;
  }
  if (wl_typing_key(&m->filter, key) == WL_TYPING_LEFT) wl_prompt_help(m);
  m->tips_chosen = 0;
  m->scroll = 0;
}
