/* What was said to the question about the selected step, as one word of a command line. */
#ifndef WL_VIEW_SAID_H
#define WL_VIEW_SAID_H

#include <stdbool.h>
#include <stddef.h>

struct wl_diag;
struct wl_model;

/* "b:3,a,b:12": in the order in which it was said, so that it can be taken back in the same;
 * numbers stand for themselves, letters for choices. False: nothing was said. */
bool wl_said_write(struct wl_model *m, char *text, size_t size);

/* An answer that is chosen but not said, as such a word; "_": one is begun. False: none is. */
bool wl_said_choice(struct wl_model *m, char *text, size_t size);

/* Chooses it again. False and a diag as below. */
bool wl_said_choose(struct wl_model *m, const char *text, struct wl_diag *d);

/* Says it again, to a question that stands. False and a diag where it cannot be said to it. */
bool wl_said_read(struct wl_model *m, const char *text, struct wl_diag *d);

#endif
