// Vector types, aligned structs, templates, dynamic shared memory, the last block, recursion.
// run:
// prints: last 523776 (523776)
// prints: thread 2 of 32: 12.000000
// prints: 496 49249249 11 13
// prints: tile 12.000000
// 1 vec4 global.load.requests 32 global.load.sectors 512 global.store.requests 32 global.store.sectors 512
// 2 vec4c global.load.requests 2 global.load.bytes_asked 1024 global.store.requests 2
// 3 cast4 global.load.requests 2 global.load.sectors 32
// 5 red<float> global.load.requests 8 shared.load.requests 25 shared.store.requests 20
// 6 red<int> shared.load.wavefronts 25 shared.store.wavefronts 20
// 7 last global.atomic.requests 4 shared.atomic.requests 32
// 8 warp constant.load.wavefronts 3 global.load.requests 1
// 9 tile global.load.requests 32 local.load.requests 0 local.store.requests 0
// 10 local local.load.requests 5
// run: kernel=last N=1024
// 7 last global.atomic.requests 4
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define N 1024
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("error %s\n", cudaGetErrorString(e)); exit(1); } } while (0)
struct __align__(16) Body { float x, y, z, m; };
struct P3 { float x, y, z; };
__device__ int counter;
__device__ float table[32] = {1, 2, 3};
__constant__ float coef[4];
__device__ float square(float x) { return x * x; }
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void vec4(const float4 *a, float4 *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { float4 v = a[i]; v.x += 1; v.w *= 2; b[i] = v; }
}
__global__ void vec4c(const float4 *a, float4 *b, int n) { int i = threadIdx.x; b[i] = a[i]; }
__global__ void cast4(float *a, float *b) { int i = threadIdx.x; reinterpret_cast<float4 *>(b)[i] = reinterpret_cast<float4 *>(a)[i]; }
__global__ void bodies(Body *b, P3 *p) { int i = threadIdx.x; Body v = b[i]; p[i].x = v.x + v.m; P3 q = p[i]; q.y += v.y + v.z; p[i] = q; }
template <typename T> __global__ void red(const T *in, T *out, int n) {
  extern __shared__ float sm[];
  T *s = (T *)sm;
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : T(0);
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void last(const int *in, int *part, int *out) {
  __shared__ int s; __shared__ bool islast;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = s;
    __threadfence();
    islast = atomicAdd(&counter, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (islast && threadIdx.x == 0) { int t = 0; for (int i = 0; i < gridDim.x; i++) t += part[i]; *out = t; }
}
__global__ void warp(int *o) {
  int v = threadIdx.x;
  for (int m = 16; m; m >>= 1) v += __shfl_down_sync(0xffffffff, v, m);
  unsigned b = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);
  if (threadIdx.x == 0) o[0] = v, o[1] = b, o[2] = __popc(b), o[3] = fib(7);
  if (threadIdx.x < 3) printf("thread %d of %d: %f\n", threadIdx.x, blockDim.x, square(coef[threadIdx.x]) + table[threadIdx.x]);
}
__global__ void tile(const float *a, float *o) {
  float acc[4] = {0};
  for (int k = 0; k < 8; k++)
#pragma unroll
    for (int i = 0; i < 4; i++) acc[i] += a[(threadIdx.x + k * 32) * 4 + i];
  for (int i = 0; i < 4; i++) o[threadIdx.x * 4 + i] = acc[i];
}
__global__ void local(const int *idx, int *o) {
  int h[16];
#pragma unroll 1
  for (int i = 0; i < 16; i++) h[i] = i;
  for (int i = 0; i < 4; i++) h[idx[threadIdx.x + i] & 15]++;
  o[threadIdx.x] = h[idx[threadIdx.x] & 15];
}
int main(int argc, char **argv) {
  std::vector<float> h(N * 4, 1.5f);
  float *a, *b; int *i, *p, *o;
  CHECK(cudaMalloc(&a, N * 16)); CHECK(cudaMalloc(&b, N * 16));
  CHECK(cudaMalloc(&i, N * 4)); CHECK(cudaMalloc(&p, N * 4)); CHECK(cudaMalloc(&o, N * 4));
  std::vector<int> hi(N); for (int k = 0; k < N; k++) hi[k] = k;
  cudaMemcpy(i, hi.data(), N * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(a, h.data(), N * 16, cudaMemcpyHostToDevice);
  float c[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(coef, c, sizeof c));
  vec4<<<N / 256, 256>>>((float4 *)a, (float4 *)b, N);
  vec4c<<<1, 64>>>((float4 *)a, (float4 *)b, N);
  cast4<<<1, 64>>>(a, b);
  bodies<<<1, 64>>>((Body *)a, (P3 *)b);
  red<float><<<1, 256, 256 * sizeof(float)>>>(a, b, 256);
  red<int><<<1, 256, 256 * sizeof(int)>>>(i, p, 256);
  last<<<4, 256>>>(i, p, o);
  int r; cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost); printf("last %d (%d)\n", r, N * (N - 1) / 2);
  warp<<<1, 32>>>(o);
  int w[4]; cudaMemcpy(w, o, 16, cudaMemcpyDeviceToHost); printf("%d %x %d %d\n", w[0], w[1], w[2], w[3]);
  tile<<<1, 32>>>(a, b);
  local<<<1, 32>>>(i, o);
  CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
  float f; cudaMemcpy(&f, b, 4, cudaMemcpyDeviceToHost); printf("tile %f\n", f);
}
