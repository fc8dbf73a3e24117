/* Evidence for wavefronts and ways. */
#ifndef WL_SESSION_WHY_WHY_BANKS_H
#define WL_SESSION_WHY_WHY_BANKS_H

struct wl_arch;
struct wl_session;
struct wl_step_info;
struct wl_why;

/* A round of the banks as a title calls it: "pass" of "passes", "trip", "wave". */
const char *wl_why_turn(const char *title);

/* Rows of 4 bytes a lane that an access to local memory is cut into; 1 for all others. */
unsigned wl_why_local_rows(const struct wl_step_info *s);

/* The row, from 1, that a tag wavefront looks up. */
unsigned wl_why_row_of_tag(const struct wl_step_info *s, unsigned tag);

/* The bank that keeps each lane group busy longest, and what it serves one by one. */
void wl_why_wavefronts(const struct wl_session *m, const struct wl_arch *arch,
                       const struct wl_step_info *s, struct wl_why *w);

/* The words that the worst bank has in its worst lane group. */
void wl_why_ways(const struct wl_session *m, const struct wl_step_info *s, struct wl_why *w);

#endif
