// Indices beyond arrays, races, a barrier that not all reach.
// run: args=0
// fails: 14: s[32] is written, and s has 32 elements
// run: args=1
// fails: 15: x[32] is written, and x has 32 elements
// run: args=2
// hazard: read_after_write 20
// run: args=3
// hazard: divergent_barrier 0
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void beyond(float *x, int by, int to) {
  __shared__ float s[32];
  s[threadIdx.x + by] = 1;
  x[threadIdx.x + to] = s[threadIdx.x];
}
__global__ void race(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void some(float *x) {
  if (threadIdx.x < 32) {
    x[threadIdx.x] = 1;
    __syncthreads();
  }
}
int main(int argc, char **argv) {
  int way = atoi(argv[1]);
  float *x;
  cudaMalloc(&x, way < 2 ? 128 : 256);
  cudaMemset(x, 0, 128);
  if (way < 2) beyond<<<1, 32>>>(x, way == 0, way == 1);
  if (way == 2) race<<<1, 64>>>(x);
  if (way == 3) some<<<1, 64>>>(x);
}
