/* What lanes do together: shuffles, votes and barriers; and what a script declares. */
#include <stdio.h>

#include "core/access/shuffle.h"
#include "script.h"

/* Where shuffles and votes without _sync are. */
static struct wl_run *run_before_70(const char *text) { return run_kernel_on("6.1", text); }

static void test_shuffle_modes(void **state) {
  (void)state;
  static const char *const calls[WL_SHFL_MODES] = {"__shfl_sync", "__shfl_up_sync",
                                                   "__shfl_down_sync", "__shfl_xor_sync"};
  for (unsigned mode = 0; mode < WL_SHFL_MODES; mode++)
    for (int width = 1; width <= 32; width *= 2)
      for (int arg = 0; arg < 32; arg += 5) {
        char text[256];
        snprintf(text, sizeof text, "local g = global('g', int, 32)\nfunction kernel()\n"
                 "local v = %s(0xffffffff, laneid() * 10, %d, %d)\ng[laneid()] = v\nend",
                 calls[mode], arg, width);
        struct wl_run *run = run_kernel(text);
        struct wl_step shuffle = step_at(run, 3, 0), store = step_at(run, 4, 0);
        assert_int_equal(shuffle.kind, WL_STEP_SHUFFLE);
        assert_int_equal(shuffle.shuffle_mode, mode);
        assert_int_equal(shuffle.shuffle_width, width);
        assert_int_equal(shuffle.type.scalar, WL_INT);
        for (unsigned lane = 0; lane < 32; lane++) {
          unsigned source = wl_shuffle_source((enum wl_shuffle_mode)mode, (unsigned)width, arg,
                                              lane, NULL);
          assert_int_equal(shuffle.source[lane], source);
          assert_int_equal(shuffle.value[lane], lane * 10);
          assert_int_equal(shuffle.result[lane], source * 10);
          assert_int_equal(stored(&store, lane), source * 10);
        }
        wl_run_destroy(run);
      }
}

/* Lanes that are elsewhere send nothing. */
static void test_shuffle_of_some(void **state) {
  (void)state;
  struct wl_run *run = run_before_70("local g = global('g', float, 32)\n"
                                     "function kernel()\n"
                                     "  local i = laneid()\n"
                                     "  if i < 20 then\n"
                                     "    g[i] = __shfl_xor(i + 0.5, 16)\n"
                                     "  end\n"
                                     "end");
  struct wl_step s = step_at(run, 5, 0), store = step_at(run, 5, 1);
  assert_int_equal(s.name, WL_NAME_SHFL_XOR);
  assert_int_equal(s.access.mask, 0x000fffff);
  assert_int_equal(s.undefined, 0x0000fff0); /* lanes 4 … 15 ask 20 … 31 */
  assert_int_equal(s.type.scalar, WL_FLOAT);
  for (unsigned i = 0; i < 20; i++)
    assert_true(stored(&store, i) == (i < 4 || i >= 16 ? i ^ 16 : i) + 0.5);
  wl_run_destroy(run);
}

static void test_butterfly(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local g = global('g', float, 32)\n"
                                  "g:fill(function(i) return i + 1 end)\n"
                                  "function kernel()\n"
                                  "  local v, m = g[laneid()], 16\n"
                                  "  while m > 0 do\n"
                                  "    v = v + __shfl_xor_sync(0xffffffff, v, m)\n"
                                  "    m = m // 2\n"
                                  "  end\n"
                                  "  g[laneid()] = v\n"
                                  "end");
  struct wl_step store = step_at(run, 9, 0);
  for (unsigned i = 0; i < 32; i++) assert_true(stored(&store, i) == 528);
  assert_int_equal(step_at(run, 6, 4).iteration, 4);
  wl_run_destroy(run);
}

static void test_votes(void **state) {
  (void)state;
  struct wl_run *run = run_before_70("local g = global('g', uint, 32)\n"
                                     "local all = 0xffffffff\n"
                                     "function kernel()\n"
                                     "  local i = laneid()\n"
                                     "  g[i] = __ballot_sync(all, i % 2 == 1)\n"
                                     "  g[i] = __ballot(i % 4)\n"
                                     "  g[i] = __any_sync(all, i == 3) and 1 or 0\n"
                                     "  g[i] = __all_sync(all, i < 31) and 1 or 0\n"
                                     "  g[i] = __any(0) and 1 or 0\n"
                                     "  g[i] = __all(1) and 1 or 0\n"
                                     "  if i < 4 then g[i] = __activemask() end\n"
                                     "end");
  static const uint32_t wanted[] = {0xaaaaaaaa, 0xeeeeeeee, 1, 0, 0, 1};
  for (unsigned n = 0; n < 6; n++) {
    struct wl_step vote = step_at(run, 5 + n, 0), store = step_at(run, 5 + n, 1);
    assert_int_equal(vote.kind, WL_STEP_VOTE);
    assert_int_equal(store.value[9], wanted[n]);
  }
  assert_int_equal(step_at(run, 11, 0).access.mask, 0xf);
  assert_int_equal(step_at(run, 11, 1).value[2], 0xf);
  wl_run_destroy(run);
}

/* After __syncwarp() lanes see what others wrote; without, they may not. */
static void test_syncwarp(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local s = shared('s', float, 32)\n"
                                  "function kernel()\n"
                                  "  local i = laneid()\n"
                                  "  s[i] = i\n"
                                  "  __syncwarp()\n"
                                  "  s[i] = s[31 - i] * 2\n"
                                  "end");
  assert_int_equal(step_at(run, 5, 0).kind, WL_STEP_BARRIER);
  assert_int_equal(step_at(run, 5, 0).name, WL_NAME_SYNCWARP);
  struct wl_step load = step_at(run, 6, 0);
  assert_true(stored(&load, 0) == 31);
  wl_run_destroy(run);
}

