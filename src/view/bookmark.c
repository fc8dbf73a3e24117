#include "view/bookmark.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/target.h"
#include "core/text.h"
#include "core/trace.h"
#include "view/asked.h"
#include "view/basics.h"
#include "view/beside.h"
#include "view/bookmark_asked.h"
#include "view/changed.h"
#include "view/finding.h"
#include "view/flip.h"
#include "view/flip_turn.h"
#include "view/knob.h"
#include "view/model_sweep.h"
#include "view/moment.h"
#include "view/panels.h"
#include "view/present.h"
#include "view/quote.h"
#include "view/said.h"
#include "view/scroll.h"
#include "view/selection.h"
#include "view/set.h"
#include "view/setting.h"
#include "view/state.h"
#include "view/subject.h"
#include "view/want.h"

static bool get_arch(struct wl_model *m, char *text, size_t size) {
  char name[WL_TARGET_TEXT], own[WL_TARGET_TEXT], was[WL_VALUE];
  bool turned = wl_flip_was(m, wl_setting_arch, was) ||
                wl_changed_was(m, wl_setting_arch, was, sizeof was);
  snprintf(text, size, "%s", turned ? was : wl_target_name(wl_model_target(m), name));
  return strcmp(text, wl_target_name(wl_model_own_target(m), own)) != 0;
}

static bool put_arch(struct wl_model *m, const char *text, struct wl_diag *d) {
  (void)m, (void)text, (void)d;
  return true;
}

/* The warp that a turn of the lesson has come from, by one of its stops; or the step before a
 * change. */
static bool get_before(struct wl_model *m, char *text, size_t size) {
  const struct wl_identity *at = wl_flip_from(m);
  if (wl_changed_words(m, text, size)) {
    snprintf(text, size, "%zu", wl_changed_from(m));
    return wl_changed_from(m) != m->selected;
  }
  snprintf(text, size, "%zu", at->index);
  return wl_flip_led(m) && (at->warp || at->block);
}

static bool put_before(struct wl_model *m, const char *text, struct wl_diag *d) {
  size_t step = (size_t)strtod(text, NULL);
  m->recall.placed = true;
  if (wl_flip_led(m) || m->recall.shows || wl_model_select(m, step)) return true;
  return wl_diag_fail(d, WL_USAGE, "--before: the run has %zu steps", m->count);
}

static bool get_flip(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%u", m->course.flip.at);
  return wl_flip_led(m);
}

static bool put_flip(struct wl_model *m, const char *text, struct wl_diag *d) {
  return wl_flip_recall(m, (unsigned)strtod(text, NULL), d);
}

static bool get_to(struct wl_model *m, char *text, size_t size) {
  return wl_changed_words(m, text, size);
}

static bool get_find(struct wl_model *m, char *text, size_t size) {
  size_t count;
  const char *what;
  if (!wl_found(m, &count, &what)) return false;
  snprintf(text, size, "%s", what);
  return true;
}

/* Goes to the first one, as who types it does, unless a step or a line was asked for. */
static bool put_find(struct wl_model *m, const char *text, struct wl_diag *d) {
  if (m->of) return wl_diag_fail(d, WL_USAGE, "the script runs");
  bool placed = m->opening.placed || m->recall.line;
  return placed ? wl_find_set(m, text, d) : wl_find(m, text, d);
}

static bool get_step(struct wl_model *m, char *text, size_t size) {
  const struct wl_flip *f = &m->course.flip;
  size_t count, step = !f->turn ? m->selected : f->back.left.valid ? f->back.left.index : SIZE_MAX;
  snprintf(text, size, "%zu", step);
  if (f->turn) return step != SIZE_MAX; /* else its first stop */
  const char *found;
  char from[WL_BESIDE_WORDS];
  if (m->selected > 0 || wl_found(m, &count, &found)) return true;
  if (get_before(m, from, sizeof from)) return true; /* that is where it would be else */
  return !wl_model_empty(m) && (m->present || wl_present_elsewhere(m));
}

static bool put_step(struct wl_model *m, const char *text, struct wl_diag *d) {
  size_t step = (size_t)strtod(text, NULL); /* options.c has seen that it is a number */
  m->opening.placed = true;
  m->opening.first = false; /* also behind a turn, which would go to its first stop */
  if (wl_model_select(m, step)) return true;
  bool cut = m->trace && m->count < wl_trace_total(m->trace);
  wl_diag_fail(d, WL_USAGE, "no step %zu: %s %zu, counted from 0", step,
               cut ? "the recording keeps the first" : "the run has", m->count);
  return wl_diag_hint(d, "the title counts the instructions of a warp, from 1");
}

