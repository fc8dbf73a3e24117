// Groups in groups: tiles of tiles, scans of tiles, matches, ranks, synchronization of all kinds.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
__global__ void nested(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  int i = blockIdx.x * block.num_threads() + block.thread_rank();
  int v = in[i];
  int q = cg::reduce(quad, v, cg::plus<int>());
  int w = cg::reduce(warp, v, cg::less<int>());
  if (quad.thread_rank() == 0) out[i / 4] = q * 10 + w + quad.meta_group_rank() + quad.meta_group_size();
}
__global__ void scans(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  out[i] = cg::inclusive_scan(tile, v) * 2 - cg::exclusive_scan(tile, v);
}
template <unsigned kSize> __global__ void shared(const float *in, float *out) {
  __shared__ float buf[256];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<kSize> tile = cg::tiled_partition<kSize>(block);
  float *mine = buf + block.thread_rank() / kSize * kSize;
  mine[tile.thread_rank()] = in[block.group_index().x * block.size() + block.thread_index().x];
  cg::sync(tile);
  float s = 0;
  for (unsigned k = 0; k < 4; k++) s += mine[(tile.thread_rank() * 3 + k * 5) % tile.size()];
  cg::sync(block);
  out[block.group_index().x * block.size() + block.thread_rank()] = s;
}
__global__ void matches(const int *keys, int *count, int n) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = keys[i] % 8;
  unsigned same = warp.match_any(k);
  if (__ffs(same) - 1 == (int)warp.thread_rank()) atomicAdd(&count[k], __popc(same));
}
__global__ void odd(const int *in, int *out, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  if (v % 2) {
    cg::coalesced_group g = cg::coalesced_threads();
    int s = cg::reduce(g, v, cg::plus<int>());
    if (g.thread_rank() == 0) atomicAdd(sum, s);
    out[i] = g.shfl(v, g.size() - 1) + (int)g.num_threads();
  }
}
int main() {
  const int n = 2048;
  std::vector<int> h(n);
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) h[i] = i * 31 % 257, f[i] = (float)(i % 40);
  int *in, *out, *count;
  float *fin, *fout;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&count, 64);
  cudaMalloc(&fin, n * 4);
  cudaMalloc(&fout, n * 4);
  cudaMemset(count, 0, 64);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(fin, f.data(), n * 4, cudaMemcpyHostToDevice);
  nested<<<n / 128, 128>>>(in, out);
  cudaMemcpy(h.data(), out, n, cudaMemcpyDeviceToHost);
  printf("nested %d %d\n", h[1], h[n / 4 - 1]);
  scans<<<n / 64, 64>>>(in, out);
  cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
  printf("scans %d %d\n", h[15], h[n - 1]);
  shared<8><<<n / 256, 256>>>(fin, fout);
  shared<32><<<n / 256, 256>>>(fin, fout);
  cudaMemcpy(f.data(), fout, n * 4, cudaMemcpyDeviceToHost);
  printf("shared %.0f %.0f\n", f[3], f[n - 1]);
  matches<<<n / 256, 256>>>(in, count, n);
  odd<<<n / 128, 128>>>(in, out, count + 8);
  cudaMemcpy(h.data(), count, 36, cudaMemcpyDeviceToHost);
  printf("matches %d %d, odd %d\n", h[0], h[7], h[8]);
}
