-- Array memory whose hazards take more than --memory grants in the process that looks for them.
a = global("a", char, 2^28)
grid(64) block(1024)
function kernel()
  for i = 0, 3 do
    a[(threadIdx.x * 4096 + i * 65536 + blockIdx.x * 4194304) % 268435456] = 1
  end
end
