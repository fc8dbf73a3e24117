/* The top bar, the row of views, and the status line. */
#include <stdio.h>
#include <string.h>

#include "core/trace/setting.h"
#include "session/playback.h"
#include "session/predict/redact_source.h"
#include "session/search/cost_peaks.h"
#include "session/search/hazard_summary.h"
#include "session/search/search.h"
#include "session/settings/adjust.h"
#include "session/settings/sweep_choice.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/window.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "words/format.h"

/* How much of where we are is told, as room allows: not even the warp; not the step. */
enum room { TIGHT, CLOSE, CLOSE_STEP, WIDE };
enum { MORE = 3 }; /* cells of a sign that some parameters are left out */

/* Where we are: "cc 9.0 H200   block 0,0  warp 0  7/16  step 23", or closer together.
 * The first counts the instructions of the warp in its block, from 1; the step is
 * the number that reports have and --step takes, from 0. */
static void where(struct wl_session *m, enum room room, char *text, size_t size) {
  bool wide = room == WIDE;
  char block[40] = "", step[64], number[32] = "";
  char title[WL_TARGET_TEXT];
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_head *head = wl_session_head(m);
  struct wl_target target = wl_session_target(m);
  bool chosen = target.chip != wl_target_make(target.arch, NULL).chip;
  int n = wide || chosen ? snprintf(text, size, "%s", wl_target_title(target, title))
                         : snprintf(text, size, "cc %s%s", target.arch->cc, target.arch->mode);
  if (!s || !head) return;
  size_t of, ordinal = wl_session_ordinal(m, &of);
  wl_format_block(head, s->step.block, ",", block, sizeof block);
  if (room > CLOSE || !ordinal) snprintf(number, sizeof number, " step %zu", m->selected);
  step[0] = '\0';
  if (ordinal) snprintf(step, sizeof step, " %zu/%zu", ordinal, of);
  if (room == TIGHT) snprintf(text + n, size - (size_t)n, "%s", *step ? step : number);
  else
    snprintf(text + n, size - (size_t)n,
             wide ? "   block %s  warp %u %s %s" : " block %s warp %u%s%s", block, s->step.warp,
             step, number);
}

/* The parameter that is told before others have no room: it is about to change, or did last. */
static unsigned first_param(const struct wl_session *m, const struct wl_head *head) {
  int knob = m->param >= 0 ? m->param : wl_adjustable_first(m);
  return knob < head->params ? (unsigned)knob : 0;
}

void wl_part_params(const struct wl_session *m, const struct wl_canvas *c, int cells, bool all,
                    char text[256]) {
  const struct wl_head *head = wl_session_head(m);
  unsigned first = head && !all ? first_param(m, head) : 0;
  char one[160];
  int used = 0;
  text[0] = '\0';
  for (unsigned i = 0; head && i < head->params; i++) {
    const struct wl_param *p = &head->param[i == 0 ? first : i <= first ? i - 1 : i];
    if (!wl_param_told(m, p)) continue;
    snprintf(one, sizeof one, "  %s=%s", p->name, wl_param_shown(m, p));
    int n = wl_canvas_cells(c, one, -1), behind = i + 1 < head->params ? MORE : 0;
    if (used + n + behind > cells || strlen(text) + strlen(one) + sizeof "  …" > 256) {
      strcat(text, used + MORE <= cells ? "  …" : used < cells ? "…" : "");
      return;
    }
    strcat(text, one);
    used += n;
  }
}

/* Bytes of the title in whole words, as many as have room with a sign of more; 0: the first one
 * has none, or says nothing. */
static int title_words(const struct wl_canvas *c, int cells, const char *title) {
  enum { ARTICLE = 3 };
  int bytes = 0;
  if (wl_canvas_cells(c, title, -1) <= cells) return (int)strlen(title);
  for (const char *s = strchr(title, ' '); s; s = strchr(s + 1, ' '))
    if (wl_canvas_cells(c, title, (int)(s - title)) < cells) bytes = (int)(s - title);
  return bytes > ARTICLE ? bytes : 0;
}

