/* The selected step in words: verdict, rule, wavefront, picked lane. */
#include <stdio.h>
#include <string.h>

#include "view/basics.h"
#include "view/chance.h"
#include "view/costs.h"
#include "view/draw.h"
#include "view/format.h"
#include "view/knob.h"
#include "view/model_play.h"
#include "view/model_window.h"
#include "view/moment.h"
#include "view/part.h"
#include "view/phrase.h"
#include "view/selection.h"
#include "view/setting.h"
#include "view/shown.h"
#include "view/state.h"
#include "view/view.h"

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
static int draw_change(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_before *before = wl_figure_before(m);
  bool views = m->view == WL_VIEW_SOURCE || m->view == WL_VIEW_MEMORY;
  int end = r.x + r.w - 1;
  if (!before && views && wl_costs_before(m)) before = &m->past.last.step;
  if (!before || !before->change[0]) return end;
  end -= wl_canvas_cells(c, before->change, -1);
  wl_canvas_text(c, end, r.y, WL_STYLE_NOTE, before->change);
  return end - 2;
}

static void draw_rule(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  int end = draw_change(m, c, r);
  struct wl_moment now = wl_model_moment(m);
  enum wl_rule_id id = now.replay ? wl_moment_rule(s, &now) : (enum wl_rule_id)s->verdict.rule;
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
  enum wl_certainty sure = wl_rule_certainty(id, wl_model_arch(m));
  snprintf(text, sizeof text, " [%s]", wl_certainty_names[sure]);
  x = wl_canvas_fit(c, x, r.y, end - x, WL_STYLE_DIM, text) + 2;
  if (s->estimates && x + wl_canvas_cells(c, estimate, -1) <= end)
    wl_canvas_right(c, end, r.y, WL_STYLE_DIM, estimate);
}

/* What is left to chance outweighs what it costs: it comes first, and the verdict after it,
 * where others have the rule. False: it takes part in no hazard. */
static bool draw_hazard(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l) {
  struct wl_rect r = l->part[WL_PART_VERDICT], second = l->part[WL_PART_RULE];
  char text[WL_HAZARD_TEXT + 48], why[WL_PHRASE];
  enum wl_chance chance = wl_hazard_phrase(m, false, text);
  if (chance == WL_CHANCE_NONE) return false;
  enum wl_grade grade = chance == WL_CHANCE_STEP ? WL_GRADE_BAD : WL_GRADE_WARN;
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
                  &wl_model_spot(m)->verdict);
  return true;
}

