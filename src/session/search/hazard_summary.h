/* The hazards of a recording for views, and going from one to the next. */
#ifndef WL_SESSION_SEARCH_HAZARD_SUMMARY_H
#define WL_SESSION_SEARCH_HAZARD_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/hazard/hazard_text.h"
#include "session/session.h"

struct wl_session;

/* Those of the recording, with the notes; NULL: nobody looked for them. How many without. */
struct wl_hazards *wl_hazards_of(const struct wl_session *m);
size_t wl_session_hazards(const struct wl_session *m);

/* Whether they may be told of: nothing is still to be asked that they might answer. And those of
 * the selected step, which may be what its own question came to. */
bool wl_hazards_open(const struct wl_session *m);
bool wl_hazards_open_here(const struct wl_session *m);

/* How often they were met, all together, and of what: "conflict". */
uint64_t wl_hazards_met(const struct wl_session *m, const char **unit);

/* Whether a line of the script is one of the two that an example of a hazard has. */
bool wl_hazard_line(const struct wl_session *m, uint32_t line);

/* The first hazard whose example has a step; NULL: none. */
const struct wl_hazard *wl_hazard_at(const struct wl_session *m, size_t step);

/* "hazard with line 31, read after write: s[16], shared memory" of the selected step, or
 * "hazard of lines 31 and 44, …" where another step of its line is the example; and as few words as
 * a tiny screen has room for. NONE: also where that is hidden. */
enum wl_hazard_summary { WL_HAZARD_SUMMARY_NONE, WL_HAZARD_SUMMARY_LINE, WL_HAZARD_SUMMARY_STEP };
    /* its line, itself */
enum wl_hazard_summary wl_hazard_phrase(const struct wl_session *m, char text[WL_HAZARD_TEXT + 48]);

/* Whether the first (0) or second (1) access of a hazard can be selected. */
bool wl_hazard_stops(const struct wl_hazard *h, unsigned party);

/* Selects the next access of a hazard: the first of the two, then the second, then the
 * next hazard; and says what it is. */
void wl_hazard_next(struct wl_session *m);

/* All hazards by number, as an answer; and going to one. False and a diag: there is none
 * of that number. */
void wl_hazard_list(struct wl_session *m);
bool wl_hazard_go(struct wl_session *m, size_t number, struct wl_diag *d);

#endif
