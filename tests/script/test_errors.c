/* Every mistake has its message: what, where to the column, and what to do. */
#include <string.h>

#include "script.h"

#define ARRAYS \
  "local g = global('g', float, 64)\nlocal t = shared('t', float, 32, 33)\n"
#define IN_KERNEL(text) \
  ARRAYS "function kernel()\n  local i = threadIdx.x\n  " text "\nend\n"

static const struct row {
  const char *text;
  unsigned line, column, end_column;
  const char *what, *hint;
} rows[] = {
  {IN_KERNEL("t[33][0] = 1"),
   5, 3, 8, "t[33]: row 33 is outside 0 … 31",
   ""},
  {IN_KERNEL("g[i] = t[i][33]"),
   5, 10, 18, "t[0][33]: column 33 is outside 0 … 32",
   ""},
  {IN_KERNEL("g[i + 40] = 1"),
   5, 3, 12, "g[64]: index 64 is outside 0 … 63",
   ""},
  {IN_KERNEL("g[-1] = 1"),
   5, 3, 8, "g[-1]: index -1 is outside 0 … 63",
   ""},
  {IN_KERNEL("g[i / 2] = 1"),
   5, 3, 11, "g[0.5]: index 0.5 is not a whole number",
   "use // for integer division"},
  {IN_KERNEL("g[0/0] = 1"),
   5, 3, 9, "g[nan]: the index is not a number",
   ""},
  {IN_KERNEL("g[2^60] = g[1e300]"),
   5, 13, 21, "g[1e+300]: the index is far outside",
   ""},
  {IN_KERNEL("g[j] = 1"),
   5, 5, 6, "unknown name \"j\"",
   "declare it with  local j = …"},
  {IN_KERNEL("local n; g[n] = 1"),
   5, 12, 16, "g[nil]: the index is nil",
   "is the variable spelled right, and does it have a value here?"},
  {IN_KERNEL("g['x'] = 1"),
   5, 3, 9, "g[\"x\"]: the index is a string",
   ""},
  {IN_KERNEL("g[true] = 1"),
   5, 3, 10, "g[true]: the index is a boolean",
   ""},
  {IN_KERNEL("g[{}] = 1"),
   5, 3, 8, "g[table]: the index is a table",
   ""},
  {IN_KERNEL("g[i] = nil"),
   5, 3, 7, "g holds float, and the value is nil",
   "is the variable spelled right, and does it have a value here?"},
  {IN_KERNEL("g[i] = 'x'"),
   5, 3, 7, "g holds float, and the value is a string",
   ""},
  {IN_KERNEL("g[i] = {}"),
   5, 3, 7, "g holds float, and the value is a table",
   ""},
  {IN_KERNEL("t[i] = 1"),
   5, 3, 7, "t[0] is a whole row, not an element",
   "give one more index"},
  {IN_KERNEL("t = 1"),
   5, 3, 4, "the kernel changes \"t\", which lives outside of it",
   "threads have no variables in common: make it local in the kernel, or an array"},
  {IN_KERNEL("x = 1"),
   5, 3, 4, "the kernel makes a global variable \"x\": threads have no common ones",
   "write  local in front of it"},
  {IN_KERNEL("foo(i)"),
   5, 3, 6, "unknown name \"foo\"",
   "declare it with  local foo = …"},
  {IN_KERNEL("g[i] = thread.x"),
   5, 10, 16, "unknown name \"thread\"",
   "declare it with  local thread = …"},
  {IN_KERNEL("__synchthreads()"),
   5, 3, 17, "unknown name \"__synchthreads\"",
   "did you mean __syncthreads?"},
  {IN_KERNEL("g[i] = threadIdx.w"),
   5, 10, 21, "threadIdx has no field \"w\", only x, y and z",
   ""},
  {IN_KERNEL("g[i] = 1 + nil"),
   5, 12, 13, "attempt to perform arithmetic on a nil value",
   "the value is missing here; is the name spelled right?"},
  {IN_KERNEL("g[i] = g + 1"),
   5, 12, 13, "attempt to perform arithmetic on a userdata value (upvalue 'g')",
   "this is an array or a type: give an array an index, as in a[i]"},
  {IN_KERNEL("g[i] = g.x"),
   5, 10, 13, "g has no field \"x\"",
   "an index is a whole number from 0"},
  {IN_KERNEL("g(i)"),
   5, 3, 7, "an array is not a function",
   "an index goes into square brackets"},
  {IN_KERNEL("g[i] = __shfl_xor_sync(i, 1)"),
   5, 10, 31, "__shfl_xor_sync(): the mask 0x00000000 does not name lane 0, which calls it",
   "use 0xffffffff to name all lanes"},
  {IN_KERNEL("g[i] = __shfl_xor_sync(0xffffffff, g, 1)"),
   5, 10, 43, "__shfl_xor_sync(): the value is an array, not a number",
   "__shfl_xor_sync(mask, v, lanemask [, width]): v of the lane whose number is laneid ~ "
   "lanemask"},
  {IN_KERNEL("g[i] = __shfl_xor_sync(0xf, i, 1)"),
   5, 10, 36, "__shfl_xor_sync(): the mask 0x0000000f does not name lane 4, which calls it",
   "use 0xffffffff to name all lanes"},
  {IN_KERNEL("g[i] = __shfl_sync(0xffffffff, i, 1, 5)"),
   5, 10, 42, "__shfl_sync(): the width is 5; it must be 1, 2, 4, 8, 16 or 32",
   ""},
  {IN_KERNEL("g[i] = __ballot_sync(0xffffffff)"),
   5, 10, 35, "__ballot_sync(): the condition is missing",
   "__ballot_sync(mask, condition): a bit for each lane where the condition holds; 0 counts "
   "as false"},
  {IN_KERNEL("if i < 16 then __syncthreads() else __syncthreads() end"),
   5, 39, 54, "threads wait at different barriers: one here, lane 0 of warp 0 at line 5, "
   "column 18",
   "every thread of a block must come to the same __syncthreads()"},
  {IN_KERNEL("grid(1)"),
   5, 3, 10, "grid() cannot be called inside the kernel",
   "call it once, above the kernel"},
  {IN_KERNEL("local z = shared('z', float, 3)"),
   5, 13, 34, "shared() cannot be called inside the kernel",
   "call it once, above the kernel"},
  {IN_KERNEL("error('stop here')"),
   5, 3, 8, "stop here",
   ""},
  {IN_KERNEL("error({})"),
   5, 3, 8, "error() was called with a table, not a message",
   ""},
  {IN_KERNEL("assert(false)"),
   5, 3, 9, "assertion failed!",
   ""},
  {IN_KERNEL("assert(false, 'why')"),
   5, 3, 9, "why",
   ""},
  {IN_KERNEL("local a = {} a.b.c = 1"),
   5, 24, 25, "attempt to index a nil value (field 'b')",
   "the value is missing here; is the name spelled right?"},
  {IN_KERNEL("g[i] = 2.5 & 1"),
   5, 14, 15, "number has no integer representation",
   "bit operations need whole numbers; use // for integer division"},
  {IN_KERNEL("g[i] = 1 // 0"),
   5, 12, 14, "attempt to divide by zero",
   "the divisor is 0"},
  {IN_KERNEL("g[i] = i < nil"),
   5, 14, 17, "attempt to compare number with nil",
   "one side has no value; is the name spelled right?"},
  {IN_KERNEL("g[i] = as(float4, g, 1)[0].x"),
   5, 10, 31, "a float4 cannot be at byte 4 of g: its address must be a multiple of 16",
   "start the view at a multiple of the type's size"},
  {IN_KERNEL("local v = as(float4, g, 1)[0]"),
   5, 13, 32, "a float4 cannot be at byte 4 of g: its address must be a multiple of 16",
   "start the view at a multiple of the type's size"},
  {IN_KERNEL("atomicAdd(g[i], 1)"),
   5, 3, 21, "atomicAdd(): argument 1 is a number, not an array",
   "atomicAdd(array, i, v): a[i] = a[i] + v in one go; returns the old value, as all "
   "atomics do"},
  {IN_KERNEL("atomicAdd(g, i)"),
   5, 3, 18, "atomicAdd(): argument 3 is missing, not a number",
   "atomicAdd(array, i, v): a[i] = a[i] + v in one go; returns the old value, as all "
   "atomics do"},
  {IN_KERNEL("atomicAnd(g, i, 1)"),
   5, 3, 21, "atomicAnd() does not work on float",
   "use an int or uint array"},
  {IN_KERNEL("atomicAdd(t, i, 1)"),
   5, 3, 21, "t needs 2 indices",
   "give all indices but the last with the array, as in a[y]"},
  {IN_KERNEL("g[i] = __ldg(g[i])"),
   5, 10, 21, "__ldg(): argument 1 is a number, not an array",
   "__ldg(array, i): loads from global memory on the read-only path"},
  {IN_KERNEL("g[i] = __ldg(t[i], 0)"),
   5, 10, 24, "__ldg() is for global memory, not shared",
   "index the array itself"},
  {ARRAYS "__syncthreads()\nfunction kernel() end",
   3, 1, 16, "__syncthreads() has a meaning only inside the kernel",
   "call it in function kernel()"},
  {ARRAYS "g[0] = threadIdx.x\nfunction kernel() end",
   3, 8, 19, "threadIdx.x has a value only inside the kernel",
   "read it in function kernel()"},
  {ARRAYS "t[0][0] = 1\nfunction kernel() end",
   3, 1, 8, "shared memory does not exist outside the kernel",
   "fill it in the kernel: every block has its own"},
  {ARRAYS "t:fill(0)\nfunction kernel() end",
   3, 1, 10, "shared memory does not exist outside the kernel",
   "fill it in the kernel: every block has its own"},
  {ARRAYS,
   0, 0, 0, "the script has no kernel",
   "write  function kernel() … end"},
  {ARRAYS "local function kernel() end",
   3, 16, 24, "the kernel is local to the file",
   "leave out the word local"},
  {ARRAYS "kernel = 3",
   0, 0, 0, "kernel is not a function",
   "write  function kernel() … end"},
  {"block(2048)\nfunction kernel() end",
   1, 1, 12, "block(): x is 2048; it must be 1 … 1024",
   "block(x [, y [, z]]): threads of a block (32)"},
  {"block(33, 32)\nfunction kernel() end",
   1, 1, 14, "block(): 1056 threads; a block has at most 1024 on cc 9.0",
   "use more blocks of fewer threads"},
  {"grid(0)\nfunction kernel() end",
   1, 1, 8, "grid(): x is 0; it must be 1 … 2147483647",
   "grid(x [, y [, z]]): blocks of the grid (1)"},
  {"grid(1.5)\nfunction kernel() end",
   1, 1, 10, "grid(): x is 1.5, no whole number",
   "use // for integer division"},
  {"grid('a')\nfunction kernel() end",
   1, 1, 10, "grid(): x is a string, not a number",
   "grid(x [, y [, z]]): blocks of the grid (1)"},
  {"local a = global('a', flaot, 4)",
   1, 23, 28, "unknown name \"flaot\"",
   "did you mean float?"},
  {"local a = global('a', 'float', 4)",
   1, 11, 34, "global(): argument 2 is a string, not a type",
   "a type is a name without quotes, such as float or int4"},
  {"local a = global('a', float)",
   1, 11, 29, "global(): a size is missing, not a number",
   "global(name, type, n [, m [, k]]): an array in global memory, 0 at first; rows one "
   "after the other"},
  {"local a = global('a', float, 1 << 29)",
   1, 11, 38, "global(): \"a\" does not fit: global memory has 1073741824 bytes",
   ""},
  {"local a = shared('a', float, 1 << 20)",
   1, 11, 38, "shared(): \"a\" does not fit: shared memory has 232448 bytes",
   "use smaller tiles or a smaller type"},
  {"local a = global(float, 4)",
   1, 11, 27, "global(): the name is a type, not a string",
   "global(name, type, n [, m [, k]]): an array in global memory, 0 at first; rows one "
   "after the other"},
  {"local a, b = global('a', float, 4), global('a', float, 4)",
   1, 37, 58, "global(): there is an array \"a\" already",
   "give every array its own name"},
  {"local p = param('p', 'x')",
   1, 11, 26, "param(): a parameter that is a string needs a list of values",
   "write  { values = {\"a\", \"b\"} }"},
  {"local p = param('p', 3, {mn = 1})",
   1, 11, 34, "param(): unknown option \"mn\"; did you mean min?",
   "min, max, step, values and help are known"},
  {"local p = param('p', 3, {min = 5})",
   1, 11, 35, "param(): the default of p is 3; it must be a whole number from 5",
   ""},
  {"local p = param('p')",
   1, 11, 21, "param(): the default is nil, not a number or a string",
   "param(name, default [, {min, max, step, values, help}]): a value that the user can "
   "change; returns it"},
  {"for (int i=0;i<3;i++)",
   1, 5, 6, "<name> expected near '('",
   "Lua writes  for i = 0, n - 1 do … end"},
  {"local x = 1\nx += 1",
   2, 3, 4, "syntax error near '+'",
   "Lua has no += and no ++; write  x = x + 1"},
  {"if x != 3 then end",
   1, 6, 7, "Lua has no character ! here",
   "\"not equal\" is ~= in Lua, and \"not\" is the word not"},
  {"if x = 3 then end",
   1, 6, 7, "'then' expected near '='",
   "compare with == ; a single = assigns"},
  {"local x = (1 + 2\nlocal y = 3",
   2, 1, 6, "')' expected (to close '(' at line 1) near 'local'",
   ""},
  {"function kernel()\n for i = 0, 3 do\n",
   3, 1, 2, "'end' expected (to close 'for' at line 2) near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"local s = 'abc\nfoo",
   1, 11, 12, "this string never ends",
   "close it on the same line; text of several lines goes into [[ … ]]"},
  {"--[[ never",
   1, 1, 5, "this comment never ends",
   ""},
  {"local s = [[ never",
   1, 11, 12, "this string never ends",
   "close it on the same line; text of several lines goes into [[ … ]]"},
  {"x = 3x",
   1, 5, 7, "malformed number near '3x'",
   ""},
  {"local s = '\\q'",
   1, 11, 15, "invalid escape sequence near ''\\q'",
   ""},
  {"goto nowhere\n",
   1, 6, 13, "no visible label 'nowhere' for <goto> at line 1",
   ""},
  {"break",
   1, 1, 6, "break outside loop at line 1",
   ""},
  {"local x <const> = 1; x = 2",
   1, 22, 23, "attempt to assign to const variable 'x'",
   ""},
  {"print('hi')",
   1, 1, 6, "unknown name \"print\"",
   "use mark(\"text\") for a note in the trace"},
  {"io.open('x')",
   1, 1, 3, "unknown name \"io\"",
   "a script cannot reach files"},
  {"local a = pcall(f)",
   1, 11, 16, "unknown name \"pcall\"",
   "an error ends the script and is shown"},
  {"a = string.find('a', 'b')",
   1, 5, 16, "there is no string.find here",
   "string has byte, char, format, len, lower, rep, reverse, sub, upper"},
  {"local v = float4(1,2,3)",
   1, 11, 24, "float4() takes 4 numbers, not 3",
   ""},
  {"local c = constant('c', float, 4)\nfunction kernel() c[0] = 1 end",
   2, 19, 23, "c is constant memory",
   "the kernel can only read it; use global() to write"},
  {"local n = 0\nfunction kernel() n = n + 1 end",
   2, 19, 20, "the kernel changes \"n\", which lives outside of it",
   "threads have no variables in common: make it local in the kernel, or an array"},
  {"local q = {}\nfunction kernel() q[1] = 2 end",
   2, 19, 20, "the kernel changes \"q\", which lives outside of it",
   "threads have no variables in common: make it local in the kernel, or an array"},
  {"count = 0\nfunction kernel() count = count + 1 end",
   2, 19, 24, "the kernel changes \"count\", which lives outside of it",
   "threads have no variables in common: make it local in the kernel, or an array"},
  {"function kernel() local function f() return f() + 1 end f() end",
   1, 34, 37, "calls are nested more than 200 deep",
   "does a function call itself without end?"},
  {"local t = {1,2}\nfor k, v in pairs(nil) do end",
   2, 13, 18, "pairs() needs a table, not nil",
   ""},
  {"local x = 'a' .. {}",
   1, 15, 17, "attempt to concatenate a table value",
   ""},
  {"function kernel() local y = tile end\nlocal tile = 1",
   1, 29, 33, "unknown name \"tile\"",
   "there is a local \"tile\", but not here: declare it above, outside of the block"},
  {"\033Lua",
   0, 0, 0, "precompiled scripts are not accepted",
   "give the Lua source text"},
  {"local x = “hi”",
   1, 11, 14, "Lua has no character “ here",
   "this is a typographic quote; use a plain \""},
  {"x = 5 ? 1 : 2",
   1, 7, 8, "Lua has no character ? here",
   "Lua has no ?: operator; write  c and a or b"},
  {"function kernel(",
   1, 17, 17, "<name> or '...' expected near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"local function f(x) return x.y.z end\nfunction kernel() f({}) end",
   1, 32, 33, "attempt to index a nil value (field 'y')",
   "the value is missing here; is the name spelled right?"},
  {"function kernel() mark(3) end",
   1, 19, 26, "mark(): the text is a number, not a string",
   "mark(text): a named stop on the way"},
  {"function kernel() local s = {} table.sort({3,2,1}, function(a, b) __syncthreads() "
   "return a < b end) end",
   1, 67, 82, "__syncthreads() cannot be called while another function waits for it",
   ""},
  {"local a = as(float4, 3)",
   1, 11, 24, "as(): argument 2 is a number, not an array",
   "as(type, array [, first]): the same bytes seen as another type, from element `first` on"},
  {"function kernel() for i = 1, 'x' do end end",
   1, 34, 36, "bad 'for' limit (number expected, got string)",
   ""},
  {"function kernel() for i = 1, 10, 0 do end end",
   1, 36, 38, "'for' step is zero",
   ""},
  {IN_KERNEL("threadIdx.x = 3"),
   5, 3, 14, "threadIdx.x is set by the hardware",
   "put the value into a local variable"},
  {IN_KERNEL("local b; b, threadIdx = 1, 2"),
   5, 15, 24, "attempt to assign to const variable 'threadIdx'",
   ""},
  {IN_KERNEL("g[i] = threadIdx.x threadIdx.x = 1"),
   5, 22, 33, "threadIdx.x is set by the hardware",
   "put the value into a local variable"},
  {"blockDim.x = 64",
   1, 1, 11, "blockDim.x is set by the hardware",
   "write  block(x, y, z)"},
  {"local x = f(\n  1,\n  nil + 2)",
   1, 11, 12, "unknown name \"f\"",
   "declare it with  local f = …"},
};

