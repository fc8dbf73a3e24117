/* The selected block, and finding steps in it. */
#ifndef WL_SESSION_STATE_WINDOW_H
#define WL_SESSION_STATE_WINDOW_H

#include "session/state/step_info.h"

struct wl_session;
struct wl_trace;

/* Steps of the selected block around the selection, as far as moving and the
 * timeline need them. A block with more steps than fit is seen in part: so many are looked
 * at within a millisecond. */
enum { WL_WINDOW = 32768 };
struct wl_entry { uint16_t warp, column; uint32_t line; uint8_t kind; bool asked; };
struct wl_window {
  size_t first, count;
  size_t known;     /* steps of the trace when it was built */
  bool starts, ends; /* the block starts, ends in it */
  uint32_t block;
  struct wl_entry entry[WL_WINDOW];
};

/* The window, up to date with the selection. */
const struct wl_window *wl_session_window(const struct wl_session *m);

/* The first step of a block; of the block that a step is of, and behind its last. */
size_t wl_session_block_at(const struct wl_session *m, uint32_t block);
size_t wl_session_block_first(const struct wl_session *m, size_t step);
size_t wl_session_block_end(const struct wl_session *m, size_t step);

/* Where the selected step is, and finding that again: near is the same place at another time. */
struct wl_identity wl_session_identity(const struct wl_session *m);
struct wl_identity wl_identity_at(const struct wl_session *m, size_t step); /* one of the window */
enum wl_found { WL_FOUND_NONE, WL_FOUND_NEAR, WL_FOUND };
enum wl_found wl_session_find(const struct wl_session *m, const struct wl_identity *want,
                              size_t *step);

/* Whether line `a` of one script is line `b` of another. */
bool wl_same_line(const struct wl_trace *t, uint32_t a, const struct wl_trace *u, uint32_t b);

/* An edit of a script: lines up to `head` are what they were, and those from `tail` on, which are
 * `by` lines further down now. */
struct wl_edit { uint32_t head, tail; int64_t by; };
struct wl_edit wl_edit_between(const struct wl_trace *from, const struct wl_trace *to);

/* Where a place is after it. */
void wl_identity_follow(struct wl_identity *id, const struct wl_edit *e);

/* Place of the selection among its warp's instructions of the block, from 1, of `*of`: marks are
 * none. 0 at a mark, and where the block is seen in part only. */
size_t wl_session_ordinal(const struct wl_session *m, size_t *of);

#endif
