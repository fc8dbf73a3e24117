/* The header of a script: title, about, arch, grid, block; and the names that -e provides. */
#include <stdio.h>
#include <string.h>

#include "core/gpu/arch_fields.h"
#include "core/gpu/sm.h"
#include "core/gpu/target.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/environment.h"
#include "script/language/overrides.h"
#include "script/machine/errors.h"

/* Copies the text at argument 1 with single blanks for line ends and the like. */
static void take_text(lua_State *L, const char *function, char *to, size_t size) {
  wl_api_in_file(L, function);
  wl_api_string(L, 1, function, "the text");
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  bool gap = false, begun = false;
  for (const char *s = lua_tostring(L, 1); *s != '\0'; s++) {
    if (strchr(" \t\r\n", *s) != NULL) {
      gap = begun;
      continue;
    }
    if (gap) luaL_addchar(&b, ' ');
    luaL_addchar(&b, *s);
    gap = false;
    begun = true;
  }
  luaL_pushresult(&b);
  wl_api_copy(to, size, lua_tostring(L, -1));
}

int wl_api_title(lua_State *L) {
  struct wl_head *h = &wl_lane_of(L)->vm->head;
  take_text(L, "title", h->title, sizeof h->title);
  return 0;
}

int wl_api_about(lua_State *L) {
  struct wl_head *h = &wl_lane_of(L)->vm->head;
  take_text(L, "about", h->about, sizeof h->about);
  return 0;
}

/* The generation was chosen before the script ran, from its text: what is called now
 * must be what was found there. */
int wl_api_arch(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_target target;
  struct wl_diag d;
  wl_api_in_file(L, "arch");
  wl_api_string(L, 1, "arch", "the name");
  size_t size;
  const char *name = lua_tolstring(L, 1, &size);
  uint32_t at = wl_source_arch(vm->source);
  const struct wl_token *t = &vm->source->token[at];
  if (at == 0 || t->size != size + 2 || memcmp(vm->source->text + t->offset + 1, name, size) != 0)
    return wl_raise(L, WL_SOURCE_SPAN_CALL,
                    "write it once, as in  arch \"8.0\", outside of any block",
                    "arch() takes one name in quotes, written at the top");
  if (!wl_target_find(name, &target, &d)) return wl_raise(L, WL_SOURCE_SPAN_CALL, d.hint, "%s",
                                                          d.what);
  wl_target_name(target, vm->head.arch);
  return 0;
}

/* Reads x [, y [, z]] into `shape`; the largest value of each is in `max`, which the
 * column `key` of the generation says. */
static void take_shape(lua_State *L, const char *function, const char *key, const uint64_t max[3],
                       uint32_t shape[3]) {
  static const char *const names[3] = {"x", "y", "z"};
  if (lua_gettop(L) > 3)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s() takes at most 3 numbers", function);
  for (int d = 0; d < 3; d++) {
    bool absent = d > 0 && lua_isnoneornil(L, d + 1);
    lua_Integer n = absent ? 1 : lua_tointeger(L, d + 1), most = (lua_Integer)max[d];
    if (n > most)
      wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
               "%s(): %s is %lld; cc %s has at most %lld (%s)", function, names[d], (long long)n,
               wl_lane_of(L)->vm->options->arch->cc, (long long)most,
               wl_limit_source(wl_lane_of(L)->vm->options->arch, key));
    shape[d] = absent ? 1 : (uint32_t)wl_api_integer(L, d + 1, function, names[d], 1, most);
  }
}

/* The same limits for what the user sets instead. */
static void check_shape(lua_State *L, const char *function, const char *key,
                        const uint64_t max[3], const uint32_t shape[3]) {
  for (int d = 0; d < 3; d++)
    if (shape[d] > max[d])
      wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s=: %c is %u; cc %s has at most %llu (%s)", function,
               "xyz"[d], shape[d], wl_lane_of(L)->vm->options->arch->cc,
               (unsigned long long)max[d],
               wl_limit_source(wl_lane_of(L)->vm->options->arch, key));
}

int wl_api_grid(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  wl_api_in_file(L, "grid");
  take_shape(L, "grid", "max_grid_dim", vm->options->arch->max_grid_dim, vm->head.grid);
  wl_shape_override(L, "grid", vm->head.grid);
  check_shape(L, "grid", "max_grid_dim", vm->options->arch->max_grid_dim, vm->head.grid);
  /* Blocks are numbered in 32 bits; so many could not be run anyway. */
  if ((uint64_t)vm->head.grid[0] * vm->head.grid[1] > UINT32_MAX ||
      wl_head_blocks(&vm->head) > UINT32_MAX)
    return wl_raise_limit(L, WL_SOURCE_SPAN_CALL, "a grid of some thousand blocks shows the same",
                          "grid(): more than %u blocks", UINT32_MAX);
  wl_api_index(vm, WL_INDEX_GRID_DIM, vm->head.grid);
  return 0;
}

int wl_api_block(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  const struct wl_arch *arch = vm->options->arch;
  uint64_t max[3];
  wl_api_in_file(L, "block");
  for (int d = 0; d < 3; d++) max[d] = arch->max_block_dim[d];
  take_shape(L, "block", "max_block_dim", max, vm->head.block);
  wl_shape_override(L, "block", vm->head.block);
  check_shape(L, "block", "max_block_dim", max, vm->head.block);
  uint32_t most = arch->sm->block_threads < WL_MAX_THREADS ? arch->sm->block_threads
                                                           : WL_MAX_THREADS;
  uint64_t threads = (uint64_t)vm->head.block[0] * vm->head.block[1] * vm->head.block[2];
  if (threads > most)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "use more blocks of fewer threads",
                    "block(): %llu threads; cc %s has at most %u (%s)",
                    (unsigned long long)threads, arch->cc, most,
                    wl_limit_source(arch, "block_threads"));
  wl_api_index(vm, WL_INDEX_BLOCK_DIM, vm->head.block);
  return 0;
}
