/* What the lanes of the group that runs hold, and where their results go. Internal to
 * src/script. */
#ifndef WL_SCRIPT_SIMT_SIMT_GROUP_H
#define WL_SCRIPT_SIMT_SIMT_GROUP_H

#include "script/simt/simt_state.h"

/* Whether all lanes of the group hold a `tag`. */
static inline bool wl_all_are(const struct wl_simt *m, const struct wl_lanes *r, enum wl_tag tag) {
  uint64_t differ = 0, want = (uint64_t)tag * UINT64_C(0x0101010101010101);
  for (unsigned i = 0; i < WL_LANES; i += 8) {
    uint64_t tags, on;
    memcpy(&tags, r->tag + i, 8);
    memcpy(&on, m->on + i, 8);
    differ |= (tags ^ want) & on;
  }
  return differ == 0;
}

/* Where a result is to be made, and how it comes to its register then. */
static inline struct wl_lanes *wl_target(struct wl_simt *m, struct wl_lanes *r) {
  return m->full ? r : &m->scratch;
}
static inline void wl_debounce(struct wl_simt *m, struct wl_lanes *r) {
  if (m->full) return;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    r->v[i] = m->scratch.v[i];
    r->tag[i] = m->scratch.tag[i];
  }
}

/* The first lane of the group. */
static inline unsigned wl_first(const struct wl_simt *m) {
  return (unsigned)__builtin_ctz(m->group);
}

/* The object that all lanes of the group hold in `r`; NULL if it is not one. */
struct wl_object *wl_simt_object(struct wl_simt *m, const struct wl_lanes *r);

/* Takes the value on top of vm->L off into all lanes. */
void wl_simt_take(struct wl_simt *m, struct wl_lanes *out);

/* The lanes of the group where `r` is neither nil nor false. */
uint32_t wl_simt_truths(const struct wl_simt *m, const struct wl_lanes *r);

#endif
