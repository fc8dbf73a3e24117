/* The same bytes from all lanes at once as from threads one by one, for every script
 * there is. Arguments: directories of scripts. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static char **directories;

/* A grid of a few blocks in each direction shows what a kernel does as well as all of
 * them. Into `text`; empty where the script has no more. */
static void shrink(const char *script, size_t size, char text[64]) {
  enum { FEW = 3 };
  struct wl_run_options o = options_of(script, size);
  text[0] = '\0';
  o.head_only = true;
  struct wl_run *run = run_options(&o);
  const struct wl_head *h = wl_trace_head(wl_run_trace(run));
  if (h && wl_head_blocks(h) > FEW * FEW) {
    uint32_t few[3];
    for (int i = 0; i < 3; i++) few[i] = h->grid[i] < FEW ? h->grid[i] : FEW;
    if (h->grid[1] == 1 && h->grid[2] == 1) few[0] = FEW * FEW;
    snprintf(text, 64, "%u,%u,%u", few[0], few[1], few[2]);
  }
  wl_run_destroy(run);
}

static struct wl_run *run_as(const char *text, size_t size, bool one_by_one) {
  struct wl_run_options o = options_of(text, size);
  char grid[64];
  shrink(text, size, grid);
  struct wl_setting few = {"grid", grid};
  o.settings = &few;
  o.setting_count = grid[0] != '\0';
  o.want_values = true;
  o.one_by_one = one_by_one;
  return run_options(&o);
}

static void compare_values(struct wl_run *a, struct wl_run *b, const char *name) {
  const struct wl_head *head = wl_trace_head(wl_run_trace(a));
  for (unsigned i = 0; i < head->arrays; i++) {
    const struct wl_array *array = &head->array[i];
    const uint8_t *x = wl_run_values(a, array), *y = wl_run_values(b, array);
    if (x == NULL || y == NULL) continue;
    if (memcmp(x, y, array->bytes) != 0) fail_msg("%s: other values in %s", name, array->name);
  }
}

/* Runs a script both ways. `at_once`: whether all its blocks must go at once; 0: none;
 * -1: as they can. */
static void compare(const char *name, const char *text, size_t size, int at_once) {
  struct wl_run *fast = run_as(text, size, false), *slow = run_as(text, size, true);
  uint64_t done, of;
  size_t n, m;
  assert_int_equal(wl_run_at_once(slow), 0);
  if (strcmp(wl_run_diag(fast)->what, wl_run_diag(slow)->what) != 0)
    fail_msg("%s: \"%s\" and \"%s\"", name, wl_run_diag(fast)->what, wl_run_diag(slow)->what);
  if (wl_trace_head(wl_run_trace(fast)) != NULL) {
    uint8_t *x = bytes_of(fast, &n), *y = bytes_of(slow, &m);
    if (n != m || (n > 0 && memcmp(x, y, n) != 0))
      fail_msg("%s: %zu and %zu bytes differ", name, n, m);
    free(x);
    free(y);
    compare_values(fast, slow, name);
  }
  wl_run_progress(fast, &done, &of);
  if (at_once >= 0 && wl_run_at_once(fast) != (at_once ? of : 0))
    fail_msg("%s: %d of %d blocks at once\n%s", name, (int)wl_run_at_once(fast), (int)of, text);
  wl_run_destroy(fast);
  wl_run_destroy(slow);
}

static void test_files(void **state) {
  (void)state;
  unsigned files = 0;
  for (char **d = directories; *d != NULL; d++) {
    char pattern[4096];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*.lua", *d);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++, files++) {
      char *text;
      size_t size;
      struct wl_diag diag;
      assert_true(wl_script_read(found.gl_pathv[i], &text, &size, &diag));
      compare(found.gl_pathv[i], text, size, -1);
      free(text);
    }
    globfree(&found);
  }
  assert_true(files > 20);
}

