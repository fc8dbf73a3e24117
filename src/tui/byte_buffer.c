#include "tui/byte_buffer.h"

#include <curses.h>
#include <string.h>
#include <term.h>

#include "core/base/grow.h"

void wl_bytes_add(struct wl_bytes *b, const char *bytes, size_t size) {
  while (size > b->room - b->size) {
    char *more = wl_grow(b->at, 1, &b->room, 8192);
    if (!more) {
      b->lost = true;
      return;
    }
    b->at = more;
  }
  if (size) memcpy(b->at + b->size, bytes, size);
  b->size += size;
}

/* tputs() gives its bytes to a function without a context. */
static struct wl_bytes *putting;

static int put_byte(int c) {
  char byte = (char)c;
  wl_bytes_add(putting, &byte, 1);
  return c;
}

void wl_bytes_put(struct wl_bytes *b, const char *text) {
  if (!text) return;
  putting = b;
  if (strstr(text, "$<")) tputs(text, 1, put_byte); /* it wants to be waited for */
  else wl_bytes_add(b, text, strlen(text));
}