void wl_part_verdict(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l) {
  const struct wl_spot *s = wl_model_spot(m);
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
static bool has_changed(struct wl_model *m, struct wl_shown *shown) {
  const struct wl_access *a = &wl_model_spot(m)->step.access; /* of others no figure is shown */
  return wl_figure_show(m, wl_main_figure((enum wl_space)a->space), shown) && shown->before[0];
}

/* Where no figures are shown: that before and after it, at the right. False: it is the same, or
 * there is no room. */
static bool draw_cost(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  struct wl_shown shown;
  char text[96];
  if (!has_changed(m, &shown)) return false;
  snprintf(text, sizeof text, "%s %s→%s", shown.title, shown.before, shown.value);
  if (wl_canvas_cells(c, text, -1) > r.w) return false;
  wl_canvas_right(c, r.x + r.w, r.y, WL_STYLE_TAB, text);
  return true;
}

/* What is replayed, and while instructions are played that have no wavefronts to tell, which. */
static void say_now(struct wl_model *m, char text[WL_PHRASE]) {
  size_t of, n = 0;
  bool waves = wl_model_plays_waves(m) && wl_model_waves(m) > 0;
  if (m->playing && !waves && !wl_model_moment(m).replay) n = wl_model_ordinal(m, &of);
  if (n) snprintf(text, WL_PHRASE, "instruction %zu of %zu", n, of);
  else wl_phrase_now(m, text);
}

void wl_part_now(struct wl_model *m, struct wl_canvas *c, struct wl_rect r, bool alone) {
  const struct wl_spot *s = wl_model_spot(m);
  struct wl_moment t = wl_model_moment(m);
  char text[WL_PHRASE];
  if (!s || r.h < 1 || wl_part_answers(m, c, r)) return;
  wl_canvas_fill(c, r, WL_STYLE_TAB);
  say_now(m, text);
  unsigned waves = wl_model_waves(m);
  int bar = r.w >= WIDE ? WIDE_BAR : r.w >= 70 ? 10 : 0, end = r.x + r.w - 1;
  int room = r.w - 2 - (m->playing ? 2 + 2 + wl_canvas_cells(c, wl_model_rate(m), -1) : 0);
  bool barred = waves > 1 && bar && t.replay;
  if (barred && wl_canvas_cells(c, text, -1) + bar + 2 > room) wl_phrase_now_brief(m, 1, text);
  if (wl_canvas_cells(c, text, -1) + bar + 2 > room) barred = false, say_now(m, text);
  for (unsigned brief = 1; brief <= WL_PHRASE_BRIEFEST; brief++)
    if (wl_canvas_cells(c, text, -1) > room) wl_phrase_now_brief(m, brief, text);
  if (barred) {
    end -= bar;
    wl_canvas_bar(c, (struct wl_rect){end, r.y, bar, 1}, (double)m->wave / waves,
                  WL_STYLE_NOTE, WL_STYLE_NOTE);
    end -= 2;
  }
  if (m->playing) {
    end -= wl_canvas_cells(c, wl_model_rate(m), -1);
    wl_canvas_text(c, end, r.y, WL_STYLE_TAB, wl_model_rate(m));
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
static int draw_reason(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  char text[WL_PHRASE];
  int x = r.x + 1;
  if (!wl_phrase_reason(m, text)) return x;
  x = wl_canvas_text(c, x, r.y, WL_STYLE_KEY, "why ") + 1;
  return wl_draw_clauses(c, x, r.y, r.x + r.w - 1 - x, WL_STYLE_TEXT, text) + 3;
}

void wl_part_lane(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  if (!s || r.h < 1) return;
  char text[WL_PHRASE];
  int x = draw_reason(m, c, r);
  bool replay = x > r.x + 1;
  if (replay && r.w < WIDE) return;
  x = wl_canvas_printf(c, x, r.y, WL_STYLE_PICK, " lane %u ", m->lane) + 1;
  if (s->lanes_covered) return;
  if (!wl_phrase_lane(m, m->lane, text)) {
    wl_canvas_text(c, x, r.y, WL_STYLE_DIM, text);
    return;
  }
  wl_canvas_fit(c, x, r.y, r.x + r.w - 1 - x, WL_STYLE_TEXT, text);
  if (r.w >= WIDE && !replay && !m->still)
    wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_DIM, "[ ] pick a lane");
}

enum {
  ROOM_FOR_WAVEFRONTS = 24, /* columns that the word needs */
  SHORT = 6,                /* rows in which the cost is all that is told */
  BELOW = 5,                /* rows of the smallest pictures below what happens */
};

/* One line: the verdict, or as much of the cost as fits. */
static void draw_line(struct wl_model *m, struct wl_canvas *c, struct wl_rect r, const char *cost,
                      uint32_t ideal, bool known) {
  const struct wl_spot *s = wl_model_spot(m);
  char form[4][200];
  snprintf(form[0], sizeof form[0], "%s", s->verdict.text);
  snprintf(form[1], sizeof form[1], "%s, ideal %u", cost, ideal);
  snprintf(form[2], sizeof form[2], "%s/%u", cost, ideal);
  snprintf(form[3], sizeof form[3], "%s", cost);
  for (int i = 0; i < 4; i++) {
    bool last = i == 3 || !known;
    if (!last && wl_canvas_cells(c, form[i], -1) > r.w - 2) continue;
    enum wl_style style = wl_grade_style(s->verdict.grade);
    wl_canvas_glyph(c, r.x, r.y, wl_grade_sign(s->verdict.grade), 1, style);
    wl_canvas_fit(c, r.x + 2, r.y, r.w - 2, style, form[i]);
    return;
  }
}

/* Where the step is: in its warp, or in the recording. */
static void draw_where(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_step *s = &wl_model_spot(m)->step;
  char text[96];
  size_t of, n = wl_model_ordinal(m, &of);
  if (n) snprintf(text, sizeof text, "block %u warp %u %zu/%zu", s->block, s->warp, n, of);
  else snprintf(text, sizeof text, "step %zu of 0–%zu", m->selected, m->count - 1);
  wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_DIM, text);
}

/* Which lanes are served now, or take part at all. */
static void draw_lanes(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  struct wl_moment t = wl_model_moment(m);
  char text[96], lanes[48];
  uint32_t mask = t.replay ? t.now : wl_model_spot(m)->step.access.mask;
  wl_format_lane_set(mask, lanes, sizeof lanes);
  if (t.over) snprintf(text, sizeof text, "%u/%u done", t.of, t.of);
  else if (t.replay) snprintf(text, sizeof text, "%u/%u %s", m->wave, wl_model_waves(m), lanes);
  else snprintf(text, sizeof text, "active %s", lanes);
  wl_canvas_fit(c, r.x, r.y, r.w, t.replay ? WL_STYLE_NOW : WL_STYLE_TEXT, text);
}

/* The picked lane, in as many rows as there are. Returns those that it fills. */
static int draw_picked(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  char what[WL_PHRASE], text[WL_PHRASE + 16];
  if (wl_model_spot(m)->lanes_covered) return 0;
  wl_phrase_lane(m, m->lane, what);
  snprintf(text, sizeof text, "lane %u: %s", m->lane, what);
  return wl_draw_wrapped(c, r, r.h, WL_STYLE_TEXT, text);
}

/* Why it costs what it does, or what is replayed, where it is. */
static void draw_cause(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  char what[WL_PHRASE], text[WL_PHRASE + 16];
  if (s->covered) return;
  bool replay = wl_phrase_reason(m, what);
  if (!replay && s->verdict.rule == WL_RULE_NONE) return;
  if (!replay) snprintf(what, sizeof what, "%s", wl_rules[s->verdict.rule].name);
  snprintf(text, sizeof text, "%s: %s", replay ? "why" : "rule", what);
  if (wl_centred_rows(c, r.w, text) <= r.h) wl_draw_wrapped(c, r, r.h, WL_STYLE_DIM, text);
}

/* Whether somebody has begun to answer, and has to see that it counts. */
static bool is_answering(const struct wl_model *m) {
  return m->poll.state == WL_POLL_OPEN && (m->poll.count || m->poll.typed[0]);
}

void wl_part_message(struct wl_canvas *c, struct wl_rect r, int margin, const char *text) {
  int cells = r.w - 2 * margin, most = 1 + wl_canvas_height(c) / 5;
  int rows = wl_centred_rows(c, cells, text);
  if (rows > most) rows = most;
  struct wl_rect over = {r.x, r.y - (rows - 1), r.w, rows};
  wl_canvas_fill(c, over, WL_STYLE_BAR);
  over.x += margin;
  over.w = cells;
  wl_draw_wrapped(c, over, rows, WL_STYLE_TITLE, text);
}

/* The last line: a remark, the chosen parameter, or, where there is `room`, what is left out until
 * a key is pressed, and keys from then on. */
static void draw_last(struct wl_model *m, struct wl_canvas *c, struct wl_rect r, bool room) {
  char text[sizeof m->message];
  struct wl_param made;
  const struct wl_param *p = wl_knob_chosen(m, &made);
  bool remark = m->message[0] || p;
  if (m->message[0]) snprintf(text, sizeof text, "%s", m->message);
  else if (p) snprintf(text, sizeof text, "%s %s  + - p", p->name, wl_param_value(m, p));
  if (!remark && !room) return;
  bool waits = m->drawn.shrunk && m->poll.state != WL_POLL_OPEN; /* what is left out, for a key */
  if (!remark && (m->still || waits) && !is_answering(m)) {
    const char *hidden = wl_sizes[WL_SIZE_TINY].hidden;
    const struct wl_size_row *slim = &wl_sizes[WL_SIZE_SLIM], *flat = &wl_sizes[WL_SIZE_FLAT];
    snprintf(text, sizeof text, "views: %d×%d, %d×%d", slim->width, slim->height, flat->width,
             flat->height);
    bool whole = wl_canvas_cells(c, hidden, -1) <= r.w;
    wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_DIM, whole ? hidden : text);
    return;
  }
  wl_canvas_fill(c, r, WL_STYLE_BAR);
  if (remark) wl_part_message(c, r, 0, text);
  else if (!wl_part_question_keys(m, c, r)) wl_part_hints(m, c, r);
}

