// Loads and stores by their cache operators, volatile, device variables, asynchronous copies.
#include <cstdio>
#include <vector>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
__device__ float weights[256];
__device__ int steps = 3;
__global__ void operators(const float *a, const int *idx, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int j = __ldg(&idx[i]);
  float v = __ldg(a + j) + __ldcg(a + (j + 8) % n) + __ldcs(a + i) + __ldca(a + i);
  __stcs(out + i, v);
  if (i % 2) __stcg(out + n + i, v * 2);
  else __stwt(out + n + i, -v);
}
__global__ void useWeights(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  for (int s = 0; s < steps; s++) v = v * weights[(i + s) & 255] + 1;
  out[i] = v;
}
__global__ void viaVolatile(volatile int *flag, const int *in, int *out) {
  __shared__ volatile int s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    __syncwarp();
    s[t] = s[t] + s[t + 64];
    __syncwarp();
  }
  __syncthreads();
  flag[i] = flag[i] + s[t % 32];
  out[i] = flag[i];
}
__global__ void pipelined(const float *in, float *out, int tiles) {
  __shared__ float4 buf[2][64];
  const float4 *src = reinterpret_cast<const float4 *>(in) + blockIdx.x * tiles * 64;
  float4 sum = make_float4(0, 0, 0, 0);
  __pipeline_memcpy_async(&buf[0][threadIdx.x], src + threadIdx.x, sizeof(float4));
  __pipeline_commit();
  for (int t = 0; t < tiles; t++) {
    if (t + 1 < tiles) __pipeline_memcpy_async(&buf[(t + 1) & 1][threadIdx.x], src + (t + 1) * 64 + threadIdx.x, sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 v = buf[t & 1][63 - threadIdx.x];
    sum.x += v.x; sum.y += v.y; sum.z += v.z; sum.w += v.w;
    __syncthreads();
  }
  reinterpret_cast<float4 *>(out)[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() {
  const int n = 4096;
  std::vector<float> f(2 * n), w(256);
  std::vector<int> idx(n);
  for (int i = 0; i < 2 * n; i++) f[i] = (float)(i % 100);
  for (int i = 0; i < 256; i++) w[i] = (float)(i % 3);
  for (int i = 0; i < n; i++) idx[i] = i * 37 % n;
  float *a, *o;
  int *ix, *fl, *io;
  cudaMalloc(&a, 2 * n * 4);
  cudaMalloc(&o, 2 * n * 4);
  cudaMalloc(&ix, n * 4);
  cudaMalloc(&fl, n * 4);
  cudaMalloc(&io, n * 4);
  cudaMemset(fl, 0, n * 4);
  cudaMemcpy(a, f.data(), 2 * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(ix, idx.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, w.data(), 1024);
  operators<<<n / 256, 256>>>(a, ix, o, n);
  cudaMemcpy(f.data(), o, 2 * n * 4, cudaMemcpyDeviceToHost);
  printf("operators %.0f %.0f\n", f[5], f[2 * n - 2]);
  useWeights<<<n / 128, 128>>>(a, o, n);
  cudaMemcpy(f.data(), o, n * 4, cudaMemcpyDeviceToHost);
  printf("weights %.0f %.0f\n", f[7], f[n - 1]);
  viaVolatile<<<n / 128, 128>>>(fl, ix, io);
  cudaMemcpy(idx.data(), io, n * 4, cudaMemcpyDeviceToHost);
  printf("volatile %d %d\n", idx[3], idx[n - 1]);
  pipelined<<<4, 64>>>(a, o, 6);
  cudaMemcpy(f.data(), o, 4 * 256 * 4, cudaMemcpyDeviceToHost);
  printf("pipelined %.0f %.0f\n", f[0], f[1023]);
}
