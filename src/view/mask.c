#include "view/mask.h"

#include <stdio.h>
#include <string.h>

#include "view/question.h"
#include "view/view.h"

bool wl_model_masked(struct wl_model *m) {
  wl_model_bare(m); /* brings the question up to date */
  return m->poll.state == WL_POLL_OPEN || (m->mask.on && !m->poll.here_done);
}

const struct wl_analysis *wl_model_costs(struct wl_model *m) {
  return wl_model_masked(m) ? NULL : m->analysis;
}

void wl_mask_put(struct wl_model *m, bool on) {
  if (on) wl_question_renew(m);
  m->mask.on = on;
  m->spot.valid = false; /* what is asked about it may be another question */
  m->wave = 0;
  m->playing = m->why = false;
  m->wants |= WL_WANT_DRAW;
}

const struct wl_spot *wl_mask_cover(struct wl_model *m, const struct wl_spot *bare) {
  struct wl_spot *cover = &m->mask.cover;
  uint8_t kind = bare->step.kind;
  if (cover->valid) return cover;
  *cover = *bare;
  if (kind == WL_STEP_BARRIER || kind == WL_STEP_MARK) return cover; /* they have no figure */
  cover->covered = true;
  memset(&cover->explain, 0, sizeof cover->explain);
  cover->verdict = (struct wl_verdict){.rule = WL_RULE_NONE};
  snprintf(cover->verdict.text, sizeof cover->verdict.text, "%s",
           m->poll.state == WL_POLL_OPEN ? m->poll.question.text : "its figures are hidden");
  cover->lanes_covered = m->poll.state == WL_POLL_OPEN && m->poll.question.asked == WL_ASK_LANES;
  if (cover->lanes_covered) cover->step.access.mask = 0;
  if (kind == WL_STEP_ACCESS) return cover;
  memset(cover->step.source, 0, sizeof cover->step.source);
  memset(cover->step.result, 0, sizeof cover->step.result);
  cover->step.undefined = 0;
  return cover;
}

void wl_mask_turn(struct wl_model *m) {
  if (wl_model_masked(m) && !m->mask.on) wl_question_show(m);
  else wl_mask_put(m, !m->mask.on);
}

bool wl_mask_forbids(struct wl_model *m, enum wl_action action) {
  bool tells = action == WL_ACT_WORST || action == WL_ACT_SUGGEST || action == WL_ACT_WHY;
  if (!tells || !wl_model_masked(m)) return false;
  wl_model_say(m, "that would give the figures away: m shows them");
  return true;
}

void wl_view_masked(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const char *const rows[] = {
    "this view is made of figures, and they are hidden",
    m->why ? "y closes it" : "1 shows what the lanes ask for",
  };
  int y = r.y + (r.h > 2 ? r.h / 2 - 1 : 0);
  for (int i = 0; i < 2; i++) {
    int cells = wl_canvas_cells(c, rows[i], -1), x = r.x + (cells < r.w ? (r.w - cells) / 2 : 0);
    wl_canvas_fit(c, x, y + i, r.x + r.w - x, i ? WL_STYLE_DIM : WL_STYLE_STRONG, rows[i], -1);
  }
}
