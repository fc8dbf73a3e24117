/* What a script says by itself: its marks and questions, as stops on the way. */
#ifndef WL_VIEW_LESSON_H
#define WL_VIEW_LESSON_H

#include "view/state.h"

/* Brings the list of stops up to date with the recording. */
const struct wl_lesson *wl_lesson(struct wl_model *m);

/* The stop that the selected warp is at or has passed last; -1: none. */
int wl_lesson_here(struct wl_model *m);

/* Another recording: nothing is known of its stops yet. */
void wl_lesson_again(struct wl_model *m);

#endif
