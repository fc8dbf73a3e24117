// Floating point that is no whole number of its type, as an H100 converts it.
// run:
// prints: 0: 1 1 1 1 1 1 | 1 1 1
// prints: 1: -3 0 -3 0 -3 -3 | -3 0 0
// prints: 2: 2147483647 3000000000 3000000000 0 -1 -1 | 2147483647 3000000000 0
// prints: 3: 2147483647 4294967295 9223372036854775807 255 -1 -1 | 2147483647 4294967295 255
// prints: 4: -2147483648 0 -9223372036854775808 0 0 0 | -2147483648 0 0
// prints: 5: 300 300 300 44 300 44 | 300 300 44
// prints: 6: 70000 70000 70000 112 4464 112 | 70000 70000 112
// prints: 7: 0 0 -9223372036854775808 0 0 0 | -2147483648 2147483648 0
#include <cstdio>
__global__ void k(const float *f, const double *d) {
  int i = threadIdx.x;
  printf("%d: %d %u %lld %d %d %d | %d %u %d\n", i, (int)f[i], (unsigned)f[i], (long long)f[i],
         (int)(unsigned char)f[i], (int)(short)f[i], (int)(signed char)f[i], (int)d[i],
         (unsigned)d[i], (int)(unsigned char)d[i]);
}
int main() {
  float h[8] = {1.5f, -3.7f, 3e9f, 1e20f, -1e20f, 300.f, 70000.f, NAN}, *f;
  double g[8], *d;
  for (int i = 0; i < 8; i++) g[i] = h[i];
  cudaMalloc(&f, 64);
  cudaMalloc(&d, 64);
  cudaMemcpy(f, h, 32, cudaMemcpyHostToDevice);
  cudaMemcpy(d, g, 64, cudaMemcpyHostToDevice);
  k<<<1, 8>>>(f, d);
  cudaDeviceSynchronize();
}
