#include "session/course/presentation.h"

#include <assert.h>
#include <stdio.h>

#include "session/compare/figure_text.h"
#include "session/compare/variants.h"
#include "session/course/course.h"
#include "session/course/presentation_stops.h"
#include "session/course/variant_change.h"
#include "session/predict/predict.h"
#include "session/predict/question.h"
#include "session/predict/redact_source.h"
#include "session/search/hazard_summary.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "session/state/window.h"
#include "words/figures.h"

const char *const wl_fact_titles[] = {
  [WL_FACT_STOP] = "a note",
  [WL_FACT_ASK] = "what the code does",
  [WL_FACT_GO] = "where the lanes go",
  [WL_FACT_CHANCE] = "what can go wrong",
  [WL_FACT_DO] = "what the hardware does",
  [WL_FACT_COST] = "what it costs",
  [WL_FACT_WHY] = "why",
  [WL_FACT_COUNTED] = "measured on hardware",
};
static_assert(sizeof wl_fact_titles / sizeof wl_fact_titles[0] == WL_FACTS, "a title for each");

enum wl_view_id wl_present_view(const struct wl_step_info *s) {
  bool banks = s->step.access.space == WL_SHARED || s->step.access.space == WL_CONSTANT;
  if (s->step.kind != WL_STEP_ACCESS) return WL_VIEW_SHUFFLE;
  return banks ? WL_VIEW_BANKS : WL_VIEW_LINES;
}

/* Whether the rule was told at another stop, or in another lesson: nobody wants to read it again
 * there. */
static bool is_told(struct wl_session *m, const struct wl_step_info *s) {
  const struct wl_rules_told *t = &m->slide.told;
  enum wl_rule_id rule = (enum wl_rule_id)s->verdict.rule;
  if (!wl_stop_asks(m) || rule == WL_RULE_NONE) return false;
  bool here = t->at[rule].line == s->step.place.line && t->at[rule].column == s->step.place.column;
  if (t->before >> rule & 1) return true;
  return t->at[rule].line && (!here || t->flip[rule] != m->course.flip.shown);
}

/* Bit f: a step that is not asked about now has fact f. What is good is told by its picture
 * alone, with a rule where it was asked about; what was asked that is no figure needs none of
 * them, nor a picture of what is good. After a change all are compared. What the hardware does
 * was the answer where that was asked. */
static unsigned facts_of_access(struct wl_session *m, const struct wl_step_info *s) {
  enum { PICTURE = 1 << WL_FACT_GO, ANSWER = 1 << WL_FACT_ASK, WHY = 1 << WL_FACT_WHY };
  const struct wl_question *asked = &m->poll.question;
  bool rule = s->verdict.rule != WL_RULE_NONE || s->covered;
  unsigned why = rule && !is_told(m, s) ? WHY : 0;
  if (!s->step.access.mask) return ANSWER;
  if (!s->covered && !wl_figure_changed(m)) {
    bool good = s->verdict.grade == WL_GRADE_GOOD;
    if (asked->text[0] && asked->asked == WL_ASK_NOTHING) return good ? ANSWER : ANSWER | PICTURE;
    if (good) return asked->text[0] ? ANSWER | PICTURE | why : PICTURE;
  }
  enum wl_figure telling = wl_figure_telling(wl_session_arch(m), &s->step.access);
  bool told = asked->text[0] && asked->asked == telling;
  return ANSWER | PICTURE | (told ? 0 : 1 << WL_FACT_DO) | 1 << WL_FACT_COST | why;
}

/* Whether the whole launch is told here, too: at its last stop, where hardware was asked, with
 * the last settings that it was asked with, once nothing of it is still to be asked. */
static bool ends_counted(struct wl_session *m) {
  const struct wl_lesson_data *l = wl_trace_lesson(m->trace);
  size_t step;
  if (!wl_session_measured(m) || !wl_session_costs(m) || wl_stop_next(m, true, &step)) return false;
  for (unsigned i = 0; i < l->measurements; i++)
    if (wl_variant_comes(m, l->measured[i].with)) return false;
  return true;
}

