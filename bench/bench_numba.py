"""The transpose through shared memory under Numba's CUDA simulator and under warplens:
warp requests a second. Arguments: warplens, patterns/transpose.lua. Skipped where
python3-numba is not installed. The simulator runs a small matrix, as it is slow."""
import os
import subprocess
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
try:
    import numpy
    from numba import cuda, float32
except ImportError:
    print("python3-numba is not installed")
    sys.exit(77)

T, ROWS, WARP = 32, 8, 32


@cuda.jit
def transpose(output, matrix):
    tile = cuda.shared.array((T, T), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.blockIdx.x * T + tx, cuda.blockIdx.y * T + ty
    for j in range(0, T, ROWS):
        tile[ty + j, tx] = matrix[y + j, x]
    cuda.syncthreads()
    x, y = cuda.blockIdx.y * T + tx, cuda.blockIdx.x * T + ty
    for j in range(0, T, ROWS):
        output[y + j, x] = tile[tx, ty + j]


def requests(n):
    return 4 * n * n // WARP  # two loads and two stores for every element


def simulated(n):
    matrix = numpy.arange(n * n, dtype=numpy.float32).reshape(n, n)
    output = numpy.zeros_like(matrix)
    begin = time.perf_counter()
    transpose[(n // T, n // T), (T, ROWS)](output, matrix)
    took = time.perf_counter() - begin
    assert (output == matrix.T).all()
    return requests(n) / took


def seen(warplens, script, n):
    command = [warplens, "report", script, f"n={n}"]
    best = None
    for _ in range(3):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        took = time.perf_counter() - begin
        best = took if best is None else min(best, took)
    return requests(n) / best


slow, fast = simulated(128), seen(sys.argv[1], sys.argv[2], 1024)
print(f"Numba's simulator  {slow:12,.0f} warp requests a second")
print(f"warplens           {fast:12,.0f}, start and report included")
print(f"ratio              {fast / slow:12,.0f}")
