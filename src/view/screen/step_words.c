/* The selected step in words: verdict, rule, wavefront, picked lane. */
#include <stdio.h>
#include <string.h>

#include "session/compare/figure_text.h"
#include "session/compare/line_costs.h"
#include "session/playback.h"
#include "session/search/hazard_summary.h"
#include "session/state/parts.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/phrases.h"

/* Bytes of text that fit into `cells`, cut at a space where there is one. */
static size_t break_at(const struct wl_canvas *c, const char *text, int cells) {
  size_t size = strlen(text), best = 0;
  if (wl_canvas_cells(c, text, -1) <= cells) return size;
  for (size_t i = 0; i < size; i++)
    if (text[i] == ' ' && wl_canvas_cells(c, text, (int)i) <= cells) best = i;
  return best ? best : size;
}

enum { WIDE = 100, WIDE_BAR = 24 };
enum { CERTAINTY = 12 }; /* cells of " [measured]", and one of air */

/* What has been changed, at the right of a row, where something shows what was before: the figures
 * of the step, or the view; returns the column behind what has room beside. */
static int draw_change(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_before *before = wl_figure_before(m);
  bool views = m->view == WL_VIEW_SOURCE || m->view == WL_VIEW_MEMORY;
  int end = r.x + r.w - 1;
  if (!before && views && wl_costs_before(m)) before = &m->past.last.step;
  if (!before || !before->change[0]) return end;
  end -= wl_canvas_cells(c, before->change, -1);
  wl_canvas_text(c, end, r.y, WL_STYLE_NOTE, before->change);
  return end - 2;
}

static void draw_rule(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  int end = draw_change(m, c, r);
  struct wl_replay_state now = wl_session_moment(m);
  enum wl_rule_id id = (enum wl_rule_id)s->verdict.rule;
  if (now.replay) id = wl_replay_state_rule(s, &now);
  if (id == WL_RULE_NONE) return;
  const struct wl_rule *rule = &wl_rules[id];
  int x = wl_canvas_text(c, r.x + 1, r.y, WL_STYLE_DIM, "rule: ");
  char bank[96];
  int room = end - x - CERTAINTY, name = wl_canvas_cells(c, rule->name, -1) + 2;
  const char *how = s->explain.counts.ways > 1 && !now.tag ? wl_bank_text(m, room, bank) : NULL;
  bool named = !how || name + wl_canvas_cells(c, how, -1) <= room;
  if (named) x = wl_canvas_fit(c, x, r.y, room, WL_STYLE_DIM, rule->name);
  if (named && how) x = wl_canvas_text(c, x, r.y, WL_STYLE_DIM, "; ");
  if (how) x = wl_canvas_fit(c, x, r.y, room, WL_STYLE_DIM, how);
  const char *estimate = "≈ is an estimate"; /* at the right: it stays while rules change */
  char text[32];
  enum wl_certainty sure = wl_rule_certainty(id, wl_session_arch(m));
  snprintf(text, sizeof text, " [%s]", wl_certainty_names[sure]);
  x = wl_canvas_fit(c, x, r.y, end - x, WL_STYLE_DIM, text) + 2;
  if (s->estimates && x + wl_canvas_cells(c, estimate, -1) <= end)
    wl_canvas_right(c, end, r.y, WL_STYLE_DIM, estimate);
}

/* What is left to chance outweighs what it costs: it comes first, and the verdict after it,
 * where others have the rule. False: it takes part in no hazard. */
