local function seed(y, x) return y * 7 + x * 3 + 1 end
case("t", { fill = { input = seed } }, function(r)
  equal(r.arrays.output.type, "float")
  same(r.arrays.output, function(y, x) return seed(x, y) end)
end)
case("u", { fill = { input = seed } }, function(r) equal(r.arrays.output.type, "float") end)