/* Bit f: the step has fact f. */
static unsigned facts_of(struct wl_session *m, const struct wl_step_info *s) {
  /* The others come with the answer. */
  if (m->poll.state == WL_PREDICT_ASKED) return 1 << WL_FACT_ASK;
  unsigned end = ends_counted(m) ? 1 << WL_FACT_COUNTED : 0;
  bool chance = !s->covered && wl_hazards_open_here(m) && wl_hazard_at(m, m->selected);
  if (chance) end |= 1 << WL_FACT_CHANCE;
  switch ((enum wl_step_kind)s->step.kind) {
  case WL_STEP_SHUFFLE: case WL_STEP_VOTE: return 1 << WL_FACT_ASK | 1 << WL_FACT_GO | end;
  case WL_STEP_ACCESS: return facts_of_access(m, s) | end;
  default: return 1 << WL_FACT_STOP | end;
  }
}

bool wl_present_sums_up(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  return s && s->step.kind == WL_STEP_ACCESS && !(facts_of(m, s) & 1 << WL_FACT_DO);
}

/* Which fact of the selected step is shown, from 0. */
static void set_fact(struct wl_session *m, unsigned fact) {
  m->slide.step = m->selected;
  m->slide.fact = fact;
  m->slide.wanted = 0;
}

const char *wl_present_title(struct wl_session *m) {
  struct wl_variant_change change;
  unsigned place, of;
  enum wl_fact fact = wl_present_fact(m, &place, &of);
  if (fact == WL_FACT_STOP && wl_present_opens(m) && wl_variant_change(m, &change))
    return "what changes";
  if (fact == WL_FACT_STOP && wl_present_opens(m)) return "what this is about";
  if (fact == WL_FACT_STOP && wl_session_spot(m)->step.kind != WL_STEP_MARK)
    return "synchronization";
  if (fact == WL_FACT_ASK && m->poll.state == WL_PREDICT_ASKED) return "make a prediction";
  bool answered = fact == WL_FACT_ASK && m->poll.state == WL_PREDICT_REVEALED;
  return answered ? "the answer" : wl_fact_titles[fact];
}

bool wl_present_asks(struct wl_session *m) {
  return wl_session_spot(m) && m->poll.state == WL_PREDICT_ASKED;
}

enum wl_fact wl_present_fact_at(struct wl_session *m, unsigned place) {
  const struct wl_step_info *s = wl_session_spot(m);
  unsigned facts = s ? facts_of(m, s) : 1, seen = 0;
  enum wl_fact found = WL_FACT_STOP;
  for (enum wl_fact f = 0; f < WL_FACTS; f++)
    if (facts >> f & 1 && ++seen == place) found = f;
  return found;
}

/* How many facts come before one; where that is none of them, before the last that was told. */
static unsigned place_of(unsigned facts, unsigned fact) {
  unsigned before = (unsigned)__builtin_popcount(facts & ((1u << fact) - 1));
  return before && !(facts >> fact & 1) ? before - 1 : before;
}

enum wl_fact wl_present_fact(struct wl_session *m, unsigned *place, unsigned *of) {
  const struct wl_step_info *s = wl_session_spot(m);
  unsigned facts = s ? facts_of(m, s) : 1, fact = m->slide.fact;
  *of = (unsigned)__builtin_popcount(facts);
  if (m->slide.wanted) fact = place_of(facts, m->slide.wanted - 1u);
  else if (m->slide.step != m->selected) fact = 0; /* another step begins with its first */
  *place = (fact < *of ? fact : *of - 1) + 1;
  return wl_present_fact_at(m, *place);
}

static void tell(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  unsigned place, of, rule = s ? s->verdict.rule : 0;
  if (!s || wl_present_fact(m, &place, &of) != WL_FACT_WHY || m->slide.told.at[rule].line) return;
  m->slide.told.at[rule] = s->step.place;
  m->slide.told.flip[rule] = m->course.flip.shown;
}

unsigned wl_present_beside(struct wl_session *m, bool on) {
  unsigned place, of;
  wl_present_fact(m, &place, &of);
  place += on ? 1 : -1u;
  return place >= 1 && place <= of ? place : 0;
}

/* The last fact that a clicker comes to. */
static void enter_last(struct wl_session *m) {
  unsigned place, of;
  wl_present_fact(m, &place, &of);
  set_fact(m, of - 1);
  tell(m);
}

bool wl_present_go(struct wl_session *m, unsigned place) {
  unsigned now, of;
  wl_present_fact(m, &now, &of);
  if (place < 1 || place > of) return false;
  set_fact(m, place - 1);
  m->requests |= WL_REQUEST_DRAW;
  return true;
}

bool wl_present_opens(struct wl_session *m) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  return here < w->count && wl_stop_first_mark(w, w->entry[here].warp) == here;
}

