-- Wild scripts: functions of Lua and of the language where they do not belong. Handles of arrays,
-- rows, vectors, structs and textures, and values of all types, are given to functions of the
-- standard library; functions of the language are comparators, iterators, values of fill() and the
-- kernel itself; all in and outside of kernels. Nothing sensible comes of it, but nothing may be
-- worse than an error at a line.

local head = [[
local a = global("a", int, 64) local m = global("m", float, 8, 8) local v = global("v", float4, 8)
local S = struct("S", {"x", float}, {"n", int, 4}, {"q", float2}) local p = global("p", S, 8)
local w = texture("w", float, 32) local w2 = texture("w2", float, 8, 8)
local c = constant("c", int, 64)
local sh = shared("sh", int, 64) local l = localmem("l", int, 4) local d = as(float2, m)
local h = global("h", half, 64) local b = global("b", uchar, 64)
]]

local handles = {"a", "m", "m[1]", "v", "v[1]", "v[1].x", "p", "p[1]", "p[1].n", "p[1].n[1]",
                 "p[1].q", "p[1].q.x", "w", "w2", "w2[1]", "c", "sh", "l", "d", "h", "b", "float",
                 "int4", "S", "make_float4", "threadIdx", "blockDim", "a[1]", "sh[laneid()]",
                 "m[1][2]"}
local values = {"nil", "true", "0", "1", "-1", "2^53", "1/0", "0/0", "3.5", "'x'", "''", "'%d'",
                "{}", "{1, 2, 3}", "{3, 1, 2}", "{x = 1, y = 2, z = 3, w = 4}",
                "function(x, y) return x end", "function(x, y) return (x or 0) < (y or 0) end",
                "math.huge", "math.mininteger", "0xffffffff", "threadIdx.x", "laneid()", "t", "f",
                "n"}
local library = {"ipairs", "pairs", "select", "assert", "error", "tonumber", "tostring", "type",
                 "table.concat", "table.insert", "table.pack", "table.remove", "table.sort",
                 "table.unpack", "table.move", "string.format", "string.rep", "string.byte",
                 "string.char", "string.len", "string.lower", "string.reverse", "string.sub",
                 "string.upper", "math.abs", "math.ceil", "math.floor", "math.fmod", "math.log",
                 "math.max", "math.min", "math.modf", "math.random", "math.sqrt", "math.tointeger",
                 "math.type", "math.ult", "sizeof", "as", "min", "max", "abs"}
local language = {"__activemask", "__syncwarp", "__syncthreads", "__threadfence",
                  "__threadfence_block", "__pipeline_commit", "__pipeline_wait_prior", "laneid",
                  "warpid", "atomicAdd", "atomicCAS", "atomicMax", "atomicExch", "__ldg", "__ldcg",
                  "tex2D", "tex1Dfetch", "__shfl_sync", "__shfl_xor_sync", "__ballot_sync",
                  "__any_sync", "__match_any_sync", "__reduce_add_sync", "__ldmatrix_x1",
                  "__pipeline_memcpy_async", "mark", "ask", "__popc", "__ffs", "float", "int4", "S",
                  "make_float4", "global", "shared", "struct", "param", "grid", "block", "title",
                  "expect", "same", "equal", "offer"}

