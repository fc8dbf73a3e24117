/* Racy kernels: name, compute capability (NULL: the default), text, hazards. */
{"neighbour, no barrier", NULL, ARRAYS
 "s[t] = t\n"
 "g[t] = s[(t + 1) % 64] end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x64\n"},
{"neighbour before cc 7.0: the compiler knows of no other lane", "6.1", ARRAYS
 "s[t] = t\n"
 "g[t] = s[(t + 1) % 64] end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x64\n"},
{"neighbour before cc 7.0, volatile: only between warps", "6.1",
 "block(64) local s, g = shared('s', int, 64, 'volatile'), global('g', int, 64)\n"
 "function kernel() local t = threadIdx.x s[t] = t\n"
 "g[t] = s[(t + 1) % 64] end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x2\n"},
{"neighbour in one warp, cc 2.0", "2.0",
 "block(32) local s, w = shared('s', double, 32), global('w', double, 32)\n"
 "function kernel() local i = threadIdx.x s[i] = 1.0\n"
 "w[i] = 0.3\n"
 "if i < blockDim.x - 1 then w[i] = 7.0 + s[i + 1] end end",
 "read_after_write warp 2:0.0.1 4:0.0.0 s[1] x62\n"},
{"the same through global memory, cc 1.0", "1.0",
 "block(32) local g = global('g', int, 33)\n"
 "function kernel() local i = threadIdx.x g[i] = i\n"
 "local v = g[i + 1] end",
 "read_after_write warp 2:0.0.1 3:0.0.0 g[1] x31\n"},
{"read, then written by a neighbour, cc 6.1", "6.1",
 "block(32) local s = shared('s', int, 33)\n"
 "function kernel() local i = threadIdx.x s[i] = 0 __syncthreads() local v = s[i]\n"
 "if i > 0 then s[i - 1] = v end end",
 "write_after_read warp 2:0.0.0 3:0.0.1 s[0] x31\n"},
{"volatile orders no lanes since cc 7.0", "7.0",
 "block(32) local s, g = shared('s', int, 32, 'volatile'), global('g', int, 32)\n"
 "function kernel() local t = threadIdx.x s[t] = t\n"
 "g[t] = s[(t + 1) % 32] end",
 "read_after_write warp 2:0.0.1 3:0.0.0 s[1] x32\n"},
{"one barrier of two in a loop", NULL, ARRAYS
 "for k = 0, 3 do\n"
 "s[t] = t + k\n"
 "__syncthreads()\n"
 "g[t] = s[63 - t] end end",
 "write_after_read block 5:0.1.0 3:0.0.31 s[31] x192\n"},
{"neighbour by branches, no barrier", NULL, ARRAYS
 "if t < 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t - 32] end end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x32\n"},
{"the same in a loop that ends with a barrier", NULL, ARRAYS
 "for k = 0, 0 do if t < 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t - 32] end __syncthreads() end end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x32\n"},
{"the same, four times", NULL, ARRAYS
 "for k = 0, 3 do if t < 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t - 32] end __syncthreads() end end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x128\n"},
{"the same, the reader's warp before", NULL, ARRAYS
 "for k = 0, 3 do if t >= 32 then local v = g[t] v = v + g[t + 64]\n"
 "s[t] = v else\n"
 "g[t] = s[t + 32] end __syncthreads() end end",
 "read_after_write block 3:0.1.0 4:0.0.0 s[32] x128\n"},
{"the same in a while loop", NULL, ARRAYS
 "local k = 0 while g[1000] + k < 4 do if t < 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t - 32] end __syncthreads() k = k + 1 end end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x128\n"},
{"the same in a repeat loop", NULL, ARRAYS
 "local k = 0 repeat if t < 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t - 32] end __syncthreads() k = k + 1 until k == 4 end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x128\n"},
{"barrier before the store, none behind the read", NULL, ARRAYS
 "for k = 0, 3 do if t < 32 then local v = g[t]\n"
 "s[t] = v end __syncthreads() if t >= 32 then\n"
 "g[t] = s[t - 32] end end end",
 "write_after_read block 4:0.1.0 3:0.0.0 s[0] x96\n"},
{"one thread fills in a loop inside, all read", NULL, ARRAYS
 "for k = 0, 3 do if t == 0 then for i = 0, 63 do\n"
 "s[i] = k end end\n"
 "g[t] = s[t] __syncthreads() end end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[32] x252\n"},
{"all read in a loop inside, then one thread stores", NULL, ARRAYS
 "s[t] = 0 __syncthreads() for k = 0, 3 do local v = 0 for i = 0, 7 do\n"
 "v = v + s[i] end\n"
 "if t == 40 then s[k] = v end __syncthreads() end end",
 "write_after_read block 3:0.0.31 4:0.1.8 s[0] x8\n"},
{"producer and consumer, both barriers missing", NULL, ARRAYS
 "for k = 0, 3 do if t < 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t - 32] end end end",
 "write_after_read block 4:0.1.0 3:0.0.0 s[0] x96\n"
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x128\n"},
{"the same, the consumer's warp before", NULL, ARRAYS
 "for k = 0, 3 do if t >= 32 then local v = g[t]\n"
 "s[t] = v else\n"
 "g[t] = s[t + 32] end end end",
 "read_after_write block 3:0.1.0 4:0.0.0 s[32] x128\n"
 "write_after_read block 4:0.0.0 3:0.1.0 s[32] x96\n"},
{"the same in functions", NULL,
 "block(64) local s, g = shared('s', int, 64), global('g', int, 65536)\n"
 "local function take(t) g[t] = s[t - 32] end\n"
 "local function give(t) local v = g[t] s[t] = v end\n"
 "function kernel() local t = threadIdx.x for k = 0, 3 do\n"
 "if t < 32 then give(t) else\n"
 "take(t) end __syncthreads() end end",
 "read_after_write block 3:0.0.0 2:0.1.0 s[0] x128\n"},
{"shift in place", NULL, ARRAYS
 "s[t] = t __syncthreads()\n"
 "if t < 63 then s[t] = s[t + 1] end end",
 "write_after_read block 3:0.0.31 3:0.1.0 s[32] x62\n"},
{"one element, one store", NULL, ARRAYS
 "if t < 32 then s[0] = t end end",
 "write_after_write instruction 2:0.0.0 2:0.0.1 s[0] x31\n"},
{"one element, the same value", NULL, ARRAYS
 "s[0] = 7 end",
 "note write_after_write block 2:0.0.0 2:0.1.0 s[0] x63\n"},
{"three read, two of them wait for each other", NULL, ARRAYS
 "if t == 0 then s[0] = 1 end __syncthreads()\n"
 "if t < 3 then g[t] = s[0] end\n"
 "if t == 1 or t == 2 then __syncwarp(0x6) end\n"
 "if t == 1 then s[0] = 2 end end",
 "write_after_read warp 3:0.0.0 5:0.0.1 s[0] x1\n"},
{"one element, two warps", NULL, ARRAYS
 "if t % 32 == 0 then s[5] = t end end",
 "write_after_write block 2:0.0.0 2:0.1.0 s[5] x1\n"},
{"tree inside a warp, no __syncwarp()", NULL, ARRAYS
 "s[t] = t __syncthreads()\n"
 "if t < 16 then\n"
 "s[t] = s[t] + s[t + 16]\n"
 "s[t] = s[t] + s[t + 8] end end",
 "read_after_write warp 4:0.0.8 5:0.0.0 s[8] x8\n"
 "write_after_read warp 5:0.0.0 5:0.0.8 s[8] x8\n"},
{"a shuffle orders no memory", NULL, ARRAYS
 "s[t] = t\n"
 "local v = __shfl_xor_sync(0xffffffff, t, 1)\n"
 "g[t] = s[t ~ 1] + v end",
 "read_after_write warp 2:0.0.1 4:0.0.0 s[1] x64\n"},
{"__syncwarp() where the block is meant", NULL, ARRAYS
 "s[t] = t __syncwarp()\n"
 "g[t] = s[(t + 1) % 64] end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x2\n"},
{"atomic and plain read", NULL, ARRAYS
 "if t == 0 then s[0] = 0 end __syncthreads()\n"
 "atomicAdd(s, 0, 1)\n"
 "if t == 0 then g[0] = s[0] end end",
 "read_after_write block 3:0.1.0 4:0.0.0 s[0] x34\n"},
{"histogram that nobody cleared", NULL, ARRAYS
 "atomicAdd(s, t % 4, 1) end",
 "uninitialized_read block 2:0.0.0 s[0] x4\n"},
{"accumulates into what is not set", NULL, ARRAYS
 "s[t] = s[t] + 1 end",
 "uninitialized_read block 2:0.0.0 s[0] x64\n"},
{"barrier in a branch", NULL, ARRAYS
 "if t < 16 then __syncthreads() end\n"
 "g[t] = t end",
 "divergent_barrier block 2:0.0.0 3:0.0.16 ffff0000 x48\n"},
{"barrier in a branch, and nothing behind it", NULL, ARRAYS
 "if t < 16 then __syncthreads() end end",
 "divergent_barrier block 2:0.0.0 0:0.0.16 ffff0000 x48\n"},
{"barrier in a branch of a whole warp", NULL, ARRAYS
 "if t < 32 then g[t] = t __syncthreads() end end",
 "divergent_barrier block 2:0.0.0 0:0.1.0 ffffffff x32\n"},
{"barrier in a branch, the others return behind it", NULL, ARRAYS
 "if t < 32 then g[t] = t __syncthreads() else\n"
 "return end end",
 "divergent_barrier block 2:0.0.0 0:0.1.0 ffffffff x32\n"},
{"some return, some go past", NULL, ARRAYS
 "if t >= 60 then return end s[t] = t\n"
 "if t < 16 then __syncthreads() end end",
 "divergent_barrier block 3:0.0.0 0:0.0.16 ffff0000 x44\n"
 "note exited_before_barrier block 3:0.0.0 0:0.1.28 f0000000 x4\n"},
{"a loop with a barrier in its branch", NULL, ARRAYS
 "for k = 0, 2 do if t < 16 then __syncthreads() end end end",
 "divergent_barrier block 2:0.0.0 0:0.0.16 ffff0000 x48\n"},
{"some return in a loop, after others went past", NULL, ARRAYS
 "for k = 0, 1 do if t >= 32 * (2 - k) then return end s[t] = t\n"
 "__syncthreads() end end",
 "note exited_before_barrier block 3:0.0.0 0:0.1.0 ffffffff x32\n"},
{"return before a barrier, before cc 7.0", "6.1", ARRAYS
 "if t >= 40 then return end\n"
 "__syncthreads() g[t] = t end",
 "exited_before_barrier block 3:0.0.0 0:0.1.8 ffffff00 x24\n"},
{"return before a barrier", NULL, ARRAYS
 "if t >= 40 then return end\n"
 "__syncthreads() g[t] = t end",
 "note exited_before_barrier block 3:0.0.0 0:0.1.8 ffffff00 x24\n"},
{"full mask in a branch", NULL, ARRAYS
 "local v = t if t < 16 then\n"
 "v = __shfl_xor_sync(0xffffffff, v, 1)\n"
 "v = __any_sync(0xffffffff, true) and v\n"
 "__syncwarp() end g[t] = v end",
 "absent_lanes warp 3:0.0.0 ffff0000 x16\n"
 "absent_lanes warp 4:0.0.0 ffff0000 x16\n"
 "absent_lanes warp 5:0.0.0 ffff0000 x16\n"},
{"value of a lane that is not there", NULL, ARRAYS
 "local v = t if t < 16 then\n"
 "v = __shfl_down_sync(0xffff, v, 8) end g[t] = v end",
 "note absent_source warp 3:0.0.8 0000ff00 x8\n"},
{"bytes of one word, and one too many", NULL,
 "block(64) local c = shared('c', char, 68) function kernel() local t = threadIdx.x\n"
 "c[t] = t\n"
 "if t == 63 then c[0] = 1 end end",
 "write_after_write block 2:0.0.0 3:0.1.31 c[0] x1\n"},
{"every block the same race, from any number of workers", NULL, GRID
 "s[t] = b\n"
 "g[b * 64 + t] = s[63 - t] end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x4096\n"},

{"global memory needs barriers, too", NULL, ARRAYS
 "g[t] = t\n"
 "local v = g[63 - t] end",
 "read_after_write block 2:0.1.0 3:0.0.31 g[32] x64\n"},
{"one block reads what another writes", NULL, GRID
 "g[b * 64 + t] = t __syncthreads()\n"
 "local v = g[(b * 64 + t + 64) % 4096] end",
 "read_after_write grid 2:1.0.0 3:0.0.0 g[64] x4096\n"},
{"shift in place across blocks", NULL, GRID
 "local v = g[b * 64 + t + 1]\n"
 "g[b * 64 + t] = v end",
 "write_after_read block 2:0.0.31 3:0.1.0 g[32] x4032\n"
 "write_after_read grid 2:0.1.31 3:1.0.0 g[64] x63\n"},
{"every block writes its sum to one place", NULL, GRID
 "if t == 0 then\n"
 "g[0] = b end end",
 "write_after_write grid 3:0.0.0 3:1.0.0 g[0] x63\n"},
{"only the blocks of different workers meet", NULL, GRID
 "if t == 0 and (b == 0 or b == 63) then\n"
 "g[7] = b end end",
 "write_after_write grid 3:0.0.0 3:63.0.0 g[7] x1\n"},
{"sum by plain load and store", NULL, GRID
 "if t == 0 then\n"
 "g[0] = g[0] + b end end",
 "write_after_write+write_after_read grid 3:0.0.0 3:1.0.0 g[0] x126\n"},
{"atomics, read by the next block", NULL, GRID
 "if t == 0 then atomicAdd(g, 0, 1)\n"
 "g[1 + b] = g[0] end end",
 "read_after_write grid 2:1.0.0 3:0.0.0 g[0] x188\n"},
{"last block reduces, the reader calls no fence", NULL, GRID
 "if t == 0 then\n"
 "g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] end end",
 "note unfenced_read grid 3:0.0.0 4:63.0.0 g[1] x63\n"},
{"last block reduces, the reader's fence is for its block only", "7.0", GRID
 "if t == 0 then\n"
 "g[1 + b] = b __threadfence() s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "__threadfence_block() if s[0] == 63 and t == 1 then\n"
 "for i = 0, 63 do local v = g[1 + i] end end end",
 "note unfenced_read grid 3:0.0.0 5:63.0.1 g[1] x63\n"},
{"handed on inside of a block, the reader calls no fence", NULL, ARRAYS
 "if t < 2 then s[t] = 0 end __syncthreads() if t == 1 then\n"
 "g[5] = 7 __threadfence_block() atomicExch(s, 0, 1) end\n"
 "if t == 40 and atomicAdd(s, 0, 0) == 1 then\n"
 "local v = g[5] end end",
 "note unfenced_read block 3:0.0.1 5:0.1.8 g[5] x1\n"},
{"last block reduces, no fence", NULL, GRID
 "if t == 0 then g[1 + b] = b\n"
 "s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] end end",
 "read_after_write grid 2:0.0.0 4:63.0.0 g[1] x63\n"},
{"last block reduces, the fence of the block only", NULL, GRID
 "if t == 0 then g[1 + b] = b __threadfence_block()\n"
 "s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] end end",
 "read_after_write grid 2:0.0.0 4:63.0.0 g[1] x63\n"},
{"last block reduces, fence before the write", NULL, GRID
 "if t == 0 then __threadfence() g[1 + b] = b\n"
 "s[0] = atomicAdd(g, 0, 1) end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] end end",
 "read_after_write grid 2:0.0.0 4:63.0.0 g[1] x63\n"},
{"last block reduces, fence behind the atomic", NULL, GRID
 "if t == 0 then g[1 + b] = b\n"
 "s[0] = atomicAdd(g, 0, 1) __threadfence() end __syncthreads()\n"
 "if s[0] == 63 then local v = g[1 + t] end end",
 "read_after_write grid 2:0.0.0 4:63.0.0 g[1] x63\n"},
{"two fences for the block, told to another block", NULL, GRID
 "if b == 0 and t == 1 then g[0] = 7 __threadfence_block() atomicExch(g, 5, 1) end\n"
 "if b == 0 and t == 40 and atomicAdd(g, 5, 0) == 1 then\n"
 "__threadfence_block() atomicExch(g, 1, 1) end\n"
 "if b == 1 and t == 0 and atomicAdd(g, 1, 0) == 1 then local v = g[0] end end",
 "read_after_write grid 2:0.0.1 5:1.0.0 g[0] x1\n"},
{"last block reduces, one thread asks, nobody waits for it", NULL, GRID
 "g[64 + b * 64 + t] = t __threadfence() __syncthreads()\n"
 "local last = false if t == 0 then last = atomicAdd(g, 0, 1) == 63 end\n"
 "if t == 1 and b == 63 then local v = g[64] end end",
 "read_after_write grid 2:0.0.0 4:63.0.1 g[64] x1\n"},
{"flag: the reader takes it and does not look", NULL, GRID
 "if t == 0 and b == 0 then g[9] = 5 __threadfence() atomicExch(g, 1, 1) end\n"
 "if t == 0 and b == 1 then atomicExch(g, 1, 0)\n"
 "local v = g[9] end end",
 "read_after_write grid 2:0.0.0 4:1.0.0 g[9] x1\n"},
{"flag: the reader swaps it and does not look", NULL, GRID
 "if t == 0 and b == 0 then g[9] = 5 __threadfence() atomicExch(g, 1, 1) end\n"
 "if t == 0 and b == 1 then atomicCAS(g, 1, 1, 0)\n"
 "local v = g[9] end end",
 "read_after_write grid 2:0.0.0 4:1.0.0 g[9] x1\n"},
{"flag: the reader asks another word", NULL, GRID
 "if t == 0 and b == 0 then g[9] = 5 __threadfence() atomicExch(g, 1, 1) end\n"
 "if t == 0 and b == 1 and atomicAdd(g, 2, 0) == 0 then\n"
 "local v = g[9] end end",
 "read_after_write grid 2:0.0.0 4:1.0.0 g[9] x1\n"},
{"what another block knows, behind a fence for its own block", NULL, GRID
 "if t == 0 and b == 0 then local v = g[0] __threadfence() atomicExch(g, 3, 1) end\n"
 "if t == 0 and b == 1 and atomicAdd(g, 3, 0) == 1 then "
 "__threadfence_block() atomicExch(g, 1, 1) end\n"
 "if t == 0 and b == 2 and atomicAdd(g, 1, 0) == 1 then g[0] = 1 end end",
 "write_after_read grid 2:0.0.0 4:2.0.0 g[0] x1\n"},
{"one of 4096 readers hands nothing on", NULL, GRID
 "local v, n = g[0], 0 if b * 64 + t ~= 3300 then __threadfence() n = atomicAdd(g, 1, 1) end\n"
 "if n == 4094 then g[0] = 1 end end",
 "write_after_read grid 2:51.1.4 3:63.1.31 g[0] x1\n"},
{"one of 192 readers in the middle of a block hands nothing on", NULL, 
 "block(192) local s = shared('s', int, 2) function kernel() local t = threadIdx.x\n"
 "if t == 0 then s[0] = 0 s[1] = 0 end __syncthreads()\n"
 "local v, n = s[0], 0 if t ~= 140 then __threadfence_block() n = atomicAdd(s, 1, 1) end\n"
 "if n == 190 then s[0] = 1 end end",
 "write_after_read block 3:0.4.12 4:0.5.31 s[0] x1\n"},
{"a tree without any barrier", NULL, "block(128) local s = shared('s', int, 128) function kernel() "
 "local t = threadIdx.x\n"
 "s[t] = t local k = 64 while k > 0 do\n"
 "if t < k then s[t] = s[t] + s[t + k] end\n"
 "k = k >> 1 end end",
 "read_after_write block 3:0.1.0 3:0.0.0 s[32] x63\n"
 "read_after_write block 2:0.1.0 3:0.0.0 s[32] x127\n"},
{"two lines that write before one that reads, and the reader's warp is the first", NULL, ARRAYS
 "if t >= 32 then s[t] = t end\n"
 "if t >= 32 then s[t] = t + 1 end\n"
 "if t < 32 then g[t] = s[t + 32] end end",
 "read_after_write block 3:0.1.0 4:0.0.0 s[32] x64\n"},
{"… and the last", NULL, ARRAYS
 "if t < 32 then s[t] = t end\n"
 "if t < 32 then s[t] = t + 1 end\n"
 "if t >= 32 then g[t] = s[t - 32] end end",
 "read_after_write block 3:0.0.0 4:0.1.0 s[0] x64\n"},
{"a tile of two halves, read on one line", NULL, ARRAYS
 "s[t] = t\n"
 "if t > 0 and t < 63 then g[t] = s[t - 1] + s[t + 1] end end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x124\n"},
{"max by plain load and store", NULL, GRID
 "if b + t >= g[0] then\n"
 "g[0] = b + t + 1 end end",
 "write_after_write grid 3:0.1.0 3:1.1.31 g[0] x126\n"
 "write_after_read grid 2:1.0.0 3:0.1.0 g[0] x4131\n"},
{"copy that nobody waits for", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit()\n"
 "local v = s[t] end",
 "copy_in_flight warp 2:0.0.0 3:0.0.0 s[0] x64\n"},
{"copy of another thread, no barrier", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() __pipeline_wait_prior(0)\n"
 "local v = s[63 - t] end",
 "read_after_write block 2:0.1.0 3:0.0.31 s[32] x64\n"},
{"barrier, but no wait", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() __syncthreads()\n"
 "local v = s[63 - t] end",
 "copy_in_flight block 2:0.1.31 3:0.0.0 s[63] x64\n"},
{"two batches, one awaited", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit()\n"
 "__pipeline_memcpy_async(s, 64 + t, g, t, 4) __pipeline_commit() __pipeline_wait_prior(1)\n"
 "local v = s[t] v = s[64 + t] end",
 "copy_in_flight warp 3:0.0.0 4:0.0.0 s[64] x64\n"},
{"wait without a commit", NULL, COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_wait_prior(0)\n"
 "local v = s[t] end",
 "copy_in_flight warp 2:0.0.0 3:0.0.0 s[0] x64\n"},
{"copy into a tile that others still read", NULL, COPY
 "s[t] = t __syncthreads() local v = s[63 - t]\n"
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() __pipeline_wait_prior(0) end",
 "write_after_read block 2:0.1.0 3:0.0.31 s[31] x64\n"},
