/* The table of the language as definitions for an editor. They come from what a
 * signature says, "global(name, type, n [, m [, k]])". */
#include "script/process/editor_stub.h"

#include <string.h>

#include "core/access/type.h"
#include "core/base/text.h"
#include "script/language/api_functions.h"

enum { NAME = 32, PARAMS = 8 };

/* What a parameter of that name is; others are numbers. */
static const struct { const char *name, *type; } types[] = {
  {"name", "string"}, {"text", "string"}, {"type", "warplens.type"},
  {"array", "warplens.array"}, {"texture", "warplens.array"}, {"shared", "warplens.array"},
  {"global", "warplens.array"}, {"options", "table"}, {"default", "any"}, {"value", "any"},
  {"v", "any"}, {"compare", "any"}, {"condition", "any"}, {"f", "function"},
};

struct param {
  char name[NAME]; /* "..." where there can be more */
  bool optional;
};

/* One part of a list of parameters. */
static void take_part(const char *s, size_t size, bool optional, struct param *p) {
  size_t from = 0, length = 0;
  while (from < size && !wl_in_name(s[from]) && s[from] != '{' && s[from] != '.') from++;
  while (from + length < size && wl_in_name(s[from + length])) length++;
  p->optional = optional;
  if (from < size && s[from] == '{') snprintf(p->name, NAME, "options");
  else if (length == 8 && strncmp(s + from, "function", 8) == 0) snprintf(p->name, NAME, "f");
  else if (from < size && s[from] == '.') snprintf(p->name, NAME, "...");
  else snprintf(p->name, NAME, "%.*s", (int)length, s + from);
}

/* Cuts "name, type, n [, m]" at the commas that are in no table or call; brackets
 * are around what may be left out. Nothing follows "...". */
static size_t take_params(const char *list, size_t size, struct param out[PARAMS]) {
  size_t count = 0, start = 0;
  int deep = 0, brackets = 0, optional = -1; /* brackets around the part, -1: not begun */
  for (size_t i = 0; i <= size && count < PARAMS; i++) {
    char c = i < size ? list[i] : ',';
    if (!deep) brackets += (c == '[') - (c == ']');
    if (optional < 0 && (wl_in_name(c) || c == '{' || c == '.')) optional = brackets;
    deep += (c == '{' || c == '(') - (c == '}' || c == ')');
    if (c != ',' || deep) continue;
    take_part(list + start, i - start, optional > 0, &out[count]);
    start = i + 1;
    optional = -1;
    if (out[count].name[0]) count++;
    if (count && out[count - 1].name[0] == '.') break;
  }
  return count;
}

static const char *type_of(const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp(types[i].name, name) == 0) return types[i].type;
  return "number";
}

static void write_function(FILE *f, const struct wl_api_row *row, const char *paren) {
  struct param param[PARAMS];
  const char *end = strrchr(row->signature, ')');
  size_t count = take_params(paren + 1, (size_t)(end - paren - 1), param);
  bool method = strncmp(row->signature, row->name, strlen(row->name)) != 0;
  fprintf(f, "\n---%s: %s\n", row->signature, row->help);
  for (size_t i = 0; i < count; i++)
    fprintf(f, "---@param %s%s %s\n", param[i].name, param[i].optional ? "?" : "",
            param[i].name[0] == '.' ? "any" : type_of(param[i].name));
  bool makes = strcmp(type_of(row->name), "warplens.array") == 0 || row->fn == wl_api_array ||
               row->fn == wl_api_as;
  fprintf(f, "---@return %s\nfunction %s%s(", makes ? "warplens.array" : "any",
          method ? "array:" : "", row->name);
  for (size_t i = 0; i < count; i++) fprintf(f, "%s%s", i ? ", " : "", param[i].name);
  fputs(") end\n", f);
}

static void write_types(FILE *f) {
  fputs("\n-- types, and vectors of them\n", f);
  for (unsigned s = 0; s < WL_SCALARS; s++)
    for (unsigned n = 1; n <= (s == WL_HALF ? 2u : 4u); n++) {
      static const char *const fields[] = {"", "", "x, y", "x, y, z", "x, y, z, w"};
      char name[16];
      wl_type_name((struct wl_type){(uint8_t)s, (uint8_t)n}, name);
      fprintf(f, "---@type warplens.type\n%s = {}\n", name);
      if (n > 1) fprintf(f, "---@return any\nfunction make_%s(%s) end\n", name, fields[n]);
    }
}

void wl_stub_write(FILE *f) {
  fputs("---@meta warplens\n"
        "-- The names that scripts of warplens can use, for editors. Made by `warplens new`.\n\n"
        "---@class warplens.type\n\n"
        "---@class warplens.index\n---@field x integer\n---@field y integer\n"
        "---@field z integer\n\n"
        "---@class warplens.array\n---@field [integer] any\nlocal array = {}\n", f);
  for (size_t i = 0; i < wl_api_count; i++) {
    const struct wl_api_row *row = &wl_api[i];
    const char *paren = strchr(row->signature, '(');
    if (paren) write_function(f, row, paren);
    else
      fprintf(f, "\n---%s\n---@type %s\n%s = %s\n", row->help,
              strchr(row->signature, '.') ? "warplens.index" : "integer", row->name,
              strchr(row->signature, '.') ? "{}" : "0");
  }
  write_types(f);
}
