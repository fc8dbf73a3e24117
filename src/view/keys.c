#include "view/keys.h"

#include <stdlib.h>
#include <string.h>

#include "view/keymap.h"

enum { LONGEST = 64 }; /* bytes of a line that says something */

static bool read_time(const char *text, uint32_t *ms) {
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 8 || text[digits] != '\0') return false;
  *ms = (uint32_t)strtoul(text, NULL, 10);
  return *ms <= WL_KEYS_LONGEST;
}

/* Words with a number behind them. */
static const struct { const char *word; enum wl_keys_kind kind; } numbered[] = {
  {"wait", WL_KEYS_WAIT}, {"run", WL_KEYS_RUN}, {"runs", WL_KEYS_RUNS}, {"sweep", WL_KEYS_SWEEP},
};

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
  for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++) {
    size_t word = strlen(numbered[i].word);
    if (strncmp(text, numbered[i].word, word) != 0 || text[word] != ' ') continue;
    return read_time(text + word + 1, value) ? numbered[i].kind : WL_KEYS_UNKNOWN;
  }
  *value = wl_key_parse(text);
  return *value == WL_KEY_NONE ? WL_KEYS_UNKNOWN : WL_KEYS_KEY;
}
