/* The model: what is shown, and which part of it an action changes. */
#include "view/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/basics.h"
#include "view/beside.h"
#include "view/bookmark.h"
#include "view/figures.h"
#include "view/finding.h"
#include "view/keymap.h"
#include "view/lesson.h"
#include "view/mask.h"
#include "view/model_move.h"
#include "view/model_param.h"
#include "view/model_play.h"
#include "view/model_sweep.h"
#include "view/model_undo.h"
#include "view/model_window.h"
#include "view/mouse.h"
#include "view/palette.h"
#include "view/peaks.h"
#include "view/present.h"
#include "view/prompt.h"
#include "view/question.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/subject.h"
#include "view/veil.h"
#include "view/want.h"
#include "view/why.h"

struct wl_model *wl_model_create(void) {
  struct wl_model *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->param = -1;
  m->speed = 2;
  m->registers = wl_registers_given(0);
  m->wants = WL_WANT_DRAW;
  m->finding = wl_finding_create();
  m->lesson = calloc(1, sizeof *m->lesson);
  m->window = calloc(1, sizeof *m->window);
  m->peaks = wl_peaks_create();
  if (m->finding && m->lesson && m->window && m->peaks) return m;
  wl_model_destroy(m);
  return NULL;
}

void wl_model_destroy(struct wl_model *m) {
  if (!m) return;
  wl_veil_again(m);
  wl_finding_destroy(m->finding);
  free(m->lesson);
  free(m->window);
  wl_peaks_destroy(m->peaks);
  free(m->ballot);
  free(m);
}

/* Looks at the recording again: it may have grown. */
static void refresh(struct wl_model *m) {
  size_t count = m->trace && m->analysis ? wl_trace_count(m->trace) : 0, step;
  if (count == m->count) return;
  m->count = count;
  m->wants |= WL_WANT_DRAW;
  if (m->wanted.valid) {
    enum wl_found found = wl_model_find(m, &m->wanted, &step);
    if (found != WL_FOUND_NONE) m->selected = step;
    if (found == WL_FOUND) m->wanted.valid = false;
    m->spot.valid = false;
  }
  if (m->selected >= count) {
    m->selected = count ? count - 1 : 0;
    m->spot.valid = false;
  }
  wl_bookmark_take(m, NULL);
  wl_present_open(m);
}

void wl_model_mask(struct wl_model *m, bool on) { wl_mask_put(m, on); }

void wl_model_pose(struct wl_model *m, bool on) {
  m->asks = on;
  m->spot.valid = false;
}

void wl_model_set_registers(struct wl_model *m, uint32_t registers) {
  m->registers = wl_registers_given(registers);
  m->wants |= WL_WANT_DRAW;
}

uint32_t wl_model_registers(const struct wl_model *m) { 
  return m->registers.assumed ? 0 : m->registers.count;
}

void wl_model_set_still(struct wl_model *m) { m->still = true; }

void wl_model_set_chip(struct wl_model *m, const struct wl_chip *chip) {
  m->chip = chip;
  m->wants |= WL_WANT_DRAW;
}

/* Where plain loads go and how wide banks are, as far as the generation let choose. */
static void turn_mode(struct wl_model *m, int turns) {
  const struct wl_arch *now = m->arch_wanted ? m->arch_wanted : wl_model_arch(m);
  const struct wl_arch *next = wl_arch_next_mode(now, turns);
  if (next == now) {
    snprintf(m->message, sizeof m->message, "cc %s has one mode only", now->cc);
    return;
  }
  m->arch_wanted = next;
  m->wants |= WL_WANT_ARCH;
}

/* No instruction costs anything else on it: there is nothing to count again. */
static void turn_chip(struct wl_model *m, int turns) {
  struct wl_target now = wl_model_target(m);
  unsigned at, of;
  m->chip = wl_target_chip(now, turns, &at, &of);
  if (of > 1) snprintf(m->message, sizeof m->message, "%s: %u of %u chips of cc %s that have tables",
                       m->chip->name, at, of, now.arch->cc);
  else snprintf(m->message, sizeof m->message, "%s is the only chip of cc %s that has tables",
                m->chip->name, now.arch->cc);
}

