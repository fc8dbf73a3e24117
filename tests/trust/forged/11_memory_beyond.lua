-- Array memory beyond what --memory grants.
a = global("a", char, 2^28)
a:fill(7)
function kernel() a[0] = 1 end