/* Where in the window to begin: at the first mark of the warp for a presentation, else at the
 * first memory instruction behind it, if there is one. Its length: it may be still to come. */
static size_t opening_place(const struct wl_session *m, const struct wl_window *w, size_t mark) {
  size_t i = mark;
  if (m->present || mark == w->count) return mark;
  while (i < w->count && (w->entry[i].warp != w->entry[mark].warp ||
                          w->entry[i].kind != WL_STEP_ACCESS))
    i++;
  return i < w->count || m->of ? i : mark;
}

bool wl_present_elsewhere(struct wl_session *m) {
  const struct wl_window *w = wl_session_window(m);
  size_t mark = w->count ? wl_stop_first_mark(w, w->entry[0].warp) : 0;
  return mark < w->count && opening_place(m, w, mark) > 0;
}

void wl_present_begin(struct wl_session *m) {
  m->opening.first = !m->opening.placed;
  wl_present_open(m);
}

/* Begins at the last stop instead, once the run is over. */
static void begin_at_end(struct wl_session *m) {
  m->course.flip.end = true;
  m->opening.first = false;
  m->opening.last = true;
  wl_present_open(m);
}

/* Where a presentation ends, and the screen without one: its marks, barriers and questions. */
static void to_last_stop(struct wl_session *m) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first, found = here, step;
  for (size_t i = here; i < w->count; i++) {
    const struct wl_entry *e = &w->entry[i];
    if (e->warp != w->entry[here].warp) continue;
    bool stops = e->kind == WL_STEP_BARRIER || e->kind == WL_STEP_MARK;
    if (stops || wl_question_at(m, w->first + i)) found = i;
  }
  wl_session_go(m, w->first + found);
  if (!m->present) return;
  while (wl_stop_next(m, true, &step)) wl_session_go(m, step);
  enter_last(m);
}

void wl_present_open(struct wl_session *m) {
  if (wl_variant_turns(m)) return; /* this is not what it opens */
  if (m->wanted.valid && m->of) return; /* a warp that may be still to come */
  if (m->opening.last && !m->of && !wl_session_empty(m)) {
    if (wl_variant_end(m)) return;
    m->opening.last = false;
    to_last_stop(m);
  }
  if (!m->opening.first || wl_session_empty(m)) return;
  const struct wl_window *w = wl_session_window(m);
  size_t mark = wl_stop_first_mark(w, w->entry[m->selected - w->first].warp);
  size_t at = opening_place(m, w, mark);
  if (m->selected == 0 && at == w->count) return; /* it may be still to come */
  m->opening.first = false;
  if (m->selected != 0 || at == 0) return;
  wl_session_go(m, w->first + at);
  m->opening.introduces = at != mark;
}

void wl_present_hand_on(const struct wl_session *from, struct wl_session *to, bool on) {
  to->present = from->present;
  to->scheme = from->scheme;
  to->mouse = from->mouse;
  to->slide.told.before = from->slide.told.before;
  for (unsigned r = 0; r < WL_RULES; r++)
    if (from->slide.told.at[r].line) to->slide.told.before |= (uint64_t)1 << r;
  if (from->unasked) wl_mask_no_questions(to, true);
  if (from->mask.on && from->mask.chosen) wl_mask_ask(to, from->mask.figure);
  else if (from->mask.on) wl_session_mask(to, true);
  if (on) wl_present_begin(to);
  else begin_at_end(to);
}

static void walk(struct wl_session *m, bool on) {
  size_t step;
  if (on && wl_present_asks(m)) { /* a clicker has no other key */
    wl_question_reveal(m);
    return;
  }
  unsigned beside = wl_present_beside(m, on);
  if (beside) {
    set_fact(m, beside - 1);
    tell(m);
    return;
  }
  bool first = !on && wl_present_opens(m); /* it began here */
  if (first && (wl_variant_pass(m, false) || wl_course_pass(m, false))) return;
  if (!wl_stop_next(m, on, &step)) {
    if (wl_variant_pass(m, on) || wl_course_pass(m, on)) return;
    wl_session_say(m, on ? "this is the last stop of the warp" : "this is the first stop");
    return;
  }
  wl_session_go(m, step);
  if (!on) enter_last(m);
}

/* What stands where the slide would be is closed by a clicker, which has no other key for it, and
 * nothing moves that nobody sees. */
