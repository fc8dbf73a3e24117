/* Rows of test_errors.c: an end that is missing, or one too many, by the indentation. */
  {"function kernel()\n  for i = 0, 3 do\n    f()\n  if f() then\n  end\nend\n", /* a line */
   2, 3, 6, "this 'for' has no 'end'", "by the indentation it is missing before line 4"},
  {"function kernel()\n  if f({\n1}) then\n    f(function()\n      f()\n    end)\n"
   "end\n", /* its end */
   2, 3, 5, "this 'if' has no 'end'", "by the indentation it is missing before line 7"},
  {"function kernel()\nlocal i = 0\nfor k = 0, 3 do\ni = 1\nend\n", /* nothing is indented */
   6, 1, 2, "'end' expected (to close 'function' at line 1) near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"function kernel()\n  local i = 0\n  end\nend\n",
   3, 3, 6, "there is one 'end' too many", "by the indentation it is this one"},
  {"function kernel()\n  f()\n  if t then f()\n  f()\n  for i = 0, 3 do f() end\nend\n",
   3, 3, 5, "this 'if' has no 'end'", "by the indentation it is missing before line 4"},
  {"function kernel()\n  if t then f()\n  else f(1)\n  for i = 0, 3 do\n    f()\n  end\nend\n",
   2, 3, 5, "this 'if' has no 'end'", "by the indentation it is missing before line 4"},
  {"function kernel()\n  for i = 0, 3 do for j = 0, 3 do\n    f()\n  end\n  f()\nend\n",
   2, 3, 6, "this 'for' has no 'end'", "by the indentation it is missing before line 5"},
  {"function kernel()\n  if a then\n    f()\n    end\n  for i = 0, 3 do\n    f()\n    end\n"
   "  end\n  end\n", /* every end is as far right as its block: none of them stands out */
   9, 3, 6, "<eof> expected near 'end'", "there is one end too many"},
  {"function kernel()\n  if a then\n    f()\n    end\n  f()\nend\nend\n", /* nor is it this one */
   7, 1, 4, "<eof> expected near 'end'", "there is one end too many"},
  {"function kernel()\n  for i = 0, 3 do\n    if a then\n      f()\n    f()\n    end\n  f()\nend\n",
   9, 1, 2, "'end' expected (to close 'function' at line 1) near <eof>", /* one of two */
   "something is not closed: an end, a bracket or a string is missing"},
  {"function kernel()\n  if a then\n    f()\n  end\n  else\n    f()\n  end\nend\n",
   4, 3, 6, "this 'end' closes the if in front of its else",
   "one end closes all of it:  if c then … else … end"},
  {"function kernel()\n  if a then\n    f()\n  else if b then\n    f()\n  end\n  f()\nend\n",
   4, 8, 10, "this 'if' has no 'end'", "elseif is one word; else if needs an end of its own"},
  {"function kernel()\n  if a then\n    f()\n  else if b then\n    f()\n  end\n  end\n"
   "  for i = 0, 3 do\n    f()\nend\n", /* the if is whole */
   8, 3, 6, "this 'for' has no 'end'", "by the indentation it is missing before line 10"},
  {"local function f(x)\n  return x + 1\nfunction kernel()\n  f()\nend\n",
   1, 7, 15, "this 'function' has no 'end'", "by the indentation it is missing before line 3"},
  {"function kernel()\n  if a and\n  b then\n    f()\n  end\n", /* head of an if */
   6, 1, 2, "'end' expected (to close 'function' at line 1) near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"function kernel()\n  if a then\n    if b then\n      f()\n  else\n    g()\n  end\nend\n",
   3, 5, 7, "this 'if' has no 'end'", "by the indentation it is missing before line 5"},
  {"function kernel()\n  if a then\n    for i = 0, 3 do\n      f()\n  else\n    g()\n  end\nend\n",
   3, 5, 8, "this 'for' has no 'end'", "by the indentation it is missing before line 5"},
  {"function kernel()\n  if a then\n    f()\n end\n", /* between the two */
   5, 1, 2, "'end' expected (to close 'function' at line 1) near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"function kernel()\n  local i = 0\nmark(i)\n  for j = 0, 3 do\n    f()\n  end\n",
   7, 1, 2, "'end' expected (to close 'function' at line 1) near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"function kernel()\nfor i = 0, 3 do\nf()\n  end\ng()\nend\nh()\nend\n", /* but for one line */
   8, 1, 4, "<eof> expected near 'end'", "there is one end too many"},
  {"function kernel()\n        f()\n    for i = 0, 3 do\n\t\tf()\nend\n", /* both blanks */
   6, 1, 2, "'end' expected (to close 'function' at line 1) near <eof>",
   "something is not closed: an end, a bracket or a string is missing"},
  {"function kernel()\n  for i = 0, 3 do\n    f()\n  end\n  else\n    f()\n  end\n"
   "end\n", /* of no if */
   5, 3, 7, "'end' expected (to close 'function' at line 1) near 'else'",
   "a block that begins above is not closed"},
  {"function kernel()\n  for i = 0, 3 do\n    f()\nend",
   2, 3, 6, "this 'for' has no 'end'", "by the indentation it is missing before line 4"},
  {"f = function()\n      f()\n    end\nend\n",
   4, 1, 4, "<eof> expected near 'end'", "there is one end too many"},
