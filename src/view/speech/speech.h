/* The picture as sentences, from the same model. Each view has a function for its sentences in
 * view/screen/view_functions.h. */
#ifndef WL_VIEW_SPEECH_SPEECH_H
#define WL_VIEW_SPEECH_SPEECH_H

#include "session/session.h"
#include "session/state/action.h"
#include "words/sentences.h"

/* All there is to see, from the title to the view. */
void wl_speak(struct wl_session *m, const struct wl_prose *p);

/* Where everything was when something was said last: what a line has touched. All 0: nothing has
 * been said yet. */
struct wl_spoken {
  bool any;
  unsigned shows, fails, replies, votes, view, lane, wave;
  size_t selected;
};

/* The step, the view or the panel that a line touched, as it is now, which `action` was
 * (WL_ACTION_COUNT: something else), and keeps in mind where everything is. */
void wl_speak_line(struct wl_session *m, struct wl_spoken *said, enum wl_action action,
                   const struct wl_prose *p);

/* speech_parts.c: what stands around the view. */
void wl_speak_title(struct wl_session *m, const struct wl_prose *p);
void wl_speak_step(struct wl_session *m, const struct wl_prose *p);
void wl_speak_fact(struct wl_session *m, const struct wl_prose *p);
void wl_speak_now(struct wl_session *m, const struct wl_prose *p);
/* `whole`: what an open question asks, also where answers are in. */
void wl_speak_question(struct wl_session *m, bool whole, const struct wl_prose *p);
void wl_speak_param(struct wl_session *m, const struct wl_prose *p);
void wl_speak_why(struct wl_session *m, const struct wl_prose *p);
void wl_speak_help(const struct wl_prose *p);
void wl_speak_error(const struct wl_diag *d, const struct wl_prose *p);
void wl_speak_bookmark(struct wl_session *m, const struct wl_prose *p);

#endif
