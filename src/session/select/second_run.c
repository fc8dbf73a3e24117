#include "session/select/second_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/target.h"
#include "core/trace/setting.h"
#include "core/trace/trace.h"
#include "session/predict/predict.h"
#include "session/settings/undo.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/view_table.h"
#include "session/state/window.h"

enum { SEARCH = 16384 /* most steps looked at */ };

bool wl_second_run_ask(struct wl_session *m, const char *words, struct wl_diag *d) {
  if (strlen(words) >= sizeof m->beside_words)
    return wl_diag_fail(d, WL_USAGE, "more than %zu bytes say what is beside",
                        sizeof m->beside_words - 1);
  snprintf(m->beside_words, sizeof m->beside_words, "%s", words);
  m->requests |= WL_REQUEST_BESIDE | WL_REQUEST_DRAW;
  return true;
}

const char *wl_second_run_words(const struct wl_session *m) { return m->beside_words; }

void wl_second_run_set(struct wl_session *m, struct wl_session *other) {
  bool whole = other ? other->count && !other->of : !m->beside_words[0];
  m->beside = other;
  if (whole) wl_second_run_limit_wave(m);
  m->requests |= WL_REQUEST_DRAW;
}

static bool add_word(char text[WL_SECOND_RUN_WORDS], const char *name, const char *value) {
  return wl_setting_add(text, WL_SECOND_RUN_WORDS, name, value);
}

static bool add_option(char text[WL_SECOND_RUN_WORDS], const char *option) {
  size_t used = strlen(text);
  int n = snprintf(text + used, WL_SECOND_RUN_WORDS - used, " %s", option);
  return n >= 0 && used + (size_t)n < WL_SECOND_RUN_WORDS;
}

/* Whether the script says what shape it has: one that does not takes no other. */
static bool says(const struct wl_session *m, const char *shape) {
  const struct wl_trace_words *words = m->trace ? wl_trace_words(m->trace) : NULL;
  return words && (wl_session_one_line(m) || (*shape == 'g' ? words->grid : words->block));
}

/* The shapes and the types of arrays as they are: they can be changed in place, too. */
static bool add_shown(const struct wl_session *m, char text[WL_SECOND_RUN_WORDS]) {
  static const char *const shapes[] = {"grid", "block"};
  const struct wl_head *head = wl_session_head(m);
  struct wl_param made;
  for (unsigned i = 0; i < 2u + head->arrays; i++) {
    const char *name = i < 2 ? shapes[i] : head->array[i - 2].name;
    const struct wl_param *p = wl_param_named(m, name, &made);
    if (i < 2 && !says(m, name)) continue;
    if (p == &made && !add_word(text, name, wl_param_value(m, p))) return false;
  }
  return true;
}

void wl_second_run_turn(struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  char text[WL_SECOND_RUN_WORDS] = "", arch[WL_TARGET_TEXT];
  struct wl_diag d;
  if (m->beside_words[0]) {
    wl_second_run_ask(m, "", &d);
    snprintf(m->message, sizeof m->message, "the comparison is closed");
    return;
  }
  bool fits = head != NULL;
  for (unsigned i = 0; fits && i < head->params; i++)
    fits = add_word(text, head->param[i].name, wl_param_value(m, &head->param[i]));
  fits = fits && add_shown(m, text) &&
         add_word(text, "--arch", wl_target_name(wl_session_target(m), arch)) &&
         add_option(text, "--kept");
  if (!fits || !wl_second_run_ask(m, text, &d)) {
    snprintf(m->message, sizeof m->message, "%s",
             head ? "too many parameters to be kept" : "there is nothing to keep");
    return;
  }
  wl_session_look(m, WL_VIEW_COMPARE);
  snprintf(m->message, sizeof m->message, "kept: changes are compared with this version");
}

/* What makes steps of two scripts alike: what they do, and to which array. */
struct kind { uint8_t kind, space, op; const char *array; };

static struct kind kind_of(const struct wl_session *m, const struct wl_step *s) {
  const struct wl_head *head = wl_session_head(m);
  struct kind k = {s->kind, 0, 0, ""};
  if (s->kind != WL_STEP_ACCESS) return k;
  k.space = s->access.space;
  k.op = s->access.op;
  if (head && s->array < head->arrays) k.array = head->array[s->array].name;
  return k;
}

static bool alike(const struct kind *a, const struct kind *b, bool named) {
  return a->kind == b->kind && a->space == b->space && a->op == b->op &&
         (!named || strcmp(a->array, b->array) == 0);
}

/* The nth step of a kind that a warp of a block makes, or the last one. */
static bool find_nth(const struct wl_session *m, const struct wl_step *like,
                     const struct kind *want,
                     bool named, size_t nth, size_t *step) {
  struct wl_step s;
  bool found = false;
  size_t from = wl_session_block_at(m, like->block);
  for (size_t i = from; i < from + SEARCH && wl_trace_get(m->trace, i, &s); i++) {
    if (s.block != like->block) break;
    struct kind k = kind_of(m, &s);
    if (s.warp != like->warp || !alike(&k, want, named)) continue;
    *step = i;
    found = true;
    if (nth-- == 0) break;
  }
  return found;
}