/* A question comes whole, but leaves two rows for its line and its answers; a sentence leaves
 * BELOW. Returns the rows. */
static int draw_headline(struct wl_model *m, struct wl_canvas *c, struct wl_rect r,
                         const char *text) {
  const struct wl_verdict *v = &wl_model_spot(m)->verdict;
  bool asks = m->poll.state == WL_POLL_OPEN;
  enum wl_style style = asks ? WL_STYLE_STRONG : wl_grade_style(v->grade);
  int rows = asks && r.h > 3 ? r.h - 2 : r.h > SHORT ? r.h - BELOW : 1;
  if (asks) wl_canvas_text(c, r.x, r.y, WL_STYLE_NOTE, "?");
  else wl_canvas_glyph(c, r.x, r.y, wl_grade_sign(v->grade), 1, style);
  return wl_draw_wrapped(c, (struct wl_rect){r.x + 2, r.y, r.w - 2, rows}, rows, style, text);
}

/* "32→1": what the step is judged by, behind what that was before a change. */
static void cost_text(struct wl_model *m, uint32_t cost, char text[48]) {
  struct wl_shown shown;
  bool changed = has_changed(m, &shown);
  snprintf(text, 48, "%s%s%u", changed ? shown.before : "", changed ? "→" : "", cost);
}