static void test_messages(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct row *row = &rows[i];
    struct wl_run *run = run_text(row->text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    bool same = d->line == row->line && d->column == row->column &&
                d->end_column == row->end_column && strcmp(d->what, row->what) == 0 &&
                strcmp(d->hint, row->hint) == 0 &&
                d->status == WL_SCRIPT;
    if (!same)
      fail_msg("%s\nis told as %u:%u-%u (%d) \"%s\" (\"%s\")", row->text, d->line, d->column,
               d->end_column, d->status, d->what, d->hint);
    assert_string_equal(d->file, "test.lua");
    wl_run_destroy(run);
  }
}

static void test_lane(void **state) {
  (void)state;
  struct wl_run *run = run_text("local g = global('g', float, 3000)\n"
                                "grid(3, 2) block(16, 8, 2)\n"
                                "function kernel()\n"
                                "  local b = blockIdx\n"
                                "  if b.x == 1 and b.y == 1 and threadIdx.z == 1 then\n"
                                "    g[3000 - 5 + threadIdx.x] = 1\n"
                                "  end\n"
                                "end", NULL, 1);
  const struct wl_diag *d = expect_failure(run);
  assert_string_equal(d->what, "g[3000]: index 3000 is outside 0 … 2999");
  assert_string_equal(d->where, "lane 5 of warp 4, thread (5, 0, 1) of block (1, 1, 0)");
  assert_string_equal(d->source, "    g[3000 - 5 + threadIdx.x] = 1");
  wl_run_destroy(run);
}

