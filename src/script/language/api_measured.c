/* measured(): counts of hardware for the kernel with some settings. */
#include <stdio.h>
#include <string.h>

#include "core/gpu/target.h"
#include "core/trace/trace_head.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

static const char function[] = "measured";

static const char *const fields[] = {"chip", "with", "times", "gbps", "size", "global", "shared",
                                     "constant", "local", "texture", NULL};

static int find(const char *const *names, int count, const char *name) {
  int i = 0;
  while (i < count && strcmp(names[i], name) != 0) i++;
  return i;
}

static int find_figure(const char *name) {
  int i = 0;
  while (i < WL_FIGURES && strcmp(wl_metrics[i].key, name) != 0) i++;
  return i;
}

/* The string at a key of the table, on the stack's top; raises where it is none. */
static const char *key_of(lua_State *L, int at) {
  if (lua_type(L, at) != LUA_TSTRING)
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function), "measured{}: %s is no name",
             wl_value_kind(L, at));
  return lua_tostring(L, at);
}

static void need_table(lua_State *L, const char *name) {
  if (!lua_istable(L, -1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  global = { load = { sectors = 131072 } }",
             "measured{}: %.40s is %s, not a table", name, wl_value_kind(L, -1));
}

/* The figures of an operation: the table on top of the stack. */
static void take_figures(lua_State *L, struct wl_measured *m, int space, int op) {
  need_table(L, wl_op_names[op]);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    int figure = find_figure(key_of(L, -2));
    if (figure == WL_FIGURES)
      wl_raise(L, WL_SOURCE_SPAN_CALL, "requests, sectors, wavefronts … as reports call them",
               "measured{}: unknown figure \"%.20s\"", lua_tostring(L, -2));
    if (m->figures == WL_MEASURED_FIGURES)
      wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "measured{}: more than %d figures",
                     WL_MEASURED_FIGURES);
    lua_Integer counted = wl_api_integer(L, lua_gettop(L), function, "a figure", 0, INT64_MAX);
    m->figure[m->figures++] = (struct wl_measured_figure){
      (uint8_t)space, (uint8_t)op, (uint8_t)figure, (uint64_t)counted};
  }
}

static void take_space(lua_State *L, struct wl_measured *m, int space) {
  need_table(L, wl_space_names[space]);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    int op = find(wl_op_names, WL_OPS, key_of(L, -2));
    if (op == WL_OPS)
      wl_raise(L, WL_SOURCE_SPAN_CALL, "load, store, reduce, atomic are known",
               "measured{}: unknown operation \"%.20s\"", lua_tostring(L, -2));
    take_figures(L, m, space, op);
  }
}

/* By table: lua_next() has no order of its own. */
static int compare(const struct wl_measured_figure *a, const struct wl_measured_figure *b) {
  if (a->space != b->space) return a->space - b->space;
  return a->op != b->op ? a->op - b->op : a->figure - b->figure;
}

static void sort(struct wl_measured *m) {
  for (unsigned i = 1; i < m->figures; i++)
    for (unsigned k = i; k > 0 && compare(&m->figure[k - 1], &m->figure[k]) > 0; k--) {
      struct wl_measured_figure other = m->figure[k];
      m->figure[k] = m->figure[k - 1];
      m->figure[k - 1] = other;
    }
}

/* The parameters of `with`, in the script's order, and whether they are so now. */
static void take_settings(lua_State *L, const struct wl_vm *vm, struct wl_measured *m) {
  m->applies = !wl_param_setting(vm, "grid") && !wl_param_setting(vm, "block");
  if (lua_getfield(L, 1, "with") == LUA_TNIL) return;
  need_table(L, "with");
  int given = 0, found = 0, with = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, with); lua_pop(L, 1)) given++;
  size_t used = 0;
  for (unsigned i = 0; i < vm->head.params; i++) {
    const struct wl_param *p = &vm->head.param[i];
    if (lua_getfield(L, with, p->name) == LUA_TNIL) continue;
    const char *value = luaL_tolstring(L, -1, NULL);
    found++;
    used += (size_t)snprintf(m->with + used, sizeof m->with - used, "%s%s=%s", used ? " " : "",
                             p->name, value);
    if (used >= sizeof m->with)
      wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "measured{}: with is longer than %zu bytes",
               sizeof m->with - 1);
    if (strcmp(value, p->value) != 0) m->applies = 0;
  }
  if (found < given)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "call it below the parameters",
             "measured{}: with has a name that is no parameter");
}

static void take_text(lua_State *L, const char *name, char *to, size_t size) {
  if (lua_getfield(L, 1, name) == LUA_TNIL) return;
  if (lua_type(L, -1) != LUA_TSTRING || strlen(wl_api_whole(L, -1)) >= size)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "measured{}: %s is no text of at most %zu bytes", name,
             size - 1);
  wl_api_copy(to, size, lua_tostring(L, -1));
}

int wl_api_measured(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_measured m = {.times = 1};
  struct wl_target target;
  struct wl_diag d;
  wl_api_in_file(L, function);
  lua_settop(L, 1);
  wl_api_table(L, 1, function, "measured{}", fields);
  for (int space = 0; space < WL_SPACES; space++)
    if (lua_getfield(L, 1, wl_space_names[space]) != LUA_TNIL) take_space(L, &m, space);
  sort(&m);
  take_text(L, "chip", m.chip, sizeof m.chip);
  if (!wl_target_find(m.chip, &target, &d))
    wl_raise(L, WL_SOURCE_SPAN_CALL, d.hint, "measured{}: the chip: %s", d.what);
  take_text(L, "size", m.size, sizeof m.size);
  if (lua_getfield(L, 1, "times") != LUA_TNIL)
    m.times = (uint64_t)wl_api_integer(L, lua_gettop(L), function, "times", 1, 1 << 30);
  if (lua_getfield(L, 1, "gbps") != LUA_TNIL) m.gbps = lua_tonumber(L, -1);
  if (!(m.gbps >= 0) || m.gbps > 1e9)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "measured{}: gbps is no bandwidth in GB/s");
  take_settings(L, vm, &m);
  if (vm->lesson.measurements == WL_MAX_MEASURED)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d measured{}", WL_MAX_MEASURED);
  vm->lesson.measured[vm->lesson.measurements++] = m;
  return 0;
}
