/* A script without the words that would reveal answers. */
#include "script/syntax/redact.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "script/syntax/tokens.h"

/* A statement at the file level: tokens [from, end). */
struct part { uint32_t from, end; bool shown; };

/* A name that a part gives a value. */
struct definition { const char *name; size_t size; uint32_t part; };

struct redaction {
  struct wl_source s;
  char *out;
  bool *told; /* token: inside of a call that tells more than those who are asked should know */
  struct part *part;
  struct definition *definition;
  uint32_t *queue; /* parts that are shown and not looked at yet */
  uint32_t parts, definitions, queued;
};

static const struct wl_token *token(const struct redaction *r, uint32_t i) {
  return &r->s.token[i];
}

/* Whether a token can be the last of a statement, or the first of one. */
static bool can_end(const struct wl_token *t) {
  if (t->kind != WL_TOKEN_WORD) return true;
  switch (t->word) {
  case WL_W_PAREN_END: case WL_W_BRACE_END: case WL_W_BRACKET_END: case WL_W_END: case WL_W_NIL:
  case WL_W_TRUE: case WL_W_FALSE: case WL_W_BREAK: case WL_W_DOTS: case WL_W_SEMICOLON:
  case WL_W_LABEL: return true;
  default: return false;
  }
}

static bool can_begin(const struct wl_token *t) {
  if (t->kind != WL_TOKEN_WORD) return t->kind == WL_TOKEN_NAME;
  switch (t->word) {
  case WL_W_LOCAL: case WL_W_FUNCTION: case WL_W_IF: case WL_W_FOR: case WL_W_WHILE: case WL_W_DO:
  case WL_W_REPEAT: case WL_W_RETURN: case WL_W_GOTO: case WL_W_BREAK: case WL_W_LABEL:
    return true;
  default: return false;
  }
}

/* Whether a line ends between two tokens. */
static bool begins_line(const struct redaction *r, uint32_t i) {
  size_t from = token(r, i - 1)->offset + token(r, i - 1)->size, end = token(r, i)->offset;
  return i == 1 || memchr(r->s.text + from, '\n', end - from) ||
         memchr(r->s.text + from, '\r', end - from);
}

static void find_parts(struct redaction *r) {
  int depth = 0;
  for (uint32_t i = 1; i <= r->s.tokens; i++) {
    bool next = depth <= 0 && can_begin(token(r, i)) && begins_line(r, i) &&
                can_end(token(r, i - 1));
    if (i == 1 || next) {
      r->part[r->parts++].from = i;
      depth = 0;
    }
    r->part[r->parts - 1].end = i + 1;
    depth += wl_token_deeper(token(r, i));
  }
}

/* at() and its like tell what is to be predicted, mark() what is seen there. */
static void find_told(struct redaction *r) {
  static const char *const calls[] = {"at", "lesson", "measured", "expect", "mark"};
  for (uint32_t i = 1; i < r->s.tokens; i++) {
    bool tells = false;
    uint8_t open = token(r, i + 1)->word;
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++)
      tells |= wl_source_names(&r->s, i, calls[k]);
    if (!tells || (open != WL_W_PAREN && open != WL_W_BRACE)) continue;
    int depth = 1;
    for (i += 2; i <= r->s.tokens && (depth += wl_token_deeper(token(r, i))) > 0; i++)
      r->told[i] = true;
  }
}

static void define(struct redaction *r, uint32_t i, uint32_t part) {
  r->definition[r->definitions++] =
    (struct definition){r->s.text + token(r, i)->offset, token(r, i)->size, part};
}

/* The names that a part gives a value: a function, locals or globals. */
static void find_definitions(struct redaction *r, uint32_t part) {
  uint32_t i = r->part[part].from, end = r->part[part].end, first = r->definitions;
  int depth = 0;
  bool attribute = false; /* <const> defines no `const` */
  switch (token(r, i)->word) {
  case WL_W_LOCAL: i++; break;
  case WL_W_FOR: case WL_W_WHILE: case WL_W_RETURN: case WL_W_GOTO: return;
  default: break;
  }
  if (token(r, i)->word == WL_W_FUNCTION) {
    define(r, i + 1, part);
    return;
  }
  for (; i < end && token(r, i)->word != WL_W_ASSIGN; i++) {
    const struct wl_token *t = token(r, i);
    char sign = r->s.text[t->offset];
    attribute = sign == '<' || (attribute && sign != '>');
    if (t->kind == WL_TOKEN_NAME && depth == 0 && !attribute) define(r, i, part);
    if (t->word == WL_W_BRACKET || t->word == WL_W_BRACKET_END) depth += wl_token_deeper(t);
    else if (wl_token_deeper(t)) break; /* a call, or a block */
  }
  if (i >= end || token(r, i)->word != WL_W_ASSIGN)
    if (token(r, r->part[part].from)->word != WL_W_LOCAL) r->definitions = first;
}

static int by_name(const void *a, const void *b) {
  const struct definition *p = a, *q = b;
  int order = memcmp(p->name, q->name, p->size < q->size ? p->size : q->size);
  return order ? order : (p->size > q->size) - (p->size < q->size);
}

static void show(struct redaction *r, uint32_t part) {
  if (r->part[part].shown) return;
  r->part[part].shown = true;
  r->queue[r->queued++] = part;
}

/* False: nobody gives it a value. */
static bool show_name(struct redaction *r, const char *name, size_t size) {
  struct definition d = {name, size, 0};
  struct definition *found = r->definitions
    ? bsearch(&d, r->definition, r->definitions, sizeof d, by_name) : NULL;
  if (!found) return false;
  while (found > r->definition && by_name(found - 1, &d) == 0) found--;
  for (; found < r->definition + r->definitions && by_name(found, &d) == 0; found++)
    show(r, found->part);
  return true;
}

