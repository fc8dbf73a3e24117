#include "script/advice/cuda_source.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/access/type.h"
#include "core/base/text.h"

/* A line without the blanks around it. */
struct line { const char *text; size_t size; uint32_t number; const char *start; };

/* What the lines of a text look like. */
struct survey {
  unsigned c, lua;
  bool sure;           /* one of them cannot be a slip */
  struct wl_span at;   /* the first that tells C; line 0: none */
  const char *kernel;  /* behind the first __global__; NULL: none */
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
  if (!v->kernel && size == strlen("__global__") && memcmp(at, "__global__", size) == 0)
    v->kernel = at + size;
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

/* The type of a parameter, whose words go up to `end`, as it is called here. */
static void type_of(const char *at, const char *end, char name[16]) {
  struct wl_type type;
  bool plain = true;
  snprintf(name, 16, "float");
  for (; at < end; at++) {
    size_t n = word_size(at, end);
    char word[16] = "";
    if (n == 0 || n >= sizeof word - 1) continue;
    memcpy(word, at, n);
    if (strcmp(word, "unsigned") == 0) plain = false, snprintf(name, 16, "uint");
    else if (wl_type_find(word, &type)) snprintf(name, 16, "%s%.14s", plain ? "" : "u", word);
    at += n - 1;
  }
}

/* A parameter of a kernel, in Lua: "local a = global("a", float, 1024)". False: it has no name. */
static bool parameter(const char *at, const char *end, char *text, size_t size) {
  const char *last = end;
  char type[16];
  while (last > at && !wl_in_name(last[-1])) last--;
  const char *name = last;
  while (name > at && wl_in_name(name[-1])) name--;
  int n = (int)(last - name);
  if (n == 0 || n > 16) return false;
  type_of(at, name, type);
  bool array = memchr(at, '*', (size_t)(end - at)) || memchr(at, '[', (size_t)(end - at));
  bool real = strcmp(type, "float") == 0 || strcmp(type, "double") == 0;
  if (array)
    snprintf(text, size, "local %.*s = global(\"%.*s\", %s, 1024)", n, name, n, name, type);
  else if (real) snprintf(text, size, "local %.*s = 2.0", n, name);
  else snprintf(text, size, "local %.*s = param(\"%.*s\", 1024)", n, name, n, name);
  return true;
}

/* How the kernel begins here: two of its parameters, above a function without any. */
static void skeleton(const char *at, const char *end, char *text, size_t size) {
  enum { SHOWN = 2 };
  unsigned shown = 0;
  text[0] = '\0';
  const char *open = at ? memchr(at, '(', (size_t)(end - at)) : NULL;
  const char *close = open ? memchr(open, ')', (size_t)(end - open)) : NULL;
  if (close) at = open + 1;
  for (bool more = close != NULL; more && shown < SHOWN;) {
    const char *comma = memchr(at, ',', (size_t)(close - at)), *stop = comma ? comma : close;
    char one[96];
    if (parameter(at, stop, one, sizeof one)) {
      size_t used = strlen(text);
      snprintf(text + used, size - used, "%s  ", one);
      shown++;
    }
    more = comma != NULL;
    at = stop + 1;
  }
  if (shown == 0) snprintf(text, size, "local a = global(\"a\", float, 1024)  ");
}

bool wl_cuda_tell(const struct wl_source *s, struct wl_diag *d) {
  struct survey v = look(s);
  char arrays[256];
  bool whole = v.sure || is_cuda_name(s->name) || (v.c > 1 && v.lua == 0);
  if (!whole || v.c <= v.lua) return false;
  skeleton(v.kernel, s->text + s->size, arrays, sizeof arrays);
  wl_diag_fail(d, WL_SCRIPT, "this is CUDA C++, and warplens runs kernels that are written in Lua");
  wl_diag_hint(d, "in Lua it begins  grid(4)  block(256)  %sfunction kernel() … end : "
               "\"Coming from CUDA C\" in warplens-script(5) has the rest", arrays);
  wl_diag_place(d, s->name, s->text, s->size, v.at);
  return true;
}
