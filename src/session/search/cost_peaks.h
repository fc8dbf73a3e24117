/* The costliest places of a recording, found fast at any length. */
#ifndef WL_SESSION_SEARCH_COST_PEAKS_H
#define WL_SESSION_SEARCH_COST_PEAKS_H

#include <stddef.h>
#include <stdint.h>

struct wl_session;
struct wl_peaks;

/* NULL when memory ran out. */
struct wl_peaks *wl_peaks_create(void);
void wl_peaks_destroy(struct wl_peaks *p);

/* Another recording or generation: nothing is known of it yet. */
void wl_peaks_again(struct wl_peaks *p);

/* Greatest excess of all steps. */
uint32_t wl_session_peak(const struct wl_session *m);

/* About the greatest of the steps [from, to): exact where they are few. */
uint32_t wl_peak_among(const struct wl_session *m, size_t from, size_t to);

/* The next step behind `step`, round the end, whose excess is the greatest of all. */
size_t wl_peak_next(const struct wl_session *m, size_t step);

#endif
