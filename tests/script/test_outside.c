/* What lives outside of the kernel cannot be written in it, by no thread of any block. */
#include <stdio.h>
#include <string.h>

#include "script.h"

#define HEAD "local a = global('a', int, 66) grid(66) block(64)\n"

/* Line 1 is HEAD. `changes`: the name that is told; NULL: a table without one. */
struct row { const char *text; unsigned line, column, end; const char *changes; };

static const struct row forbidden[] = {
  {"local n = 0\nfunction kernel() n = n + 1 end", 3, 19, 20, "n"},
  {"local n = 0\nfunction kernel() n = n end", 3, 19, 20, "n"},
  {"n = 0\nfunction kernel() n = n + 1 end", 3, 19, 20, "n"},
  {"local n, m = 0\nfunction kernel() local l l, n, m = 1, 2, 3 end", 3, 30, 31, "n"},
  /* put back before the block ends */
  {"local n = 0\nfunction kernel()\n  n = threadIdx.x __syncthreads()\n  a[0] = n n = 0\nend",
   4, 3, 4, "n"},
  {"local t = {}\nfunction kernel()\n  t[threadIdx.x] = 1 __syncthreads()\n"
   "  a[0] = t[0] t[threadIdx.x] = nil\nend", 4, 3, 17, "t"},
  {"local t\nfunction kernel()\n  t = t or {} a[0] = #t\n  t[1] = 1\nend", 4, 3, 4, "t"},
  {"local t = {{}, {}} local first = t[1]\nfunction kernel()\n"
   "  t[1], t[2] = t[2], t[1] a[0] = t[1] == first and 1 or 0\nend", 4, 3, 13, "t"},
  {"local t = {1}\nfunction kernel() t[1] = 1 end", 3, 19, 23, "t"},
  {"local t = {}\nfunction kernel() t[1] = nil end", 3, 19, 23, "t"},
  /* once, anywhere */
  {"local n = 0\nfunction kernel() if blockIdx.x == 0 and threadIdx.x == 63 then n = 1 end end",
   3, 65, 66, "n"},
  {"local n = 0\nfunction kernel() if blockIdx.x == 65 then n = 1 end end", 3, 44, 45, "n"},
  {"local t = {}\nfunction kernel() if blockIdx.x == 33 then t.x = 1 end end", 3, 44, 47, "t"},
  /* deep */
  {"local t = {{{{{}}}}}\nfunction kernel() t[1][1][1][1].x = 1 end", 3, 19, 34, "t"},
  {"local t = {a = {b = {}}}\nfunction kernel() local u = t.a.b u.x = 1 end", 3, 35, 38, "u"},
  {"local k = {} local t = {[k] = {}, [{}] = 1}\nfunction kernel() t[k][1] = 1 end", 3, 19, 26,
   "t"},
  {"local k = {} local t = {[k] = 1}\nfunction kernel() k[1] = t[k] end", 3, 19, 23, "k"},
  {"local t = {} t.t = t\nfunction kernel() t.t.t.t.x = 1 end", 3, 19, 28, "t"},
  {"local t = {} for i = 1, 200000 do t = {t} end\nfunction kernel() t[1][1][1].x = 1 end",
   3, 19, 31, "t"},
  {"local t = {['a b'] = {}}\nfunction kernel() t['a b'].x = 1 end", 3, 19, 29, "t"},
  {"local s = 'kz' local t = {}\nfunction kernel() t[s .. threadIdx.x] = 1 end", 3, 19, 38, "t"},
  /* functions of Lua that write */
  {"local t = {}\nfunction kernel() table.insert(t, 1) end", 3, 19, 37, "t"},
  {"local t = {x = {1, 2}}\nfunction kernel() table.insert(t.x, 1, 5) end", 3, 19, 42, "t"},
  {"local t = {1}\nfunction kernel() a[0] = table.remove(t) end", 3, 26, 41, "t"},
  {"local t = {2, 3, 1}\nfunction kernel() table.sort(t) end", 3, 19, 32, "t"},
  {"local t, put = {}, table.insert\nfunction kernel() put(t, 1) end", 3, 19, 28, "t"},
  {"local t = {}\nlocal function put(x) return table.insert(x, 1) end\n"
   "function kernel() put(t) end", 3, 30, 48, "x"},
  /* tables without a name of their own */
  {"local t = {}\nlocal function get() return t end\nfunction kernel() get()[1] = 1 end",
   4, 19, 27, NULL},
  {"local t = {}\nlocal function get() return t end\nfunction kernel() table.insert(get(), 1) "
   "end", 4, 19, 41, NULL},
  {"local t, u = {}, {}\nfunction kernel() t[1], u[1] = 1, 2 end", 3, 19, 29, NULL},
  {"local t = {{}}\nfunction kernel() for _, u in ipairs(t) do u.x = 1 end end", 3, 44, 47, "u"},
  {"local t = {x = {}}\nfunction kernel() for _, u in pairs(t) do u.x = 1 end end", 3, 43, 46, "u"},
  {"local t = {{}}\nfunction kernel() local u = table.unpack(t) u.x = 1 end", 3, 45, 48, "u"},
  {"local t = {}\nfunction kernel() local u = {t} u[1].x = 1 end", 3, 33, 39, "u"},
  {"local t = {}\nfunction kernel() ({t})[1].x = 1 end", 3, 19, 29, NULL},
  /* helpers, closures */
  {"local n = 0\nlocal function f() n = n + 1 return n end\nfunction kernel() a[0] = f() end",
   3, 20, 21, "n"},
  {"local n = 0\nlocal function g() n = 1 end\nlocal function f() g() end\n"
   "function kernel() f() end", 3, 20, 21, "n"},
  {"local function make()\n  local n = 0\n  return function() n = n + 1 return n end\nend\n"
   "local count = make()\nfunction kernel() a[0] = count() end", 4, 21, 22, "n"},
  {"local function make()\n  local t = {}\n  return function(i) t[i] = 1 end\nend\n"
   "local put = make()\nfunction kernel() put(threadIdx.x) end", 4, 22, 26, "t"},
  {"local n = 0\nlocal t = {f = {g = function() n = 1 end}}\nfunction kernel() t.f.g() end",
   3, 32, 33, "n"},
  {"local n = 0\nlocal t = {[function() n = 1 end] = true}\n"
   "local f for g in ipairs({1}) do f = g end\n"
   "function kernel()\n  local function g() local function h() n = 1 end h() end g()\nend",
   6, 41, 42, "n"},
  {"local o = {n = 0} function o:add() self.n = self.n + 1 end\nfunction kernel() o:add() end",
   2, 36, 42, "self"},
  {"local t = {}\nfunction kernel() for i = 1, 2 do local t = t t[i] = i end end", 3, 47, 51, "t"},
  {"local n = 0\nfunction kernel() for i = 1, 2 do n = i end end", 3, 35, 36, "n"},
  {"local n = 0\nfunction kernel() repeat local m = 1 n = m until n end", 3, 38, 39, "n"},
  {"local n = 0\nfunction kernel() goto on ::on:: n = 1 end", 3, 34, 35, "n"},
  {"local n = 0\nfunction kernel() local m <const> n = 1 end", 3, 35, 36, "n"},
  {"local put\nfunction kernel()\n  local n = 0\n"
   "  return function() n = n + 1 return n end\nend\nput = kernel()\n"
   "local inner = kernel function kernel() a[0] = put() end", 5, 21, 22, "n"},
  /* functions as variables */
  {"function f() end\nfunction kernel() f = 1 end", 3, 19, 20, "f"},
  {"function f() end\nfunction kernel() function f() end end", 3, 28, 29, "f"},
  {"local function f() end\nfunction kernel() function f() end end", 3, 28, 29, "f"},
  {"local t = {}\nfunction kernel() function t.f() end end", 3, 19, 27, "t"},
  {"function kernel() kernel = nil end", 2, 19, 25, "kernel"},
  {"function kernel() function kernel() end end", 2, 28, 34, "kernel"},
  {"local f = function() end\nfunction kernel() local g = function() f = nil end g() end",
   3, 40, 41, "f"},
};

