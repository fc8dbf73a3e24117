/* Where the manual tells of what help lists. */
#ifndef WL_VIEW_KEYS_MANUAL_PLACES_H
#define WL_VIEW_KEYS_MANUAL_PLACES_H

#include <stdbool.h>

#include "view/help/help_list.h"

struct wl_session;

struct wl_manual {
  const char *page;   /* "warplens.1" */
  bool last;          /* of several lines that match, the last */
  char pattern[96];   /* regular expression for its line, with no quote or dollar in it */
};

/* The place of a row of help; that of a heading is the beginning of the page. */
struct wl_manual wl_manual_of(const struct wl_tip *tip);

/* The place of what is shown: the chosen row of help, for an error how scripts are written, the
 * figure that is explained, a question, what is presented, or the view. */
struct wl_manual wl_manual_here(struct wl_session *m);

#endif
