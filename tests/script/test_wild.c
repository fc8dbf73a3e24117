/* Wild scripts: whatever wild_scripts.lua gives to whatever function, a run ends well, or in an
 * error at a line of the script. Arguments: that file, and the first and the last seed. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static const char *maker;
static int first_seed, last_seed;

/* What an error at no line is about: the script as a whole. */
static bool of_whole(const struct wl_diag *d) {
  return strstr(d->what, "kernel") != NULL || strstr(d->what, "threads") != NULL ||
         strstr(d->what, "shared memory") != NULL;
}

static void try(int seed, const char *text, size_t size, bool one_by_one) {
  struct wl_run_options o = options_of(text, size);
  o.seconds = patience(2);
  o.memory = 16 << 20;
  o.accesses = 1 << 20;
  o.want_values = true;
  o.one_by_one = one_by_one;
  o.workers = 1 + (unsigned)seed % 2;
  struct wl_run *run = run_options(&o);
  const struct wl_diag *d = wl_run_diag(run);
  bool well = d->status == WL_OK || d->status == WL_LIMIT ||
              (d->status == WL_SCRIPT && (d->line > 0 || of_whole(d)));
  if (!well)
    fail_msg("seed %d: status %d, line %u: %s\n%s", seed, d->status, d->line, d->what, text);
  wl_run_destroy(run);
}

static void test_seeds(void **state) {
  (void)state;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  if (luaL_dofile(L, maker)) fail_msg("%s", lua_tostring(L, -1));
  for (int seed = first_seed; seed <= last_seed; seed++) {
    size_t size;
    lua_pushvalue(L, 1);
    lua_pushinteger(L, seed);
    if (lua_pcall(L, 1, 1, 0)) fail_msg("seed %d: %s", seed, lua_tostring(L, -1));
    const char *text = lua_tolstring(L, -1, &size);
    try(seed, text, size, false);
    try(seed, text, size, true);
    lua_settop(L, 1);
  }
  lua_close(L);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  maker = argv[1];
  first_seed = atoi(argv[2]);
  last_seed = atoi(argv[3]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_seeds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
