/* What to write where an index is one too many, or below 0. */
#include "script/language/index_bounds.h"

#include "script/advice/c_habits.h"
#include "script/machine/call_site.h"
#include "script/syntax/operand.h"

/* Whether the thread is the first of its grid, one behind the other, that an array of `limit`
 * elements has none for. */
static bool more_threads(lua_State *L, const struct wl_view *v, uint64_t limit) {
  const struct wl_lane *lane = wl_lane_of(L);
  const struct wl_vm *vm = lane->vm;
  return !lane->host && v->dimensions == 1 &&
         (uint64_t)vm->block * vm->threads + lane->index == limit;
}

/* The index as it is written, where the place ends in one that can be compared: its text. */
static bool index_text(lua_State *L, enum wl_source_span_kind place, uint32_t *first,
                       uint32_t *last,
                       char text[WL_OPERAND_TEXT]) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  wl_source_span_tokens(s, wl_call_site(L), place, first, last);
  uint32_t open = s->token[*last].word == WL_W_BRACKET_END ? s->token[*last].match : 0;
  if (open == 0) return false;
  *first = open + 1;
  --*last;
  for (uint32_t i = *first; i <= *last; i++)
    if (s->token[i].word == WL_W_AND || s->token[i].word == WL_W_OR) return false;
  return wl_operand_text(s, *first, *last, text);
}

static bool has_name(const struct wl_source *s, uint32_t first, uint32_t last) {
  while (first <= last && s->token[first].kind != WL_TOKEN_NAME) first++;
  return first <= last;
}

/* Whether tokens have the variable in them of a for that they are in: it takes its last value,
 * too. */
static bool counts_too_far(const struct wl_source *s, uint32_t first, uint32_t last) {
  for (uint32_t loop = s->token[first].loop; loop != 0; loop = s->loop[loop].parent)
    for (uint32_t i = 1; i <= s->tokens; i++) {
      if (!(s->token[i].flags & WL_LOOP_BEFORE) || s->token[i].body != loop) continue;
      for (uint32_t k = first; s->token[i].word == WL_W_FOR && k <= last; k++)
        if (s->token[k].kind == WL_TOKEN_NAME && wl_source_same(s, k, i + 1)) return true;
    }
  return false;
}

const char *wl_bounds_hint(lua_State *L, const struct wl_view *v, lua_Integer i, uint64_t limit,
                           enum wl_source_span_kind place) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  uint32_t first, last;
  char text[WL_OPERAND_TEXT];
  bool known = index_text(L, place, &first, &last, text);
  bool varies = known && has_name(s, first, last);
  if (wl_c_habit_power(s, wl_call_site(L))) return "^ is a power; exclusive or is ~";
  if (i < 0)
    return !varies ? NULL
                   : lua_pushfstring(L, "the first is 0: write  if %s >= 0 then … end", text);
  if ((uint64_t)i != limit) return NULL;
  if (more_threads(L, v, limit))
    return !known ? "there are more threads than elements: those behind the last one need an if"
                  : lua_pushfstring(L, "there are more threads than elements: write  if %s < %I "
                                       "then … end", text, (LUAI_UACINT)limit);
  if (known && counts_too_far(s, first, last))
    return "indices count from 0; Lua's for includes its last value";
  if (!varies)
    return lua_pushfstring(L, "indices count from 0: the last is %I", (LUAI_UACINT)(limit - 1));
  return lua_pushfstring(L, "indices count from 0, the last is %I: write  if %s < %I then … end",
                         (LUAI_UACINT)(limit - 1), text, (LUAI_UACINT)limit);
}
