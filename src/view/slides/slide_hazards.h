/* A slide about the hazard of the selected step, as a picture and in sentences. Internal to
 * src/view. */
#ifndef WL_VIEW_SLIDES_SLIDE_HAZARDS_H
#define WL_VIEW_SLIDES_SLIDE_HAZARDS_H

#include "canvas/canvas.h"
#include "words/sentences.h"

struct wl_session;

void wl_hazard_summary_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
void wl_hazard_summary_say(struct wl_session *m, const struct wl_prose *p);

#endif
