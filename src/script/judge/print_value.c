/* The value of a user's expression as text: arrays at the end of the run, parameters, and Lua
 * values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/judge/check_process.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/environment.h"
#include "script/language/sandbox.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"
#include "script/results/check_state.h"
#include "script/results/result_figures.h"

enum {
  ROWS = 8,      /* of an array with several dimensions */
  COLUMNS = 64,  /* of each row; of a single one, as many as fit */
  ENTRIES = 32,  /* of a table */
  CELLS = 16,    /* of a number */
};

static void put_type(FILE *f, const struct wl_struct *all, struct wl_type t, const uint8_t *bytes);

static void put_member(FILE *f, const struct wl_struct *all, const struct wl_member *m,
                       const uint8_t *bytes) {
  uint32_t one = wl_sizeof(all, m->type), count = m->count ? m->count : 1;
  fprintf(f, "%s=%s", m->name, m->count ? "{" : "");
  for (uint32_t i = 0; i < count; i++) {
    if (i) fputs(", ", f);
    put_type(f, all, m->type, bytes + m->offset + i * one);
  }
  if (m->count) putc('}', f);
}

static void put_component(FILE *f, enum wl_scalar s, const uint8_t *bytes) {
  char text[CELLS + 1];
  wl_scalar_format(s, wl_value_bits(s, bytes), CELLS, text);
  fputs(text, f);
}

static void put_type(FILE *f, const struct wl_struct *all, struct wl_type t, const uint8_t *bytes) {
  const struct wl_struct *l = t.scalar == WL_STRUCT ? &all[t.components] : NULL;
  unsigned parts = l ? l->members : t.components;
  bool many = l || parts > 1;
  if (many) putc('{', f);
  for (unsigned i = 0; i < parts; i++) {
    if (i) fputs(", ", f);
    if (l) put_member(f, all, &l->member[i], bytes);
    else put_component(f, (enum wl_scalar)t.scalar, bytes + i * wl_scalars[t.scalar].bytes);
  }
  if (many) putc('}', f);
}

/* Elements of an array side by side; `most` of them, and up to column `room`, are shown. */
struct row { uint64_t first, count, most; long room; };

/* Under the name of the row. */
static void put_row(lua_State *L, FILE *f, const struct wl_part *p, struct row row) {
  const struct wl_struct *all = wl_lane_of(L)->vm->head.structure;
  char name[96];
  wl_part_name(p->array, row.first, name, sizeof name);
  char *last = strrchr(name, '['); /* the row is named, not its first element */
  if (last != NULL) *last = '\0';
  fprintf(f, "%s =", name);
  for (uint64_t i = 0; i < row.count; i++) {
    if (i == row.most || ftell(f) > row.room) {
      fprintf(f, " … %llu in all", (unsigned long long)row.count);
      return;
    }
    putc(' ', f);
    put_type(f, all, p->array->type, wl_part_element(L, p, row.first + i));
  }
}

static void put_part(lua_State *L, FILE *f, const struct wl_part *p, long room) {
  const struct wl_array *a = p->array;
  uint64_t count = wl_part_elements(p), inner = a->extent[a->dimensions - 1], rows = count / inner;
  if (rows <= 1) put_row(L, f, p, (struct row){p->first, count, UINT64_MAX, room});
  for (uint64_t r = 0; rows > 1 && r < rows; r++) {
    if (r > 0) putc('\n', f);
    if (r == ROWS) {
      fprintf(f, "… %llu rows in all", (unsigned long long)rows);
      break;
    }
    struct row row = {p->first + r * inner, inner, COLUMNS, room / ROWS * (long)(r + 1)};
    put_row(L, f, p, row);
  }
}

static void put_value(lua_State *L, FILE *f, int index, long room);

/* The fields that vectors have, then 1, 2, 3 …; others are counted. */
static void put_table(lua_State *L, FILE *f, int index, long room) {
  static const char *const fields[] = {"x", "y", "z", "w"};
  unsigned shown = 0, all = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) all++;
  putc('{', f);
  for (size_t i = 0; i < 4; i++) {
    lua_pushstring(L, fields[i]);
    if (lua_rawget(L, index) != LUA_TNIL) {
      fprintf(f, "%s%s=", shown++ ? ", " : "", fields[i]);
      put_value(L, f, lua_gettop(L), room);
    }
    lua_pop(L, 1);
  }
  for (lua_Integer i = 1; i <= ENTRIES && lua_rawgeti(L, index, i) != LUA_TNIL; i++) {
    fputs(shown++ ? ", " : "", f);
    if (lua_istable(L, -1)) fputs("{…}", f);
    else put_value(L, f, lua_gettop(L), room);
    lua_pop(L, 1);
  }
  if (shown < all) fprintf(f, "%s… %u in all", shown ? ", " : "", all);
  putc('}', f);
}

static void put_value(lua_State *L, FILE *f, int index, long room) {
  const struct wl_part *p = wl_part_at(L, index);
  if (p != NULL) {
    put_part(L, f, p, room);
  } else if (lua_istable(L, index)) {
    put_table(L, f, index, room);
  } else if (lua_type(L, index) == LUA_TNUMBER || lua_type(L, index) == LUA_TSTRING) {
    size_t size;
    lua_pushvalue(L, index); /* tostring changes what it converts */
    const char *text = lua_tolstring(L, -1, &size);
    if (ftell(f) + (long)size > room) size = ftell(f) < room ? (size_t)(room - ftell(f)) : 0;
    fwrite(text, 1, size, f);
    lua_pop(L, 1);
  } else if (lua_isboolean(L, index)) {
    fputs(lua_toboolean(L, index) ? "true" : "false", f);
  } else {
    fputs(wl_value_kind(L, index), f);
  }
}

