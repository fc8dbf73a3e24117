#include "script/advice/cuda_source.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"

/* A line without the blanks around it. */
struct line { const char *text; size_t size; uint32_t number; const char *start; };

/* What the lines of a text look like. */
struct survey {
  unsigned c, lua;
  bool sure;           /* one of them cannot be a slip */
  struct wl_span at;   /* the first that tells C; line 0: none */
};

static size_t word_size(const char *text, const char *end) {
  const char *at = text;
  while (at < end && wl_in_name(*at)) at++;
  return (size_t)(at - text);
}

static bool is_word(const char *text, size_t size, const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == size && memcmp(*words, text, size) == 0) return true;
  return false;
}

static bool begins(const struct line *l, const char *text) {
  size_t size = strlen(text);
  return l->size >= size && memcmp(l->text, text, size) == 0;
}

/* Where a text stands in a line; NULL: nowhere. */
static const char *find(const struct line *l, const char *text) {
  size_t size = strlen(text);
  for (size_t i = 0; i + size <= l->size; i++)
    if (memcmp(l->text + i, text, size) == 0) return l->text + i;
  return NULL;
}

/* Lines that only Lua has. */
static bool is_lua(const struct line *l) {
  static const char *const words[] = {"local", "function", "repeat", "until", "elseif", "title",
                                      "about", NULL};
  const char *end = l->text + l->size;
  size_t n = word_size(l->text, end);
  bool ends_word = (l->size > 4 && memcmp(end - 5, " then", 5) == 0) ||
                   (l->size > 3 && memcmp(end - 3, " do", 3) == 0);
  return begins(l, "--") || (n == 3 && l->size == 3 && begins(l, "end")) || ends_word ||
         is_word(l->text, n, words);
}

/* The token that makes a line C's, and its size; NULL: there is none. Sets `sure` where it is
 * CUDA's, or the preprocessor's. */
static const char *c_token(const struct line *l, size_t *size, bool *sure) {
  static const char *const cuda[] = {"__global__", "__device__", "__host__", "<<<"};
  static const char *const directives[] = {"include", "define", "ifdef", "ifndef", "if", "pragma",
                                           NULL};
  const char *end = l->text + l->size, *blanks = l->text + 1;
  *sure = true;
  if (*l->text == '#') {
    while (blanks < end && *blanks == ' ') blanks++;
    size_t n = word_size(blanks, end);
    *size = (size_t)(blanks - l->text) + n;
    return is_word(blanks, n, directives) ? l->text : NULL;
  }
  *sure = false;
  *size = 2;
  if (begins(l, "//") || begins(l, "/*")) return l->text;
  for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++) {
    const char *at = find(l, cuda[i]);
    *size = strlen(cuda[i]);
    *sure = at != NULL;
    if (at) return at;
  }
  *size = word_size(l->text, end);
  if (*size == 0) *size = 1;
  return strchr(";{}", end[-1]) ? l->text : NULL;
}

static void judge(struct survey *v, const struct line *l) {
  size_t size;
  bool sure;
  if (l->size == 0) return;
  if (is_lua(l)) {
    v->lua++;
    return;
  }
  const char *at = c_token(l, &size, &sure);
  if (!at) return;
  uint32_t column = (uint32_t)(at - l->start) + 1;
  v->c++;
  v->sure = v->sure || sure;
  if (v->at.line == 0)
    v->at = (struct wl_span){l->number, column, column + (uint32_t)size};
}

/* Looks at each line; those inside of a comment of C tell nothing. */
static struct survey look(const struct wl_source *s) {
  struct survey v = {0};
  bool comment = false;
  uint32_t number = 1;
  for (const char *at = s->text, *end = s->text + s->size; at < end; number++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at)), *next = stop ? stop + 1 : end;
    if (!stop) stop = end;
    struct line l = {.text = at, .start = at, .number = number};
    while (l.text < stop && (*l.text == ' ' || *l.text == '\t')) l.text++;
    while (stop > l.text && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
    l.size = (size_t)(stop - l.text);
    if (!comment) judge(&v, &l);
    if (begins(&l, "/*")) comment = true;
    if (comment && find(&l, "*/")) comment = false;
    at = next;
  }
  return v;
}

static bool is_cuda_name(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (strcasecmp(dot, ".cu") == 0 || strcasecmp(dot, ".cuh") == 0);
}

bool wl_cuda_tell(const struct wl_source *s, struct wl_diag *d) {
  struct survey v = look(s);
  bool whole = v.sure || is_cuda_name(s->name) || (v.c > 1 && v.lua == 0);
  if (!whole || v.c <= v.lua) return false;
  wl_diag_fail(d, WL_SCRIPT, "this is CUDA C++, and warplens runs kernels that are written in Lua");
  wl_diag_hint(d, "in Lua it begins  grid(4)  block(256)  local a = global(\"a\", float, 1024)  "
               "function kernel() … end : \"Coming from CUDA C\" in warplens-script(5) has the "
               "rest");
  wl_diag_place(d, s->name, s->text, s->size, v.at);
  return true;
}