static bool is_shape(const struct redaction *r, uint32_t i) {
  return wl_source_names(&r->s, i, "grid") || wl_source_names(&r->s, i, "block") ||
         wl_source_names(&r->s, i, "cluster");
}

/* The kernel, its shape, and what they name. Where there is none the script is all kernel. */
static void choose(struct redaction *r) {
  for (uint32_t k = 0; k < r->parts; k++) find_definitions(r, k);
  qsort(r->definition, r->definitions, sizeof *r->definition, by_name);
  bool whole = !show_name(r, "kernel", strlen("kernel"));
  for (uint32_t k = 0; k < r->parts; k++)
    if (whole || is_shape(r, r->part[k].from)) show(r, k);
  while (r->queued) {
    const struct part *p = &r->part[r->queue[--r->queued]];
    for (uint32_t i = p->from; i < p->end; i++)
      if (token(r, i)->kind == WL_TOKEN_NAME && !r->told[i])
        show_name(r, r->s.text + token(r, i)->offset, token(r, i)->size);
  }
}

/* Dots stand for what is blank from `from` on, and what closes it at `end` behind them. */
static void put_dots(struct redaction *r, size_t from, size_t end) {
  size_t room = 0;
  while (from + room < end && !strchr("\r\n", r->s.text[from + room])) room++;
  if (room < 3) return;
  memcpy(r->out + from, "...", 3);
  if (room == 3) return;
  r->out[from + 3] = r->s.text[end];
  r->out[end] = ' ';
}

/* A string that is a name stays: of a parameter, of an array. */
static void put_string(struct redaction *r, const struct wl_token *t) {
  const char *s = r->s.text + t->offset;
  size_t name = 1, last = t->size - 1u;
  while (name < last && (wl_is_letter(s[name]) || s[name] == '_')) name++;
  if (*s != '[' && name == last) {
    memcpy(r->out + t->offset, s, t->size);
    return;
  }
  r->out[t->offset] = *s;
  r->out[t->offset + last] = s[last];
  if (*s != '[') put_dots(r, t->offset + 1u, t->offset + last);
}

static void put_part(struct redaction *r, const struct part *p) {
  for (uint32_t i = p->from; i < p->end; i++) {
    const struct wl_token *t = token(r, i);
    if (r->told[i]) continue;
    if (t->kind == WL_TOKEN_STRING) put_string(r, t);
    else memcpy(r->out + t->offset, r->s.text + t->offset, t->size);
    if (!r->told[i - 1]) continue; /* what closes behind blanks moves to what opens */
    uint32_t open = i - 1;
    while (r->told[open]) open--;
    put_dots(r, token(r, open)->offset + token(r, open)->size, t->offset);
  }
}

/* The first of lines that are blank now has dots. */
static void mark_blanks(struct redaction *r, const struct wl_trace *t) {
  bool was = false;
  size_t size;
  const char *line;
  for (uint32_t n = 1; (line = wl_trace_line(t, n, &size)); n++) {
    size_t at = (size_t)(line - r->s.text), before = 0, left = 0;
    while (before < size && wl_is_space(line[before])) before++;
    while (left < size && wl_is_space(r->out[at + left])) left++;
    if (before == size) continue;
    bool blank = left == size;
    if (blank && !was && size >= 3) memcpy(r->out + at, "...", 3);
    was = blank;
  }
}

static bool take(struct redaction *r) {
  size_t most = r->s.tokens + (size_t)2;
  r->told = calloc(most, sizeof *r->told);
  r->part = calloc(most, sizeof *r->part);
  r->definition = calloc(most, sizeof *r->definition);
  r->queue = calloc(most, sizeof *r->queue);
  return r->told && r->part && r->definition && r->queue;
}

static void find_words(const struct redaction *r, struct wl_trace_words *w) {
  for (uint32_t i = 1; i < r->s.tokens; i++) {
    bool calls = token(r, i + 1)->word == WL_W_PAREN;
    w->asks |= token(r, i + 1)->word == WL_W_ASSIGN && wl_source_names(&r->s, i, "ask");
    w->grid |= calls && wl_source_names(&r->s, i, "grid");
    w->block |= calls && wl_source_names(&r->s, i, "block");
    if (w->kernel == 1 && token(r, i)->word == WL_W_FUNCTION &&
        wl_source_names(&r->s, i + 1, "kernel"))
      w->kernel = token(r, i)->line;
  }
}

bool wl_redact(struct wl_trace *t) {
  size_t size;
  struct wl_trace_words words = {.kernel = 1};
  struct redaction r = {.s = {.name = "", .text = wl_trace_text(t, &size)}};
  struct wl_diag d;
  r.s.size = size;
  r.out = malloc(size + 1);
  bool good = r.out != NULL;
  for (size_t i = 0; good && i <= size; i++)
    r.out[i] = i == size ? '\0' : strchr("\r\n", r.s.text[i]) && r.s.text[i] ? r.s.text[i] : ' ';
  bool whole = good && wl_source_lex(&r.s, &d); /* else all is blank, as of a script that is none */
  if (good && !whole) good = d.status != WL_LIMIT;
  if (whole && (good = take(&r))) {
    find_parts(&r);
    find_told(&r);
    choose(&r);
    for (uint32_t k = 0; k < r.parts; k++)
      if (r.part[k].shown) put_part(&r, &r.part[k]);
    find_words(&r, &words);
  }
  if (good) mark_blanks(&r, t);
  words.redacted = r.out;
  good = good && wl_trace_set_words(t, &words);
  wl_source_finish(&r.s);
  free(r.out), free(r.told), free(r.part), free(r.definition), free(r.queue);
  return good;
}
