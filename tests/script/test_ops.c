/* What operations give: values of shuffles, votes, atomics, types and vectors. */
#include <stdio.h>
#include <string.h>

#include "core/arch_name.h"
#include "core/form.h"
#include "core/shuffle.h"
#include "script.h"

/* The number that `lane` stored at a step. */
static double stored(const struct wl_step *s, unsigned lane) {
  return wl_scalar_to_double((enum wl_scalar)s->type.scalar, s->value[lane]);
}

static struct wl_run *run_on(const char *text, const struct wl_arch *arch) {
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = text;
  o.size = strlen(text);
  o.arch = arch;
  o.workers = 1;
  struct wl_run *run = run_options(&o);
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("%s\nline %u: %s", text, wl_run_diag(run)->line, wl_run_diag(run)->what);
  return run;
}

static struct wl_run *run_kernel(const char *text) { return run_on(text, wl_arch_default()); }

/* Where shuffles and votes without _sync are. */
static struct wl_run *run_before_70(const char *text) { return run_on(text, wl_arch_find("6.1")); }

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

static const struct {
  const char *type, *call; /* on element 0, which holds 12 */
  double after;
} atomics[] = {
  {"int", "atomicAdd(a, 0, 5)", 17}, {"int", "atomicSub(a, 0, 20)", -8},
  {"uint", "atomicSub(a, 0, 13)", 4294967295.0}, {"int", "atomicMin(a, 0, -3)", -3},
  {"uint", "atomicMin(a, 0, -3)", 12}, {"int", "atomicMax(a, 0, 90)", 90},
  {"uint", "atomicMax(a, 0, -3)", 4294967293.0}, {"int", "atomicExch(a, 0, 4)", 4},
  {"int", "atomicCAS(a, 0, 12, 3)", 3}, {"int", "atomicCAS(a, 0, 11, 3)", 12},
  {"int", "atomicAnd(a, 0, 10)", 8}, {"int", "atomicOr(a, 0, 3)", 15},
  {"int", "atomicXor(a, 0, 5)", 9}, {"uint", "atomicInc(a, 0, 12)", 0},
  {"uint", "atomicInc(a, 0, 13)", 13}, {"uint", "atomicDec(a, 0, 20)", 11},
  {"uint", "atomicDec(a, 0, 5)", 5}, {"float", "atomicAdd(a, 0, 0.25)", 12.25},
  {"double", "atomicAdd(a, 0, 0.1)", 12.1}, {"longlong", "atomicMax(a, 0, 1 << 40)", 0x1p40},
  {"ulonglong", "atomicMax(a, 0, -1)", 18446744073709551615.0},
};

static void test_atomics(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
    char text[256];
    snprintf(text, sizeof text, "local a = global('a', %s, 1):fill(12)\nblock(1)\n"
             "function kernel()\n  local old = %s\n  a[0] = a[0]\nend", atomics[i].type,
             atomics[i].call);
    struct wl_run *run = run_kernel(text);
    struct wl_step atomic = step_at(run, 4, 0), load = step_at(run, 5, 0);
    bool swap = strstr(atomics[i].call, "CAS") != NULL;
    assert_int_equal(atomic.access.op, swap ? WL_CAS : WL_ATOMIC);
    assert_true(wl_scalar_to_double((enum wl_scalar)atomic.type.scalar, atomic.result[0]) == 12);
    if (stored(&load, 0) != atomics[i].after)
      fail_msg("%s on %s gives %g", atomics[i].call, atomics[i].type, stored(&load, 0));
    wl_run_destroy(run);
  }
}

