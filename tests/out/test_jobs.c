/* What a run comes to does not depend on how many processes work on it: reports as JSON, byte by
 * byte, and all that global arrays hold at the end. Arguments: numbers of processes as "1,2,8",
 * random_kernels.lua and how many of them, and folders of scripts. */
#include <dirent.h>
#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/gpu/target.h"
#include "report/report.h"
#include "script/process/run.h"

static char **arguments;
static int argument_count;

/* What is compared; to be freed. */
static char *outcome_of(const char *name, const char *text, size_t size, unsigned workers,
                        size_t *bytes) {
  struct wl_run_options o = wl_run_defaults;
  struct wl_diag d = {0};
  char *all = NULL;
  o.name = name;
  o.text = text;
  o.size = size;
  o.arch = wl_script_target(text, size).arch;
  o.seconds = 600; /* of a processor that may be busy: what takes long is for other tests */
  o.workers = workers;
  o.want_values = true;
  struct wl_run *run = wl_run_start(&o, &d);
  FILE *f = open_memstream(&all, bytes);
  assert_non_null(run);
  assert_non_null(f);
  wl_run_wait(run);
  const struct wl_diag *end = wl_run_diag(run);
  fprintf(f, "%d %s:%u %s\n", end->status, end->file, end->line, end->what);
  if (end->status == WL_OK) {
    const struct wl_report_options options = {.limit = 1000};
    assert_true(wl_report_json(f, wl_run_trace(run), wl_run_analysis(run), &options, &d));
    const struct wl_head *head = wl_trace_head(wl_run_trace(run));
    for (unsigned i = 0; i < head->arrays; i++) {
      const uint8_t *values = wl_run_values(run, &head->array[i]);
      if (values) fwrite(values, 1, head->array[i].bytes, f);
    }
  }
  fclose(f);
  wl_run_destroy(run);
  return all;
}

static void compare(const char *name, const char *text, size_t size) {
  char *first = NULL;
  size_t first_bytes = 0, bytes;
  for (const char *jobs = arguments[1]; *jobs; jobs += strcspn(jobs, ","), jobs += *jobs == ',') {
    unsigned workers = (unsigned)strtoul(jobs, NULL, 10);
    char *now = outcome_of(name, text, size, workers, &bytes);
    if (!first) {
      first = now;
      first_bytes = bytes;
      continue;
    }
    if (bytes != first_bytes || memcmp(first, now, bytes) != 0)
      fail_msg("%s: %u processes come to something else than the first number of them\n%.2000s\n"
               "%.2000s", name, workers, first, now);
    free(now);
  }
  free(first);
}

static void test_random(void **state) {
  (void)state;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  if (luaL_dofile(L, arguments[2])) fail_msg("%s", lua_tostring(L, -1));
  for (int seed = 1; seed <= atoi(arguments[3]); seed++) {
    char name[32];
    size_t size;
    lua_pushvalue(L, 1);
    lua_pushinteger(L, seed);
    if (lua_pcall(L, 1, 3, 0)) fail_msg("seed %d: %s", seed, lua_tostring(L, -1));
    const char *text = lua_tolstring(L, -3, &size);
    snprintf(name, sizeof name, "random_%d.lua", seed);
    compare(name, text, size);
    lua_settop(L, 1);
  }
  lua_close(L);
}

static int is_script(const struct dirent *e) {
  size_t n = strlen(e->d_name);
  return n > 4 && strcmp(e->d_name + n - 4, ".lua") == 0;
}

static void test_files(void **state) {
  (void)state;
  for (int i = 4; i < argument_count; i++) {
    struct dirent **entry;
    int n = scandir(arguments[i], &entry, is_script, alphasort);
    if (n < 1) fail_msg("no scripts in %s", arguments[i]);
    for (int k = 0; k < n; k++) {
      struct wl_diag d = {0};
      char path[PATH_MAX], *text;
      size_t size;
      snprintf(path, sizeof path, "%s/%s", arguments[i], entry[k]->d_name);
      if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
      compare(entry[k]->d_name, text, size);
      free(text);
      free(entry[k]);
    }
    free(entry);
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  arguments = argv;
  argument_count = argc;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
