/* r.hazards: the numbers of hazards, as in the report. */
#include <stdio.h>
#include <string.h>

#include "core/hazard/hazard_text.h"
#include "core/hazard/hazards.h"
#include "script/judge/check_process.h"
#include "script/language/api_functions.h"
#include "script/machine/errors.h"
#include "script/results/check_state.h"
#include "script/results/result_figures.h"

/* The fields: those of wl_hazard_keys, and all kinds together. */
enum { TOTAL = WL_HAZARD_KINDS };

static const char *field_name(int field) {
  return field == TOTAL ? "total" : wl_hazard_keys[field];
}

static struct wl_hazards *hazards_of(const struct wl_judge *j) {
  return wl_analysis_hazards(j->analysis);
}

/* The first hazard of a kind, and how many there are. */
static const struct wl_hazard *find(struct wl_hazards *all, int field, size_t *count) {
  const struct wl_hazard *h, *first = NULL;
  *count = 0;
  for (size_t i = 0; (h = wl_hazards_get(all, false, i)) != NULL; i++) {
    if (field != TOTAL && !(h->kinds >> field & 1)) continue;
    if (first == NULL) first = h;
    ++*count;
  }
  return first;
}

void wl_result_name_hazard(const struct wl_reading *r, char *buffer, size_t size) {
  snprintf(buffer, size, "hazards %s", field_name(r->figure));
}

void wl_result_first_hazard(const struct wl_judge *j, const struct wl_reading *r, char *buffer,
                            size_t size) {
  size_t count;
  const struct wl_hazard *h = find(hazards_of(j), r->figure, &count);
  buffer[0] = '\0';
  if (h != NULL) wl_result_tell_hazard(wl_trace_head(j->trace), h, buffer, size);
}

void wl_result_tell_hazard(const struct wl_head *head, const struct wl_hazard *h, char *buffer,
                           size_t size) {
  char text[WL_HAZARD_TEXT];
  wl_hazard_title(h, head, text);
  int n = snprintf(buffer, size, "  %s", text);
  for (int i = 0; i <= h->has_second; i++) {
    const struct wl_party *p = i ? &h->second : &h->first;
    wl_hazard_party(h, p, head, WL_PARTY_WHOLE, text);
    char line[24] = "";
    if (p->place.line > 0) snprintf(line, sizeof line, "line %u: ", p->place.line);
    if (n < (int)size)
      n += snprintf(buffer + n, size - (size_t)n, "\n    %s%s", line, text);
  }
  wl_hazard_fix(h, text);
  if (n < (int)size) snprintf(buffer + n, size - (size_t)n, "\n    %s", text);
}

static int fail_field(lua_State *L, const char *key) {
  char list[512] = "";
  for (int f = 0; f <= TOTAL; f++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", f > 0 ? ", " : "it has ",
             field_name(f));
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, list, "r.hazards has no \"%.40s\"", key);
}

static int hazards_index(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  int field = 0;
  while (field <= TOTAL && strcmp(field_name(field), key) != 0) field++;
  if (field > TOTAL) return fail_field(L, key);
  size_t count;
  find(hazards_of(j), field, &count);
  bool race = field <= WL_HAZARD_WAW || field == TOTAL;
  if (count == 0 && race && wl_hazards_partial(hazards_of(j))) /* none, as far as anybody looked */
    return wl_judge_stop(L, "hazards cannot be counted: the grid touches too much global memory, "
                            "or too often, or its fences and atomics hand on too much\n"
                            "  check a smaller grid");
  struct wl_reading reading;
  memset(&reading, 0, sizeof reading); /* compared byte by byte */
  reading.value = (double)count;
  reading.space = WL_SPACES;
  reading.figure = field;
  if (j->current) j->current->asks_hazards = true;
  wl_result_note(j, &reading);
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

void wl_result_push_hazards(lua_State *L) {
  lua_newuserdatauv(L, 0, 0); /* not a table, that pairs() would find empty */
  wl_result_strict(L, hazards_index, 0, "r.hazards.total is how many there are");
}
