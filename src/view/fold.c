#include "view/fold.h"

#include <stddef.h>
#include <string.h>

#include "core/ascii.h"

const char wl_folded[] = "... folded while figures are hidden";
const char wl_folded_asked[] = "... folded until all is answered";

/* A statement at the top of the script: whole lines. */
struct part { char *from, *end; bool shown; };

/* Where scripts have more parts than this, the last one is what is left: it is folded. */
enum { PARTS = 1024 };

struct token { char *at; size_t size; }; /* a name, a number, or one sign; size 0: the end */

/* Past "[[ … ]]" or "[=[ … ]=]" at `s`; `s` itself where there is none. */
static char *past_long(char *s) {
  size_t level = strspn(s + 1, "=");
  if (*s != '[' || s[1 + level] != '[') return s;
  for (char *end = s + 2 + level; (end = strchr(end, ']')); end++)
    if (strspn(end + 1, "=") == level && end[1 + level] == ']') return end + 2 + level;
  return s + strlen(s);
}

char *wl_past_text(char *s) {
  if (s[0] == '-' && s[1] == '-') {
    char *end = past_long(s + 2);
    return end > s + 2 ? end : s + strcspn(s, "\n");
  }
  if (*s != '"' && *s != '\'') return past_long(s);
  char quote = *s;
  for (s++; *s && *s != quote && *s != '\n'; s++)
    if (*s == '\\' && s[1]) s++;
  return s + (*s == quote);
}

static struct token next(char *s, const char *end) {
  while (s < end) {
    char *past = wl_past_text(s);
    if (past == s && !wl_is_space(*s)) break;
    s = past > s ? past : s + 1;
  }
  struct token t = {s, 0};
  if (s >= end) return t;
  while (s + t.size < end && wl_in_name(s[t.size])) t.size++;
  if (!t.size) t.size = 1;
  return t;
}

static bool is(struct token t, const char *word) {
  return t.size == strlen(word) && memcmp(t.at, word, t.size) == 0;
}

static bool one_of(struct token t, const char *const *words) {
  for (; *words; words++)
    if (is(t, *words)) return true;
  return false;
}

bool wl_calls(char *text, const char *name) {
  const char *end = text + strlen(text);
  bool named = false;
  for (struct token t = next(text, end); t.size; t = next(t.at + t.size, end)) {
    if (named && *t.at == '(') return true;
    named = is(t, name);
  }
  return false;
}

static int deeper(struct token t) {
  static const char *const open[] = {"function", "do", "if", "repeat", "(", "{", "[", NULL};
  static const char *const close[] = {"end", "until", ")", "}", "]", NULL};
  return one_of(t, open) - one_of(t, close);
}

static bool begins_line(const char *text, const char *s) {
  while (s > text && s[-1] != '\n' && wl_is_space(s[-1])) s--;
  return s == text || s[-1] == '\n';
}

/* Whether a string stands between two tokens, which is none of its own. */
static bool has_string(struct token last, struct token t) {
  for (char *s = last.at + last.size; s < t.at;) {
    char *past = wl_past_text(s);
    if (past > s && *s != '-') return true;
    s = past > s ? past : s + 1;
  }
  return false;
}

/* Whether a statement cannot end with `last` and the string behind it, if there is one, or none
 * can begin with `t`. */
static bool goes_on(struct token last, struct token t) {
  static const char *const words[] = {"and", "or", "not", "then", "else", "return", "in", NULL};
  if (one_of(t, words) || !wl_in_name(*t.at)) return true;
  return !has_string(last, t) && (one_of(last, words) || strchr("=,+-*/%<&|~^.:", *last.at));
}

/* Takes the script apart where, in no bracket and no block, a line begins. */
static size_t parts_of(char *text, struct part part[PARTS]) {
  const char *end = text + strlen(text);
  size_t count = 0;
  int depth = 0;
  struct token last = {text, 0};
  for (struct token t = next(text, end); t.size; t = next(t.at + t.size, end)) {
    bool first = count == 0;
    if (first || (depth <= 0 && count < PARTS && begins_line(text, t.at) && !goes_on(last, t))) {
      if (!first) part[count - 1].end = t.at;
      part[count++] = (struct part){.from = t.at};
      depth = 0;
    }
    depth += deeper(t);
    last = t;
  }
  if (count) part[count - 1].end = text + strlen(text);
  return count;
}

/* Whether a part gives `name` its value: a function, a local or a global of that name. */
static bool defines(const struct part *p, struct token name) {
  static const char *const blocks[] = {"if", "for", "while", "do", "repeat", "return", NULL};
  struct token t = next(p->from, p->end);
  if (one_of(t, blocks)) return false;
  if (is(t, "local")) t = next(t.at + t.size, p->end);
  bool function = is(t, "function"), attribute = false;
  if (function) t = next(t.at + t.size, p->end);
  for (int depth = 0; t.size && !is(t, "="); t = next(t.at + t.size, p->end)) {
    attribute = is(t, "<") || (attribute && !is(t, ">")); /* <const> defines no `const` */
    bool named = depth == 0 && !attribute;
    if (named && t.size == name.size && memcmp(t.at, name.at, t.size) == 0) return true;
    if (function || is(t, "(") || is(t, "{")) return false; /* a call, or no such function */
    depth += is(t, "[") - is(t, "]");
  }
  return false;
}

static void show(struct part *part, size_t count, size_t i) {
  part[i].shown = true;
  for (struct token t = next(part[i].from, part[i].end); t.size;
       t = next(t.at + t.size, part[i].end))
    for (size_t k = 0; wl_in_name(*t.at) && k < count; k++)
      if (!part[k].shown && defines(&part[k], t)) show(part, count, k);
}

void wl_fold(char *text) {
  static const char *const shapes[] = {"grid", "block", "cluster", NULL};
  struct part part[PARTS];
  char kernel[] = "kernel";
  size_t count = parts_of(text, part);
  for (size_t i = 0; i < count; i++)
    if (one_of(next(part[i].from, part[i].end), shapes) ||
        defines(&part[i], (struct token){kernel, strlen(kernel)}))
      show(part, count, i);
  for (size_t i = 0; i < count; i++) {
    if (part[i].shown) continue;
    for (char *s = part[i].from; s < part[i].end; s++)
      if (*s != '\n') *s = ' ';
    if (i == 0 || part[i - 1].shown) *part[i].from = WL_FOLDED;
  }
}
