// Prefix sums: Blelloch's with padding, Hillis and Steele's, by shuffles, in three launches; segments.
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
#define LOG_BANKS 5
#define OFFSET(n) ((n) >> LOG_BANKS)
__global__ void blelloch(const int *in, int *out, int *sums) {
  extern __shared__ int temp[];
  int t = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  int ai = t, bi = t + n / 2;
  temp[ai + OFFSET(ai)] = in[base + ai];
  temp[bi + OFFSET(bi)] = in[base + bi];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      a += OFFSET(a);
      b += OFFSET(b);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (t == 0) {
    int last = n - 1 + OFFSET(n - 1);
    if (sums) sums[blockIdx.x] = temp[last];
    temp[last] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      a += OFFSET(a);
      b += OFFSET(b);
      int v = temp[a];
      temp[a] = temp[b];
      temp[b] += v;
    }
  }
  __syncthreads();
  out[base + ai] = temp[ai + OFFSET(ai)];
  out[base + bi] = temp[bi + OFFSET(bi)];
}
__global__ void addSums(int *out, const int *sums, int per) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += sums[i / per];
}
template <int N> __global__ void hillis(const float *in, float *out) {
  __shared__ float s[2][N];
  int t = threadIdx.x, cur = 0;
  s[0][t] = t > 0 ? in[blockIdx.x * N + t - 1] : 0;
  __syncthreads();
  for (int d = 1; d < N; d <<= 1) {
    int next = 1 - cur;
    if (t >= d) s[next][t] = s[cur][t] + s[cur][t - d];
    else s[next][t] = s[cur][t];
    cur = next;
    __syncthreads();
  }
  out[blockIdx.x * N + t] = s[cur][t];
}
__device__ int warpScan(int v, int lane) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += u;
  }
  return v;
}
__global__ void byWarps(const int4 *in, int4 *out) {
  __shared__ int sums[32];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  int4 v = in[blockIdx.x * blockDim.x + t];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  int s = warpScan(v.w, lane);
  if (lane == 31) sums[w] = s;
  __syncthreads();
  if (w == 0) sums[lane] = warpScan(lane < blockDim.x / 32 ? sums[lane] : 0, lane);
  __syncthreads();
  int before = s - v.w + (w > 0 ? sums[w - 1] : 0);
  v.x += before;
  v.y += before;
  v.z += before;
  v.w += before;
  out[blockIdx.x * blockDim.x + t] = v;
}
__global__ void segmented(const int *in, const unsigned char *head, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int v = in[i];
  unsigned heads = __ballot_sync(~0u, head[i] || lane == 0);
  int start = 31 - __clz(heads & (0xffffffffu >> (31 - lane)));
  for (int d = 1; d < 32; d <<= 1) {
    int u = __shfl_up_sync(~0u, v, d);
    if (lane - d >= start) v += u;
  }
  out[i] = v;
}
int main() {
  const int n = 4096;
  std::vector<int> h(n);
  std::vector<float> f(n);
  std::vector<unsigned char> c(n);
  for (int i = 0; i < n; i++) h[i] = i % 13, f[i] = (float)(i % 5), c[i] = i % 11 == 0;
  int *in = up(h), *out = up(h), *sums = up(h);
  float *fi = up(f), *fo = up(f);
  unsigned char *head = up(c);
  blelloch<<<16, 128, (256 + 8) * 4>>>(in, out, sums);
  blelloch<<<1, 8, 17 * 4>>>(sums, sums, nullptr);
  addSums<<<16, 256>>>(out, sums, 256);
  auto r = down(out, n);
  printf("blelloch %d %d\n", r[300], r[n - 1]);
  hillis<256><<<16, 256>>>(fi, fo);
  auto g = down(fo, n);
  printf("hillis %.0f %.0f\n", g[255], g[n - 1]);
  byWarps<<<4, 256>>>((int4 *)in, (int4 *)out);
  r = down(out, n);
  printf("warps %d %d\n", r[1023], r[n - 1]);
  segmented<<<16, 256>>>(in, head, out);
  r = down(out, n);
  printf("segments %d %d\n", r[21], r[n - 1]);
}
