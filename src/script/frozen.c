/* Digests of the variables outside the kernel. */
#include "script/frozen.h"

#include <stdlib.h>
#include <string.h>

#include "core/grow.h"
#include "script/api.h"
#include "script/argument.h"
#include "script/chunk.h"
#include "script/error.h"
#include "script/need.h"
#include "script/sandbox.h"

struct variable { char name[40]; uint64_t digest; };
struct wl_frozen {
  struct variable *variable;
  size_t count, capacity;
};

/* Deeper tables are taken as equal: no script has them for their values. */
enum { MAX_DEPTH = 64 };

static uint64_t mix(uint64_t h, uint64_t v) {
  h = (h * UINT64_C(0x9e3779b97f4a7c15) ^ (v + 1)) * UINT64_C(0xc2b2ae3d27d4eb4f);
  return h ^ h >> 32;
}

static uint64_t digest_bytes(const char *s, size_t size) {
  uint64_t h = size;
  for (size_t i = 0; i < size; i++) h = mix(h, (unsigned char)s[i]);
  return h;
}

/* Marks the object on top of the stack as seen in the table at `seen`. False:
 * it was seen before. */
static bool first_sight(lua_State *L, int seen) {
  lua_pushvalue(L, -1);
  bool known = lua_rawget(L, seen) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return false;
  lua_pushvalue(L, -1);
  lua_pushboolean(L, true);
  lua_rawset(L, seen);
  return true;
}

/* Variables that every function of the script has from us. */
static bool is_ours(const char *name) {
  bool ours = strcmp(name, "_ENV") == 0;
  for (size_t n = 0; wl_chunk_names[n] != NULL; n++)
    ours = ours || strcmp(name, wl_chunk_names[n]) == 0;
  return ours;
}

static uint64_t digest(lua_State *L, int seen, int depth);

/* What a function in a table holds on to. */
static uint64_t digest_function(lua_State *L, int seen, int depth) {
  uint64_t h = mix(LUA_TFUNCTION, (uint64_t)(uintptr_t)lua_topointer(L, -1));
  if (depth == 0 || depth == MAX_DEPTH || !first_sight(L, seen)) return h;
  lua_checkstack(L, 8);
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
    if (!is_ours(name)) h = mix(h, digest(L, seen, depth + 1));
    lua_pop(L, 1);
  }
  return h;
}

/* A number for the value on top of the stack, the same as long as it and all
 * that it holds are unchanged. Functions that are variables themselves have
 * their own entries for what they hold. */
static uint64_t digest(lua_State *L, int seen, int depth) {
  int type = lua_type(L, -1);
  uint64_t h = mix(0, (uint64_t)type);
  size_t size;
  const char *s;
  lua_Number number;
  switch (type) {
    case LUA_TBOOLEAN: return mix(h, (uint64_t)lua_toboolean(L, -1));
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1)) return mix(h, (uint64_t)lua_tointeger(L, -1));
      number = lua_tonumber(L, -1);
      memcpy(&h, &number, sizeof h);
      return mix(h, 1);
    case LUA_TSTRING:
      s = lua_tolstring(L, -1, &size);
      return mix(h, digest_bytes(s, size));
    case LUA_TTABLE:
      if (depth == MAX_DEPTH || !first_sight(L, seen)) return h;
      lua_checkstack(L, 8);
      lua_pushnil(L);
      while (lua_next(L, -2)) { /* in any order: the parts are added up */
        uint64_t value = digest(L, seen, depth + 1);
        lua_pop(L, 1);
        h += mix(digest(L, seen, depth + 1), value);
      }
      return h;
    case LUA_TFUNCTION: return digest_function(L, seen, depth);
    default: return mix(h, (uint64_t)(uintptr_t)lua_topointer(L, -1));
  }
}

static void add(lua_State *L, struct wl_frozen *f, const char *name, int seen) {
  if (f->count == f->capacity)
    f->variable = wl_need(wl_grow(f->variable, sizeof *f->variable, &f->capacity, 32));
  struct variable *v = &f->variable[f->count++];
  wl_api_copy(v->name, sizeof v->name, name);
  v->digest = digest(L, seen, 0);
}

/* Adds the variables that the function on top of the stack shares with others,
 * and those of the functions among them. */
static void add_upvalues(lua_State *L, struct wl_frozen *f, int seen) {
  if (lua_iscfunction(L, -1) || !first_sight(L, seen)) return;
  lua_checkstack(L, 8);
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, -1, i)) != NULL; i++) {
    if (!is_ours(name)) add(L, f, name, seen);
    if (!is_ours(name) && lua_isfunction(L, -1)) add_upvalues(L, f, seen);
    lua_pop(L, 1);
  }
}

struct collection { struct wl_frozen *f; int seen; };

static void visit(struct wl_vm *vm, const char *name, void *data) {
  struct collection *c = data;
  if (strcmp(name, "kernel") != 0) add(vm->L, c->f, name, c->seen);
  if (lua_isfunction(vm->L, -1)) add_upvalues(vm->L, c->f, c->seen);
}

struct wl_frozen *wl_frozen_take(struct wl_vm *vm) {
  struct wl_frozen *f = wl_need(calloc(1, sizeof *f));
  lua_newtable(vm->L);
  struct collection c = {f, lua_gettop(vm->L)};
  wl_sandbox_globals(vm, visit, &c);
  lua_pop(vm->L, 1);
  return f;
}

/* The last assignment to `name` that the script writes; 0 if none is found. */
static uint32_t assignment(const struct wl_source *s, const char *name) {
  for (uint32_t i = s->tokens; i > 0; i--) {
    bool assigned = s->token[i + 1].word == WL_W_ASSIGN || s->token[i + 1].word == WL_W_BRACKET ||
                    s->token[i + 1].word == WL_W_DOT;
    if ((s->token[i].flags & WL_STARTS_STATEMENT) && assigned && wl_source_names(s, i, name))
      return i;
  }
  return 0;
}

bool wl_frozen_check(struct wl_vm *vm, const struct wl_frozen *before) {
  struct wl_frozen *now = wl_frozen_take(vm);
  size_t n = before->count < now->count ? before->count : now->count, i = 0;
  while (i < n && strcmp(before->variable[i].name, now->variable[i].name) == 0 &&
         before->variable[i].digest == now->variable[i].digest)
    i++;
  bool same = i == before->count && i == now->count;
  if (!same) {
    const char *name = i < before->count ? before->variable[i].name : now->variable[i].name;
    wl_error_at(vm, assignment(vm->source, name), NULL,
                "threads have no variables in common: make it local in the kernel, or an array",
                "the kernel changes \"%s\", which lives outside of it", name);
  }
  wl_frozen_destroy(now);
  return same;
}

void wl_frozen_destroy(struct wl_frozen *f) {
  if (f == NULL) return;
  free(f->variable);
  free(f);
}