static void expect_refused(const struct row *row, unsigned workers, bool one_by_one) {
  char text[1024], what[128];
  int n = snprintf(text, sizeof text, HEAD "%s", row->text);
  struct wl_run_options o = options_of(text, (size_t)n);
  o.workers = workers;
  o.one_by_one = one_by_one;
  struct wl_run *run = run_options(&o);
  if (wl_run_pump(run, 0) != WL_RUN_FAILED) fail_msg("passes: %s", row->text);
  const struct wl_diag *d = wl_run_diag(run);
  if (row->changes == NULL)
    snprintf(what, sizeof what, "the kernel changes a table that lives outside of it");
  else
    snprintf(what, sizeof what, "the kernel changes \"%s\", which lives outside of it",
             row->changes);
  if (strcmp(d->what, what) != 0 || d->line != row->line || d->column != row->column ||
      d->end_column != row->end)
    fail_msg("%s\nis told as %u:%u-%u %s", text, d->line, d->column, d->end_column, d->what);
  assert_string_equal(d->hint, "make it local in the kernel; threads share memory by shared and "
                               "global arrays");
  assert_int_equal(d->status, WL_SCRIPT);
  wl_run_destroy(run);
}

static void test_forbidden(void **state) {
  (void)state;
  static const unsigned workers[] = {1, 2, 3, 8};
  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++)
      expect_refused(&forbidden[i], workers[w], false);
    expect_refused(&forbidden[i], 1, true);
  }
}

