// Float operations, as the compiler leaves them.
// run:
// 1 add flops 2048
// 2 whole flops 0
// 3 more flops 384
#include <cstdio>

__global__ void add(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; k++)
    if (i < n) a[i] = a[i] * a[i + n] + 1.5f;
}

__global__ void whole(int *a) { a[threadIdx.x] = a[threadIdx.x] * 3 + 1; }

__global__ void more(float *a, double *d) {
  int i = threadIdx.x;
  a[i] = sqrtf(a[i]) / a[i + 64];
  d[i] = fma(d[i], d[i + 64], 2.0) - a[i + 128];
  if (i < 32) a[i + 64] = fabsf(a[i + 192]) * 2.0f;
}

int main() {
  float *a;
  double *d;
  cudaMalloc(&a, 4096);
  cudaMalloc(&d, 4096);
  cudaMemset(a, 0, 4096);
  cudaMemset(d, 0, 4096);
  add<<<4, 64>>>(a, 256);
  whole<<<1, 64>>>((int *)a);
  more<<<1, 64>>>(a, d);
  return 0;
}
