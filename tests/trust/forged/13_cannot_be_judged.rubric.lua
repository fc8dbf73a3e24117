case("hazards", { fill = { input = function(i) return i * 3 end } }, function(r)
  equal(r.hazards.total, 0)
  same(r.arrays.output, function(i) return i * 3 end)
end)