static bool draw_hazard(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  struct wl_rect r = l->part[WL_PART_VERDICT], second = l->part[WL_PART_RULE];
  char text[WL_HAZARD_TEXT + 48], why[WL_PHRASE];
  enum wl_hazard_summary chance = wl_hazard_phrase(m, text);
  if (chance == WL_HAZARD_SUMMARY_NONE) return false;
  enum wl_grade grade = chance == WL_HAZARD_SUMMARY_STEP ? WL_GRADE_BAD : WL_GRADE_WARN;
  wl_canvas_glyph(c, r.x + 1, r.y, wl_grade_sign(grade), 1, wl_grade_style(grade));
  wl_draw_clauses(c, r.x + 3, r.y, r.w - 4, wl_grade_style(grade), text);
  if (r.h > 1) second = (struct wl_rect){r.x, r.y + 1, r.w, 1};
  if (second.h < 1) return true;
  if (r.h > 1 && wl_phrase_reason(m, why)) {
    wl_draw_clauses(c, r.x + 3, second.y, r.w - 4, WL_STYLE_TEXT, why);
    return true;
  }
  int end = draw_change(m, c, second);
  wl_draw_verdict(c, (struct wl_rect){r.x + 1, second.y, end - r.x - 1, 1},
                  &wl_session_spot(m)->verdict);
  return true;
}

void wl_part_verdict(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_rect r = l->part[WL_PART_VERDICT];
  if (!s || r.h < 1 || wl_part_question(m, c, l) || draw_hazard(m, c, l)) return;
  const struct wl_verdict *v = &s->verdict;
  enum wl_style style = s->step.kind == WL_STEP_MARK ? WL_STYLE_NOTE : wl_grade_style(v->grade);
  wl_canvas_glyph(c, r.x + 1, r.y, wl_grade_sign(v->grade), 1, style);
  int x = r.x + 3, w = r.w - 4;
  bool wraps = s->step.kind == WL_STEP_MARK && l->part[WL_PART_RULE].h > 0; /* it has no rule */
  if (wraps) {
    wl_draw_wrapped(c, (struct wl_rect){x, r.y, w, 2}, 2, style, v->text);
    return;
  }
  if (r.h == 1) {
    wl_draw_clauses(c, x, r.y, w, style, v->text);
  } else {
    int end = x;
    char why[WL_PHRASE];
    if (wl_phrase_reason(m, why)) {
      wl_draw_clauses(c, x, r.y, w, style, v->text);
      wl_draw_clauses(c, x, r.y + 1, w, WL_STYLE_TEXT, why);
      return;
    }
    size_t n = break_at(c, v->text, w);
    wl_canvas_fit_bytes(c, (struct wl_rect){x, r.y, w, 1}, style, v->text, n);
    if (v->text[n]) end = wl_draw_clauses(c, x, r.y + 1, w, style, v->text + n + 1);
    char bank[96];
    bool told = m->view == WL_VIEW_BANKS && s->explain.counts.ways <= 1; /* by the view */
    const char *how = s->covered || told ? NULL : wl_bank_text(m, x + w - end - 2, bank);
    if (how && wl_canvas_cells(c, how, -1) <= x + w - end - 2)
      wl_canvas_right(c, x + w, r.y + 1, WL_STYLE_DIM, how);
  }
  if (l->part[WL_PART_RULE].h > 0) draw_rule(m, c, l->part[WL_PART_RULE]);
}

/* What the step is judged by; false: it was the same before a change, or there was none. */
static bool has_changed(struct wl_session *m, struct wl_figure_text *shown) {
  const struct wl_access *a = &wl_session_spot(m)->step.access; /* of others no figure is shown */
  return wl_figure_show(m, wl_main_figure((enum wl_space)a->space), shown) && shown->before[0];
}

/* Where no figures are shown: that before and after it, at the right. False: it is the same, or
 * there is no room. */
static bool draw_cost(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct wl_figure_text shown;
  char text[96];
  if (!has_changed(m, &shown)) return false;
  snprintf(text, sizeof text, "%s %s→%s", shown.title, shown.before, shown.value);
  if (wl_canvas_cells(c, text, -1) > r.w) return false;
  wl_canvas_right(c, r.x + r.w, r.y, WL_STYLE_TAB, text);
  return true;
}

/* What is replayed, and while instructions are played that have no wavefronts to tell, which. */
static void say_now(struct wl_session *m, char text[WL_PHRASE]) {
  size_t of, n = 0;
  bool waves = wl_session_plays_waves(m) && wl_session_waves(m) > 0;
  if (m->playing && !waves && !wl_session_moment(m).replay) n = wl_session_ordinal(m, &of);
  if (n) snprintf(text, WL_PHRASE, "instruction %zu of %zu", n, of);
  else wl_phrase_now(m, text);
}

