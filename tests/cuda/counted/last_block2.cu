// Reductions whose last block finishes, by atomicInc and by a flag; sums, minima with their place, dots.
#include <cfloat>
#include <cstdio>
#include <vector>
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
__device__ unsigned int retired = 0;
__device__ volatile double partial[64];
struct Best {
  float value;
  int index;
};
__device__ Best better(Best a, Best b) { return a.value < b.value || (a.value == b.value &&
    a.index < b.index) ? a : b; }
template <int BLOCK> __global__ void dot(const double *x, const double *y, double *out, int n) {
  __shared__ double s[BLOCK];
  __shared__ bool last;
  double v = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) v += x[i] * y[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int d = BLOCK / 2; d >= 32; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    v = s[threadIdx.x];
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x == 0) {
      partial[blockIdx.x] = v;
      __threadfence();
      last = atomicInc(&retired, gridDim.x - 1) == gridDim.x - 1;
    }
  }
  __syncthreads();
  if (!last) return;
  if (threadIdx.x < 32) {
    v = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += 32) v += partial[i];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x == 0) *out = v;
  }
}
__global__ void argmin(const float *in, Best *part, int *ticket, Best *out, int n) {
  __shared__ Best s[256];
  __shared__ int order;
  Best b = {FLT_MAX, -1};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
      i += gridDim.x * blockDim.x) b = better(b, Best{in[i], i});
  s[threadIdx.x] = b;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] = better(s[threadIdx.x], s[threadIdx.x + d]);
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    order = atomicAdd(ticket, 1);
  }
  __syncthreads();
  if (order == gridDim.x - 1 && threadIdx.x == 0) {
    b = part[0];
    for (int i = 1; i < gridDim.x; i++) b = better(b, part[i]);
    *out = b;
    *ticket = 0;
  }
}
int main() {
  const int n = 20000;
  std::vector<double> x(n);
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) x[i] = i % 10, f[i] = (float)(1000 - i * 7919 % 1009);
  double *a = up(x), *o;
  float *in = up(f);
  Best *part, *best;
  int *ticket;
  cudaMalloc(&o, 8);
  cudaMalloc(&part, 64 * sizeof(Best));
  cudaMalloc(&best, sizeof(Best));
  cudaMalloc(&ticket, 4);
  cudaMemset(ticket, 0, 4);
  dot<128><<<40, 128>>>(a, a, o, n);
  printf("dot %.0f\n", down(o, 1)[0]);
  dot<64><<<24, 64>>>(a, a + 1, o, n - 1);
  printf("dot %.0f\n", down(o, 1)[0]);
  argmin<<<24, 256>>>(in, part, ticket, best, n);
  Best b = down(best, 1)[0];
  printf("argmin %.0f %d\n", b.value, b.index);
}
