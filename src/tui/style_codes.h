/* Turns styles into bytes: the shortest change from one to another, and styles that look the same.
 */
#ifndef WL_TUI_STYLE_CODES_H
#define WL_TUI_STYLE_CODES_H

#include "canvas/canvas.h"
#include "tui/byte_buffer.h"

struct wl_style_codes;
enum { WL_STYLE_CODES_PLAIN = WL_STYLES /* the terminal has neither colours nor attributes */ };

/* The colours that the terminal has, as its description, COLORTERM and NO_COLOR tell. */
enum wl_tier wl_style_codes_tier(void);

/* For a terminal of this colour depth at most. NULL when memory ran out. */
struct wl_style_codes *wl_style_codes_create(enum wl_tier tier);
void wl_style_codes_destroy(struct wl_style_codes *pen);

void wl_style_codes_scheme(struct wl_style_codes *pen, enum wl_scheme scheme);

/* Whether a cell looks as it should when it is written in `style`: of a blank, no more than the
 * background shows. */
bool wl_style_codes_suits(const struct wl_style_codes *pen, unsigned style,
                          const struct wl_cell *cell);

/* Whether clearing leaves cells as blanks of that style look, when it is set. */
bool wl_style_codes_clears(const struct wl_style_codes *pen, unsigned style);

/* Whether the cursor can be placed while a style is set. */
bool wl_style_codes_moves(const struct wl_style_codes *pen, unsigned style);

/* Adds what sets a style where another is set. */
void wl_style_codes_turn(struct wl_style_codes *pen, unsigned from, unsigned to,
                         struct wl_bytes *out);

/* How many bytes that is. */
size_t wl_style_codes_distance(struct wl_style_codes *pen, unsigned from, unsigned to);

/* The place of a colour, 0xRRGGBB, in the table of 256 as terminals have it from the beginning:
 * xterm's 256colres.pl, a cube of 6 × 6 × 6 and a ramp of greys. -1: it is not there, or in one of
 * those places that schemes of 22 colours take for their own. */
int wl_style_codes_place(int32_t colour);

/* … where anything may be set. */
void wl_style_codes_reset(const struct wl_style_codes *pen, struct wl_bytes *out);

/* … and the terminal's own colours, for whoever comes next. */
void wl_style_codes_leave(const struct wl_style_codes *pen, struct wl_bytes *out);

#endif
