/* Keys by name, and the actions that they mean, from the table in action.h. */
#include "view/keymap.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"

const struct wl_action_row wl_actions[WL_ACTION_COUNT] = {
#define X(id, name, keys, help, group) [WL_ACT_##id] = {name, keys, help, group},
  WL_ACTIONS(X)
#undef X
};

static const struct { const char *name; uint32_t key; } named[] = {
  {"Space", ' '},
  {"Hash", '#'}, /* by itself it begins a comment where keys are listed */
  {"Enter", WL_KEY_ENTER},
  {"Tab", WL_KEY_TAB},
  {"Escape", WL_KEY_ESCAPE},
  {"Backspace", WL_KEY_BACKSPACE},
  {"Up", WL_KEY_UP},
  {"Down", WL_KEY_DOWN},
  {"Left", WL_KEY_LEFT},
  {"Right", WL_KEY_RIGHT},
  {"Home", WL_KEY_HOME},
  {"End", WL_KEY_END},
  {"PageUp", WL_KEY_PAGE_UP},
  {"PageDown", WL_KEY_PAGE_DOWN},
  {"Delete", WL_KEY_DELETE},
  {"Insert", WL_KEY_INSERT},
  {"Backtab", WL_KEY_BACKTAB},
};
enum { NAMED = sizeof named / sizeof named[0], FUNCTION_KEYS = WL_KEY_F12 - WL_KEY_F1 + 1 };
static_assert(WL_KEY_F1 == WL_KEY_BACKTAB + 1, "function keys follow the named ones");

static uint32_t parse(const char *name, size_t size) {
  for (size_t i = 0; i < NAMED; i++)
    if (strlen(named[i].name) == size && strncasecmp(named[i].name, name, size) == 0)
      return named[i].key;
  if (size == 6 && strncasecmp(name, "Ctrl-", 5) == 0) return (uint32_t)name[5] & 0x1f;
  if ((size == 2 || size == 3) && (name[0] == 'F' || name[0] == 'f')) {
    int n = 0;
    for (size_t i = 1; i < size && n >= 0; i++)
      n = name[i] >= '0' && name[i] <= '9' ? n * 10 + name[i] - '0' : -1;
    if (n >= 1 && n <= FUNCTION_KEYS) return WL_KEY_F1 + (uint32_t)n - 1;
  }
  struct wl_glyph g;
  const char *s = name;
  if (wl_text_next(&s, name + size, &g) && s == name + size && (unsigned char)*name > ' ')
    return g.code;
  return WL_KEY_NONE;
}

uint32_t wl_key_parse(const char *name) { return parse(name, strlen(name)); }

const char *wl_key_name(uint32_t key, char *buffer) {
  buffer[0] = '\0';
  for (size_t i = 0; i < NAMED; i++)
    if (named[i].key == key) return strcpy(buffer, named[i].name);
  if (key >= WL_KEY_F1 && key <= WL_KEY_F12)
    sprintf(buffer, "F%u", (unsigned)(key - WL_KEY_F1 + 1) & 15);
  else if (key > 0 && key < 0x20)
    sprintf(buffer, "Ctrl-%c", (int)('@' + key));
  else if (key > 0 && key < WL_KEY_SPECIAL)
    buffer[wl_text_encode(key, buffer)] = '\0';
  return buffer;
}

/* The next of space-separated names; moves *s behind it. */
static size_t next_name(const char **s, const char **name) {
  *s += strspn(*s, " ");
  *name = *s;
  size_t size = strcspn(*s, " ");
  *s += size;
  return size;
}

enum wl_action wl_keymap_find(uint32_t key) {
  if (key == WL_KEY_NONE) return WL_ACTION_COUNT;
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    const char *s = wl_actions[a].keys, *name;
    for (size_t size; (size = next_name(&s, &name)) > 0;)
      if (parse(name, size) == key) return a;
  }
  return WL_ACTION_COUNT;
}

uint32_t wl_keymap_key(enum wl_action action) {
  const char *s = wl_actions[action].keys, *name;
  size_t size = next_name(&s, &name);
  return size ? parse(name, size) : WL_KEY_NONE;
}