/* Returns the column behind. */
static int draw_title(struct wl_canvas *c, int x, int y, int cells, const char *title) {
  int bytes = title_words(c, cells, title);
  if (!bytes || !title[bytes]) return wl_canvas_fit(c, x, y, cells, WL_STYLE_TITLE, title);
  return wl_canvas_printf(c, x, y, WL_STYLE_TITLE, "%.*s…", bytes, title);
}

/* Cells of it that parameters leave: whole words, in a third of the row. */
static int title_least(const struct wl_canvas *c, const char *title) {
  int most = wl_canvas_width(c) / 3, bytes = title_words(c, most, title);
  return bytes ? wl_canvas_cells(c, title, bytes) + (title[bytes] != '\0') : most;
}

void wl_part_bar(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  enum { MOST = 1000 }; /* cells of all parameters */
  struct wl_rect r = l->part[WL_PART_BAR];
  char params[256], run[48] = "", right[160];
  wl_canvas_fill(c, r, WL_STYLE_BAR);
  wl_part_params(m, c, MOST, true, params);
  if (m->of > 0 && m->trace && !wl_session_head(m)) snprintf(run, sizeof run, "  running");
  else if (m->of > 0)
    snprintf(run, sizeof run, "  running %.0f %%", 100.0 * (double)m->done / (double)m->of);
  bool old = *wl_file_words(m, false);
  if (old) snprintf(run, sizeof run, "  %s", wl_file_words(m, false));
  const char *title = wl_source_title(m);
  int want = wl_canvas_cells(c, title, -1), room;
  int rest = wl_canvas_cells(c, params, -1) + wl_canvas_cells(c, run, -1);
  bool opens = m->opening.introduces; /* the title comes first, then where we are */
  int least = opens ? want : title_least(c, title);
  enum room much = l->size >= WL_SIZE_NORMAL ? WIDE : CLOSE_STEP;
  for (;; much--) { /* title and parameters matter more than air */
    where(m, much, right, sizeof right);
    room = r.w - 4 - wl_canvas_cells(c, right, -1);
    if (much == TIGHT || want + rest <= room) break;
    wl_part_params(m, c, room - least, false, params);
    if (much == CLOSE && !opens && (rest == 0 || wl_canvas_cells(c, params, -1) > MORE)) break;
  }
  if (old && least + wl_canvas_cells(c, run, -1) > room)
    snprintf(run, sizeof run, "  %s", wl_file_words(m, true));
  if (least + wl_canvas_cells(c, run, -1) > room) run[0] = '\0';
  int end = r.x + 1 + room, left = room - wl_canvas_cells(c, run, -1);
  wl_part_params(m, c, left - least, rest <= left - least + wl_canvas_cells(c, run, -1), params);
  if (want >= left && strcmp(params, "…") == 0) params[0] = '\0'; /* the title ends in one */
  int cells = left - wl_canvas_cells(c, params, -1);
  wl_canvas_text(c, end + 2, r.y, WL_STYLE_BAR, right);
  int x = draw_title(c, r.x + 1, r.y, cells, title);
  x = wl_canvas_fit(c, x, r.y, end - x, WL_STYLE_BAR_KEY, params);
  wl_canvas_fit(c, x, r.y, end - x, old ? WL_STYLE_BAR_KEY : WL_STYLE_BAR_DIM, run);
}

