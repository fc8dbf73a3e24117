/* Collects bytes for a terminal. */
#ifndef WL_TUI_BYTE_BUFFER_H
#define WL_TUI_BYTE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct wl_bytes {
  char *at;
  size_t size, room;
  bool lost; /* memory ran out: some are missing */
};

void wl_bytes_add(struct wl_bytes *b, const char *bytes, size_t size);

/* One byte: nearly all that is painted. */
static inline void wl_bytes_one(struct wl_bytes *b, char byte) {
  if (b->size < b->room) b->at[b->size++] = byte;
  else wl_bytes_add(b, &byte, 1);
}

/* A string of terminfo, with the padding that it asks for; NULL adds nothing. */
void wl_bytes_put(struct wl_bytes *b, const char *text);

#endif
