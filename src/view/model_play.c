#include "view/model_play.h"

#include "view/basics.h"
#include "view/beside.h"
#include "view/model.h"
#include "view/model_move.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/view.h"
#include "view/want.h"

/* No frame follows another within a third of a second, so that no cell can
 * flash more than three times a second (WCAG 2.3.1): faster means more
 * wavefronts a frame. */
enum { FRAME = 334 };
static const struct { int period, waves; const char *rate; } speeds[] = {
  {2000, 1, "0.5/s"},
  {1000, 1, "1/s"},
  {667, 1, "1.5/s"},
  {FRAME, 1, "3/s"},
  {FRAME, 2, "6/s"},
  {FRAME, 4, "12/s"},
  {FRAME, 8, "24/s"},
};
enum { SPEEDS = sizeof speeds / sizeof speeds[0] };

int wl_model_period(const struct wl_model *m) { return speeds[m->speed].period; }

const char *wl_model_rate(const struct wl_model *m) { return speeds[m->speed].rate; }

static bool fetches(const struct wl_spot *s) {
  return s->step.kind == WL_STEP_ACCESS && s->step.access.space == WL_TEXTURE;
}

/* The quads with an active lane go one after the other (WL_RULE_QUAD). */
static struct wl_moment quad_moment(const struct wl_spot *s, unsigned index) {
  struct wl_moment t = {.replay = true, .quad = true, .index = index,
                        .of = s->explain.counts.requests};
  for (unsigned quad = 0, n = 0; quad < WL_LANES / 4; quad++) {
    uint32_t lanes = s->step.access.mask & 0xfu << 4 * quad;
    if (lanes && n < index) t.done |= lanes;
    if (lanes && n == index) t.now = lanes;
    n += lanes != 0;
  }
  return t;
}

unsigned wl_model_waves(struct wl_model *m) {
  const struct wl_spot *s = wl_model_spot(m);
  if (!s) return 0;
  if (fetches(s)) return s->explain.counts.requests;
  unsigned waves = (unsigned)s->explain.tag_count + s->explain.wavefront_count;
  return waves ? waves : s->explain.transaction_count;
}

struct wl_moment wl_model_moment(struct wl_model *m) {
  struct wl_moment t = {0};
  const struct wl_spot *s = wl_model_spot(m);
  unsigned waves = wl_model_waves(m), wave = m->wave < waves ? m->wave : waves;
  if (!s || wave == 0) return t; /* beyond the last where another recording goes on */
  if (fetches(s)) return quad_moment(s, wave - 1);
  const struct wl_explain *e = &s->explain;
  t.replay = true;
  if (!e->tag_count && !e->wavefront_count) {
    t.transaction = true;
    t.index = wave - 1;
    t.of = e->transaction_count;
    t.now = e->transaction[t.index].lanes;
    for (unsigned i = 0; i < t.index; i++) t.done |= e->transaction[i].lanes;
    return t;
  }
  t.tag = wave <= e->tag_count;
  t.index = t.tag ? wave - 1 : wave - 1 - e->tag_count;
  t.of = t.tag ? e->tag_count : e->wavefront_count;
  t.now = t.tag ? e->tag_lanes[t.index] : e->wavefront[t.index].lanes;
  for (unsigned i = 0; i < t.index; i++)
    t.done |= t.tag ? e->tag_lanes[i] : e->wavefront[i].finished;
  return t;
}

/* Steps and wavefronts are one sequence: after the last wavefront of a step
 * comes the next step. False at the end. */
static bool forward(struct wl_model *m, bool waves) {
  size_t step = m->selected;
  if (waves && m->wave < wl_beside_waves(m)) {
    m->wave++;
    return true;
  }
  wl_model_move(m, WL_ACT_NEXT);
  return m->selected != step;
}

static bool backward(struct wl_model *m, bool waves) {
  size_t step = m->selected;
  if (m->wave > 0) {
    m->wave = waves ? m->wave - 1 : 0;
    return true;
  }
  wl_model_move(m, WL_ACT_PREVIOUS);
  if (m->selected == step) return false;
  if (waves) m->wave = wl_beside_waves(m);
  return true;
}

static bool at_end(struct wl_model *m) {
  return m->selected + 1 >= m->count && m->wave >= wl_beside_waves(m);
}

static void play(struct wl_model *m, bool backwards) {
  m->playing = !m->playing || m->backwards != backwards;
  m->backwards = backwards;
  m->waited = 0;
  if (m->playing && !backwards && at_end(m)) wl_model_go(m, 0);
}

void wl_model_play(struct wl_model *m, enum wl_action action) {
  if (action == WL_ACT_MORE && m->speed + 1 < SPEEDS) m->speed++;
  if (action == WL_ACT_LESS && m->speed > 0) m->speed--;
  if (wl_model_empty(m)) return;
  bool speed = action == WL_ACT_MORE || action == WL_ACT_LESS;
  if (!speed && wl_model_masked(m) && m->poll.state == WL_POLL_OPEN) {
    m->playing = false;
    wl_model_say(m, "a question stands here: m shows the figures, and then this plays");
    return;
  }
  switch (action) {
  case WL_ACT_PLAY: play(m, m->playing && m->backwards); break; /* pauses either way */
  case WL_ACT_PLAY_BACK: play(m, true); break;
  case WL_ACT_WAVE_NEXT:
    m->playing = false;
    forward(m, true);
    break;
  case WL_ACT_WAVE_PREVIOUS:
    m->playing = false;
    backward(m, true);
    break;
  default: break;
  }
}

/* One frame: several wavefronts at high speed, but never past a step. A mark
 * made in the script stops the replay: there is something to be said. */
static void frame(struct wl_model *m) {
  size_t step = m->selected;
  m->message[0] = '\0';
  for (int i = 0; m->playing && i < speeds[m->speed].waves && m->selected == step; i++)
    m->playing = (m->backwards ? backward : forward)(
      m, wl_views[m->view].waves || (m->view == WL_VIEW_COMPARE && m->beside));
  const struct wl_spot *s = wl_model_spot(m);
  if (m->selected != step && s && s->step.kind == WL_STEP_MARK) m->playing = false;
  m->wants |= WL_WANT_DRAW;
}

int wl_model_tick(struct wl_model *m, int ms) {
  if (!m->playing || wl_model_empty(m)) return -1;
  int period = speeds[m->speed].period;
  if (ms > 0) m->waited = ms < period - m->waited ? m->waited + ms : period;
  if (m->waited >= period) {
    m->waited = 0;
    frame(m);
  }
  return m->playing ? period - m->waited : -1;
}