static void test_phases(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local s, g = shared('s', int, 64), global('g', int, 64)\n"
                                  "block(64)\n"
                                  "function kernel()\n"
                                  "  local i = threadIdx.x\n"
                                  "  s[i] = i\n"
                                  "  __syncthreads()\n"
                                  "  g[i] = s[63 - i]\n"
                                  "end");
  static const struct { unsigned line, warp, phase; } order[] = {
    {5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {6, 1, 0}, {7, 0, 1}, {7, 0, 1}, {7, 1, 1}, {7, 1, 1}};
  for (size_t i = 0; i < 8; i++) {
    struct wl_step s;
    assert_true(wl_trace_get(wl_run_trace(run), i, &s));
    assert_int_equal(s.place.line, order[i].line);
    assert_int_equal(s.warp, order[i].warp);
    assert_int_equal(s.phase, order[i].phase);
  }
  struct wl_step store = step_at(run, 7, 1);
  assert_int_equal(store.value[5], 58);
  wl_run_destroy(run);
}

/* Threads that have returned count as arrived. */
static void test_barrier_after_return(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local g = global('g', int, 64)\n"
                                  "block(64)\n"
                                  "function kernel()\n"
                                  "  if threadIdx.x >= 40 then return end\n"
                                  "  __syncthreads()\n"
                                  "  g[threadIdx.x] = 1\n"
                                  "end");
  assert_int_equal(step_at(run, 5, 1).access.mask, 0xff);
  assert_int_equal(step_at(run, 6, 1).live, 0xff);
  wl_run_destroy(run);
}

static void test_shared_is_per_block(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local s, g = shared('s', int, 1), global('g', int, 4)\n"
                                  "grid(4) block(1)\n"
                                  "function kernel()\n"
                                  "  s[0] = s[0] + 1\n"
                                  "  g[blockIdx.x] = s[0]\n"
                                  "end");
  for (unsigned b = 0; b < 4; b++) assert_int_equal(step_at(run, 5, 2 * b + 1).value[0], 1);
  wl_run_destroy(run);
}

static void test_marks(void **state) {
  (void)state;
  expect_steps("local g = global('g', int, 32)\n"
               "function kernel()\n"
               "  mark(\"load\")\n"
               "  if laneid() < 4 then mark 'few' end\n"
               "  g[laneid()] = 1\n"
               "end",
               "3 mark load ffffffff\n4 mark few 0000000f\n5 store g ffffffff\n");
}

static void test_parameters(void **state) {
  (void)state;
  struct wl_run *run = run_text("title ' A  title ' about [[what\n  it is]]\n"
                                "local options = {min = 1, max = 9, step = 2, help = 'x'}\n"
                                "local a = param('a', 3, options)\n"
                                "local b = param('b', 0.5)\n"
                                "local c = param('c', 'p', {values = {'p', 'q'}})\n"
                                "local d = param('d', 4, {values = {2, 4}})\n"
                                "local e = param('e', true)\n"
                                "assert(a == 5 and b == 0.25 and c == 'q')\n"
                                "assert(d == 2 and e == false)\n"
                                "function kernel() end", "a=5 b=0.25 c=q d=2 e=false", 1);
  if (wl_run_pump(run, 0) != WL_RUN_DONE) fail_msg("%s", wl_run_diag(run)->what);
  const struct wl_head *h = wl_trace_head(wl_run_trace(run));
  assert_int_equal(h->params, 5);
  assert_string_equal(h->about, "what it is");
  assert_string_equal(h->param[0].value, "5");
  assert_string_equal(h->param[0].initial, "3");
  assert_string_equal(h->param[0].help, "x");
  assert_true(h->param[0].min == 1 && h->param[0].max == 9 && h->param[0].step == 2);
  assert_int_equal(h->param[1].kind, WL_PARAM_NUMBER);
  assert_int_equal(h->param[2].kind, WL_PARAM_CHOICE);
  assert_string_equal(h->param[3].choice[1], "4");
  assert_string_equal(h->param[4].value, "false");
  wl_run_destroy(run);
}

/* Integers are shown in the first type that holds those of all lanes. */
static void test_integer_types(void **state) {
  static const struct { const char *value; enum wl_scalar type; } rows[] = {
    {"0x7fffffff", WL_INT}, {"-0x80000000", WL_INT}, {"0x80000000", WL_UINT},
    {"0xffffffff", WL_UINT}, {"0x100000000", WL_LONGLONG}, {"-0x80000001", WL_LONGLONG},
    {"i == 0 and -1 or 0x80000000", WL_LONGLONG},
  };
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[256];
    snprintf(text, sizeof text, "function kernel()\n  local i = threadIdx.x\n"
             "  __shfl_sync(0xffffffff, %s, 0)\nend", rows[k].value);
    struct wl_run *run = run_kernel(text);
    struct wl_step s = step_at(run, 3, 0);
    if (s.type.scalar != rows[k].type) fail_msg("%s: %s", rows[k].value, text);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_integer_types),
    cmocka_unit_test(test_shuffle_modes), cmocka_unit_test(test_shuffle_of_some),
    cmocka_unit_test(test_butterfly), cmocka_unit_test(test_votes), cmocka_unit_test(test_syncwarp),
    cmocka_unit_test(test_phases), cmocka_unit_test(test_barrier_after_return),
    cmocka_unit_test(test_shared_is_per_block), cmocka_unit_test(test_marks),
    cmocka_unit_test(test_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