void wl_part_tabs(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  int x = r.x + 1, cells = 0, views = WL_VIEWS;
  for (unsigned v = 0; v < WL_VIEWS; v++)
    if (v != WL_VIEW_CACHE && v != WL_VIEW_ROOF) cells += (int)strlen(wl_views[v].name) + 3;
  bool air = cells + views < r.w; /* on both sides of a name, not only behind it */
  wl_canvas_fill(c, r, WL_STYLE_TAB);
  if (m->still) {
    x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB_ON, " %s ", wl_views[m->view].name) + 1;
    wl_canvas_fit(c, x, r.y, r.x + r.w - x, WL_STYLE_TAB, wl_views[m->view].help);
    return;
  }
  for (unsigned tab = 0; tab < WL_VIEWS; tab++) {
    bool shares = m->view == WL_VIEW_CACHE || m->view == WL_VIEW_ROOF; /* the tab of memory */
    unsigned v = tab == WL_VIEW_MEMORY && shares ? m->view : tab;
    if (tab == WL_VIEW_CACHE || tab == WL_VIEW_ROOF) continue;
    bool on = v == m->view, brief = cells > r.w - 2;
    int from = x;
    enum wl_style style = on ? WL_STYLE_TAB_ON : WL_STYLE_TAB;
    char label[48] = {' ', wl_actions[WL_ACT_VIEWS + v].keys[0], ' '};
    strcat(strncat(label, brief ? wl_views[v].tab : wl_views[v].name, 40), " ");
    if (on && !air) wl_canvas_text(c, x - 1, r.y, style, " "); /* what is behind the one before */
    x = wl_canvas_text(c, x, r.y, style, label + !air);
    wl_canvas_hit(c, (struct wl_rect){from, r.y, x - from, 1}, WL_HIT_ACTION, WL_ACT_VIEWS + v);
  }
  const char *help = wl_views[m->view].help;
  if (x + 2 + wl_canvas_cells(c, help, -1) < r.x + r.w)
    wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_TAB, help);
}

/* One key and what it does now. */
struct hint { enum wl_action action; const char *text; };
enum { HINTS = 3 };
typedef struct hint hints[HINTS];

static const hints when_failed = {
  {WL_ACT_RERUN, "run again"}, {WL_ACT_DONE, "close"}, {WL_ACT_HELP, "keys"}};
static const hints when_not_found = {
  {WL_ACT_FIND, "search again"}, {WL_ACT_DONE, "close"}, {WL_ACT_HELP, "keys"}};
static const hints when_refused = {
  {WL_ACT_COMMAND, "type again"}, {WL_ACT_DONE, "close"}, {WL_ACT_HELP, "keys"}};
static const hints when_why = {
  {WL_ACT_WARP_NEXT, "next figure"}, {WL_ACT_SCROLL_DOWN, "scroll"}, {WL_ACT_WHY, "close"}};
static const hints when_why_whole = {
  {WL_ACT_WARP_NEXT, "next figure"}, {WL_ACT_WHY, "close"}, {WL_ACT_WARP_PREVIOUS, "one before"}};
static const hints when_empty = {
  {WL_ACT_RERUN, "run again"}, {WL_ACT_HELP, "keys"}, {WL_ACT_QUIT, "quit"}};
static const hints when_running = {
  {WL_ACT_CANCEL, "stop"}, {WL_ACT_HELP, "keys"}, {WL_ACT_QUIT, "quit"}};
static const hints when_presenting = {
  {WL_ACT_STOP_NEXT, "goes on"}, {WL_ACT_STOP_PREVIOUS, "goes back"}, {WL_ACT_PRESENT, "leaves"}};
static const hints when_masked = {
  {WL_ACT_NEXT, "next step"}, {WL_ACT_MASK, "show the figures"}, {WL_ACT_HELP, "keys"}};
static const hints when_playing = {
  {WL_ACT_PLAY, "pause"}, {WL_ACT_MORE, "faster"}, {WL_ACT_LESS, "slower"}};

static const hints when_sweeping = {
  {WL_ACT_NEXT, "next value"}, {WL_ACT_WARP_NEXT, "next figure"},
  {WL_ACT_PARAM_NEXT, "parameter"}};

/* What the key of the next wavefront goes on by. */
static const char *wave_name(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (!s || s->step.kind != WL_STEP_ACCESS) return "wavefront";
  if (s->step.access.space == WL_TEXTURE) return "quad";
  if (s->basic && s->explain.tag_count) return "stage";
  if (!s->explain.wavefront_count && s->explain.transaction_count) return "transaction";
  bool early = wl_session_arch(m)->family == WL_COALESCED;
  bool pass = s->step.access.space == WL_CONSTANT || (s->step.access.space == WL_SHARED && early);
  return pass ? "pass" : "wavefront";
}

