#include "view/text/active_lanes.h"

#include <inttypes.h>
#include <stdio.h>

#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "words/format.h"

/* Lanes of a step's warp that have a thread: the last warp of a block may be in part. */
static uint32_t threads_of(const struct wl_head *h, const struct wl_step *s) {
  uint64_t threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
  uint64_t before = (uint64_t)s->warp * WL_LANES;
  if (threads >= before + WL_LANES) return UINT32_MAX;
  return threads > before ? (1u << (threads - before)) - 1 : 0;
}

/* The step that the selected warp made before, in the same block; false: none is known. */
static bool step_before(struct wl_session *m, struct wl_step *out) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  if (here >= w->count) return false;
  for (size_t i = here; i-- > 0;)
    if (w->entry[i].warp == w->entry[here].warp) return wl_trace_get(m->trace, w->first + i, out);
  return false;
}

/* Lanes that were elsewhere at the step before, and join those that were there. */
static uint32_t coming_back(struct wl_session *m, const struct wl_step *s) {
  struct wl_step before;
  if (!step_before(m, &before) || wl_names_rows(&before)) return 0;
  uint32_t gone = before.access.mask & ~s->access.mask & s->live;
  return gone ? 0 : s->access.mask & ~before.access.mask;
}

void wl_flow_lanes(struct wl_session *m, char text[WL_FLOW_TEXT]) {
  const struct wl_step_info *spot = wl_session_spot(m);
  const struct wl_head *head = wl_session_head(m);
  text[0] = '\0';
  if (!spot || !head || spot->lanes_covered || wl_names_rows(&spot->step)) return;
  const struct wl_step *s = &spot->step;
  uint32_t back = coming_back(m, s), threads = threads_of(head, s);
  const struct { uint32_t lanes; const char *what; } rows[] = {
    {s->live & ~s->access.mask, "elsewhere"},
    {threads & ~s->live, "returned"},
    {~threads, "without a thread"},
    {back, "back"},
  };
  int used = 0;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (rows[i].lanes)
      used += snprintf(text + used, WL_FLOW_TEXT - (size_t)used, "%s%u %s", used ? ", " : "",
                       wl_lanes_count(rows[i].lanes), rows[i].what);
}

void wl_flow_iteration(const struct wl_step *s, bool brief, char text[WL_FLOW_TEXT]) {
  text[0] = '\0';
  if (s->iteration != WL_NO_ITERATION)
    snprintf(text, WL_FLOW_TEXT, "%s %" PRIu32, brief ? "iter" : "iteration", s->iteration);
}
