// Filters: coalesced groups that add once for all their threads, ballots, and places in a block.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
__device__ int atomicAggInc(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, (int)active.size());
  return active.shfl(first, 0) + active.thread_rank();
}
__global__ void filter(int *dst, int *count, const int *src, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && src[i] > 500) dst[atomicAggInc(count)] = src[i];
}
__global__ void ballotCount(const int *src, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = i >> 5;
  bool keep = i < n && src[i] % 3 == 0;
  unsigned mask = __ballot_sync(0xffffffff, keep);
  if (lane == 0) counts[warp] = __popc(mask);
}
__global__ void scatter(const int *src, const int *offsets, int *dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = i >> 5;
  int v = i < n ? src[i] : 1;
  bool keep = v % 3 == 0;
  unsigned mask = __ballot_sync(0xffffffff, keep);
  if (keep) dst[offsets[warp] + __popc(mask & ((1u << lane) - 1))] = v;
}
__global__ void tilesOf4(const int *src, int *out) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = src[i];
  int all = tile.all(v > 100), any = tile.any(v > 900);
  unsigned b = tile.ballot(v & 1);
  v += tile.shfl_xor(v, 1) + tile.shfl(v, 3) * all + tile.shfl_up(v, 1) * any;
  if (tile.thread_rank() == b % 4) out[i / 4] = v;
}
int main() {
  const int n = 8000, warps = (n + 31) / 32;
  std::vector<int> h(n), c(warps), o(warps);
  for (int i = 0; i < n; i++) h[i] = i * 613 % 1009;
  int *src, *dst, *count, *counts, *offsets;
  cudaMalloc(&src, n * 4);
  cudaMalloc(&dst, n * 4);
  cudaMalloc(&count, 4);
  cudaMalloc(&counts, 1024 * 4);
  cudaMalloc(&offsets, 1024 * 4);
  cudaMemcpy(src, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, 4);
  filter<<<(n + 255) / 256, 256>>>(dst, count, src, n);
  int kept;
  cudaMemcpy(&kept, count, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(h.data(), dst, kept * 4, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < kept; i++) sum += h[i];
  printf("filter %d %ld\n", kept, sum);
  ballotCount<<<(n + 127) / 128, 128>>>(src, counts, n);
  cudaMemcpy(c.data(), counts, warps * 4, cudaMemcpyDeviceToHost);
  for (int w = 1; w < warps; w++) o[w] = o[w - 1] + c[w - 1];
  cudaMemcpy(offsets, o.data(), warps * 4, cudaMemcpyHostToDevice);
  scatter<<<(n + 127) / 128, 128>>>(src, offsets, dst, n);
  cudaMemcpy(h.data(), dst, n * 4, cudaMemcpyDeviceToHost);
  printf("scatter %d %d %d\n", o[warps - 1] + c[warps - 1], h[0], h[o[warps - 1] + c[warps - 1] - 1]);
  tilesOf4<<<n / 200, 160>>>(src, dst);
  cudaMemcpy(h.data(), dst, n * 4, cudaMemcpyDeviceToHost);
  for (int i = sum = 0; i < n / 5; i++) sum += h[i] % 7;
  printf("tiles %ld\n", sum);
}
