#include "view/help/help_list.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/analysis/query.h"
#include "core/base/text.h"
#include "session/course/presentation.h"
#include "session/state/keymap.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/view_table.h"
#include "session/why/why.h"
#include "view/help/prompt.h"
#include "words/figures.h"

enum { HEADINGS = 16 };
static_assert(WL_ACTION_COUNT + WL_PROMPT_ROWS + WL_QUERY_ROWS + WL_VIEWS + WL_SHOW_GAUGE +
                  WL_CERTAINTIES + HEADINGS <= WL_MAX_TIPS, "room for all of them");

static bool has(const char *text, const char *word, size_t size) {
  for (; *text; text++) {
    size_t n = 0;
    while (n < size && wl_lower(text[n]) == wl_lower(word[n])) n++;
    if (n == size) return true;
  }
  return false;
}

/* Whether every word that was typed is somewhere in what the tip says. */
static bool matches(const char *typed, const struct wl_tip *t, const char *also) {
  for (size_t size; typed += strspn(typed, " "), (size = strcspn(typed, " ")) > 0; typed += size)
    if (!has(t->name, typed, size) && !has(t->text, typed, size) && !has(also, typed, size))
      return false;
  return true;
}

/* The list as it grows; a heading waits for the first tip under it. */
struct list { struct wl_tip *tip; size_t count; const char *typed, *heading; };

static void add(struct list *l, const struct wl_tip *tip, const char *also) {
  if (!matches(l->typed, tip, also)) return;
  if (l->heading) l->tip[l->count++] = (struct wl_tip){WL_TIP_HEADING, 0, l->heading, NULL};
  l->heading = NULL;
  l->tip[l->count++] = *tip;
}

/* What somebody may type who does not know our word for it, or looks for what belongs to it. */
static const char *also(enum wl_action action) {
  switch (action) {
  case WL_ACT_FIND: return "search";
  case WL_ACT_UNDO: return "redo revert";
  case WL_ACT_REDO: return "undo";
  case WL_ACT_PARAM_NEXT: return "padding knob setting variable";
  case WL_ACT_PRESENT: return "black blank slide clicker";
  case WL_ACT_BOOKMARK: return "export save svg html picture image link";
  default: return "";
  }
}

static void add_actions(const struct wl_session *m, struct list *l) {
  const char *group = "";
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    const struct wl_action_row *row = &wl_actions[a];
    if (strcmp(row->group, group) != 0) l->heading = row->group;
    group = row->group;
    const struct wl_slide_key *slide = wl_present_slide_key(m, a);
    const char *keys = slide ? slide->keys : row->keys;
    const char *help = slide && slide->help ? slide->help : row->help;
    char words[96];
    snprintf(words, sizeof words, "%s %s", row->name, also(a));
    if (keys) add(l, &(struct wl_tip){WL_TIP_ACTION, a, keys, help}, words);
  }
}

static void collect(const struct wl_session *m, struct list *l) {
  add_actions(m, l);
  l->heading = "after the key :";
  for (unsigned i = 0; i < WL_PROMPT_ROWS; i++)
    add(l, &(struct wl_tip){WL_TIP_PROMPT, i, wl_prompt_rows[i].form, wl_prompt_rows[i].help}, "");
  l->heading = "after the key /";
  for (unsigned i = 0; i < WL_QUERY_ROWS; i++)
    add(l, &(struct wl_tip){WL_TIP_QUERY, i, wl_query_rows[i].example, wl_query_rows[i].help}, "");
  l->heading = "views";
  for (unsigned v = 0; v < WL_VIEWS; v++)
    add(l, &(struct wl_tip){WL_TIP_VIEW, v, wl_views[v].name, wl_views[v].help}, "");
  l->heading = "figures";
  const char *title, *help;
  for (unsigned f = 0; (help = wl_figure_help(f, &title)); f++)
    add(l, &(struct wl_tip){WL_TIP_FIGURE, f, title, help}, "");
  l->heading = "how sure a rule is";
  for (enum wl_certainty k = 0; k < WL_CERTAINTIES; k++)
    add(l, &(struct wl_tip){WL_TIP_CERTAINTY, k, wl_certainty_names[k], wl_certainty_texts[k]},
        "");
}

/* Whether the typed text is a key of the action, or its name. */
static bool is_meant(const struct wl_tip *t, const char *typed) {
  if (t->kind != WL_TIP_ACTION || !*typed) return false;
  uint32_t key = wl_key_parse(typed);
  return (key != WL_KEY_NONE && wl_keymap_find(key) == t->index) ||
         strcmp(wl_actions[t->index].name, typed) == 0;
}

/* Whether the name of an action begins with it. */
static bool is_begun(const struct wl_tip *t, const char *typed) {
  return t->kind == WL_TIP_ACTION && *typed &&
         strncmp(wl_actions[t->index].name, typed, strlen(typed)) == 0;
}

bool wl_palette_line(const struct wl_session *m) {
  const char *text = m->filter.text, *equals = strchr(text, '=');
  char name[WL_TYPING_BYTES];
  struct wl_param made;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " ="), text);
  if (m->tips_chosen || !strpbrk(text, " =") || !wl_prompt_knows(m, text)) return false;
  for (unsigned i = 0; i < WL_PROMPT_ROWS; i++)
    if (strcmp(wl_prompt_rows[i].form, text) == 0) return false; /* it is looked for */
  return !equals || wl_param_named(m, name, &made) != NULL; /* op=store is searched for */
}

size_t wl_palette_list(struct wl_session *m, struct wl_tip tips[WL_MAX_TIPS], size_t *chosen) {
  struct list l = {tips, 0, m->filter.text, NULL};
  size_t first = WL_MAX_TIPS, begun = WL_MAX_TIPS, meant = WL_MAX_TIPS, nth = 0;
  if (!wl_palette_line(m)) collect(m, &l);
  *chosen = l.count;
  for (size_t i = 0; i < l.count; i++) {
    if (tips[i].kind == WL_TIP_HEADING) continue;
    if (first == WL_MAX_TIPS) first = i;
    if (meant == WL_MAX_TIPS && is_meant(&tips[i], l.typed)) meant = i;
    if (begun == WL_MAX_TIPS && is_begun(&tips[i], l.typed)) begun = i;
    if (m->tips_chosen && ++nth == m->tips_chosen) *chosen = i;
  }
  if (meant == WL_MAX_TIPS) meant = begun;
  if (!m->tips_chosen && first < l.count) *chosen = meant < l.count ? meant : first;
  return l.count;
}