local function any(list) return list[math.random(#list)] end
local function chance(percent) return math.random(100) <= percent end

local expression

local function arguments()
  local list = {}
  for i = 1, math.random(0, 4) do list[i] = expression(2) end
  return table.concat(list, ", ")
end

-- Arguments that a function of the language would take, or nearly.
local function call_of(name)
  local array, i = any(handles), any{"0", "1", "threadIdx.x", "laneid()", "63", "64"}
  if name:find("^atomic") or name:find("^__ld[gc]") then
    return ("%s(%s, %s, 1, 2)"):format(name, array, i)
  elseif name:find("^tex") then return ("%s(%s, %s, 1)"):format(name, array, i)
  elseif name:find("_sync$") then return ("%s(-1, %s, 1)"):format(name, i)
  elseif name:find("matrix") or name:find("async") then
    return ("%s(%s, %s, %s, %s, 16)"):format(name, array, i, any(handles), i)
  elseif name == "mark" then return "mark('here')"
  end
  return ("%s(%s)"):format(name, arguments())
end

function expression(depth)
  local pick = math.random(100)
  if depth <= 0 or pick <= 25 then return any(handles) end
  if pick <= 45 then return any(values) end
  if pick <= 55 then return any(language) end
  if pick <= 60 then return any(library) end
  if pick <= 72 then return ("%s(%s)"):format(any(library), arguments()) end
  if pick <= 84 then return call_of(any(language)) end
  if pick <= 88 then return ("%s[%s]"):format(any(handles), expression(depth - 1)) end
  if pick <= 90 then return "#" .. any(handles) end
  if pick <= 92 then
    return ("(%s):%s(%s)"):format(any{"a", "''", "'%d'"}, any{"fill", "rep", "format", "sub"},
                                  arguments())
  end
  if pick <= 94 then return ("{%s}"):format(arguments()) end
  return ("(%s %s %s)"):format(expression(depth - 1),
                               any{"+", "..", "<", "==", "and", "or", "//", "&"},
                               expression(depth - 1))
end

local block

-- What is right, and has others come after it.
local sound = {"atomicAdd(a, laneid(), 1)", "a[laneid()] = a[laneid() + 1] + 1", "__syncwarp()",
               "sh[laneid()] = c[laneid()]", "l[1] = l[0] + 1", "p[laneid() & 7].x = v[1].y",
               "v[laneid() & 7] = v[0]", "n = __shfl_xor_sync(-1, laneid(), 1)", "mark('so')",
               "for _, x in ipairs{1, 2} do a[x] = x end", "__threadfence()", "p[1] = p[2]",
               "table.sort({3, 1, 2}, function(x, y) return a[x] * 4 + x < a[y] * 4 + y end)"}

local function callee() return any{any(language), any(library), "f", any(handles)} end

local function statement(depth)
  local pick = math.random(100)
  if pick <= 18 then return ("%s(%s)"):format(any(library), arguments()) end
  if pick <= 30 then return call_of(any(language)) end
  if pick <= 38 then
    return ("table.sort({3, 1, 2, 5}, %s)"):format(any{callee(), expression(2),
           ("function(x, y) %s return x < y end"):format(block(depth - 1))})
  end
  if pick <= 50 then
    return ("for x, y in %s do %s break end"):format(any{callee(),
           ("%s, %s, 0"):format(callee(), expression(2)),
           ("ipairs(%s)"):format(expression(1)), ("pairs(%s)"):format(expression(1)),
           ("function() %s return %s end"):format(block(depth - 1), any{"nil", "1"})},
           block(depth - 1))
  end
  if pick <= 56 then
    return ("%s = %s"):format(any{"n", "t", "f", "a[1]", "sh[laneid()]", "t[1]", "m[1][2]",
                                  "p[1].x", "v[1].y", "p[1]", "v[1]"}, expression(2))
  end
  if pick <= 62 then return ("a[laneid()] = %s"):format(expression(2)) end
  if pick <= 70 then
    return ("if %s then %s end"):format(any{"laneid() < 3", "a[laneid()] == 0", "true",
           expression(1) .. " == 0"}, block(depth - 1))
  end
  if pick <= 75 then return ("for i = 0, %s do %s end"):format(any{"1", "2", expression(1)},
                                                               block(depth - 1)) end
  if pick <= 80 then return ("(function(...) %s end)(%s)"):format(block(depth - 1), arguments()) end
  if pick <= 84 then return ("a:fill(%s)"):format(any{callee(), expression(2)}) end
  if pick <= 90 then
    return ("local t, n, f = %s, %s, %s"):format(expression(2), expression(1), callee())
  end
  if pick <= 91 then return ("do local x <close> = %s end"):format(expression(1)) end
  if pick <= 93 then return any(sound) end
  if pick <= 96 then return ("local z = %s(%s)"):format(callee(), arguments()) end
  return "__syncthreads()"
end

function block(depth)
  if depth <= 0 then return "" end
  local list = {}
  for i = 1, math.random(1, 3) do list[i] = chance(40) and any(sound) or statement(depth) end
  return table.concat(list, " ; ")
end

-- The script of a seed.
return function(seed)
  math.randomseed(seed)
  local text = {head, "local t, n, f = {3, 1, 2}, 1, function(x, y) return x end\n"}
  if chance(20) then
    text[#text + 1] = ("grid(%d) block(%d)\n"):format(any{1, 2, 3}, any{1, 32, 40, 64})
  end
  if chance(25) then text[#text + 1] = block(2) .. "\n" end
  if chance(6) then text[#text + 1] = ("kernel = %s\n"):format(any{callee(), expression(2)})
  else
    if chance(40) then
      text[#text + 1] = ("local function g(x, y)\n%s\nend\nf = g\n"):format(block(3))
    end
    text[#text + 1] = ("function kernel()\n%s\n%s\nend\n"):format(block(2), block(3))
  end
  if chance(5) then text[#text + 1] = block(1) end
  return table.concat(text)
end
