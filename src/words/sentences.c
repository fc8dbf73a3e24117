#include "words/sentences.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

enum { LINE = 79 };

/* What signs are called. A sign between blanks or digits is a word of its own. */
static const struct { const char *sign, *words; } signs[] = {
  {"→", " to "},   {"–", " to "},      {"≈", " about "}, {"×", " by "},
  {"≤", " at most "}, {"…", " and so on "}, {" %", " percent"}, {"−", " minus "},
  {" µs", " microseconds"},
};

/* "…" at `at`: what it leaves out, and that it ends at the number behind it. */
static const char *spell_dots(const char *text, const char *at) {
  const char *behind = at + strlen("…") + strspn(at + strlen("…"), " ");
  while (at > text && at[-1] == ' ') at--;
  bool ends = wl_is_digit(*behind) || (*behind == '-' && wl_is_digit(behind[1]));
  if (!ends || at == text || !wl_is_digit(at[-1])) return " and so on ";
  while (at > text && (wl_is_digit(at[-1]) || strchr(".-", at[-1]))) at--;
  bool listed = at > text + 1 && at[-1] == ' ' && at[-2] == ',';
  return listed ? " and so on to " : " to ";
}

/* Signs as words; to be freed. A sign has three bytes, its words at most five times that. */
static char *spell(const char *text) {
  const char *whole = text;
  char *out = malloc(5 * strlen(text) + 1), *to = out;
  while (out && *text) {
    size_t i = 0, n = sizeof signs / sizeof signs[0];
    while (i < n && strncmp(text, signs[i].sign, strlen(signs[i].sign)) != 0) i++;
    if (i == n) {
      *to++ = *text++;
      continue;
    }
    bool dots = strcmp(signs[i].sign, "…") == 0;
    to = stpcpy(to, dots ? spell_dots(whole, text) : signs[i].words);
    text += strlen(signs[i].sign);
  }
  if (out) *to = '\0';
  return out;
}

/* Blanks in a row as one, none before punctuation or at the ends. */
static void tidy(char *text) {
  char *to = text;
  for (const char *s = text; *s; s++) {
    bool stays = *s != ' ' || (to > text && to[-1] != ' ' && s[1] && !strchr(" ,;:.)", s[1]));
    if (stays) *to++ = *s;
  }
  while (to > text && to[-1] == ' ') to--;
  *to = '\0';
}

/* Whether a line may end before the blank at `at`: "lane 5" and "12 percent" stay whole. */
static bool may_break(const char *text, size_t at) {
  char before = at ? text[at - 1] : ' ', after = text[at + 1];
  if (wl_is_digit(after)) return strchr(",;:.", before) != NULL;
  return !(wl_is_digit(before) && strncmp(text + at + 1, "percent", 7) == 0);
}

/* Bytes of the first line of `text`. */
static size_t take_line(const char *text) {
  size_t size = strlen(text), best = 0, any = 0;
  if (wl_text_cells(text, size) <= LINE) return size;
  for (size_t i = 0; i < size; i++) {
    if (text[i] != ' ') continue;
    if (wl_text_cells(text, i) > LINE) break;
    any = i;
    if (may_break(text, i)) best = i;
  }
  if (best || any) return best ? best : any;
  const char *blank = strchr(text, ' '); /* one long word */
  return blank ? (size_t)(blank - text) : size;
}

static void put_lines(const struct wl_prose *p, const char *text) {
  do {
    size_t size = take_line(text);
    fprintf(p->out, "%.*s\n", (int)size, text);
    text += size + (text[size] == ' ');
  } while (*text);
}

/* Harmless, and with room for one more byte; to be freed. */
static char *clean(const struct wl_prose *p, const char *text, size_t size) {
  char *out = malloc(3 * size + 2); /* a byte becomes three at most */
  if (out) wl_text_clean(text, size, p->ascii, out, 3 * size + 1);
  return out;
}

/* A capital for the first letter, unless its word is a name: "cc", or with what no word has. */
static void begin(char *text) {
  size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz");
  bool word = letters > 0 && strchr(" ,:;.", text[letters]) && strncmp(text, "cc ", 3) != 0;
  if (word) *text = (char)(*text - 'a' + 'A');
}

/* Frees `text`, which may be NULL. */
static void say(const struct wl_prose *p, char *text, bool capital) {
  char *words = text ? spell(text) : NULL, *safe = NULL;
  if (words) {
    tidy(words);
    if (capital) begin(words);
    safe = clean(p, words, strlen(words));
  }
  if (safe) {
    size_t size = strlen(safe);
    if (size && !strchr(".:?!", safe[size - 1])) strcpy(safe + size, ".");
    put_lines(p, safe);
  } else {
    fputs("out of memory\n", p->out);
  }
  free(text);
  free(words);
  free(safe);
}

void wl_say(const struct wl_prose *p, const char *format, ...) {
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0) text = NULL;
  va_end(arguments);
  say(p, text, false);
}

void wl_say_words(const struct wl_prose *p, const char *format, ...) {
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0) text = NULL;
  va_end(arguments);
  say(p, text, true);
}

void wl_say_quoted(const struct wl_prose *p, const char *before, const char *text, size_t size) {
  while (size && (*text == ' ' || *text == '\t')) text++, size--;
  char *safe = clean(p, text, size);
  fprintf(p->out, "%s%s\n", before, safe ? safe : "out of memory");
  free(safe);
}

const char *wl_set_words(const char *noun, const uint32_t *members, unsigned count,
                         struct wl_set_text *out) {
  char *text = out->text;
  size_t used = (size_t)snprintf(text, sizeof out->text, "%s%s ", noun, count == 1 ? "" : "s");
  for (unsigned i = 0, next; i < count && used + 40 < sizeof out->text; i = next) {
    next = i + 1;
    while (next < count && members[next] == members[next - 1] + 1) next++;
    bool run = next - i > 2;
    if (!run) next = i + 1;
    const char *join = i == 0 ? "" : next == count ? " and " : ", ";
    used += (size_t)snprintf(text + used, sizeof out->text - used, run ? "%s%u to %u" : "%s%u",
                             join, members[i], members[next - 1]);
  }
  return text;
}