enum fold { SUM, MIN, MAX };

/* sum(a), min(a), max(a) of all elements of an array or a row; min and max of
 * numbers, too. */
static int fold(lua_State *L) {
  static const char *const names[] = {"sum", "min", "max"};
  enum fold how = (enum fold)lua_tointeger(L, lua_upvalueindex(1));
  const struct wl_part *p = wl_part_at(L, 1);
  bool scalars = p != NULL && p->array->type.scalar != WL_STRUCT && p->array->type.components == 1;
  if (!scalars)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "as in  sum(output)  or  sum(output[0])",
                    "%s() takes an array of numbers, or a row of one", names[how]);
  bool whole = wl_scalars[p->array->type.scalar].kind != WL_FLOATING;
  lua_Integer integer = 0;
  double number = 0;
  for (uint64_t i = 0, n = wl_part_elements(p); i < n; i++) {
    wl_value_push(L, p->array->type, wl_part_element(L, p, p->first + i));
    lua_Integer k = whole ? lua_tointeger(L, -1) : 0;
    double v = lua_tonumber(L, -1);
    if (how == SUM) integer = (lua_Integer)((lua_Unsigned)integer + (lua_Unsigned)k);
    else if (i == 0 || (how == MIN ? k < integer : k > integer)) integer = k;
    if (how == SUM) number += v;
    else if (i == 0 || isnan(v) || (how == MIN ? v < number : v > number)) number = v;
    lua_pop(L, 1);
  }
  if (whole) lua_pushinteger(L, integer);
  else lua_pushnumber(L, number);
  return 1;
}

/* Puts into the environment what an expression can name. */
static void push_names(struct wl_vm *vm) {
  lua_State *L = vm->L;
  const struct wl_head *h = wl_trace_head(vm->judge->trace);
  static const struct { const char *name; enum fold how; } folds[] = {
    {"sum", SUM}, {"min", MIN}, {"max", MAX}};
  memcpy(vm->head.grid, h->grid, sizeof vm->head.grid);
  memcpy(vm->head.block, h->block, sizeof vm->head.block);
  wl_api_index(vm, WL_INDEX_GRID_DIM, h->grid);
  wl_api_index(vm, WL_INDEX_BLOCK_DIM, h->block);
  wl_sandbox_push(L);
  for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
    lua_pushstring(L, folds[i].name);
    lua_pushinteger(L, folds[i].how);
    lua_pushcclosure(L, fold, 1);
    lua_rawset(L, -3);
  }
  for (unsigned i = 0; i < h->params; i++) {
    lua_pushstring(L, h->param[i].name);
    if (lua_stringtonumber(L, h->param[i].value) == 0) lua_pushstring(L, h->param[i].value);
    lua_rawset(L, -3);
  }
  wl_result_push_arrays(L);
  for (unsigned i = 0; i < h->arrays; i++) {
    lua_pushstring(L, h->array[i].name);
    lua_getfield(L, -2, h->array[i].name);
    lua_rawset(L, -4);
  }
  lua_pop(L, 2);
}

/* Argument 1: the expression, as a function. Returns its values as text. */
static int evaluate(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  char *text = NULL;
  size_t size;
  long room = (long)sizeof j->current->message - 256;
  lua_call(L, 0, LUA_MULTRET);
  int count = lua_gettop(L);
  luaL_checkstack(L, count + 8, NULL);
  FILE *f = open_memstream(&text, &size);
  if (f == NULL) return luaL_error(L, "not enough memory");
  for (int i = 1; i <= count; i++) { /* an error leaves `f` to the end of the process */
    if (i > 1) fputs("   ", f);
    put_value(L, f, i, room);
  }
  if (count == 0) fputs("nothing", f);
  fclose(f);
  wl_api_copy(j->current->message, sizeof j->current->message, text);
  free(text);
  return 0;
}

void wl_print_value(struct wl_vm *vm) {
  struct wl_judge *j = vm->judge;
  int results;
  j->sheet->checks.count = 1;
  j->current = &j->sheet->checks.check[0];
  push_names(vm);
  lua_State *co = lua_newthread(vm->L);
  lua_insert(vm->L, -2);
  lua_pushcfunction(co, evaluate);
  lua_xmove(vm->L, co, 1);
  vm->running = co;
  if (vm->expired) lua_sethook(co, wl_error_expired, LUA_MASKCOUNT, 1);
  int status = lua_resume(co, vm->L, 1, &results);
  if (status == LUA_OK) return;
  if (lua_touserdata(co, -1) == j) { /* told as a check is told: an element that is not there */
    vm->failed = true;
    char *advice = strstr(j->current->message, "\n  ");
    if (advice) *advice = '\0';
    wl_diag_fail(&vm->diag, WL_SCRIPT, "%s", j->current->message);
    if (advice) wl_diag_hint(&vm->diag, "%s", advice + 3);
    return;
  }
  wl_error_take(vm, co, status);
  if (vm->expired)
    wl_diag_fail(&vm->diag, WL_LIMIT, "the expression takes more than %g s",
                 vm->options->seconds);
}
