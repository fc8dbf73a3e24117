/* The script as it may be seen: what at() gives away is never shown before it is asked for,
 * and while figures are hidden neither is what else the script tells about them. A note of
 * at() is for who speaks, not for those who look on, or for those who have answered all. */
#ifndef WL_VIEW_VEIL_H
#define WL_VIEW_VEIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_model;
struct wl_param;

/* wl_trace_line() with such bytes blank: the others keep their columns. */
const char *wl_veil_line(struct wl_model *m, uint32_t line, size_t *size);

/* All of them, until something else is hidden; NULL: nothing is. */
const char *wl_veil_text(struct wl_model *m);

/* Another number where something else is hidden; 0: nothing is. */
unsigned wl_veil_hides(struct wl_model *m);

/* Bytes of such a line that are said: not the dashes of a comment that is hidden. */
size_t wl_veil_said(const char *line, size_t size);

/* What to call the script: wl_trace_called(), or its name while a line may tell too much. */
const char *wl_veil_name(struct wl_model *m);

/* wl_model_title(), or such a line. */
const char *wl_veil_title(struct wl_model *m);

/* Whether a line has nothing but a part of at() or another call for those who teach. */
bool wl_veil_aside(struct wl_model *m, uint32_t line);

/* Whether what the script is about, or the notes of its marks, are hidden now, too. */
bool wl_veil_about(struct wl_model *m);
bool wl_veil_notes(struct wl_model *m);

/* The help of a parameter, empty while that is hidden. */
const char *wl_veil_help(struct wl_model *m, const struct wl_param *p);

/* Whether anything of the script is blank now. */
bool wl_veil_changes(struct wl_model *m);

/* Another script: nothing is known of its text yet. */
void wl_veil_again(struct wl_model *m);

#endif
