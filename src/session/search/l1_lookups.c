#include "session/search/l1_lookups.h"

#include <stdio.h>

#include "core/cache/caches.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

enum { LOOK_BACK = 4096 /* steps, for one that asked something of L1 */ };

void wl_session_l1_drop(struct wl_session *m) {
  wl_l1_replay_destroy(m->l1);
  m->l1 = NULL;
}

/* The replay of a multiprocessor, made anew where it is another one. */
static struct wl_l1_replay *replay_of(struct wl_session *m, uint32_t sm) {
  if (m->l1 && wl_l1_replay_sm(m->l1) == sm) return m->l1;
  wl_session_l1_drop(m);
  m->l1 = wl_l1_replay_create(wl_caches_target(wl_analysis_caches(m->analysis)), m->trace, sm);
  return m->l1;
}

/* Behind the events of the last step of the warp that had any. */
static size_t behind_last(const struct wl_session *m, const struct wl_l1_replay *r) {
  const struct wl_step *here = &wl_session_spot(m)->step;
  struct wl_step s = *here;
  size_t first;
  for (size_t i = m->selected, k = 0; i-- > 0 && k < LOOK_BACK; k++) {
    if (!wl_trace_glance(m->trace, i, &s, NULL) || s.block != here->block) break;
    size_t count = s.warp == here->warp ? wl_l1_replay_find(r, (uint32_t)i, &first) : 0;
    if (count) return first + count;
  }
  return 0;
}

bool wl_session_l1(struct wl_session *m, struct wl_l1_moment *out, const char **why) {
  const struct wl_analysis *a = wl_session_costs(m);
  const struct wl_caches *caches = a ? wl_analysis_caches(a) : NULL;
  *why = m->of ? "caches are simulated after the run"
         : !a  ? wl_mask_why_not(m) : "caches are not modelled here";
  if (!*why) *why = "an open question hides what caches do";
  if (!caches || m->of || !wl_session_spot(m) || wl_session_head(m)->unordered) return false;
  *why = "global loads bypass L1 on this generation";
  if (wl_caches_model(caches)->l1_lines == 0) return false;
  uint32_t sm = wl_cache_sm(wl_caches_model(caches), wl_session_spot(m)->step.block);
  out->replay = replay_of(m, sm);
  *why = "not enough memory to simulate caches";
  if (!out->replay) return false;
  out->count = wl_l1_replay_find(out->replay, (uint32_t)m->selected, &out->first);
  if (!out->count) out->first = behind_last(m, out->replay);
  return true;
}

void wl_l1_next_miss(struct wl_session *m) {
  struct wl_l1_moment now;
  const char *why;
  if (!wl_session_l1(m, &now, &why)) {
    wl_session_say(m, why);
    return;
  }
  size_t events = wl_l1_replay_count(now.replay), from = now.first + now.count;
  for (size_t i = 0; i < events; i++) {
    const struct wl_l1_event *e = wl_l1_replay_event(now.replay, (from + i) % events);
    if (!e->missed || e->site >= m->count) continue;
    wl_session_go(m, e->site);
    snprintf(m->message, sizeof m->message, "miss in L1 at lookup %zu of %zu: %s",
             (from + i) % events + 1, events,
             e->again ? "it was in L1 before, and was evicted" : "first access on this SM");
    return;
  }
  wl_session_say(m, "every load of this SM hits");
}
