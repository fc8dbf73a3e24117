#include "session/state/line_editor.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/text.h"
#include "session/state/keymap.h"

enum { CTRL = 0x1f };

void wl_typing_begin(struct wl_typing *l) {
  l->text[0] = '\0';
  l->cursor = 0;
  l->back = 0;
}

static bool inside_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* The place of the character before the cursor, and of the one behind it. */
static size_t before(const struct wl_typing *l) {
  size_t at = l->cursor;
  if (at > 0) at--;
  while (at > 0 && inside_character(l->text[at])) at--;
  return at;
}

static size_t after(const struct wl_typing *l) {
  size_t at = l->cursor;
  if (l->text[at]) at++;
  while (inside_character(l->text[at])) at++;
  return at;
}

/* The beginning of the word before the cursor. */
static size_t word(const struct wl_typing *l) {
  size_t at = l->cursor;
  while (at > 0 && l->text[at - 1] == ' ') at--;
  while (at > 0 && l->text[at - 1] != ' ') at--;
  return at;
}

static void cut(struct wl_typing *l, size_t from, size_t to) {
  memmove(l->text + from, l->text + to, strlen(l->text + to) + 1);
  l->cursor = from;
}

static enum wl_typing_event type(struct wl_typing *l, uint32_t key) {
  char bytes[4];
  size_t size = wl_text_encode(key, bytes), rest = strlen(l->text + l->cursor) + 1;
  if (l->cursor + rest + size > sizeof l->text) return WL_TYPING_FULL;
  memmove(l->text + l->cursor + size, l->text + l->cursor, rest);
  memcpy(l->text + l->cursor, bytes, size);
  l->cursor += size;
  return WL_TYPING_OPEN;
}

/* Shows the line that was entered `back` lines ago. */
static void recall(struct wl_typing *l, unsigned back) {
  if (back > l->kept) return;
  if (l->back == 0) memcpy(l->draft, l->text, sizeof l->draft);
  l->back = back;
  memcpy(l->text, back ? l->before[l->kept - back] : l->draft, sizeof l->text);
  l->cursor = strlen(l->text);
}

/* Keeps the line, unless it is the one before once more. */
static enum wl_typing_event enter(struct wl_typing *l) {
  if (!l->text[0]) return WL_TYPING_LEFT;
  if (l->kept && strcmp(l->before[l->kept - 1], l->text) == 0) return WL_TYPING_ENTERED;
  if (l->kept == WL_TYPING_KEPT)
    memmove(l->before, l->before + 1, sizeof l->before[0] * --l->kept);
  memcpy(l->before[l->kept++], l->text, sizeof l->text);
  return WL_TYPING_ENTERED;
}

enum wl_typing_event wl_typing_key(struct wl_typing *l, uint32_t key) {
  bool empty = !l->text[0];
  switch (key) {
  case WL_KEY_ENTER: return enter(l);
  case WL_KEY_ESCAPE: case 'c' & CTRL: return WL_TYPING_LEFT;
  case WL_KEY_LEFT: case 'b' & CTRL: l->cursor = before(l); break;
  case WL_KEY_RIGHT: case 'f' & CTRL: l->cursor = after(l); break;
  case WL_KEY_HOME: case 'a' & CTRL: l->cursor = 0; break;
  case WL_KEY_END: case 'e' & CTRL: l->cursor = strlen(l->text); break;
  case WL_KEY_UP: case 'p' & CTRL: recall(l, l->back + 1); break;
  case WL_KEY_DOWN: case 'n' & CTRL: if (l->back) recall(l, l->back - 1); break;
  case WL_KEY_BACKSPACE:
    if (empty) return WL_TYPING_LEFT;
    cut(l, before(l), l->cursor);
    break;
  case WL_KEY_DELETE: case 'd' & CTRL: cut(l, l->cursor, after(l)); break;
  case 'w' & CTRL: cut(l, word(l), l->cursor); break;
  case 'u' & CTRL: cut(l, 0, l->cursor); break;
  case 'k' & CTRL: l->text[l->cursor] = '\0'; break;
  default:
    if (key >= ' ' && key < WL_KEY_SPECIAL && (key < 0x7f || key > 0x9f)) return type(l, key);
  }
  return WL_TYPING_OPEN;
}