/* The thread that is told is the first that writes, however the blocks are shared out. */
static void test_who(void **state) {
  (void)state;
  static const char text[] = HEAD
    "local n = 0\nfunction kernel() if blockIdx.x > 40 and threadIdx.x == 35 then n = 1 end end";
  for (unsigned workers = 1; workers <= 8; workers++) {
    struct wl_run *run = run_text(text, NULL, workers);
    assert_string_equal(expect_failure(run)->where,
                        "lane 3 of warp 1, thread (35, 0, 0) of block (41, 0, 0)");
    wl_run_destroy(run);
  }
}

/* What a thread makes is its own, whatever its name is. Each fails at assert() otherwise. */
static const char *const allowed[] = {
  "function kernel() local t = {} t[1] = 1 table.insert(t, 2) table.sort(t)\n"
  "  assert(#t == 2 and table.remove(t) == 2) end",
  "local n, t = 7, {8}\nfunction kernel() local n, t = n, {t[1]} n = n + 1 t[1] = n\n"
  "  assert(n == 8 and t[1] == 8) end",
  "function kernel() local n = 0 local function count() n = n + 1 return n end\n"
  "  count() assert(count() == 2 and n == 2) end",
  "local function make() local n = 0 return function() n = n + 1 return n end end\n"
  "function kernel() local c, d = make(), make() c() assert(c() == 2 and d() == 1) end",
  "local function make() local t = {} return function(i) t[#t + 1] = i return #t end end\n"
  "function kernel() local put = make() put(1) assert(put(1) == 2) end",
  "local n = 5\nfunction kernel() local f local n = 1 f = function() n = n + 1 end f()\n"
  "  assert(n == 2) end",
  "local n = 5\nfunction kernel() for n = 1, 2 do local m = n end\n"
  "  repeat local n = 1 n = n + 1 until n == 2 assert(n == 5) end",
  "local function fib(n) if n < 2 then return n end n = n - 1 return fib(n) + fib(n - 1) end\n"
  "function kernel() assert(fib(10) == 55) end",
  "function kernel() local function f(i) i = i - 1 return i > 0 and f(i) or i end\n"
  "  assert(f(5) == 0) end",
  "local t = {10, 20, 30, x = {1, 2}}\nfunction kernel() assert(#t == 3 and #t.x == 2)\n"
  "  local s = 0 for i, v in ipairs(t) do s = s + v end assert(s == 60)\n"
  "  local k = '' for n in pairs(t) do k = k .. n end assert(k == '123x')\n"
  "  assert(table.concat(t, ',') == '10,20,30' and select('#', table.unpack(t)) == 3)\n"
  "  assert(type(t) == 'table' and tostring(t) == 'table' and t.x == t.x and t.y == nil) end",
  "local k = {} local t = {[k] = 5, [true] = 6, [1.5] = 7}\n"
  "function kernel() assert(t[k] == 5 and t[true] == 6 and t[1.5] == 7) end",
  "local t = {1, 2, nil, 4} local n = #t\nfunction kernel() assert(#t == n) end",
  "local t = {} t.t = t\nfunction kernel() assert(t.t.t == t) end",
  "local it = pairs({x = 1, y = 2})\n"
  "function kernel() assert(it() == 'x' and it() == 'x' and it(nil, 'x') == 'y') end",
  "function kernel() local t = {} function t:f() self = 1 return self end assert(t:f() == 1) end",
  "count = 3 list = {4}\nfunction kernel() local list = {list[1] + count} list[1] = 7\n"
  "  assert(list[1] == 7 and count == 3 and math.floor(2.5) == 2) end",
  "local n = 0\nlocal function f() n = n + 1 return n end f() f()\n"
  "function kernel() assert(n == 2) end",
  "local b = global('b', float4, 66) local v = {x = 1, y = 2, z = 3, w = 4}\n"
  "function kernel() b[blockIdx.x] = v assert(b[blockIdx.x].z == 3) end",
  "local p = struct('p', {'x', int}, {'v', float, 2})\nlocal b = global('b', p, 66)\n"
  "local q = {x = 1, v = {[0] = 2, 3}}\n"
  "function kernel() b[blockIdx.x] = q assert(b[blockIdx.x].v[1] == 3) end",
  "local o = {}\nfunction o:twice(x) self = x return self * 2 end\n"
  "function kernel() assert(o:twice(4) == 8) end",
  "function kernel() local t = {_ENV = 1} goto _ENV ::_ENV:: t._ENV = 2 end",
  "local n = 1\nfunction kernel() end\n"
  "expect('own', function(r) n = n + 1 list = {} list[1] = n return list[1] == 2 end)",
};

