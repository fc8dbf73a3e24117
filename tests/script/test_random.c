/* Random kernels against the plain meaning of their words: random_kernels.lua makes them, and says
 * which instructions and values each comes to. Arguments: that file, and the first and the last
 * seed. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static const char *maker;
static int first_seed, last_seed;

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "BLOCK WARP LINE ARRAY OPERATION MASK" of each access, sorted; to be freed. */
static char *accesses_of(struct wl_run *run) {
  const struct wl_trace *t = wl_run_trace(run);
  const struct wl_head *head = wl_trace_head(t);
  char **line = NULL, *text = NULL;
  size_t lines = 0, size;
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(t, i, &s); i++) {
    if (s.kind != WL_STEP_ACCESS) continue;
    line = realloc(line, (lines + 1) * sizeof *line);
    assert_non_null(line);
    assert_true(asprintf(&line[lines++], "%u %u %u %s %s %08x\n", s.block, s.warp, s.place.line,
                         head->array[s.array].name, wl_op_names[s.access.op], s.access.mask) > 0);
  }
  if (lines > 0) qsort(line, lines, sizeof *line, by_text);
  FILE *f = open_memstream(&text, &size);
  assert_non_null(f);
  for (size_t i = 0; i < lines; i++) {
    fputs(line[i], f);
    free(line[i]);
  }
  fclose(f);
  free(line);
  return text;
}

static void compare(int seed, lua_State *L, bool one_by_one) {
  size_t size, bytes;
  const char *script = lua_tolstring(L, -3, &size), *out = lua_tolstring(L, -1, &bytes);
  struct wl_run_options o = options_of(script, size);
  o.want_values = true;
  o.one_by_one = one_by_one;
  struct wl_run *run = run_options(&o);
  if (wl_run_diag(run)->status != WL_OK)
    fail_msg("seed %d: %s\n%s", seed, wl_run_diag(run)->what, script);
  char *found = accesses_of(run);
  if (strcmp(found, lua_tostring(L, -2)) != 0)
    fail_msg("seed %d, one by one: %d: other instructions\n%s", seed, one_by_one, script);
  free(found);
  const struct wl_array *array = &wl_trace_head(wl_run_trace(run))->array[1];
  assert_string_equal(array->name, "out");
  assert_int_equal(array->bytes, bytes);
  if (memcmp(wl_run_values(run, array), out, bytes) != 0)
    fail_msg("seed %d, one by one: %d: other values\n%s", seed, one_by_one, script);
  wl_run_destroy(run);
}

static void test_seeds(void **state) {
  (void)state;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  if (luaL_dofile(L, maker)) fail_msg("%s", lua_tostring(L, -1));
  for (int seed = first_seed; seed <= last_seed; seed++) {
    lua_pushvalue(L, 1);
    lua_pushinteger(L, seed);
    if (lua_pcall(L, 1, 3, 0)) fail_msg("seed %d: %s", seed, lua_tostring(L, -1));
    compare(seed, L, false);
    compare(seed, L, true);
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
