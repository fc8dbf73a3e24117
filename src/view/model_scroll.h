/* Scrolling by keys. Internal to src/view. */
#ifndef WL_VIEW_MODEL_SCROLL_H
#define WL_VIEW_MODEL_SCROLL_H

struct wl_model;

/* Scrolls by so many rows, down if there are more than 0, as far as the picture has some: what
 * recorded keys come to when nobody looks is what they came to on a screen. Says where it has
 * none. */
void wl_model_scroll(struct wl_model *m, int rows);

#endif