static void test_allowed(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    for (unsigned workers = 1; workers <= 2; workers++) {
      char text[1024];
      snprintf(text, sizeof text, HEAD "%s", allowed[i]);
      struct wl_run *run = run_text(text, NULL, workers);
      if (wl_run_pump(run, 0) != WL_RUN_DONE)
        fail_msg("%s\n%u: %s", text, wl_run_diag(run)->line, wl_run_diag(run)->what);
      wl_run_destroy(run);
    }
}

/* A value with too much in it is refused, wherever it was made. */
static void test_strangers(void **state) {
  (void)state;
  static const char text[] = HEAD
    "local b = global('b', float2, 66) local v = {x = 1, y = 2, z = 3}\n"
    "function kernel() b[blockIdx.x] = v end";
  struct wl_run *run = run_text(text, NULL, 1);
  assert_non_null(strstr(expect_failure(run)->what, "a field z, which float2 does not have"));
  wl_run_destroy(run);
}

/* Tables outside are read by lanes at once, too. */
static void test_at_once(void **state) {
  (void)state;
  static const char text[] = HEAD
    "local t = {[0] = 5, {6, 7}, x = {y = 8}} list = {9}\n"
    "function kernel() a[blockIdx.x] = t[0] + t[1][2] + t.x.y + list[1] + (t[blockIdx.x + 5] or 1)"
    " end";
  struct wl_run *run = run_text(text, NULL, 1);
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_int_equal(wl_run_at_once(run), 66);
  struct wl_step s = step_at(run, 3, 0);
  assert_int_equal((int)stored(&s, 0), 30);
  wl_run_destroy(run);
}

/* A script has nothing of ours in its hands. */
static void test_ours(void **state) {
  (void)state;
  static const char arguments[] = "a script is given no arguments";
  static const char environment[] = "unknown name \"_ENV\"";
  static const struct { const char *text; unsigned line, column; const char *what; } rows[] = {
    {"local enter, turn = ...\nfunction kernel() end", 1, 21, arguments},
    {"local function f(...) return ... end\nlocal t = {f(1), ...}\nfunction kernel() end", 2, 18,
     arguments},
    {"function kernel() _ENV = {} end", 1, 19, environment},
    {"local e = _ENV\nfunction kernel() e.kernel = 1 end", 1, 11, environment},
    {"function kernel() local _ENV = {} x = 1 end", 1, 25, environment},
    {"local function f(_ENV) x = 1 end\nfunction kernel() f({}) end", 1, 18, environment},
    {"function _ENV.kernel() end", 1, 10, environment},
    {"local t = {[_ENV] = 1}\nfunction kernel() end", 1, 13, environment},
    {"for _ENV in pairs({}) do end\nfunction kernel() end", 1, 5, environment},
    {"function kernel() for i, _ENV in ipairs({{}}) do x = 1 end end", 1, 26, environment},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_run *run = run_text(rows[i].text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    if (strcmp(d->what, rows[i].what) != 0 || d->line != rows[i].line ||
        d->column != rows[i].column)
      fail_msg("%s\nis told as %u:%u %s", rows[i].text, d->line, d->column, d->what);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_forbidden), cmocka_unit_test(test_who), cmocka_unit_test(test_allowed),
    cmocka_unit_test(test_strangers), cmocka_unit_test(test_at_once),
    cmocka_unit_test(test_ours),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
