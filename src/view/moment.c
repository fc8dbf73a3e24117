#include "view/moment.h"

#include "view/selection.h"
#include "view/state.h"

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

struct wl_moment wl_model_moment(struct wl_model *m) { return wl_moment_at(m, m->wave); }

struct wl_moment wl_moment_at(struct wl_model *m, unsigned wave) {
  struct wl_moment t = {0};
  const struct wl_spot *s = wl_model_spot(m);
  unsigned waves = wl_model_waves(m);
  if (wave > waves) wave = waves; /* where another recording goes on */
  if (!s || wave == 0) return t;
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
