/* What the writers of text pages share: 80 columns for a terminal. */
#ifndef WL_CANVAS_WRITE_PAGE_H
#define WL_CANVAS_WRITE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Text made harmless in at most `cells` cells, the last an ellipsis where it is
 * longer. Returns the cells used. */
size_t wl_page_fit(FILE *f, bool ascii, const char *s, size_t n, size_t cells);

/* In at most `cells`, 7 or more: 4,194,304 where it fits, else 12345678 or, cut,
 * 1.23e12. */
const char *wl_page_count(uint64_t v, int cells, char text[32]);

/* Text broken at spaces, `indent` cells in on all rows but the first, which goes
 * on where the page stands: `indent` cells in as well. Ends the last row. */
void wl_page_wrap(FILE *f, bool ascii, const char *text, size_t indent);

enum { WL_PAGE_WIDTH = 80 };

#endif
