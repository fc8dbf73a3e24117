#include "script/advice/c_numbers.h"

#include <string.h>

#include "core/base/text.h"

static size_t digits(const char *text, size_t at, size_t size) {
  while (at < size && wl_is_digit(text[at])) at++;
  return at;
}

/* The size of a number without C's suffix; 0: Lua has none such. */
static size_t number_size(const struct wl_source *s, uint32_t i) {
  const char *text = s->text + s->token[i].offset;
  size_t size = s->token[i].size, at;
  bool hex = size > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  while (size > 0 && strchr(hex ? "uUlL" : "uUlLfF", text[size - 1]) != NULL) size--;
  if (hex) {
    for (at = 2; at < size; at++)
      if (strchr("0123456789abcdefABCDEF", text[at]) == NULL) return 0;
    return size > 2 ? size : 0;
  }
  if (size > 1 && text[0] == '0' && wl_is_digit(text[1])) return 0; /* octal to C */
  at = digits(text, 0, size);
  if (at < size && text[at] == '.') at = digits(text, at + 1, size);
  if (at < size && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    if (at < size && (text[at] == '+' || text[at] == '-')) at++;
    at = digits(text, at, size);
  }
  bool ends = size > 0 && (wl_is_digit(text[size - 1]) || text[size - 1] == '.');
  return at == size && ends ? size : 0;
}

/* What the arithmetic read so far ends in. */
enum end { OPERATOR, NUMBER, NAME };

struct reader {
  const struct wl_source *s;
  enum end end;
  unsigned depth;
  char open[16]; /* what each bracket is: ( groups, f calls, [ indexes */
};

static bool pass_open(struct reader *r, uint8_t word) {
  bool index = word == WL_W_BRACKET, call = !index && r->end == NAME;
  if (r->depth == sizeof r->open || (index && r->end != NAME) || r->end == NUMBER) return false;
  r->open[r->depth++] = index ? '[' : call ? 'f' : '(';
  r->end = OPERATOR;
  return true;
}

static bool pass_close(struct reader *r, uint32_t i) {
  uint8_t word = r->s->token[i].word;
  if (r->depth == 0) return false;
  char open = r->open[--r->depth];
  bool empty = open == 'f' && r->s->token[i - 1].word == WL_W_PAREN;
  bool fits = (open == '[') == (word == WL_W_BRACKET_END) && (r->end != OPERATOR || empty);
  r->end = NAME;
  return fits;
}

/* C's and Lua's operators that bind alike; ^ is none of them, and neither is a comparison. */
static bool pass_operator(struct reader *r, uint32_t i) {
  static const char *const binary[] = {"+", "-", "*", "/", "//", "%", "&", "|", "<<", ">>"};
  if (r->end == OPERATOR) return wl_token_is(r->s, i, "-") || wl_token_is(r->s, i, "~");
  r->end = OPERATOR;
  for (size_t n = 0; n < sizeof binary / sizeof *binary; n++)
    if (wl_token_is(r->s, i, binary[n])) return true;
  return false;
}

static bool pass(struct reader *r, uint32_t i) {
  const struct wl_token *t = &r->s->token[i];
  bool operand = t->kind == WL_TOKEN_NAME || t->kind == WL_TOKEN_NUMBER;
  if (operand) {
    bool fits = r->end == OPERATOR && (t->kind == WL_TOKEN_NAME || number_size(r->s, i) > 0);
    r->end = t->kind == WL_TOKEN_NAME ? NAME : NUMBER;
    return fits;
  }
  if (t->word == WL_W_PAREN || t->word == WL_W_BRACKET) return pass_open(r, t->word);
  if (t->word == WL_W_PAREN_END || t->word == WL_W_BRACKET_END) return pass_close(r, i);
  bool comma = t->word == WL_W_COMMA && r->depth > 0 && r->open[r->depth - 1] == 'f';
  bool dot = t->word == WL_W_DOT && r->end == NAME && r->s->token[i + 1].kind == WL_TOKEN_NAME;
  if (!comma && !dot) return pass_operator(r, i);
  bool fits = r->end != OPERATOR;
  r->end = OPERATOR;
  return fits;
}

bool wl_number_lua(const struct wl_source *s, uint32_t first, uint32_t last,
                   char text[WL_OPERAND_TEXT]) {
  struct reader r = {.s = s};
  size_t used = 0;
  bool fits = true;
  for (uint32_t i = first; i <= last; i++) {
    const struct wl_token *t = &s->token[i];
    if (!pass(&r, i)) return false;
    size_t size = t->kind == WL_TOKEN_NUMBER ? number_size(s, i) : t->size;
    bool gap = i > first && t->offset > t[-1].offset + t[-1].size;
    fits = fits && used + gap + size < WL_OPERAND_TEXT;
    if (!fits) continue;
    if (gap) text[used++] = ' ';
    memcpy(text + used, s->text + t->offset, size);
    used += size;
  }
  if (fits) text[used] = '\0';
  else memcpy(text, "…", sizeof "…");
  return r.end != OPERATOR && r.depth == 0;
}
