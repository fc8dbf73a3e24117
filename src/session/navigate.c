#include "session/navigate.h"

#include <stdio.h>
#include <string.h>

#include "session/course/course.h"
#include "session/course/variant_change.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/predict/question.h"
#include "session/search/cost_peaks.h"
#include "session/search/hazard_summary.h"
#include "session/search/search.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"

static void say(struct wl_session *m, const char *text) {
  snprintf(m->message, sizeof m->message, "%s", text);
}

/* Where in the window the warp's first (or last) step is. */
static size_t end_of_warp(const struct wl_window *w, uint16_t warp, bool last) {
  size_t found = 0;
  for (size_t i = 0; i < w->count; i++) {
    if (w->entry[i].warp != warp) continue;
    found = i;
    if (!last) break;
  }
  return found;
}

/* The nearest warp of the window beyond `warp`; false if there is none. */
static bool neighbour(const struct wl_window *w, uint16_t warp, bool up, uint16_t *found) {
  bool any = false;
  for (size_t i = 0; i < w->count; i++) {
    uint16_t n = w->entry[i].warp;
    if (up ? n <= warp : n >= warp) continue;
    if (!any || (up ? n < *found : n > *found)) *found = n;
    any = true;
  }
  return any;
}

/* To the first step of the block's lowest warp, or the last of its highest. */
static void enter_block(struct wl_session *m, size_t step, bool at_end) {
  m->selected = step; /* of whose block the window is then */
  const struct wl_window *w = wl_session_window(m);
  uint16_t warp = w->entry[step - w->first].warp, next = 0;
  bool whole = w->starts && w->ends;
  while (whole && neighbour(w, warp, at_end, &next)) warp = next;
  wl_session_go(m, whole ? w->first + end_of_warp(w, warp, at_end) : step);
}

/* Steps of a block, those [first, end) of the recording. */
struct range { size_t first, end; };

static struct range block_of(const struct wl_session *m) {
  return (struct range){wl_session_block_first(m, m->selected),
                        wl_session_block_end(m, m->selected)};
}

/* The first step of a warp among them, or the last. */
static bool seek(const struct wl_session *m, struct range r, uint16_t warp, bool last,
                 size_t *found) {
  struct wl_step s;
  for (size_t n = 0; n < r.end - r.first; n++) {
    size_t step = last ? r.end - 1 - n : r.first + n;
    if (!wl_trace_glance(m->trace, step, &s, NULL) || s.warp != warp) continue;
    *found = step;
    return true;
  }
  return false;
}

/* The same as neighbour(), of all of them. */
static bool neighbour_among(const struct wl_session *m, struct range r, uint16_t warp, bool up,
                            uint16_t *found) {
  struct wl_step s;
  bool any = false;
  for (size_t i = r.first; i < r.end && wl_trace_glance(m->trace, i, &s, NULL); i++) {
    if (up ? s.warp <= warp : s.warp >= warp) continue;
    if (!any || (up ? s.warp < *found : s.warp > *found)) *found = s.warp;
    any = true;
  }
  return any;
}

/* Where the window has no more of the warp: on in its block, or to the next warp. False where the
 * block has none. */
static bool go_beyond(struct wl_session *m, const struct wl_window *w, uint16_t warp, bool on) {
  struct range block = block_of(m), rest = block;
  uint16_t next = 0;
  size_t step;
  if (on) rest.first = w->first + w->count;
  else rest.end = w->first;
  bool more = seek(m, rest, warp, !on, &step);
  if (!more && neighbour_among(m, block, warp, on, &next)) more = seek(m, block, next, !on, &step);
  if (more) wl_session_go(m, step);
  return more;
}

static void along(struct wl_session *m, bool on) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  uint16_t warp = w->entry[here].warp, next = 0;
  for (size_t i = here; on ? ++i < w->count : i-- > 0;) {
    if (w->entry[i].warp != warp) continue;
    wl_session_go(m, w->first + i);
    return;
  }
  bool whole = w->starts && w->ends;
  if (whole && neighbour(w, warp, on, &next)) {
    wl_session_go(m, w->first + end_of_warp(w, next, !on));
    return;
  }
  if (!whole && go_beyond(m, w, warp, on)) return;
  struct range block = block_of(m);
  size_t edge = on ? block.end : block.first;
  if (on ? edge < m->count : edge > 0)
    enter_block(m, on ? edge : edge - 1, !on);
  else
    say(m, on ? "this is the last instruction" : "this is the first instruction");
}