static const struct {
  const char *text, *settings, *what, *hint;
} settings[] = {
  {"local n = param('pad', 1, {min = 0, max = 8}) function kernel() end", "pad=9",
   "pad=9: it must be a whole number of 0 … 8", ""},
  {"local n = param('pad', 1) function kernel() end", "pad=1.5",
   "pad=1.5: it must be a whole number", ""},
  {"local n = param('pad', 1.0) function kernel() end", "pad=wide",
   "pad=wide: it must be a number", ""},
  {"local n = param('by', 'rows', {values = {'rows', 'columns'}}) function kernel() end",
   "by=colums", "by=colums: it must be one of rows, columns", ""},
  {"local n = param('pad', 1) function kernel() end", "pda=1",
   "the script has no parameter \"pda\"", "did you mean pad?"},
  {"local a, b = param('a', 1), param('b', 1) function kernel() end", "width=1",
   "the script has no parameter \"width\"", "it has a, b"},
  {"function kernel() end", "n=1", "the script has no parameter \"n\"", "it has none at all"},
};

static void test_settings(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    struct wl_run *run = run_text(settings[i].text, settings[i].settings, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, settings[i].what);
    assert_string_equal(d->hint, settings[i].hint);
    assert_int_equal(d->status, WL_USAGE);
    wl_run_destroy(run);
  }
}

/* The first error in the order of blocks is told, however many workers run. */
static void test_first_error(void **state) {
  (void)state;
  for (unsigned workers = 1; workers <= 4; workers++) {
    struct wl_run *run = run_text("local g = global('g', float, 8)\n"
                                  "grid(512) block(32)\n"
                                  "function kernel()\n"
                                  "  if blockIdx.x >= 300 then g[blockIdx.x] = 1 end\n"
                                  "end", NULL, workers);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, "g[300]: index 300 is outside 0 … 7");
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_messages), cmocka_unit_test(test_lane),
    cmocka_unit_test(test_settings), cmocka_unit_test(test_first_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