static bool uncover(struct wl_session *m, uint32_t key) {
  enum wl_action action = wl_keymap_find(key);
  if (!wl_panel_covers(m)) return false;
  if (action != WL_ACT_STOP_NEXT && action != WL_ACT_STOP_PREVIOUS) return false;
  while (wl_panel_covers(m)) wl_panel_close(m, wl_panel_top(m));
  m->message[0] = '\0';
  return true;
}

bool wl_present_goes_on(const struct wl_session *m, uint32_t key) {
  bool told = m->present && m->poll.state == WL_PREDICT_REVEALED;
  bool free = m->param < 0 && !m->wave && !wl_panel_covers(m);
  return told && free && key == WL_KEY_ENTER;
}

bool wl_present_key(struct wl_session *m, uint32_t key) {
  if (!m->present || wl_session_empty(m)) return false;
  if (uncover(m, key)) return true;
  if (key != '.') return false;
  bool typed = m->poll.state == WL_PREDICT_ASKED && m->poll.begun && m->poll.typed[0];
  if (typed) return false; /* 28.5 */
  wl_panel_open(m, WL_PANEL_BLANK);
  m->message[0] = '\0';
  return true;
}

bool wl_present_do(struct wl_session *m, enum wl_action action) {
  if (wl_panel_top(m) == WL_PANEL_BLANK && action != WL_ACT_QUIT) { /* nobody would see it */
    wl_panel_close(m, WL_PANEL_BLANK);
    return true;
  }
  if (wl_session_empty(m)) return false;
  unsigned place, of;
  m->slide.told_fact = (uint8_t)wl_present_fact(m, &place, &of);
  switch (action) {
  case WL_ACT_STOP_NEXT: walk(m, true); return true;
  case WL_ACT_STOP_PREVIOUS: walk(m, false); return true;
  case WL_ACT_BLOCK_NEXT: case WL_ACT_BLOCK_PREVIOUS:
    wl_panel_open(m, WL_PANEL_BLANK);
    return true;
  case WL_ACT_SCROLL_DOWN: case WL_ACT_SCROLL_UP: /* but what stands over it may have */
    if (wl_panel_covers(m)) return false;
    wl_session_say(m, "a slide has nothing to scroll");
    return true;
  default: return false;
  }
}

/* Letters vote: what they do elsewhere is done by Enter, on this row of the list. */
static const struct wl_slide_key slide_keys[] = {
  {WL_ACT_STOP_NEXT, "PageDown", "the next fact, next stop; to a question, its answer"},
  {WL_ACT_STOP_PREVIOUS, "PageUp", "the fact before, the stop before"},
  {WL_ACT_PREVIOUS, "Left", NULL},
  {WL_ACT_BLOCK_NEXT, ". b", "makes the screen black, . also at a question; any key: back"},
  {WL_ACT_BLOCK_PREVIOUS, NULL, NULL},
  {WL_ACT_WAVE_NEXT, ">", NULL},
  {WL_ACT_HAZARD, "Enter", NULL},
  {WL_ACT_ARCH_NEXT, "Enter", NULL},
  {WL_ACT_ARCH_PREVIOUS, "Enter", NULL},
  {WL_ACT_CHIP_NEXT, "Enter", NULL},
  {WL_ACT_CHIP_PREVIOUS, "Enter", NULL},
  {WL_ACT_BY_COST, NULL, NULL},
  {WL_ACT_ASK, "Q a–h", "a to h and A to H vote, and do nothing else; Q asks again"},
};

const struct wl_slide_key *wl_present_slide_key(const struct wl_session *m, enum wl_action action) {
  for (size_t i = 0; m->present && i < sizeof slide_keys / sizeof slide_keys[0]; i++)
    if (slide_keys[i].action == action) return &slide_keys[i];
  return NULL;
}

void wl_present_tell(struct wl_session *m, enum wl_action action) {
  bool view = action >= WL_ACT_VIEWS && action <= WL_ACT_VIEW_PREVIOUS;
  if (!m->present || wl_panel_covers(m) || wl_session_empty(m)) return;
  if (action == WL_ACT_LANE_NEXT || action == WL_ACT_LANE_PREVIOUS)
    snprintf(m->message, sizeof m->message, "lane %u is picked", m->lane);
  if (!view && action != WL_ACT_BESIDE && action != WL_ACT_BY_COST) return;
  snprintf(m->message, sizeof m->message, "leave the slides (F5) to see the view %s",
           wl_views[m->view].name);
}
