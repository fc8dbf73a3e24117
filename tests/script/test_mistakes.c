/* What students write who know C better than Lua, and what they are told: the text
 * as it appears, of which the first line, the caret and the advice count. */
#include <stdio.h>
#include <string.h>

#include "script.h"

/* A statement in a kernel, and the message without its line of source. The lane is
 * left out where it is lane 0. */
static const struct { const char *statement, *message; } rows[] = {
  {"if i != 3 then end",
   "5: Lua has no character ! here\n"
   "           ^\n"
   "  \"not equal\" is ~= in Lua, and \"not\" is the word not\n"},
  {"i += 1",
   "5: syntax error near '+'\n"
   "        ^\n"
   "  Lua has no +=; write  i = i + 1\n"},
  {"i++",
   "5: syntax error near '+'\n"
   "       ^\n"
   "  Lua has no ++; write  i = i + 1\n"},
  {"++i",
   "5: unexpected symbol near '+'\n"
   "       ^\n"
   "  Lua has no ++; write  i = i + 1\n"},
  {"i--",
   "5: syntax error near 'i'\n"
   "      ^\n"
   "  Lua has no -- ; it begins a comment: write  i = i - 1\n"},
  {"g[i] = i--",
   "5: -- begins a comment: nothing is taken from i\n"
   "             ^\n"
   "  write  i = i - 1  on a line of its own\n"},
  {"g[i] = g[1]-- ;",
   "5: -- begins a comment: nothing is taken from g[1]\n"
   "             ^~~~\n"
   "  write  g[1] = g[1] - 1  on a line of its own\n"},
  {"g[i] -= 1",
   "5: syntax error near '-'\n"
   "           ^\n"
   "  Lua has no -=; write  g[i] = g[i] - 1\n"},
  {"i >>= 1",
   "5: syntax error near '>>'\n"
   "        ^~\n"
   "  Lua has no >>=; write  i = i >> 1\n"},
  {"i <<= 1 + g[i]",
   "5: syntax error near '<<'\n"
   "        ^~\n"
   "  Lua has no <<=; write  i = i << (1 + g[i])\n"},
  {"g[i] *= 2",
   "5: syntax error near '*'\n"
   "           ^\n"
   "  Lua has no *=; write  g[i] = g[i] * 2\n"},
  {"i /= 2;",
   "5: syntax error near '/'\n"
   "        ^\n"
   "  Lua has no /=; write  i = i // 2  (/ keeps the fraction)\n"},
  {"i ^= threadIdx.x",
   "5: syntax error near '^'\n"
   "        ^\n"
   "  Lua has no ^=; write  i = i ~ threadIdx.x  (^ is a power)\n"},
  {"i |= 1",
   "5: syntax error near '|'\n"
   "        ^\n"
   "  Lua has no |=; write  i = i | 1\n"},
  {"i &= i - 1",
   "5: syntax error near '&'\n"
   "        ^\n"
   "  Lua has no &=; write  i = i & (i - 1)\n"},
  {"i //= g[i] + 1",
   "5: syntax error near '//'\n"
   "        ^~\n"
   "  Lua has no //=; write  i = i // (g[i] + 1)\n"},
  {"local v = \"\" v ..= \"x\"",
   "5: syntax error near '..'\n"
   "                     ^~\n"
   "  Lua has no ..=; write  v = v .. \"x\"\n"},
  {"i ~= 1",
   "5: syntax error near '~='\n"
   "        ^~\n"
   "  ~= compares; write  x = x ~ 1\n"},
  {"g[i]++",
   "5: syntax error near '+'\n"
   "          ^\n"
   "  Lua has no ++; write  g[i] = g[i] + 1\n"},
  {"g[i]--",
   "5: syntax error near ']'\n"
   "         ^\n"
   "  Lua has no -- ; it begins a comment: write  g[i] = g[i] - 1\n"},
  {"g[0] = 1 // set",
   "5: unknown name \"set\"\n"
   "                  ^~~\n"
   "  a comment starts with -- ; // divides\n"},
  {"unsigned int k = 0",
   "5: syntax error near 'int'\n"
   "               ^~~\n"
   "  write  local k = …\n"},
  {"local v = {\"z\" float}",
   "5: '}' expected (to close '{' at line 5) near 'float'\n"
   "                     ^~~~~\n"
   "  a comma or a } is missing in front of this\n"},
  {"*p = 1",
   "5: syntax error near '*'\n"
   "      ^\n"
   "  there are no pointers: an array has an index, as in p[0] = 1\n"},
  {"let v = 3",
   "5: syntax error near 'v'\n"
   "          ^\n"
   "  write  local v = …\n"},
  {"i := 3",
   "5: <name> expected near '='\n"
   "         ^\n"
   "  a single = assigns, as in x = 3\n"},
  {"__syncthreads;",
   "5: syntax error near ';'\n"
   "                   ^\n"
   "  a call has brackets:  __syncthreads()\n"},
  {"extern __shared__ float s[];",
   "5: syntax error near '__shared__'\n"
   "             ^~~~~~~~~~\n"
   "  write above the kernel  local s = shared(\"s\", float, n)  with its size\n"},
  {"kernel<<<1, 64>>>(g)",
   "5: syntax error near '<<'\n"
   "            ^~\n"
   "  the launch stands above the kernel:  grid(4)  block(256)\n"},
  {"#pragma unroll",
   "5: unexpected symbol near '#'\n"
   "      ^\n"
   "  there are no pragmas: loops run as written\n"},
  {"__syncthreads",
   "5: syntax error near '__syncthreads'\n"
   "      ^~~~~~~~~~~~~\n"
   "  a call has brackets:  __syncthreads()\n"},
  {"g[i] = (float)i * 2",
   "5: syntax error near 'float'\n"
   "              ^~~~~\n"
   "  a cast is a call:  int(x), float(x)\n"},
  {"g[i] = (int)g[i]",
   "5: syntax error near 'int'\n"
   "              ^~~\n"
   "  a cast is a call:  int(x), float(x)\n"},
  {"local a = global(a, int, 64)",
   "5: unknown name \"a\"\n"
   "                       ^\n"
   "  put the name in quotes:  global(\"a\", …)\n"},
  {"g[i] = __shfl_down_sync(i, 16)",
   "5: __shfl_down_sync() takes at least 3 values, and here it has 2\n"
   "             ^~~~~~~~~~~~~~~~~~~~~~~\n"
   "  __shfl_down_sync(mask, v, delta [, width]): v of the lane `delta` above\n"},
  {"g[i] = g[i][0]",
   "5: attempt to index a number value\n"
   "             ^\n"
   "  g has fewer dimensions than that; with rows of w elements, write  g[y * w + x]\n"},
  {"g[i] = blockIdx * 32 + i",
   "5: attempt to perform arithmetic on a table value (upvalue 'blockIdx')\n"
   "                      ^\n"
   "  it has parts: write  blockIdx.x\n"},
  {"t[0][i + 33] = 1",
   "5: t[0][33]: column 33 is outside 0 … 32\n"
   "      ^~~~~~~~~~~~\n"
   "  indices count from 0, the last is 32: write  if i + 33 < 33 then … end\n"},
  {"if (i > 3) { g[i] = 1; }",
   "5: '}' expected (to close '{' at line 5) near '='\n"
   "                        ^\n"
   "  braces make tables; Lua writes  if c then … end\n"},
  {"if (i == 3) g[i] = 2;",
   "5: 'then' expected near 'g'\n"
   "                  ^\n"
   "  Lua writes  if c then … end\n"},
  {"if i = 3 then end",
   "5: 'then' expected near '='\n"
   "           ^\n"
   "  compare with == ; a single = assigns\n"},
  {"if i == 1 then g[i] = 1 else if i == 2 then g[i] = 2 end",
   "5: this 'if' has no 'end'\n"
   "                                   ^~\n"
   "  elseif is one word; else if needs an end of its own\n"},
  {"switch (i) { case 1: }",
   "5: '}' expected (to close '{' at line 5) near '1'\n"
   "                        ^\n"
   "  Lua has no switch; write  if … elseif … end\n"},
  {"continue",
   "5: syntax error near 'continue'\n"
   "      ^~~~~~~~\n"
   "  Lua has no continue; write  goto next  and  ::next::  before the end\n"},
  {"g[i] = 1 fi",
   "5: syntax error near 'fi'\n"
   "               ^~\n"
   "  blocks end with the word end\n"},
  {"// don't do it",
   "5: this string never ends\n"
   "            ^\n"
   "  a comment starts with --\n"},
  {"g[i] = 1; // it's done",
   "5: this string never ends\n"
   "                     ^\n"
   "  a comment starts with --\n"},
  {"// it is fine",
   "5: syntax error near 'fine'\n"
   "               ^~~~\n"
   "  a comment starts with --\n"},
  {"/* a comment */",
   "5: unexpected symbol near '*'\n"
   "       ^\n"
   "  a comment starts with --\n"},
  {"if i > 3 && i < 5 then end",
   "5: unexpected symbol near '&'\n"
   "                ^\n"
   "  \"and\" is the word and\n"},
  {"if i > 3 || i < 1 then end",
   "5: unexpected symbol near '|'\n"
   "                ^\n"
   "  \"or\" is the word or\n"},
  {"if !i then end",
   "5: Lua has no character ! here\n"
   "         ^\n"
   "  \"not equal\" is ~= in Lua, and \"not\" is the word not\n"},
  {"local x = i > 3 ? 1 : 2",
   "5: Lua has no character ? here\n"
   "                      ^\n"
   "  Lua has no ?: operator; write  c and a or b\n"},
  {"int j = 3",
   "5: syntax error near 'j'\n"
   "          ^\n"
   "  write  local j = …\n"},
  {"const int j = 3",
   "5: syntax error near 'int'\n"
   "            ^~~\n"
   "  write  local j = …\n"},
  {"float x = 1.0f",
   "5: syntax error near 'x'\n"
   "            ^\n"
   "  write  local x = …\n"},
  {"g[i] = (float) i",
   "5: syntax error near 'float'\n"
   "              ^~~~~\n"
   "  a cast is a call:  int(x), float(x)\n"},
  {"local a[3] = 1",
   "5: unexpected symbol near '['\n"
   "             ^\n"
   "  a thread's own array is  local a = {}  or  localmem(\"a\", float, n)\n"},
  {"g[i, 0] = 1",
   "5: ']' expected near ','\n"
   "         ^\n"
   "  write one bracket for each index, as in a[x][0]\n"},
  {"g(i) = 1",
   "5: syntax error near '='\n"
   "           ^\n"
   "  an index goes into square brackets\n"},
  {"g[i] = g(i)",
   "5: an array is not a function\n"
   "             ^~~~\n"
   "  an index goes into square brackets\n"},
  {"g[64] = 1",
   "5: g[64]: index 64 is outside 0 … 63\n"
   "      ^~~~~\n"
   "  indices count from 0: the last is 63\n"},
  {"t[32][0] = 1",
   "5: t[32]: row 32 is outside 0 … 31\n"
   "      ^~~~~\n"
   "  indices count from 0: the last is 31\n"},
  {"t[i][33 + i] = 1",
   "5: t[0][33]: column 33 is outside 0 … 32\n"
   "      ^~~~~~~~~~~~\n"
   "  indices count from 0, the last is 32: write  if 33 + i < 33 then … end\n"},
  {"g[i - 1] = 1",
   "5: g[-1]: index -1 is outside 0 … 63\n"
   "      ^~~~~~~~\n"
   "  the first is 0: write  if i - 1 >= 0 then … end\n"},
  {"g[i / 2] = 1",
   "5: g[0.5]: index 0.5 is not a whole number\n"
   "      ^~~~~~~~\n"
   "  lane 1 of warp 0, thread (1, 0, 0) of block (0, 0, 0)\n"
   "  use // for integer division\n"},
  {"g[2 ^ i + 64] = 1",
   "5: g[65]: index 65 is outside 0 … 63\n"
   "      ^~~~~~~~~~~~~\n"
   "  ^ is a power; exclusive or is ~\n"},
  {"g[i ^ 1] = 1",
   "5: ^ is a power in Lua, and this is a whole number\n"
   "          ^\n"
   "  exclusive or is  i ~ 1; a power is  float(i) ^ 1\n"},
  {"local j = 4 / 2 local p = threadIdx.x ^ j if p > i then g[p] = 1 end",
   "5: ^ is a power in Lua, and this is a whole number\n"
   "                                            ^\n"
   "  exclusive or is  threadIdx.x ~ j; a power is  float(threadIdx.x) ^ j\n"},
  {"g[i] = __shfl_sync(0xffffffff, i, (i + 1) ^ (i & 3))",
   "5: ^ is a power in Lua, and this is a whole number\n"
   "                                                ^\n"
   "  exclusive or is  (i + 1) ~ (i & 3); a power is  float(i + 1) ^ (i & 3)\n"},
  {"local a = {1} g[i] = a[1] ^ -1",
   "5: ^ is a power in Lua, and this is a whole number\n"
   "                                ^\n"
   "  exclusive or is  a ~ b; a power is  float(a) ^ b\n"},
  {"if i == 1 then g[i] = nil ^ 2 else g[i] = i * 1.0 ^ 2 + 2 ^ i + i ^ 0.5 + g[i] ^ 2 end",
   "5: attempt to perform arithmetic on a nil value\n"
   "                                ^\n"
   "  lane 1 of warp 0, thread (1, 0, 0) of block (0, 0, 0)\n"
   "  the value is missing here; is the name spelled right?\n"},
  {"g[i].x = 1",
   "5: attempt to index a number value\n"
   "               ^\n"
   "  a number has no fields\n"},
  {"t[i] = 1",
   "5: t[0] is a whole row, not an element\n"
   "      ^~~~\n"
   "  give one more index\n"},
  {"g[threadidx.x] = 1",
   "5: unknown name \"threadidx\"\n"
   "        ^~~~~~~~~\n"
   "  did you mean threadIdx?\n"},
  {"g[threadIdx.X] = 1",
   "5: threadIdx has no field \"X\", only x, y and z\n"
   "        ^~~~~~~~~~~\n"
   "  x, y and z are small letters\n"},
  {"g[ThreadIdx.x] = 1",
   "5: unknown name \"ThreadIdx\"\n"
   "        ^~~~~~~~~\n"
   "  did you mean threadIdx?\n"},
  {"g[blockidx.x] = 1",
   "5: unknown name \"blockidx\"\n"
   "        ^~~~~~~~\n"
   "  did you mean blockIdx?\n"},
  {"__syncthread()",
   "5: unknown name \"__syncthread\"\n"
   "      ^~~~~~~~~~~~\n"
   "  did you mean __syncthreads?\n"},
  {"syncthreads()",
   "5: unknown name \"syncthreads\"\n"
   "      ^~~~~~~~~~~\n"
   "  did you mean __syncthreads?\n"},
  {"SyncThreads()",
   "5: unknown name \"SyncThreads\"\n"
   "      ^~~~~~~~~~~\n"
   "  did you mean __syncthreads?\n"},
  {"atomicadd(g, i, 1)",
   "5: unknown name \"atomicadd\"\n"
   "      ^~~~~~~~~\n"
   "  did you mean atomicAdd?\n"},
  {"atomicAdd(g[0], 1)",
   "5: atomicAdd(): argument 1 is a number, not an array\n"
   "      ^~~~~~~~~~~~~~~~~~\n"
   "  atomicAdd(array, i, v): a[i] = a[i] + v; returns the old value, "
   "as all atomics do\n"},
  {"atomicAdd(&g[0], 1)",
   "5: unexpected symbol near '&'\n"
   "                ^\n"
   "  there are no addresses: give the array and the index, as in atomicAdd(a, 0, v)\n"},
  {"__shfl_down_sync(0, i, 1)",
   "5: __shfl_down_sync(): the mask 0x00000000 does not name lane 0, which calls it\n"
   "      ^~~~~~~~~~~~~~~~~~~~~~~~~\n"
   "  use 0xffffffff to name all lanes\n"},
  {"local x; g[i] = x + 1",
   "5: attempt to perform arithmetic on a nil value (local 'x')\n"
   "                        ^\n"
   "  x has no value yet: give it one first, as in  local x = 0\n"},
  {"local x; g[x] = 1",
   "5: g[nil]: the index is nil\n"
   "               ^~~~\n"
   "  is the variable spelled right, and does it have a value here?\n"},
  {"g[i] = foo",
   "5: unknown name \"foo\"\n"
   "             ^~~\n"
   "  declare it with  local foo = …\n"},
  {"foo(i)",
   "5: unknown name \"foo\"\n"
   "      ^~~\n"
   "  declare it above with  local function foo(…) … end\n"},
  {"g[i] = i // 0",
   "5: attempt to divide by zero\n"
   "               ^~\n"
   "  the divisor is 0\n"},
  {"g[i] = i % 0",
   "5: the remainder of a division by 0\n"
   "               ^\n"
   "  the divisor is 0\n"},
  {"g[i] = true",
   "5: g holds float, and the value is a boolean\n"
   "      ^~~~\n"
   "  true and false are no numbers; write  c and 1 or 0\n"},
  {"g[i] = g",
   "5: g holds float, and the value is an array\n"
   "      ^~~~\n"
   "  an array has no value itself, but its elements do: a[i]\n"},
  {"g[i] = \"a\" + 1",
   "5: attempt to perform arithmetic on a string value (constant 'a')\n"
   "                 ^\n"
   "  a string is no number\n"},
  {"g[i] = i & 0.5",
   "5: number has no integer representation\n"
   "               ^\n"
   "  bit operations need whole numbers; use // for integer division\n"},
  {"x = 1",
   "5: the kernel makes a global variable \"x\": threads have no common ones\n"
   "      ^\n"
   "  write  local in front of it\n"},
  {"t = g",
   "5: the kernel changes \"t\", which lives outside of it\n"
   "      ^\n"
   "  make it local in the kernel; threads share memory by shared and global arrays\n"},
  {"threadIdx.x = 3",
   "5: threadIdx.x is set by the hardware\n"
   "      ^~~~~~~~~~~\n"
   "  put the value into a local variable\n"},
  {"print(i)",
   "5: unknown name \"print\"\n"
   "      ^~~~~\n"
   "  a script cannot print: see values with :a[3] on the screen, or report --array=a\n"},
  {"printf(\"%d\", i)",
   "5: unknown name \"printf\"\n"
   "      ^~~~~~\n"
   "  a script cannot print: see values with :a[3] on the screen, or report --array=a\n"},
  {"io.open(\"x\")",
   "5: unknown name \"io\"\n"
   "      ^~\n"
   "  a script cannot reach files\n"},
  {"kernel()",
   "5: stack overflow\n"
   "      ^~~~~~\n"
   "  called from line 5, line 5, line 5, line 5, line 5, line 5, line 5, line 5, and many more\n"
   "  a function calls itself without end\n"},
  {"#define N 32",
   "5: unexpected symbol near '#'\n"
   "      ^\n"
   "  a constant is  local N <const> = 32\n"},
  {"g[i]->x = 1",
   "5: syntax error near '-'\n"
   "          ^\n"
   "  a field follows a dot, as in p[i].x\n"},
  {"g.x = 1",
   "5: g[\"x\"]: the index is a string\n"
   "      ^~~\n"
   "  elements have numbers, as in a[i]; only structs and vectors have fields\n"},
  {"g[i] = __any_sync(0xffffffff, true)",
   "5: g holds float, and the value is a boolean\n"
   "      ^~~~\n"
   "  true and false are no numbers; write  c and 1 or 0\n"},
  {"g[i] = threadIdx",
   "5: g holds float, and the value is a table\n"
   "      ^~~~\n"
   "  store one of its fields, such as .x\n"},
  {"g[i] = (float)threadIdx.x",
   "5: syntax error near 'float'\n"
   "              ^~~~~\n"
   "  a cast is a call:  int(x), float(x)\n"},
  {"g[i * stride] = 1",
   "5: unknown name \"stride\"\n"
   "            ^~~~~~\n"
   "  declare it with  local stride = …\n"},
  {"g[i] = 0b11",
   "5: malformed number near '0b11'\n"
   "             ^~~~\n"
   "  numbers are written as 12, 1.5, 1e3 or 0xff\n"},
#include "mistakes_loops.h"
#include "mistakes_names.h"
};

