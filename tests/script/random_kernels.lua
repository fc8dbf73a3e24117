-- Random kernels, and what each must come to by the plain meaning of the words: lanes of a warp
-- at the same expression, in the same iterations of the same loops, called from the same places,
-- make one warp instruction. Here the threads run one after the other, each from its start to the
-- next exchange, and write down for each access where they are; what has the same place is one
-- instruction. Nothing of it is warplens's own.
--
-- Every piece of a kernel is made twice: `script` is for warplens, `plain` says where it is.

local function join(format, ...)
  local script, plain = {}, {}
  for i, part in ipairs{...} do
    script[i] = type(part) == "table" and part.script or part
    plain[i] = type(part) == "table" and part.plain or part
  end
  return {script = format:format(table.unpack(script)), plain = format:format(table.unpack(plain))}
end

local Writer = {}
Writer.__index = Writer

function Writer:chance(percent) return math.random(100) <= percent end
function Writer:any(list) return list[math.random(#list)] end

function Writer:emit(piece)
  if type(piece) == "string" then piece = join("%s", piece) end
  self.script[#self.script + 1] = piece.script
  self.plain[#self.plain + 1] = piece.plain
end

function Writer:number() -- of an expression or loop: unlike all others
  self.numbers = self.numbers + 1
  return self.numbers
end

function Writer:name() return "v" .. self:number() end

-- Where a thread's own words of an array are.
local own = {
  a = "%s & 255", -- nobody stores there
  s = "threadIdx.x * 4 + (%s & 3)",
  out = "me * 64 + (%s & 63)",
}

function Writer:load(array, index)
  local at, line = join(own[array], index), #self.script + 1
  return {script = ("%s[%s]"):format(array, at.script),
          plain = ("load(%d, %d, '%s', %s)"):format(self:number(), line, array, at.plain)}
end

function Writer:store(array, index, value)
  local at, line = join(own[array], index), #self.script + 1
  self:emit{script = ("%s[%s] = %s"):format(array, at.script, value.script),
            plain = ("store(%d, %d, '%s', %s, %s)"):format(self:number(), line, array, at.plain,
                                                         value.plain)}
end

function Writer:call(name, argument)
  return {script = ("%s(%s)"):format(name, argument.script),
          plain = ("call(%d, %s, %s)"):format(self:number(), name, argument.plain)}
end

function Writer:expression(variables, depth)
  depth = (depth or 0) + 1
  local pick = math.random(100)
  if depth > 3 or pick <= 25 then return join("%d", math.random(0, 9)) end
  if pick <= 45 and #variables > 0 then return join("%s", self:any(variables)) end
  if pick <= 58 then
    return join("%s", self:any{"threadIdx.x", "laneid()", "blockIdx.x", "warpid()"})
  end
  local inner = self:expression(variables, depth)
  if pick <= 73 then return self:load("a", inner) end
  if pick <= 78 then return self:load("s", inner) end
  if pick <= 84 and #self.functions > 0 then return self:call(self:any(self.functions), inner) end
  return join(self:any{"(%s + %s)", "(%s - %s)", "(%s * %s & 255)", "(%s | %s)"}, inner,
              self:expression(variables, depth))
end

function Writer:condition(variables)
  local one = join("%s %s %s", self:expression(variables, 1),
                   self:any{"<", ">", "==", "~=", "<=", ">="}, self:expression(variables, 1))
  if self:chance(75) then return one end
  return join("(%s) %s %s > 3", one, self:any{"and", "or"}, self:expression(variables, 2))
end

function Writer:block(variables, around)
  local mine = table.move(variables, 1, #variables, 1, {})
  for _ = 1, math.random(4) do
    if self.left <= 0 then return end
    self.left = self.left - 1
    self:statement(mine, around)
  end
end

function Writer:branch(variables, around)
  self:emit(join("if %s then", self:condition(variables)))
  self:block(variables, around)
  if self:chance(30) then
    self:emit(join("elseif %s then", self:condition(variables)))
    self:block(variables, around)
  end
  if self:chance(50) then
    self:emit("else")
    self:block(variables, around)
  end
  self:emit("end")
end

-- enter() and leave() have their own line, as has what they stand for: `for` and `end`.
local function between(piece, before, after)
  return {script = piece.script, plain = before .. piece.plain .. after}
end

function Writer:loop_for(variables, around, loop)
  local v, from, to = self:name(), nil, nil
  if self:chance(40) then -- a row of a sparse matrix
    from = self:load("a", self:expression(variables, 2))
    to = join("%s + (%s & 3)", self:load("a", self:expression(variables, 2)),
              self:expression(variables, 2))
  else
    from = join("(%s & 3)", self:expression(variables, 1))
    to = join("(%s & 7)", self:expression(variables, 1))
  end
  local head
  if self:chance(20) then
    head = join("for %s = %s, %s, -1 do", v, to, from)
  elseif self:chance(25) then
    head = join("for %s = %s, %s, 1 + (%s & 1) do", v, from, to,
                self:load("a", self:expression(variables, 2)))
  else
    head = join("for %s = %s, %s%s do", v, from, to, self:any{"", ", 1", ", 2"})
  end
  self:emit(between(head, ("enter(%d) "):format(loop), (" turn(%d)"):format(loop)))
  variables[#variables + 1] = "(" .. v .. ")" -- nobody stores there
  self:block(variables, around)
end

function Writer:loop_in(variables, around, loop)
  local v = self:name()
  self:emit(between(join("for _, %s in ipairs{%s & 7, 2, 5} do", v, self:expression(variables, 1)),
                    ("enter(%d) "):format(loop), (" turn(%d)"):format(loop)))
  variables[#variables + 1] = "(" .. v .. ")"
  self:block(variables, around)
end

function Writer:loop_while(variables, around, loop)
  local v = self:name()
  self:emit(join("local %s = %s & 7", v, self:expression(variables, 1)))
  local condition = self:condition(variables)
  self:emit{script = ("while %s > 0 and (%s) do"):format(v, condition.script),
            plain = ("enter(%d) while turn(%d) and %s > 0 and (%s) do"):format(loop, loop, v,
                                                                              condition.plain)}
  self:emit(("%s = %s - 1"):format(v, v))
  self:block(variables, around)
end

local kinds = {Writer.loop_for, Writer.loop_for, Writer.loop_while, Writer.loop_in}

function Writer:loop(variables, around)
  local loop = self:number()
  local label = {name = "next" .. loop}
  local inner = {loops = around.loops + 1, depth = around.depth + 1, label = label}
  local mine = table.move(variables, 1, #variables, 1, {})
  self:any(kinds)(self, mine, inner, loop)
  if label.used then self:emit(("::%s::"):format(label.name)) end
  self:emit(between(join("%s", "end"), "", (" leave(%d)"):format(loop)))
end

function Writer:loop_until(variables, around)
  local loop, v = self:number(), self:name()
  self:emit(("local %s = 0"):format(v))
  self:emit{script = "repeat", plain = ("enter(%d) repeat turn(%d)"):format(loop, loop)}
  self:emit(("%s = %s + 1"):format(v, v))
  local mine = table.move(variables, 1, #variables, 1, {"(" .. v .. ")"})
  self:block(mine, {loops = around.loops + 1, depth = around.depth + 1})
  self:emit(between(join("until %s > 4 or %s", v, self:condition(variables)), "",
                    (" leave(%d)"):format(loop)))
end

-- Out of a loop, on to its next turn, or out of the function.
function Writer:jump(variables, around)
  local condition = self:condition(variables)
  if around.loops > 0 and self:chance(40) then
    self:emit(join("if %s then break end", condition))
  elseif around.label and self:chance(60) then
    around.label.used = true
    self:emit(join("if %s then goto %s end", condition, around.label.name))
  else
    self.whole = false
    self:emit(join("if %s then return %s end", condition, self.returns))
  end
end

-- All lanes of a warp meet where none can have left, and no loop or branch can part them.
function Writer:exchange(variables)
  local v = self:name()
  local value, distance = self:expression(variables), 1 << math.random(0, 4)
  self:emit{script = ("local %s = __shfl_xor_sync(0xffffffff, %s, %d)"):format(v, value.script,
                                                                             distance),
            plain = ("local %s = exchange(%s, %d)"):format(v, value.plain, distance)}
  variables[#variables + 1] = v
end

function Writer:statement(variables, around)
  local pick = math.random(100)
  local deep = around.depth >= 4
  if pick <= 20 then
    local v = self:name()
    self:emit(join("local %s = %s", v, self:expression(variables)))
    variables[#variables + 1] = v
  elseif pick <= 28 and #variables > 0 and variables[#variables]:sub(1, 1) == "v" then
    self:emit(join("%s = %s & 1023", variables[#variables], self:expression(variables)))
  elseif pick <= 48 then
    self:store(self:any{"out", "out", "s"}, self:expression(variables), self:expression(variables))
  elseif pick <= 62 and not deep then
    self:branch(variables, {loops = around.loops, depth = around.depth + 1, label = around.label})
  elseif pick <= 84 and not deep and around.loops < 3 then
    self:loop(variables, around)
  elseif pick <= 90 and not deep and around.loops < 3 then
    self:loop_until(variables, around)
  elseif pick <= 95 and around.depth > 0 then
    self:jump(variables, around)
  elseif around.depth == 0 and self.whole and self.returns == "" then
    self:exchange(variables)
  end
end

function Writer:helper(name)
  self.left, self.returns = math.random(6), "1"
  self:emit(("local function %s(x)"):format(name))
  self:emit("local me = blockIdx.x * blockDim.x + threadIdx.x")
  if self:chance(30) then -- it calls itself, and the last call takes the place of its caller
    self:emit(join("if x > 7 then return %s end", self:call(name, join("%s", "(x - 1 & 7)"))))
  end
  self:block({"(x)"}, {loops = 0, depth = 2})
  self:emit(join("return %s & 255", self:expression({"(x)"})))
  self:emit("end")
  self.functions[#self.functions + 1] = name
end

function Writer:kernel(grid, block)
  self:emit(("grid(%d) block(%d)"):format(grid, block))
  self:emit([[local a = global("a", int, 256):fill(function(i) return (i * 37 + 11) % 23 end)]])
  self:emit(([[local out = global("out", int, %d)]]):format(grid * block * 64))
  self:emit(([[local s = shared("s", int, %d)]]):format(block * 4))
  for i = 1, math.random(0, 2) do self:helper("f" .. i) end
  self.left, self.returns, self.whole = math.random(8, 30), "", block % 32 == 0
  self:emit("function kernel()")
  self:emit("local me = blockIdx.x * blockDim.x + threadIdx.x")
  local variables = {}
  while self.left > 0 do
    self.left = self.left - 1
    self:statement(variables, {loops = 0, depth = 0})
  end
  self:emit("end")
end

-- The world of a plain kernel: CUDA's names, and the place where the running thread is.
local function world()
  local w = {ipairs = ipairs, threadIdx = {}, blockIdx = {}, blockDim = {}, int = "int",
             memory = {a = {}, s = {}, out = {}}, found = {}, path = {}}
  local none = {fill = function(_, f) for i = 0, 255 do w.memory.a[i] = f(i) end end}
  function w.grid(n) w.blocks = n end
  function w.block(n) w.blockDim.x = n end
  function w.global() return none end
  w.shared = w.global
  function w.laneid() return w.threadIdx.x % 32 end
  function w.warpid() return w.threadIdx.x // 32 end

  local function note(number, line, array, operation)
    local warp = ("%d %d"):format(w.blockIdx.x, w.warpid())
    local key = {warp, number}
    for i, p in ipairs(w.path) do key[i + 2] = p.number .. ":" .. p.turn end
    key = table.concat(key, "/")
    local text = ("%s %d %s %s"):format(warp, line, array, operation)
    local f = w.found[key] or {text = text, mask = 0}
    f.mask = f.mask | 1 << w.laneid()
    w.found[key] = f
  end
  function w.load(number, line, array, i)
    note(number, line, array, "load")
    return w.memory[array][i] or 0
  end
  function w.store(number, line, array, i, value)
    note(number, line, array, "store")
    w.memory[array][i] = string.unpack("<i4", string.pack("<I4", value & 0xffffffff))
  end

  local function up_to(number) -- a break and a goto tell nobody
    while w.path[#w.path].number ~= number do w.path[#w.path] = nil end
  end
  function w.enter(number) w.path[#w.path + 1] = {number = number, turn = 0} end
  function w.turn(number)
    up_to(number)
    w.path[#w.path].turn = w.path[#w.path].turn + 1
    return true
  end
  function w.leave(number)
    up_to(number)
    w.path[#w.path] = nil
  end
  function w.call(number, f, x)
    local depth = #w.path
    w.path[depth + 1] = {number = number, turn = 0}
    local value = f(x)
    for i = #w.path, depth + 1, -1 do w.path[i] = nil end
    return value
  end
  function w.exchange(value, distance) return coroutine.yield(value, distance) end
  return w
end

-- All threads of a warp, from one exchange to the next.
local function run_warp(w, kernel, block, warp, threads)
  local thread, place, value, distance = {}, {}, {}, nil
  for t = 0, threads - 1 do thread[t], place[t] = coroutine.create(kernel), {} end
  repeat
    local sent = table.move(value, 0, threads - 1, 0, {})
    local met = false
    for t = 0, threads - 1 do
      w.blockIdx.x, w.threadIdx.x, w.path = block, warp * 32 + t, place[t]
      local ok, said, far = coroutine.resume(thread[t], distance and sent[t ~ distance])
      assert(ok, said)
      value[t], met = said, coroutine.status(thread[t]) == "suspended"
      if met then w.next = far end
    end
    distance = w.next
  until not met
end

-- The script of a kernel, its instructions as sorted lines "BLOCK WARP LINE ARRAY OPERATION MASK",
-- and the bytes of its array out.
return function(seed)
  math.randomseed(seed)
  local self = setmetatable({script = {}, plain = {}, numbers = 0, functions = {}}, Writer)
  local grid, block = math.random(3), self:any{32, 64, 48, 7}
  self:kernel(grid, block)

  local w = world()
  assert(load(table.concat(self.plain, "\n"), "plain", "t", w))()
  for b = 0, grid - 1 do
    w.memory.s = {}
    for warp = 0, (block - 1) // 32 do
      run_warp(w, w.kernel, b, warp, math.min(32, block - 32 * warp))
    end
  end

  local lines, bytes = {}, {}
  for _, f in pairs(w.found) do lines[#lines + 1] = ("%s %08x\n"):format(f.text, f.mask) end
  table.sort(lines)
  for i = 0, grid * block * 64 - 1 do bytes[i + 1] = string.pack("<i4", w.memory.out[i] or 0) end
  return table.concat(self.script, "\n") .. "\n", table.concat(lines), table.concat(bytes)
end
