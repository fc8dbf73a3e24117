// Clusters and best places: pairs by shuffles, functors, centroids in shared memory, sums by atomics.
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
struct Pair {
  float d;
  int k;
};
struct Nearer {
  __device__ Pair operator()(Pair a, Pair b) const { return b.d < a.d || (b.d == a.d &&
      b.k < a.k) ? b : a; }
};
template <typename Op> __device__ Pair warpReduce(Pair p, Op op) {
  for (int d = 16; d > 0; d >>= 1) {
    Pair q;
    q.d = __shfl_down_sync(0xffffffff, p.d, d);
    q.k = __shfl_down_sync(0xffffffff, p.k, d);
    p = op(p, q);
  }
  return p;
}
template <int DIM> __global__ void assign(const float *points, const float *centers, int *label,
    float *sums, int *count, int n, int k) {
  extern __shared__ float c[];
  for (int i = threadIdx.x; i < k * DIM; i += blockDim.x) c[i] = centers[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float p[DIM];
#pragma unroll
  for (int j = 0; j < DIM; j++) p[j] = points[i * DIM + j];
  float best = FLT_MAX;
  int which = 0;
  for (int m = 0; m < k; m++) {
    float d = 0;
#pragma unroll
    for (int j = 0; j < DIM; j++) {
      float t = p[j] - c[m * DIM + j];
      d += t * t;
    }
    if (d < best) best = d, which = m;
  }
  label[i] = which;
#pragma unroll
  for (int j = 0; j < DIM; j++) atomicAdd(&sums[which * DIM + j], p[j]);
  atomicAdd(&count[which], 1);
}
__global__ void means(float *centers, const float *sums, const int *count, int dim) {
  int k = blockIdx.x, j = threadIdx.x;
  if (j < dim && count[k] > 0) centers[k * dim + j] = sums[k * dim + j] / count[k];
}
template <typename Op> __global__ void nearest(const float *v, const float *query, Pair *out,
    int n, Op op) {
  __shared__ Pair s[8];
  float q = query[blockIdx.x];
  Pair p = {FLT_MAX, n};
  for (int i = threadIdx.x; i < n; i += blockDim.x) p = op(p, Pair{fabsf(v[i] - q), i});
  p = warpReduce(p, op);
  int lane = threadIdx.x % warpSize, w = threadIdx.x / warpSize;
  if (lane == 0) s[w] = p;
  __syncthreads();
  if (w == 0) {
    p = lane < blockDim.x / 32 ? s[lane] : Pair{FLT_MAX, n};
    p = warpReduce(p, op);
    if (lane == 0) out[blockIdx.x] = p;
  }
}
int main() {
  const int n = 3000, k = 5;
  std::vector<float> p(n * 3), c(k * 3), q(16);
  for (int i = 0; i < n * 3; i++) p[i] = (float)(i * 17 % 64);
  for (int i = 0; i < k * 3; i++) c[i] = (float)(i * 9 % 60);
  for (int i = 0; i < 16; i++) q[i] = i * 3.3f;
  float *points = up(p), *centers = up(c), *sums, *query = up(q);
  int *label, *count;
  cudaMalloc(&label, n * 4);
  cudaMalloc(&sums, k * 3 * 4);
  cudaMalloc(&count, k * 4);
  for (int round = 0; round < 2; round++) {
    cudaMemset(sums, 0, k * 12);
    cudaMemset(count, 0, k * 4);
    assign<3><<<(n + 127) / 128, 128, k * 12>>>(points, centers, label, sums, count, n, k);
    means<<<k, 32>>>(centers, sums, count, 3);
  }
  printf("centers %.3f %d\n", down(centers, 15)[3], down(label, n)[2999]);
  Pair *best;
  cudaMalloc(&best, 16 * sizeof(Pair));
  nearest<<<16, 256>>>(points, query, best, n, Nearer());
  Pair b = down(best, 16)[9];
  printf("nearest %.2f %d\n", b.d, b.k);
}
