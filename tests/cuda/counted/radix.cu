// A radix sort, four bits a pass: counts in shared memory, a scan, and places for stable order.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define THREADS 128
#define RADIX 16
__global__ void countDigits(const unsigned *keys, int *counts, int n, int shift) {
  __shared__ int local[RADIX];
  if (threadIdx.x < RADIX) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) atomicAdd(&local[(keys[i] >> shift) & (RADIX - 1)], 1);
  __syncthreads();
  if (threadIdx.x < RADIX) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}
__global__ void scanCounts(int *counts, int n) {
  __shared__ int s[1024];
  int carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x, v = i < n ? counts[i] : 0;
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d <<= 1) {
      int add = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
      __syncthreads();
      s[threadIdx.x] += add;
      __syncthreads();
    }
    if (i < n) counts[i] = carry + s[threadIdx.x] - v;
    carry += s[blockDim.x - 1];
    __syncthreads();
  }
}
__global__ void scatter(const unsigned *keys, unsigned *out, const int *counts, int n, int shift) {
  __shared__ unsigned short before[THREADS / 32][RADIX];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, i = blockIdx.x * THREADS + t;
  unsigned key = i < n ? keys[i] : 0xffffffffu;
  int digit = (key >> shift) & (RADIX - 1);
  if (lane < RADIX) before[warp][lane] = 0;
  __syncwarp();
  unsigned same = __match_any_sync(0xffffffffu, digit);
  int rank = __popc(same & ((1u << lane) - 1));
  if (rank == 0) before[warp][digit] = (unsigned short)__popc(same);
  __syncthreads();
  if (t < RADIX) {
    int sum = 0;
    for (int w = 0; w < THREADS / 32; w++) {
      int c = before[w][t];
      before[w][t] = (unsigned short)sum;
      sum += c;
    }
  }
  __syncthreads();
  if (i < n) out[counts[digit * gridDim.x + blockIdx.x] + before[warp][digit] + rank] = key;
}
int main() {
  const int n = 6000, blocks = (n + THREADS - 1) / THREADS;
  std::vector<unsigned> h(n);
  unsigned x = 1, *a, *b;
  int *counts;
  for (auto &e : h) x = x * 1664525u + 1013904223u, e = x >> 20;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  cudaMalloc(&counts, RADIX * blocks * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  for (int shift = 0; shift < 12; shift += 4) {
    countDigits<<<blocks, THREADS>>>(a, counts, n, shift);
    scanCounts<<<1, 512>>>(counts, RADIX * blocks);
    scatter<<<blocks, THREADS>>>(a, b, counts, n, shift);
    unsigned *t = a;
    a = b;
    b = t;
  }
  cudaMemcpy(h.data(), a, n * 4, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 1; i < n; i++) wrong += h[i - 1] > h[i];
  printf("%d wrong, %u %u %u\n", wrong, h[0], h[n / 2], h[n - 1]);
}