/* Keeps the figures of the selection for comparison with the next recording. */
static void remember(struct wl_model *m) {
  const struct wl_spot *s = wl_model_bare(m);
  if (!wl_residency(wl_model_head(m), wl_model_arch(m), m->registers, &m->before_blocks))
    m->before_blocks.sm = NULL;
  if (!s) return;
  m->wanted = wl_model_identity(m);
  m->before = (struct wl_before){0};
  if (s->step.kind == WL_STEP_ACCESS) {
    m->before.at = m->wanted;
    m->before.access = s->step.access;
    m->before.arch = wl_model_arch(m);
    m->before.counts = s->explain.counts;
    memcpy(m->before.change, m->changed, sizeof m->before.change);
  }
  m->changed[0] = '\0';
}

/* A change that costs a block is news, whatever is looked at. */
static void tell_blocks(struct wl_model *m) {
  struct wl_residency now;
  char text[128];
  if (!m->before_blocks.sm || !m->before.change[0]) return;
  if (!wl_residency(wl_model_head(m), wl_model_arch(m), m->registers, &now)) return;
  const char *note = wl_residency_note(&m->before_blocks, &now, m->before.change, text);
  if (note) snprintf(m->message, sizeof m->message, "%s", note);
}

static bool same_text(const struct wl_trace *a, const struct wl_trace *b) {
  size_t size, other;
  const char *text = wl_trace_text(a, &size), *against = wl_trace_text(b, &other);
  return size == other && memcmp(text, against, size) == 0;
}

void wl_model_show(struct wl_model *m, const struct wl_trace *trace, const struct wl_analysis *a) {
  if (trace == m->trace && a == m->analysis) {
    refresh(m);
    return;
  }
  const struct wl_arch *old = wl_model_arch(m), *now = a ? wl_analysis_arch(a) : old;
  if (m->analysis && a && old != now) wl_undo_note_arch(m, old, now);
  if (trace == m->trace && old != now)
    snprintf(m->changed, sizeof m->changed, "cc %s%s → %s%s", old->cc, old->mode,
             now->cc, now->mode);
  remember(m);
  bool edited = trace && m->trace && trace != m->trace && !same_text(m->trace, trace);
  if (edited) {
    wl_identity_follow(&m->wanted, m->trace, trace);
    wl_identity_follow(&m->before.at, m->trace, trace);
  }
  if (trace != m->trace) m->answered = false;
  m->shows++;
  m->trace = trace;
  m->analysis = a;
  m->count = 0;
  m->spot.valid = false;
  m->window->count = 0;
  wl_peaks_again(m->peaks);
  wl_find_again(m);
  wl_lesson_again(m);
  wl_veil_again(m);
  m->wave = 0;
  m->playing = false;
  refresh(m);
  if (edited) wl_model_forget(m);
  wl_model_settle(m);
  tell_blocks(m);
  const struct wl_head *head = wl_model_head(m);
  if (m->param >= 0 && (!head || m->param >= head->params)) m->param = -1;
  m->wants |= WL_WANT_DRAW | (wl_sweep_viewed(m) ? WL_WANT_SWEEP : 0);
}

void wl_model_fail(struct wl_model *m, const struct wl_diag *d) {
  m->failed = d != NULL;
  m->line_failed = false;
  if (d) m->diag = *d, m->fails++;
  m->wants |= WL_WANT_DRAW;
}

void wl_model_progress(struct wl_model *m, uint64_t done, uint64_t of) {
  if (done != m->done || of != m->of) m->wants |= WL_WANT_DRAW;
  m->done = done;
  m->of = of;
  refresh(m);
  if (of == 0) m->wanted.valid = false;
}

const struct wl_diag *wl_model_failure(const struct wl_model *m) {
  return m->failed ? &m->diag : NULL;
}

static void let_go(struct wl_model *m) {
  if (m->why) m->why = false, m->scroll = 0;
  else if (m->param >= 0) m->param = -1;
  else if (m->failed) m->failed = false;
  else if (m->answered) m->answered = false;
  else if (m->wave) m->wave = 0, m->playing = false;
  else if (!wl_find_nothing(m)) m->before.at.valid = false;
}

/* Opens the panel at what the view is about, or closes it. */
static void ask(struct wl_model *m) {
  m->help = false;
  m->scroll = 0;
  m->why = !m->why;
  m->why_figure = WL_SHOW_NOTHING; /* what the view is about */
}

