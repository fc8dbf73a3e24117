/* A hazard in words, all ASCII. Names of arrays are outside text: made harmless where
 * they are shown. */
#ifndef WL_CORE_HAZARD_HAZARD_TEXT_H
#define WL_CORE_HAZARD_HAZARD_TEXT_H

#include "core/hazard/hazard.h"

struct wl_head;

enum { WL_HAZARD_TEXT = 256 };

/* "read after write: tile[0][32], shared memory". */
void wl_hazard_title(const struct wl_hazard *h, const struct wl_head *head,
                     char text[WL_HAZARD_TEXT]);

/* What `count` counts, one of them: "conflict", "read", "thread", "lane". */
const char *wl_hazard_unit(const struct wl_hazard *h);

/* "thread 32 writes (block 0, warp 1, lane 0)" of one of the two; without the block, and without
 * what is in brackets. */
enum wl_party_words { WL_PARTY_WHOLE, WL_PARTY_WARP, WL_PARTY_THREAD };
void wl_hazard_party(const struct wl_hazard *h, const struct wl_party *p,
                     const struct wl_head *head, enum wl_party_words words,
                     char text[WL_HAZARD_TEXT]);

/* Why nothing good can come of it, and how to mend it: a sentence or two each. */
void wl_hazard_why(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]);
void wl_hazard_fix(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]);

#endif