/* As many lines as there are rows, the most important first. */
void wl_part_tiny(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  char text[sizeof s->verdict.text];
  if (!s) return;
  uint32_t cost = 0, ideal = 0;
  char costs[48] = "0";
  bool known = s->step.kind == WL_STEP_ACCESS && !s->covered &&
               wl_figure_meaning(wl_model_arch(m), &s->step.access, WL_EXCESS) == WL_KNOWN;
  if (known && r.h <= SHORT) {
    unsigned space = s->step.access.space;
    wl_cost_of(&s->explain.counts, (enum wl_space)space, &cost, &ideal);
    const char *wave = r.w < ROOM_FOR_WAVEFRONTS ? "wave" : "wavefront";
    const char *ending = cost == 1 ? "" : "s";
    if (wl_moves_sectors((enum wl_space)space)) wave = "sector";
    else if (space == WL_CONSTANT) wave = "pass", ending = cost == 1 ? "" : "es";
    cost_text(m, cost, costs);
    snprintf(text, sizeof text, "%s %s%s, ideal %u", costs, wave, ending, ideal);
    if (wl_canvas_cells(c, text, -1) > r.w - 2 && cost > ideal)
      snprintf(text, sizeof text, "%s %s%s, not %u", costs, wave, ending, ideal);
    if (wl_canvas_cells(c, text, -1) > r.w - 2)
      snprintf(text, sizeof text, "%s/%u %s%s", costs, ideal, wave, ending);
  } else {
    snprintf(text, sizeof text, "%s", s->verdict.text);
  }
  char hazard[WL_HAZARD_TEXT + 48];
  int y = r.y, end = r.y + r.h;
  enum wl_chance chance = wl_hazard_phrase(m, true, hazard);
  if (chance != WL_CHANCE_NONE) {
    enum wl_grade grade = chance == WL_CHANCE_STEP ? WL_GRADE_BAD : WL_GRADE_WARN;
    wl_canvas_glyph(c, r.x, y, wl_grade_sign(grade), 1, wl_grade_style(grade));
    wl_canvas_fit(c, r.x + 2, y++, r.w - 2, wl_grade_style(grade), hazard);
    if (y == end) return;
  }
  if (r.h == 1 || r.w < wl_sizes[WL_SIZE_TINY].width) {
    draw_line(m, c, (struct wl_rect){r.x, y, r.w, end - y}, costs, ideal, known);
    return;
  }
  int rows = draw_headline(m, c, (struct wl_rect){r.x, y, r.w, end - y}, text);
  y += rows;
  bool told = is_answering(m) && end - y < 3; /* its row goes before that of the line */
  if (y < end && !told) wl_part_source(m, c, (struct wl_rect){r.x, y++, r.w, 1}, false);
  if (y < end && (rows == 1 || end - y > BELOW))
    draw_where(m, c, (struct wl_rect){r.x, y++, r.w, 1});
  if (y < end) {
    struct wl_rect row = {r.x, y++, r.w, 1};
    if (!wl_part_answers(m, c, row)) draw_lanes(m, c, row);
  }
  if (end - y >= 2 + 1 && r.w >= 24) {
    int figures = s->step.kind == WL_STEP_ACCESS ? 2 : 1; /* who is active has been said */
    wl_part_figures(m, c, (struct wl_rect){r.x, y, r.w, figures});
    y += figures;
  }
  if (end - y > 1) {
    int used = draw_picked(m, c, (struct wl_rect){r.x, y, r.w, end - y - 1});
    draw_cause(m, c, (struct wl_rect){r.x, y + used, r.w, end - y - used - 1});
    y++;
  }
  draw_last(m, c, (struct wl_rect){r.x, end - 1, r.w, 1}, y < end);
}
