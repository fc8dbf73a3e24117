// Cooperative groups, half, copies, a lock that each lane takes, lanes that keep step.
// run:
// prints: 14 238
// prints: 128
// prints: 2016
// prints: 4
// 1 k global.load.requests 2 global.load.bytes_asked 128 global.store.requests 2
// 2 copy shared.load.requests 4 global.store.requests 4
// 4 vol shared.load.requests 13 shared.store.requests 8
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <iostream>
namespace cg = cooperative_groups;
__global__ void k(const half *in, float *out) {
  cg::thread_block b = cg::this_thread_block();
  auto t = cg::tiled_partition<8>(b);
  float v = __half2float(in[b.thread_rank()]);
  v = cg::reduce(t, v, cg::plus<float>());
  if (t.thread_rank() == 0) out[b.thread_rank() / 8] = v;
}
__global__ void copy(const float4 *in, float4 *out) {
  __shared__ float4 s[2][64];
  for (int i = 0; i < 2; i++) { __pipeline_memcpy_async(&s[i][threadIdx.x], &in[i * 64 + threadIdx.x], 16); __pipeline_commit(); }
  for (int i = 0; i < 2; i++) { __pipeline_wait_prior(1 - i); __syncthreads(); out[i * 64 + threadIdx.x] = s[i][63 - threadIdx.x]; }
}
__global__ void lock(int *l, int *c) {
  bool done = false;
  while (!done) if (atomicCAS(l, 0, 1) == 0) { *(volatile int *)c += 1; __threadfence(); atomicExch(l, 0); done = true; }
}
__global__ void vol(float *o) {
  __shared__ volatile float s[64];
  int t = threadIdx.x; s[t] = t; __syncthreads();
  if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; }
  if (t == 0) *o = s[0];
}
int main() {
  half *h; float *o; cudaMalloc(&h, 512); cudaMallocManaged(&o, 4096); int *l; cudaMalloc(&l, 8); cudaMemset(l, 0, 8);
  half hh[64]; for (int i = 0; i < 64; i++) hh[i] = __float2half(i * 0.5f);
  cudaMemcpy(h, hh, sizeof hh, cudaMemcpyHostToDevice);
  k<<<1, 64, 0, NULL>>>(h, o); cudaDeviceSynchronize(); std::cout << o[0] << " " << o[7] << std::endl;
  copy<<<1, 64>>>((float4 *)o, (float4 *)o + 128);
  lock<<<2, 64>>>(l, l + 1); int r[2]; cudaMemcpy(r, l, 8, cudaMemcpyDeviceToHost); std::cout << r[1] << "\n";
  vol<<<1, 64>>>(o); cudaDeviceSynchronize(); std::cout << o[0] << "\n";
  auto add = [=] __device__ (int a) { return a + 1; }; std::cout << add(3) << "\n";
}
