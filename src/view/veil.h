/* The script as it may be seen: what ask{} gives away is never shown before it is asked for,
 * and while figures are hidden neither is what else the script tells about them. A note of
 * mark() is for who speaks, not for those who look on. */
#ifndef WL_VIEW_VEIL_H
#define WL_VIEW_VEIL_H

#include <stddef.h>
#include <stdint.h>

struct wl_model;

/* wl_trace_line() with such bytes blank: the others keep their columns. */
const char *wl_veil_line(struct wl_model *m, uint32_t line, size_t *size);

/* Another script: nothing is known of its text yet. */
void wl_veil_again(struct wl_model *m);

#endif