/* The hints of something that goes before the step; NULL: nothing does. */
static const hints *hints_before(struct wl_session *m) {
  enum wl_panel top = wl_panel_top(m);
  if (top == WL_PANEL_ERROR && !m->line_failed) return &when_failed;
  if (top == WL_PANEL_ERROR) return m->searching ? &when_not_found : &when_refused;
  if (top == WL_PANEL_WHY) return m->drawn.above + m->drawn.below ? &when_why : &when_why_whole;
  if (wl_session_empty(m)) return m->of ? &when_running : &when_empty;
  if (m->present) return &when_presenting;
  if (m->playing) return &when_playing;
  if (wl_session_masked(m)) return &when_masked;
  return wl_sweep_takes(m) ? &when_sweeping : NULL;
}

/* The three keys that matter now, most useful first. */
static void hints_now(struct wl_session *m, hints out) {
  const struct wl_head *head = wl_session_head(m);
  const hints *fixed = hints_before(m);
  if (fixed) {
    memcpy(out, *fixed, sizeof *fixed);
    return;
  }
  out[0] = (struct hint){WL_ACT_NEXT, "next step"};
  bool asked = !wl_session_costs(m), costs = asked || wl_session_peak(m) > 0; /* it may be asked */
  bool clean = wl_session_excess(m, m->selected) == 0 && costs;
  out[1] = wl_session_waves(m) > 1 && !clean ? (struct hint){WL_ACT_WAVE_NEXT, wave_name(m)}
         : asked                           ? (struct hint){WL_ACT_STOP_NEXT, "next stop"}
                                           : (struct hint){WL_ACT_WORST, "costliest"};
  if (out[1].action == WL_ACT_WORST && m->view == WL_VIEW_CACHE) out[1].text = "next miss";
  const char *text;
  size_t found;
  if (wl_found(m, &found, &text) && found) out[1] = (struct hint){WL_ACT_FIND_NEXT, "next found"};
  else if (wl_session_hazards(m) > 0 && wl_hazards_open(m))
    out[1] = (struct hint){WL_ACT_HAZARD, "hazard!"};
  out[2] = head && head->params > 0
         ? (struct hint){WL_ACT_PARAM_NEXT, head->param[wl_param_first(m)].name}
         : (struct hint){WL_ACT_PLAY, "play"};
  if (!m->of || !m->slow) return;
  out[2] = out[0];
  out[0] = (struct hint){WL_ACT_CANCEL, "stop"}; /* it may run for ever */
}

static const struct { uint32_t key; enum wl_glyph_id glyph; } arrows[] = {
  {WL_KEY_RIGHT, WL_GLYPH_RIGHT},
  {WL_KEY_LEFT, WL_GLYPH_LEFT},
  {WL_KEY_UP, WL_GLYPH_UP},
  {WL_KEY_DOWN, WL_GLYPH_DOWN},
};

/* The sign of an arrow, and of no other key; there is none in ASCII. */
static bool find_arrow(const struct wl_canvas *c, uint32_t key, enum wl_glyph_id *glyph) {
  for (size_t i = 0; i < sizeof arrows / sizeof arrows[0] && !wl_canvas_ascii(c); i++) {
    if (arrows[i].key != key) continue;
    *glyph = arrows[i].glyph;
    return true;
  }
  return false;
}

/* A key on the bar: arrows as arrows, but by name where they would be ASCII. */
static int draw_key(struct wl_canvas *c, int x, int y, enum wl_action action) {
  char name[WL_KEY_NAME];
  enum wl_glyph_id glyph;
  uint32_t key = wl_keymap_key(action);
  if (!find_arrow(c, key, &glyph))
    return wl_canvas_text(c, x, y, WL_STYLE_BAR_KEY, wl_key_name(key, name));
  wl_canvas_glyph(c, x, y, glyph, 1, WL_STYLE_BAR_KEY);
  return x + 1;
}

/* What a parameter's key does, where there is room for it. */
static const char *verb_of(struct hint h, bool wide) {
  return h.action == WL_ACT_PARAM_NEXT && wide ? "change " : "";
}