/* A call whose result nobody takes is a reduction. */
static void test_reductions(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a = global('a', int, 32)\n"
                                  "local function add(i) atomicAdd(a, i, 1) end\n"
                                  "function kernel()\n"
                                  "  local i = laneid() atomicAdd(a, i, 1)\n"
                                  "  if i < 4 then atomicAdd(a, i, 1) end\n"
                                  "  local old = atomicAdd(a, i, 1);\n"
                                  "  add(i);\n"
                                  "  a[i] = atomicAdd(a, i, 1)\n"
                                  "  ;(atomicAdd)(a, i, 1)\n"
                                  "  atomicCAS(a, i, 1, 2)\n" /* that has no reduction */
                                  "  atomicExch(a, i, 3)\n"
                                  "  old = atomicExch(a, i, 4) + atomicCAS(a, i, 4, 5)\n"
                                  "  if i < 4 then atomicExch(a, i, 3) end\n" /* lane by lane, too */
                                  "end");
  static const struct { unsigned line, at, op; bool unused; } wanted[] = {
    {4, 0, WL_REDUCE, false}, {5, 0, WL_REDUCE, false}, {6, 0, WL_ATOMIC, false},
    {2, 0, WL_REDUCE, false}, {8, 0, WL_ATOMIC, false}, {9, 0, WL_REDUCE, false},
    {10, 0, WL_CAS, true}, {11, 0, WL_ATOMIC, true}, {12, 0, WL_ATOMIC, false},
    {12, 1, WL_CAS, false}, {13, 0, WL_ATOMIC, true}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    struct wl_step s = step_at(run, wanted[i].line, wanted[i].at);
    assert_int_equal(s.access.op, wanted[i].op);
    assert_int_equal(s.access.unused, wanted[i].unused);
  }
  wl_run_destroy(run);
}

/* What compilers make of atomics on shared memory, and of which that is nothing else. */
static const struct { const char *call; enum wl_form form; } forms[] = {
  {"atomicAdd(u, 0, 1)", WL_FORM_INCREMENT},
  {"atomicAdd(u[0] == 0 and u or u, 0, 1)", WL_FORM_INCREMENT},
  {"local old = atomicAdd(u, 0, 1)", WL_FORM_NATIVE},
  {"local one = 1 atomicAdd(u, 0, one)", WL_FORM_NATIVE},
  {"atomicAdd(u, 0, -1)", WL_FORM_NATIVE},
  {"atomicAdd(u, 0, 2)", WL_FORM_NATIVE},
  {"atomicSub(u, 0, 1)", WL_FORM_NATIVE},
  {"atomicInc(u, 0, 0xffffffff)", WL_FORM_INCREMENT},
  {"atomicInc(u, 0, 7)", WL_FORM_NATIVE},
  {"atomicAdd(g, 0, 1)", WL_FORM_NATIVE},
  {"atomicAdd(gf, 0, 1)", WL_FORM_NATIVE},
  {"atomicAdd(f, 0, 1)", WL_FORM_LOOP},
  {"local old = atomicAdd(f, 0, 1)", WL_FORM_LOOP},
  {"atomicExch(f, 0, 1)", WL_FORM_NATIVE},
  {"atomicAdd(d, 0, 1)", WL_FORM_LOOP},
  {"atomicXor(l, 0, 1)", WL_FORM_LOOP},
  {"atomicExch(l, 0, 1)", WL_FORM_NATIVE},
  {"atomicCAS(l, 0, 1, 2)", WL_FORM_NATIVE},
};

static void test_forms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    char text[512];
    snprintf(text, sizeof text, "local u, f = shared('u', uint, 1), shared('f', float, 1)\n"
             "local d, l = shared('d', double, 1), shared('l', longlong, 1)\n"
             "local g, gf = global('g', uint, 1), global('gf', float, 1)\n"
             "function kernel() u[0] = 0 f[0] = 0 d[0] = 0 l[0] = 0\n%s\nend", forms[i].call);
    struct wl_run *run = run_kernel(text);
    struct wl_step s = step_at(run, 5, forms[i].call[10] == 'u' && forms[i].call[11] == '[');
    if (s.access.form != forms[i].form ||
        (s.access.op == WL_LOAD) != (s.access.form == WL_FORM_LOOP))
      fail_msg("%s: %s %s", forms[i].call, wl_op_names[s.access.op], wl_form_names[s.access.form]);
    wl_run_destroy(run);
  }
}

