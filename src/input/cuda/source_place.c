/* Columns of expressions: debug information has the begin of an expression, or the place of an
 * assignment. */
#include "input/cuda/ir_program.h"

#include <stdlib.h>
#include <string.h>

static struct wl_ir_part source_line(const struct wl_program *a, uint32_t line) {
  const char *at = a->in->source, *end = at + a->in->source_size;
  struct wl_ir_part p = {"", 0};
  for (uint32_t n = 0; n < line && at < end; n++) p = wl_ir_line(at, end, &at);
  return p;
}

static bool in_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of an expression such as a[i].x or f(x) that begins at `from`. */
static size_t end_of_expression(struct wl_ir_part p, size_t from) {
  size_t i = from;
  while (i < p.size && (p.at[i] == '*' || p.at[i] == '&' || p.at[i] == '(')) i++;
  while (i < p.size) {
    size_t was = i;
    while (i < p.size && in_word(p.at[i])) i++;
    if (i < p.size && (p.at[i] == '[' || (p.at[i] == '(' && i > from))) {
      int depth = 0;
      do {
        depth += (p.at[i] == '[' || p.at[i] == '(') - (p.at[i] == ']' || p.at[i] == ')');
        i++;
      } while (i < p.size && depth > 0);
    }
    if (i + 1 < p.size && p.at[i] == '.' && in_word(p.at[i + 1])) i++;
    else if (i + 2 < p.size && p.at[i] == '-' && p.at[i + 1] == '>') i += 2;
    if (i == was) break;
  }
  return i > from ? i : from + 1;
}

/* The beginning of the expression that an assignment at `at` is to. */
static size_t begin_of_target(struct wl_ir_part p, size_t at) {
  size_t i = at;
  while (i > 0 && strchr("+-*/%&|^<> ", p.at[i - 1]) != NULL) i--;
  size_t end = i;
  int depth = 0;
  while (i > 0) {
    char c = p.at[i - 1];
    if (c == ']' || c == ')') depth++;
    else if (c == '[' || c == '(') {
      if (depth-- == 0) break;
    } else if (depth == 0 && !in_word(c) && c != '.' &&
               !(c == '>' && i > 1 && p.at[i - 2] == '-') && !(c == '-' && p.at[i] == '>'))
      break;
    i--;
  }
  return i < end ? i : at;
}

static bool is_own_file(const struct wl_program *a, uint32_t scope) {
  char name[512], folder[512];
  uint32_t file = wl_ir_link(&a->ir, scope, "file");
  if (!wl_ir_string(&a->ir, file, "filename", name, sizeof name)) return false;
  if (strcmp(name, a->in->file) == 0) return true;
  /* Of a path below the folder that it works in, clang keeps the rest apart. */
  size_t above = 0;
  if (wl_ir_string(&a->ir, file, "directory", folder, sizeof folder)) above = strlen(folder);
  return above > 0 && strncmp(a->in->file, folder, above) == 0 && a->in->file[above] == '/' &&
         strcmp(a->in->file + above + 1, name) == 0;
}

/* The line of the file that includes the one of `node`; 1 where only an included file does. */
static uint32_t include_line(const struct wl_program *a, uint32_t node) {
  char name[512];
  if (!wl_ir_string(&a->ir, wl_ir_link(&a->ir, node, "file"), "filename", name, sizeof name))
    return 1;
  const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
  const char *at = a->in->source, *end = at + a->in->source_size;
  for (uint32_t line = 1; at < end; line++) {
    struct wl_ir_part p = wl_ir_line(at, end, &at);
    const char *word = memmem(p.at, p.size, "include", strlen("include"));
    if (word != NULL && memmem(word, (size_t)(p.at + p.size - word), base, strlen(base)) != NULL)
      return line;
  }
  return 1;
}

uint32_t wl_place_line(const struct wl_program *a, uint32_t node) {
  if (node == 0) return 0;
  return is_own_file(a, node) ? wl_ir_field(&a->ir, node, "line") : include_line(a, node);
}

/* Where a location stands in the file: of code that other functions have taken in, the innermost
 * that is of the file itself; of code of an included file the line that includes it. */
void wl_place_find(const struct wl_program *a, uint32_t dbg, bool store, struct wl_cuda_site *s) {
  for (int depth = 0; dbg != 0 && depth < 64; depth++) {
    uint32_t inlined = wl_ir_link(&a->ir, dbg, "inlinedAt");
    uint32_t line = wl_ir_field(&a->ir, dbg, "line");
    if (line > 0 && is_own_file(a, wl_ir_link(&a->ir, dbg, "scope"))) {
      uint32_t column = wl_ir_field(&a->ir, dbg, "column");
      struct wl_ir_part p = source_line(a, line);
      s->line = line;
      if (column == 0 || column > p.size) column = 1;
      size_t from = column - 1, end;
      char c = p.size > from ? p.at[from] : ' ';
      bool assigns = store && strchr("=+-*/%&|^<>", c) != NULL && c != '*';
      if (store && c == '*' && from + 1 < p.size && p.at[from + 1] == '=') assigns = true;
      if (assigns) {
        size_t first = begin_of_target(p, from);
        end = end_of_expression(p, first);
        from = first;
      } else {
        end = end_of_expression(p, from);
      }
      if (end > 60000) from = 0, end = 1;
      s->column = (uint16_t)(from + 1);
      s->end = (uint16_t)(end + 1);
      return;
    }
    if (inlined == 0) s->line = include_line(a, wl_ir_link(&a->ir, dbg, "scope")), s->column = 1;
    dbg = inlined;
  }
}
