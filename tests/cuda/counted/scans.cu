// Prefix sums: by shuffles in a warp, in shared memory in a block, and of a whole array in three launches.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define FULL 0xffffffffu
template <typename T> __device__ T warpScan(T v) {
  int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    T other = __shfl_up_sync(FULL, v, d);
    if (lane >= d) v += other;
  }
  return v;
}
template <typename T, int kWarps> __device__ T blockScan(T v, T *total) {
  __shared__ T sums[kWarps];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  T s = warpScan(v);
  if (lane == 31) sums[warp] = s;
  __syncthreads();
  if (warp == 0) {
    T w = lane < kWarps ? sums[lane] : T(0);
    w = warpScan(w);
    if (lane < kWarps) sums[lane] = w;
  }
  __syncthreads();
  if (warp > 0) s += sums[warp - 1];
  *total = sums[kWarps - 1];
  return s;
}
__global__ void scanBlocks(const int *in, int *out, int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, total;
  int v = i < n ? in[i] : 0;
  v = blockScan<int, 8>(v, &total);
  if (i < n) out[i] = v;
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
__global__ void addOffsets(int *out, const int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}
// Blelloch's scan with padding against bank conflicts.
#define CONFLICT_FREE(n) ((n) + ((n) >> 5))
__global__ void blelloch(const int *in, int *out, int n) {
  extern __shared__ int temp[];
  int t = threadIdx.x, offset = 1;
  temp[CONFLICT_FREE(t)] = in[t];
  temp[CONFLICT_FREE(t + n / 2)] = in[t + n / 2];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
      temp[CONFLICT_FREE(bi)] += temp[CONFLICT_FREE(ai)];
    }
    offset *= 2;
  }
  if (t == 0) temp[CONFLICT_FREE(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = CONFLICT_FREE(offset * (2 * t + 1) - 1), bi = CONFLICT_FREE(offset * (2 * t + 2) - 1);
      int s = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += s;
    }
  }
  __syncthreads();
  out[t] = temp[CONFLICT_FREE(t)];
  out[t + n / 2] = temp[CONFLICT_FREE(t + n / 2)];
}
__global__ void hillisSteele(const float *in, float *out, int n) {
  extern __shared__ float buf[];
  int t = threadIdx.x, from = 0, to = 1;
  buf[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int d = 1; d < n; d <<= 1) {
    from = 1 - from;
    to = 1 - to;
    if (t >= d) buf[to * n + t] = buf[from * n + t] + buf[from * n + t - d];
    else buf[to * n + t] = buf[from * n + t];
    __syncthreads();
  }
  out[t] = buf[to * n + t];
}
int main() {
  const int n = 10000, blocks = (n + 255) / 256;
  std::vector<int> h(n);
  std::vector<float> f(512);
  for (int i = 0; i < n; i++) h[i] = i % 5 + 1;
  for (int i = 0; i < 512; i++) f[i] = (float)(i % 3);
  int *in, *out, *sums, *top;
  float *fin, *fout;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&sums, 256 * 4);
  cudaMalloc(&top, 4);
  cudaMalloc(&fin, 512 * 4);
  cudaMalloc(&fout, 512 * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(fin, f.data(), 512 * 4, cudaMemcpyHostToDevice);
  scanBlocks<<<blocks, 256>>>(in, out, sums, n);
  scanBlocks<<<1, 256>>>(sums, sums, top, blocks);
  addOffsets<<<blocks, 256>>>(out, sums, n);
  cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
  printf("scan %d %d %d\n", h[0], h[5000], h[n - 1]);
  blelloch<<<1, 256, CONFLICT_FREE(512) * sizeof(int)>>>(in, out, 512);
  cudaMemcpy(h.data(), out, 512 * 4, cudaMemcpyDeviceToHost);
  printf("blelloch %d %d %d\n", h[0], h[1], h[511]);
  hillisSteele<<<1, 512, 2 * 512 * sizeof(float)>>>(fin, fout, 512);
  cudaMemcpy(f.data(), fout, 512 * 4, cudaMemcpyDeviceToHost);
  printf("hillis %.0f %.0f\n", f[1], f[511]);
}