/* Cells of a key and of what it does, without the air behind. */
static int hint_cells(const struct wl_canvas *c, struct hint h, bool wide) {
  char name[WL_KEY_NAME];
  enum wl_glyph_id glyph;
  uint32_t key = wl_keymap_key(h.action);
  int cells = find_arrow(c, key, &glyph) ? 1 : wl_canvas_cells(c, wl_key_name(key, name), -1);
  return cells + 1 + (int)strlen(verb_of(h, wide)) + wl_canvas_cells(c, h.text, -1);
}

static int draw_hint(struct wl_canvas *c, int x, int y, struct hint h, bool wide) {
  int from = x;
  x = draw_key(c, x, y, h.action);
  x = wl_canvas_printf(c, x, y, WL_STYLE_BAR, " %s%s   ", verb_of(h, wide), h.text);
  wl_canvas_hit(c, (struct wl_rect){from, y, x - from - 2, 1}, WL_HIT_ACTION, h.action);
  return x;
}

/* What it may be, up to column `end`: whole choices, and a sign where some are left out. Returns
 * the column behind. */
static int draw_range(struct wl_canvas *c, int x, int y, int end, const struct wl_param *p) {
  char range[WL_PARAM_LIMITS], brief[WL_PARAM_LIMITS];
  for (int i = 0; p->kind == WL_PARAM_CHOICE && i < p->choices; i++) {
    int more = i + 1 < p->choices ? 2 : 0; /* cells of the sign */
    if (x + wl_canvas_cells(c, p->choice[i], -1) + more > end)
      return x < end ? wl_canvas_text(c, x, y, WL_STYLE_BAR_DIM, "…") + 1 : x;
    x = wl_canvas_text(c, x, y, WL_STYLE_BAR_DIM, p->choice[i]) + 1;
  }
  const char *to = strstr(wl_param_limits(p, range), " to ");
  const char *from = range + strlen("from ");
  if (to > from) { /* "0 – 8" */
    snprintf(brief, sizeof brief, "%.*s – %s", (int)(to - from), from, to + strlen(" to "));
    memcpy(range, brief, sizeof range);
  }
  if (!*range || x + wl_canvas_cells(c, range, -1) > end) return x;
  return wl_canvas_text(c, x, y, WL_STYLE_BAR_DIM, range) + 1;
}

/* The chosen parameter: name, value, limits, help. */
static void draw_param(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { LEAST = 12 }; /* cells of help that say something */
  struct wl_param made;
  const struct wl_param *p = wl_adjustable_chosen(m, &made);
  int x = wl_canvas_printf(c, r.x + 1, r.y, WL_STYLE_BAR, "%s ", p->name);
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_TAB_ON, " %s ", wl_param_value(m, p)) + 1;
  bool ascii = wl_canvas_ascii(c), swept = wl_sweep_takes(m); /* there, arrows are its own */
  const char *const all[] = {
    ascii ? "Up + more  Down - less  p next " : "↑ + more  ↓ - less  p next ",
    "+ more  - less  p next ", "+ - p "};
  enum { KEYS = sizeof all / sizeof all[0] };
  size_t k = swept;
  while (k + 1 < KEYS && x + wl_canvas_cells(c, all[k], -1) > r.x + r.w) k++;
  const char *keys = all[k];
  int end = r.x + r.w - wl_canvas_cells(c, keys, -1);
  if (x > end) return; /* the value is worth more */
  x = draw_range(c, x, r.y, end - 2, p);
  const char *help = wl_source_help(m, p);
  int room = end - x - 3;
  if (room >= LEAST || wl_canvas_cells(c, help, -1) <= room)
    wl_canvas_fit(c, x + 1, r.y, room, WL_STYLE_BAR, help);
  wl_canvas_text(c, end, r.y, WL_STYLE_BAR_KEY, keys);
}

/* Answers have the row of what plays: that it does, and how fast, before the keys. Returns the
 * columns that it takes. */
