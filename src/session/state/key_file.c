#include "session/state/key_file.h"

#include <stdlib.h>
#include <string.h>

#include "session/state/keymap.h"

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
