// Cooperative groups: a block in tiles, sums of tiles, and one value for each block.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

template <int tileSize>
__device__ int tileSum(cg::thread_block_tile<tileSize> tile, int v) {
  for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  return v;
}
__global__ void blockSum(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ int partial[32];
  int v = 0;
  for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) v += in[i];
  v = tileSum<32>(warp, v);
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = v;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    v = block.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
    v = cg::reduce(warp, v, cg::plus<int>());
    if (warp.thread_rank() == 0) out[blockIdx.x] = v;
  }
}
__global__ void rowsOf16(const float *in, float *out, int cols) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int row = blockIdx.x * (block.size() / 16) + block.thread_rank() / 16;
  float s = 0, m = -1e30f;
  for (int c = tile.thread_rank(); c < cols; c += tile.size()) {
    float v = in[row * cols + c];
    s += v;
    m = fmaxf(m, v);
  }
  s = cg::reduce(tile, s, cg::plus<float>());
  m = cg::reduce(tile, m, cg::greater<float>());
  if (tile.thread_rank() == 0) out[row] = s + m * 1000;
}
__device__ int sumGroup(cg::thread_group g, int *x, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    x[lane] = val;
    g.sync();
    if (lane < i) val += x[lane + i];
    g.sync();
  }
  return val;
}
__global__ void genericSum(const int *in, int *out) {
  extern __shared__ int temp[];
  cg::thread_block block = cg::this_thread_block();
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  int s = sumGroup(block, temp, v);
  if (block.thread_rank() == 0) atomicAdd(out, s);
}
int main() {
  const int n = 16384;
  std::vector<int> h(n);
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) h[i] = i % 101 - 20, f[i] = (float)(i * 3 % 64);
  int *in, *out;
  float *fin, *fout;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, 64 * 4);
  cudaMalloc(&fin, n * 4);
  cudaMalloc(&fout, n * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(fin, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 64 * 4);
  blockSum<<<12, 192>>>(in, out, n);
  blockSum<<<1, 32>>>(out, out + 12, 12);
  cudaMemcpy(h.data(), out, 13 * 4, cudaMemcpyDeviceToHost);
  printf("block %d %d\n", h[0], h[12]);
  rowsOf16<<<32, 128>>>(fin, fout, 64);
  cudaMemcpy(f.data(), fout, 256 * 4, cudaMemcpyDeviceToHost);
  printf("rows %.0f %.0f\n", f[0], f[255]);
  genericSum<<<n / 256, 256, 256 * sizeof(int)>>>(in, out + 20);
  cudaMemcpy(h.data(), out + 20, 4, cudaMemcpyDeviceToHost);
  printf("generic %d\n", h[0]);
}
