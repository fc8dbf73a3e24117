/* The rows of evidence under a figure, as the files why*.c write them. Internal to
 * src/view. */
#ifndef WL_VIEW_WHY_ROWS_H
#define WL_VIEW_WHY_ROWS_H

#include "view/why.h"

/* The next row; the last one again where there is no more room. `value` is what it
 * adds to the figure, -1: nothing. */
struct wl_why_row *wl_why_add(struct wl_why *w, uint32_t lanes, int value, const char *label, ...)
    __attribute__((format(printf, 4, 5)));

/* Appends to the text of a row; what does not fit is cut, never inside a character
 * of ours. */
void wl_why_say(struct wl_why_row *row, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A last row, with the figure itself as the sum of those above. */
void wl_why_sum(struct wl_why *w, const char *text);

/* A row that only says something: no lanes, and nothing to add. */
void wl_why_note(struct wl_why *w, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