void wl_part_now(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool alone) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_replay_state t = wl_session_moment(m);
  char text[WL_PHRASE];
  if (!s || r.h < 1 || wl_part_answers(m, c, r)) return;
  wl_canvas_fill(c, r, WL_STYLE_TAB);
  say_now(m, text);
  unsigned waves = wl_session_waves(m);
  int bar = r.w >= WIDE ? WIDE_BAR : r.w >= 70 ? 10 : 0, end = r.x + r.w - 1;
  int room = r.w - 2 - (m->playing ? 2 + 2 + wl_canvas_cells(c, wl_session_rate(m), -1) : 0);
  bool barred = waves > 1 && bar && t.replay;
  if (barred && wl_canvas_cells(c, text, -1) + bar + 2 > room)
    wl_phrase_now_brief(m, WL_BRIEF, text);
  if (wl_canvas_cells(c, text, -1) + bar + 2 > room) barred = false, say_now(m, text);
  for (enum wl_brief brief = WL_BRIEF; brief <= WL_BRIEFEST; brief++)
    if (wl_canvas_cells(c, text, -1) > room) wl_phrase_now_brief(m, brief, text);
  if (barred) {
    end -= bar;
    wl_canvas_bar(c, (struct wl_rect){end, r.y, bar, 1}, (double)m->wave / waves,
                  WL_STYLE_NOTE, WL_STYLE_NOTE);
    end -= 2;
  }
  if (m->playing) {
    end -= wl_canvas_cells(c, wl_session_rate(m), -1);
    wl_canvas_text(c, end, r.y, WL_STYLE_TAB, wl_session_rate(m));
    end -= 2;
  }
  int x = r.x + 1;
  if (m->playing) {
    wl_canvas_glyph(c, x, r.y, m->backwards ? WL_GLYPH_LEFT : WL_GLYPH_PLAY, 1, WL_STYLE_TAB);
    x += 2;
  }
  x = wl_canvas_fit(c, x, r.y, end - x, t.replay ? WL_STYLE_NOW : WL_STYLE_TAB, text);
  const char *how = "Space plays   . on   , back";
  bool idle = !t.replay && !m->playing && !m->still;
  if (alone && !t.replay)
    idle = !draw_cost(m, c, (struct wl_rect){x + 2, r.y, end - x - 2, 1}) && idle;
  if (idle && waves > 1 && x + 2 + wl_canvas_cells(c, how, -1) <= end)
    wl_canvas_right(c, end, r.y, WL_STYLE_TAB, how);
}

/* Why the wavefront that is replayed is as it is; returns the column behind that. */
static int draw_reason(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  char text[WL_PHRASE];
  int x = r.x + 1;
  if (!wl_phrase_reason(m, text)) return x;
  x = wl_canvas_text(c, x, r.y, WL_STYLE_KEY, "why ") + 1;
  return wl_draw_clauses(c, x, r.y, r.x + r.w - 1 - x, WL_STYLE_TEXT, text) + 3;
}

void wl_part_lane(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (!s || r.h < 1) return;
  char text[WL_PHRASE];
  int x = draw_reason(m, c, r);
  bool replay = x > r.x + 1;
  if (replay && r.w < WIDE) return;
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_PICK, " lane %u ", m->lane) + 1;
  if (s->lanes_covered) return;
  if (!wl_phrase_lane(m, m->lane, " → ", text)) {
    wl_canvas_text(c, x, r.y, WL_STYLE_DIM, text);
    return;
  }
  wl_canvas_fit(c, x, r.y, r.x + r.w - 1 - x, WL_STYLE_TEXT, text);
  if (r.w >= WIDE && !replay && !m->still)
    wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_DIM,
                    m->view == WL_VIEW_MEMORY ? "[ ] pick a number" : "[ ] pick a lane");
}
