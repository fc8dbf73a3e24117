#include "view/keys/manual_places.h"

#include <stdio.h>
#include <string.h>

#include "session/state/action.h"
#include "session/state/panels.h"
#include "session/state/session_state.h"
#include "session/why/why_subjects.h"
#include "view/screen/view_functions.h"
#include "words/figures.h"

enum { WORDS = 72 };

/* Pages are laid out with more blanks than their text has, and what is no letter may be
 * another character there, or mean something to less. A text that is too long is told by
 * its beginning. */
static void put_words(char *to, size_t size, const char *text) {
  size_t n = 0;
  for (; *text && n + 3 < size; text++) {
    bool plain = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
                 (*text >= '0' && *text <= '9') || *text == '_' || *text == ' ';
    to[n++] = plain ? *text : '.';
    if (*text == ' ') to[n++] = '+';
  }
  to[n] = '\0';
}

/* A help text, which stands behind its name or on the next line. */
static void seek_text(struct wl_manual *out, const char *text) {
  char words[WORDS];
  put_words(words, sizeof words, text);
  snprintf(out->pattern, sizeof out->pattern, "  %s", words);
}

/* A view in the list of views: verbs, whose list is narrower, and figures have names of views,
 * too. */
static void seek_view(struct wl_manual *out, const char *name) {
  unsigned widest = 0;
  for (size_t i = 0; i < WL_VIEWS; i++)
    if (strlen(wl_views[i].name) > widest) widest = (unsigned)strlen(wl_views[i].name);
  snprintf(out->pattern, sizeof out->pattern, "^ {1,7}%s {%u}[^ ]", name,
           widest + 2 - (unsigned)strlen(name));
}

/* A section, by what its heading begins with. */
static struct wl_manual section(const char *page, const char *name) {
  struct wl_manual out = {.page = page};
  snprintf(out.pattern, sizeof out.pattern, "^ {1,4}%s", name);
  return out;
}

/* A name at the beginning of its line, with a gap behind it. */
static void seek_name(struct wl_manual *out, const char *name) {
  char words[WORDS];
  put_words(words, sizeof words, name);
  snprintf(out->pattern, sizeof out->pattern, "^ {1,7}[^ ]?%s[^ ]?  ", words);
}

struct wl_manual wl_manual_of(const struct wl_tip *tip) {
  struct wl_manual out = {.page = "warplens.1"};
  switch (tip->kind) {
  case WL_TIP_ACTION: seek_text(&out, wl_actions[tip->index].help); break; /* slides or not */
  case WL_TIP_PROMPT: seek_text(&out, tip->text); break;
  case WL_TIP_QUERY: seek_name(&out, tip->name); break;
  case WL_TIP_VIEW: seek_view(&out, tip->name); break;
  case WL_TIP_FIGURE:
    seek_name(&out, wl_figure_key(tip->index));
    out.last = true; /* a view can have its name */
    break;
  case WL_TIP_CERTAINTY:
    out.page = "warplens-model.7";
    seek_name(&out, tip->name);
    break;
  case WL_TIP_HEADING: break;
  }
  return out;
}

struct wl_manual wl_manual_here(struct wl_session *m) {
  struct wl_tip tips[WL_MAX_TIPS];
  enum wl_panel top = wl_panel_top(m);
  size_t at, count = top == WL_PANEL_HELP ? wl_palette_list(m, tips, &at) : 0;
  bool why = top == WL_PANEL_WHY;
  if (count && at < count) return wl_manual_of(&tips[at]);
  if (top == WL_PANEL_ERROR) return section("warplens-script.5", "Coming from CUDA");
  unsigned figure = why ? wl_why_subject_now(m) : WL_SHOW_NOTHING;
  struct wl_tip shown = {.kind = WL_TIP_VIEW, .name = wl_views[m->view].name};
  bool named = figure < WL_SHOW_NOTHING && wl_figure_key(figure);
  if (named) shown = (struct wl_tip){.kind = WL_TIP_FIGURE, .index = figure};
  else if (figure < WL_SHOW_NOTHING) return section("warplens.1", "Figures");
  else if (!why && m->poll.state != WL_POLL_NONE) return section("warplens.1", "Questions");
  else if (!why && m->present) return section("warplens.1", "Presenting");
  return wl_manual_of(&shown);
}
