/* The rows of help: every key, view, typed line and figure that contains the typed words. */
#ifndef WL_VIEW_HELP_HELP_LIST_H
#define WL_VIEW_HELP_HELP_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct wl_session;

/* Where a row of the list comes from. */
enum wl_tip_kind {
  WL_TIP_HEADING, WL_TIP_ACTION, WL_TIP_PROMPT, WL_TIP_QUERY, WL_TIP_VIEW, WL_TIP_FIGURE,
  WL_TIP_CERTAINTY
};
struct wl_tip { enum wl_tip_kind kind; unsigned index; const char *name, *text; };
enum { WL_MAX_TIPS = 192 };

/* What matches the words that were typed, under its headings; nothing while they are a whole
 * line. *chosen is one of them that is no heading, `count` if there is none. Returns the count. */
size_t wl_palette_list(struct wl_session *m, struct wl_tip tips[WL_MAX_TIPS], size_t *chosen);

/* Whether what is typed is a whole line as behind ':', "pad=1", which Enter does as such. */
bool wl_palette_line(const struct wl_session *m);

#endif
