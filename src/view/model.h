/* What is shown and selected: state that takes actions and milliseconds. */
#ifndef WL_VIEW_MODEL_H
#define WL_VIEW_MODEL_H

#include "core/sweep.h"
#include "view/action.h"
#include "view/canvas.h"

struct wl_model;

/* NULL when memory ran out. */
struct wl_model *wl_model_create(void);
void wl_model_destroy(struct wl_model *m);

/* Shows a recording; the model borrows both until the next call. The selection
 * stays at the same place of the script where it can. The counts of the last
 * recording become the "before" of every figure. Either may be NULL: then there
 * is nothing to show. */
void wl_model_show(struct wl_model *m, const struct wl_trace *trace, const struct wl_analysis *a);

/* An error to show above the last good picture; NULL takes it away. */
void wl_model_fail(struct wl_model *m, const struct wl_diag *d);
const struct wl_diag *wl_model_failure(const struct wl_model *m); /* NULL: none is shown */

/* A run goes on (done of `of` blocks) or has ended (of = 0). A recording that
 * grows meanwhile is looked at again. */
void wl_model_progress(struct wl_model *m, uint64_t done, uint64_t of);

/* Registers of a thread, for occupancy; before it is called they are assumed. */
void wl_model_set_registers(struct wl_model *m, uint32_t registers);
uint32_t wl_model_registers(const struct wl_model *m); /* 0: nobody gave them */

/* The chip that is told of, where it is one of the generation shown. */
void wl_model_set_chip(struct wl_model *m, const struct wl_chip *chip);

/* Does an action; `argument` as action.h says. */
void wl_model_do(struct wl_model *m, enum wl_action action, int argument);

/* A key as theme-independent code (view/keymap.h): looks it up and does it. */
void wl_model_key(struct wl_model *m, uint32_t key);

/* Time passes. Returns milliseconds until the next tick matters, -1: never. */
int wl_model_tick(struct wl_model *m, int ms);

/* Milliseconds between two frames of a replay. */
int wl_model_period(const struct wl_model *m);

/* Takes the wants (they are cleared). */
unsigned wl_model_wants(struct wl_model *m);

/* How many generations on (or back, where negative) the user wants to go in the
 * table; taken once. The driver then shows the recording with its new analysis. */
int wl_model_arch_turns(struct wl_model *m);

/* The generation that the user has named instead, NULL: none; taken once. */
const struct wl_arch *wl_model_arch_wanted(struct wl_model *m);

/* An expression over the arrays of the recording, and what it comes to. */
const char *wl_model_question(const struct wl_model *m);
void wl_model_answer(struct wl_model *m, const char *text);

/* The recording that is shown next has another layout of shared memory, which
 * `text` names; NULL: it is the one that was made. */
void wl_model_lay_out(struct wl_model *m, const char *text);

/* The parameter that the sweep view is about, NULL: there is none. And its runs, which
 * are borrowed until the next call and may still come in. */
const struct wl_param *wl_model_swept(const struct wl_model *m);
void wl_model_sweep(struct wl_model *m, const struct wl_sweep *s);

/* Values of all parameters that are not at the script's own default, and of
 * those that the user has put back to it: "name=value", `*count` of them. They
 * replace all settings of earlier runs. Valid until the model changes. */
const char *const *wl_model_settings(const struct wl_model *m, size_t *count);

/* The script did not run with them: back to what the recording shown was made with. */
void wl_model_take_back(struct wl_model *m);

/* What was said to the questions so far: rows of CSV under wl_tally_head. To be freed;
 * NULL when memory ran out. The right answers are in it once they were shown. */
char *wl_model_tally(const struct wl_model *m);
extern const char wl_tally_head[];

/* Selecting from outside (`show`, tests): step by index, picked lane, wavefront that
 * is replayed (0: none). False if there is none such. */
bool wl_model_select(struct wl_model *m, size_t step);
bool wl_model_pick(struct wl_model *m, unsigned lane);
bool wl_model_wave(struct wl_model *m, unsigned wave);
/* Hides the figures of every step, wherever they would show, or shows them again. */
void wl_model_mask(struct wl_model *m, bool on);
/* Poses the questions of the script where they are met; at first it does not. */
void wl_model_pose(struct wl_model *m, bool on);
/* Opens the panel that explains a figure, by its JSON key; false if there is
 * no figure of that name, or the selected step lacks it. */
bool wl_model_ask_why(struct wl_model *m, const char *figure);
size_t wl_model_selected(const struct wl_model *m);

/* Colours for this background, which the user changes; at first dark. */
void wl_model_set_scheme(struct wl_model *m, enum wl_scheme scheme);
enum wl_scheme wl_model_scheme(const struct wl_model *m);

/* The picture is to be taken home: no key is named on it, since none would work. */
void wl_model_set_still(struct wl_model *m);

/* What the script is called: its title, else its file without the way there. */
const char *wl_model_title(const struct wl_model *m);

/* What the picture shows, in a sentence or two, for those who cannot see it. */
void wl_model_caption(struct wl_model *m, char *text, size_t size);

/* Whether it shows one fact a screen (view/present.h). */
bool wl_model_presents(const struct wl_model *m);

/* Whether the mouse is to be heard of; at first it is the terminal's. */
bool wl_model_mouse(const struct wl_model *m);

/* Words of the command line that stay as they are, for view/bookmark.h; borrowed. */
void wl_model_set_command(struct wl_model *m, const char *const *words, size_t count);

#endif
