/* Rows of test_mistakes.c: arguments with names, and arrays as C declares them. */
  {"g[i] = max(a = 1, b = 2)",
   "5: ')' expected (to close '(' at line 5) near '='\n"
   "                   ^\n"
   "  arguments have no names: give the values in their order\n"},
  {"local n = param(\"n\", 32, min=1, max=8)",
   "5: ')' expected (to close '(' at line 5) near '='\n"
   "                                  ^\n"
   "  options stand in braces:  { min = 1, … }\n"},
  {"local n = param(\"n\", 32,\n  min=1)",
   "6: ')' expected (to close '(' at line 5) near '='\n"
   "         ^\n"
   "  options stand in braces:  { min = 1, … }\n"},
  {"if (i = 3) then end",
   "5: ')' expected (to close '(' at line 5) near '='\n"
   "            ^\n"
   "  compare with == ; a single = assigns\n"},
  {"g[i] = max(1\n  i = 3",
   "6: ')' expected (to close '(' at line 5) near 'i'\n"
   "      ^\n"
   "  a comma or a ) is missing in front of this\n"},
  {"float a[32];",
   "5: syntax error near 'a'\n"
   "            ^\n"
   "  a thread's own array is  local a = {}  and one for all, above the kernel,  "
   "local a = global(\"a\", float, n)\n"},
  {"unsigned int a[4];",
   "5: syntax error near 'int'\n"
   "               ^~~\n"
   "  a thread's own array is  local a = {}  and one for all, above the kernel,  "
   "local a = global(\"a\", float, n)\n"},
  {"local h = g h[i][1] = 0",
   "5: attempt to index a number value\n"
   "                  ^\n"
   "  h has fewer dimensions than that; with rows of w elements, write  h[y * w + x]\n"},
  {"end function kernel(float *a)",
   "5: ')' expected near '*'\n"
   "                                ^\n"
   "  the kernel takes nothing: declare above it  local a = global(\"a\", float, n)  or  "
   "local n = param(\"n\", 32)\n"},
  {"end function kernel(int n)",
   "5: ')' expected near 'n'\n"
   "                              ^\n"
   "  the kernel takes nothing: declare above it  local a = global(\"a\", float, n)  or  "
   "local n = param(\"n\", 32)\n"},
  {"g[i][1] = 0",
   "5: attempt to index a number value\n"
   "      ^\n"
   "  g has fewer dimensions than that; with rows of w elements, write  g[y * w + x]\n"},
  {"g[i] = t[0][i][1] + 1",
   "5: attempt to index a number value\n"
   "             ^\n"
   "  t has 2 dimensions, and takes as many indices\n"},
  {"local p = g->x",
   "5: unexpected symbol near '>'\n"
   "                  ^\n"
   "  a field follows a dot, as in p[i].x\n"},
  {"g[laneid] = 3",
   "5: g[function]: the index is a function\n"
   "      ^~~~~~~~~\n"
   "  a function is called with brackets, as in a[laneid()]\n"},
  {"i.x = 3",
   "5: attempt to index a number value (local 'i')\n"
   "            ^\n"
   "  a number has no fields\n"},
  {"g[g.length - 1] = 0",
   "5: g has no field \"length\"\n"
   "        ^~~~~~~~\n"
   "  how many it has is  #g\n"},
  {"g[thread.x] = 0",
   "5: unknown name \"thread\"\n"
   "        ^~~~~~\n"
   "  the thread is threadIdx.x, .y and .z\n"},
  {"end local k = param(\"k\", \"x\", {\"x\", \"y\"}) function f()",
   "5: param(): every field has a name, and one here has none\n"
   "                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
   "  write  name = value\n"},
  {"g[i] = __reduce_add_sync(0xffffffff, 0 / 0)",
   "5: __reduce_add_sync(): nan is no whole number of 32 bits\n"
   "             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
   "  add up floats with shuffles\n"},
  {"launch(1, 32)",
   "5: unknown name \"launch\"\n"
   "      ^~~~~~\n"
   "  the launch stands above the kernel:  grid(4)  block(256)\n"},
  {"if (threadIdx.x = 3) then end",
   "5: ')' expected (to close '(' at line 5) near '='\n"
   "                      ^\n"
   "  compare with == ; a single = assigns\n"},
  {"measured(chip=\"H200\", gbps=3)",
   "5: ')' expected (to close '(' at line 5) near '='\n"
   "                   ^\n"
   "  braces:  measured{ … }\n"},
  {"local k = max(param(\"k\", 1, min=1), 2)",
   "5: ')' expected (to close '(' at line 5) near '='\n"
   "                                     ^\n"
   "  options stand in braces:  { min = 1, … }\n"},
  {"dim3 block(32, 32);",
   "5: syntax error near 'block'\n"
   "           ^~~~~\n"
   "  write above the kernel  grid(x, y, z)  block(x, y, z)\n"},
  {"__device__ float w[3];",
   "5: syntax error near 'float'\n"
   "                 ^~~~~\n"
   "  write above the kernel  local a = global(\"a\", float, n)\n"},
  {"g[i] = pad\nend\nparam(\"pad\", 0)\nlocal function unused()",
   "5: unknown name \"pad\"\n"
   "             ^~~\n"
   "  what keeps it has the name:  local pad = param(\"pad\", …)\n"},
  {"g[i] = s[i]\nend\nshared(\"s\", float, 32)\nlocal function unused()",
   "5: unknown name \"s\"\n"
   "             ^\n"
   "  what keeps it has the name:  local s = shared(\"s\", …)\n"},
  {"g[i] = 1 end",
   "6: <eof> expected near 'end'\n"
   "    ^~~\n"
   "  there is one end too many\n"},
  {"local s for k = 0, 3 do s = s + g[k] end",
   "5: attempt to perform arithmetic on a nil value (local 's')\n"
   "                                    ^\n"
   "  s has no value yet: give it one first, as in  local s = 0\n"},
  {"local s = {} s[1] = s[1] + g[i]",
   "5: attempt to perform arithmetic on a nil value (field 'integer index')\n"
   "                               ^\n"
   "  this element has no value yet: give it one first\n"},
