/* Presenting: shows one fact about a step at a time, with the keys of a clicker. */
#ifndef WL_SESSION_COURSE_PRESENTATION_H
#define WL_SESSION_COURSE_PRESENTATION_H

#include "session/state/action.h"
#include "session/state/step_info.h"
#include "session/state/view_table.h"

struct wl_session;

/* In the order in which they are told; a step has those that mean something for it. */
enum wl_fact {
  WL_FACT_STOP, WL_FACT_ASK, WL_FACT_GO, WL_FACT_CHANCE, WL_FACT_DO, WL_FACT_COST, WL_FACT_WHY,
  WL_FACT_COUNTED, WL_FACTS
};
extern const char *const wl_fact_titles[]; /* "what the code asks" */

/* The fact that is shown, and its place among those of the step, from 1, of `*of`. */
enum wl_fact wl_present_fact(struct wl_session *m, unsigned *place, unsigned *of);

/* The fact at a place, which the step has. */
enum wl_fact wl_present_fact_at(struct wl_session *m, unsigned place);

/* The view that shows where the lanes of a step go. */
enum wl_view_id wl_present_view(const struct wl_step_info *s);

/* The place of the fact that a clicker comes to next (or came from); 0: there is none of the
 * step. */
unsigned wl_present_beside(struct wl_session *m, bool on);

/* Goes to the fact at a place; false if the step has none there. */
bool wl_present_go(struct wl_session *m, unsigned place);

/* Whether the picture of the selected access says in a sentence what the hardware makes of
 * it, as that has no slide of its own. */
bool wl_present_sums_up(struct wl_session *m);

/* What the slide is about: its fact, or the answer to a question. */
const char *wl_present_title(struct wl_session *m);

/* Whether the next key shows the answer to the question, of the script or of the mask. */
bool wl_present_asks(struct wl_session *m);

/* A key that means something else while presenting: '.', with which some clickers empty the
 * screen, and any that brings it back. False: it means what it does otherwise. */
bool wl_present_key(struct wl_session *m, uint32_t key);

/* Whether a key is Enter behind an answer, which is PageDown: its slide stays where it is. */
bool wl_present_goes_on(const struct wl_session *m, uint32_t key);

/* Does an action that means something else while presenting; false: it does not. */
bool wl_present_do(struct wl_session *m, enum wl_action action);

/* What an action has while presenting that is not its row's: its keys (Enter, on its row of the
 * list, where no key does it; NULL: it is not done) and its help (NULL: that of its row). NULL:
 * all is as elsewhere. */
struct wl_slide_key { enum wl_action action; const char *keys, *help; };
const struct wl_slide_key *wl_present_slide_key(const struct wl_session *m, enum wl_action action);

/* Says of an action that nothing of it is seen while presenting. */
void wl_present_tell(struct wl_session *m, enum wl_action action);

/* Whether the selected step is the first mark of its warp: the stop that says what the
 * script is about. */
bool wl_present_opens(struct wl_session *m);

/* Presents from there instead of from the first step, unless the user says where; without slides
 * begins at the first memory instruction behind it, below what the script is about. open() looks
 * for either after each piece of a recording. */
void wl_present_begin(struct wl_session *m);
bool wl_present_elsewhere(struct wl_session *m); /* at the first step: it would not begin there */
void wl_present_open(struct wl_session *m);

/* The lesson of `to` comes after (or before) that of `from`, for the same audience: presents as
 * that does, hides figures, has its colours, and begins at the stop that is next to it. */
void wl_present_hand_on(const struct wl_session *from, struct wl_session *to, bool on);

#endif
