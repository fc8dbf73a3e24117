// Counts by a hash of 64-bit keys: atomics on addresses that a mixing function scatters.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__device__ __forceinline__ uint32_t murmur(uint64_t k) {
  k ^= k >> 33;
  k *= 0xff51afd7ed558ccdULL;
  k ^= k >> 33;
  k *= 0xc4ceb9fe1a85ec53ULL;
  k ^= k >> 33;
  return (uint32_t)k;
}
__device__ unsigned int total;
__global__ void count(const uint64_t *keys, unsigned *table, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&table[murmur(keys[i]) & mask], 1u);
}
__global__ void countLinear(const uint64_t *keys, unsigned *table, int buckets, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned old = atomicAdd(&table[murmur(keys[i]) % buckets], 2u);
    if (old == 0) atomicAdd(&total, 1u);
  }
}
__global__ void biggest(const unsigned *table, unsigned *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(best, table[i]);
}
int main() {
  const int n = 20000, slots = 4096;
  std::vector<uint64_t> keys(n);
  for (int i = 0; i < n; i++) keys[i] = (uint64_t)i * 6364136223846793005ull + 1442695040888963407ull;
  uint64_t *k;
  unsigned *t, *best, h[2];
  cudaMalloc(&k, n * sizeof *k);
  cudaMalloc(&t, slots * sizeof *t);
  cudaMalloc(&best, 8);
  cudaMemcpy(k, keys.data(), n * sizeof *k, cudaMemcpyHostToDevice);
  cudaMemset(t, 0, slots * sizeof *t);
  cudaMemset(best, 0, 8);
  count<<<(n + 255) / 256, 256>>>(k, t, slots - 1, n);
  biggest<<<slots / 256, 256>>>(t, best, slots);
  cudaMemset(t, 0, slots * sizeof *t);
  countLinear<<<20, 128>>>(k, t, 3001, n);
  biggest<<<slots / 256, 256>>>(t, best + 1, slots);
  cudaMemcpy(h, best, 8, cudaMemcpyDeviceToHost);
  unsigned used;
  cudaMemcpyFromSymbol(&used, total, sizeof used);
  printf("most %u and %u, buckets %u\n", h[0], h[1], used);
}
