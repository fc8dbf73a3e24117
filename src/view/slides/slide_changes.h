/* The slide of changed values: what is another than it was before. */
#ifndef WL_VIEW_SLIDES_SLIDE_CHANGES_H
#define WL_VIEW_SLIDES_SLIDE_CHANGES_H

#include "words/sentences.h"

struct wl_session;

/* Sentences, "" where there is nothing to say. */
struct wl_news {
  char mark[160];   /* that leads to the next stop */
  char blocks[96];  /* what an SM holds, where shared memory limits it */
  char hazards[96]; /* left to chance, now and before */
};
void wl_news_take(struct wl_session *m, struct wl_news *out);

/* The same for those who listen, the mark where it is not the selected step. */
void wl_news_say(struct wl_session *m, const struct wl_prose *p);

#endif
