#include "session/restore/restore.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/gpu/target.h"
#include "core/trace/trace.h"
#include "session/course/presentation.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/search/search.h"
#include "session/select/second_run.h"
#include "session/select/setters.h"
#include "session/settings/adjust.h"
#include "session/settings/sweep_choice.h"
#include "session/state/panels.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/why/why_subjects.h"
#include "words/figures.h"
#include "words/quote.h"

enum key { STEP, LINE, VIEW, LANE, WAVE, WHY, SCROLL, FACT, ORDER, KNOB, FIGURE, KEYS };
enum { ALL = 1000000000 };

/* A number, or a word of so many bytes. */
static const struct row {
  const char *key, *option;
  size_t offset, size; /* of the word; 0: it is a number */
  long min, max;
} rows[] = {
#define NUMBER(member, option, min, max) \
  {#member, option, offsetof(struct wl_restore, member), 0, min, max}
#define WORD(member, option) \
  {#member, option, offsetof(struct wl_restore, member), \
   sizeof ((struct wl_restore *)0)->member, 0, 0}
  [STEP] = NUMBER(step, "step", 0, ALL),
  [LINE] = NUMBER(line, "line", 1, ALL),
  [VIEW] = WORD(view, "view"),
  [LANE] = NUMBER(lane, "lane", 0, WL_LANES - 1),
  [WAVE] = NUMBER(wave, "wavefront", 0, 1000000),
  [WHY] = WORD(why, "why"),
  [SCROLL] = NUMBER(scroll, NULL, -1000000, 1000000),
  [FACT] = NUMBER(fact, NULL, 1, WL_FACTS),
  [ORDER] = WORD(order, NULL),
  [KNOB] = WORD(knob, NULL),
  [FIGURE] = WORD(figure, "figure"),
};

static_assert((int)WL_AT_WHY >= (int)WL_WHY_SUBJECT_KEY, "room for every subject");

static bool has(const struct wl_restore *at, enum key k) { return at->given >> k & 1; }

static long *number_of(struct wl_restore *at, enum key k) {
  return (long *)(void *)((char *)at + rows[k].offset);
}

static char *word_of(struct wl_restore *at, enum key k) { return (char *)at + rows[k].offset; }

bool wl_at_option(unsigned k, const char **option) {
  if (k < KEYS) *option = rows[k].option;
  return k < KEYS;
}

bool wl_restore_is_placed(const struct wl_restore *at) { return has(at, STEP) || has(at, LINE); }

/* False where it is no value of the key. */
static bool set(struct wl_restore *at, enum key k, const char *value) {
  const struct row *r = &rows[k];
  char *end;
  long number = strtol(value, &end, 0);
  if (r->size && (!*value || strlen(value) >= r->size)) return false;
  if (!r->size && (!*value || *end || number < r->min || number > r->max)) return false;
  if (r->size) memcpy(word_of(at, k), value, strlen(value) + 1);
  else *number_of(at, k) = number;
  at->given |= 1u << k;
  return true;
}

bool wl_restore_set(struct wl_restore *at, const char *name, const char *value, struct wl_diag *d) {
  enum key k = 0;
  while (strcmp(rows[k].key, name) != 0 && (!rows[k].option || strcmp(rows[k].option, name) != 0))
    k++;
  const struct row *r = &rows[k];
  if (set(at, k, value)) return true;
  wl_diag_fail(d, WL_USAGE, "no %s '%.60s'", name, value);
  return r->size ? false : wl_diag_hint(d, "there are %ld to %ld", r->min, r->max);
}

static bool fail_word(const char *part, struct wl_diag *d) {
  char list[256] = "";
  size_t used = 0;
  for (enum key k = 0; k < KEYS; k++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s:%s", k ? ", " : "",
                             rows[k].key, rows[k].size ? "NAME" : "N");
  wl_diag_fail(d, WL_USAGE, "--at: '%.60s' is no place in a picture", part);
  return wl_diag_hint(d, "it has, with commas between them, any of %s", list);
}

bool wl_restore_read(struct wl_restore *at, const char *word, struct wl_diag *d) {
  for (const char *s = word;;) {
    char part[2 * WL_MEASURE_NAME];
    size_t size = strcspn(s, ",");
    enum key k = 0;
    snprintf(part, sizeof part, "%.*s", (int)size, s);
    char *value = strchr(part, ':');
    if (value) *value++ = '\0';
    while (k < KEYS && strcmp(rows[k].key, part) != 0) k++;
    if (k == KEYS || !value || size >= sizeof part || !set(at, k, value)) {
      snprintf(part, sizeof part, "%.*s", (int)size, s);
      return fail_word(part, d);
    }
    if (!s[size]) return true;
    s += size + 1;
  }
}

static bool go_step(struct wl_session *m, size_t step, struct wl_diag *d) {
  if (wl_session_select(m, step)) return true;
  bool cut = m->trace && m->count < wl_trace_total(m->trace);
  wl_diag_fail(d, WL_USAGE, "no step %zu: %s %zu, counted from 0", step,
               cut ? "the recording keeps the first" : "the run has", m->count);
  return wl_diag_hint(d, "the title counts the instructions of a warp, from 1");
}

/* Goes to the first step that is found, as who types it does, unless another one was asked for. */
static bool place(struct wl_session *m, const struct wl_restore *at, struct wl_diag *d) {
  bool placed = wl_restore_is_placed(at);
  if (placed) m->opening.first = false;
  if (has(at, STEP) && !go_step(m, (size_t)at->step, d)) return false;
  if (has(at, LINE) && !wl_session_select_line(m, (size_t)at->line))
    return wl_diag_fail(d, WL_USAGE, "line %ld of %s makes no step", at->line,
                        m->trace ? wl_trace_name(m->trace) : "the script");
  if (!at->find) return true;
  return placed ? wl_find_set(m, at->find, d) : wl_find(m, at->find, d);
}

static bool look(struct wl_session *m, const char *view, struct wl_diag *d) {
  char list[256] = "";
  const char *near = NULL;
  unsigned least = 3;
  if (wl_session_set_view(m, view)) return true;
  for (size_t i = 0; i < WL_VIEWS; i++) {
    unsigned distance = wl_text_distance(view, wl_views[i].name);
    if (distance < least) least = distance, near = wl_views[i].name;
    if (i) strncat(list, ", ", sizeof list - strlen(list) - 1);
    strncat(list, wl_views[i].name, sizeof list - strlen(list) - 1);
  }
  wl_diag_fail(d, WL_USAGE, "unknown view '%s'", view);
  return near ? wl_diag_hint(d, "did you mean '%s'? There are %s", near, list)
              : wl_diag_hint(d, "there are %s", list);
}

/* What figures have to be seen for. A question that stands again comes first: it hides what its
 * answer has shown. */
static bool show_more(struct wl_session *m, const struct wl_restore *at, struct wl_diag *d) {
  bool asks = has(at, WAVE) || has(at, WHY) || has(at, FACT);
  if (asks && wl_session_masked(m) && !m->mask.on) {
    wl_session_say(m, "the question comes first: the line shows more behind its answer");
    return true;
  }
  if ((has(at, WAVE) || has(at, WHY)) && wl_session_masked(m)) {
    wl_diag_fail(d, WL_USAGE, "figures are hidden, and so are wavefronts and what explains them");
    return wl_diag_hint(d, "show them first: without --mask or --ask, or by the key m");
  }
  if (has(at, WAVE) && at->beside) m->wave = (unsigned)at->wave; /* that may have more of them */
  else if (has(at, WAVE) && !wl_session_wave(m, (unsigned)at->wave))
    return wl_diag_fail(d, WL_USAGE, "no wavefront %ld: the replay of the step has %u", at->wave,
                        wl_session_waves(m));
  if (has(at, WHY) && !wl_session_ask_why(m, at->why)) return wl_why_subject_missing(m, at->why, d);
  if (!has(at, FACT) || wl_present_go(m, (unsigned)at->fact)) return true;
  unsigned now, of;
  wl_present_fact(m, &now, &of);
  return wl_diag_fail(d, WL_USAGE, "no fact %ld: there %s %u to tell of the step", at->fact,
                      of == 1 ? "is" : "are", of);
}

static bool choose(struct wl_session *m, const char *name, struct wl_diag *d) {
  int knob = wl_adjustable_named(m, name);
  if (knob >= 0) {
    m->param = knob;
    return true;
  }
  char list[256] = "";
  struct wl_param made;
  const struct wl_param *p;
  for (int i = 0; (p = wl_adjustable(m, i, &made)) != NULL; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", p->name);
  wl_diag_fail(d, WL_USAGE, "'%s' is no value that can be changed", name);
  return wl_diag_hint(d, "there %s %s", *list ? "are" : "is", *list ? list : "none");
}

static bool plot(struct wl_session *m, const char *figure, struct wl_diag *d) {
  struct wl_measure measure;
  if (strchr(figure, ',')) {
    wl_diag_fail(d, WL_USAGE, "--figure=%s: the view sweep plots one figure", figure);
    return wl_diag_hint(d, "`warplens sweep` has several");
  }
  if (!wl_measure_find(figure, strlen(figure), &measure, d)) return false;
  wl_sweep_plot(m, &measure);
  return true;
}

bool wl_restore_apply(struct wl_session *m, const struct wl_restore *at, struct wl_diag *d) {
  m->requests |= WL_REQUEST_DRAW;
  if (!place(m, at, d) || (has(at, VIEW) && !look(m, at->view, d))) return false;
  if (has(at, LANE) && !wl_session_pick(m, (unsigned)at->lane)) return false;
  if (at->ask && !wl_mask_ask_named(m, at->ask, d)) return false;
  if (!show_more(m, at, d)) return false;
  if (has(at, SCROLL)) m->scroll = (int)at->scroll;
  if (has(at, ORDER) && strcmp(at->order, "cost") != 0)
    return wl_diag_fail(d, WL_USAGE, "lines have the order of cost, not '%s'", at->order);
  m->by_cost |= has(at, ORDER);
  if (has(at, KNOB) && !choose(m, at->knob, d)) return false;
  if (has(at, FIGURE) && !plot(m, at->figure, d)) return false;
  return !at->beside || wl_second_run_ask(m, at->beside, d);
}

void wl_restore_begin(struct wl_session *m, const struct wl_restore *at) {
  m->recall.at = *at;
  m->recall.waits = true;
  m->opening.placed = wl_restore_is_placed(at);
  if (at->no_questions) wl_mask_no_questions(m, true);
  if (at->mask || at->ask) wl_session_mask(m, true);
  m->present = at->present;
  if (at->present) wl_present_begin(m);
}

void wl_restore_arrive(struct wl_session *m) {
  const struct wl_restore *at = &m->recall.at;
  struct wl_diag d;
  bool rest = has(at, LINE) || at->find || has(at, SCROLL); /* may need more than the step */
  bool early = has(at, STEP) && !rest && (size_t)at->step < m->count;
  if (!m->recall.waits || (m->of && !early)) return;
  m->recall.waits = false;
  if (!wl_restore_apply(m, at, &d)) wl_session_fail(m, &d);
}

static void take_number(struct wl_restore *at, enum key k, long number, bool given) {
  *number_of(at, k) = number;
  at->given |= (unsigned)given << k;
}

static void take_word(struct wl_restore *at, enum key k, const char *word) {
  if (word && *word) set(at, k, word);
}

static const char *why_now(struct wl_session *m, char name[WL_WHY_SUBJECT_KEY]) {
  struct wl_why why;
  bool open = wl_panel_on(m, WL_PANEL_WHY);
  unsigned subject = open ? wl_why_subject_now(m) : WL_FIGURES;
  bool there = open && !wl_session_masked(m) && wl_why_subject_why(m, subject, &why);
  return there ? wl_why_subject_key(subject, name) : NULL;
}

void wl_restore_take(struct wl_session *m, struct wl_restore *at) {
  char name[WL_MEASURE_NAME];
  struct wl_param made;
  const struct wl_param *knob = wl_adjustable_chosen(m, &made);
  unsigned fact = 0, of, waves = wl_session_waves(m);
  size_t count;
  *at = (struct wl_restore){.mask = m->mask.on && !m->mask.chosen, .present = m->present,
                       .no_questions = m->unasked};
  if (!wl_found(m, &count, &at->find)) at->find = NULL;
  if (m->beside_words[0]) at->beside = m->beside_words;
  if (m->mask.on && m->mask.chosen) at->ask = wl_figure_key(m->mask.figure);
  bool elsewhere = at->find || m->present || wl_present_elsewhere(m); /* would it begin */
  take_number(at, STEP, (long)m->selected, m->selected > 0 || (elsewhere && !wl_session_empty(m)));
  if (m->view > 0) take_word(at, VIEW, wl_views[m->view].name);
  take_number(at, LANE, m->lane, m->lane > 0);
  take_number(at, WAVE, m->wave < waves ? m->wave : waves, m->wave > 0 && waves > 0);
  take_word(at, WHY, why_now(m, name));
  bool scrolled = m->scroll && !wl_panel_on(m, WL_PANEL_HELP) && !wl_session_masked(m);
  take_number(at, SCROLL, m->scroll, scrolled);
  if (m->present) wl_present_fact(m, &fact, &of);
  take_number(at, FACT, fact, fact > 1);
  take_word(at, ORDER, m->by_cost ? "cost" : NULL);
  take_word(at, KNOB, knob ? knob->name : NULL);
  if (wl_sweep_viewed(m) && m->plotted.chosen)
    take_word(at, FIGURE, wl_measure_key(&m->plotted.measure, name));
}

static void write_option(FILE *f, char separator, const char *option, const char *value) {
  if (!value) return;
  fprintf(f, "%c--%s", separator, option);
  if (*value) putc('=', f), wl_shell_quote(f, value);
}

static void write_at(FILE *f, char separator, struct wl_restore *at) {
  write_option(f, separator, "no-questions", at->no_questions ? "" : NULL);
  write_option(f, separator, "mask", at->mask ? "" : NULL);
  write_option(f, separator, "ask", at->ask);
  write_option(f, separator, "present", at->present ? "" : NULL);
  write_option(f, separator, "find", at->find);
  write_option(f, separator, "beside", at->beside);
  bool first = true;
  for (enum key k = 0; k < KEYS; k++) {
    if (!has(at, k)) continue;
    if (first) fprintf(f, "%c--at=", separator);
    fprintf(f, "%s%s:", first ? "" : ",", rows[k].key);
    if (rows[k].size) wl_shell_quote(f, word_of(at, k));
    else fprintf(f, "%ld", *number_of(at, k));
    first = false;
  }
}

/* Settings that are not the script's own; of one line there are no others. */
static void write_settings(FILE *f, char separator, const struct wl_session *m) {
  char name[WL_TARGET_TEXT], own[WL_TARGET_TEXT];
  const struct wl_head *head = wl_session_head(m);
  for (unsigned i = 0; head && i < head->params; i++) {
    const struct wl_param *p = &head->param[i];
    const char *now = wl_param_value(m, p);
    if (!wl_session_one_line(m) && strcmp(now, p->initial) == 0) continue;
    fprintf(f, "%c%s=", separator, p->name);
    wl_shell_quote(f, now);
  }
  if (m->scheme != wl_scheme_default(m->present))
    fprintf(f, "%c--theme=%s", separator, wl_schemes[m->scheme].name);
  wl_target_name(wl_session_target(m), name);
  if (strcmp(name, wl_target_name(wl_session_own_target(m), own)) != 0)
    fprintf(f, "%c--arch=%s", separator, name);
}

char *wl_restore_write(struct wl_session *m, char separator) {
  char *text = NULL;
  size_t size;
  struct wl_restore at = m->recall.at;
  FILE *f = open_memstream(&text, &size);
  if (!f) return NULL;
  if (!m->recall.waits) wl_restore_take(m, &at);
  fputs("warplens", f);
  for (size_t i = 0; i < m->recall.words; i++) {
    putc(separator, f);
    wl_shell_quote(f, m->recall.word[i]);
  }
  write_settings(f, separator, m);
  write_at(f, separator, &at);
  bool good = !ferror(f);
  if (fclose(f) == 0 && good) return text;
  free(text);
  return NULL;
}
