#include "script/advice/cuda_source.h"

#include <string.h>
#include <strings.h>

#include "core/base/text.h"

/* What only CUDA's text has, anywhere in a line, and only Lua's, where a line begins. */
static const char *const cuda[] = {"#include", "#define", "#pragma", "__global__", "__device__",
                                   "__host__", "<<<"};
static const char *const lua[] = {"local ", "function "};

/* The first of CUDA's words in a line; NULL: it has none. */
static const char *find(const char *line, size_t size, size_t *length) {
  for (const char *at = line; at < line + size; at++)
    for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++) {
      *length = strlen(cuda[i]);
      if (*length <= (size_t)(line + size - at) && memcmp(at, cuda[i], *length) == 0) return at;
    }
  return NULL;
}

static bool is_lua(const char *line, size_t size) {
  while (size > 0 && wl_is_space(*line)) line++, size--;
  for (size_t i = 0; i < sizeof lua / sizeof *lua; i++)
    if (size >= strlen(lua[i]) && memcmp(line, lua[i], strlen(lua[i])) == 0) return true;
  return false;
}

bool wl_cuda_tell(const struct wl_source *s, struct wl_diag *d) {
  const char *dot = strrchr(s->name, '.');
  bool named = dot && (strcasecmp(dot, ".cu") == 0 || strcasecmp(dot, ".cuh") == 0);
  struct wl_span at = {named, 1, 2};
  uint32_t number = 1;
  bool told = false;
  for (size_t from = 0, next, length; from < s->size; from += next, number++) {
    const char *line = s->text + from;
    size_t size = wl_text_line(line, s->size - from, &next);
    const char *word = told ? NULL : find(line, size, &length);
    if (is_lua(line, size)) return false; /* a slip, which is told by itself */
    if (!word) continue;
    uint32_t column = (uint32_t)(word - line) + 1;
    at = (struct wl_span){number, column, column + (uint32_t)length};
    told = true;
  }
  if (at.line == 0) return false;
  wl_diag_fail(d, WL_SCRIPT, "this is CUDA C++, and warplens runs kernels that are written in Lua");
  wl_diag_hint(d, "in Lua it begins  grid(4)  block(256)  local a = global(\"a\", float, 1024)  "
               "function kernel() … end : \"Coming from CUDA C\" in warplens-script(5) has the "
               "rest");
  wl_diag_place(d, s->name, s->text, s->size, at);
  return true;
}
