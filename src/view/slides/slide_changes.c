#include "view/slides/slide_changes.h"

#include <stdio.h>
#include <string.h>

#include "session/course/presentation_stops.h"
#include "session/search/hazard_summary.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "words/occupancy_text.h"

/* The step of the mark that leads to the next stop; SIZE_MAX: none follows. */
static size_t mark_before_next(struct wl_session *m) {
  const struct wl_window *w = wl_session_window(m);
  uint16_t warp = w->entry[m->selected - w->first].warp;
  size_t step = m->selected;
  if (!wl_stop_next(m, true, &step)) return SIZE_MAX;
  for (; step > m->selected; step--) {
    const struct wl_entry *e = &w->entry[step - w->first];
    if (e->warp == warp && e->kind == WL_STEP_MARK) return step;
  }
  return m->selected;
}

static void tell_hazards(struct wl_news *out, uint64_t now, uint64_t was, const char *unit) {
  if (now != was)
    snprintf(out->hazards, sizeof out->hazards, "%llu %s%s, before %llu", (unsigned long long)now,
             unit, now == 1 ? "" : "s", (unsigned long long)was);
}

void wl_news_take(struct wl_session *m, struct wl_news *out) {
  struct wl_residency now;
  const char *unit;
  size_t hazards = wl_session_hazards(m), was = m->course.flip.past.hazards;
  struct wl_step s;
  char text[96], limits[64];
  *out = (struct wl_news){.mark = ""};
  bool shared = m->past.last.blocks.sm &&
                wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &now) &&
                now.fits && now.shared != m->past.last.blocks.shared &&
                strstr(wl_residency_limits(&now, limits), "shared"); /* else it does not matter */
  size_t mark = mark_before_next(m);
  if (mark != SIZE_MAX && wl_trace_get(m->trace, mark, &s))
    snprintf(out->mark, sizeof out->mark, "%s", s.text);
  if (shared) snprintf(out->blocks, sizeof out->blocks, "%s", wl_residency_text(&now, text));
  if (m->of || !m->course.flip.past.stops || !wl_hazards_open(m)) return;
  uint64_t met = wl_hazards_met(m, &unit);
  if (hazards != was) tell_hazards(out, hazards, was, "hazard");
  else tell_hazards(out, met, m->course.flip.past.met, unit);
}

void wl_news_say(struct wl_session *m, const struct wl_prose *p) {
  struct wl_news news;
  wl_news_take(m, &news);
  if (mark_before_next(m) != m->selected && news.mark[0]) wl_say(p, "%s", news.mark);
  if (news.blocks[0]) wl_say(p, "%s", news.blocks);
  if (news.hazards[0]) wl_say(p, "Left to chance: %s", news.hazards);
}