#define ARRAYS "local a, b = global('a', int, 4096):fill(function(i) return i * 7 % 64 end), " \
               "global('b', float, 4096)\nlocal s = shared('s', int, 256)\ngrid(4) block(64)\n"

#define LOOPS "local s, f = shared('s', longlong, 64), shared('f', float, 64)\n" \
              "local b = global('b', double, 4096)\ngrid(4) block(64)\n"

/* What a kernel is made of; `at_once`: 1 where it must be within reach. */
static const struct { int at_once; const char *text; } kernels[] = {
  {1, ARRAYS "function kernel() local i = threadIdx.x; b[i] = a[i] * 0.5 - a[i] // 3 end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x\n"
             "if i % 3 == 0 then b[i] = 1 elseif i % 5 < 2 then b[i] = a[i] else return end\n"
             "b[i + 64] = -i end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x; local n = a[i] % 7\n"
             "while n > 0 do b[i * 8 + n] = n; if n == 3 then break end n = n - 1 end end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x; local n = i % 5\n"
             "while true do if n % 2 == 0 then b[i] = n else b[i] = -n end\n"
             "n = n - 1; if n < 0 then break end end end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x; local n = 0\n"
             "repeat n = n + 1; b[i] = a[i] + n until n > i % 4 and a[i + n] > 10 end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x\n"
             "for j = i % 6, 0, -2 do for k = 0, j do if (i + k) % 2 == 0 then goto on end\n"
             "b[i] = j + k ::on:: end end end"},
  {1, ARRAYS "local function f(x, y) if x > 31 then return a[x], y end return x end\n"
             "function kernel() local p, q = f(threadIdx.x, 3); b[threadIdx.x] = p + (q or 9) end"},
  {1, ARRAYS "local function f(x, y) if x % 3 > 1 then return x + 1, y elseif x % 2 == 0 then\n"
             "return a[x] end local z = y return z, x end\nfunction kernel()\n"
             "local p, q = f(threadIdx.x, 3); b[threadIdx.x] = p - (q or 9) end"},
  {1, ARRAYS "local g = {0.5, -6.5, 8.0}\nfunction kernel() local i = threadIdx.x % 3 + 1\n"
             "b[threadIdx.x] = -7.5 % g[i] + 7.5 % -g[i] + (threadIdx.x - 9) % -4 end"},
  {1, ARRAYS "local function g(x) return a[x] end\nlocal function f(x) return g(x) end\n"
             "function kernel() b[threadIdx.x] = f(threadIdx.x) end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x; s[i] = a[i] __syncthreads()\n"
             "local n = 32 while n > 0 do if i < n then s[i] = s[i] + s[i + n] end\n"
             "__syncthreads() n = n // 2 end if i == 0 then b[blockIdx.x] = s[0] end end"},
  {1, ARRAYS "function kernel() local v = threadIdx.x for i = 1, 5 do\n"
             "v = v + __shfl_xor_sync(-1, v, 1 << (i - 1)) end\n"
             "if __any_sync(-1, v > 9) then "
             "b[threadIdx.x] = __ballot_sync(-1, v % 3 == 0) end end"},
  {1, ARRAYS "function kernel() atomicAdd(s, a[threadIdx.x], 1) atomicMax(s, threadIdx.x + 64, 5)\n"
             "__syncthreads() local old = atomicAdd(b, threadIdx.x, s[threadIdx.x])\n"
             "b[threadIdx.x + 128] = old end"},
  {1, ARRAYS "local t = {3, 1, 4, 1, 5}\nfunction kernel() local i = threadIdx.x\n"
             "b[i] = t[i % 5 + 1] + math.floor(i / 3) + math.pi + max(i, 9) + __popc(i) end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x; local l = i < 9 and i or -i\n"
             "b[i] = not (l > 3) and l & 5 | 8 or (l ~ 3) << 2 >> 1 end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x\n"
             "b[i] = (i / 2) ^ 2 ^ -(i // 16) + i ^ 0.5 end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x b[i] = 2 ^ i % 7 / 3 // 0.5 + (~i) - -i end"},
  {1, ARRAYS "local variant = 'x'\nfunction kernel() local k = 'x'\n"
             "if variant == k and variant ~= 'y' then b[threadIdx.x] = 1 end end"},
  {1, ARRAYS "function kernel() for i = 0, 2 do b[threadIdx.x] = i if laneid() % 3 > i then\n"
             "__threadfence() else __threadfence_block() end end end"},
  {1, ARRAYS "local l = localmem('l', int, 4)\nfunction kernel() local i = threadIdx.x\n"
             "l[i % 4] = i; b[i] = l[i % 4] + l[0] end"},
  {1, "local g = global('g', char, 64)\nblock(17)\n"
      "function kernel() g[threadIdx.x] = 200 + laneid()\n"
      "g[threadIdx.x + 17] = g[threadIdx.x] end"},
  /* Lanes that see what other lanes of the warp did: they keep step. */
  {1, ARRAYS "function kernel() local i = threadIdx.x s[i] = i; b[i] = s[(i + 1) % 32] end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x b[i] = s[(i + 31) % 32]; s[i] = i end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x s[i] = i; s[(i + 1) % 32] = -i end"},
  {1, ARRAYS "function kernel() local i = threadIdx.x b[i] = s[i]; s[i] = i end"},
  {1, ARRAYS "function kernel() atomicAdd(s, a[threadIdx.x], 1)\n"
             "atomicMax(s, threadIdx.x, 5) end"},
  {1, ARRAYS "function kernel() b[atomicAdd(a, 0, 1)] = threadIdx.x end"},
  /* Atomics that are loops: their lanes wait for each other, and for nobody else. */
  {1, LOOPS "function kernel() local i = threadIdx.x % 32 atomicMax(s, 0, i) atomicMin(s, 0, 5)\n"
            "b[threadIdx.x] = atomicAdd(f, i % 3, 0.5) + s[0] end"},
  {1, LOOPS "function kernel() local i = threadIdx.x s[i] = i local old = atomicAdd(s, 0, i)\n"
            "s[(i + 1) % 32] = old end"},
  {1, LOOPS "function kernel() local i = threadIdx.x if i % 3 == 0 then\n"
            "b[i] = atomicAdd(s, 0, i) s[1] = i else b[i] = atomicMin(s, 1, 0 - i) end end"},
  /* What is told thread by thread, and what goes wrong. */
  {0, ARRAYS "function kernel() local t = {threadIdx.x}; b[t[1]] = 1 end"},
  {0, ARRAYS "function kernel() b[threadIdx.x] = 1; mark('here') b[threadIdx.x] = 2 end"},
  {0, ARRAYS "function kernel() b[threadIdx.x] = 1; b[threadIdx.x * 2000] = 2 end"},
  {0, ARRAYS "function kernel() b[threadIdx.x] = 1 // a[threadIdx.x] end"},
  {-1, ARRAYS "function kernel() if threadIdx.x < 32 then __syncthreads() end end"},
  {-1, ARRAYS "function kernel() if threadIdx.x < 7 then __syncthreads() end\n__syncthreads() end"},
  {-1, ARRAYS "function kernel() b[threadIdx.x] = nothing end"},
  {-1, ARRAYS "local n = 0\nfunction kernel() n = n + 1; b[threadIdx.x] = n end"},
  {0, ARRAYS "function kernel() local i = threadIdx.x % 5\n::again:: b[i] = i; i = i - 1\n"
             "if i > 2 then goto again end b[i + 9] = 1 if i > 0 then goto again end end"},
};

static void test_kernels(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    char name[32];
    snprintf(name, sizeof name, "kernel %zu", i);
    compare(name, kernels[i].text, strlen(kernels[i].text), kernels[i].at_once);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_files), cmocka_unit_test(test_kernels)};
  (void)argc;
  directories = argv + 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