static void across_warps(struct wl_session *m, bool up) {
  struct wl_identity id = wl_session_identity(m);
  const struct wl_window *w = wl_session_window(m);
  uint16_t warp = id.warp, next = 0;
  size_t step;
  while (neighbour(w, warp, up, &next)) {
    id.warp = warp = next;
    id.index = SIZE_MAX;
    if (wl_session_find(m, &id, &step) == WL_FOUND_NONE) continue;
    wl_session_go(m, step);
    return;
  }
  say(m, up ? "no further warp of the block is here" : "no warp of the block before this is here");
}

static void across_blocks(struct wl_session *m, bool up) {
  struct wl_identity id = wl_session_identity(m);
  size_t edge = up ? wl_session_block_end(m, m->selected) : wl_session_block_first(m, m->selected);
  if (up ? edge >= m->count : edge == 0) {
    say(m, up ? "this is the last block" : "this is the first block");
    return;
  }
  struct wl_step s;
  size_t step = up ? edge : edge - 1;
  if (!wl_trace_get(m->trace, step, &s)) return;
  id.block = s.block;
  id.index = SIZE_MAX;
  if (wl_session_find(m, &id, &step) == WL_FOUND_NONE) enter_block(m, step, false);
  else wl_session_go(m, step);
}

static void to_stop(struct wl_session *m, bool on) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  for (size_t i = here; on ? ++i < w->count : i-- > 0;) {
    const struct wl_entry *e = &w->entry[i];
    if (e->warp != w->entry[here].warp) continue;
    bool stops = e->kind == WL_STEP_BARRIER || e->kind == WL_STEP_MARK;
    if (!stops && !wl_question_at(m, w->first + i)) continue;
    wl_session_go(m, w->first + i);
    return;
  }
  if (wl_variant_pass(m, on) || wl_course_pass(m, on)) return;
  say(m, on ? "no barrier, mark or question further on in this warp"
            : "no barrier, mark or question before this in the warp");
}

static void to_end(struct wl_session *m, bool last) {
  const struct wl_window *w = wl_session_window(m);
  uint16_t warp = w->entry[m->selected - w->first].warp;
  size_t end = w->first + end_of_warp(w, warp, last);
  if (!(last ? w->ends : w->starts)) seek(m, block_of(m), warp, last, &end);
  if (end == m->selected) end = last ? m->count - 1 : 0;
  wl_session_go(m, end);
}

/* That nothing is in excess is a figure, too. */
static void to_worst(struct wl_session *m) {
  const char *untold = wl_mask_why_not(m);
  if (wl_session_peak(m)) wl_session_go(m, wl_peak_next(m, m->selected));
  else if (untold && m->of) wl_session_say_running(m, untold);
  else if (untold) say(m, untold);
  else if (m->of) wl_session_say_running(m, "no waste so far; the script still runs");
  else say(m, "no instruction wastes anything");
}

void wl_session_move(struct wl_session *m, enum wl_action action) {
  bool stop = action == WL_ACT_STOP_NEXT || action == WL_ACT_STOP_PREVIOUS;
  if (wl_session_empty(m) && stop) wl_course_pass(m, action == WL_ACT_STOP_NEXT);
  if (wl_session_empty(m)) return;
  switch (action) {
  case WL_ACT_NEXT: along(m, true); break;
  case WL_ACT_PREVIOUS: along(m, false); break;
  case WL_ACT_WARP_NEXT: across_warps(m, true); break;
  case WL_ACT_WARP_PREVIOUS: across_warps(m, false); break;
  case WL_ACT_BLOCK_NEXT: across_blocks(m, true); break;
  case WL_ACT_BLOCK_PREVIOUS: across_blocks(m, false); break;
  case WL_ACT_STOP_NEXT: to_stop(m, true); break;
  case WL_ACT_STOP_PREVIOUS: to_stop(m, false); break;
  case WL_ACT_FIRST: to_end(m, false); break;
  case WL_ACT_LAST: to_end(m, true); break;
  case WL_ACT_WORST: to_worst(m); break;
  case WL_ACT_HAZARD: wl_hazard_next(m); break;
  case WL_ACT_FIND_NEXT: wl_find_next(m, true); break;
  case WL_ACT_FIND_PREVIOUS: wl_find_next(m, false); break;
  default: break;
  }
}
