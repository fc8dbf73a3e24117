/* Composes the parts of the screen. */
#ifndef WL_VIEW_PICTURE_H
#define WL_VIEW_PICTURE_H

struct wl_canvas;
struct wl_session;

/* Draws the whole screen, at whatever size the canvas has. */
void wl_session_draw(struct wl_session *m, struct wl_canvas *c);

/* The same on a canvas that has the last picture, since which the model wanted no more than
 * WL_REQUEST_WAVE: what does not change with the wavefront stays as it is. */
void wl_session_draw_wave(struct wl_session *m, struct wl_canvas *c);

#endif
