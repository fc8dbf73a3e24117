/* Rows of test_mistakes.c: loops as C has them. */
  {"for k = 0, k < i, 1 do g[k] = 1 end",
   "5: unknown name \"k\"\n"
   "                 ^\n"
   "  the second part is the last value, not a condition:  for k = 0, n - 1 do\n"},
  {"for k = 0, i < 3 do g[k] = 1 end",
   "5: bad 'for' limit (number expected, got boolean)\n"
   "                       ^~\n"
   "  the second part is the last value, not a condition:  for i = 0, n - 1 do\n"},
  {"for (int j = 0; j < 4; j++) { g[j] = 1; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for j = 0; j < 4; j++ do g[j] = 1 end",
   "5: ',' expected near ';'\n"
   "               ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for j = 2 * i; j < 64; j = j + 2 do g[j] = 1 end",
   "5: ',' expected near ';'\n"
   "                   ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for (int j = 63; j > i; j--) { g[j] = 1; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for (j = i; j <= 63; j += blockDim.x * 2) { g[j] = 1; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for (j = 0; j < 2 << i; ++j) { g[j] = 1; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for (int s = 16; s > 0; s >>= 1) { g[i] = s; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for (int s = 16; s > 0; s = s / 2) { g[i] = s; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for int j = 0; j < 4; j++ do g[j] = 1 end",
   "5: '=' or 'in' expected near 'j'\n"
   "              ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for (;;) { g[j] = 1; }",
   "5: <name> expected near '('\n"
   "          ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for s = 16, s > 0, s / 2 do g[i] = s end",
   "5: unknown name \"s\"\n"
   "                  ^\n"
   "  the second part is the last value, not a condition:  for s = 0, n - 1 do\n"},
  {"for s = 16, 1, -1 do s = s >> 1 end",
   "5: the variable of the loop, s, cannot be assigned: the loop counts alone\n"
   "                           ^\n"
   "  write a while, or change a copy of it:  local v = …\n"},
  {"for s = 1, 2 do local s = 3 s = s + 1 end g[i] = nil",
   "5: g holds float, and the value is nil\n"
   "                                                ^~~~\n"
   "  is the variable spelled right, and does it have a value here?\n"},
  {"local s <const> = 3 for k = 1, 2 do s = k end",
   "5: attempt to assign to const variable 's'\n"
   "                                          ^\n"},
  {"if i == 3\n    g[i] = 2\n  end",
   "5: 'then' expected after '3'\n"
   "              ^\n"
   "  Lua writes  if c then … end\n"},
  {"for j = 0, 3\n    g[j] = 1\n  end",
   "5: 'do' expected after '3'\n"
   "                 ^\n"
   "  Lua writes  for i = 0, n - 1 do … end  and  while c do … end\n"},
  {"for j = 0, 3 { g[j] = 1 }",
   "5: 'do' expected near '{'\n"
   "                   ^\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"while (i < 3) { i = i + 1 }",
   "5: syntax error near '}'\n"
   "                                ^\n"
   "  Lua writes  while c do … end\n"},
  {"do { i = 1 } while (i)",
   "5: unexpected symbol near '{'\n"
   "         ^\n"
   "  blocks end with the word end; braces make tables\n"},
  {"for j in range(4) do g[j] = 1 end",
   "5: unknown name \"range\"\n"
   "               ^~~~~\n"
   "  Lua writes  for i = 0, n - 1 do … end\n"},
  {"for j = 0, 3 g[j] = 1 end",
   "5: 'do' expected near 'g'\n"
   "                   ^\n"
   "  Lua writes  for i = 0, n - 1 do … end  and  while c do … end\n"},
  {"__syncthreads 4",
   "5: syntax error near '4'\n"
   "                    ^\n"
   "  a call has brackets:  __syncthreads(4)\n"},
  {"return 0; g[i] = 1",
   "5: 'end' expected (to close 'function' at line 3) near 'g'\n"
   "                ^\n"
   "  a return ends its block: an end is missing behind it, or write  do return end\n"},
  {"if i > 3 then return g[i] = 1",
   "5: 'end' expected (to close 'if' at line 5) near '='\n"
   "                                ^\n"
   "  a return ends its block: an end is missing behind it, or write  do return end\n"},
  {"for k = 0, 64 do g[k] = 1 end",
   "5: g[64]: index 64 is outside 0 … 63\n"
   "                       ^~~~\n"
   "  indices count from 0; Lua's for includes its last value\n"},
  {"for k = 0, 3 do for n = 0, 9 do g[n] = t[k * 16][0] end end",
   "5: t[32]: row 32 is outside 0 … 31\n"
   "                                             ^~~~~~~~~\n"
   "  indices count from 0; Lua's for includes its last value\n"},
  {"for k = 0, 3 do for n = 0, 9 do g[n] = t[k][33 - i] end end",
   "5: t[0][33]: column 33 is outside 0 … 32\n"
   "                                             ^~~~~~~~~~~~\n"
   "  indices count from 0, the last is 32: write  if 33 - i < 33 then … end\n"},
