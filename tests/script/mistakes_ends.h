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
  {"f = function()\n      f()\n    end\nend\n",
   4, 1, 4, "<eof> expected near 'end'", "there is one end too many"},
