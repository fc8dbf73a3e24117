// Asynchronous copies: of 4, 8 and 16 bytes, in two and three stages, by a group.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <vector>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
template <typename T> T *up(const std::vector<T> &h) {
  T *p;
  cudaMalloc(&p, h.size() * sizeof(T));
  cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <typename T> std::vector<T> down(const T *p, size_t n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
template <typename T, int STAGES> __global__ void stages(const T *in, T *out, int tiles) {
  __shared__ T buf[STAGES][64];
  int t = threadIdx.x;
  const T *src = in + blockIdx.x * tiles * 64;
#pragma unroll
  for (int s = 0; s < STAGES - 1; s++) {
    if (s < tiles) __pipeline_memcpy_async(&buf[s][t], src + s * 64 + t, sizeof(T));
    __pipeline_commit();
  }
  T sum = T();
#pragma unroll 1
  for (int k = 0; k < tiles; k++) {
    int next = k + STAGES - 1;
    if (next < tiles) __pipeline_memcpy_async(&buf[next % STAGES][t], src + next * 64 + t,
        sizeof(T));
    __pipeline_commit();
    __pipeline_wait_prior(STAGES - 1);
    __syncthreads();
    sum += buf[k % STAGES][(t * 5) & 63];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
__global__ void byGroup(const int *in, int *out) {
  __shared__ alignas(16) int s[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * 256, sizeof(int) * 256);
  cg::wait(block);
  int v = 0;
  for (int k = 0; k < 2; k++) v += s[(threadIdx.x + k * 9) & 255];
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void rows16(const float4 *in, float4 *out) {
  __shared__ float4 s[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[blockIdx.x * 256 + t], 16);
  __pipeline_memcpy_async(&s[1][t ^ 3], &in[blockIdx.x * 256 + 128 + t], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float4 a = s[0][127 - t], b = s[1][t];
  out[blockIdx.x * 128 + t] = make_float4(a.x + b.x, a.y, b.z, a.w);
}
int main() {
  const int n = 4096;
  std::vector<int> h(n);
  std::vector<double> d(n);
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) h[i] = i % 100, d[i] = i % 50, f[i] = (float)(i % 25);
  int *in = up(h), *out = up(h);
  double *di = up(d), *dn = up(d);
  float *fi = up(f), *fo = up(f);
  stages<int, 2><<<8, 64>>>(in, out, 8);
  printf("int %d\n", down(out, 512)[500]);
  stages<double, 3><<<8, 64>>>(di, dn, 8);
  printf("double %.0f\n", down(dn, 512)[500]);
  stages<float, 4><<<8, 64>>>(fi, fo, 5);
  printf("float %.0f\n", down(fo, 512)[500]);
  byGroup<<<16, 128>>>(in, out);
  printf("group %d\n", down(out, 2048)[2000]);
  rows16<<<4, 128>>>((float4 *)fi, (float4 *)fo);
  printf("rows %.0f\n", down(fo, 2048)[2000]);
}
