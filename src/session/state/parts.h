/* Parts of the screen around the view; each is in the file part_*.c whose name begins as
 * it does, or as the part it belongs to. */
#ifndef WL_SESSION_STATE_PARTS_H
#define WL_SESSION_STATE_PARTS_H

#include "session/state/layout.h"

struct wl_canvas;
struct wl_session;
struct wl_source_span;

/* The bars at the top and the bottom, what keys do now, the row of views, and the strip of all
 * steps. */
void wl_part_bar(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l);
void wl_part_status(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l);
/* "  pad=0  width=4": whole parameters in so many columns, a sign where some are left out. But for
 * `all`, the one that is about to change, or did last, comes first. */
void wl_part_params(const struct wl_session *m, const struct wl_canvas *c, int cells, bool all,
                    char text[256]);
void wl_part_tabs(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_strip(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The source line; verdict and rule; the wavefront; the picked lane. */
/* `whole`: the kind of instruction gives way to the line, which goes on in a second row if there
 * are two. Whether the kind is there. */
bool wl_part_source(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool whole);
/* Rows that the line would like to have, 1 or 2, in so many columns. */
int wl_part_source_rows(struct wl_session *m, const struct wl_canvas *c, int width);
/* Any line of the script, with an expression marked; without its comment. */
void wl_part_code(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                  const struct wl_source_span *place);
void wl_part_verdict(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l);
/* What is replayed, or would be; where it is `alone`, without figures elsewhere, also what the step
 * is judged by, before and after a change. */
void wl_part_now(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool alone);
void wl_part_lane(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The figures in a row, and in a column. */
void wl_part_figures(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_panel(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The question in the rows of verdict and rule, or what came of it; the answers in that of
 * the wavefront; what keys do in the status line. False: there was nothing to draw. */
bool wl_part_question(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l);
bool wl_part_answers(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
bool wl_part_question_keys(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* An error, which wants so many rows; and what there is before the first step. */
void wl_part_error(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
int wl_part_error_rows(const struct wl_session *m, int width);
void wl_part_start(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
/* The same for a script that has just begun, whose text is known; false: it is not. */
bool wl_part_coming(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l);

/* The line that is open, or that of help; the answer to it, which wants so many rows. */
void wl_part_prompt(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
void wl_part_answer(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
int wl_part_answer_rows(const struct wl_session *m, int width);

/* The command that reproduces the picture. */
void wl_part_bookmark(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The same in the rows of the status line, and how many it wants. */
void wl_part_back(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
int wl_part_back_rows(struct wl_session *m, const struct wl_canvas *c, int width);

/* slide.c: the whole screen as a slide; false where something else has it: help, an
 * error. */
bool wl_present_draw(struct wl_session *m, struct wl_canvas *c);

#endif