/* One time; true when the action was one that needs no more than a few lines. */
static bool do_simple(struct wl_model *m, enum wl_action action) {
  switch (action) {
  case WL_ACT_VIEW_1: case WL_ACT_VIEW_2: case WL_ACT_VIEW_3:
  case WL_ACT_VIEW_4: case WL_ACT_VIEW_5: case WL_ACT_VIEW_6:
  case WL_ACT_VIEW_7: case WL_ACT_VIEW_8: case WL_ACT_VIEW_9: case WL_ACT_VIEW_10:
    wl_model_look(m, (enum wl_view_id)(action - WL_ACT_VIEW_1));
    return true;
  case WL_ACT_VIEW_NEXT: wl_model_look(m, (m->view + 1) % WL_VIEWS); return true;
  case WL_ACT_VIEW_PREVIOUS: wl_model_look(m, (m->view + WL_VIEWS - 1) % WL_VIEWS); return true;
  case WL_ACT_LANE_NEXT: m->lane = (m->lane + 1) % WL_LANES; return true;
  case WL_ACT_LANE_PREVIOUS: m->lane = (m->lane + WL_LANES - 1) % WL_LANES; return true;
  case WL_ACT_SCROLL_DOWN: m->scroll++; return true;
  case WL_ACT_SCROLL_UP: m->scroll--; return true;
  case WL_ACT_HELP: wl_palette_turn(m); return true;
  case WL_ACT_WHY: ask(m); return true;
  case WL_ACT_BY_COST:
    wl_model_look(m, WL_VIEW_SOURCE);
    m->by_cost = !m->by_cost;
    return true;
  case WL_ACT_BESIDE: wl_beside_turn(m); return true;
  case WL_ACT_COMMAND: case WL_ACT_FIND:
    wl_prompt_open(m, action == WL_ACT_FIND);
    return true;
  case WL_ACT_MASK: wl_mask_turn(m); return true;
  case WL_ACT_DONE: let_go(m); return true;
  case WL_ACT_RERUN: m->wants |= WL_WANT_RUN | WL_WANT_READ; return true;
  case WL_ACT_ARCH_NEXT: case WL_ACT_ARCH_PREVIOUS:
    m->arch_turns += action == WL_ACT_ARCH_NEXT ? 1 : -1;
    m->wants |= WL_WANT_ARCH;
    return true;
  case WL_ACT_CHIP_NEXT: case WL_ACT_CHIP_PREVIOUS:
    turn_chip(m, action == WL_ACT_CHIP_NEXT ? 1 : -1);
    return true;
  case WL_ACT_MODE_NEXT: case WL_ACT_MODE_PREVIOUS:
    turn_mode(m, action == WL_ACT_MODE_NEXT ? 1 : -1);
    return true;
  case WL_ACT_SUGGEST: m->wants |= WL_WANT_SUGGEST; return true;
  case WL_ACT_CANCEL: m->wants |= WL_WANT_CANCEL; return true;
  case WL_ACT_THEME:
    m->scheme = (m->scheme + 1) % WL_SCHEMES;
    m->wants |= WL_WANT_THEME;
    return true;
  case WL_ACT_PRESENT:
    m->present = !m->present;
    m->fact = 0;
    return true;
  case WL_ACT_MOUSE:
    m->mouse = !m->mouse;
    m->wants |= WL_WANT_MOUSE;
    snprintf(m->message, sizeof m->message, "%s", m->mouse
             ? "the mouse is on: views, lanes, steps, lines; M gives it back to the terminal"
             : "the mouse is the terminal's again");
    return true;
  case WL_ACT_BOOKMARK: m->telling = !m->telling; return true;
  case WL_ACT_REDRAW: m->wants |= WL_WANT_REPAINT; return true;
  case WL_ACT_MANUAL: m->wants |= WL_WANT_MANUAL; return true;
  case WL_ACT_QUIT: m->wants |= WL_WANT_QUIT; return true;
  default: return false;
  }
}

