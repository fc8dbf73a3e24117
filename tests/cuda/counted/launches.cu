// Many launches: a bitonic sort, and Jacobi's method with two arrays that are swapped.
#include <cstdio>
#include <utility>
#include <vector>
#include <cuda_runtime.h>
__global__ void bitonicStep(unsigned *v, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
  if (ixj > i) {
    if ((i & k) == 0) {
      if (v[i] > v[ixj]) { unsigned t = v[i]; v[i] = v[ixj]; v[ixj] = t; }
    } else {
      if (v[i] < v[ixj]) { unsigned t = v[i]; v[i] = v[ixj]; v[ixj] = t; }
    }
  }
}
__global__ void bitonicShared(unsigned *v, int n) {
  __shared__ unsigned s[512];
  unsigned t = threadIdx.x, base = blockIdx.x * 512;
  s[t] = v[base + t];
  s[t + 256] = v[base + t + 256];
  for (unsigned size = 2; size <= 512; size <<= 1) {
    unsigned dir = (t & (size / 2)) != 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * t - (t & (stride - 1));
      unsigned a = s[pos], b = s[pos + stride];
      if ((a > b) != dir) { s[pos] = b; s[pos + stride] = a; }
    }
  }
  __syncthreads();
  v[base + t] = s[t];
  v[base + t + 256] = s[t + 256];
}
__global__ void jacobi(const float *a, float *b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < n - 1 && y < n - 1)
    b[y * n + x] = 0.25f * (a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
}
int main() {
  const int n = 4096, m = 130;
  std::vector<unsigned> h(n);
  unsigned *v, x = 12345;
  for (auto &e : h) x = x * 1664525u + 1013904223u, e = x >> 8;
  cudaMalloc(&v, n * 4);
  cudaMemcpy(v, h.data(), n * 4, cudaMemcpyHostToDevice);
  for (int k = 2; k <= 8; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) bitonicStep<<<n / 256, 256>>>(v, j, k);
  bitonicShared<<<n / 512, 256>>>(v, n);
  cudaMemcpy(h.data(), v, n * 4, cudaMemcpyDeviceToHost);
  printf("%u %u %u\n", h[0], h[511], h[4095]);
  std::vector<float> g(m * m);
  for (int i = 0; i < m; i++) g[i] = 64;
  float *a, *b;
  cudaMalloc(&a, m * m * 4);
  cudaMalloc(&b, m * m * 4);
  cudaMemcpy(a, g.data(), m * m * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, g.data(), m * m * 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; i++) {
    jacobi<<<dim3(4, 16), dim3(32, 8)>>>(a, b, m);
    std::swap(a, b);
  }
  cudaMemcpy(g.data(), a, m * m * 4, cudaMemcpyDeviceToHost);
  printf("%.6f %.6f %.6f\n", g[m + 1], g[m + 64], g[4 * m + 64]);
}