/* Turn by turn the lowest lane of the bank gets through; a load finds what it then adds to. */
static void test_loop(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local f, out = shared('f', float, 1), global('out', float, 1)\n"
                                  "block(3)\nfunction kernel()\n"
                                  "  if laneid() == 0 then f[0] = 2 end\n"
                                  "  __syncwarp()\n"
                                  "  atomicAdd(f, 0, laneid() + 0.5)\n"
                                  "  __syncwarp()\n"
                                  "  out[0] = f[0]\nend");
  static const double found[] = {2, 2.5, 4};
  for (unsigned turn = 0; turn < 3; turn++) {
    struct wl_step load = step_at(run, 6, 2 * turn), try = step_at(run, 6, 2 * turn + 1);
    assert_int_equal(load.access.op, WL_LOAD);
    assert_int_equal(try.access.op, WL_REDUCE);
    assert_int_equal(load.access.form, turn ? WL_FORM_AGAIN : WL_FORM_LOOP);
    assert_int_equal(load.access.mask, 7u >> turn << turn);
    assert_int_equal(try.access.mask, load.access.mask);
    assert_true(stored(&load, turn) == found[turn] && stored(&try, turn) == turn + 0.5);
  }
  struct wl_step last = step_at(run, 8, 0);
  assert_true(stored(&last, 0) == 6.5);
  assert_int_equal(wl_hazards_count(wl_analysis_hazards(wl_run_analysis(run)), false), 0);
  wl_run_destroy(run);
}

static const struct {
  const char *type, *value;
  double after;
} roundings[] = {
  {"int", "2.7", 2}, {"int", "-2.7", -2}, {"uchar", "300", 44}, {"char", "200", -56},
  {"ushort", "-1", 65535}, {"uint", "-1", 4294967295.0}, {"float", "0.1", 0x1.99999ap-4},
  {"double", "0.1", 0.1}, {"half", "1 / 3", 0x1.554p-2}, {"longlong", "1 << 53", 0x1p53},
  {"int", "1 << 32", 0}, {"float", "7 // 2", 3},
};

static void test_roundings(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
    char text[256];
    snprintf(text, sizeof text, "local a = global('a', %s, 1)\nblock(1)\nfunction kernel()\n"
             "  a[0] = %s\n  local v = a[0]\nend", roundings[i].type, roundings[i].value);
    struct wl_run *run = run_kernel(text);
    struct wl_step load = step_at(run, 5, 0);
    if (stored(&load, 0) != roundings[i].after)
      fail_msg("%s as %s gives %a", roundings[i].value, roundings[i].type, stored(&load, 0));
    wl_run_destroy(run);
  }
}

/* How vectors and parts of them become instructions: bytes per lane of each. */
static const struct {
  const char *statement;
  unsigned count, width, distance; /* of the addresses of lanes 0 and 1 */
} vectors[] = {
  {"local v = f4[i]", 1, 16, 16}, {"local x = f4[i].y", 1, 4, 16}, {"f4[i].w = 1", 1, 4, 16},
  {"f4[i] = float4(1, 2, 3, 4)", 1, 16, 16}, {"local v = f2[i]", 1, 8, 8},
  {"local v = f3[i]", 3, 4, 12}, {"f3[i] = make_float3(1, 2, 3)", 3, 4, 12},
  {"local v = d4[i]", 2, 16, 32}, {"local v = c4[i]", 1, 4, 4}, {"local v = c2[i]", 1, 2, 2},
  {"local v = h2[i]", 1, 4, 4}, {"local v = as(float4, f1)[i]", 1, 16, 16},
  {"local v = as(uchar, f1)[i]", 1, 1, 1}, {"local v = as(float2, f1, 2)[i]", 1, 8, 8},
  {"local v = __ldg(f4, i)", 1, 16, 16}, {"local v = m[i][1]", 1, 4, 20},
  {"local v = k[i][1][2]", 1, 4, 48},
};

static void test_vectors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    char text[768];
    snprintf(text, sizeof text,
             "local f1, f2 = global('f1', float, 256), global('f2', float2, 32)\n"
             "local f3, f4 = global('f3', float3, 32), global('f4', float4, 32)\n"
             "local d4, c4 = global('d4', double4, 32), global('c4', uchar4, 32)\n"
             "local c2, h2 = global('c2', char2, 32), global('h2', half2, 32)\n"
             "local m, k = global('m', float, 32, 5), global('k', float, 32, 3, 4)\n"
             "function kernel()\n  local i = laneid()\n  %s\nend", vectors[i].statement);
    struct wl_run *run = run_kernel(text);
    unsigned count = (unsigned)wl_trace_total(wl_run_trace(run));
    struct wl_step s = step_at(run, 8, 0);
    if (count != vectors[i].count || s.access.width != vectors[i].width ||
        s.access.address[1] - s.access.address[0] != vectors[i].distance)
      fail_msg("%s: %u instructions of %u bytes, %u apart", vectors[i].statement, count,
               s.access.width, (unsigned)(s.access.address[1] - s.access.address[0]));
    wl_run_destroy(run);
  }
}

