// The last block again: float4 loads, warp sums, a counter that wraps, and arg max with 64-bit atomics.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__device__ unsigned int blocksDone;
__device__ unsigned long long bestPair;
__device__ bool isLastBlock() {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&blocksDone, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  return last;
}
__device__ float warpSum(float v) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}
__device__ float blockSum(float v) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = warpSum(v);
  if (lane == 0) s[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? s[lane] : 0;
  if (warp == 0) v = warpSum(v);
  return v;
}
__global__ void mean(const float4 *in, float *partial, float *out, int n4) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    s += v.x + v.y + v.z + v.w;
  }
  s = blockSum(s);
  if (threadIdx.x == 0) partial[blockIdx.x] = s;
  if (isLastBlock()) {
    s = threadIdx.x < gridDim.x ? ((volatile float *)partial)[threadIdx.x] : 0;
    __syncthreads();
    s = blockSum(s);
    if (threadIdx.x == 0) *out = s / (4 * n4);
  }
}
__global__ void argMax(const int *in, unsigned long long *out, int n) {
  unsigned long long best = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned long long p = (unsigned long long)in[i] << 32 | (unsigned)(n - i);
    best = p > best ? p : best;
  }
  for (int d = 16; d > 0; d >>= 1) {
    unsigned long long o = __shfl_xor_sync(0xffffffff, best, d);
    best = o > best ? o : best;
  }
  if (threadIdx.x % 32 == 0) atomicMax(&bestPair, best);
  if (isLastBlock() && threadIdx.x == 0) *out = atomicExch(&bestPair, 0ull);
}
int main() {
  const int n = 1 << 15;
  std::vector<float> f(n);
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) f[i] = (float)(i % 16), v[i] = i * 17 % 30011;
  float *in, *part, *out, m;
  int *iin;
  unsigned long long *pair, p;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&part, 1024);
  cudaMalloc(&out, 4);
  cudaMalloc(&iin, n * 4);
  cudaMalloc(&pair, 8);
  cudaMemcpy(in, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(iin, v.data(), n * 4, cudaMemcpyHostToDevice);
  mean<<<40, 128>>>((float4 *)in, part, out, n / 4);
  cudaMemcpy(&m, out, 4, cudaMemcpyDeviceToHost);
  printf("mean %.3f\n", m);
  argMax<<<32, 256>>>(iin, pair, n);
  cudaMemcpy(&p, pair, 8, cudaMemcpyDeviceToHost);
  printf("max %d at %d\n", (int)(p >> 32), n - (int)(unsigned)p);
}