/* The step of another script that is like the selected one. */
static bool find_alike(const struct wl_session *m, const struct wl_session *other, size_t *step) {
  struct wl_step here, s;
  if (!wl_trace_get(m->trace, m->selected, &here)) return false;
  struct kind want = kind_of(m, &here);
  size_t nth = 0, from = wl_session_block_at(m, here.block);
  for (size_t i = from; i < m->selected && wl_trace_get(m->trace, i, &s); i++) {
    struct kind k = kind_of(m, &s);
    nth += s.warp == here.warp && alike(&k, &want, true);
  }
  return find_nth(other, &here, &want, true, nth, step) ||
         find_nth(other, &here, &want, false, nth, step);
}

static bool same_script(const struct wl_session *a, const struct wl_session *b) {
  return a->trace && b->trace && strcmp(wl_trace_name(a->trace), wl_trace_name(b->trace)) == 0;
}

bool wl_second_run_meet(struct wl_session *m) {
  struct wl_session *o = m->beside;
  size_t step;
  if (!o || !o->count || !m->count) return false;
  struct wl_identity id = wl_session_identity(m);
  bool found = same_script(m, o) ? wl_session_find(o, &id, &step) != WL_FOUND_NONE
                                 : find_alike(m, o, &step);
  if (!found) return false;
  o->selected = step;
  o->lane = m->lane;
  o->asks = false; /* nobody could answer there: where figures are hidden here, both are */
  o->wave = m->wave;
  wl_predict_enter(o);
  return true;
}

unsigned wl_second_run_waves(struct wl_session *m) {
  unsigned waves = wl_session_waves(m), other = 0;
  bool two = m->beside && m->view == WL_VIEW_COMPARE && wl_second_run_meet(m);
  if (two && !wl_session_masked(m)) /* as hidden as those here */
    other = wl_session_waves(m->beside);
  return waves > other ? waves : other;
}

void wl_second_run_limit_wave(struct wl_session *m) {
  unsigned waves = m->wave ? wl_second_run_waves(m) : 0;
  if (m->wave > waves) m->wave = waves;
}

/* Adds a part to a label. */
static void add(char text[WL_SECOND_RUN_LABEL], const char *name, const char *is,
                const char *value) {
  size_t used = strlen(text);
  snprintf(text + used, WL_SECOND_RUN_LABEL - used, "%s%s%s%s", used ? " " : "", name, is, value);
}

/* Parameters whose values differ from those of the other. */
static void add_params(const struct wl_session *m, const struct wl_session *against,
                       char text[WL_SECOND_RUN_LABEL]) {
  const struct wl_head *head = wl_session_head(m), *other = wl_session_head(against);
  for (unsigned i = 0; head && other && i < head->params; i++)
    for (unsigned k = 0; k < other->params; k++)
      if (strcmp(head->param[i].name, other->param[k].name) == 0 &&
          strcmp(head->param[i].value, other->param[k].value) != 0)
        add(text, head->param[i].name, "=", head->param[i].value);
}

/* Types of arrays of the same name that differ. */
static void add_types(const struct wl_head *head, const struct wl_head *other,
                      char text[WL_SECOND_RUN_LABEL]) {
  struct wl_param a = {.name = ""}, b = {.name = ""};
  for (unsigned i = 0; i < head->arrays; i++)
    for (unsigned k = 0; k < other->arrays; k++) {
      const struct wl_array *x = &head->array[i], *y = &other->array[k];
      if (x->type.scalar == WL_STRUCT || y->type.scalar == WL_STRUCT) continue;
      if (strcmp(x->name, y->name) != 0) continue;
      wl_param_types(x->type, &a);
      wl_param_types(y->type, &b);
      if (strcmp(a.value, b.value) != 0) add(text, x->name, "=", a.value);
    }
}

/* The grid or block, where the other has another. */
static void add_shape(const char *name, const uint32_t a[3], const uint32_t b[3],
                      char text[WL_SECOND_RUN_LABEL]) {
  char shape[WL_VALUE];
  if (memcmp(a, b, sizeof a[0] * 3) == 0) return;
  wl_head_shape_text(a, shape);
  add(text, name, "=", shape);
}

void wl_second_run_label(const struct wl_session *m, bool other, char text[WL_SECOND_RUN_LABEL]) {
  const struct wl_session *here = other ? m->beside : m, *there = other ? m : m->beside;
  text[0] = '\0';
  if (here->trace && there->trace && !same_script(here, there)) {
    const char *name = wl_trace_name(here->trace), *slash = strrchr(name, '/');
    add(text, slash ? slash + 1 : name, "", "");
  }
  add_params(here, there, text);
  const struct wl_head *head = wl_session_head(here), *against = wl_session_head(there);
  if (!text[0] && head && against) { /* else a parameter has changed it */
    add_shape("grid", head->grid, against->grid, text);
    add_shape("block", head->block, against->block, text);
    if (same_script(here, there)) add_types(head, against, text);
  }
  const struct wl_arch *arch = wl_session_arch(here);
  if (arch != wl_session_arch(there)) add(text, "cc ", arch->cc, arch->mode);
  if (here->laid_out != there->laid_out)
    add(text, here->laid_out ? "new layout" : "own layout", "", "");
  bool kept = strstr(m->beside_words, "--kept") != NULL;
  if (!text[0]) add(text, !other ? "as it is" : kept ? "the values kept" : "the same", "", "");
}
