/* Keys by name, and the actions that they mean, from the table in action.h. */
#include "session/state/keymap.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"

const struct wl_action_row wl_actions[] = {
#define X(id, name, keys, help, group) [WL_ACT_##id] = {name, keys, help, group},
  WL_ACTIONS(X)
#undef X
};
static_assert(sizeof wl_actions / sizeof *wl_actions == WL_ACTION_COUNT, "a row each");

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

static const struct { const char *name; enum wl_key kind; } placed[] = {
  {"Click-", WL_KEY_CLICK}, {"WheelUp-", WL_KEY_WHEEL_UP}, {"WheelDown-", WL_KEY_WHEEL_DOWN},
};
enum { PLACED = sizeof placed / sizeof placed[0], SIDE_BITS = 12 };
static_assert(1 << SIDE_BITS == WL_KEY_MOST_CELLS, "two sides and a kind in one key");

uint32_t wl_key_at(enum wl_key kind, int x, int y) {
  if (x < 0 || y < 0 || x >= WL_KEY_MOST_CELLS || y >= WL_KEY_MOST_CELLS) return WL_KEY_NONE;
  return (uint32_t)kind | (uint32_t)y << SIDE_BITS | (uint32_t)x;
}

uint32_t wl_key_place(uint32_t key, int *x, int *y) {
  if (key < WL_KEY_CLICK) return WL_KEY_NONE;
  *x = (int)(key & (WL_KEY_MOST_CELLS - 1));
  *y = (int)(key >> SIDE_BITS & (WL_KEY_MOST_CELLS - 1));
  return key & ~(((uint32_t)1 << 2 * SIDE_BITS) - 1);
}

/* "Click-12,5" */
static uint32_t parse_placed(const char *name, size_t size) {
  for (size_t i = 0; i < PLACED; i++) {
    size_t n = strlen(placed[i].name);
    int cell[2] = {0, 0}, at = 0, digits = 0;
    if (size <= n || strncasecmp(placed[i].name, name, n) != 0) continue;
    for (size_t k = n; k < size && at < 2; k++) {
      if (name[k] == ',' && digits) at++, digits = 0;
      else if (name[k] >= '0' && name[k] <= '9' && digits++ < 4)
        cell[at] = cell[at] * 10 + name[k] - '0';
      else return WL_KEY_NONE;
    }
    return at == 1 && digits ? wl_key_at(placed[i].kind, cell[0], cell[1]) : WL_KEY_NONE;
  }
  return WL_KEY_NONE;
}

/* A character that may not be written as it is, by its number. */
static uint32_t parse_code(const char *digits, size_t size) {
  char text[8] = "";
  if (size >= sizeof text || strspn(digits, "0123456789abcdefABCDEF") < size) return WL_KEY_NONE;
  memcpy(text, digits, size);
  uint32_t code = (uint32_t)strtoul(text, NULL, 16);
  return code >= 0x80 && code < WL_KEY_SPECIAL ? code : WL_KEY_NONE;
}

static bool is_harmless(uint32_t code, const char *utf8, size_t size) {
  struct wl_glyph g;
  return wl_text_next(&utf8, utf8 + size, &g) && g.code == code;
}

static uint32_t parse(const char *name, size_t size) {
  if (size == 1 && *name > ' ' && *name <= '~') return (uint32_t)*name; /* no key has such a name */
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
  uint32_t mouse = parse_placed(name, size);
  if (mouse != WL_KEY_NONE) return mouse;
  if (size > 2 && strncasecmp(name, "U+", 2) == 0) return parse_code(name + 2, size - 2);
  struct wl_glyph g;
  const char *s = name;
  if (wl_text_next(&s, name + size, &g) && s == name + size && (unsigned char)*name > ' ')
    return g.code;
  return WL_KEY_NONE;
}

uint32_t wl_key_parse(const char *name) { return parse(name, strlen(name)); }

static void name_character(uint32_t code, char *buffer) {
  size_t size = wl_text_encode(code, buffer);
  buffer[size] = '\0';
  if (!is_harmless(code, buffer, size)) snprintf(buffer, WL_KEY_NAME, "U+%04X", (unsigned)code);
}

const char *wl_key_name(uint32_t key, char *buffer) {
  buffer[0] = '\0';
  for (size_t i = 0; i < NAMED; i++)
    if (named[i].key == key) return strcpy(buffer, named[i].name);
  int x, y;
  uint32_t kind = wl_key_place(key, &x, &y);
  for (size_t i = 0; i < PLACED; i++)
    if (placed[i].kind == kind) snprintf(buffer, WL_KEY_NAME, "%s%d,%d", placed[i].name, x, y);
  if (key >= WL_KEY_F1 && key <= WL_KEY_F12)
    sprintf(buffer, "F%u", (unsigned)(key - WL_KEY_F1 + 1) & 15);
  else if (key > 0 && key < 0x20)
    sprintf(buffer, "Ctrl-%c", (int)('@' + key));
  else if (key > 0 && key < WL_KEY_SPECIAL)
    name_character(key, buffer);
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

/* Whether a name is one of those in a list. */
static bool lists(const char *list, const char *name) {
  while (*list) {
    const char *n = name;
    for (; *n && *list == *n; n++) list++;
    if (!*n && (!*list || *list == ' ')) return true;
    while (*list && *list != ' ') list++;
    while (*list == ' ') list++;
  }
  return false;
}

/* The rows name keys as wl_key_name() does: to name one key is less than to parse all rows. */
enum wl_action wl_keymap_find(uint32_t key) {
  char name[WL_KEY_NAME];
  if (key == WL_KEY_NONE) return WL_ACTION_COUNT;
  wl_key_name(key, name);
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++)
    if (lists(wl_actions[a].keys, name)) return a;
  return WL_ACTION_COUNT;
}

uint32_t wl_keymap_key(enum wl_action action) {
  const char *s = wl_actions[action].keys, *name;
  size_t size = next_name(&s, &name);
  return size ? parse(name, size) : WL_KEY_NONE;
}

enum { LONGEST = 64 }; /* bytes of a line that says something */

static bool read_time(const char *text, uint32_t *ms) {
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 8 || text[digits] != '\0') return false;
  *ms = (uint32_t)strtoul(text, NULL, 10);
  return *ms <= WL_KEYS_LONGEST;
}

enum wl_keys_kind wl_keys_line(const char *line, uint32_t *value) {
  char text[LONGEST + 1];
  line += strspn(line, " \t\r");
  if (line[0] == '\0' || (line[0] == '#' && (line[1] == '\0' || line[1] == ' ')))
    return WL_KEYS_NOTHING;
  size_t size = strlen(line);
  while (size && strchr(" \t\r", line[size - 1])) size--;
  if (size > LONGEST) return WL_KEYS_UNKNOWN;
  memcpy(text, line, size);
  text[size] = '\0';
  if (strncmp(text, "wait ", 5) == 0)
    return read_time(text + 5, value) ? WL_KEYS_WAIT : WL_KEYS_UNKNOWN;
  *value = wl_key_parse(text);
  return *value == WL_KEY_NONE ? WL_KEYS_UNKNOWN : WL_KEYS_KEY;
}
