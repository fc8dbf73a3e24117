/* One line that is being typed, and the lines typed before. */
#ifndef WL_SESSION_STATE_LINE_EDITOR_H
#define WL_SESSION_STATE_LINE_EDITOR_H

#include <stddef.h>
#include <stdint.h>

enum { WL_TYPING_BYTES = 256, WL_TYPING_KEPT = 32 };

/* UTF-8 up to a NUL; the cursor stands before the byte `cursor`, the first of a
 * character. All zeros is an empty line. */
struct wl_typing {
  char text[WL_TYPING_BYTES], draft[WL_TYPING_BYTES]; /* draft: text while older ones are shown */
  size_t cursor;
  unsigned kept, back; /* lines before; how many back is shown, 0: the one being typed */
  char before[WL_TYPING_KEPT][WL_TYPING_BYTES];
};

enum wl_typing_event {
  WL_TYPING_OPEN,    /* goes on */
  WL_TYPING_ENTERED, /* text is what was typed */
  WL_TYPING_LEFT,    /* given up */
  WL_TYPING_FULL,    /* no room for the character */
};

/* Starts with an empty line. */
void wl_typing_begin(struct wl_typing *l);

/* A key as in session/state/keymap.h: types, moves, deletes, recalls. */
enum wl_typing_event wl_typing_key(struct wl_typing *l, uint32_t key);

#endif
