/* Drawing that views and parts of the screen share. Internal to src/view. */
#ifndef WL_VIEW_DRAW_DRAW_H
#define WL_VIEW_DRAW_DRAW_H

#include "canvas/canvas.h"
#include "core/trace/step.h"
#include "session/state/replay_frame.h"
#include "session/state/view_table.h"
#include "words/grade.h"

struct wl_session;

/* Text broken at spaces into at most `rows` rows from the top of `r`; returns the rows
 * used. And how many it would like, about. */
int wl_draw_wrapped(struct wl_canvas *c, struct wl_rect r, int rows, enum wl_style style,
                    const char *text);
int wl_wrapped_rows(const char *text, int cells);

/* The same from row `y` of `r` on, "…" where there is more than fits; returns the row
 * behind it. */
int wl_draw_text(struct wl_canvas *c, struct wl_rect r, int y, enum wl_style style,
                 const char *text);

/* A text in the middle of rows, broken at spaces, from the top of `r` on; returns the rows used.
 * And how many these are where rows have so many cells. */
int wl_draw_centred(struct wl_canvas *c, struct wl_rect r, enum wl_style style, const char *text);
int wl_centred_rows(const struct wl_canvas *c, int cells, const char *text);

/* A sentence in a row: where it has no room it ends in "…" behind a word, unless that leaves less
 * than half of the row. Returns where it ends. */
int wl_draw_sentence(struct wl_canvas *c, struct wl_rect r, enum wl_style style, const char *text);

/* "…" at cell (x, y), a row's last, for what has no room below; in the place of a word there. */
void wl_draw_more(struct wl_canvas *c, int x, int y);

/* A sentence in `w` cells of a row: up to its last clause that has room, cut only where the first
 * has not. Returns where it ends. */
int wl_draw_clauses(struct wl_canvas *c, int x, int y, int w, enum wl_style style,
                    const char *text);

/* Bytes of `text` for one row of `cells`, cut at a space where there is one. */
int wl_row_bytes(const struct wl_canvas *c, const char *text, int cells);

/* Lanes that are served now; at rest, those that explain the answer that is shown. */
uint32_t wl_lanes_lit(const struct wl_session *m, const struct wl_replay_state *now);
bool wl_lane_is_lit(const struct wl_session *m, const struct wl_replay_state *now, unsigned lane);

/* How a lane looks now: inactive, waiting, served now, served, or picked. */
enum wl_style wl_lane_style(const struct wl_session *m, const struct wl_replay_state *now,
                            uint32_t mask,
                            unsigned lane);

/* How a figure looks that is judged. */
enum wl_style wl_grade_style(enum wl_grade grade);

/* What an instruction costs, in a sentence in one row, with the sign of its grade. */
void wl_draw_verdict(struct wl_canvas *c, struct wl_rect r, const struct wl_verdict *v);
enum wl_glyph_id wl_grade_sign(enum wl_grade grade);

/* The sign beside a lane, line or wavefront that is lit, or has been served. */
void wl_draw_served(struct wl_canvas *c, int x, int y, bool now, bool done);

/* The same of sets of lanes, in a row of numbers that begins with lane `first`: one of two digits
 * has no blank before its sign, and is joined with the one before that has the same. */
void wl_draw_served_lane(struct wl_canvas *c, int x, int y, uint32_t now, uint32_t done,
                         unsigned lane, unsigned first);

/* What stands in the place of a view that cannot be drawn without figures. */
void wl_view_masked(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* A screen that is smaller than the smallest layout says that. */
void wl_draw_too_small(struct wl_canvas *c);

enum { WL_ELSEWHERE = 4 }; /* rows of it */

/* What a view says where it has nothing to show, and which key shows something. */
void wl_view_elsewhere(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                       const char *text);
/* A view and what it shows, "3 shows the banks that it uses". */
struct wl_view_tip { enum wl_view_id view; const char *text; };
struct wl_view_tip wl_view_best(const struct wl_step *s);
const char *wl_view_next_best(struct wl_session *m); /* of those not hidden; NULL: none is left */

/* ": J K" behind what scrolls, "" on a picture to be taken home. */
const char *wl_scroll_keys(const struct wl_session *m);

/* `n`, or the bound that it is beyond. */
static inline int wl_within(int n, int least, int most) {
  return n < least ? least : n > most ? most : n;
}

/* The first row in sight of `count`, of which `shown` have room: `first`, unless that is scrolled,
 * which stops at both ends. */
int wl_scroll_window(struct wl_session *m, int first, int count, int shown);

#endif
