// Histograms: in global memory, in shared memory, one for each warp, and of packed bytes.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define BINS 64
__global__ void histGlobal(const unsigned char *in, unsigned *bins, int n) {
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&bins[in[i] >> 2], 1u);
}
__global__ void histShared(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0;
  __syncthreads();
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&local[in[i] >> 2], 1u);
  __syncthreads();
  if (threadIdx.x < BINS && local[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
template <int kWarps> __global__ void histWarps(const uchar4 *in, unsigned *partial, int n) {
  __shared__ unsigned h[kWarps][BINS];
  for (int i = threadIdx.x; i < kWarps * BINS; i += blockDim.x) ((unsigned *)h)[i] = 0;
  __syncthreads();
  unsigned *mine = h[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uchar4 v = in[i];
    atomicAdd(mine + (v.x >> 2), 1u);
    atomicAdd(mine + (v.y >> 2), 1u);
    atomicAdd(mine + (v.z >> 2), 1u);
    atomicAdd(mine + (v.w >> 2), 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < kWarps; w++) sum += h[w][b];
    partial[blockIdx.x * BINS + b] = sum;
  }
}
__global__ void merge(const unsigned *partial, unsigned *bins, int blocks) {
  unsigned sum = 0;
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) sum += partial[blockIdx.x + i * BINS];
  __shared__ unsigned data[64];
  data[threadIdx.x] = sum;
  for (unsigned s = 32; s > 0; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) data[threadIdx.x] += data[threadIdx.x + s];
  }
  if (threadIdx.x == 0) bins[blockIdx.x] = data[0];
}
int main() {
  const int n = 32768;
  std::vector<unsigned char> h(n);
  unsigned x = 7;
  for (auto &e : h) x = x * 1103515245u + 12345u, e = (unsigned char)((x >> 16) & (x >> 20));
  unsigned char *in;
  unsigned *bins, *partial, r[BINS];
  cudaMalloc(&in, n);
  cudaMalloc(&bins, BINS * 4);
  cudaMalloc(&partial, 64 * BINS * 4);
  cudaMemcpy(in, h.data(), n, cudaMemcpyHostToDevice);
  for (int way = 0; way < 3; way++) {
    cudaMemset(bins, 0, BINS * 4);
    if (way == 0) histGlobal<<<16, 256>>>(in, bins, n);
    if (way == 1) histShared<<<16, 256>>>(in, bins, n);
    if (way == 2) {
      histWarps<4><<<20, 128>>>((uchar4 *)in, partial, n / 4);
      merge<<<BINS, 64>>>(partial, bins, 20);
    }
    cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int i = 0; i < BINS; i++) sum += r[i] * (i + 1);
    printf("way %d: %u %u %u\n", way, r[0], r[63], sum);
  }
}