static bool get_nothing(struct wl_model *m, char *text, size_t size) {
  (void)m, (void)text, (void)size;
  return false; /* the step says it */
}

static bool put_line(struct wl_model *m, const char *text, struct wl_diag *d) {
  uint32_t line = (uint32_t)strtod(text, NULL);
  if (wl_model_select_line(m, line)) return m->recall.line = true;
  return wl_diag_fail(d, WL_USAGE, "line %u of %s makes no step", line,
                      m->trace ? wl_trace_name(m->trace) : "the script");
}

static bool get_view(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", wl_views[m->view].name);
  return m->view > 0;
}

static bool put_view(struct wl_model *m, const char *text, struct wl_diag *d) {
  char list[256] = "";
  const char *near = NULL;
  unsigned least = 3;
  if (wl_model_set_view(m, text)) return true;
  for (size_t i = 0; i < WL_VIEWS; i++) {
    unsigned distance = wl_text_distance(text, wl_views[i].name);
    if (distance < least) least = distance, near = wl_views[i].name;
    if (i) strncat(list, ", ", sizeof list - strlen(list) - 1);
    strncat(list, wl_views[i].name, sizeof list - strlen(list) - 1);
  }
  wl_diag_fail(d, WL_USAGE, "unknown view '%s'", text);
  return near ? wl_diag_hint(d, "did you mean '%s'? There are %s", near, list)
              : wl_diag_hint(d, "there are %s", list);
}

static bool put_lane(struct wl_model *m, const char *text, struct wl_diag *d) {
  return wl_model_pick(m, (unsigned)strtod(text, NULL)) ||
         wl_diag_fail(d, WL_USAGE, "no lane %s: they are 0 to %d", text, WL_LANES - 1);
}

static const char hidden_hint[] = "show them first: without --mask or --ask, or by the key m";

static bool get_wavefront(struct wl_model *m, char *text, size_t size) {
  unsigned waves = wl_beside_waves(m);
  snprintf(text, size, "%u", m->wave < waves ? m->wave : waves);
  return m->wave > 0;
}

/* What is put beside may have more of them than what stands here. */
static bool put_wavefront(struct wl_model *m, const char *text, struct wl_diag *d) {
  unsigned wave = (unsigned)strtod(text, NULL);
  if (wl_model_wave(m, wave)) return true;
  if (wl_model_masked(m)) {
    wl_diag_fail(d, WL_USAGE, "figures are hidden, and so are wavefronts");
    return wl_diag_hint(d, "%s", hidden_hint);
  }
  if (m->view == WL_VIEW_COMPARE && (m->recall.left[WL_MARK_BESIDE] || m->beside_words[0])) {
    m->recall.wave = wave;
    wl_beside_set(m, m->beside);
    return true;
  }
  return wl_diag_fail(d, WL_USAGE, "no wavefront %s: the replay of the step has %u", text,
                      wl_model_waves(m));
}

static bool get_why(struct wl_model *m, char *text, size_t size) {
  char name[WL_SUBJECT_KEY];
  struct wl_why why;
  unsigned subject = wl_panel_on(m, WL_PANEL_WHY) ? wl_subject_now(m) : WL_FIGURES;
  bool there = wl_panel_on(m, WL_PANEL_WHY) && !wl_model_masked(m) &&
               wl_subject_why(m, subject, &why); /* a mark has no figures */
  const char *key = there ? wl_subject_key(subject, name) : NULL;
  snprintf(text, size, "%s", key ? key : "");
  return key;
}

static bool put_why(struct wl_model *m, const char *text, struct wl_diag *d) {
  if (wl_model_masked(m)) {
    wl_diag_fail(d, WL_USAGE, "figures are hidden, and so is what explains them");
    return wl_diag_hint(d, "%s", hidden_hint);
  }
  return wl_model_ask_why(m, text) || wl_subject_missing(m, text, d);
}

static bool get_scroll(struct wl_model *m, char *text, size_t size) {
  int rows = wl_scroll_told(m);
  snprintf(text, size, "%d", rows);
  return rows != 0 && !wl_panel_on(m, WL_PANEL_HELP);
}

static bool put_scroll(struct wl_model *m, const char *text, struct wl_diag *d) {
  (void)d;
  m->scroll = (int)strtod(text, NULL);
  m->wants |= WL_WANT_DRAW;
  return true;
}

