/* The present frame of the replay of the selected instruction. */
#ifndef WL_SESSION_STATE_REPLAY_FRAME_H
#define WL_SESSION_STATE_REPLAY_FRAME_H

#include <stdbool.h>
#include <stdint.h>

struct wl_session;
struct wl_step_info;

/* Wave 0 shows the whole instruction; in the waves from 1 on tag wavefronts pick lines, and data
 * wavefronts drain banks, each as soon as the lines of its lanes are found. Where neither is
 * known, as before cc 5.0, transactions follow each other; a texture serves quads of lanes. */
struct wl_replay_state {
  bool replay, tag, transaction, quad; /* something is replayed; which stage it is */
  bool over;           /* all is served, and what is beside it takes more wavefronts: `now` is
                        * empty, and `index`, which is `of`, one behind the last */
  unsigned index, of;  /* wavefront of its stage, from 0 */
  bool again; /* a data wavefront that comes back to words which have been served already */
  unsigned found, served; /* tag and data wavefronts that are over */
  uint32_t now, done;  /* lanes; done: with all that is served of them, but for wavefronts of
                        * local memory, where the first of its rows is enough */
};
struct wl_replay_state wl_session_moment(struct wl_session *m);
struct wl_replay_state wl_replay_state_at(struct wl_session *m, unsigned wave);

/* Whether data wavefronts come between the tag wavefronts, and not all of them behind. */
bool wl_moments_mixed(const struct wl_step_info *s);

/* Wavefronts that the selected step has to replay. */
unsigned wl_session_waves(struct wl_session *m);

#endif
