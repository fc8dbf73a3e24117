#include "session/state/replay_frame.h"

#include "session/state/selection.h"
#include "session/state/session_state.h"

static bool fetches(const struct wl_step_info *s) {
  return s->step.kind == WL_STEP_ACCESS && s->step.access.space == WL_TEXTURE;
}

/* The quads with an active lane go one after the other (WL_RULE_QUAD). */
static struct wl_replay_state quad_moment(const struct wl_step_info *s, unsigned index) {
  struct wl_replay_state t = {.replay = true, .quad = true, .index = index,
                              .of = s->explain.counts.requests};
  for (unsigned quad = 0, n = 0; quad < WL_LANES / 4; quad++) {
    uint32_t lanes = s->step.access.mask & 0xfu << 4 * quad;
    if (lanes && n < index) t.done |= lanes;
    if (lanes && n == index) t.now = lanes;
    n += lanes != 0;
  }
  return t;
}

unsigned wl_session_waves(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (!s) return 0;
  if (fetches(s)) return s->explain.counts.requests;
  unsigned waves = (unsigned)s->explain.tag_count + s->explain.wavefront_count;
  return waves ? waves : s->explain.transaction_count;
}

struct wl_replay_state wl_session_moment(struct wl_session *m) { return
                                                                wl_replay_state_at(m, m->wave); }

/* How many tag wavefronts have to be over before a data wavefront serves its lanes: as many as
 * find their lines. The first that may is the one it says it is of: in local memory a lane has
 * lines in several. */
static unsigned tags_before(const struct wl_explain *e, const struct wl_wavefront *data) {
  uint32_t found = 0;
  unsigned tag = data->tag;
  while (tag < e->tag_count && (found & data->lanes) != data->lanes) found |= e->tag_lanes[tag++];
  return tag;
}

/* Counts the wavefronts that are over when `wave`, from 1, is shown, and says whether that is a tag
 * wavefront. */
static bool advance(const struct wl_step_info *s, unsigned wave, unsigned *found,
                    unsigned *served) {
  const struct wl_explain *e = &s->explain;
  *found = *served = 0;
  for (;;) {
    bool data = *served < e->wavefront_count &&
                tags_before(e, &e->wavefront[*served]) <= *found;
    if (--wave == 0) return !data;
    ++*(data ? served : found);
  }
}

bool wl_moments_mixed(const struct wl_step_info *s) {
  unsigned found, served, tags = s->explain.tag_count;
  return tags > 0 && (!advance(s, tags, &found, &served) || served > 0);
}

/* Behind the last wavefront, where another recording goes on. */
static struct wl_replay_state moment_over(const struct wl_step_info *s, unsigned waves) {
  const struct wl_explain *e = &s->explain;
  bool known = e->tag_count || e->wavefront_count;
  return (struct wl_replay_state){
    .replay = true, .over = true, .quad = fetches(s), .transaction = !fetches(s) && !known,
    .index = waves, .of = waves, .found = e->tag_count,
    .served = known ? e->wavefront_count : waves, .done = s->step.access.mask};
}

struct wl_replay_state wl_replay_state_at(struct wl_session *m, unsigned wave) {
  struct wl_replay_state t = {0};
  const struct wl_step_info *s = wl_session_spot(m);
  unsigned waves = wl_session_waves(m);
  if (!s || wave == 0 || waves == 0) return t;
  if (wave > waves) return moment_over(s, waves);
  if (fetches(s)) return quad_moment(s, wave - 1);
  const struct wl_explain *e = &s->explain;
  t.replay = true;
  if (!e->tag_count && !e->wavefront_count) {
    t.transaction = true;
    t.index = t.served = wave - 1;
    t.of = e->transaction_count;
    t.now = e->transaction[t.index].lanes;
    for (unsigned i = 0; i < t.index; i++) t.done |= e->transaction[i].lanes;
    for (unsigned i = t.index; i < t.of; i++) t.done &= ~e->transaction[i].lanes;
    return t;
  }
  t.tag = advance(s, wave, &t.found, &t.served);
  t.index = t.tag ? t.found : t.served;
  t.of = t.tag ? e->tag_count : e->wavefront_count;
  t.now = t.tag ? e->tag_lanes[t.index] : e->wavefront[t.index].lanes;
  t.again = !t.tag && (e->wavefront[t.index].back || e->wavefront[t.index].again);
  for (unsigned i = 0; i < t.served; i++) t.done |= e->wavefront[i].finished;
  return t;
}
