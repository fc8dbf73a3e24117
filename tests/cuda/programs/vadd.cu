// The least: arrays, a launch, a result.
// run:
// prints: 3 3
// 1 vadd global.load.requests 64 global.load.sectors 250 global.store.requests 32 global.store.sectors 125
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void vadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  int n = 1000;
  std::vector<float> x(n, 1.0f), y(n, 2.0f), z(n);
  float *a, *b, *c;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4);
  cudaMemcpy(a, x.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, y.data(), n * 4, cudaMemcpyHostToDevice);
  vadd<<<(n + 255) / 256, 256>>>(a, b, c, n);
  cudaMemcpy(z.data(), c, n * 4, cudaMemcpyDeviceToHost);
  printf("%g %g\n", z[0], z[n - 1]);
}
