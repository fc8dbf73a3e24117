/* Sentences about the selected step that views share. Internal to src/view. */
#ifndef WL_VIEW_TEXT_STEP_SENTENCES_H
#define WL_VIEW_TEXT_STEP_SENTENCES_H

#include "words/sentences.h"

struct wl_session;

/* One lane; all of them, those of a shuffle or a vote that follow one rule in one sentence. */
void wl_speak_lane(struct wl_session *m, unsigned lane, const struct wl_prose *p);
void wl_speak_lanes(struct wl_session *m, const struct wl_prose *p);

/* The wavefronts of the replay, tag and data, one after the other. */
void wl_speak_waves(struct wl_session *m, const struct wl_prose *p);

/* The parameters of the script, and what each is for. */
void wl_speak_params(struct wl_session *m, const struct wl_prose *p);

/* What a view that has nothing to show for the step says. */
void wl_speak_elsewhere(struct wl_session *m, const struct wl_prose *p, const char *text);

#endif
