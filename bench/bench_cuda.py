#!/usr/bin/env python3
"""CUDA files beside their goals: from a file of 200 lines with <vector> to its report, and warp
requests a second and core. Processor time is measured, which other programs disturb little.

  bench_cuda.py WARPLENS
"""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

KERNEL = '''
__global__ void sum{0}(const float *a, const float *b, float *c, int n) {{
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? a[i] * b[i] : {0};
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {{
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }}
  if (t == 0) c[blockIdx.x] = s[0];
}}
'''
MAIN = '''
int main() {
  const int n = 1 << 12;
  std::vector<float> h(n, 1);
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
'''
MATRIX = '''
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
'''


def seconds(warplens, file, *arguments):
    """Processor time of the whole run, the best of three."""
    best = float('inf')
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([warplens, 'report', file, *arguments], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


if not any(shutil.which(f'clang++{v}') for v in ('', '-19', '-18', '-17', '-16', '-15', '-14')):
    print('skipped: no clang')
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    warplens = os.path.abspath(sys.argv[1])
    lines, matrix = folder + '/lines.cu', folder + '/matrix.cu'
    with open(lines, 'w', encoding='utf-8') as f:
        f.write('#include <vector>\n' + ''.join(KERNEL.format(k) for k in range(13)) + MAIN)
        f.writelines(f'  sum{k}<<<n / 256, 256>>>(a, b, c, n);\n' for k in range(13))
        f.write('}\n')
    with open(matrix, 'w', encoding='utf-8') as f:
        f.write(MATRIX)
    report = seconds(warplens, lines)
    small, large = (seconds(warplens, matrix, f'n={n}') for n in (32, 256))
    requests = 256 * 256 * 256 / 32 * 2
    rate = requests / (large - small) / 1e6
    print(f'a report of 200 lines with <vector>: {report:.2f} s, {report / 0.5:.2f} of the goal')
    print(f'million warp requests a second and core: {rate:.2f}, {rate / 0.5:.2f} of the goal')