static bool get_present(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", "");
  return m->present;
}

static bool put_present(struct wl_model *m, const char *text, struct wl_diag *d) {
  (void)text, (void)d;
  m->present = true;
  wl_present_begin(m);
  m->wants |= WL_WANT_DRAW;
  return true;
}

static bool get_fact(struct wl_model *m, char *text, size_t size) {
  unsigned place, of;
  wl_present_fact(m, &place, &of);
  snprintf(text, size, "%u", place);
  return m->present && place > 1;
}

static bool put_fact(struct wl_model *m, const char *text, struct wl_diag *d) {
  unsigned place, of;
  if (wl_present_go(m, (unsigned)strtod(text, NULL))) return true;
  wl_present_fact(m, &place, &of);
  return wl_diag_fail(d, WL_USAGE, "no fact %s: there %s %u to tell of the step", text,
                      of == 1 ? "is" : "are", of);
}

static bool get_beside(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", wl_beside_words(m));
  return text[0] != '\0';
}

static bool get_by_cost(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", "");
  return m->by_cost;
}

static bool put_by_cost(struct wl_model *m, const char *text, struct wl_diag *d) {
  (void)text, (void)d;
  m->by_cost = true;
  m->wants |= WL_WANT_DRAW;
  return true;
}

static bool get_knob(struct wl_model *m, char *text, size_t size) {
  struct wl_param made;
  const struct wl_param *p = wl_knob_chosen(m, &made);
  snprintf(text, size, "%s", p ? p->name : "");
  return p;
}

