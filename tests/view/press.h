/* Keys that a test presses, and what the screen shows then. */
#ifndef TESTS_VIEW_PRESS_H
#define TESTS_VIEW_PRESS_H

#include "scene.h"
#include "session/session.h"

/* A model that shows a scene. */
struct wl_session *showing(struct scene s);

/* Presses keys by name, a blank between them; aborts at one that is none. */
void press(struct wl_session *m, const char *names);

/* Whether a row of the screen has the text, in ASCII. */
bool has_text(struct wl_session *m, int width, int height, const char *text);

#endif