static void test_vector_values(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a, o = global('a', float4, 2), global('o', float, 8)\n"
                                  "a:fill(function(i) return float4(i, i + 1, i + 2, i + 3) end)\n"
                                  "block(1)\n"
                                  "function kernel()\n"
                                  "  local v = a[1]\n"
                                  "  o[0] = v.x + v.y * 10 + v.z * 100 + v.w * 1000\n"
                                  "  a[0].z = 7\n"
                                  "  o[1] = as(float, a)[2]\n"
                                  "  o[2] = a[0].z\n"
                                  "end");
  struct wl_step s = step_at(run, 6, 0), t = step_at(run, 8, 1), u = step_at(run, 9, 1);
  assert_true(stored(&s, 0) == 4321);
  assert_true(stored(&t, 0) == 7);
  assert_true(stored(&u, 0) == 7);
  wl_run_destroy(run);
}

static void test_caches(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a = global('a', float, 8, 32)\n"
                                  "function kernel()\n"
                                  "  local v = a[1][laneid()]\n"
                                  "  local w = __ldg(a[1], laneid())\n"
                                  "  local x = __ldcg(a[1], laneid())\n"
                                  "  local y = __ldca(a[1], laneid())\n"
                                  "end");
  static const uint8_t caches[] = {WL_PLAIN, WL_NC, WL_CG, WL_CA};
  for (unsigned i = 0; i < 4; i++) {
    struct wl_step s = step_at(run, 3 + i, 0);
    assert_int_equal(s.access.cache, caches[i]);
    assert_int_equal(s.access.address[0] - 0x10000000, 128);
  }
  wl_run_destroy(run);
}

static void test_fill(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a = global('a', int, 3, 4)\n"
                                  "a:fill(function(y, x) return y * 10 + x end)\n"
                                  "local b = global('b', int, 4):fill(9)\n"
                                  "local c = constant('c', int, 4)\n"
                                  "a[2][3] = 50\n"
                                  "c[1] = a[2][3] + #a + #a[0]\n"
                                  "block(1)\n"
                                  "function kernel()\n"
                                  "  b[0] = a[1][2]\n"
                                  "  b[1] = a[2][3]\n"
                                  "  b[2] = c[1]\n"
                                  "  b[3] = b[3]\n"
                                  "end");
  static const unsigned wanted[] = {12, 50, 57, 9};
  for (unsigned i = 0; i < 4; i++) assert_int_equal(step_at(run, 9 + i, 1).value[0], wanted[i]);
  wl_run_destroy(run);
}

static void test_layout(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a, b = global('a', char, 3), global('b', float, 1 << 18)\n"
                                  "local c = global('c', char, 1)\n"
                                  "local s, t = shared('s', char, 3), shared('t', float4, 2)\n"
                                  "local u = shared('u', double, 1)\n"
                                  "function kernel() end");
  const struct wl_head *h = wl_trace_head(wl_run_trace(run));
  static const uint64_t bases[] = {0x10000000, 0x10200000, 0x10300000, 0, 16, 48};
  assert_int_equal(h->arrays, 6);
  for (unsigned i = 0; i < 6; i++) assert_int_equal(h->array[i].base, bases[i]);
  assert_int_equal(h->shared_bytes, 56);
  assert_int_equal(h->array[1].place.line, 1);
  assert_int_equal(h->array[1].place.column, 36);
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

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_shuffle_modes), cmocka_unit_test(test_shuffle_of_some),
    cmocka_unit_test(test_butterfly), cmocka_unit_test(test_votes),
    cmocka_unit_test(test_syncwarp), cmocka_unit_test(test_phases),
    cmocka_unit_test(test_barrier_after_return), cmocka_unit_test(test_shared_is_per_block),
    cmocka_unit_test(test_atomics), cmocka_unit_test(test_reductions),
    cmocka_unit_test(test_forms), cmocka_unit_test(test_loop),
    cmocka_unit_test(test_roundings), cmocka_unit_test(test_vectors),
    cmocka_unit_test(test_vector_values), cmocka_unit_test(test_caches),
    cmocka_unit_test(test_fill), cmocka_unit_test(test_layout), cmocka_unit_test(test_marks),
    cmocka_unit_test(test_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