static void do_once(struct wl_model *m, enum wl_action action) {
  if (m->present && wl_present_do(m, action)) return;
  if (wl_sweep_do(m, action)) return;
  if (wl_mask_forbids(m, action) || do_simple(m, action)) return;
  bool vertical = action == WL_ACT_WARP_NEXT || action == WL_ACT_WARP_PREVIOUS;
  if (m->why && vertical && m->param < 0) {
    m->why_figure = wl_subject_next(m, wl_subject_now(m), action == WL_ACT_WARP_PREVIOUS);
    m->scroll = 0;
    return;
  }
  switch (action) {
  case WL_ACT_PLAY: case WL_ACT_PLAY_BACK: case WL_ACT_WAVE_NEXT: case WL_ACT_WAVE_PREVIOUS:
    wl_model_play(m, action);
    return;
  case WL_ACT_PARAM_NEXT: case WL_ACT_PARAM_PREVIOUS: case WL_ACT_UNDO:
  case WL_ACT_REDO:
    if (action == WL_ACT_UNDO && m->laid_out) m->wants |= WL_WANT_PLAIN;
    else if (action == WL_ACT_UNDO) wl_model_undo(m);
    else if (action == WL_ACT_REDO) wl_model_redo(m);
    else wl_model_turn(m, action);
    return;
  case WL_ACT_MORE: case WL_ACT_LESS:
    if (m->param >= 0) wl_model_turn(m, action);
    else wl_model_play(m, action);
    return;
  default: break;
  }
  if (m->param >= 0 && vertical)
    wl_model_turn(m, action == WL_ACT_WARP_PREVIOUS ? WL_ACT_MORE : WL_ACT_LESS);
  else
    wl_model_move(m, action);
}

void wl_model_do(struct wl_model *m, enum wl_action action, int argument) {
  if (action >= WL_ACTION_COUNT) return;
  m->message[0] = '\0';
  m->shrunk = 0;
  if (action != WL_ACT_BOOKMARK) m->telling = false;
  refresh(m);
  for (int i = argument > 1 ? argument : 1; i > 0; i--) do_once(m, action);
  m->wants |= WL_WANT_DRAW | (wl_sweep_viewed(m) ? WL_WANT_SWEEP : 0);
}

void wl_model_key(struct wl_model *m, uint32_t key) {
  if (wl_mouse_key(m, key)) return;
  if (m->typing) wl_prompt_key(m, key);
  else if (m->help) wl_palette_key(m, key);
  else if (!wl_question_key(m, key)) wl_model_do(m, wl_keymap_find(key), 0);
}

const struct wl_arch *wl_model_arch_wanted(struct wl_model *m) {
  const struct wl_arch *arch = m->arch_wanted;
  m->arch_wanted = NULL;
  return arch;
}

const char *wl_model_question(const struct wl_model *m) { return m->question; }

void wl_model_answer(struct wl_model *m, const char *text) {
  snprintf(m->answer, sizeof m->answer, "%s", text);
  m->message[0] = '\0';
  m->answered = true;
  m->answers++;
  m->wants |= WL_WANT_DRAW;
}

int wl_model_arch_turns(struct wl_model *m) {
  int turns = m->arch_turns;
  m->arch_turns = 0;
  return turns;
}

void wl_model_lay_out(struct wl_model *m, const char *text) {
  bool undone = !text && m->laid_out && !m->changed[0];
  if (text || undone) snprintf(m->changed, sizeof m->changed, "%s", text ? text : "layout undone");
  m->laid_out = text;
}

unsigned wl_model_wants(struct wl_model *m) {
  unsigned wants = m->wants;
  m->wants = 0;
  return wants;
}

bool wl_model_select(struct wl_model *m, size_t step) {
  refresh(m);
  if (step >= m->count) return false;
  wl_model_go(m, step);
  return true;
}

bool wl_model_pick(struct wl_model *m, unsigned lane) {
  if (lane >= WL_LANES) return false;
  m->lane = lane;
  m->wants |= WL_WANT_DRAW;
  return true;
}

bool wl_model_wave(struct wl_model *m, unsigned wave) {
  if (wave > wl_model_waves(m)) return false;
  m->wave = wave;
  m->wants |= WL_WANT_DRAW;
  return true;
}

bool wl_model_ask_why(struct wl_model *m, const char *figure) {
  struct wl_why why;
  unsigned found = wl_subject_named(figure);
  if (!wl_subject_why(m, found, &why)) return false;
  m->why = true;
  m->why_figure = found;
  m->wants |= WL_WANT_DRAW;
  return true;
}

size_t wl_model_selected(const struct wl_model *m) { return m->selected; }

void wl_model_set_scheme(struct wl_model *m, enum wl_scheme scheme) { m->scheme = scheme; }

enum wl_scheme wl_model_scheme(const struct wl_model *m) { return m->scheme; }

bool wl_model_presents(const struct wl_model *m) { return m->present; }

bool wl_model_mouse(const struct wl_model *m) { return m->mouse; }

void wl_model_set_command(struct wl_model *m, const char *const *words, size_t count) {
  m->word = words;
  m->words = count;
}
