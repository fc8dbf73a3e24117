/* Correct kernels: name, compute capability (NULL: the default), text. */
{"own elements", NULL, ARRAYS "s[t] = t g[t] = s[t] s[t] = s[t] + 1 end"},
{"neighbour behind a barrier", NULL, ARRAYS "s[t] = t __syncthreads() g[t] = s[63 - t] end"},
{"two barriers in a loop", NULL, ARRAYS
 "for k = 0, 3 do s[t] = t + k __syncthreads() g[t] = g[t] + s[63 - t] __syncthreads() end end"},
{"producer and consumer, both barriers", NULL, ARRAYS
 "for k = 0, 3 do if t < 32 then local v = g[t] s[t] = v end __syncthreads()\n"
 "if t >= 32 then g[t] = s[t - 32] end __syncthreads() end end"},
{"one thread fills in a loop inside, both barriers", NULL, ARRAYS
 "local k = 0 while k < 4 do if t == 0 then for i = 0, 63 do s[i] = k end end __syncthreads()\n"
 "g[t] = s[t] __syncthreads() k = k + 1 end end"},
{"producer a step ahead, two buffers", NULL,
 "block(64) local s, g = shared('s', int, 2, 32), global('g', int, 64)\n"
 "function kernel() local t = threadIdx.x for k = 0, 4 do if t < 32 then\n"
 "if k < 4 then s[k % 2][t] = k end elseif k > 0 then g[t] = s[1 - k % 2][t - 32] end\n"
 "__syncthreads() end end"},
{"tree with __syncthreads()", NULL, ARRAYS
 "s[t] = t __syncthreads() local n = 32 while n > 0 do\n"
 "if t < n then s[t] = s[t] + s[t + n] end __syncthreads() n = n // 2 end\n"
 "if t == 0 then g[0] = s[0] end end"},
{"tree with __syncwarp() at its end", NULL, ARRAYS
 "s[t] = t __syncthreads() if t < 32 then local n = 32 while n > 0 do\n"
 "local v = s[t] + (t + n < 64 and s[t + n] or 0) __syncwarp()\n"
 "s[t] = v __syncwarp() n = n // 2 end end if t == 0 then g[0] = s[0] end end"},
{"tree in lockstep, volatile, before cc 7.0", "6.1",
 "block(64) local s, g = shared('s', int, 64, 'volatile'), global('g', int, 64)\n"
 "function kernel() local t = threadIdx.x\n"
 "s[t] = t __syncthreads() if t < 32 then s[t] = s[t] + s[t + 32] if t < 16 then\n"
 "s[t] = s[t] + s[t + 16] s[t] = s[t] + s[t + 8] end end end"},
{"neighbour in volatile global memory, before cc 7.0", "2.0",
 "block(32) local g = global('g', int, 32, 'volatile')\n"
 "function kernel() local t = threadIdx.x g[t] = t g[t] = g[(t + 1) % 32] end"},
{"neighbour by another type, volatile", "3.5",
 "block(32) local s = shared('s', int, 8, 4, 'volatile') local v, g = as(int, s), "
 "global('g', int, 32)\n"
 "function kernel() local t = threadIdx.x v[t] = t g[t] = v[(t + 1) % 32] end"},
{"halves of a warp, each with its mask", NULL, ARRAYS
 "local lane = t % 32 local mask = lane < 16 and 0xffff or 0xffff0000\n"
 "s[t] = t __syncwarp(mask) g[t] = s[t ~ 8] end"},
{"order handed on from pair to pair", NULL, ARRAYS
 "s[t] = t local l = t % 32 if l < 4 then __syncwarp(0xf) end\n"
 "if l >= 2 and l < 6 then __syncwarp(0x3c) end\n"
 "if l == 5 then g[t] = s[t - 5] end end"},
{"histogram", NULL, ARRAYS
 "s[t] = 0 __syncthreads() atomicAdd(s, (t * 7) % 16, 1) __syncthreads()\n"
 "if t < 16 then g[t] = s[t] end end"},
{"scan (Hillis and Steele, two buffers)", NULL,
 "block(64) local a = shared('a', int, 2, 64) local g = global('g', int, 64)\n"
 "function kernel() local t, from, n = threadIdx.x, 0, 1 a[0][t] = t __syncthreads()\n"
 "while n < 64 do local v = a[from][t] if t >= n then v = v + a[from][t - n] end\n"
 "a[1 - from][t] = v from = 1 - from n = n * 2 __syncthreads() end g[t] = a[from][t] end"},
{"scan in place, two barriers", NULL, ARRAYS
 "s[t] = t __syncthreads() local n = 1 while n < 64 do local v = s[t]\n"
 "if t >= n then v = v + s[t - n] end __syncthreads() s[t] = v __syncthreads() n = n * 2 end\n"
 "g[t] = s[t] end"},
{"stencil with two buffers", NULL,
 "block(64) local a = shared('a', float, 2, 66) local g = global('g', float, 64)\n"
 "function kernel() local t = threadIdx.x if t < 2 then a[0][t * 65] = 0 a[1][t * 65] = 0 end\n"
 "a[0][t + 1] = t __syncthreads() for k = 0, 5 do local f = k % 2\n"
 "a[1 - f][t + 1] = a[f][t] + a[f][t + 1] + a[f][t + 2] __syncthreads() end\n"
 "g[t] = a[0][t + 1] end"},
{"tile, transposed", NULL,
 "block(32, 8) local tile = shared('tile', float, 32, 33) local g = global('g', float, 32, 32)\n"
 "function kernel() local x, y = threadIdx.x, threadIdx.y\n"
 "for j = 0, 31, 8 do tile[y + j][x] = x end __syncthreads()\n"
 "for j = 0, 31, 8 do g[y + j][x] = tile[x][y + j] end end"},
{"one thread for all, behind a barrier", NULL, ARRAYS
 "s[t] = t __syncthreads() if t == 0 then for i = 1, 63 do s[0] = s[0] + s[i] end end\n"
 "__syncthreads() g[t] = s[0] end"},
{"bytes side by side", NULL,
 "block(64) local c = shared('c', char, 64) local h = shared('h', short, 64)\n"
 "local g = global('g', int, 64) function kernel() local t = threadIdx.x c[t] = t h[t] = t\n"
 "__syncwarp() __syncthreads() g[t] = c[63 - t] + h[63 - t] end"},
{"reads that meet", NULL, ARRAYS
 "s[t] = t __syncthreads() g[t] = s[0] + s[1] + s[t] end"},
{"reduction by shuffles", NULL, ARRAYS
 "local v = t for d = 4, 0, -1 do v = v + __shfl_down_sync(0xffffffff, v, 1 << d) end\n"
 "if t % 32 == 0 then s[t // 32] = v end __syncthreads()\n"
 "if t == 0 then g[0] = s[0] + s[1] end end"},
{"lanes that are named by a vote", NULL, ARRAYS
 "local mask = __ballot_sync(0xffffffff, t % 2 == 0) if t % 2 == 0 then\n"
 "local v = __shfl_xor_sync(mask, t, 2) __syncwarp(mask) g[t] = v end end"},
{"part of the warp has returned", NULL, ARRAYS
 "if t % 32 >= 20 then return end __syncwarp() local v = __any_sync(0xffffffff, t == 1)\n"
 "g[t] = v and 1 or 0 end"},
{"producers and consumers by warp, a barrier between", NULL, ARRAYS
 "if t < 32 then s[t] = t end __syncthreads() if t >= 32 then g[t] = s[63 - t] end end"},
{"vectors behind a barrier", NULL,
 "block(32) local v = shared('v', float4, 32) local g = global('g', float4, 32)\n"
 "function kernel() local t = threadIdx.x v[t] = float4(1, 2, 3, 4) __syncthreads()\n"
 "g[t] = v[31 - t] end"},

