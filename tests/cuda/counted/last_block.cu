// Sums in one launch: the last block to finish adds what all blocks have left.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define THREADS 128
__device__ unsigned int retirementCount = 0;

__device__ float blockSum(float v, float *cache) {
  int t = threadIdx.x;
  cache[t] = v;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) cache[t] += cache[t + s];
    __syncthreads();
  }
  return cache[0];
}
__global__ void sumSinglePass(const float *in, volatile float *partial, float *out, unsigned n) {
  __shared__ float cache[THREADS];
  __shared__ bool amLast;
  float v = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  float s = blockSum(v, cache);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s;
    __threadfence();
    unsigned ticket = atomicInc(&retirementCount, gridDim.x);
    amLast = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (amLast) {
    v = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) v += partial[i];
    __syncthreads();
    s = blockSum(v, cache);
    if (threadIdx.x == 0) {
      *out = s;
      retirementCount = 0;
    }
  }
}
__device__ unsigned int done;
__global__ void maxSinglePass(const int *in, int *partial, int *out, int n) {
  __shared__ int best;
  __shared__ unsigned ticket;
  if (threadIdx.x == 0) best = -1;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? in[i] : -1;
  for (int d = 16; d > 0; d >>= 1) v = max(v, __shfl_xor_sync(~0u, v, d));
  if ((threadIdx.x & 31) == 0) atomicMax(&best, v);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = best;
    __threadfence();
    ticket = atomicInc(&done, gridDim.x - 1);
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x < 32) {
    v = -1;
    for (int b = threadIdx.x; b < gridDim.x; b += 32) v = max(v, partial[b]);
    for (int d = 16; d > 0; d >>= 1) v = max(v, __shfl_down_sync(~0u, v, d));
    if (threadIdx.x == 0) *out = v;
  }
}
int main() {
  const int n = 40000, blocks = 48;
  std::vector<float> f(n);
  std::vector<int> h(n);
  for (int i = 0; i < n; i++) f[i] = (float)(i % 9), h[i] = (int)(i * 7919LL % 65537);
  float *in, *part, *out, r;
  int *iin, *ipart, *iout, m;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&part, 512 * 4);
  cudaMalloc(&out, 4);
  cudaMalloc(&iin, n * 4);
  cudaMalloc(&ipart, 512 * 4);
  cudaMalloc(&iout, 4);
  cudaMemcpy(in, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(iin, h.data(), n * 4, cudaMemcpyHostToDevice);
  for (int round = 0; round < 2; round++) {
    sumSinglePass<<<blocks + round * 100, THREADS>>>(in, part, out, n);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("sum %.1f\n", r);
  }
  maxSinglePass<<<(n + 255) / 256, 256>>>(iin, ipart, iout, n);
  cudaMemcpy(&m, iout, 4, cudaMemcpyDeviceToHost);
  printf("max %d\n", m);
}
