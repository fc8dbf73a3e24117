// Sums of blocks: a template over type and block size, shuffles at the end, two passes.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <typename T, unsigned int kBlock>
__global__ void reduceKernel(const T *__restrict__ in, T *__restrict__ out, unsigned int n) {
  __shared__ T sdata[kBlock];
  unsigned int tid = threadIdx.x, i = blockIdx.x * (kBlock * 2) + tid;
  T sum = T(0);
  while (i < n) {
    sum += in[i];
    if (i + kBlock < n) sum += in[i + kBlock];
    i += kBlock * 2 * gridDim.x;
  }
  sdata[tid] = sum;
  __syncthreads();
  if (kBlock >= 512) { if (tid < 256) sdata[tid] = sum = sum + sdata[tid + 256]; __syncthreads(); }
  if (kBlock >= 256) { if (tid < 128) sdata[tid] = sum = sum + sdata[tid + 128]; __syncthreads(); }
  if (kBlock >= 128) { if (tid < 64) sdata[tid] = sum = sum + sdata[tid + 64]; __syncthreads(); }
  if (tid < 32) {
    if (kBlock >= 64) sum += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (tid == 0) out[blockIdx.x] = sum;
}

template <typename T> T run(const std::vector<T> &host, int blocks) {
  T *in, *part, result;
  unsigned n = (unsigned)host.size();
  cudaMalloc(&in, n * sizeof(T));
  cudaMalloc(&part, (blocks + 1) * sizeof(T));
  cudaMemcpy(in, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  reduceKernel<T, 256><<<blocks, 256>>>(in, part, n);
  reduceKernel<T, 64><<<1, 64>>>(part, part + blocks, blocks);
  cudaMemcpy(&result, part + blocks, sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(part);
  return result;
}

int main() {
  std::vector<int> a(50000);
  std::vector<double> b(20001);
  for (size_t i = 0; i < a.size(); i++) a[i] = (int)(i * 7919 % 1000) - 300;
  for (size_t i = 0; i < b.size(); i++) b[i] = (double)(i % 17) * 0.25;
  printf("int %d\n", run(a, 40));
  printf("double %.3f\n", run(b, 32));
}
