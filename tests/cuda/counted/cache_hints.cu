// Loads and stores with operators of caches, for scalars and vectors; restrict; half atomics; texture-like reads.
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
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
__global__ void loads(const float4 *a, const int2 *b, const double *c, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = __ldg(a + i);
  float4 w = __ldcs(a + (i ^ 1));
  int2 p = __ldcg(b + i * 2);
  double d = __ldca(c + i / 2) + __ldcv(c + i);
  out[i] = v.x + w.y + p.x + (float)d;
}
__global__ void lastUse(const int *a, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = __ldlu(a + i), w = __ldlu(a + (i ^ 32));
  out[i] = v - w;
}
__global__ void stores(const float *in, float *o1, float2 *o2, float4 *o4, short *s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  __stcs(o1 + i * 2, v);
  __stcg(o2 + i, make_float2(v, 1));
  __stwb(o4 + i, make_float4(v, 2, 3, 4));
  __stwt(s + i, (short)v);
}
__global__ void halves(const __half *a, const __half2 *b, __half *o, __half2 *o2, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    o[i] = __hadd(a[i], __float2half(1.0f));
    __half2 v = b[i];
    o2[i] = __hmul2(v, v);
  }
}
__global__ void halfSums(const __half *a, __half2 *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum + (i & 15), __halves2half2(a[i], a[i]));
}
__global__ void halfSum(const __half *a, __half *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum + (i & 7) * 2, a[i]);
}
__global__ void reread(const int *__restrict__ a, const int *b, int *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = a[i] + b[i];
  o[i] = x;
  o[i + 1024] = x + a[i] + b[i];
}
int main() {
  const int n = 1024;
  std::vector<float> f(4 * n);
  std::vector<int> h(4 * n);
  std::vector<double> d(n);
  std::vector<__half> q(2 * n);
  for (int i = 0; i < 4 * n; i++) f[i] = (float)(i % 10), h[i] = i % 21;
  for (int i = 0; i < n; i++) d[i] = i % 4;
  for (int i = 0; i < 2 * n; i++) q[i] = __float2half((float)(i % 3));
  float *a = up(f), *o = up(f), *o2 = up(f), *o4 = up(f);
  int *b = up(h), *ob = up(h);
  double *c = up(d);
  __half *hq = up(q), *ho = up(q), *hp = up(q);
  loads<<<8, 128>>>((float4 *)a, (int2 *)b, c, o);
  printf("loads %.0f\n", down(o, n)[77]);
  lastUse<<<8, 128>>>(b, ob);
  printf("last %d\n", down(ob, n)[77]);
  stores<<<8, 128>>>(a, o, (float2 *)o2, (float4 *)o4, (short *)ob);
  printf("stores %.0f\n", down(o4, n)[80]);
  halves<<<8, 128>>>(hq, (__half2 *)hq, ho, (__half2 *)hp, n);
  printf("halves %.0f %.0f\n", __half2float(down(ho, n)[5]), __half2float(down(hp, n)[5]));
  cudaMemset(ho, 0, 128);
  halfSums<<<4, 128>>>(hq, (__half2 *)ho);
  printf("halfSums %.0f\n", __half2float(down(ho, 8)[2]));
  cudaMemset(ho, 0, 128);
  halfSum<<<4, 128>>>(hq, ho);
  printf("halfSum %.0f\n", __half2float(down(ho, 8)[2]));
  reread<<<8, 128>>>(b, b + 8, ob);
  printf("reread %d\n", down(ob, 2 * n)[1500]);
}