static bool put_knob(struct wl_model *m, const char *text, struct wl_diag *d) {
  int knob = wl_knob_named(m, text);
  if (knob >= 0) {
    m->param = knob;
    m->wants |= WL_WANT_DRAW;
    return true;
  }
  char list[256] = "";
  struct wl_param made;
  const struct wl_param *p;
  for (int i = 0; (p = wl_knob(m, i, &made)) != NULL; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", p->name);
  wl_diag_fail(d, WL_USAGE, "--knob=%s: there is no such value to change", text);
  return *list ? wl_diag_hint(d, "there are %s", list) : wl_diag_hint(d, "there is none");
}

static bool get_figure(struct wl_model *m, char *text, size_t size) {
  char name[WL_MEASURE_NAME] = "";
  bool told = wl_sweep_viewed(m) && m->plotted.chosen;
  if (told) wl_measure_key(&m->plotted.measure, name);
  snprintf(text, size, "%s", name);
  return told;
}

static bool put_figure(struct wl_model *m, const char *text, struct wl_diag *d) {
  struct wl_measure measure;
  if (strchr(text, ',')) {
    wl_diag_fail(d, WL_USAGE, "--figure=%s: the view sweep plots one figure", text);
    return wl_diag_hint(d, "`warplens sweep` has several");
  }
  if (!wl_measure_find(text, strlen(text), &measure, d)) return false;
  wl_sweep_plot(m, &measure);
  return true;
}

/* OF_STEP: of the step that is shown, which a turn to other settings leaves. */
enum { OF_STEP = 1 };
static const struct {
  const char *option;
  bool (*get)(struct wl_model *m, char *text, size_t size);
  bool (*put)(struct wl_model *m, const char *text, struct wl_diag *d);
  unsigned flags;
} rows[] = {
  [WL_MARK_ARCH] = {"arch", get_arch, put_arch},
  [WL_MARK_NO_QUESTIONS] = {"no-questions", wl_get_no_questions, wl_put_no_questions},
  [WL_MARK_BEFORE] = {"before", get_before, put_before},
  [WL_MARK_FLIP] = {"flip", get_flip, put_flip},
  [WL_MARK_TO] = {"to", get_to, wl_changed_recall},
  [WL_MARK_STEP] = {"step", get_step, put_step},
  [WL_MARK_LINE] = {"line", get_nothing, put_line, OF_STEP},
  [WL_MARK_SEEN] = {"seen", wl_get_seen, wl_put_seen, OF_STEP},
  [WL_MARK_VIEW] = {"view", get_view, put_view},
  [WL_MARK_ASKED_LANE] = {"asked-lane", wl_get_asked_lane, put_lane, OF_STEP},
  [WL_MARK_MASK] = {"mask", wl_get_mask, wl_put_mask},
  [WL_MARK_ASK] = {"ask", wl_get_ask, wl_put_ask},
  [WL_MARK_ANSWERS] = {"answers", wl_get_answers, wl_said_read, OF_STEP},
  [WL_MARK_QUESTION] = {"question", wl_get_question, wl_put_question, OF_STEP},
  [WL_MARK_CHOICE] = {"choice", wl_get_choice, wl_said_choose, OF_STEP},
  [WL_MARK_LANE] = {"lane", wl_get_lane, put_lane},
  [WL_MARK_FIND] = {"find", get_find, put_find},
  [WL_MARK_WAVEFRONT] = {"wavefront", get_wavefront, put_wavefront, OF_STEP},
  [WL_MARK_WHY] = {"why", get_why, put_why, OF_STEP},
  [WL_MARK_SCROLL] = {"scroll", get_scroll, put_scroll, OF_STEP},
  [WL_MARK_PRESENT] = {"present", get_present, put_present},
  [WL_MARK_FACT] = {"fact", get_fact, put_fact, OF_STEP},
  [WL_MARK_BY_COST] = {"by-cost", get_by_cost, put_by_cost},
  [WL_MARK_KNOB] = {"knob", get_knob, put_knob},
  [WL_MARK_FIGURE] = {"figure", get_figure, put_figure},
  [WL_MARK_BESIDE] = {"beside", get_beside, wl_beside_ask},
};
static_assert(sizeof rows / sizeof rows[0] == WL_BOOKMARKS, "a row for every bookmark");

const char *wl_bookmark_option(enum wl_bookmark b) { return rows[b].option; }

bool wl_bookmark_get(struct wl_model *m, enum wl_bookmark b, char *text, size_t size) {
  return rows[b].get(m, text, size);
}

bool wl_bookmark_put(struct wl_model *m, enum wl_bookmark b, const char *text,
                     struct wl_diag *d) {
  return rows[b].put(m, text, d);
}

void wl_bookmark_recall(struct wl_model *m, enum wl_bookmark b, const char *text) {
  m->recall.left[b] = text;
}

bool wl_bookmark_take(struct wl_model *m, struct wl_diag *d) {
  if (m->recall.going) return false; /* putting one looks at the recording again */
  bool good = m->recall.going = true;
  for (enum wl_bookmark b = 0; good && b < WL_BOOKMARKS; b++) {
    if (!m->recall.left[b]) continue;
    good = rows[b].put(m, m->recall.left[b], d); /* those behind it lean on it */
    if (good) m->recall.left[b] = NULL;
  }
  m->recall.going = false;
  return good;
}

void wl_bookmark_settle(struct wl_model *m) {
  struct wl_diag d;
  bool done = wl_bookmark_take(m, &d);
  if (done || m->course.flip.turn || wl_changed_awaited(m)) return; /* the others wait for it */
  memset(m->recall.left, 0, sizeof m->recall.left);
  wl_model_fail(m, &d);
}

char *wl_bookmark_write(struct wl_model *m, char separator) {
  char value[WL_BESIDE_WORDS], *text = NULL;
  size_t size;
  const struct wl_head *head = wl_model_head(m);
  bool every = wl_model_one_line(m); /* its parameters have no default */
  FILE *f = open_memstream(&text, &size);
  if (!f) return NULL;
  fputs("warplens", f);
  for (size_t i = 0; i < m->recall.words; i++) {
    putc(separator, f);
    wl_shell_quote(f, m->recall.word[i]);
  }
  for (unsigned i = 0; head && i < head->params; i++) {
    const struct wl_param *p = &head->param[i];
    char was[WL_VALUE];
    bool changed = wl_flip_was(m, p->name, was) || wl_changed_was(m, p->name, was, sizeof was);
    const char *now = changed ? was : wl_param_value(m, p);
    if (!every && strcmp(now, p->initial) == 0) continue;
    fprintf(f, "%c%s=", separator, p->name);
    wl_shell_quote(f, now);
  }
  if (m->scheme != wl_scheme_default(m->present))
    fprintf(f, "%c--theme=%s", separator, wl_schemes[m->scheme].name);
  for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++) {
    const char *left = m->recall.left[b]; /* what the recording has not been asked for yet */
    if (!left && m->course.flip.turn && rows[b].flags & OF_STEP) continue;
    if (!left && !wl_bookmark_get(m, b, value, sizeof value)) continue;
    const char *argument = left ? left : value;
    fprintf(f, "%c--%s%s", separator, rows[b].option, *argument ? "=" : "");
    if (*argument) wl_shell_quote(f, argument);
  }
  bool good = !ferror(f);
  if (fclose(f) == 0 && good) return text;
  free(text);
  return NULL;
}