{"each block its own part", NULL, GRID 
 "g[b * 64 + t] = t __syncthreads() local v = g[b * 64 + 63 - t] end"},
{"reads that blocks share", NULL, GRID "g[4096 + b * 64 + t] = g[t] + g[b] end"},
{"a sum by atomics", NULL, GRID "atomicAdd(g, t % 4, b) end"},
{"last block reduces, fenced on both sides", NULL, GRID
 "if t == 0 then g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then __threadfence() local v = g[1 + t] end end"},
{"last block reduces, fenced by one reader for all", NULL, GRID
 "if t == 0 then g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) __threadfence() end\n"
 "__syncthreads() if s[0] == 63 then local v = g[1 + t] end end"},
{"last block reduces, fenced, and reads past L1", NULL, GRID
 "if t == 0 then g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = __ldcg(g, 1 + t) end end"},
{"last block reduces, fenced, and volatile", "7.0", "grid(64) block(64)\n"
 "local s, g = shared('s', int, 64), global('g', int, 65, 'volatile') function kernel()\n"
 "local t, b = threadIdx.x, blockIdx.x\n"
 "if t == 0 then g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] end end"},
{"last block reduces", NULL, GRID
 "if t == 0 then g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] if t == 0 then g[0] = 0 end end end"},
{"last block reduces what all threads wrote, one fence", NULL, GRID
 "g[64 + b * 64 + t] = t __syncthreads()\n"
 "if t == 0 then __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then for i = 0, 63 do local v = g[64 + i * 64 + t] end end end"},
{"last block reduces what all threads wrote, a fence each", NULL, GRID
 "g[64 + b * 64 + t] = t __threadfence() __syncthreads()\n"
 "if t == 0 then s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then for i = 0, 63 do local v = g[64 + i * 64 + t] end end end"},
{"last warp of the last block, by __syncwarp()", NULL, GRID
 "if t < 32 then g[64 + b * 32 + t] = t __threadfence() __syncwarp()\n"
 "if t == 0 then s[0] = atomicAdd(g, 0, 1) end __syncwarp()\n"
 "if s[0] == 63 then for i = 0, 63 do local v = g[64 + i * 32 + (t + 1) % 32] end end end end"},
{"every thread hands on for itself", NULL, GRID
 "g[64 + b * 64 + t] = t __threadfence() local n = atomicAdd(g, 0, 1)\n"
 "if n == 4095 then for i = 0, 4095 do local v = g[64 + i] end end end"},
{"what another block knows, handed on by a fence", NULL, GRID
 "if t == 0 and b == 0 then local v = g[0] __threadfence() atomicExch(g, 3, 1) end\n"
 "if t == 0 and b == 1 and atomicAdd(g, 3, 0) == 1 then __threadfence() atomicExch(g, 1, 1) end\n"
 "if t == 0 and b == 2 and atomicAdd(g, 1, 0) == 1 then g[0] = 1 end end"},
{"the last of 4096 readers writes", NULL, GRID
 "local v = g[0] __threadfence() local n = atomicAdd(g, 1, 1)\n"
 "if n == 4095 then g[0] = 1 end end"},
{"a flag from block to block", NULL, GRID
 "if t == 0 then if b > 0 and atomicAdd(g, b, 0) == 1 then g[9999] = g[9999] + 1 end\n"
 "if b == 0 then g[9999] = 1 end __threadfence() atomicExch(g, b + 1, 1) end end"},
{"a flag in shared memory, from warp to warp", NULL, ARRAYS
 "if t == 0 then s[0] = 0 end __syncthreads()\n"
 "if t == 1 then g[5] = 7 __threadfence_block() atomicExch(s, 0, 1) end\n"
 "if t == 40 and atomicAdd(s, 0, 0) == 1 then local v = g[5] end end"},
{"a fence for the block, and behind it one for all by another thread", NULL, GRID
 "if b == 0 and t == 1 then g[0] = 7 __threadfence_block() atomicExch(g, 5, 1) end\n"
 "if b == 0 and t == 40 and atomicAdd(g, 5, 0) == 1 then\n"
 "__threadfence() atomicExch(g, 1, 1) end\n"
 "if b == 1 and t == 0 and atomicAdd(g, 1, 0) == 1 then local v = g[0] end end"},
{"copies that are awaited", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() __pipeline_wait_prior(0)\n"
 "local v = s[t] __syncthreads() v = s[63 - t] end"},
{"two stages of copies", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() for k = 1, 4 do\n"
 "if k < 4 then __pipeline_memcpy_async(s, k % 2 * 64 + t, g, k * 64 + t, 4) end\n"
 "__pipeline_commit() __pipeline_wait_prior(1) __syncthreads()\n"
 "local v = s[(k - 1) % 2 * 64 + 63 - t] __syncthreads() end end"},