static int draw_playing(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  if (!m->playing) return 0;
  wl_canvas_glyph(c, r.x + 1, r.y, m->backwards ? WL_GLYPH_LEFT : WL_GLYPH_PLAY, 1,
                  WL_STYLE_TITLE);
  return wl_canvas_text(c, r.x + 3, r.y, WL_STYLE_TITLE, wl_session_rate(m)) + 2 - r.x;
}

/* On a question, its keys; the chosen parameter behind them, where there is room. */
static bool draw_question(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                          bool chosen) {
  enum { ROOM = 50 };
  char text[96] = "";
  if (m->poll.state == WL_PREDICT_FREE) return false;
  if (chosen && r.w >= ROOM) {
    struct wl_param made;
    const struct wl_param *p = wl_adjustable_chosen(m, &made);
    snprintf(text, sizeof text, "%.16s %.16s + -", p->name, wl_param_value(m, p));
    r.w -= wl_canvas_cells(c, text, -1) + 2;
  }
  struct wl_rect keys = r;
  if (!wl_panel_covers(m) && !wl_session_empty(m)) keys.x += draw_playing(m, c, r);
  keys.w -= keys.x - r.x;
  if (!wl_part_question_keys(m, c, keys)) return false;
  wl_canvas_text(c, r.x + r.w + 1, r.y, WL_STYLE_BAR_DIM, text);
  return true;
}

/* At the end of what is left of the bar, as much as there is room for: help, and what has no
 * row. */
static void draw_end(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, const char *keys,
                     const char *quit, bool views) {
  char end[3][64];
  if (views) {
    snprintf(end[0], sizeof end[0], "%s1–9, 0 views: %s", keys, wl_views[m->view].name);
    snprintf(end[1], sizeof end[1], "%s0–9 %s", keys, wl_views[m->view].name);
  } else {
    snprintf(end[0], sizeof end[0], "%s%s", keys, quit);
    snprintf(end[1], sizeof end[1], "%s", keys);
  }
  snprintf(end[2], sizeof end[2], "%.6s", keys); /* "? keys" */
  for (int i = 0; i < 3; i++) {
    if (wl_canvas_cells(c, end[i], -1) >= r.w) continue;
    wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_BAR_DIM, end[i]);
    return;
  }
}

/* Whether the view of memory has no row for what its letters mean. */
static bool needs_legend(struct wl_session *m, const struct wl_layout *l) {
  bool plain = !wl_panel_covers(m) && !m->message[0] && m->param < 0 &&
               m->poll.state == WL_PREDICT_FREE && !wl_session_empty(m) && !wl_session_masked(m);
  return plain && l->size < WL_SIZE_NORMAL && m->view == WL_VIEW_MEMORY;
}

static void draw_legend(struct wl_canvas *c, struct wl_rect r, bool still) {
  enum { ROOM = 53 /* columns of all that it may say */ };
  int x = r.x + 1, gap = r.w < ROOM ? 1 : 2;
  if (!still && r.w >= ROOM)
    x = wl_canvas_text(c, draw_key(c, x, r.y, WL_ACT_WHY), r.y, WL_STYLE_BAR, " why") + 3;
  for (enum wl_certainty k = 0; k < WL_CERTAINTIES; k++) {
    const char *name = wl_certainty_names[k]; /* no keys, and not to be taken for such */
    x = wl_canvas_printf(c, x, r.y, WL_STYLE_BAR, "%c=%s", name[0], name) + gap;
  }
}

/* Of the keys that matter now, as many as there is room for, and where the others are. */
static void draw_hints(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                       const uint8_t order[HINTS]) {
  static const char keys[] = "? keys";
  hints now;
  int x = r.x, gap = r.w < 20 ? 1 : 2, end = r.x + r.w - (int)strlen(keys) - gap;
  if (r.w < (int)strlen(keys)) return;
  hints_now(m, now);
  for (unsigned i = 0; i < HINTS; i++) {
    struct hint h = now[order[i]];
    if (h.action == WL_ACT_HELP || x + hint_cells(c, h, false) > end) continue;
    x = draw_hint(c, x, r.y, h, false);
  }
  wl_canvas_right(c, r.x + r.w, r.y, WL_STYLE_BAR_DIM, keys);
}

