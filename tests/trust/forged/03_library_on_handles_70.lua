-- Functions of Lua that need tables, on arrays: once a bad step.
local a = global("a", float, 64)
function kernel()
  table.concat(a)
end