static void without(char *text, const char *part) {
  char *at = strstr(text, part);
  if (at != NULL) memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
}

/* Takes out the program, the file, the line of source and lane 0. */
static void shorten(char *text, const struct wl_diag *d) {
  char source[sizeof d->source + 8];
  int n = snprintf(source, sizeof source, "    %s\n", d->source);
  assert_in_range(n, 0, sizeof source - 1);
  without(text, "warplens: test.lua:");
  if (d->source[0] != '\0') without(text, source);
  without(text, "  lane 0 of warp 0, thread (0, 0, 0) of block (0, 0, 0)\n");
}

static void test_mistakes(void **state) {
  (void)state;
  unsigned bad = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char script[512], text[4096];
    snprintf(script, sizeof script, "local g = global(\"g\", float, 64)\n"
             "local t = shared(\"t\", float, 32, 33)\n"
             "function kernel()\n  local i = threadIdx.x\n  %s\nend\n", rows[i].statement);
    struct wl_run *run = run_text(script, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    wl_diag_format(d, false, text, sizeof text);
    shorten(text, d);
    bool same = strcmp(text, rows[i].message) == 0 && d->status == WL_SCRIPT;
    bad += !same;
    if (!same)
      print_message("%s\nis told as\n%snot as\n%s", rows[i].statement, text, rows[i].message);
    wl_run_destroy(run);
  }
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