/* What the layout leaves out; and of the keys that matter now, the one that is hardest to guess
 * first, as many as there is room for. How to answer comes before all of it. */
static void draw_hidden(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                        const struct wl_size_row *size) {
  enum { ANSWER = 26 /* columns of "a-d your answer   ? keys" */, HELP = 9 /* of "   ? keys" */ };
  static const uint8_t order[HINTS] = {1, 0, 2};
  int end = r.x + r.w - 1, x = r.x + 1;
  int room = end - x - wl_canvas_cells(c, size->name, -1) - wl_canvas_cells(c, size->hidden, -1);
  bool asks = m->poll.state == WL_PREDICT_ASKED;
  if (asks && room - (int)strlen(": no ") < ANSWER && draw_question(m, c, r, false)) return;
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_TITLE, "%s: ", size->name);
  x = wl_canvas_text(c, x, r.y, WL_STYLE_BAR, "no ");
  x = wl_canvas_fit(c, x, r.y, end - x, WL_STYLE_BAR, size->hidden);
  if (asks && wl_part_question_keys(m, c, (struct wl_rect){x + 2, r.y, end - x - 2, 1})) return;
  if (end - x < HELP) end++, x -= 2; /* to the very edge, rather than not at all */
  draw_hints(m, c, (struct wl_rect){x + 3, r.y, end - x - 3, 1}, order);
}

static void draw_keys(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool small) {
  enum { HELP = 8 /* columns of "? keys", which matters more than the last of the hints */ };
  hints now;
  int x = r.x + 1;
  bool keys = true, quit = true;
  wl_canvas_fill(c, r, WL_STYLE_BAR);
  hints_now(m, now);
  for (int i = 0; i < HINTS; i++) {
    int left = r.x + r.w - (keys && i + 1 == HINTS && now[i].action != WL_ACT_HELP ? HELP : 0);
    if (x + hint_cells(c, now[i], !small) > left) continue; /* words are whole */
    x = draw_hint(c, x, r.y, now[i], !small);
    if (now[i].action == WL_ACT_HELP) keys = false;
    if (now[i].action == WL_ACT_QUIT) quit = false;
  }
  /* where it is small, there is no row of views */
  draw_end(m, c, (struct wl_rect){x - 1, r.y, r.x + r.w - (x - 1), 1}, keys ? "? keys  " : "",
           quit ? "q quit" : "", small && !wl_session_empty(m));
}

/* A remark in row `r`, and where it has no room there, over a few rows above it as well. */
static void draw_message(struct wl_canvas *c, struct wl_rect r, int margin, const char *text) {
  int cells = r.w - 2 * margin, most = 1 + wl_canvas_height(c) / 5;
  int rows = wl_centred_rows(c, cells, text);
  if (rows > most) rows = most;
  struct wl_rect over = {r.x, r.y - (rows - 1), r.w, rows};
  wl_canvas_fill(c, over, WL_STYLE_BAR);
  over.x += margin;
  over.w = cells;
  wl_draw_wrapped(c, over, rows, WL_STYLE_TITLE, text);
}

void wl_part_status(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  struct wl_rect r = l->part[WL_PART_STATUS];
  wl_canvas_fill(c, r, WL_STYLE_BAR);
  if (needs_legend(m, l)) {
    draw_legend(c, r, m->still);
    return;
  }
  if (m->still) {
    wl_part_back(m, c, r); /* where keys would be */
    return;
  }
  if (m->message[0]) {
    draw_message(c, r, 1, m->message);
    return;
  }
  const struct wl_size_row *size = &wl_sizes[l->size];
  if (m->drawn.shrunk == (unsigned)l->size + 1 && size->hidden) {
    draw_hidden(m, c, r, size);
    return;
  }
  struct wl_param made;
  bool chosen = wl_adjustable_chosen(m, &made) != NULL;
  if (draw_question(m, c, r, chosen)) return;
  if (chosen) {
    draw_param(m, c, r);
    return;
  }
  draw_keys(m, c, r, l->size < WL_SIZE_NORMAL);
}
